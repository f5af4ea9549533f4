"""The finished games of Deedland that must verify for ever."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from games.rules import record
from tests.rules.test_record_files import DIGEST

ROOT = Path(__file__).resolve().parents[3]
KEPT = sorted((ROOT / "tests" / "records" / "deedland").glob("*.json"))
RARE = [path for path in KEPT if path.stem.startswith(("rest-", "list-"))]
READ = [record.decode(path.read_bytes()) for path in KEPT]


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_kept_games_verify(path: Path) -> None:
    kept = record.decode(path.read_bytes())
    assert kept.ruleset == "deedland"
    assert record.verify(kept) == "ok"


@pytest.mark.parametrize("path", RARE, ids=lambda path: path.stem)
def test_kept_games_of_what_is_rare_have_it(path: Path) -> None:
    """The clock comes to rest, or payments of a card wait while one of them is a debt."""
    states = (step.state for step in record.replay(record.decode(path.read_bytes())))
    if path.stem.startswith("rest-"):
        assert any(state.clock_rests for state in states)
    else:
        assert any(state.payments and state.decision == "debt" for state in states)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_twenty_games_of_each_seat_count_are_kept(seats: int) -> None:
    assert [len(kept.seats) for kept in READ].count(seats) >= 20


def test_they_hold_what_is_this_games_own() -> None:
    moves = [msgspec.json.decode(entry.move)["type"] for kept in READ for entry in kept.moves]
    assert {"offer_draw", "accept_draw", "refuse_draw", "roll", "bid", "withdraw", "use_card"} <= set(moves)
    assert "timeout" not in moves
    assert {entry.by for kept in READ for entry in kept.moves} == {"player", "order", "bot", "clock"}
    assert sum(isinstance(kept.placings, list) and len(kept.placings[0]) > 1 for kept in READ) >= 9
    assert {kept.options["move_time"] for kept in READ} >= {30, None}
    assert {path.stem[:6] for path in RARE} == {"rest-2", "rest-3", "rest-4", "list-3", "list-4"}


def test_replay_is_the_same_whatever_the_hash_seed() -> None:
    outputs = set()
    for hash_seed in ("0", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", DIGEST, *map(str, KEPT[::3])],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1
