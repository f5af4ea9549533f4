"""The hard bot's trades: what each side gains by one, and the offer that serves both."""

from collections.abc import Sequence

from games.bots.knowledge import Knowledge, Want
from games.bots.offers import net_price, offer, refused_worth, tradable
from games.bots.position import Standing, standing, worth
from games.rules.property.moves import PropertyMove
from games.rules.property.view import PropertyView

# Sums are for a start with 150, and grow with it.
#: What the other side is to gain at the least, by this bot's judgement, in the first offer.
COURTESY = 2
#: An offer that was refused is raised by at least this part of the square's price.
RAISE = 0.35
#: Money to build with that will come in, salaries mostly. It is reckoned with when an offer is
#: answered: nobody gets a set for a song by being poor at the moment.
PROSPECT = 75.0
#: Own gain, in money, below which a trade is not worth the talk.
LEAST_GAIN = 2.0
#: How many squares that complete nothing are given for one.
MOST_SQUARES = 4
#: Sums tried between the least and the most that can be paid or asked.
HALVINGS = 8


class Bargain:
    """A trade of squares between two seats, judged for any sum of money that goes with it."""

    def __init__(
        self,
        view: PropertyView,
        seat: int,
        other: int,
        give: Sequence[int],
        get: Sequence[int],
        known: Knowledge,
        prospect: float = 0.0,
    ) -> None:
        self.view, self.seat, self.other, self.known = view, seat, other, known
        self.prospect = prospect
        after = list(view.owner)
        for p in get:
            after[p] = seat
        for p in give:
            after[p] = other
        seats = len(view.cash)
        self._owned = known.ownership(view.owner, seats)
        self._after = known.ownership(tuple(after), seats)
        self._before = {
            s: standing(known, self._owned, view.houses, view.mortgaged, view.cash[s], s, prospect)
            for s in range(seats)
            if not view.place[s]
        }

    def gains(self, money: int) -> tuple[float, float]:
        """Give what the seat and the other gain if the seat pays so much (below 0: is paid)."""
        view, known, seat, other = self.view, self.known, self.seat, self.other
        after: dict[int, Standing] = dict(self._before)
        for s, cash in ((seat, view.cash[seat] - money), (other, view.cash[other] + money)):
            after[s] = standing(known, self._after, view.houses, view.mortgaged, cash, s, self.prospect)
        return (
            worth(after, seat) - worth(self._before, seat),
            worth(after, other) - worth(self._before, other),
        )


def accepts(view: PropertyView, seat: int, known: Knowledge) -> bool:
    """Tell whether the standing offer is good for its receiver."""
    standing_offer = view.offer
    assert standing_offer is not None
    bargain = Bargain(
        view,
        seat,
        standing_offer.giver,
        standing_offer.get,
        standing_offer.give,
        known,
        PROSPECT * known.scale,
    )
    mine, _ = bargain.gains(standing_offer.get_cash - standing_offer.give_cash)
    return mine > 0


def propose(view: PropertyView, seat: int, want: Want, spare: int, known: Knowledge) -> PropertyMove | None:
    """Give an offer for a square that completes a group, or None if none serves both sides."""
    square, g, holder = want
    if not tradable(view, g, known):
        return None
    refused = refused_worth(view, holder, square)
    best, most = None, LEAST_GAIN * known.scale
    for give in _coins(view, seat, want, known):
        bargain = Bargain(view, seat, holder, give, [square], known)
        low, high = -view.cash[holder], max(spare, 0)
        squares_worth = sum(net_price(view, p, known) for p in give) - net_price(view, square, known)
        if refused is not None:
            # What was refused has to be bettered for the other side.
            step = max(1, int(known.price[square] * RAISE))
            low = max(low, refused + step - squares_worth)
        if low > high:
            continue
        money = _least_money(bargain, low, high, COURTESY * known.scale)
        if money is None:
            continue
        mine, _ = bargain.gains(money)
        if mine > most:
            best, most = offer(holder, give, square, money), mine
    return best


def _coins(view: PropertyView, seat: int, want: Want, known: Knowledge) -> list[tuple[int, ...]]:
    """List what squares may be given: none, one that completes a group of the other's, or some that
    bring little rent, so that money is left to build with."""
    owned = known.ownership(view.owner, len(view.cash))
    coins: list[tuple[int, ...]] = [()]
    theirs = [
        w.square
        for w in owned.wants[want.holder]
        if w.holder == seat and w.group != want.group and tradable(view, w.group, known)
    ]
    coins += [(square,) for square in theirs]
    counts = owned.counts[seat]
    spare = [
        p
        for p in owned.squares[seat]
        if known.group_of[p] != want.group
        and p not in theirs
        and counts[known.group_of[p]] < len(known.groups[known.group_of[p]]) - 1
        and tradable(view, known.group_of[p], known)
    ]
    spare.sort(key=lambda p: (-net_price(view, p, known), p))
    coins += [tuple(spare[:n]) for n in range(1, min(len(spare), MOST_SQUARES) + 1)]
    coins += [(square, *spare[:1]) for square in theirs if spare]
    return coins


def _least_money(bargain: Bargain, low: int, high: int, courtesy: float) -> int | None:
    """Give the least sum at which the other side gains as much as courtesy asks, or None if the highest is too low."""
    if bargain.gains(high)[1] < courtesy:
        return None
    for _ in range(HALVINGS):
        if low >= high:
            break
        middle = (low + high) // 2
        if bargain.gains(middle)[1] >= courtesy:
            high = middle
        else:
            low = middle + 1
    return high
