"""Moves: a player's, the clock's, and what follows from each without a person."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from games import clock
from games.models import Seat, StandingOrder
from games.rules.errors import RulesError, StaleDecision
from games.rules.interface import By
from games.table import agreements
from games.table.errors import TableError, TooLate
from games.table.instant import now
from games.table.locked import Table, enter, let_others_answer, lock, running, save, seat_of, seats_of
from games.tokens import token_of
from games.who import Who

#: The decision at which a move sent together with another may follow it: the turn's own business.
FOLLOWING_AT = "manage"

#: Orders that one seat may have standing in a game.
MOST_ORDERS = 10


@dataclass(frozen=True)
class Answer:
    """What came of a player's moves: how many were made, and why the next one was not, if so."""

    made: int
    left_out: str = ""


def play(game_id: str, who: Who, token: str, moves: Sequence[bytes | str], by: By = "player") -> Answer:
    """Make a player's move, and let bots and orders answer.

    `moves` are the JSON of one move, or of several that belong together ("buy and end turn"). The
    first answers the decision that the token names. The next is made only while nothing else came
    of the one before: the same seat is asked at once what to do with its turn. A double that rolls
    again asks anew; what was sent before that roll is left out then, and the moves made stand.

    Time-outs that were due when the move arrived take place first, and stand whatever comes of it.
    Raises NoSuchTable, NotSeated, WrongTime, TooLate, StaleDecision, and what the rules raise for the
    first move (MalformedMove for any): nothing of the player's is written then.
    """
    return _in_one_transaction(game_id, who, lambda table, seat: _play(table, seat, token, moves, by))


def resign(game_id: str, who: Who) -> Answer:
    """Take a player out of the game, whoever is waited on. Raises as `play` does, StaleDecision apart."""

    def leave(table: Table, seat: int) -> Answer:
        enter(table, seat, table.rules.resignation(), "player")
        return Answer(1)

    return _in_one_transaction(game_id, who, leave)


def leave_order(game_id: str, who: Who, order: bytes | str) -> Answer:
    """Keep a player's early answer; it acts at once if it can. Raises as `play` does, and TableError.

    One of the same type replaces the one before.
    """

    def keep(table: Table, seat: int) -> Answer:
        decoded = table.rules.decode_order(order)
        table.rules.check_order(table.state, seat, decoded)
        mine = [row for row in table.orders if row.seat == seat]
        for row in mine:
            if type(table.rules.decode_order(row.order)) is type(decoded):
                table.orders.remove(row)
                table.forgotten.append(row.pk)
        if len(mine) >= MOST_ORDERS:
            raise TableError(f"You have {MOST_ORDERS} early answers standing here; take one off first.")
        _own_change(table.seats[seat])
        text = order if isinstance(order, str) else order.decode()
        table.orders.append(
            StandingOrder.objects.create(game=table.game, seat=seat, order=text, created_at=table.arrival)
        )
        return Answer(0)

    return _in_one_transaction(game_id, who, keep)


def take_order_off(game_id: str, who: Who, order_id: int) -> None:
    """Forget an early answer that has not acted. Raises NoSuchTable, NotSeated, or TableError if it is gone."""
    with transaction.atomic():
        game = lock(game_id)
        seat = seat_of(seats_of(game), who)
        gone, _ = StandingOrder.objects.filter(game=game, seat=seat.number, pk=order_id).delete()
        _own_change(seat)
    if not gone:
        raise TableError("That early answer is no longer there: it has acted, or its time is over.")


def expire(game_id: str) -> int:
    """Make the time-outs of a game that the sweep may make now; give how many. Raises NoSuchTable.

    Looks again under the game's lock: a deadline that was met meanwhile, moved, or passed less than
    half a second ago is left alone.
    """
    with transaction.atomic():
        game = lock(game_id)
        seats = seats_of(game)
        if game.status != game.Status.RUNNING:
            return 0
        # Read after the lock: whoever held it may have moved the deadline to after an earlier reading.
        table = running(game, seats, now())
        missed = make_time_outs(table, lambda due: clock.may_be_swept(due, table.arrival))
        if missed:
            _conclude(table)
    return missed


def answer_for_bots(game_id: str) -> bool:
    """Make what moves of bots and orders are due in a game; tell whether some are due still.

    Raises NoSuchTable. A game that has ended, or where a person is asked, is left as it is.
    """
    arrival = now()
    with transaction.atomic():
        game = lock(game_id)
        if not game.bots_due or game.status != game.Status.RUNNING:
            return False
        table = running(game, seats_of(game), arrival)
        _conclude(table)
    return game.bots_due


def make_time_outs(table: Table, is_due: Callable[[datetime], bool]) -> int:
    """Make a locked game's time-outs whose deadlines `is_due`, in their order; give how many.

    None while all clocks are stopped or the site stands still: late moves are taken then.
    """
    if not table.clocks_hold:
        return 0
    made = 0
    due = sorted((seat.due_at, seat.number) for seat in table.seats if seat.due_at and is_due(seat.due_at))
    for due_at, number in due:
        wait = table.seats[number].wait
        asked = [d for d in table.rules.decisions(table.state) if d.seat == number and d.wait == wait]
        if not asked:
            # What another's time-out has settled in this very loop.
            continue
        enter(table, number, table.rules.on_timeout(table.state, number), "clock", due_at)
        table.missed.add(number)
        made += 1
    return made


def _in_one_transaction(game_id: str, who: Who, act: Callable[[Table, int], Answer]) -> Answer:
    arrival = now()
    refusal: Exception | None = None
    answer = Answer(0)
    with transaction.atomic():
        game = lock(game_id)
        seats = seats_of(game)
        seat = seat_of(seats, who).number
        table = running(game, seats, arrival)
        late = make_time_outs(table, lambda due: clock.is_missed(due, arrival))
        if late:
            let_others_answer(table)
        try:
            answer = act(table, seat)
        except (TableError, RulesError) as error:
            if not late:
                raise
            # The time-outs stand, so this transaction is kept.
            refusal = error
        _conclude(table)
    if refusal is not None:
        raise refusal
    return answer


def _own_change(seat: Seat) -> None:
    seat.own_changes += 1
    seat.save(update_fields=["own_changes"])


def _conclude(table: Table) -> None:
    let_others_answer(table)
    if table.gone:
        # Those who are left may all have agreed to what the one who has gone had not answered.
        agreements.settle(table)
    save(table)


def _play(table: Table, seat: int, token: str, moves: Sequence[bytes | str], by: By) -> Answer:
    decoded = [table.rules.decode_move(move) for move in moves]
    if seat in table.missed:
        raise TooLate(_too_late(table, seat))
    if token != token_of(table.rules, table.state, seat, table.game.move_count):
        raise StaleDecision("That was already answered. Here is the table as it is now.")
    events = enter(table, seat, decoded[0], by)
    made, left_out = 1, ""
    for move in decoded[1:]:
        asked = [d.kind for d in table.rules.decisions(table.state) if d.seat == seat]
        if not asked:
            # The turn has ended by itself: there is nothing left for the next move to answer.
            break
        if asked != [FOLLOWING_AT] or len(events) > 1:
            left_out = "More happened than you could know, so you are asked again."
            break
        try:
            events = enter(table, seat, move, by)
        except RulesError as error:
            left_out = str(error)
            break
        made += 1
    return Answer(made, left_out)


def _too_late(table: Table, seat: int) -> str:
    if table.seats[seat].fate:
        return "Your move arrived after its deadline, so you are out of the game."
    return "Your answer arrived after its deadline: the chance has passed, and you are still in the game."
