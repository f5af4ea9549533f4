"""The leaderboard's page: who is on it, in which order, and who is asked."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from landlord import prepared
from leaderboard import listing
from leaderboard.ladder import Kind, Ladder, count
from leaderboard.models import Rating, RatingKey
from leaderboard.rating import Skill
from tests.leaderboard.games import game_of, person, rate

pytestmark = pytest.mark.django_db

#: What the reader's head asks for, whatever the page: session, user, mail's state, games that wait.
OF_THE_HEAD = ('"accounts_session"', 'FROM "accounts_user"', '"account_emailaddress"', 'FROM "games_seat"')


def rated(name: str, rating: int = 1200, *, listed: bool = True, games: int = 9, **fields: Any) -> User:
    """Save somebody with a rating."""
    user = person(name, listed=listed)
    key = RatingKey.objects.create(user=user)
    row = {
        "ruleset": "landlord",
        "mu": (rating - 1000) / 10 + 18,
        "sigma": 6.0,
        "rating": rating,
        "games": games,
        "wins": 4,
        "places": 2 * games,
        "provisional": games < 5,
        "trend": [rating - 20, rating],
        "last_played": timezone.now(),
        "listed": listed,
    }
    Rating.objects.create(key=key, **(row | fields))
    return user


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="accounts.backends.ByAddress")
    return client


def page(client: Client | None = None, query: str = "") -> str:
    response = (client or Client()).get(f"/leaderboard/{query}")
    assert response.status_code == 200
    return response.content.decode()


def names(html: str) -> list[str]:
    """The names in the table, from the top."""
    return re.findall(r'<th scope="row">\s*<a href="/players/[^"]*/">([^<]*)</a>', html)


def test_people_stand_by_rating_and_equals_share_a_place() -> None:
    for name, rating in (("Ada", 1100), ("Bob", 1300), ("Cleo", 1100), ("Dan", 900)):
        rated(name, rating)
    html = page()
    assert names(html) == ["Bob", "Ada", "Cleo", "Dan"]
    assert re.findall(r'<tr>\s*<td class="num">(\d+)</td>', html) == ["1", "2", "2", "4"]


def test_only_people_who_want_to_be_are_listed() -> None:
    rated("Ada"), rated("Bob", listed=False)
    assert names(page()) == ["Ada"]


def test_a_person_who_unlists_is_gone_at_once_even_if_the_copy_lags() -> None:
    ada, bob = rated("Ada"), rated("Bob")
    ada.on_leaderboard = False
    ada.save()
    User.objects.filter(pk=bob.pk).update(on_leaderboard=False)
    assert not Rating.objects.get(key__user=ada).listed and Rating.objects.get(key__user=bob).listed
    assert names(page()) == []


@pytest.mark.parametrize("query", ["", "?period=30", "?name=a", "?name=ada"])
@pytest.mark.parametrize(
    ("change", "left"),
    [({"on_leaderboard": False}, []), ({"is_active": False}, []), ({"name": "Adalyn"}, ["Adalyn"])],
)
def test_a_change_of_the_person_s_own_row_shows_on_the_page_that_was_just_looked_at(
    query: str, change: dict[str, Any], left: list[str]
) -> None:
    ada = rated("Ada")
    assert names(page(query=query)) == ["Ada"]
    # The row alone, with no word to those who keep copies.
    User.objects.filter(pk=ada.pk).update(**change)
    assert names(page(query=query)) == left


def test_a_suspended_person_is_not_listed() -> None:
    ada = rated("Ada")
    ada.is_active = False
    ada.save(update_fields=["is_active"])
    assert names(page()) == [] and not Rating.objects.get().listed


def test_provisional_ratings_stand_apart_and_have_no_place() -> None:
    rated("Ada"), rated("Bob", games=4)
    assert names(page()) == ["Ada"]
    html = page(query="?show=new")
    assert names(html) == ["Bob"] and ">none</span>" in html


def test_the_period_shows_who_has_played_within_thirty_days() -> None:
    now = timezone.now()
    rated("Ada", last_played=now - timedelta(days=29)), rated("Bob", last_played=now - timedelta(days=31))
    assert names(page(query="?period=30")) == ["Ada"]
    assert listing.let_rest() == 1
    assert not Rating.objects.get(key__user__name="Bob").active
    cache.clear()
    assert names(page(query="?period=30")) == ["Ada"]
    assert names(page()) == ["Ada", "Bob"]


def test_search_finds_beginnings_of_names_whatever_the_capitals(monkeypatch: pytest.MonkeyPatch) -> None:
    rated("Adam", 1500), rated("ada_2"), rated("Bob"), rated("Adele", games=2), rated("Adi", listed=False)
    html = page(query="?name=AD")
    assert names(html) == ["Adam", "ada_2", "Adele"]
    monkeypatch.setattr("leaderboard.board.FEW", 1)
    prepared.forget()
    assert names(page(query="?name=AD")) == ["Adam", "ada_2", "Adele"]
    # The last letter that there is has nothing after it.
    rated("Zzz"), rated("zz-9", 1100)
    assert names(page(query="?name=z")) == ["Zzz", "zz-9"] and names(page(query="?name=zzz")) == ["Zzz"]
    # An underscore is a letter of names, and no sign for any letter.
    assert names(page(query="?name=ada_")) == ["ada_2"]
    assert "Nobody on the leaderboard" in page(query="?name=zy")


@pytest.mark.parametrize("query", ["?page=0", "?page=x", "?period=7", "?show=all", "?name=%25", "?game=chess"])
def test_what_makes_no_sense_is_left_out_and_said(query: str) -> None:
    rated("Ada")
    html = page(query=query)
    assert names(html) == ["Ada"] and "could not make sense" in html


def test_pages_of_fifty_follow_each_other_without_a_gap() -> None:
    for n in range(120):
        rated(f"Person{n:03}", 2000 - n // 4)
    seen = []
    for number, length in ((1, 50), (2, 50), (3, 20)):
        html = page(query=f"?page={number}")
        assert len(names(html)) == length and f"Page {number} of 3" in html
        seen += names(html)
    assert seen == [f"Person{n:03}" for n in range(120)]
    assert names(page(query="?page=99")) == seen[100:]


def test_my_own_line_is_in_sight_on_every_page() -> None:
    for n in range(60):
        rated(f"Person{n:02}", 2000 - n)
    me = rated("Zoe", 1000)
    html = page(signed_in(me))
    assert names(html)[-1] == "Zoe" and html.count("(you)") == 1 and '<tbody class="own">' in html
    assert re.search(r'class="mine-line">\s*<td class="num">61</td>', html) and '<a href="?page=2">' in html
    second = page(signed_in(me), "?page=2")
    assert second.count("(you)") == 1 and '<tbody class="own">' not in second


def test_my_line_is_there_for_me_alone_when_i_am_not_listed() -> None:
    rated("Ada")
    me = rated("Zoe", 1300, listed=False)
    html = page(signed_in(me))
    assert names(html) == ["Ada", "Zoe"] and "seen by you alone" in html
    assert names(page()) == ["Ada"]


def test_somebody_without_a_game_is_told_that_the_line_comes() -> None:
    assert "your line comes with the first" in page(signed_in(person("Ada")))


def test_the_question_is_asked_once_and_no_is_kept() -> None:
    me = person("Ada")
    client = signed_in(me)
    assert "Shall the leaderboard list you?" in page(client)
    response = client.post("/leaderboard/listing/", {"listed": "no"})
    assert response.status_code == 303 and response["Location"] == "/leaderboard/"
    me.refresh_from_db()
    assert not me.on_leaderboard and RatingKey.objects.get(user=me).asked_at
    assert "Shall the leaderboard" not in page(client)


def test_yes_lists_at_once() -> None:
    me = rated("Ada", listed=False)
    signed_in(me).post("/leaderboard/listing/", {"listed": "yes"})
    me.refresh_from_db()
    assert me.on_leaderboard and Rating.objects.get().listed
    assert names(page()) == ["Ada"]


def test_the_settings_list_too_and_nobody_is_asked_then() -> None:
    me = rated("Ada", listed=False)
    client = signed_in(me)
    client.post("/accounts/settings/profile/", {"time_zone": "UTC", "on_leaderboard": "on"})
    assert Rating.objects.get().listed
    assert "Shall the leaderboard" not in page(client)


@pytest.mark.parametrize("said", [{}, {"listed": "perhaps"}])
def test_any_other_answer_is_refused_and_nothing_is_kept(said: dict[str, str]) -> None:
    me = person("Ada")
    assert signed_in(me).post("/leaderboard/listing/", said).status_code == 400
    assert not RatingKey.objects.exists()


def test_guests_are_not_asked_and_can_not_answer() -> None:
    assert "Shall the leaderboard" not in page()
    response = Client().post("/leaderboard/listing/", {"listed": "yes"})
    assert response.status_code == 302 and "/accounts/login/" in response["Location"]
    assert Client().get("/leaderboard/listing/").status_code == 405


@pytest.mark.parametrize("query", ["", "?page=2", "?show=new", "?period=30", "?name=per"])
def test_a_page_takes_four_queries_at_most(query: str) -> None:
    for n in range(120):
        rated(f"Person{n:03}", 2000 - n, games=2 if n % 3 == 0 else 9)
    client = signed_in(User.objects.get(name="Person001"))
    page(client, query)
    cache.delete_many([f"ladder:landlord:{p}:{a}" for p in (0, 1) for a in (0, 1)])
    with CaptureQueriesContext(connection) as captured:
        page(client, query)
    asked = [query["sql"] for query in captured if not any(part in query["sql"] for part in OF_THE_HEAD)]
    assert len(asked) <= 4, asked


def test_a_look_at_the_page_writes_nothing() -> None:
    client = signed_in(rated("Ada"))
    page(client)
    with CaptureQueriesContext(connection) as captured:
        page(client)
    assert not [query for query in captured if not query["sql"].startswith("SELECT")]


def test_the_page_works_while_the_cache_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: object, **kwargs: object) -> None:
        raise ConnectionError

    monkeypatch.setattr("leaderboard.ladder.cache.get", away)
    rated("Ada")
    assert names(page()) == ["Ada"]


def test_the_ladder_counts_as_going_through_the_rows_does() -> None:
    ratings = [1500, 1500, 1400, 1300, 1300, 1300, 1200]
    for n, rating in enumerate(ratings):
        rated(f"Person{n}", rating)
    steps = Ladder(*count(Kind("landlord")))
    for rating in range(1150, 1551, 50):
        assert steps.place(rating) == 1 + sum(other > rating for other in ratings)
    assert steps.total == 7 and steps.pages == 1
    assert Ladder([], []).pages == 1 and Ladder([], []).place(1000) == 1


def test_real_games_lead_to_a_line() -> None:
    ada, bob = person("Ada", listed=True), person("Bob", listed=True)
    for _ in range(5):
        game_of([ada, bob])
    rate()
    html = page()
    assert names(html) == ["Ada", "Bob"] and "Last 5 games: up" in html and "Last 5 games: down" in html
    assert "5 games, first in 5, average place 1.00" in html and f"± {round(10 * Skill().sigma)}" not in html


def test_each_game_has_a_leaderboard_of_its_own_and_links_stay_in_it() -> None:
    rated("Ada", 1300)
    rated("Bob", 1200, ruleset="deedland")
    rated("Cleo", 1100, ruleset="deedland", provisional=True)
    first, second = page(), page(query="?game=deedland")
    assert names(first) == ["Ada"] and names(second) == ["Bob"]
    assert "by their rating in Landlord" in first and "by their rating in Deedland" in second
    assert '<a href="?game=deedland" aria-current="true">Deedland</a>' in second
    assert '<a href="?game=landlord" aria-current="true">Landlord</a>' in first
    assert names(page(query="?game=deedland&show=new")) == ["Cleo"]
    assert 'href="?game=deedland&amp;show=new"' in second and 'href="?show=new"' in first
