"""`python -m tests.benchmarks [NAME...]`: print the figures of the benchmarks named, or of all but `ratings`.

That one makes a million games first, which takes a quarter of an hour.
"""

import importlib
import os
import subprocess
import sys

NAMES = ("engine", "bots", "web", "weight", "clock", "ratings")


def main(names: list[str]) -> None:
    """Print a line for each figure, with its goal. Exits with a sentence for an unknown name."""
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        sys.exit(f"There is no benchmark {unknown[0]!r}: choose among {', '.join(NAMES)}.")
    names = names or [name for name in NAMES if name != "ratings"]
    # A line of the log for each request would be measured too, and read by nobody.
    os.environ.setdefault("LOG_LEVEL", "WARNING")
    if len(names) > 1:
        # Each in a process of its own: several set the site up for themselves, on databases of their own.
        for name in names:
            subprocess.run([sys.executable, "-m", "tests.benchmarks", name], check=True)
        return
    for name in names:
        figures = importlib.import_module(f"tests.benchmarks.{name}").figures()
        for what, figure, goal in figures:
            print(f"{name:<7} {what:<54} {figure:>12,.3f}   {goal}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
