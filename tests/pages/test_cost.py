"""What a table costs: the queries of its page, its unchanged answer and a move, and how far back a page tells."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.queries import log as reading_log
from games.rules.property.moves import RESIGN
from tests.pages.people import People

Make = Callable[..., People]


def step(game: People) -> None:
    """Make the first of the legal moves of whoever is asked."""
    seat = game.state.asked
    legal = game.reading(seat).legal
    assert legal is not None
    move = next(move for move in legal.moves if move != RESIGN)
    game.move(seat, msgspec.to_builtins(move))


def busy(people: Make) -> People:
    """Give a game in play in which orders stand, a proposal is open, and the one who is not asked moved long ago."""
    game = people(("Ada", "Bob", "Cid"))
    for _ in range(6):
        step(game)
    game.post(1, "propose/", kind="pause", days=1)
    for seat in range(3):
        game.post(seat, "orders/", type="ask_if_set")
    return game


def asked(captured: CaptureQueriesContext) -> int:
    """Count the queries, without what begins and ends transactions."""
    return sum(not q["sql"].startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")) for q in captured)


class TestQueries:
    def test_the_page_makes_eight_at_most_and_its_unchanged_answer_three(self, people: Make) -> None:
        game = busy(people)
        for seat in range(3):
            game.page(seat)
            with CaptureQueriesContext(connection) as page:
                game.page(seat)
            etag = game.client(seat).get(game.url("live/"))["ETag"]
            with CaptureQueriesContext(connection) as unchanged:
                answer = game.client(seat).get(game.url("live/"), headers={"if-none-match": etag, "x-in-sight": "1"})
            assert answer.status_code == 304
            assert asked(page) <= 8 and asked(unchanged) <= 3

    def test_a_move_makes_twelve_at_most(self, people: Make) -> None:
        game = people()
        for _ in range(3):
            seat = game.state.asked
            move = next(m for m in game.reading(seat).legal.moves if m != RESIGN)  # type: ignore[union-attr]
            form = {"token": game.reading(seat).token, "move": msgspec.json.encode(move).decode()}
            with CaptureQueriesContext(connection) as made:
                assert game.post(seat, "move/", **form).status_code == 303
            assert asked(made) <= 12


class TestSince:
    def test_what_happened_since_is_told_as_far_back_as_ones_own_last_move(
        self, people: Make, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = busy(people)
        whole: Any = {seat: (game.reading(seat).since, game.reading(seat).log) for seat in range(3)}
        monkeypatch.setattr(reading_log, "LOG_LENGTH", 1)
        for seat, (since, log) in whole.items():
            assert game.reading(seat).since == since
            assert game.reading(seat).log == log[-1:]

    def test_but_no_further_than_a_page_can_show(self, people: Make, monkeypatch: pytest.MonkeyPatch) -> None:
        game = busy(people)
        last = {
            seat: max(m.number for m in game.game.moves.filter(seat=seat, by="player"))
            for seat in range(3)
            if game.game.moves.filter(seat=seat, by="player").exists()
        }
        seat = min(last, key=lambda s: last[s])
        length = game.game.move_count - last[seat] - 1
        assert length >= 1, "somebody's last move is not the last of all"
        monkeypatch.setattr(reading_log, "LOG_LENGTH", 1)
        monkeypatch.setattr(reading_log, "SINCE_LENGTH", length)
        assert [told.number for told in game.reading(seat).since] == list(range(last[seat] + 1, game.game.move_count))
        assert f"The last {length} moves" in game.page(seat)
