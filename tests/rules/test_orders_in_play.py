"""Orders over whole games: all that they make is legal, and asking them changes nothing."""

import os
import random
import subprocess
import sys
from statistics import median

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from games.proof import landlord_verify
from games.rules import record
from games.rules.landlord import LANDLORD
from games.rules.property.ordering.bounds import MOST
from games.rules.property.orders import (
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
from tests.rules.candidates import offered
from tests.rules.ordered_play import BOARD, FourPeople, OrderedGame, check_made, random_order, share_of_waits
from tests.rules.random_play import RandomGame
from tests.rules.records import ROOT


class WatchedGame(OrderedGame):
    """Such a game in which all that the rules say of orders is checked."""

    def look(self) -> None:
        """Check what may be left and what stands, before and after."""
        state = self.state
        before = LANDLORD.encode_state(state)
        for seat, orders in enumerate(self.orders):
            order = random_order(self.rng, state)
            listed = LANDLORD.orders_open(state, seat)
            assert self.taken(seat, order) == within(listed, order)
            for largest in listed:
                assert self.taken(seat, largest)
                assert LANDLORD.order_stands(state, seat, largest)
            for old in orders:
                assert LANDLORD.order_stands(state, seat, old) or LANDLORD.ordered(state, seat, [old]) is None
            if seat != state.asked:
                assert LANDLORD.ordered(state, seat, [*orders, order]) is None
            assert not LANDLORD.covered(state, seat, orders) or state.auction is not None
        super().look()
        assert LANDLORD.encode_state(state) == before


def within(listed: list[PropertyOrder], order: PropertyOrder) -> bool:
    """Tell whether an order is of a type that is listed, and what it names within bounds."""
    same = [known for known in listed if type(known) is type(order)]
    if not same:
        return False
    match order:
        case BidUpTo(square, amount):
            return (square, True) == (same[0].square, 0 <= amount <= same[0].amount)
        case RefuseOffers():
            return order in same
        case BuyIfLeft(sum_) | RefuseBelow(sum_):
            return 0 <= sum_ <= MOST
        case BidOnSquare(square, amount):
            return square in BOARD.deeds and 0 <= amount <= MOST
        case BidOnSet(name, amount):
            return name in BOARD.group_named and 0 <= amount <= MOST
        case AskIfSquare(square):
            return square in BOARD.deeds
        case AskIfCashBelow(amount):
            return 1 <= amount <= MOST
        case RaiseDebt(_, last):
            return set(last) <= set(BOARD.deeds) and len(set(last)) == len(last)
        case _:
            return True


def play_with_orders(number: int) -> WatchedGame:
    """Play up to 300 moves of a random game with orders, and check that its record verifies."""
    game = WatchedGame(number)
    while not game.over and len(game.entries) < 300:
        game.look()
        if not game.act():
            game.play(game.next_entry(game.listings()))
    written = record.encode(game.record())
    verdict = "ok" if game.over else "unfinished"
    assert record.verify(record.decode(written)) == verdict
    assert landlord_verify.verify(msgspec.json.decode(written)) == verdict
    return game


def test_random_games_with_orders() -> None:
    acted: dict[str, int] = {}
    for number in range(60):
        for move in play_with_orders(number).acted:
            acted[type(move).__name__] = acted.get(type(move).__name__, 0) + 1
    kinds = {"Bid", "Pass", "EndTurn", "Refuse", "Buy", "PayFine", "UseCard", "Roll", "Sell", "Mortgage"}
    assert set(acted) == kinds
    assert sum(acted.values()) > 1000, acted


def test_what_orders_made_is_what_hands_would_have_made() -> None:
    """Record: an order's moves are the player's own, and no more than `by` tells them from others."""
    game = play_with_orders(4)
    assert game.acted
    by_hand = RandomGame(4)
    for seat, move, by in game.entries:
        by_hand.play((seat, move, "player" if by == "order" else by))
    assert LANDLORD.encode_state(by_hand.state) == LANDLORD.encode_state(game.state)


# -- by hypothesis -------------------------------------------------------------------------------------------

sums = st.integers(0, 60)
squares = st.sampled_from(BOARD.deeds)
any_order = st.one_of(
    st.builds(BuyIfLeft, sums),
    st.builds(BidOnSquare, squares, sums),
    st.builds(BidOnSet, st.sampled_from(sorted(BOARD.group_named)), sums),
    st.builds(RefuseAll),
    st.builds(RefuseBelow, sums),
    st.builds(InJail, st.sampled_from(("pay", "card", "roll"))),
    st.builds(EndTurn),
    st.builds(RaiseDebt, st.sampled_from(("houses", "mortgages")), st.lists(squares, unique=True, max_size=28)),
    st.builds(AskIfCashBelow, sums),
    st.builds(AskIfSquare, squares),
    st.builds(AskIfSet),
)


@settings(max_examples=60, deadline=None)
@given(number=st.integers(0, 10_000), orders=st.lists(st.lists(any_order, max_size=12), min_size=4, max_size=4))
def test_whatever_was_ordered_the_moves_are_legal(number: int, orders: list[list[PropertyOrder]]) -> None:
    game = RandomGame(number)
    while not game.over and len(game.entries) < 120:
        seat = game.state.asked
        move = LANDLORD.ordered(game.state, seat, orders[seat])
        if move is None:
            game.play(game.next_entry(game.listings()))
            continue
        assert offered(LANDLORD.legal(game.state, seat), seat, move)
        check_made(game.state, seat, orders[seat], move)
        game.play((seat, move, "order"))


# -- the same always -----------------------------------------------------------------------------------------

HASHED = """
import hashlib
from tests.rules.ordered_play import FourPeople
from tests.rules.test_orders_in_play import play_with_orders
made = [game.entries for game in (*map(play_with_orders, range(6)), *(FourPeople(n).play(400) for n in range(4)))]
print(hashlib.sha256(repr(made).encode()).hexdigest())
"""


def test_orders_act_the_same_under_three_hash_seeds() -> None:
    prints = set()
    for hash_seed in ("0", "1", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", HASHED],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
        prints.add(done.stdout)
    assert len(prints) == 1 and len(prints.pop().strip()) == 64


# -- what they save -----------------------------------------------------------------------------------------


def test_orders_of_three_in_four_leave_less_than_half_of_the_waits() -> None:
    shares = [share_of_waits(number) for number in range(16)]
    assert median(shares) < 0.5, sorted(shares)


def test_four_people_play_to_an_end_by_hands_and_orders() -> None:
    game = FourPeople(random.Random(7).randrange(50)).play()
    assert LANDLORD.outcome(game.state) is not None
    assert {by for *_, by in game.entries} == {"player", "order"}


def test_records_with_a_move_of_every_type_by_order_are_kept() -> None:
    kept = [record.decode(path.read_bytes()) for path in (ROOT / "tests" / "records").glob("orders-*.json")]
    made = {msgspec.json.decode(entry.move)["type"] for read in kept for entry in read.moves if entry.by == "order"}
    assert made == {"bid", "pass", "end_turn", "refuse", "buy", "pay_fine", "use_card", "roll", "sell", "mortgage"}
