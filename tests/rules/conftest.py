"""Marks of the rules tests."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Name the mark of the tests that take many minutes; `-m long` runs them."""
    config.addinivalue_line("markers", "long: many minutes; run with -m long")
