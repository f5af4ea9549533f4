"""The one writer of games. Each function is one transaction: all of it takes place, or nothing.

Follow a move: `playing.play` goes through `acts.act`, which locks the game (`locked.lock`) and makes the
time-outs that were due; then the move is entered, bots and orders answer (`answering`), and all of it is saved with
the clocks and the outbox (`locked.save`). Everything that changes a running game goes the same way.
"""

from games.table.company import Plan, Sitter, bots
from games.table.errors import (
    NO_SUCH_TABLE,
    BadChoice,
    BadClientSeed,
    Full,
    NoSuchTable,
    NotSeated,
    TableError,
    TooLate,
    TooMany,
    WrongTime,
)
from games.table.instant import now
from games.table.inviting import invite, rematch
from games.table.locked import Table
from games.table.opening import bring_seed, cancel, close_old_tables, may_enter, open_table, sit, stand_up
from games.table.operating import lift_void, purge_notices, void
from games.table.people import forget, hand_over, leave, purge, rename
from games.table.playing import (
    Answer,
    answer_draw,
    answer_for_bots,
    expire,
    leave_order,
    offer_draw,
    play,
    resign,
    take_order_off,
)
from games.table.presence import PRESENCE_EVERY, note_presence
from games.table.proposing import answer as answer_proposal
from games.table.proposing import propose
from games.table.starting import get_ready, needs_ready, set_move_time, start
from games.table.sweeping import start_clocks, stop_clocks, sweep

__all__ = [
    "NO_SUCH_TABLE",
    "PRESENCE_EVERY",
    "Answer",
    "BadChoice",
    "BadClientSeed",
    "Full",
    "NoSuchTable",
    "NotSeated",
    "Plan",
    "Sitter",
    "Table",
    "TableError",
    "TooLate",
    "TooMany",
    "WrongTime",
    "answer_draw",
    "answer_for_bots",
    "answer_proposal",
    "bots",
    "bring_seed",
    "cancel",
    "close_old_tables",
    "expire",
    "forget",
    "get_ready",
    "hand_over",
    "invite",
    "leave",
    "leave_order",
    "lift_void",
    "may_enter",
    "needs_ready",
    "note_presence",
    "now",
    "offer_draw",
    "open_table",
    "play",
    "propose",
    "purge",
    "purge_notices",
    "rematch",
    "rename",
    "resign",
    "set_move_time",
    "sit",
    "stand_up",
    "start",
    "start_clocks",
    "stop_clocks",
    "sweep",
    "take_order_off",
    "void",
]
