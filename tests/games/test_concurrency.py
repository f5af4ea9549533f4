"""Two tabs, a double click: exactly one move is made, and the other is told so."""

import threading
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client

from games import queries, table, tasks
from games.models import Game, Move
from games.rules import record
from games.table import acts
from tests.games.tables import BUY, DECLINE, END_TURN, JSON, Opener, Played, bot_moves_first
from tests.together import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture
def tables(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Opener:
    return Opener(monkeypatch)


def tab(played: Played) -> Client:
    """Another tab of the same browser."""
    client = Client()
    client.cookies = played.client.cookies
    return client


@pytest.mark.parametrize("round_", range(5))
def test_of_many_clicks_one_is_a_move(started: Played, round_: int) -> None:
    tabs = [tab(started) for _ in range(6)]
    clicks = [partial(started.send, BUY, token="0", client=client) for client in tabs]
    assert sorted(answer.status_code for answer in at_once(*clicks)) == [200, *[409] * 5]
    moves = list(started.game.moves.order_by("number"))
    assert [move.number for move in moves] == list(range(started.game.move_count))
    assert sum(move.by == "player" for move in moves) == 1
    assert started.state.moves == started.game.move_count


def test_the_second_click_waits_for_the_first_and_is_told_that_it_was_answered(
    started: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrived, save = threading.Semaphore(0), acts.save
    clock = acts.now

    def now() -> Any:
        arrived.release()
        return clock()

    def late(*args: Any) -> None:
        # Both have arrived; the other one is let run into the lock before this one is done.
        arrived.acquire(timeout=10)
        arrived.acquire(timeout=10)
        threading.Event().wait(0.3)
        save(*args)

    monkeypatch.setattr(acts, "now", now)
    monkeypatch.setattr(acts, "save", late)
    answers = at_once(
        lambda: started.send(BUY, END_TURN, token="0"),
        lambda: started.send(BUY, END_TURN, token="0", client=tab(started)),
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    refused = next(answer for answer in answers if answer.status_code == 409).json()
    assert "already answered" in refused["notice"] and refused["html"]
    made = next(answer for answer in answers if answer.status_code == 200).json()
    # The refused one shows the table as it is after the move that was made.
    assert refused["etag"] == made["etag"]


def test_of_two_different_answers_one_is_taken(started: Played) -> None:
    answers = at_once(
        lambda: started.send(BUY, token="0").status_code,
        lambda: started.send(DECLINE, token="0", client=tab(started)).status_code,
    )
    assert sorted(answers) == [200, 409]
    assert Move.objects.filter(by="player").count() == 1


def test_a_game_is_started_once(tables: Opener) -> None:
    played = tables.open()
    answers = at_once(*[partial(_start, played, tab(played), f"seed{n}") for n in range(4)])
    assert sorted(answers) == [200, 409, 409, 409]
    assert played.state.chance.seed == played.seed


def _start(played: Played, client: Client, seed: str) -> int:
    return client.post(played.url("start/"), {"client_seed": seed}, headers=JSON).status_code


def test_two_sweeps_make_each_bots_move_once(tables: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.table.answering.BOT_MOVES_AT_ONCE", 1)
    played = tables.start(seats=4, wish=bot_moves_first)
    while played.game.bots_due:
        at_once(tasks.answer_for_bots, tasks.answer_for_bots, tasks.answer_for_bots)
    numbers = list(played.game.moves.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(played.game.move_count)) and played.state.asked == 0


def test_games_do_not_wait_for_each_other(tables: Opener) -> None:
    games = [tables.start() for _ in range(4)]
    answers = at_once(*[partial(played.send, BUY, token="0") for played in games])
    assert [answer.status_code for answer in answers] == [200] * 4


def test_a_purge_beside_a_move_leaves_a_whole_game_or_none(started: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    later = table.now() + timedelta(seconds=30)
    monkeypatch.setattr("games.table.instant.shift", timedelta(seconds=60))
    _, status = at_once(lambda: table.purge([started.id], later), lambda: started.send(BUY, token="0").status_code)
    if status == 200:
        assert started.game.moves.count() == started.game.move_count == started.state.moves
        assert record.decode(queries.record(started.id)).moves
    else:
        assert status == 404 and not Game.objects.exists() and not Move.objects.exists()


def test_the_limit_of_an_address_holds_for_presses_at_once(transactional_db: None, settings: Any) -> None:
    settings.GUEST_GAMES_PER_ADDRESS_PER_HOUR = 3
    presses = [lambda: Client().post("/play/", {"seats": 2}).status_code for _ in range(8)]
    assert sorted(at_once(*presses)) == [303, 303, 303, *[429] * 5]
    assert Game.objects.count() == 3
