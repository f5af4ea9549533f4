"""What luck did in a game, and what judgement: rolls, rents, trades, and what each square brought."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, sqrt
from statistics import NormalDist

from games.analysis.chances import rents
from games.analysis.course import Course
from games.rules.interface import Event
from games.rules.property import events
from games.rules.property.deeds import net_worth
from games.rules.property.rules import Rules

#: Mean and variance of the sum of two dice, and the chance of a double.
MEAN, VARIANCE, DOUBLE = 7, Fraction(35, 6), Fraction(1, 6)
SUMS = range(2, 13)
#: How many of a player's own turns after a trade its worth is looked at.
TURNS_AFTER = 10


@dataclass
class Rolls:
    """A player's rolls: how many of each sum from 2 to 12, and how many doubles."""

    by_sum: dict[int, int] = field(default_factory=lambda: dict.fromkeys(SUMS, 0))
    doubles: int = 0

    @property
    def count(self) -> int:
        """How many rolls."""
        return sum(self.by_sum.values())

    @property
    def total(self) -> int:
        """All dice added up."""
        return sum(total * count for total, count in self.by_sum.items())

    @property
    def expected_total(self) -> int:
        """What so many rolls add up to on average."""
        return MEAN * self.count

    @property
    def expected_doubles(self) -> float:
        """How many doubles so many rolls have on average."""
        return float(DOUBLE * self.count)

    @property
    def as_many_or_more(self) -> float:
        """The chance that so many rolls add up to this total or more (normal distribution)."""
        if not self.count:
            return 1.0
        return 1 - NormalDist(self.expected_total, sqrt(VARIANCE * self.count)).cdf(self.total - 0.5)

    @property
    def as_many_doubles_or_more(self) -> float:
        """The chance that so many rolls have these many doubles or more (binomial distribution, exact)."""
        n = self.count
        fewer = sum(comb(n, k) * DOUBLE**k * (1 - DOUBLE) ** (n - k) for k in range(self.doubles))
        return float(1 - fewer)


@dataclass
class Rent:
    """Rent on one side, paid or received: what fell due, the mean of it, and the variance."""

    due: int = 0
    mean: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)

    @property
    def expected(self) -> float:
        """The mean: what the dice would have brought on average."""
        return float(self.mean)

    @property
    def spread(self) -> float:
        """The standard deviation of what the dice might have brought."""
        return sqrt(self.variance)

    def expect(self, chances: Sequence[tuple[int, Fraction]]) -> None:
        """Add a roll's prospect: sums with their chances, of which at most one comes."""
        mean = sum((amount * share for amount, share in chances), Fraction(0))
        self.mean += mean
        self.variance += sum((amount * amount * share for amount, share in chances), Fraction(0)) - mean * mean


@dataclass
class Trade:
    """A trade as one of its two players fared with it; `after` is None until it is known."""

    number: int
    event: events.Traded
    seat: int
    before: int
    after: int | None = None
    turns: int = 0

    @property
    def change(self) -> int:
        """By how much net worth went up from before the trade."""
        assert self.after is not None
        return self.after - self.before


@dataclass
class Yield:
    """What a square brought a player: price paid to the bank (0: it came by a trade or a bankruptcy), and rent."""

    square: int
    seat: int
    price: int = 0
    built: int = 0
    rent: int = 0
    visits: int = 0

    @property
    def per_price(self) -> float | None:
        """Rent for each unit of the price; None where none was paid to the bank."""
        return self.rent / self.price if self.price else None


@dataclass
class Player:
    """The report on one player; trades in the order in which they were made."""

    seat: int
    rolls: Rolls = field(default_factory=Rolls)
    paid: Rent = field(default_factory=Rent)
    received: Rent = field(default_factory=Rent)
    trades: list[Trade] = field(default_factory=list)

    @property
    def rent_luck(self) -> float:
        """Rent received and paid against the mean: above 0 is luck."""
        return (self.received.due - self.received.expected) - (self.paid.due - self.paid.expected)

    @property
    def best_trade(self) -> Trade | None:
        """The trade after which net worth rose most; None without any."""
        return max(self.trades, key=lambda trade: trade.change, default=None)

    @property
    def worst_trade(self) -> Trade | None:
        """The trade after which net worth rose least, or fell most; None without a second one."""
        return min(self.trades, key=lambda trade: trade.change) if len(self.trades) > 1 else None


@dataclass
class Report:
    """The report: players by seat, squares by what they brought, and `rent_luck` by seat and entry."""

    players: list[Player]
    squares: list[Yield]
    rent_luck: list[list[float]]


def report(rules: Rules, seats: int, entries: Sequence[tuple[int, Sequence[Event]]]) -> Report:
    """Report on a finished game, given its entries from the start (number -1) on, each with its events."""
    maker = _Maker(rules, seats)
    for number, happened in entries:
        maker.enter(number, happened)
    return maker.report()


class _Maker:
    def __init__(self, rules: Rules, seats: int) -> None:
        self._rules, self._course = rules, Course(rules, seats)
        self._players = [Player(seat) for seat in range(seats)]
        self._yields: dict[tuple[int, int], Yield] = {}
        #: Who owes a rent that has been counted already, when it fell due.
        self._owing: set[int] = set()
        self._running: list[Trade] = []
        self._rent_luck: list[list[float]] = [[] for _ in range(seats)]

    def enter(self, number: int, happened: Sequence[Event]) -> None:
        for event in happened:
            if isinstance(event, events.Rolled):
                self._roll(event)
            if isinstance(event, events.Traded):
                self._running += [Trade(number, event, seat, self._worth(seat)) for seat in (event.seat, event.to)]
            self._rent(event)
            self._spend(event)
            self._course.enter([event])
            self._follow_trades(event)
        for player, course in zip(self._players, self._rent_luck, strict=True):
            course.append(player.rent_luck)

    def report(self) -> Report:
        for trade in self._running:
            self._settle(trade)
        for player in self._players:
            player.trades.sort(key=lambda trade: trade.number)
        order = sorted(self._yields.values(), key=_by_yield)
        return Report(self._players, order, self._rent_luck)

    def _roll(self, event: events.Rolled) -> None:
        rolls = self._players[event.seat].rolls
        rolls.by_sum[event.first + event.second] += 1
        rolls.doubles += event.first == event.second
        chances = rents(self._rules, self._course, event.seat)
        self._players[event.seat].paid.expect([(amount, share) for (_, amount), share in chances.items()])
        for owner in self._players:
            mine = [(amount, share) for (seat, amount), share in chances.items() if seat == owner.seat]
            owner.received.expect(mine)

    def _rent(self, event: Event) -> None:
        """Count a rent when it falls due, also one that its debtor can't pay in full."""
        match event:
            case events.Owed(seat, int(creditor), amount, "rent"):
                self._owing.add(seat)
                self._due(seat, creditor, amount)
            case events.Paid(int(payer), payee, amount, "rent"):
                if payer in self._owing:
                    self._owing.remove(payer)
                elif payee is not None:
                    self._due(payer, payee, amount)
            case events.Left(seat):
                self._owing.discard(seat)

    def _due(self, payer: int, payee: int, amount: int) -> None:
        self._players[payer].paid.due += amount
        self._players[payee].received.due += amount
        found = self._yield(self._course.position[payer], payee)
        found.rent += amount
        found.visits += 1

    def _spend(self, event: Event) -> None:
        match event:
            case events.Bought(seat, square, amount) | events.Auctioned(seat, square, amount):
                self._yield(square, seat).price += amount
            case events.Built(seat, square, _, amount):
                self._yield(square, seat).built += amount

    def _yield(self, square: int, seat: int) -> Yield:
        return self._yields.setdefault((square, seat), Yield(square, seat))

    def _follow_trades(self, event: Event) -> None:
        for trade in self._running[:]:
            match event:
                case events.TurnBegan(seat) if seat == trade.seat:
                    trade.turns += 1
                    if trade.turns == TURNS_AFTER:
                        self._settle(trade)
                case events.Left(seat) if seat == trade.seat:
                    self._settle(trade)

    def _settle(self, trade: Trade) -> None:
        trade.after = self._worth(trade.seat)
        self._players[trade.seat].trades.append(trade)
        self._running = [other for other in self._running if other is not trade]

    def _worth(self, seat: int) -> int:
        return net_worth(self._rules.board, self._course, seat)


def _by_yield(found: Yield) -> tuple[bool, float, int, int]:
    return found.per_price is None, -(found.per_price or 0), -found.rent, found.square
