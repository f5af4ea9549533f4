"""`script/bench [NAME...] [--json FILE]`: print the figures of the benchmarks named, or of all, with their goals."""

import argparse
import importlib
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

NAMES = {
    "engine": "games, turns and decisions a second; replay and verify",
    "bots": "turns a second, by strength",
    "orders": "how many waits are left once three of four players have standing orders",
    "decision": "one decision by form and API against the floor's transaction; two web processes against one",
    "pages": "the table and its unchanged answer against the floor's",
    "weight": "bytes of each page on the first visit and after",
    "stream": "memory of each of 2,000 open streams, and how soon a move reaches them",
    "timeouts": "how late time-outs are under a steady load, with workers and PostgreSQL killed",
    "sweep": "the empty sweep among many live deadlines, and one time-out",
    "volume": "bytes that games take in the database, and what a million would",
    "mail": "mails a second and worker, to a server that fails at some; none lost, none stale",
    "ratings": "lobby, leaderboard and profiles in a large history, and a decision beside it",
}

Figure = dict[str, Any]


def kept(figure: float, goal: str) -> bool | None:
    """Tell whether a figure keeps its goal, such as "<= 2.0" or "0"; None where there is none."""
    found = re.match(r"(<=|>=|<|>|)\s*(-?[\d,]+(?:\.\d+)?)", goal)
    if not found:
        return None
    limit = float(found[2].replace(",", ""))
    return {
        "<=": figure <= limit,
        ">=": figure >= limit,
        "<": figure < limit,
        ">": figure > limit,
        "": figure == limit,
    }[found[1]]


def measure(name: str) -> list[Figure]:
    """Run one benchmark in this process."""
    rows = importlib.import_module(f"tests.benchmarks.{name}").figures()
    return [
        {"benchmark": name, "what": what, "figure": figure, "goal": goal, "kept": kept(figure, goal)}
        for what, figure, goal in rows
    ]


def lines(figures: Sequence[Figure]) -> Iterator[str]:
    """Give the table, a line for each figure."""
    for row in figures:
        said = {True: "kept", False: "NOT KEPT", None: ""}[row["kept"]]
        yield f"{row['benchmark']:<9} {row['what']:<62} {row['figure']:>14,.3f}   {row['goal']:<16} {said}".rstrip()


def _in_a_process_of_its_own(name: str) -> list[Figure]:
    # Several set the site up for themselves, on databases of their own.
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "figures.json"
        command = [sys.executable, "-m", "tests.benchmarks", "--alone", name, "--json", str(result)]
        subprocess.run(command, check=True)
        return list(json.loads(result.read_text())["figures"])


def main(arguments: Sequence[str]) -> None:
    """Measure, print a line for each figure, and write them to a file where one is named."""
    parser = argparse.ArgumentParser("script/bench", description="Measures Landlord, and holds it to its goals.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="; ".join(f"{n}: {what}" for n, what in NAMES.items()))
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    parser.add_argument(
        "--size",
        choices=("tiny", "usual", "full"),
        default="usual",
        help="tiny: whether it runs at all; full: 1,000,000 games and 300,000 deadlines, for hours",
    )
    parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if unknown := [name for name in given.names if name not in NAMES]:
        parser.error(f"there is no benchmark {unknown[0]!r}: choose among {', '.join(NAMES)}")
    figures: list[Figure] = []
    if given.alone:
        figures = measure(given.names[0])
    else:
        os.environ["BENCH_SIZE"] = given.size
        for name in given.names or NAMES:
            found = _in_a_process_of_its_own(name)
            print("\n".join(lines(found)), flush=True)
            figures += found
    if given.json:
        machine = {"cores": os.cpu_count(), "python": platform.python_version(), "machine": platform.machine()}
        told = {"measured_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "size": given.size, **machine}
        given.json.write_text(json.dumps({**told, "figures": figures}, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
