"""Figures, printed and not judged: `python -m tests.benchmarks [NAME...]`."""
