"""What the load remembers of what it was told: the promises that the checker holds the site to."""

import threading
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass
class Act:
    """Something that a player asked for once, however often it had to be sent.

    `kind` is "moves", "form", "resign", "order", "propose", "answer" or "room". `status` is that of the answer that
    settled it, None where none did. `unclear` counts requests after which nobody could know whether it was done.
    `first` is the number that the first of `made` moves must have in the record, None where it is not known.
    """

    player: int
    user: int
    game: str
    seat: int
    kind: str
    moves: list[dict[str, Any]] = field(default_factory=list)
    key: str = ""
    first: int | None = None
    began: float = 0.0
    ended: float = 0.0
    status: int | None = None
    made: int = 0
    unclear: int = 0
    replayed: bool = False
    body: str = ""

    @property
    def acknowledged(self) -> bool:
        """Whether the site said that it is done."""
        return self.status is not None and self.status < 400

    @property
    def may_be_done(self) -> bool:
        """Whether it can stand in the record though nobody said so: a form has no key that would settle it."""
        if self.acknowledged:
            return True
        return self.unclear > 0 and (self.status is None or not self.key)


@dataclass
class Error:
    """An answer that says that the site has failed."""

    at: float
    web: int
    status: int
    what: str


class Journal:
    """All that the load was told, from all its threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.acts: list[Act] = []
        self.errors: list[Error] = []
        #: Deadlines shown: by game, seat and number of entries so far, the deadline and when it was seen.
        self.shown: dict[tuple[str, int, int], tuple[str, float]] = {}
        self.unclear = 0
        self.requests = 0

    def note(self, act: Act) -> None:
        """Keep an act that is settled, or given up."""
        with self._lock:
            self.acts.append(act)
            self.unclear += act.unclear

    def moves(self) -> int:
        """Count the moves that were acknowledged."""
        with self._lock:
            return sum(act.made for act in self.acts if act.acknowledged)

    def note_request(self) -> None:
        """Count a request."""
        with self._lock:
            self.requests += 1

    def note_error(self, error: Error) -> None:
        """Keep an answer of 500 or more."""
        with self._lock:
            self.errors.append(error)

    def note_shown(self, game: str, seat: int, entries: int, due: str, at: float) -> None:
        """Keep a deadline as a page of the API showed it."""
        with self._lock:
            before = self.shown.get((game, seat, entries))
            if before is None or before[1] < at:
                self.shown[game, seat, entries] = (due, at)

    def as_data(self) -> dict[str, Any]:
        """Give everything, for a file."""
        return {
            "acts": [asdict(act) for act in self.acts],
            "errors": [asdict(error) for error in self.errors],
            "shown": [[*key, *value] for key, value in self.shown.items()],
        }
