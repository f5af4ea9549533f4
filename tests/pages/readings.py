"""Readings of tables of either game without a database: played by chance, seen by one seat or by nobody."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from games.models import Game, Seat
from games.queries import ReplayReading, TableReading, Told
from games.rules.deedland import DEEDLAND
from games.rules.interface import RuleSet
from games.rules.landlord import LANDLORD
from games.rules.property.state import State
from tests.rules.deedland import random_play as of_deedland
from tests.rules.random_play import RandomGame

AT = datetime(2026, 12, 1, 10, tzinfo=UTC)


class Table:
    """A random game with its log, told as the database would."""

    def __init__(self, number: int, rules: RuleSet[Any] = LANDLORD) -> None:
        self.rules = rules
        self.random: Any = RandomGame(number) if rules is LANDLORD else of_deedland.RandomGame(number)
        assert rules in (LANDLORD, DEEDLAND)
        self.options = {"move_time": 604_800} if rules is LANDLORD else self.random.options
        self.log = [Told(-1, -1, None, "", AT, self.random.opening)]

    @property
    def state(self) -> State:
        return self.random.state  # type: ignore[no-any-return]

    @property
    def seats(self) -> list[Seat]:
        seats = [
            Seat(number=i, kind=kind, name="Ada <b>" if not i else f"Bot {i}", client_seed="c")
            for i, kind in enumerate(self.random.kinds)
        ]
        for decision in self.rules.decisions(self.state):
            seats[decision.seat].asked, seats[decision.seat].due_at = decision.kind, AT + timedelta(days=1)
        return seats

    @property
    def game(self) -> Game:
        outcome = self.rules.outcome(self.state)
        return Game(
            public_id="bcdfghjkmnpq",
            commitment="c0" * 32,
            options=self.options,
            ruleset=self.rules.key,
            rules_version=self.rules.version,
            status=Game.Status.FINISHED if outcome else Game.Status.RUNNING,
            move_count=self.state.moves,
            placings=outcome.placings if outcome else None,
            started_at=AT,
        )

    def step(self) -> None:
        listings = {s: self.rules.legal(self.state, s) for s in self.state.seats_in()}
        seat, move, by = self.random.next_entry(listings)
        number = self.state.moves
        events = self.rules.apply(self.state, seat, move, by)
        self.log.append(Told(number, seat, move, by, AT, events))

    def seen_by(self, reader: int | None) -> TableReading:
        over = self.game.status == Game.Status.FINISHED
        return TableReading(
            self.game,
            self.seats,
            self.rules,
            reader,
            view=self.rules.view(self.state, reader),
            legal=None if reader is None else self.rules.legal(self.state, reader),
            decisions=self.rules.decisions(self.state),
            token=str(self.state.moves),
            strength=self.rules.strength(self.state),
            log=self.log[-40:],
            since=self.log[-5:],
            seeds=("5e" * 32, "ed" * 32) if over else None,
            final=self.rules.final(self.state) if over else None,
            now=None if over else AT,
            orders_open=[] if reader is None else self.rules.orders_open(self.state, reader),
        )

    def replayed(self) -> ReplayReading:
        """Give the reading of the last move so far, of a game that has no other yet."""
        view = self.rules.view(self.state, 0)
        return ReplayReading(self.game, self.seats, self.rules, 0, self.state.moves - 1, view, self.log)


def tables(numbers: range, most: int = 700, rules: RuleSet[Any] = LANDLORD) -> Iterator[Table]:
    """Give tables move by move: the same object again and again, one move further each time."""
    for number in numbers:
        table = Table(number, rules)
        yield table
        while not table.random.over and table.state.moves < most:
            table.step()
            yield table


def first_of_each_kind(numbers: range) -> dict[Any, TableReading]:
    """Find a reading of the asked seat for every kind of decision."""
    found: dict[Any, TableReading] = {}
    for table in tables(numbers):
        kind = table.state.decision
        if kind not in found:
            found[kind] = table.seen_by(0 if kind == "over" else table.state.asked)
    return found
