"""`python -m tests.benchmarks [NAME...]`: print the figures of all benchmarks, or of those named."""

import importlib
import sys

NAMES = ("engine", "bots", "web", "weight", "ratings", "clock")


def main(names: list[str]) -> None:
    """Print a line for each figure, with its goal. Exits with a sentence for an unknown name."""
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        sys.exit(f"There is no benchmark {unknown[0]!r}: choose among {', '.join(NAMES)}.")
    for name in names or NAMES:
        figures = importlib.import_module(f"tests.benchmarks.{name}").figures()
        for what, figure, goal in figures:
            print(f"{name:<7} {what:<54} {figure:>12,.3f}   {goal}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
