"""300 random games of Deedland, with all that must hold looked at after each move; 5,000 in the long run.

A failure writes the record up to the move that broke something to `var/fuzz/`; its path is in the message.
"""

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from games.rules import record
from games.rules.deedland import DEEDLAND
from games.rules.property import events as happened
from tests.rules.deedland import invariants
from tests.rules.deedland.agreement import check_agreement
from tests.rules.deedland.random_play import RandomGame

ROOT = Path(__file__).resolve().parents[3]
FAILURES = ROOT / "var" / "fuzz"
CHUNK = 50
#: Moves of a game at most; one game in 25 goes on much longer.
MOVES, LONG_GAME_MOVES = 400, 4_000


def play_and_check(number: int) -> RandomGame:
    """Play a random game and check everything after each move."""
    game = RandomGame(number)
    try:
        _play_and_check(game, LONG_GAME_MOVES if number % 25 == 7 else MOVES)
    except Exception as error:
        FAILURES.mkdir(parents=True, exist_ok=True)
        path = FAILURES / f"deedland-{number}.json"
        path.write_bytes(record.encode(game.record()))
        raise AssertionError(f"{error!r} after move {len(game.entries) - 1} of {path}") from error
    return game


def _play_and_check(game: RandomGame, at_most: int) -> None:
    state = game.state
    invariants.check_all([DEEDLAND.rules.amounts.start] * len(state.cash), game.opening, state)
    for _ in range(at_most):
        if game.over:
            break
        listings = game.listings()
        if game.rng.random() < 1 / 150:
            assert check_agreement(state, random.Random(len(game.entries))) >= 130
        before, number = state.cash[:], state.moves
        events = game.play(game.next_entry(listings))
        assert state.moves == number + 1
        invariants.check_all(before, events, state)
    assert game.over == (DEEDLAND.outcome(state) is not None) == (DEEDLAND.decisions(state) == ())


@pytest.mark.parametrize("chunk", range(300 // CHUNK))
def test_random_games(chunk: int) -> None:
    for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        play_and_check(number)


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(5_000 // CHUNK))
def test_many_random_games(chunk: int) -> None:
    for number in range(300 + chunk * CHUNK, 300 + (chunk + 1) * CHUNK):
        play_and_check(number)


def test_random_games_come_to_everything() -> None:
    """Engine: the random games have draws, debts of players not on turn, runs and rests of the clock."""
    seen: set[str] = set()
    for number in range(250):
        game = RandomGame(number)
        while not game.over and len(game.entries) < 500:
            for event in game.play(game.next_entry(game.listings())):
                seen.add(type(event).__name__)
                if isinstance(event, happened.Owed) and event.seat != game.state.turn:
                    seen.add("another's debt")
            seen |= {"rest"} if DEEDLAND.clock_rests(game.state) else set()
            seen |= {"run"} if DEEDLAND.clock_goes_on(game.state) else set()
        outcome = DEEDLAND.outcome(game.state)
        if outcome is not None and len(outcome.placings) < len(game.kinds):
            seen.add("draw")
            seen |= {"draw after a leaving"} if len(outcome.placings) > 1 else set()
    named = {"DrawOffered", "DrawAccepted", "DrawEnded", "Unsold", "Auctioned", "Left", "UsedCard", "Traded"}
    assert named | {"another's debt", "rest", "run", "draw", "draw after a leaving"} <= seen


def _hash_of_games() -> str:
    digest = hashlib.sha256()
    for number in range(12):
        game = RandomGame(number)
        while not game.over and len(game.entries) < 300:
            game.play(game.next_entry(game.listings()))
        digest.update(record.encode(game.record()))
        digest.update(DEEDLAND.encode_state(game.state))
    return digest.hexdigest()


def test_games_are_the_same_under_any_hash_seed() -> None:
    """Engine: nothing depends on the order of a set or a dict's hashes."""
    program = "from tests.rules.deedland.test_fuzz import _hash_of_games as h; print(h())"
    told = {_hash_of_games()}
    for seed in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
        told.add(done.stdout.strip())
    assert len(told) == 1
