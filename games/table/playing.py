"""Moves: a player's, the clock's, and what follows from each without a person."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db import transaction

from games import clock, news
from games.models import Move, Seat, StandingOrder
from games.rules.errors import RulesError, StaleDecision
from games.rules.interface import By
from games.table.acts import act, conclude, make_time_outs, too_late
from games.table.errors import TableError, TooLate
from games.table.instant import now
from games.table.locked import KeptOrder, Table, encode, enter, lock, running, seat_of, seats_of
from games.who import Who

#: The decision at which a move sent together with another may follow it: the turn's own business.
FOLLOWING_AT = "manage"

#: How many orders a player keeps in one game at most.
ORDERS_A_SEAT = 40

#: No game has moves of so many digits.
LONGEST_TOKEN = 10


@dataclass(frozen=True)
class Answer:
    """What came of a player's moves: how many were made, and why the next one was not, if so."""

    made: int
    left_out: str = ""


def play(
    game_id: str,
    who: Who,
    token: str,
    moves: Sequence[bytes | str],
    by: By = "player",
    told: Callable[[Table, int], object] | None = None,
) -> Answer:
    """Make a player's move, and let bots and orders answer.

    `moves` are the JSON of one move, or of several that belong together ("buy and end turn"). The
    first answers the decision that the token names. The next is made only while nothing else came
    of the one before: the same seat is asked at once what to do with its turn. A double that rolls
    again asks anew; what was sent before that roll is left out then, and the moves made stand.

    Time-outs that were due when the move arrived take place first, and stand whatever comes of it.
    `told` gets the table as it was left, and the seat, when all is committed (games.queries.left).
    Raises NoSuchTable, NotSeated, WrongTime, TooLate, StaleDecision, and what the rules raise for the
    first move (MalformedMove for any): nothing of the player's is written then.
    """
    return act(game_id, who, lambda table, seat: _play(table, seat, token, moves, by), told)


def resign(game_id: str, who: Who) -> Answer:
    """Take a player out of the game, whoever is waited on. Raises as `play` does, StaleDecision apart."""

    def leave(table: Table, seat: int) -> Answer:
        enter(table, seat, table.rules.resignation(), "player")
        return Answer(1)

    return act(game_id, who, leave)


def offer_draw(game_id: str, who: Who) -> Answer:
    """Offer a draw to all who are still in, whoever is waited on. Raises as `play` does, StaleDecision apart."""

    def offer(table: Table, seat: int) -> Answer:
        enter(table, seat, table.rules.draw_offer(), "player")
        return Answer(1)

    return act(game_id, who, offer)


def answer_draw(game_id: str, who: Who, token: str, *, accept: bool) -> Answer:
    """Accept or refuse the draw offer that the token names. Raises as `play` does."""

    def answer(table: Table, seat: int) -> Answer:
        move = table.rules.draw_answer(accept=accept)
        if token != table.rules.token(table.state, seat, move):
            raise StaleDecision("That draw offer is over. Here is the table as it is now.")
        enter(table, seat, move, "player")
        return Answer(1)

    return act(game_id, who, answer)


def leave_order(game_id: str, who: Who, order: bytes | str) -> Answer:
    """Keep a player's order; it acts at once if it can. Raises as `play` does, and TableError.

    One of the same subject replaces the one before. A player keeps at most ORDERS_A_SEAT.
    """

    def keep(table: Table, seat: int) -> Answer:
        decoded = table.rules.decode_order(order)
        table.rules.check_order(table.state, seat, decoded)
        mine = [kept for kept in table.orders if kept.seat == seat]
        replaced = [kept for kept in mine if kept.order.subject == decoded.subject]
        if len(mine) - len(replaced) >= ORDERS_A_SEAT:
            raise TableError(
                f"You have left {len(mine)} orders in this game, and there can be no more. Cancel one first."
            )
        for kept in replaced:
            table.orders.remove(kept)
            table.forgotten.append(kept.row)
        row = StandingOrder(
            pk=_new_number(), game=table.game, seat=seat, order=encode(decoded), created_at=table.arrival
        )
        row.save(force_insert=True)
        table.orders.append(KeptOrder(row.pk, seat, decoded))
        _own_change(table.seats[seat])
        return Answer(0)

    return act(game_id, who, keep)


def take_order_off(game_id: str, who: Who, order_id: int) -> None:
    """Forget an order of a player's. Raises NoSuchTable, NotSeated, or TableError if it is gone.

    Under the game's lock: of an early answer's act and its taking off exactly one takes place. A standing
    order acts no more from then on, whatever it has done before.
    """
    with transaction.atomic():
        game = lock(game_id)
        seat = seat_of(seats_of(game), who)
        gone, _ = StandingOrder.objects.filter(game=game, seat=seat.number, pk=order_id).delete()
        if not gone:
            raise TableError("That order is no longer there: it has acted, or its time is over.")
        _own_change(seat)


def expire(game_id: str) -> int:
    """Make the time-outs of a game that the sweep may make now; give how many. Raises NoSuchTable.

    Looks again under the game's lock: a deadline that was met meanwhile, moved, or passed less than
    half a second ago is left alone.
    """
    with transaction.atomic():
        return expire_locked(game_id)


def expire_locked(game_id: str) -> int:
    """Do what `expire` does within a transaction of the caller's, which may hold the game's lock already."""
    game = lock(game_id)
    seats = seats_of(game)
    if game.status != game.Status.RUNNING:
        return 0
    # Read after the lock: whoever held it may have moved the deadline to after an earlier reading.
    table = running(game, seats, now())
    missed = make_time_outs(table, lambda due: clock.may_be_swept(due, table.arrival))
    if table.entries:
        conclude(table)
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
        conclude(table)
    return game.bots_due


def _new_number() -> int:
    # Counted, the numbers of one's own orders would tell by their gaps of orders that others leave meanwhile.
    return time.time_ns() // 1000


def _own_change(seat: Seat) -> None:
    seat.own_changes += 1
    seat.save(update_fields=["own_changes"])
    news.of_game(seat.game.public_id)


def _play(table: Table, seat: int, token: str, moves: Sequence[bytes | str], by: By) -> Answer:
    decoded = [table.rules.decode_move(move) for move in moves]
    expected = table.rules.token(table.state, seat, decoded[0])
    if expected is not None and seat in table.missed:
        raise TooLate(too_late(table.seats[seat]))
    if expected is not None and token != expected:
        if _clock_answered(table, seat, token):
            raise TooLate(too_late(table.seats[seat]))
        draw = table.rules.standing_draw(table.state)
        if draw is not None and seat in draw.to_answer:
            # Any move of this player's would refuse what the page did not show yet.
            raise StaleDecision("A draw was offered in the meantime. Here is the table as it is now.")
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


def _clock_answered(table: Table, seat: int, token: str) -> bool:
    # A decision's token is the number that its move would have had; a worker was there before this move.
    if not (token.isascii() and token.isdecimal() and len(token) < LONGEST_TOKEN):
        return False
    return Move.objects.filter(game=table.game, number=int(token), seat=seat, by="clock").exists()
