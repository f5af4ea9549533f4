"""Early answers over random games: all that they make is legal, and asking them changes nothing."""

from typing import Any

from games.rules import record
from games.rules.errors import RulesError
from games.rules.landlord import LANDLORD
from games.rules.property import moves
from games.rules.property.orders import BidUpTo, EndTurn, PropertyOrder, RefuseOffers
from tests.rules.candidates import offered
from tests.rules.random_play import RandomGame

END_TURN = EndTurn()


class OrderedGame(RandomGame):
    """A random game in which people leave early answers at random, right and wrong ones."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.orders: list[list[PropertyOrder]] = [[] for _ in self.kinds]
        self.acted: list[Any] = []

    def random_order(self) -> PropertyOrder:
        """Give an order that may or may not be open to anybody."""
        rng, state = self.rng, self.state
        if state.auction is None or rng.random() < 0.1:
            square, amount = rng.randrange(40), rng.randint(-1, 160)
            return rng.choice((BidUpTo(square, amount), END_TURN, RefuseOffers(state.turns - rng.choice((0, 0, 1)))))
        return BidUpTo(state.auction.square, rng.randint(-1, rng.choice((10, 40, 160))))

    def look(self) -> None:
        """Leave an order now and then, and check what the rules say of all of them; forget what is done."""
        state = self.state
        before = LANDLORD.encode_state(state)
        for seat, orders in enumerate(self.orders):
            order = self.random_order()
            listed = LANDLORD.orders_open(state, seat)
            taken = self.taken(seat, order)
            assert taken == within(listed, order)
            for largest in listed:
                assert self.taken(seat, largest)
                assert LANDLORD.order_stands(state, seat, largest)
            if taken and self.rng.random() < (0.2 if state.auction is None else 0.8):
                orders.append(order)
            elif self.rng.random() < 0.02:
                orders.clear()
            done = [old for old in orders if not LANDLORD.order_stands(state, seat, old)]
            for old in done:
                assert LANDLORD.ordered(state, seat, [old]) is None
                orders.remove(old)
            if seat != state.asked:
                assert LANDLORD.ordered(state, seat, [*orders, order]) is None
        assert LANDLORD.encode_state(state) == before

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
        move = LANDLORD.ordered(state, seat, self.orders[seat])
        assert LANDLORD.ordered(state, seat, self.orders[seat]) == move
        assert LANDLORD.encode_state(state) == before
        if move is None:
            return False
        listing = LANDLORD.legal(state, seat)
        assert offered(listing, seat, move)
        if isinstance(move, moves.EndTurn):
            assert not any(isinstance(m, moves.Build | moves.Unmortgage) for m in listing.moves)
        check = self.bid_check(seat, move) if state.auction is not None else None
        self.play((seat, move, "order"))
        self.acted.append(move)
        if check is not None:
            square, sure = check
            assert not sure or state.owner[square] == seat
        return True

    def bid_check(self, seat: int, move: Any) -> tuple[int, bool]:
        """Check a bid by order; give its square, and whether it must win at once, being below the limit."""
        state, auction = self.state, self.state.auction
        assert auction is not None
        limit = next(o.amount for o in reversed(self.orders[seat]) if isinstance(o, BidUpTo))
        limit = min(limit, state.cash[seat])
        best = auction.best()
        if isinstance(move, moves.Pass):
            assert limit <= (best[1] if best is not None else 0)
            return auction.square, False
        assert isinstance(move, moves.Bid) and move.amount <= limit
        return auction.square, move.amount < limit or not auction.queue


def within(listed: list[PropertyOrder], order: PropertyOrder) -> bool:
    """Tell whether an order is one of those listed, or a bid within the bound of the one listed."""
    if isinstance(order, BidUpTo):
        return any(
            isinstance(o, BidUpTo) and o.square == order.square and 0 <= order.amount <= o.amount for o in listed
        )
    return order in listed


def play_with_orders(number: int) -> OrderedGame:
    """Play up to 300 moves of a random game with early answers, and check that its record verifies."""
    game = OrderedGame(number)
    while not game.over and len(game.entries) < 300:
        game.look()
        if not game.act():
            game.play(game.next_entry(game.listings()))
    verdict = record.verify(record.decode(record.encode(game.record())))
    assert verdict == ("ok" if game.over else "unfinished")
    return game


def test_random_games_with_early_answers() -> None:
    acted: dict[str, int] = {}
    for number in range(120):
        for move in play_with_orders(number).acted:
            acted[type(move).__name__] = acted.get(type(move).__name__, 0) + 1
    assert set(acted) == {"Bid", "Pass", "EndTurn", "Refuse"}
    assert min(acted.values()) >= 20, acted


def test_what_orders_made_is_what_hands_would_have_made() -> None:
    """Record: an order's moves are the player's own, and no more than `by` tells them from others."""
    game = play_with_orders(4)
    assert game.acted
    by_hand = RandomGame(4)
    for seat, move, by in game.entries:
        by_hand.play((seat, move, "player" if by == "order" else by))
    assert LANDLORD.encode_state(by_hand.state) == LANDLORD.encode_state(game.state)
