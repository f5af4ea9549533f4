"""Deadlines: pure arithmetic, after the rules' page "Clock". Nothing here knows what time it is.

A seat's clock belongs to one wait. It runs while that wait is open, and stands while something else
keeps it from being answered (an offer of the giver's that is still to be answered). What is left then
is kept, and goes on when the same wait comes back. All instants are the database's, aware; all lengths
are timedeltas. Daylight saving changes nothing: instants are UTC.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from games.rules.interface import Decision

#: What another's turn asks of somebody is waited for no longer than this.
LONGEST_CHANCE = timedelta(days=1)
#: The first wait of a game, unless all who were seated pressed Ready.
FIRST_WAIT = timedelta(hours=1)
#: What a giver has left at least when an offer ends: this, and a share of the move time.
LEAST_LEFT = timedelta(seconds=30)
LEAST_SHARE = 10
#: The sweep leaves a deadline alone for this long: a move that arrived in time may be on its way.
GRACE = timedelta(seconds=0.5)
#: A longer time without a sweep is a standstill of the site.
LONGEST_GAP = timedelta(seconds=15)
#: An agreed pause, in days; and how long a proposal stands.
PAUSE_DAYS = range(1, 15)
PROPOSAL_STANDS = timedelta(days=1)
#: One proposal a player in this time.
PROPOSALS_EVERY = timedelta(days=7)
#: A reminder comes when this share of the move time is left, unless the move time is shorter than an hour.
REMINDER_SHARE = 5
SHORTEST_REMINDED = timedelta(hours=1)


@dataclass(frozen=True)
class Clock:
    """A seat's clock. `due` while it runs, `left` while it stands, neither when nothing is asked.

    `since` is when it began to run, the last time: one that was set or went on within a standstill of
    the site did not run as that began. A wait without a deadline, in a game without a clock or while the
    clock rests, has `since` and neither of the others; None once it is over.
    """

    wait: int = 0
    asked: str = ""
    since: datetime | None = None
    due: datetime | None = None
    left: timedelta | None = None


@dataclass(frozen=True)
class Terms:
    """What deadlines of a game depend on beside the wait itself.

    No move time, no deadlines. `a_day_at_most` tells, by the kind of a decision, whether it is waited for no
    longer, being asked by another's turn. `first` says that nobody but bots has been asked yet in this game,
    and that not all pressed Ready. `rests`: the wait that goes on has no deadline for now.
    """

    move_time: timedelta | None
    a_day_at_most: Callable[[str], bool]
    first: bool = False
    rests: bool = False


@dataclass(frozen=True)
class Moment:
    """When a game changes, as its clocks see it.

    A clock that stops has run up to `stops`, one that starts runs from `starts`. `gap_began` is the last
    sweep before a standstill of the site that still lasts: what ran then has not run since.
    """

    stops: datetime
    starts: datetime
    gap_began: datetime | None = None


def standing_still(at: datetime, stopped_at: datetime | None, paused_until: datetime | None) -> datetime:
    """Give the instant that clocks count from at `at`.

    While the operator has stopped all clocks, the moment of that: they go on with what was left. In an
    agreed pause, its end.
    """
    instant = at if stopped_at is None else min(at, stopped_at)
    return instant if paused_until is None else max(instant, paused_until)


def stands_still(at: datetime, swept_at: datetime | None, stopped_at: datetime | None) -> bool:
    """Tell whether the site stands still: no sweep for more than 15 seconds, all clocks not being stopped."""
    return stopped_at is None and swept_at is not None and at - swept_at > LONGEST_GAP


def hold(at: datetime, swept_at: datetime | None, stopped_at: datetime | None) -> bool:
    """Tell whether a late move is late at `at`: not while all clocks are stopped, or the site stands still."""
    return stopped_at is None and swept_at is not None and not stands_still(at, swept_at, stopped_at)


def length(kind: str, terms: Terms) -> timedelta | None:
    """Give how long a new wait for a decision of this kind is; None for one without a deadline."""
    if terms.move_time is None or terms.rests:
        return None
    time = min(terms.move_time, LONGEST_CHANCE) if terms.a_day_at_most(kind) else terms.move_time
    return max(time, FIRST_WAIT) if terms.first else time


def begun(decision: Decision, moment: Moment, terms: Terms) -> Clock:
    """Give the clock of a wait that begins now, or that only now gets a deadline."""
    time = length(decision.kind, terms)
    return Clock(decision.wait, decision.kind, moment.starts, None if time is None else moment.starts + time)


def stopped(clock: Clock, moment: Moment) -> Clock:
    """Give a running clock as it stands once something stops it, with what is left kept."""
    assert clock.since is not None and clock.due is not None
    ran_until = moment.stops
    if moment.gap_began is not None and clock.since <= moment.gap_began:
        ran_until = moment.gap_began
    return replace(clock, due=None, left=clock.due - ran_until)


def resumed(left: timedelta, move_time: timedelta) -> timedelta:
    """Give what a clock goes on with that stood with `left` left: at least a tenth and 30 seconds."""
    return max(left, move_time / LEAST_SHARE, LEAST_LEFT)


def paused(clock: Clock, moment: Moment, pause: timedelta) -> Clock:
    """Give a running clock after an agreed pause that begins now: moved by its length."""
    until = moment.stops + pause
    left = stopped(clock, moment).left
    assert left is not None
    return replace(clock, since=until, due=until + left)


def next_clock(
    clock: Clock, decision: Decision | None, moment: Moment, terms: Terms, *, interrupted: bool = False
) -> Clock:
    """Give a seat's clock after a move, `decision` being what it is asked now, if anything.

    A wait that goes on keeps its deadline. A new one sets its own. One that is not asked any more stands
    with what is left, in case it comes back: only the same wait can. `interrupted`: it was not asked in
    between, as when a bot answers an offer at once, so it has stood for no time at all. A wait without a
    deadline that may have one now, since the clock rests no more, gets a full one.
    """
    if decision is None:
        if clock.due is not None:
            return stopped(clock, moment)
        return clock if clock.left is not None else replace(clock, since=None)
    if decision.wait != clock.wait:
        return begun(decision, moment, terms)
    if interrupted and clock.due is not None:
        clock = stopped(clock, moment)
    if clock.left is not None and terms.move_time is not None:
        due = moment.starts + resumed(clock.left, terms.move_time)
        return replace(clock, since=moment.starts, due=due, left=None)
    if clock.due is None and (clock.since is None or length(decision.kind, terms) is not None):
        return begun(decision, moment, terms)
    return clock


def is_missed(due: datetime, arrival: datetime) -> bool:
    """Tell whether a move that arrives at `arrival` is late; at the very instant it is in time."""
    return arrival > due


def may_be_swept(due: datetime, now: datetime) -> bool:
    """Tell whether the sweep may act on a deadline: half a second after it."""
    return now - due > GRACE


def reminder_at(due: datetime, move_time: timedelta | None) -> datetime | None:
    """Give when to remind of a deadline; None where the move time is too short for one."""
    return None if move_time is None or move_time < SHORTEST_REMINDED else due - move_time / REMINDER_SHARE
