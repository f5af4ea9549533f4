"""What every act at a running table goes through, so that no result depends on when a worker comes.

The arrival is noted, the game locked, and the time-outs that were due at the arrival are made. Only
then comes the act itself, and after it bots and orders answer and all is saved.
"""

import time
from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from django.db import transaction

from games import clock
from games.models import Seat
from games.rules.errors import RulesError
from games.table import agreements
from games.table.answering import let_others_answer
from games.table.errors import TableError
from games.table.instant import now
from games.table.locked import Table, enter, lock, running, save, seat_of, seats_of
from games.who import Who

T = TypeVar("T")


def act(
    game_id: str, who: Who, change: Callable[[Table, int], T], told: Callable[[Table, int], object] | None = None
) -> T:
    """Let somebody seated change a running game, in one transaction; `change` gets the game and the seat.

    `told` gets the same once all is committed: an answer can tell the table as the act left it, and read nothing
    again. If `change` refuses, nothing is written but the time-outs that were due at the arrival, and what
    followed from them. Raises NoSuchTable, NotSeated, WrongTime, GameOver, and what `change` raises.
    """
    arrival, began = now(), time.monotonic()
    refusal: Exception | None = None
    with transaction.atomic():
        game = lock(game_id)
        seats = seats_of(game)
        seat = seat_of(seats, who).number
        # What this act asks of others begins as it is made, not while it waited for its turn.
        kept_waiting = time.monotonic() - began > clock.GRACE.total_seconds()
        table = running(game, seats, arrival, starts_at=now() if kept_waiting else arrival)
        if make_time_outs(table, lambda due: clock.is_missed(due, arrival)):
            let_others_answer(table)
        on_time = not table.entries
        try:
            answer = change(table, seat)
        except (TableError, RulesError) as error:
            if on_time:
                raise
            # The time-outs stand, so this transaction is kept.
            refusal = error
        conclude(table)
    if refusal is not None:
        raise refusal
    if told is not None:
        told(table, seat)
    return answer


def make_time_outs(table: Table, is_due: Callable[[datetime], bool]) -> int:
    """Make a locked game's time-outs whose deadlines `is_due`, in their order; give how many.

    None while all clocks are stopped or the site stands still: late moves are taken then.
    """
    if not table.clocks_hold:
        return 0
    made = 0
    due = sorted((seat.due_at, seat.number) for seat in table.seats if seat.due_at and is_due(seat.due_at))
    if due and table.game.bots_due:
        # An order that the worker has not come to yet was given in time.
        let_others_answer(table)
    for due_at, number in due:
        wait = table.seats[number].wait
        asked = [d for d in table.rules.decisions(table.state) if d.seat == number and d.wait == wait]
        if not asked:
            # What an order, or another's time-out, has settled in this moment.
            continue
        enter(table, number, table.rules.on_timeout(table.state, number), "clock", due_at)
        while table.rules.clock_goes_on(table.state):
            enter(table, number, table.rules.on_timeout(table.state, number), "clock", due_at)
        table.missed.add(number)
        made += 1
    return made


def conclude(table: Table) -> None:
    """Let bots and orders answer, carry out what all who are left agree to by now, and save."""
    let_others_answer(table)
    if table.gone and table.proposed:
        # Those who are left may all have agreed to what the one who has gone had not answered.
        agreements.settle(table)
    save(table)


def too_late(seat: Seat) -> str:
    """Say to a player that the move came after its deadline, and what became of that."""
    if seat.clock_moves:
        # Even a safe move may lead to a rent that nobody could raise.
        still_in = "You are out of the game." if seat.place else "You are still in the game."
        return f"Your move arrived after its deadline: the clock had moved for you. {still_in}"
    if not seat.place:
        return "Your answer arrived after its deadline: the chance has passed, and you are still in the game."
    if seat.fate == Seat.Fate.TIMED_OUT:
        return "Your move arrived after its deadline, so you are out of the game."
    return "Your answer arrived after its deadline: the chance has passed."
