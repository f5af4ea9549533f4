"""The leaderboard and players, for programs: pages by cursor, and answers that have not changed."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.conftest import Program, refused
from tests.leaderboard.games import game_of, person
from tests.leaderboard.test_board import rated

pytestmark = pytest.mark.django_db


def _walk(path: str, way: str, page: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """Give a page and all that follow it in one direction."""
    pages = [page or Program().get(path).json()]
    while pages[-1][way]:
        address = urlsplit(pages[-1][way])
        pages.append(Program().get(f"{address.path.removeprefix('/api/v1/')}?{address.query}").json())
        assert len(pages) < 20
    return pages


def test_the_leaderboard_is_walked_by_cursor_there_and_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leaderboard.board.PAGE", 3)
    # Some of one rating, so that a page ends among them.
    for number, rating in enumerate([1500, 1400, 1400, 1400, 1400, 1300, 1200, 900]):
        rated(f"Pat{number}", rating)
    rated("Hidden", 1450, listed=False)
    there = _walk("leaderboard/", "next")
    names = [[player["name"] for player in page["players"]] for page in there]
    assert names == [["Pat0", "Pat1", "Pat2"], ["Pat3", "Pat4", "Pat5"], ["Pat6", "Pat7"]]
    assert [player["place"] for page in there for player in page["players"]] == [1, 2, 2, 2, 2, 6, 7, 8]
    assert {page["total"] for page in there} == {8} and there[0]["previous"] is None
    back = _walk("leaderboard/", "previous", there[-1])
    assert [[player["name"] for player in page["players"]] for page in reversed(back)] == names
    assert back[-1]["previous"] is None


def test_a_page_far_down_takes_no_more_queries_than_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leaderboard.board.PAGE", 2)
    for number in range(9):
        rated(f"Pat{number}", 1500 - number)
    pages = _walk("leaderboard/", "next")
    address = urlsplit(pages[-2]["next"])
    counts = []
    for query in ("", f"?{address.query}"):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            Program().get(f"leaderboard/{query}")
        counts.append(len(asked))
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    "cursor", ["", "x", "below_1", "below_1_0", "aside_1_1", "below_9999999999_1", "below_१_1", "\x00"]
)
def test_a_cursor_of_no_list_is_refused(cursor: str) -> None:
    person("Ada")
    for path in ("leaderboard/", "players/Ada/", "games/"):
        refused(Program().get(f"{path}?cursor={cursor}"), 400, "bad_cursor")


def test_a_players_games_go_on_by_cursor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leaderboard.played.GAMES", 2)
    ada, bob = person("Ada"), person("Bob")
    made = [game_of([ada, bob]).public_id for _ in range(5)]
    pages = _walk("players/Ada/", "next")
    assert [game["id"] for page in pages for game in page["finished"]] == made[::-1]
    assert [len(page["finished"]) for page in pages] == [2, 2, 1]


@pytest.mark.parametrize("path", ["leaderboard/", "players/Ada/", "games/", "account/"])
def test_what_has_not_changed_is_not_sent_again(path: str) -> None:
    ada = rated("Ada")
    program = Program.of(ada)
    first = program.get(path)
    again = program.get(path, If_None_Match=first["ETag"])
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert first["Cache-Control"] == "private, no-cache" and int(again["RateLimit-Remaining"]) > 0
    game_of([ada, person("Bob", listed=True)], status="running", finished_at=None)
    ada.name = "Eda"
    ada.on_leaderboard = False
    ada.save()
    changed = program.get(path.replace("Ada", "Eda"), If_None_Match=first["ETag"])
    assert changed.status_code == (304 if path == "games/" else 200)
