"""What may be seen of a state. In a game with an open board that is all but the chance still to come."""

import msgspec

from games.rules.interface import Kind
from games.rules.property.rules import Rules
from games.rules.property.state import Auction, Debt, DecisionKind, DrawOffer, Offer, Payment, Refusal, State


class AuctionView(msgspec.Struct, frozen=True):
    """A standing auction; `best` is (seat, amount) or None, `queue` who will still be asked."""

    square: int
    best: tuple[int, int] | None
    queue: tuple[int, ...]


class PropertyView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table as everybody sees it. Tuples of forty go by square, the others by seat.

    `jail`: tries left, 0 is not in jail. `place`: 0 while in. `owner`: -1 nobody. `houses`: 5 the
    hotel. `dice`: the last roll, (0, 0) before the first one. `asked`: -1 when the game is over.
    `moves`: entries of the record so far. `offers_left`: of the turn's player. What has a default is of
    some games only, and left out of the JSON while it is that. `offered`: to whom offers were made this
    turn, where each may have one. `payments`: what a card still asks of players, after the standing debt.
    `draw_offers`: who has offered a draw since the last roll. `clock_rests`: nobody has moved for long,
    and the wait has no deadline. `again`: the roll was a double, and what is settled, another roll or turn follows.
    """

    seat: int | None
    kinds: tuple[Kind, ...]
    order: tuple[int, ...]
    turn: int
    turns: int
    moves: int
    rolls: int
    decision: DecisionKind
    asked: int
    cash: tuple[int, ...]
    position: tuple[int, ...]
    jail: tuple[int, ...]
    cards: tuple[tuple[str, ...], ...]
    place: tuple[int, ...]
    owner: tuple[int, ...]
    houses: tuple[int, ...]
    mortgaged: tuple[bool, ...]
    dice: tuple[int, int]
    offers_left: int
    auction: AuctionView | None
    offer: Offer | None
    debt: Debt | None
    refusals: tuple[Refusal, ...]
    offered: tuple[int, ...] = ()
    payments: tuple[Payment, ...] = ()
    draw: DrawOffer | None = None
    draw_offers: tuple[int, ...] = ()
    clock_rests: bool = False
    again: bool = False


def view(rules: Rules, state: State, seat: int | None) -> PropertyView:
    """Give what a seat, or anybody, sees. Nothing in it changes when the state does."""
    return PropertyView(
        seat,
        tuple(state.kinds),
        tuple(state.order),
        state.turn,
        state.turns,
        state.moves,
        state.rolls,
        state.decision,
        state.asked,
        tuple(state.cash),
        tuple(state.position),
        tuple(state.jail),
        tuple([tuple(held) for held in state.cards]),
        tuple(state.place),
        tuple(state.owner),
        tuple(state.houses),
        tuple(state.mortgaged),
        state.dice,
        rules.policies.offers.left(state),
        _auction(state.auction),
        state.offer,
        state.debt,
        tuple(state.refusals),
        tuple(state.offered),
        tuple(state.payments),
        _draw(state.draw),
        tuple(state.draw_offers),
        state.clock_rests,
        state.again,
    )


def _draw(offer: DrawOffer | None) -> DrawOffer | None:
    # Who has accepted is added to in place.
    return offer and DrawOffer(offer.giver, offer.number, offer.accepted[:])


def _auction(auction: Auction | None) -> AuctionView | None:
    if auction is None:
        return None
    return AuctionView(auction.square, auction.best(), tuple(auction.queue))
