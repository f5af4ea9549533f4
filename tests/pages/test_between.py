"""What is kept of a table's page between two changes: it is shown to nobody else, and goes when anything changes."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import table
from games.models import Game, Seat
from games.pages import between
from games.present.clocks import left_in_words
from games.present.lasting import _told_otherwise, holds_until
from tests.pages.people import People

Make = Callable[..., People]
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


def made_anew(game: People, look: Callable[[], object]) -> bool:
    """Tell whether a look at the page reads the game's state, and so renders it."""
    with CaptureQueriesContext(connection) as captured:
        look()
    return any("games_gamesecret" in query["sql"] for query in captured)


def shown(html: str) -> str:
    """Give the page without what belongs to the request: its moment, its CSRF tokens."""
    return TOKEN.sub("", re.sub(r'data-now="[^"]*"', "", html))


class TestKept:
    def test_a_second_look_renders_nothing_and_shows_the_same(self, people: Make) -> None:
        game = people(("Ada", "Bob"))
        first = game.page(0)
        assert not made_anew(game, lambda: game.page(0))
        assert shown(game.page(0)) == shown(first)

    def test_each_seat_and_who_watches_have_a_page_of_their_own(self, people: Make) -> None:
        game = people(("Ada", "Bob"))
        pages = {seat: game.page(seat) for seat in (0, 1)}
        watched = Client().get(game.url("")).content.decode()
        for seat, html in pages.items():
            assert shown(game.page(seat)) == shown(html)
            assert html.count("(you)") >= 1
        assert shown(pages[0]) != shown(pages[1])
        assert "(you)" not in watched and "You are watching this game" in watched

    def test_a_kept_page_has_the_tokens_of_whoever_asks(self, people: Make) -> None:
        game = people(("Ada", "Bob"))
        seat = game.state.asked
        game.page(seat)
        elsewhere = Client()
        elsewhere.force_login(game.users[seat], backend="accounts.backends.ByAddress")
        for client in (game.client(seat), elsewhere):
            html = client.get(game.url("")).content.decode()
            tokens = set(TOKEN.findall(html))
            token = tokens.pop()
            strict = Client(enforce_csrf_checks=True)
            strict.cookies = client.cookies
            answer = strict.post(game.url("orders/"), {"csrfmiddlewaretoken": token, "type": "ask_if_set"})
            assert answer.status_code != 403
        assert not [mark for mark in (between._CSRF, between._NOW, between._CHAT) if mark in html]

    def test_a_move_a_name_an_order_and_a_verdict_change_it_at_once(self, people: Make) -> None:
        game = people(("Ada", "Bob"))
        row = Game.objects.filter(public_id=game.id)

        def changes() -> None:
            assert made_anew(game, lambda: game.page(0))
            assert not made_anew(game, lambda: game.page(0))

        game.page(0)
        game.post(0, "orders/", type="ask_if_set")
        changes()
        Seat.objects.filter(game__in=row, number=1).update(name="Robert")
        changes()
        assert "Robert" in game.page(0)
        row.update(void="Struck.")
        changes()
        table.resign(game.id, game.who(1))
        changes()
        assert "Places" in game.page(0)

    def test_who_may_see_it_no_longer_does_not(self, people: Make) -> None:
        game = people(("Ada", "Bob"))
        assert Client().get(game.url("")).status_code == 200
        assert Client().get(game.url("")).status_code == 200
        Game.objects.filter(public_id=game.id).update(secret_table=True)
        assert Client().get(game.url("")).status_code == 404
        assert Client().get(game.url("live/")).status_code == 404
        assert game.client(0).get(game.url("")).status_code == 200

    def test_time_that_passes_changes_what_is_left(self, people: Make) -> None:
        game = people(("Ada", "Bob"), move_time=3_600)
        left = re.compile(r"data-left>([^<]*)<")
        seat = game.state.asked
        before = left.findall(game.page(seat))
        game.later(timedelta(minutes=2))
        assert made_anew(game, lambda: game.page(seat))
        after = left.findall(game.page(seat))
        assert before and after and before != after


@pytest.mark.parametrize("left", [3.7, 61.0, 599.2, 600.0, 3_601.5, 86_400.0, 172_799.9, 172_800.0, 500_000.4])
def test_what_is_left_is_told_alike_until_then_and_otherwise_after(left: float) -> None:
    now = datetime(2026, 11, 30, tzinfo=UTC)
    due = now + timedelta(seconds=left)
    until = _told_otherwise(due, now)
    last = until - timedelta(microseconds=1)
    assert left_in_words(due - last) == left_in_words(due - now)
    assert left_in_words(due - until) != left_in_words(due - now)


def test_a_finished_game_says_the_same_for_ever(people: Make) -> None:
    game = people(("Ada", "Bob"))
    assert holds_until(game.reading(0)) is not None
    table.resign(game.id, game.who(0))
    assert holds_until(game.reading(1)) is None


def test_a_proposal_that_lapses_ends_what_is_kept(people: Make) -> None:
    game = people(("Ada", "Bob"), move_time=172_800)
    game.post(0, "propose/", kind="pause", days=1)
    assert "Ada proposes a pause" in game.page(1)
    game.later(timedelta(days=1, minutes=1))
    assert "Ada proposes a pause" not in game.page(1)
