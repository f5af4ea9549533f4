"""The waiting room: a table before its game, as one reader sees it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.models import Game, Seat
from games.present import move_times
from games.present.cast import listing
from games.present.clocks import Hours, Moment, played, rules_of, time_in_words
from games.present.lobby import notes, of_bots_alone
from games.queries import TableReading
from games.table.opening import CLOSES_AFTER
from games.table.starting import FEWEST, has_gone, needs_ready


@dataclass(frozen=True)
class Place:
    """A seat of the table; `name` is empty while it is free."""

    number: int
    name: str
    you: bool
    states: Sequence[str]


@dataclass(frozen=True)
class Room:
    """What the waiting room shows and offers the reader."""

    title: str
    state: str
    places: Sequence[Place]
    terms: Sequence[str]
    closes: Moment | None
    #: The reader is seated; opened the table; has pressed Ready, and brought this seed.
    seated: bool
    opener: bool
    ready: bool
    seed: str
    #: All seats but the reader's are bots': nobody else is waited for.
    against_bots: bool
    free: int
    needs_ready: bool
    #: The opener may start now; why not, where it can be helped; and what starting does.
    may_start: bool
    hindrance: str
    start_note: str
    invited: Sequence[str]
    #: Its opener is the host, who starts it and may change the time for a move: what that is, and may be.
    host_starts: bool
    times: Sequence[tuple[str, str]]
    time: tuple[str, int | None, int]
    units: Sequence[tuple[int, str]] = move_times.UNITS


def room(reading: TableReading, hours: Hours, invited: Sequence[str]) -> Room:
    """Give the waiting room of an open or closed table; `invited` are the names of those who were asked to come."""
    game, seats, reader = reading.game, reading.seats, reading.reader
    mine = None if reader is None else seats[reader]
    against_bots = of_bots_alone(seats)
    opened = mine is not None and mine.number == 0
    waits = needs_ready(game)
    people = [seat for seat in seats if seat.kind != Seat.Kind.BOT]
    unready = [seat for seat in people if not seat.ready] if waits else []
    free = game.size - len(seats)
    tables = rules_of(game).tables
    hosted = not (tables.mixed or game.bots_fill)
    hindrance = _hindrance(game, seats, unready, reader)
    return Room(
        title=_title(game, seats, reader, opened=opened),
        state=_state(game, free, unready, "" if not hosted or not seats else seats[0].name),
        places=[_place(seat, reading, hours, waits=waits) for seat in seats]
        + [_free(n) for n in range(len(seats), game.size)],
        terms=_terms(game),
        closes=_closes(game, hours),
        seated=mine is not None,
        opener=opened,
        ready=mine is not None and mine.ready,
        seed=mine.client_seed if mine else "",
        against_bots=against_bots,
        free=free,
        needs_ready=waits,
        may_start=opened and not hindrance,
        hindrance=hindrance if opened else "",
        start_note=_start_note(game, len(seats)),
        invited=invited,
        host_starts=hosted,
        times=move_times.choices(tables) if hosted and opened else (),
        time=move_times.chosen(game.options["move_time"], tables),
    )


def _title(game: Game, seats: Sequence[Seat], reader: int | None, *, opened: bool) -> str:
    if of_bots_alone(seats) and reader is not None:
        return f"You against {listing([seat.name for seat in seats if seat.number != reader])}"
    if opened:
        return "Your table"
    return f"{seats[0].name}’s table" if seats else "A table"


def _state(game: Game, free: int, unready: Sequence[Seat], host: str) -> str:
    if game.status == Game.Status.CLOSED:
        return "This table was closed before its game started."
    if host and len(unready) == 0 and game.size - free >= FEWEST:
        return f"Everybody here is ready: {host} can start the game."
    if free:
        return f"Open: {free} of {game.size} seats {'is' if free == 1 else 'are'} free."
    if unready and host:
        return f"All seats are taken. {host} can start the game when everybody here has pressed Ready."
    if unready:
        return "All seats are taken. The game starts when everybody here has pressed Ready."
    return "All seats are taken."


def _place(seat: Seat, reading: TableReading, hours: Hours, *, waits: bool) -> Place:
    states, you = [], seat.number == reading.reader
    if seat.number == 0 and reading.game.opener_id is not None:
        states.append("opened the table" if rules_of(reading.game).tables.mixed else "the host")
    if seat.kind == Seat.Kind.BOT:
        states.append("a bot")
    elif waits and seat.ready and not you and has_gone(seat, hours.now):
        states.append("was ready, but has not looked here for a while")
    elif waits:
        states.append("ready" if seat.ready else "not ready yet")
    return Place(seat.number, seat.name, you, states)


def _free(number: int) -> Place:
    return Place(number, "", you=False, states=())


def _terms(game: Game) -> list[str]:
    time = game.options["move_time"]
    return [played(game), time_in_words(time) + ("" if time is None else " for each move"), *notes(game)]


def _closes(game: Game, hours: Hours) -> Moment | None:
    if game.status != Game.Status.OPEN or game.opener_id is None:
        return None
    closes: datetime = game.created_at + CLOSES_AFTER
    return hours.moment(closes)


def _hindrance(game: Game, seats: Sequence[Seat], unready: Sequence[Seat], reader: int | None) -> str:
    if len(seats) < FEWEST and not game.bots_fill:
        return "A game takes two players: you can start as soon as somebody sits down."
    others = [seat.name for seat in unready if seat.number != reader]
    if unready and not others:
        return "Press Ready, then you can start."
    if others:
        return f"You can start when everybody here has pressed Ready. Not ready yet: {listing(others)}."
    return ""


def _start_note(game: Game, taken: int) -> str:
    free = game.size - taken
    if not free:
        return ""
    if game.bots_fill:
        return "a bot takes the empty seat" if free == 1 else f"bots take the {free} empty seats"
    return f"with the {taken} of you who sit here"
