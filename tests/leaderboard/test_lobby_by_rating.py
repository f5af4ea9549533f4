"""The lobby finds tables by their opener's rating, if that is shown to others."""

import pytest
from django.test import Client

from accounts.models import User
from leaderboard.models import Rating
from tests.games.company import open_table, over
from tests.leaderboard.games import person, rate

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def listed(address: str) -> list[str]:
    page = Client().get(address).content.decode()
    assert "could not make sense" not in page
    return [name for name in ("Ada", "Bob", "Cleo") if f": table of {name}<" in page]


def test_tables_are_found_by_the_rating_that_their_opener_shows() -> None:
    ada, bob, cleo = (person(name) for name in ("Ada", "Bob", "Cleo"))
    for _ in range(3):
        over(ada, bob, rated=True)
    rate()
    User.objects.filter(pk__in=(ada.pk, bob.pk)).update(on_leaderboard=True)
    Rating.objects.update(listed=True)
    for user in (ada, bob, cleo):
        open_table(user, 3)
    assert listed("/games/") == ["Ada", "Bob", "Cleo"]
    assert listed("/games/?rating=1000") == ["Ada"], "Bob has less, and Cleo none yet"
    assert listed("/games/?rating=1300") == []
    Rating.objects.filter(key__user=ada).update(listed=False)
    assert listed("/games/?rating=1000") == [], "who hides a rating is not found by it"
