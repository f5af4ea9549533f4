"""5,000 random games, with all that must hold looked at after each move; 50,000 in the long run.

A failure writes the record up to the move that broke something to `var/fuzz/`; its path is in the
message. `python -m games.rules.record PATH` plays it again.
"""

import random
from pathlib import Path

import pytest

from games.rules import record
from games.rules.landlord import LANDLORD
from games.rules.property.state import State
from tests.rules import invariants
from tests.rules.candidates import check_agreement
from tests.rules.random_play import RandomGame

CHUNK = 100
#: How many games the ordinary run has.
ORDINARY = 5_000
#: Moves of a game at most; one game in 25 goes on much longer.
MOVES, LONG_GAME_MOVES = 400, 4_000
FAILURES = Path(__file__).resolve().parents[2] / "var" / "fuzz"


def play_and_check(number: int, failures: Path = FAILURES) -> RandomGame:
    """Play a random game and check everything after each move."""
    game = RandomGame(number)
    try:
        _play_and_check(game, LONG_GAME_MOVES if number % 25 == 7 else MOVES)
    except Exception as error:
        failures.mkdir(parents=True, exist_ok=True)
        path = failures / f"game-{number}.json"
        path.write_bytes(record.encode(game.record()))
        where = f"after move {len(game.entries) - 1} of {path}"
        raise AssertionError(f"{error!r} {where}") from error
    return game


def _play_and_check(game: RandomGame, at_most: int) -> None:
    state = game.state
    start = [LANDLORD.rules.amounts.start] * len(state.cash)
    invariants.check_all(start, game.opening, state)
    for _ in range(at_most):
        if game.over:
            break
        listings = game.listings()
        if game.rng.random() < 1 / 200:
            tried = check_agreement(state, random.Random(len(game.entries)))
            assert tried >= 130
        before = state.cash[:]
        events = game.play(game.next_entry(listings))
        invariants.check_all(before, events, state)
    assert game.over == (LANDLORD.outcome(state) is not None)


@pytest.mark.parametrize("chunk", range(ORDINARY // CHUNK))
def test_random_games(chunk: int) -> None:
    for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        play_and_check(number)


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(ORDINARY // CHUNK, 50_000 // CHUNK))
def test_many_random_games(chunk: int) -> None:
    for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        play_and_check(number)


def test_a_failure_leaves_a_record_that_reproduces_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_at_the_seventeenth(before: object, events: object, state: State) -> None:
        assert state.moves < 17, "broken"

    monkeypatch.setattr(invariants, "check_all", break_at_the_seventeenth)
    with pytest.raises(AssertionError, match=r"broken.* after move 16 of .*game-3\.json"):
        play_and_check(3, tmp_path)
    written = record.decode((tmp_path / "game-3.json").read_bytes())
    assert len(written.moves) == 17
    assert record.verify(written) == "unfinished"


def test_a_game_follows_from_its_number() -> None:
    one, other = RandomGame(5), RandomGame(5)
    for game in (one, other):
        while len(game.entries) < 100:
            game.play(game.next_entry(game.listings()))
    assert one.record() == other.record()
    assert one.entries != RandomGame(8).entries
