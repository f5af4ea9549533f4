"""What beat starts is there and does its work; own data has what ratings keep."""

import json

import pytest
from django.test import Client

from games import table
from landlord.celery import UPKEEP, app
from leaderboard.models import AnswerTimes, RatedGame, Rating
from tests.accounts.conftest import once_more, person, sign_in
from tests.leaderboard.games import game_of, rate
from tests.leaderboard.games import person as other

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

OURS = sorted(entry["task"] for entry in app.conf.beat_schedule.values() if "leaderboard" in entry["task"])


def test_all_tasks_of_ratings_are_started_by_beat() -> None:
    app.loader.import_default_modules()
    assert sorted(name for name in app.tasks if name.startswith("leaderboard.")) == OURS
    slow = [name for name in OURS if not name.endswith("rate_finished")]
    assert all(app.conf.task_routes[name] == {"queue": UPKEEP} for name in slow)


@pytest.mark.parametrize("name", OURS)
def test_each_task_does_its_work(name: str) -> None:
    app.loader.import_default_modules()
    game = game_of([other("Bob"), other("Cleo")])
    done = app.tasks[name].apply(throw=True).get()
    assert RatedGame.objects.filter(game=game).exists() == ("rate_" in name) == bool(done)


def test_own_data_has_the_ratings_and_the_answer_times() -> None:
    ada = person()
    game = game_of([ada, other("Bob")])
    rate()
    AnswerTimes.objects.create(user=ada, counts=[1, 2, 3, 4, 5, 6, 7, 8])
    client: Client = sign_in()
    once_more(client)
    data = json.loads(client.get("/accounts/settings/data.json").content)
    [rating], [change] = data["ratings"], data["rating_changes"]
    assert rating["rating"] == 1018 == change["after"] and rating["mu"] == Rating.objects.get(key__user=ada).mu
    assert (change["game"], change["place"], change["of"], change["before"]) == (game.public_id, 1, 2, 1000)
    assert data["answer_times"]["under 1 min"] == 1 and data["asked_about_leaderboard"] is None
    assert table.now().isoformat()[:10] == change["at"][:10]
