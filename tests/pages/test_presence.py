"""Who looks at a table is noted, at most twice a minute, and only by a page in sight."""

from collections.abc import Callable
from datetime import timedelta

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import table
from tests.games.tables import Played
from tests.pages.people import People

IN_SIGHT = {"X-In-Sight": "1"}

Make = Callable[..., People]


def writes(captured: CaptureQueriesContext) -> list[str]:
    return [query["sql"] for query in captured.captured_queries if not query["sql"].startswith("SELECT")]


def test_a_visit_is_noted_for_the_readers_own_seat_alone(people: Make) -> None:
    game = people()
    before = table.now()
    game.page(1)
    seen = game.seat(1).seen_at
    assert seen is not None and before <= seen <= table.now()
    assert game.seat(0).seen_at is None


def test_a_page_in_sight_is_noted_once_in_thirty_seconds(people: Make) -> None:
    game = people()
    game.clients[0].get(game.url("live/"), headers=IN_SIGHT)
    first = game.seat(0).seen_at
    game.later(timedelta(seconds=29))
    for path in ("live/", ""):
        with CaptureQueriesContext(connection) as captured:
            game.clients[0].get(game.url(path), headers=IN_SIGHT)
        assert not writes(captured) and game.seat(0).seen_at == first
    game.later(timedelta(seconds=2))
    game.clients[0].get(game.url("live/"), headers=IN_SIGHT)
    again = game.seat(0).seen_at
    assert first is not None and again is not None and again - first > timedelta(seconds=30)


def test_a_page_that_is_not_in_sight_notes_nothing(people: Make) -> None:
    game = people()
    for _ in range(2):
        game.clients[0].get(game.url("live/"))
    assert game.seat(0).seen_at is None


def test_head_and_fetching_ahead_note_nothing(people: Make) -> None:
    game = people()
    client = game.clients[0]
    client.head(game.url())
    client.head(game.url("live/"), headers=IN_SIGHT)
    for ahead in ({"Sec-Purpose": "prefetch"}, {"Sec-Purpose": "prefetch;prerender"}, {"Purpose": "prefetch"}):
        assert client.get(game.url(), headers=ahead).status_code == 200
        assert client.get(game.url("live/"), headers={**IN_SIGHT, **ahead}).status_code == 200
    assert game.seat(0).seen_at is None


def test_who_watches_is_not_noted(people: Make) -> None:
    game = people()
    with CaptureQueriesContext(connection) as captured:
        Client().get(game.url())
        Client().get(game.url("live/"), headers=IN_SIGHT)
    assert not writes(captured)


def test_a_guest_gets_no_mail_and_is_not_noted(started: Played) -> None:
    with CaptureQueriesContext(connection) as captured:
        started.client.get(started.url())
        started.client.get(started.url("live/"), headers=IN_SIGHT)
    assert not writes(captured)


def test_being_seen_changes_nothing_that_is_shown(people: Make) -> None:
    game = people()
    before = [game.client(reader).get(game.url("live/"))["ETag"] for reader in (0, 1, None)]
    game.page(0)
    assert [game.client(reader).get(game.url("live/"))["ETag"] for reader in (0, 1, None)] == before


def test_the_unchanged_answer_stays_cheap(people: Make) -> None:
    game = people()
    etag = game.clients[0].get(game.url("live/"))["ETag"]
    game.later(timedelta(minutes=1))
    for headers, most in (({}, 1), (IN_SIGHT, 3)):
        with CaptureQueriesContext(connection) as captured:
            answer = game.clients[0].get(game.url("live/"), headers={**headers, "if-none-match": etag})
        assert answer.status_code == 304
        own = [query["sql"] for query in captured.captured_queries if "accounts_" not in query["sql"]]
        assert len(own) <= most, own
        assert len(captured) - len(own) <= 2


def test_the_table_page_takes_nine_queries_at_most_and_four_again_beside_those_for_who_is_signed_in(
    people: Make,
) -> None:
    game = people()
    game.post(1, "propose/", kind="pause", days=1)
    game.post(0, "orders/", type="end_turn")
    game.later(timedelta(minutes=1))
    for reader in (0, 1, None):
        for most in (9, 4):
            with CaptureQueriesContext(connection) as captured:
                game.page(reader)
            own = [query["sql"] for query in captured.captured_queries if "accounts_" not in query["sql"]]
            assert len(own) <= most, "\n".join(own)
