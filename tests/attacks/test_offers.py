"""Offers that are none, offers whose squares change under them, and more offers than one may make."""

import statistics
import time
from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from games.models import Move
from tests.attacks.doors import Door
from tests.attacks.unchanged import nothing_written
from tests.clock.tables import ACCEPT, END_TURN, REFUSE, Played, Tables, offer, person
from tests.mail.moments import position

pytestmark = pytest.mark.django_db

AsDoor = Callable[[User], Door]
#: Seat 0's, seat 1's, seat 2's who is out; Market Cross (24) is nobody's, Moss (1, 3) is whole.
OWNED = {"s6": 0, "s11": 0, "s16": 1, "s18": 1, "s1": 1, "s3": 1}

#: What is no offer of seat 0's. An offer itself would be of square 6 to seat 1.
NO_OFFERS: dict[str, dict[str, Any]] = {
    "to oneself": offer(0, give=[6]),
    "to oneself, of both sides": offer(0, give=[6], get=[11]),
    "to who is out": offer(2, give=[6]),
    "to a seat that is not there": offer(3, give=[6]),
    "to seat -1": offer(-1, give=[6]),
    "to a seat of 64 bits": offer(2**63, give=[6]),
    "of one square twice": offer(1, give=[6, 6]),
    "for one square twice": offer(1, get=[16, 16]),
    "of one square on both sides": offer(1, give=[6], get=[6]),
    "of the other's square": offer(1, give=[16]),
    "for one's own square": offer(1, get=[6]),
    "of a square of the bank's": offer(1, give=[24]),
    "for a square of the bank's": offer(1, get=[24]),
    "of a corner": offer(1, give=[0]),
    "of a square off the board": offer(1, give=[40]),
    "of a square before the board": offer(1, give=[-34]),
    "of a square of 64 bits": offer(1, give=[2**63]),
    "of money alone": offer(1, give_cash=5),
    "of nothing": offer(1),
    "of less than nothing": offer(1, give=[6], give_cash=-1),
    "for less than nothing": offer(1, give=[6], get_cash=-(2**63)),
    "of money both ways": offer(1, give=[6], give_cash=5, get_cash=5),
    "of more than one has": offer(1, give=[6], give_cash=1_000),
    "for more than the other has": offer(1, give=[6], get_cash=1_000),
    "of 64 bits": offer(1, give=[6], give_cash=2**63),
    "for 64 bits": offer(1, give=[6], get_cash=2**63),
    "for as much as there is to be written": offer(1, give=[6], get_cash=10**300),
    "for a square with its set built on": offer(1, get=[1]),
}
#: What has not even the form of one.
MALFORMED: dict[str, dict[str, Any]] = {
    "a fraction": offer(1, give=[6], give_cash=1.5),  # type: ignore[arg-type]
    "a whole fraction": offer(1, give=[6], give_cash=1.0),  # type: ignore[arg-type]
    "true": offer(1, give=[6], give_cash=True),
    "a truth for a square": offer(1, give=[True]),
    "a truth for a seat": offer(True, give=[6]),
    "a sum in words": offer(1, give=[6], give_cash="5"),  # type: ignore[arg-type]
    "no sum": offer(1, give=[6], give_cash=None),  # type: ignore[arg-type]
    "one square, not a list": offer(1) | {"give": 6},
    "a list in the list": offer(1) | {"give": [[6]]},
    "a card": offer(1, give=[6]) | {"give_cards": ["F8"]},
    "somebody else's": offer(1, give=[6]) | {"from": 1},
}


@pytest.fixture
def game(tables: Tables) -> Played:
    """Seat 0 is to manage; seat 2 is out."""
    game = tables.start(3)
    game.resign(2)

    def edit(state: Any) -> None:
        position(0, "manage", 0, **OWNED)(state)
        state.houses[1] = 1

    game.arrange(edit)
    return game


@pytest.mark.parametrize(("moves", "status"), [(NO_OFFERS, 409), (MALFORMED, 400)], ids=["no offers", "malformed"])
def test_what_is_no_offer_is_refused_in_a_sentence(
    game: Played, door: AsDoor, moves: dict[str, dict[str, Any]], status: int
) -> None:
    ada, token = door(person("ada")), game.token(0)
    for name, move in moves.items():
        with nothing_written():
            told = ada.play(game.id, token, move)
        assert told.status == status and len(told.sentence) > 10, (name, told)


def test_a_sum_of_400_digits_is_refused(game: Played, door: AsDoor) -> None:
    ada, token = door(person("ada")), game.token(0)
    with nothing_written():
        told = ada.play(game.id, token, offer(1, give=[6], get_cash=10**400))
    # A form may not be so long; a body may, and the rules know nobody so rich.
    assert told.status == (409 if ada.limited else 400) and told.sentence and len(told.sentence) < 200


class TestSquaresOfAStandingOffer:
    """By the rules nothing can happen to them: while an offer stands only its receiver is waited on."""

    @pytest.fixture
    def offered(self, tables: Tables) -> Played:
        game = tables.start(3)
        game.arrange(position(0, "manage", s6=0, s7=0, s9=0, s16=1))
        game.play(0, offer(1, give=[6], get=[16]))
        return game

    @pytest.mark.parametrize(
        ("seat", "kind", "square"),
        [(0, "mortgage", 6), (0, "build", 7), (0, "sell", 7), (1, "mortgage", 16), (2, "mortgage", 16)],
    )
    def test_neither_is_mortgaged_nor_built_on(
        self, offered: Played, door: AsDoor, seat: int, kind: str, square: int
    ) -> None:
        mover = door(person(("ada", "bob", "cleo")[seat]))
        with nothing_written():
            told = mover.play(offered.id, offered.token(seat), {"type": kind, "square": square})
        assert told.status == 409 and told.sentence
        receiver = door(person("bob"))
        assert receiver.play(offered.id, offered.token(1), ACCEPT).taken
        assert (offered.state.owner[6], offered.state.owner[16]) == (1, 0)

    def test_nothing_else_can_be_done_and_no_second_offer_be_made(self, offered: Played, door: AsDoor) -> None:
        ada = door(person("ada"))
        with nothing_written():
            for move in (END_TURN, ACCEPT, REFUSE, offer(2, give=[6]), {"type": "buy"}, {"type": "bid", "amount": 1}):
                assert ada.play(offered.id, offered.token(0), move).status == 409

    @pytest.mark.parametrize(("leaver", "name"), [(0, "ada"), (1, "bob")])
    def test_a_leaving_ends_it_and_nothing_moves(self, offered: Played, door: AsDoor, leaver: int, name: str) -> None:
        receiver, token = door(person("bob")), offered.token(1)
        assert door(person(name)).act(offered.id, "resign").taken
        with nothing_written():
            assert receiver.play(offered.id, token, ACCEPT).status == 409
        state = offered.state
        assert state.offer is None and state.owner[16] == (1 if leaver == 0 else -1)
        assert state.owner[6] == (-1 if leaver == 0 else 0)

    def test_a_leaving_of_somebody_else_leaves_it(self, offered: Played, door: AsDoor) -> None:
        receiver, token = door(person("bob")), offered.token(1)
        assert door(person("cleo")).act(offered.id, "resign").taken
        with nothing_written():
            # Who is in has changed, so the receiver looks once more before it counts.
            assert receiver.play(offered.id, token, ACCEPT).status == 409
        assert receiver.play(offered.id, offered.token(1), ACCEPT).taken and offered.state.owner[6] == 1

    def test_accepting_twice_trades_once(self, offered: Played, door: AsDoor) -> None:
        receiver, token = door(person("bob")), offered.token(1)
        assert receiver.play(offered.id, token, ACCEPT).taken
        with nothing_written():
            for old_or_new in (token, offered.token(1)):
                assert receiver.play(offered.id, old_or_new, ACCEPT).status == 409


@pytest.mark.parametrize("many", [90, pytest.param(1_000, marks=pytest.mark.long)])
def test_of_many_offers_in_a_turn_two_are_made(
    game: Played, door: AsDoor, settings: Any, figure: Callable[[str], None], many: int
) -> None:
    settings.API_ACTS_PER_MINUTE = limit = many * 4 // 10
    ada, bob = door(person("ada")), door(person("bob"))
    for _ in range(2):
        assert ada.play(game.id, game.token(0), offer(1, give=[6])).taken
        assert bob.play(game.id, game.token(1), REFUSE).taken
    token, seconds, statuses = game.token(0), [], []
    with nothing_written():
        for _ in range(many):
            began = time.perf_counter()
            statuses.append(ada.play(game.id, token, offer(1, give=[6])).status)
            seconds.append(time.perf_counter() - began)
    assert set(statuses) <= {409, 429} and statuses[0] == 409 and Move.objects.count() == 5
    if ada.limited:
        # By the limit of a minute, which may turn over meanwhile.
        assert statuses.count(429) >= many - 2 * limit
    first, last = (statistics.median(part) for part in (seconds[: limit // 2], seconds[-limit // 2 :]))
    figure(f"an offer too many, by {ada.name}: {first * 1000:.1f} ms at first, {last * 1000:.1f} ms after {many}")
    assert last < 3 * first
