"""Each benchmark runs, in a tiny form: what is measured seldom must not rot meanwhile."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks.__main__ import kept
from tests.landlord.server import ROOT

pytestmark = pytest.mark.skipif(
    os.environ.get("DATABASE_URL", "").startswith("sqlite"), reason="figures are those of PostgreSQL"
)


@pytest.mark.parametrize(
    ("figure", "goal", "is_kept"),
    [
        (1.9, "<= 2.0", True),
        (2.1, "<= 2.0", False),
        (90_000, ">= 80,000, aim 150,000", True),
        (0, "0", True),
        (1, "0", False),
        (3, "", None),
    ],
)
def test_a_figure_is_held_to_its_goal(figure: float, goal: str, is_kept: bool | None) -> None:
    assert kept(figure, goal) is is_kept


@pytest.mark.parametrize(
    "name", ["decision", "pages", "sweep", "ratings", pytest.param("mail", marks=pytest.mark.long)]
)
def test_it_runs(name: str, tmp_path: Path) -> None:
    result = tmp_path / "figures.json"
    command = [sys.executable, "-m", "tests.benchmarks", name, "--size", "tiny", "--json", str(result)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-3000:]
    told = json.loads(result.read_text())
    assert told["figures"] and all(row["benchmark"] == name for row in told["figures"])
    assert sum(line.startswith(name) for line in ended.stdout.splitlines()) == len(told["figures"])


def test_an_unknown_one_is_refused() -> None:
    command = [sys.executable, "-m", "tests.benchmarks", "speed"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 2 and "there is no benchmark 'speed'" in ended.stderr
