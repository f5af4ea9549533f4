"""An order taken off in the moment in which it acts: one of the two takes place, and who cancels is told which."""

from typing import Any

import pytest

from games import table
from games.models import StandingOrder
from games.rules.landlord import LANDLORD
from games.rules.property.state import Auction, State
from tests.clock.tables import PASS, Played, Tables
from tests.clock.virtual import VirtualClock
from tests.together import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture
def game(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Played:
    VirtualClock(monkeypatch).heart_beats()
    return Tables(monkeypatch).start(3)


def auctioned(first: State) -> Any:
    """An edit: the game as it was at first, but for its counts; seat 1 is asked for a bid for 39, then seat 2."""

    def edit(state: State) -> None:
        for name in state.__struct_fields__:
            if name not in ("moves", "wait", "waits"):
                setattr(state, name, getattr(first, name))
        state.auction = Auction(39, [2], [])
        state.ask("auction", 1)

    return edit


@pytest.mark.parametrize("rounds", [8, pytest.param(50, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", ["bid_up_to", "bid_on_square"])
def test_cancelled_and_acted_at_one_moment(game: Played, kind: str, rounds: int) -> None:
    first = LANDLORD.encode_state(game.state)
    acted = cancelled = 0
    for _ in range(rounds):
        game.arrange(auctioned(LANDLORD.decode_state(first)))
        game.order(2, type=kind, square=39, amount=9)
        (row,) = StandingOrder.objects.values_list("pk", flat=True)
        before, token = game.state.moves, game.token(1)

        def cancel(row: int = row) -> str:
            try:
                table.take_order_off(game.id, game.people[2], row)
            except table.TableError as error:
                return str(error)
            return ""

        def passes(token: str = token) -> table.Answer:
            return game.play(1, PASS, token=token)

        refusal, answer = at_once(cancel, passes)
        assert answer.made == 1 and not StandingOrder.objects.exists()
        made = game.entries[before - game.state.moves :] if game.state.moves > before else []
        assert made[0] == (1, "pass", "player")
        if game.state.owner[39] == 2:
            assert made[1:] == [(2, "bid", "order")]
            # A bid for one auction is gone once it is made; one that stands for more is taken off after it.
            assert ("has acted" in refusal) == (kind == "bid_up_to")
            acted += 1
        else:
            assert made[1:] == [] and refusal == "" and game.asked.number == 2
            cancelled += 1
    assert acted + cancelled == rounds
