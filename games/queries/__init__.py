"""Every read of one game. What the pages get holds views and events, never a state or a seed."""

from games.queries.log import Told
from games.queries.readings import TableReading, left, table
from games.queries.records import ReplayReading, record, replay
from games.queries.stamps import Stamp, stamp, stamp_of, stamped

__all__ = [
    "ReplayReading",
    "Stamp",
    "TableReading",
    "Told",
    "left",
    "record",
    "replay",
    "stamp",
    "stamp_of",
    "stamped",
    "table",
]
