"""How all stand in a game, followed through its events alone.

Moves are the record; events are what is told. Whoever has the events of a game needs neither its seed
nor its moves to know who owned what when a die fell.
"""

from collections.abc import Iterable

from games.rules.interface import Event
from games.rules.property import events
from games.rules.property.events import cash_flow
from games.rules.property.rules import Rules
from games.rules.property.state import NOBODY


class Course:
    """The table as the events so far have left it. Lists of forty go by square, the others by seat.

    `jail`: tries left, 0 is not in jail. `doubles`: of the turn's player, in turns that follow on each other.
    `out`: has left.
    """

    def __init__(self, rules: Rules, seats: int) -> None:
        size = len(rules.board.squares)
        self._rules = rules
        self.cash = [rules.amounts.start] * seats
        self.position = [0] * seats
        self.jail = [0] * seats
        self.cards: list[list[str]] = [[] for _ in range(seats)]
        self.out = [False] * seats
        self.owner = [NOBODY] * size
        self.houses = [0] * size
        self.mortgaged = [False] * size
        self.doubles = 0
        self._turn = NOBODY

    def enter(self, happened: Iterable[Event]) -> None:
        """Take in events, oldest first."""
        for event in happened:
            for seat, amount in cash_flow(event):
                self.cash[seat] += amount
            self._enter(event)

    def _enter(self, event: Event) -> None:
        match event:
            case events.TurnBegan(seat):
                # Turns of one player that follow on each other, as for a double, count as one.
                self.doubles = self.doubles if seat == self._turn else 0
                self._turn = seat
            case events.Rolled(_, first, second, in_jail):
                self.doubles += first == second and not in_jail
            case events.Moved(seat, _, square):
                self.position[seat] = square
            case events.Jailed(seat):
                self.position[seat] = self._rules.board.jail
                self.jail[seat] = self._rules.amounts.jail_tries
            case events.Freed(seat):
                self.jail[seat] = 0
            case events.JailTryFailed(seat, left):
                self.jail[seat] = left
            case events.Drew(seat, card, True):
                self.cards[seat].append(card)
            case events.UsedCard(seat, card):
                self.cards[seat].remove(card)
            case events.Bought(seat, square) | events.Auctioned(seat, square):
                self.owner[square] = seat
            case events.Built(_, square, houses) | events.Sold(_, square, houses):
                self.houses[square] = houses
            case events.Mortgaged(_, square):
                self.mortgaged[square] = True
            case events.Lifted(_, square):
                self.mortgaged[square] = False
            case events.Traded():
                self._pass(event.give, event.to)
                self._pass(event.get, event.seat)
            case events.Left():
                self._leave(event)

    def _pass(self, squares: Iterable[int], taker: int) -> None:
        for p in squares:
            self.owner[p] = taker

    def _leave(self, event: events.Left) -> None:
        self.out[event.seat] = True
        self.jail[event.seat] = 0
        self.cards[event.seat] = []
        for p in event.squares:
            self.houses[p] = 0
            self.owner[p] = NOBODY if event.heir is None else event.heir
            self.mortgaged[p] = self.mortgaged[p] and event.heir is not None
        if event.heir is not None:
            self.cards[event.heir] += event.cards
