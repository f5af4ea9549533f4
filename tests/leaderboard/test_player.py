"""A player's page: what is told, and to whom."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Block, User
from games import table
from games.models import Game
from landlord import prepared
from leaderboard import charts, lines, played, profile
from leaderboard.models import AnswerTimes, RatingChange
from leaderboard.rebuild import rebuild
from tests.leaderboard.games import game_of, person, rate
from tests.leaderboard.test_board import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [person("Ada", listed=True), person("Bob"), person("Cleo", listed=True)]


def page(name: str = "Ada", reader: User | None = None, query: str = "") -> str:
    client = signed_in(reader) if reader else Client()
    response = client.get(f"/players/{name}/{query}")
    assert response.status_code == 200, response
    return re.sub(r"\s+", " ", response.content.decode())


def fact(html: str, term: str) -> str:
    """The figure that stands under a term, without its mark-up."""
    found = re.search(rf"<dt>{term}</dt> ?<dd>(.*?)</dd>", html)
    assert found, term
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", "", found[1])).strip()


def test_the_page_tells_rating_place_and_record(people: list[User]) -> None:
    ada, bob, cleo = people
    for _ in range(4):
        game_of([ada, bob])
    game_of([cleo, ada, bob])
    rate()
    html = page()
    changes = list(RatingChange.objects.filter(key__user=ada).order_by("number"))
    assert fact(html, "Rating").startswith(str(changes[-1].after))
    assert fact(html, "Place") == "1 of 1"
    assert (fact(html, "Rated games"), fact(html, "First places")) == ("5", "4")
    record = re.findall(r'<th scope="row">(Two|Three)</th>(.*?)</tr>', html)
    assert [(people, re.findall(r">(\d+|–)</td>", cells)) for people, cells in record] == [
        ("Two", ["4", "4", "0", "–"]),
        ("Three", ["1", "0", "1", "0"]),
    ]
    assert "Ada’s rating in Landlord over 5 rated games, from 1000 before that of" in html
    assert all(f"{'+' if c.by > 0 else '−'}{abs(c.by)} </td>" in html for c in changes)


@pytest.mark.parametrize("reader", [None, "Ada", "Cleo"])
def test_whoever_is_not_on_the_leaderboard_shows_no_rating_to_others(people: list[User], reader: str | None) -> None:
    ada, bob, _ = people
    game_of([bob, ada])
    rate()
    html = page("Bob", User.objects.get(name=reader) if reader else None)
    assert "<dt>Rating" not in html and "rating over" not in html and "rated games" not in html
    assert "+18" not in html and "1018" not in html
    # A public game and its places are seen by everybody anyhow.
    assert "1 of 2" in html and fact(html, "Games without a time-out") == "100% 1 of 1"


def test_it_is_shown_to_oneself_with_a_word(people: list[User]) -> None:
    ada, bob, _ = people
    game_of([bob, ada])
    rate()
    html = page("Bob", bob)
    assert fact(html, "Rating, provisional").startswith("1018") and "seen by you alone" in html
    assert "Block" not in html and "You and Bob" not in html


def test_games_of_secret_tables_are_seen_by_their_players_alone(people: list[User]) -> None:
    ada, bob, cleo = people
    game = game_of([ada, bob], secret_table=True)
    running = game_of([ada, bob], status=Game.Status.RUNNING, finished_at=None, placings=[[0], [1]], secret_table=True)
    for reader, sees in ((None, False), (cleo, False), (bob, True), (ada, True)):
        html = page("Ada", reader)
        assert (f"/games/{game.public_id}/" in html) == sees
        assert (f"/games/{running.public_id}/" in html) == sees
    assert "Games in play" not in page("Ada")


def test_games_in_play_and_finished_ones_lead_to_their_tables_and_players(people: list[User]) -> None:
    ada, bob, _ = people
    over = game_of([ada, bob, "Bot 1"])
    running = game_of([bob, ada], status=Game.Status.RUNNING, finished_at=None, placings=None)
    running.seats.update(place=0)
    html = page()
    assert f"/games/{over.public_id}/" in html and f"/games/{running.public_id}/" in html
    assert '<a href="/players/Bob/">Bob</a> and Bot 1' in html and "/players/Bot" not in html


def test_a_struck_result_is_called_so(people: list[User]) -> None:
    game = game_of(people[:2])
    rate()
    table.void(game.public_id, "Two accounts of one person")
    rebuild()
    html = page("Ada", people[0])
    assert "struck" in html and "+18" not in html


def test_deleted_players_have_no_link(people: list[User]) -> None:
    game_of(people[:2])
    people[1].delete()
    game = Game.objects.get()
    game.seats.filter(number=1).update(name="deleted player")
    html = page()
    assert "deleted player" in html and "/players/deleted" not in html


def test_older_games_come_on_further_pages(people: list[User]) -> None:
    ada, bob, _ = people
    games = [game_of([ada, bob]).public_id for _ in range(45)]
    seen: list[str] = []
    query = ""
    while True:
        html = page(query=query)
        seen += re.findall(r'/games/(\w+)/"><time', html)
        older = re.search(r'href="(\?older=\d+)"', html)
        if older is None:
            break
        query = older[1]
    assert seen == games[::-1]


@pytest.mark.parametrize("older", ["x", "-1", "0", "9" * 30, "²"])
def test_a_number_that_makes_no_sense_is_no_error(people: list[User], older: str) -> None:
    game_of(people[:2])
    page(query=f"?older={older}")


def test_reliability_is_the_share_of_games_with_others_without_a_time_out(people: list[User]) -> None:
    ada, bob, _ = people
    game_of([ada, bob])
    game_of([bob, ada], fates=["", "timed_out"])
    game_of([bob, ada], fates=["", "resigned"])
    # A game against bots alone promises nobody anything.
    game_of(["Bot 1", ada], fates=["", "timed_out"])
    assert fact(page(), "Games without a time-out") == "67% 2 of 3"
    assert fact(page("Cleo"), "Games without a time-out") == "– no finished game with others yet"


def test_reliability_is_told_by_the_last_games(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leaderboard.profile.RECENT", 3)
    prepared.forget()
    ada, bob, _ = people
    for fate in ("timed_out", "timed_out", "", "", "timed_out"):
        game_of([bob, ada], fates=["", fate])
    assert fact(page(), "Games without a time-out") == "67% 2 of the last 3"


def test_two_people_s_games_together_are_counted(people: list[User]) -> None:
    ada, bob, cleo = people
    game_of([ada, bob])
    game_of([bob, ada, cleo], secret_table=True)
    game_of([ada, cleo, bob])
    running = game_of([ada, bob], status=Game.Status.RUNNING, finished_at=None, placings=[[0], [1]])
    running.seats.filter(number=0).update(place=0)
    html = page("Ada", bob)
    assert "3 games together: you came in ahead in 1, Ada in 2." in html
    assert "You and Ada" not in page("Ada") and "No game together" in page("Ada", person("Dan"))


def test_what_is_counted_is_kept_until_one_more_game_is_over(people: list[User]) -> None:
    ada, bob, cleo = people
    game_of([ada, bob])

    def looked() -> tuple[int, str, bool]:
        client = signed_in(bob)
        with CaptureQueriesContext(connection) as captured:
            html = client.get("/players/Ada/").content.decode()
        return len(captured), fact(re.sub(r"\s+", " ", html), "Games without a time-out"), "1 game together" in html

    first, *told = looked()
    assert told == ["100% 1 of 1", True]
    assert looked() == (first - 2, *told)
    # Of another game of Ada's the pair has nothing, but it may have had.
    game_of([ada, cleo], fates=["timed_out", ""])
    assert looked() == (first, "50% 1 of 2", True)
    # One of Bob's with others tells nothing of Ada.
    game_of([bob, cleo])
    assert looked() == (first - 1, "50% 1 of 2", True)
    # While a game goes on for others, it is over for who is out.
    game_of([bob, cleo, ada], status=Game.Status.RUNNING, finished_at=None)
    assert looked() == (first, "67% 2 of 3", False)


def test_answer_times_are_drawn_and_told(people: list[User]) -> None:
    AnswerTimes.objects.create(user=people[0], counts=[61, 148, 96, 124, 287, 203, 88, 9])
    html = page()
    assert "usually answers within twelve hours" in html and "1016 answers" in html
    assert "How long Ada takes to answer: under 1 min 61, 1 to 5 min 148" in html


def test_a_reader_blocks_and_unblocks_from_the_page(people: list[User]) -> None:
    ada, bob, _ = people
    client = signed_in(bob)
    assert 'action="/accounts/settings/blocks/"' in page("Ada", bob)
    assert client.post("/accounts/settings/blocks/", {"name": "Ada"}).status_code == 303
    assert Block.objects.filter(user=bob, blocked=ada).exists()
    assert "Take off my block list" in page("Ada", bob)
    assert "Block" not in page("Ada") and "block list" not in page("Ada", ada)


def test_another_spelling_leads_to_the_name_and_nobody_is_not_found(people: list[User]) -> None:
    client = Client()
    assert client.get("/players/aDA/")["Location"] == "/players/Ada/"
    response = client.get("/players/Nobody-here/")
    assert response.status_code == 404 and "Nobody here has this name" in response.content.decode()
    assert client.get("/players/A%20B/").status_code == 404
    assert client.post("/players/Ada/").status_code == 405
    people[0].is_active = False
    people[0].save()
    assert client.get("/players/Ada/").status_code == 404


def test_the_page_takes_as_many_queries_for_many_games_as_for_few(people: list[User]) -> None:
    ada, bob, cleo = people
    client = signed_in(bob)

    def queries() -> tuple[int, int]:
        """How many the first look after a game takes, and how many the next."""
        counts = []
        for _ in range(2):
            with CaptureQueriesContext(connection) as captured:
                assert client.get("/players/Ada/").status_code == 200
            counts.append(len(captured))
        return counts[0], counts[1]

    for _ in range(6):
        game_of([ada, bob, cleo])
    game_of([ada, bob], status=Game.Status.RUNNING, finished_at=None, placings=[[0], [1]])
    rate()
    queries()
    game_of([ada, bob])
    rate()
    few = queries()
    for _ in range(40):
        game_of([cleo, ada])
    game_of([ada, cleo], status=Game.Status.RUNNING, finished_at=None, placings=[[0], [1]])
    rate()
    # The course, the places, and what is counted are read when a game has changed them.
    assert queries() == few and few[1] == few[0] - 4


def test_a_course_is_drawn_anew_after_each_game_and_after_a_result_was_struck(people: list[User]) -> None:
    game_of(people[:2])
    rate()
    assert "over 1 rated games" in page()
    second = game_of(people[:2])
    rate()
    assert "over 2 rated games" in page()
    table.void(second.public_id, "Two accounts of one person")
    rebuild()
    assert "over 1 rated games" in page()


def test_a_course_that_a_game_has_just_overtaken_is_not_kept(people: list[User]) -> None:
    game_of(people[:2])
    rate()
    player = profile.find("Ada")
    assert player is not None
    (row,) = profile.ratings(player)
    second = game_of(people[:2])
    rate()
    # Between the look at the rating and the one at its course a game was rated, and is struck afterwards.
    assert "over 2 rated games" in lines.course(row, player, 1, several=False)
    table.void(second.public_id, "Two accounts of one person")
    rebuild()
    assert "over 1 rated games" in page()


def test_a_player_s_new_name_is_told_everywhere_at_once(people: list[User]) -> None:
    ada, bob, _ = people
    game_of([ada, bob])
    AnswerTimes.objects.create(user=ada, counts=[1, 0, 0, 0, 0, 0, 0, 0])
    rate()
    assert "Ada" in page()
    ada.name = "Eda"
    ada.save()
    assert "Ada" not in page("Eda")


def test_a_game_s_day_is_that_of_the_time_zone_in_force() -> None:
    # The last day of a year in one place is the first of the next one in the other.
    at = datetime(2024, 12, 31, 12, tzinfo=UTC)
    line = played.GameLine("bcdfghjkmnpq", "landlord", at, True, "", 1, (), None)
    for zone, year, said in (
        ("Pacific/Kiritimati", 2026, '<time datetime="2025-01-01T02:00:00+14:00">1 Jan 2025</time>'),
        ("Pacific/Honolulu", 2026, '<time datetime="2024-12-31T02:00:00-10:00">31 Dec 2024</time>'),
        ("Pacific/Kiritimati", 2025, '<time datetime="2025-01-01T02:00:00+14:00">1 Jan</time>'),
    ):
        with timezone.override(ZoneInfo(zone)):
            assert said in lines.finished(line, year, with_change=False)


def test_a_game_with_nobody_else_is_a_line_too(people: list[User]) -> None:
    game = game_of(people[:1])
    html = page()
    assert f"/games/{game.public_id}/" in html and "Nobody <br>" in html and "1 of 1" in html


def test_the_largest_tables_fill_a_page_all_the_same(people: list[User]) -> None:
    games = [game_of(["Bot 1", "Bot 2", "Bot 3", people[0]]).public_id for _ in range(22)]
    html = page()
    assert re.findall(r'/games/(\w+)/"><time', html) == games[:1:-1]
    assert html.count("Bot 1, Bot 2 and Bot 3 <br>") == 20 and html.count("4 of 4") == 20 and "Older games" in html


def test_a_look_writes_nothing(people: list[User]) -> None:
    game_of(people)
    rate()
    client = signed_in(people[1])
    client.get("/players/Ada/")
    with CaptureQueriesContext(connection) as captured:
        client.get("/players/Ada/")
    assert not [query for query in captured if not query["sql"].startswith("SELECT")]


@pytest.mark.parametrize(
    ("least", "most"), [(1000, 1000), (1000, 1018), (940, 1370), (995, 1005), (0, 4000), (-300, -290)]
)
def test_an_axis_holds_all_and_has_few_lines(least: int, most: int) -> None:
    low, high, step = charts.scale(least, most)
    assert low <= least and most <= high and high > low
    assert 2 <= (high - low) // step <= 5 and low % step == high % step == 0


def test_the_chart_s_line_goes_through_every_game_and_no_date_stands_twice() -> None:
    start = datetime(2026, 11, 1, tzinfo=UTC)
    times = [start + timedelta(hours=n) for n in range(30)]
    svg = charts.rating_chart([1000 + n for n in range(31)], times, "<b>", "<i>")
    assert svg.count("V") == 30 and "&lt;b&gt;" in svg and "<b>" not in svg
    dates = re.findall(r">(\d+ \w+)</text>", svg)
    assert dates == ["1 Nov", "2 Nov"]
    # Over more than a year a date has its year.
    assert "Nov 2026</text>" in charts.rating_chart([1, 2, 3], [start, start + timedelta(days=400)], "Ada", "Landlord")


@pytest.mark.parametrize(
    ("trend", "said"),
    [([1000, 1018], "Last 1 game: up 18"), ([9, 5, 9], "Last 2 games: as before"), ([9, 8], "down 1")],
)
def test_the_trend_says_what_it_shows(trend: list[int], said: str) -> None:
    svg: Any = charts.spark(trend)
    assert said in svg and svg.count("L") == len(trend) - 1 + svg.count("Last")


def test_a_player_of_two_games_has_a_rating_and_a_chart_of_each(people: list[User]) -> None:
    ada, _, cleo = people
    game_of([ada, cleo])
    game_of([ada, cleo], [[0, 1]], ruleset="deedland")
    rate()
    html = page()
    of_each = dict(RatingChange.objects.filter(key__user=ada).values_list("ruleset", "mu"))
    assert len(of_each) == 2
    for game in ("Landlord", "Deedland"):
        assert fact(html, f"Rating in {game}, provisional").split()[0].isdigit()
        assert f"Ada’s rating in {game} over 1 rated games" in html
        assert f'<span class="small dim">{game}</span>' in html
