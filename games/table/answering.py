"""The answers that need no person: of bots, and by what players have ordered."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from games import bots
from games.models import Seat
from games.rules.interface import By
from games.table.locked import Table, enter, orders_of

#: How many moves of bots and orders one transaction makes at most; the worker makes what is left.
BOT_MOVES_AT_ONCE = 200


class _Due(NamedTuple):
    """Whose move is due, by whose hand, and how to get it: a bot takes its time to find one."""

    seat: int
    by: By
    move: Callable[[], Any]


def let_others_answer(table: Table) -> None:
    """Make the moves of bots, and those that players have ordered, until a person is asked."""
    due = _answered_by_itself(table)
    for _ in range(BOT_MOVES_AT_ONCE):
        if due is None:
            break
        enter(table, due.seat, due.move(), due.by)
        due = _answered_by_itself(table)
    table.game.bots_due = due is not None


def _answered_by_itself(table: Table) -> _Due | None:
    """Give a seat that is asked and answers without a person, or None."""
    rules, state = table.rules, table.state
    draw = rules.standing_draw(state)
    for seat in draw.to_answer if draw else ():
        if table.seats[seat].kind == Seat.Kind.BOT:
            return _Due(seat, "bot", partial(bots.answer_draw, rules, state, seat))
    for decision in rules.decisions(state):
        if table.seats[decision.seat].kind == Seat.Kind.BOT:
            return _Due(decision.seat, "bot", partial(bots.answer, rules, state, decision.seat))
        due = _by_orders(table, decision.seat)
        if due is not None:
            return due
    return None


def _by_orders(table: Table, seat: int) -> _Due | None:
    orders = orders_of(table, seat)
    move = table.rules.ordered(table.state, seat, orders) if orders else None
    return None if move is None else _Due(seat, "order", lambda: move)
