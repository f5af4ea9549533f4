"""Deadlines in words: who is waited on until when, what happens then, and why a clock stands.

What is said of time is of the reading's moment; scripts let it run on from there. Absolute times are in
the reader's own zone, or in UTC where that is not known.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

from games import clock
from games.models import Game, Seat
from games.notices import AUCTION
from games.present.cast import Cast
from games.queries import TableReading
from games.rules.interface import RuleSet
from games.rules.property import moves
from games.rules.property.view import PropertyView
from games.rules.registry import rule_set

#: A standstill of the site is told for this long, or until the reader's next move.
STANDSTILL_TOLD = timedelta(days=7)

_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))


@dataclass(frozen=True)
class Moment:
    """An instant: for machines, in words, and whether a script may put it into the browser's zone."""

    iso: str
    text: str
    local: bool


@dataclass(frozen=True)
class Hours:
    """Tells instants as a reader has them on the wall; `known` if the zone is one that the reader chose."""

    now: datetime
    zone: tzinfo = UTC
    known: bool = False

    def moment(self, at: datetime) -> Moment:
        """Tell an instant, such as "Tue 8 Dec, 19:12 UTC"; the zone is named where it is not the reader's."""
        return Moment(iso(at), wall(at, self.zone), not self.known)


@dataclass(frozen=True)
class Due:
    """A deadline. `over`: it has passed, and nobody has acted on it yet. `runs`: its clock does not stand."""

    at: Moment
    left: str
    then: str
    over: bool
    runs: bool
    #: Whether the instant itself is known: while the operator has stopped all clocks it is not.
    fixed: bool


@dataclass(frozen=True)
class Note:
    """Something about all clocks of the table: words, an instant, if there is one, and words.

    `ends` if it ends at that instant.
    """

    before: str
    at: Moment | None = None
    after: str = ""
    ends: bool = False


def iso(at: datetime) -> str:
    """Write an instant for machines, in UTC, to the millisecond."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def wall(at: datetime, zone: tzinfo) -> str:
    """Tell an instant by a zone's clock, such as "Tue 8 Dec, 19:12"; UTC is named."""
    there = at.astimezone(zone)
    named = " UTC" if str(zone) == "UTC" else ""
    return f"{there:%a} {there.day} {there:%b}, {there:%H:%M}{named}"


def left_in_words(left: timedelta) -> str:
    """Tell what is left of a clock, such as "21 h 42 min"; static/js/clock.js tells it alike."""
    seconds = max(0, int(left.total_seconds()))
    days, hours, minutes = seconds // 86_400, seconds // 3_600, seconds // 60
    if days >= 2:
        return _two(f"{days} days", hours - 24 * days, "h")
    if hours:
        return _two(f"{hours} h", minutes - 60 * hours, "min")
    if minutes >= 10:
        return f"{minutes} min"
    if minutes:
        return _two(f"{minutes} min", seconds - 60 * minutes, "s")
    return f"{seconds} s"


def length(time: timedelta) -> str:
    """Tell a length by its two largest units, such as "1 day" or "1 hour 30 minutes"."""
    seconds, parts = round(time.total_seconds()), []
    for name, size in _UNITS:
        n, seconds = divmod(seconds, size)
        if n:
            parts.append(f"{n} {name}{'' if n == 1 else 's'}")
        elif parts:
            break
    return " ".join(parts[:2]) or "less than a second"


def terms(game: Game) -> list[str]:
    """Tell what is played and how, such as "Landlord", "1 day a move", "rated", "secret"."""
    told = [played(game), a_move(game)]
    if game.rated:
        told.append("rated" if not game.void else "was rated, and does not count")
    if game.secret_table:
        told.append("seen by its players only")
    return told


def rules_of(game: Game) -> RuleSet[Any]:
    """Give the rules that a game is played by."""
    return rule_set(game.ruleset, game.rules_version)


def played(game: Game) -> str:
    """Tell which game is played, and where its player chose the bots, how strong they are: "Deedland, easy bots"."""
    level = game.options.get("bots")
    title = rules_of(game).title
    return f"{title}, {level} bots" if level else title


def time_in_words(move_time: int | None) -> str:
    """Tell a move time of so many seconds, None being no clock: "1 day", "no clock"."""
    return "no clock" if move_time is None else length(timedelta(seconds=move_time))


def a_move(game: Game) -> str:
    """Tell a game's move time as one of its terms: "1 day a move", "no clock"."""
    time = game.options["move_time"]
    return time_in_words(time) + ("" if time is None else " a move")


def due(reading: TableReading, seat: Seat, cast: Cast, hours: Hours) -> Due | None:
    """Tell a seat's deadline; None while nothing is asked of it, or its clock stands for an offer."""
    if seat.due_at is None or reading.now is None:
        return None
    paused = _paused_until(reading)
    counts_from = clock.standing_still(reading.now, reading.stopped_at, reading.game.paused_until)
    runs = reading.stopped_at is None and paused is None
    return Due(
        at=hours.moment(seat.due_at),
        left=left_in_words(seat.due_at - counts_from),
        then=then(reading, seat, cast),
        over=runs and clock.is_missed(seat.due_at, reading.now),
        runs=runs,
        fixed=reading.stopped_at is None,
    )


def then(reading: TableReading, seat: Seat, cast: Cast) -> str:
    """Tell what happens at a seat's deadline: what the clock would do then, or what missing it means."""
    you = seat.number == cast.reader
    whom = cast.object(seat.number)
    match reading.at_deadline:
        case moves.Roll():
            return f"then the clock rolls for {whom}"
        case moves.Decline():
            return f"then it goes to auction, where {whom} may bid first"
        case moves.EndTurn():
            return f"then the clock ends {cast.whose(seat.number)} turn"
        case moves.Mortgage() | moves.Sell():
            return f"then the clock mortgages, and sells buildings, for {whom} until it is paid"
        case _ if reading.rules.lapses(seat.asked):
            return f"then it counts as a {'pass' if seat.asked == AUCTION else 'refusal'}"
        case _:
            return f"then {whom} {'are' if you else 'is'} out of the game"


def standing(reading: TableReading, seat: Seat) -> str:
    """Tell what a giver's clock, which stands during the offer, will go on with."""
    if seat.left is None:
        return ""
    time = reading.game.move_time
    if time is None:
        return ""
    kept = left_in_words(clock.resumed(seat.left, time))
    return f"Clock stands; {kept} left when the offer is answered"


def notes(reading: TableReading, hours: Hours) -> list[Note]:
    """Tell what there is to know of all clocks at the table: an agreed pause, a stop, a standstill."""
    told = []
    paused = _paused_until(reading)
    if reading.stopped_at is not None:
        after = ", for a reason of the site’s. They go on with what was left. Moves are taken all the same."
        told.append(Note("The operator has stopped all clocks on ", hours.moment(reading.stopped_at), after))
    elif paused is not None:
        told.append(
            Note("As all agreed, all clocks stand until ", hours.moment(paused), ". You may move all the same.", True)
        )
    if isinstance(reading.view, PropertyView) and reading.view.clock_rests:
        told.append(Note("The clock rests, for nobody has moved for long. It starts again with anybody’s next move."))
    stood = reading.game.stood_still_at
    if stood is not None and reading.now is not None and _is_news(reading, stood):
        gap = reading.game.stood_still_for or timedelta(0)
        before = f"The site stood still for {length(gap)} on "
        told.append(Note(before, hours.moment(stood - gap), ", so deadlines moved by as much."))
    return told


def _is_news(reading: TableReading, stood: datetime) -> bool:
    assert reading.now is not None
    if reading.game.status != Game.Status.RUNNING or reading.now - stood > STANDSTILL_TOLD:
        return False
    own: Sequence[datetime] = [t.at for t in reading.since[:1] if t.seat == reading.reader and t.by == "player"]
    return not own or own[0] < stood


def _paused_until(reading: TableReading) -> datetime | None:
    until = reading.game.paused_until
    return until if until is not None and reading.now is not None and reading.now < until else None


def _two(first: str, n: int, unit: str) -> str:
    return f"{first} {n} {unit}" if n else first
