"""What a worker could not write down while the database was away: written as soon as it is back.

Without it a mail that has just gone out would go again after its lease, and the rest of its batch would wait for that.
Kept in memory alone: should the worker die too, that is what leases are for.
"""

import threading
from collections import deque
from collections.abc import Callable

from django.db import InterfaceError, OperationalError

Note = Callable[[], object]

_lock = threading.Lock()
_unwritten: deque[Note] = deque()


def write(note: Note) -> None:
    """Write something down; if the database fails to, keep it for `catch_up`. Raises what the database raises."""
    try:
        note()
    except (OperationalError, InterfaceError):
        with _lock:
            _unwritten.append(note)
        raise


def catch_up() -> None:
    """Write down what is left, in its order. Raises what the database raises, and keeps what it has not taken."""
    with _lock:
        while _unwritten:
            _unwritten[0]()
            _unwritten.popleft()
