"""The places of a game that a reader may want to go to at once: turns, auctions, trades, draw offers, leavings."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.present.cast import Cast
from games.queries import Told
from games.rules.property import events
from games.rules.property.rules import Rules

_WHY = {"bankrupt": "bankrupt", "resigned": "resigned", "timeout": "out of time"}


@dataclass(frozen=True)
class Jump:
    """A move to go to, by its number, -1 the start, and what is found there."""

    number: int
    text: str

    @property
    def value(self) -> str:
        """The number as the page's address has it."""
        return "start" if self.number < 0 else str(self.number)


@dataclass(frozen=True)
class Jumps:
    """A list of such moves, oldest first, and what they have in common."""

    title: str
    entries: Sequence[Jump]


def jumps(rules: Rules, cast: Cast, log: Sequence[Told]) -> list[Jumps]:
    """List turns by player, in turn order, then auctions, trades, draw offers and leavings, without empty lists."""
    name = [square.name for square in rules.board.squares]
    turns: dict[int, list[Jump]] = {}
    auctions: list[Jump] = []
    trades: list[Jump] = []
    draws: list[Jump] = []
    leavings: list[Jump] = []
    opened = 0
    for told in log:
        n = told.number
        for event in told.events:
            match event:
                case events.TurnBegan(seat):
                    mine = turns.setdefault(seat, [])
                    mine.append(Jump(n, f"Turn {len(mine) + 1}, {_where(n)}"))
                case events.Declined():
                    opened = n
                case events.Auctioned(seat, square, amount):
                    auctions.append(
                        Jump(opened, f"{name[square]}, to {cast.object(seat)} for {amount}, {_where(opened)}")
                    )
                case events.Unsold(square):
                    auctions.append(Jump(opened, f"{name[square]}, unsold, {_where(opened)}"))
                case events.Traded(seat, to):
                    trades.append(Jump(n, f"{_first(cast.object(seat))} and {cast.object(to)}, {_where(n)}"))
                case events.DrawOffered(seat):
                    draws.append(Jump(n, f"By {cast.object(seat)}, {_where(n)}"))
                case events.Left(seat, why):
                    leavings.append(Jump(n, f"{_first(cast.object(seat))}, {_WHY[why]}, {_where(n)}"))
    lists = [
        *(Jumps(f"{_first(cast.whose(seat))} turns", found) for seat, found in turns.items()),
        Jumps("Auctions", auctions),
        Jumps("Trades", trades),
        Jumps("Draw offers", draws),
        Jumps("Who left", leavings),
    ]
    return [jump for jump in lists if jump.entries]


def _where(number: int) -> str:
    return "the start" if number < 0 else f"move {number}"


def _first(text: str) -> str:
    return text[:1].upper() + text[1:]
