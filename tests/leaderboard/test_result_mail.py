"""The mail of a rated game's end tells what the game made of the rating."""

from datetime import timedelta

import pytest

from games.mail.letters import compose
from games.models import Notice
from tests.games.company import over
from tests.leaderboard.games import person, rate, rating_of

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_it_waits_for_the_rating_and_tells_it() -> None:
    ada, bob = person("Ada"), person("Bob")
    over(ada, bob, rated=True)
    notice = Notice.objects.get(kind=Notice.Kind.OVER, user=bob)
    assert notice.send_at - notice.created_at >= timedelta(seconds=10), "the rating looks every five seconds"
    assert "Your rating" not in compose(notice, "bob@example.org").body
    assert rate() == 1
    told = compose(notice, "bob@example.org").body
    after = rating_of(bob).rating
    assert f"Your rating went from 1000 to {after} ({after - 1000:+d})." in " ".join(told.split())


def test_an_unrated_game_says_nothing_of_ratings_and_its_mail_goes_at_once() -> None:
    ada, bob = person("Ada"), person("Bob")
    over(ada, bob)
    notice = Notice.objects.get(kind=Notice.Kind.OVER, user=ada)
    assert rate() == 0 and notice.send_at == notice.created_at
    assert "rating" not in compose(notice, "ada@example.org").body
