"""The one writer of games. Each function is one transaction: all of it takes place, or nothing.

Follow a move: `playing.play` locks the game (`locked.lock`), makes the time-outs that were due, enters
the move, lets bots and orders answer, and saves all of it with the clocks and the outbox
(`locked.save`). Everything that changes a game goes the same way.
"""

from games.table.agreements import answer as answer_proposal
from games.table.agreements import propose
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
from games.table.opening import (
    Plan,
    Sitter,
    bring_seed,
    cancel,
    close_old_tables,
    get_ready,
    invite,
    may_enter,
    needs_ready,
    open_table,
    rematch,
    sit,
    stand_up,
    start,
)
from games.table.people import forget, hand_over, purge, rename
from games.table.playing import (
    Answer,
    answer_for_bots,
    expire,
    leave_order,
    play,
    resign,
    take_order_off,
)
from games.table.sweeping import start_clocks, stop_clocks, sweep

__all__ = [
    "NO_SUCH_TABLE",
    "Answer",
    "BadChoice",
    "BadClientSeed",
    "Full",
    "NoSuchTable",
    "NotSeated",
    "Plan",
    "Sitter",
    "TableError",
    "TooLate",
    "TooMany",
    "WrongTime",
    "answer_for_bots",
    "answer_proposal",
    "bring_seed",
    "cancel",
    "close_old_tables",
    "expire",
    "forget",
    "get_ready",
    "hand_over",
    "invite",
    "leave_order",
    "may_enter",
    "needs_ready",
    "now",
    "open_table",
    "play",
    "propose",
    "purge",
    "rematch",
    "rename",
    "resign",
    "sit",
    "stand_up",
    "start",
    "start_clocks",
    "stop_clocks",
    "sweep",
    "take_order_off",
]
