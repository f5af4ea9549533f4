"""What a reading of a table tells beside the view: what the clock would do, and a draw that is offered."""

import pytest

from games import queries
from games.models import Game, GameSecret
from games.rules import registry
from games.rules.chance import Chance
from games.rules.property.state import State
from tests.clock.tables import Played, Tables


@pytest.fixture
def game(db: None, monkeypatch: pytest.MonkeyPatch) -> Played:
    return Tables(monkeypatch).start(seats=2)


def turned_to(game: Played, ruleset: str, move_time: int | None) -> State:
    """Put another game's first decision in the place of this one's; give its state."""
    options = {"move_time": move_time, "bots": None} if ruleset == "deedland" else {"move_time": move_time}
    state, _ = registry.newest(ruleset).start(["person", "person"], Chance("0" * 64), options)
    Game.objects.filter(public_id=game.id).update(ruleset=ruleset, options=options)
    assert isinstance(state, State)
    keep(game, ruleset, state)
    return state


def keep(game: Played, ruleset: str, state: State) -> None:
    snapshot = registry.newest(ruleset).encode_state(state).decode()
    GameSecret.objects.filter(game__public_id=game.id).update(snapshot=snapshot)


def test_a_table_tells_what_the_clock_would_do(game: Played) -> None:
    for ruleset, expected in (("landlord", "timeout"), ("deedland", "roll")):
        state = turned_to(game, ruleset, 60)
        rules = registry.newest(ruleset)
        found = queries.table(game.id, game.people[0]).at_deadline
        assert found == rules.on_timeout(state, rules.decisions(state)[0].seat)
        assert expected in repr(found).lower()


def test_without_a_clock_and_while_it_rests_it_would_do_nothing(game: Played) -> None:
    turned_to(game, "deedland", None)
    assert queries.table(game.id, game.people[0]).at_deadline is None
    state = turned_to(game, "deedland", 60)
    state.clock_rests = True
    keep(game, "deedland", state)
    assert queries.table(game.id, game.people[0]).at_deadline is None


def test_a_table_tells_of_the_draw_that_is_offered(game: Played) -> None:
    state = turned_to(game, "deedland", 60)
    assert queries.table(game.id, game.people[0]).draw is None
    rules = registry.newest("deedland")
    rules.apply(state, 1, rules.draw_offer())
    keep(game, "deedland", state)
    draw = queries.table(game.id, game.people[0]).draw
    assert draw is not None
    assert (draw.giver, draw.to_answer) == (1, (0,))
