"""The operator's commands serve every game: its stored games verify, and a person's data holds them."""

import json
from datetime import timedelta

import pytest

from games import table
from games.models import Game, GameSecret, Seat
from tests.api.deedland import against_bots, friends, move, waited_on
from tests.games.company import person, running
from tests.operations.test_commands import run

pytestmark = pytest.mark.django_db


def drawn_after_a_move_of_the_clock() -> Game:
    """A game in which the clock rolled for somebody, and that was drawn then."""
    ada, bob = person("Ada"), person("Bob")
    game = friends(ada, bob, move_time=30)
    table.sweep()
    Seat.objects.filter(game=game, due_at__isnull=False).update(due_at=table.now() - timedelta(seconds=5))
    assert table.expire(game.public_id)
    move(game, ada, "offer_draw")
    move(game, bob, "accept_draw")
    return game


def test_stored_games_of_every_game_verify_and_a_change_of_one_is_found() -> None:
    game = drawn_after_a_move_of_the_clock()
    cleo = person("Cleo")
    against_bots(cleo, 2)
    running(cleo, person("Dan"))
    assert run("verify", "--stored") == "3 games checked, 0 wrong."
    Game.objects.filter(pk=game.pk).update(placings=[[0], [1]])
    found = GameSecret.objects.get(game=game)
    with pytest.raises(SystemExit):
        run("verify", "--stored")
    Game.objects.filter(pk=game.pk).update(placings=[[0, 1]])
    GameSecret.objects.filter(game=game).update(snapshot=found.snapshot.replace('"rolls":1', '"rolls":2'))
    with pytest.raises(SystemExit):
        run("verify", "--stored")


def test_a_persons_data_holds_games_with_and_without_a_clock() -> None:
    game = drawn_after_a_move_of_the_clock()
    ada = game.seats.get(name="Ada").user
    assert ada is not None
    endless = friends(ada, person("Cleo"), move_time=None)
    move(endless, waited_on(endless), "roll")
    games = {entry["game"]: entry for entry in json.loads(run("export", "Ada"))["games"]}
    assert games[game.public_id]["ruleset"] == "deedland" and games[game.public_id]["place"] == 1
    assert games[endless.public_id]["status"] == "running"
