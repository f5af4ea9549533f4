"""A notice with what its user sees of the table, as letters tell it."""

from dataclasses import dataclass
from datetime import tzinfo
from functools import cached_property
from typing import Any

from games.mail import acted, links, when
from games.models import Game, Notice, Seat
from games.notices import wait_of
from games.present import table as present
from games.present.cast import Cast, listing
from games.present.panel import Panel
from games.present.sentences import Teller
from games.queries import TableReading
from games.rules.property.rules import Rules
from games.rules.property.view import PropertyView


class NothingToTell(Exception):
    """The table has moved on between the decision to write and the writing."""


@dataclass(frozen=True)
class Told:
    """A notice with what its user sees of the table at this moment."""

    notice: Notice
    reading: TableReading

    @cached_property
    def zone(self) -> tzinfo:
        """The reader's zone."""
        return when.zone_of(self.notice.user)

    @cached_property
    def shown(self) -> dict[str, Any]:
        """What the table's page would show."""
        return present.context(self.reading, self.zone)

    @property
    def game(self) -> Game:
        """The game."""
        return self.reading.game

    @property
    def seat(self) -> Seat:
        """The reader's seat."""
        assert self.reading.reader is not None
        return self.reading.seats[self.reading.reader]

    @property
    def view(self) -> PropertyView:
        """The table as the reader sees it."""
        assert isinstance(self.reading.view, PropertyView)
        return self.reading.view

    @property
    def rules(self) -> Rules:
        """The rules of a game with a board."""
        return present.rules_of(self.reading.rules)

    @property
    def cast(self) -> Cast:
        """Who is who."""
        return Cast([seat.name for seat in self.reading.seats], self.reading.reader)

    @cached_property
    def acted(self) -> str:
        """What the reader's standing orders did that nothing has told yet, in a sentence; empty if nothing."""
        return acted.in_words(self._teller, acted.untold(self.game, self.seat))

    @cached_property
    def clocked(self) -> str:
        """What the clock did for the reader, who stays in, that nothing has told yet; empty if nothing."""
        if not self.reading.rules.clock_plays:
            return ""
        done = acted.untold(self.game, self.seat, "clock")
        return acted.in_words(self._teller, done, "Your time was over, so the clock")

    @property
    def _teller(self) -> Teller:
        return Teller(self.rules, self.cast)

    @property
    def others(self) -> str:
        """Who else plays."""
        return listing([seat.name for seat in self.reading.seats if seat.number != self.reading.reader])

    @property
    def panel(self) -> Panel:
        """What is asked. Raises NothingToTell."""
        panel = self.shown.get("panel")
        if panel is None:
            raise NothingToTell("nothing is asked any more")
        found: Panel = panel
        return found

    @property
    def link(self) -> links.Link:
        """A link for the reader's decision, without a move yet."""
        wait = wait_of(self.notice)
        return links.Link(self.game.public_id, self.notice.user_id, self.seat.number, wait, self.game.move_count)

    @property
    def table(self) -> str:
        """The address of the table."""
        return links.absolute("game", self.game.public_id)
