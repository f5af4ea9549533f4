"""Net worth after every move, added up from the events alone."""

from collections.abc import Iterable, Sequence

from games.rules.interface import Event
from games.rules.property import events
from games.rules.property.events import cash_flow
from games.rules.property.rules import Rules


class Ledger:
    """Each seat's net worth as events come in; starts where a game of these rules starts."""

    def __init__(self, rules: Rules, seats: int) -> None:
        self._board = rules.board
        self.worth = [rules.amounts.start] * seats
        self._mortgaged: set[int] = set()

    def enter(self, happened: Iterable[Event]) -> None:
        """Take in events, oldest first."""
        for event in happened:
            for seat, amount in cash_flow(event):
                self.worth[seat] += amount
            self._goods(event)

    def _goods(self, event: Event) -> None:
        worth, board = self.worth, self._board
        match event:
            case events.Bought(seat, square) | events.Auctioned(seat, square):
                worth[seat] += board.price[square]
            case events.Built(seat, square):
                worth[seat] += board.house_cost[square]
            case events.Sold(seat, square):
                worth[seat] -= board.house_cost[square]
            case events.Mortgaged(seat, square):
                self._mortgaged.add(square)
                worth[seat] -= board.price[square] - board.mortgage_value[square]
            case events.Lifted(seat, square):
                self._mortgaged.discard(square)
                worth[seat] += board.price[square] - board.mortgage_value[square]
            case events.Traded():
                self._pass(event.give, event.seat, event.to)
                self._pass(event.get, event.to, event.seat)
            case events.Left():
                self._pass(event.squares, event.seat, event.heir)
                # Buildings went at half of what they counted: what is left of them is nothing now.
                worth[event.seat] = 0
                if event.heir is None:
                    self._mortgaged.difference_update(event.squares)

    def _pass(self, squares: Sequence[int], giver: int, taker: int | None) -> None:
        board = self._board
        for p in squares:
            value = board.mortgage_value[p] if p in self._mortgaged else board.price[p]
            self.worth[giver] -= value
            if taker is not None:
                self.worth[taker] += value


def courses(rules: Rules, seats: int, moves: Iterable[Sequence[Event]]) -> list[list[int]]:
    """Give each seat's net worth after the start and after every move; the start comes first."""
    ledger = Ledger(rules, seats)
    found: list[list[int]] = [[] for _ in range(seats)]
    for happened in moves:
        ledger.enter(happened)
        for seat, course in enumerate(found):
            course.append(ledger.worth[seat])
    return found
