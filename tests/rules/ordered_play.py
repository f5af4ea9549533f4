"""Games with orders, by the rules alone: random ones, and four people who play as bots do.

The four are for counting: the same game is played with the orders of three and without, the hands without
them making the very moves that the orders make.
"""

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from games import bots
from games.rules.chance import Chance
from games.rules.errors import RulesError
from games.rules.interface import By, Strength
from games.rules.landlord import LANDLORD
from games.rules.property import moves
from games.rules.property.ordering.bounds import MOST
from games.rules.property.orders import (
    AskAt,
    AskIfCashBelow,
    AskIfSet,
    AskIfSquare,
    BidOnSet,
    BidOnSquare,
    BidUpTo,
    BuyIfLeft,
    EndTurn,
    InJail,
    PropertyOrder,
    RaiseDebt,
    RefuseAll,
    RefuseBelow,
    RefuseOffers,
)
from games.rules.property.state import State
from games.rules.property.trades import receivers_gain
from tests.rules.candidates import offered
from tests.rules.random_play import RandomGame

BOARD = LANDLORD.rules.board
SETS = tuple(BOARD.group_named)


def random_order(rng: random.Random, state: State) -> PropertyOrder:
    """Give an order that may or may not be one that can be left; early answers more often than others."""
    if state.auction is not None and rng.random() < 0.5:
        return BidUpTo(state.auction.square, rng.randint(-1, rng.choice((10, 40, 160))))
    square = rng.choice(BOARD.deeds) if rng.random() < 0.95 else rng.randrange(-1, 42)
    amount = rng.choice((0, 5, 20, 60, 160, MOST)) if rng.random() < 0.95 else rng.choice((-1, MOST + 1))
    name = rng.choice(SETS) if rng.random() < 0.95 else rng.choice(("Gold", "ferry", ""))
    few = rng.sample(BOARD.deeds, rng.randrange(10)) if rng.random() < 0.95 else [square, square]
    return rng.choice(
        (
            BidUpTo(square, amount),
            RefuseOffers(state.turns - rng.choice((0, 0, 1))),
            BuyIfLeft(amount),
            BidOnSquare(square, amount),
            BidOnSet(name, amount),
            RefuseAll(),
            RefuseBelow(amount),
            InJail(rng.choice(("pay", "card", "roll"))),
            EndTurn(),
            RaiseDebt(rng.choice(("houses", "mortgages")), few),
            *((AskIfCashBelow(amount), AskIfSquare(square), AskIfSet()) if rng.random() < 0.3 else ()),
            *(
                (AskAt(rng.choice(("jail", "buy", "auction", "manage", "trade", "debt"))),)
                if rng.random() < 0.1
                else ()
            ),
        )
    )


def check_made(state: State, seat: int, orders: Sequence[PropertyOrder], move: Any) -> None:
    """Check that a move that orders made is within what the orders say, by other words than the rules'."""
    last = {order.subject: order for order in orders}.values()
    kinds = {type(order) for order in last}
    early = [order for order in last if isinstance(order, BidUpTo | RefuseOffers)]
    match move:
        case moves.Bid(amount):
            assert state.auction is not None
            square = state.auction.square
            now = [o.amount for o in early if isinstance(o, BidUpTo) and o.square == square]
            one = [o.amount for o in last if isinstance(o, BidOnSquare) and o.square == square]
            many = [o.amount for o in last if isinstance(o, BidOnSet) and square in BOARD.group_named[o.set]]
            assert amount <= (now or one or many)[0]
        case moves.Pass():
            assert kinds & {BidUpTo, BidOnSquare, BidOnSet}
        case moves.Buy():
            assert any(isinstance(o, BuyIfLeft) for o in last)
            (least,) = [o.least for o in last if isinstance(o, BuyIfLeft)]
            assert state.cash[seat] - BOARD.price[state.position[seat]] >= least
        case moves.Refuse():
            assert state.offer is not None
            if not any(isinstance(o, RefuseAll) for o in last) and not early:
                (least,) = [o.least for o in last if isinstance(o, RefuseBelow)]
                assert receivers_gain(BOARD, state, state.offer) < least
        case moves.EndTurn():
            assert EndTurn in kinds
            listed = LANDLORD.legal(state, seat).moves
            assert not any(isinstance(m, moves.Build | moves.Unmortgage) for m in listed)
        case moves.Sell(square) | moves.Mortgage(square):
            (order,) = [o for o in last if isinstance(o, RaiseDebt)]
            others = {m.square for m in LANDLORD.legal(state, seat).moves if isinstance(m, moves.Sell | moves.Mortgage)}
            assert state.decision == "debt" and (square not in order.last or others <= set(order.last))
        case _:
            (order,) = [o for o in last if isinstance(o, InJail)]
            assert type(move) is {"pay": moves.PayFine, "card": moves.UseCard, "roll": moves.Roll}[order.way]
    if not isinstance(move, moves.Bid | moves.Pass | moves.Refuse) or not early:
        assert all(order.decision != state.decision for order in last if isinstance(order, AskAt))
        assert all(order.amount <= state.cash[seat] for order in last if isinstance(order, AskIfCashBelow))


class OrderedGame(RandomGame):
    """A random game in which people leave orders at random, right and wrong ones."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.orders: list[list[PropertyOrder]] = [[] for _ in self.kinds]
        self.acted: list[Any] = []

    def look(self) -> None:
        """Leave an order now and then; forget what is done."""
        state = self.state
        for seat, orders in enumerate(self.orders):
            order = random_order(self.rng, state)
            if self.taken(seat, order) and self.rng.random() < (0.1 if state.auction is None else 0.6):
                orders[:] = [old for old in orders if old.subject != order.subject]
                orders.append(order)
            elif self.rng.random() < 0.01:
                orders.clear()
            orders[:] = [old for old in orders if LANDLORD.order_stands(state, seat, old)]

    def taken(self, seat: int, order: PropertyOrder) -> bool:
        """Tell whether a seat may leave an order."""
        try:
            LANDLORD.check_order(self.state, seat, order)
        except RulesError:
            return False
        return True

    def act(self) -> bool:
        """Let the orders answer for the seat asked, if they do; check that what they made was right."""
        state, seat = self.state, self.state.asked
        before = LANDLORD.encode_state(state)
        orders = self.orders[seat]
        move = LANDLORD.ordered(state, seat, orders)
        assert LANDLORD.ordered(state, seat, orders) == move
        # What they are about decides, not when they were left.
        assert LANDLORD.ordered(state, seat, orders[::-1]) == move
        assert LANDLORD.encode_state(state) == before
        if move is None:
            return False
        assert offered(LANDLORD.legal(state, seat), seat, move)
        check_made(state, seat, orders, move)
        self.play((seat, move, "order"))
        self.acted.append(move)
        return True


#: What players leave who do not want to be asked about everyday matters.
EVERYDAY: tuple[PropertyOrder, ...] = (
    BuyIfLeft(20),
    *(BidOnSet(name, 20) for name in SETS),
    RefuseBelow(15),
    InJail("roll"),
    EndTurn(),
    RaiseDebt("houses", [37, 39]),
)


class FourPeople:
    """A game of four people whose hands play as bots do; all but one of them have the same orders.

    The one is the seat of the number's remainder by four. `waits` counts how often somebody was asked, as
    the table counts: once a wait, however many moves it takes. With `by_hand` the moves of the orders are
    made by hands all the same, so that it is the same game.
    """

    def __init__(
        self,
        number: int,
        strength: Strength = "medium",
        orders: Sequence[PropertyOrder] = EVERYDAY,
        *,
        by_hand: bool = False,
    ) -> None:
        chance = Chance(random.Random(f"four people {number}").randbytes(32).hex())
        self.state, _ = LANDLORD.start(["person"] * 4, chance, {"move_time": 86_400})
        self.strength, self.by_hand = strength, by_hand
        self.orders = [() if seat == number % 4 else orders for seat in range(4)]
        self.entries: list[tuple[int, Any, By]] = []
        self._asked: set[int] = set()
        self._offered: set[bytes] = set()

    @property
    def waits(self) -> int:
        """How often somebody was asked."""
        return len(self._asked)

    def play(self, most: int = 3_000) -> "FourPeople":
        """Play to the end, or for so many moves."""
        state = self.state
        while state.decision != "over" and len(self.entries) < most:
            seat = state.asked
            move, by = LANDLORD.ordered(state, seat, self.orders[seat]), "order"
            if move is None or self.by_hand:
                self._asked.add(state.wait)
                move, by = move or self._hand(seat), "player"
            self.entries.append((seat, move, by))  # type: ignore[arg-type]
            LANDLORD.apply(state, seat, move)
        return self

    def _hand(self, seat: int) -> Any:
        move = bots.answer(LANDLORD, self.state, seat, self.strength)
        if isinstance(move, moves.Offer):
            # A bot asks the state what it was refused, and the state remembers that of bots alone.
            key = msgspec.json.encode((seat, move))
            if key in self._offered:
                return moves.END_TURN if self.state.decision == "manage" else moves.ROLL
            self._offered.add(key)
        return move


def share_of_waits(number: int, strength: Strength = "medium", orders: Sequence[PropertyOrder] = EVERYDAY) -> float:
    """Give how many of the waits of a game are left once three of its four players have orders."""
    ordered = FourPeople(number, strength, orders).play()
    by_hand = FourPeople(number, strength, orders, by_hand=True).play()
    assert [entry[:2] for entry in ordered.entries] == [entry[:2] for entry in by_hand.entries]
    return ordered.waits / by_hand.waits
