"""What a run leaves behind for the checker: nothing of it comes from the site's own code."""

import math
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tests.chaos.journal import Journal


@dataclass(frozen=True)
class Happened:
    """A fault as it took place: from `began` to `ended`, by this machine's clock, which is the database's too."""

    kind: str
    which: int
    began: float
    ended: float


@dataclass(frozen=True)
class Finding:
    """Something that must not be."""

    what: str
    told: str

    def __str__(self) -> str:
        return f"{self.what}: {self.told}"


@dataclass
class Down:
    """A process, or a server, was not there from `since` until it was started again at `until`."""

    name: str
    since: float
    until: float = math.inf
    #: What a process left: its exit status and its last words.
    how: str = ""


@dataclass
class Evidence:
    """All that the checker is given beside the database."""

    journal: Journal
    #: What the mail server accepted (tests.chaos.post.Accepted).
    mails: list[Any] = field(default_factory=list)
    faults: list[Happened] = field(default_factory=list)
    #: What was not there from when to when.
    downs: list[Down] = field(default_factory=list)
    #: The database gave no answer from when to when.
    outages: list[tuple[float, float]] = field(default_factory=list)
    sweeps: list[datetime] = field(default_factory=list)
    #: Games in which nobody moves: the deadline that they began with, and since when it ran.
    idle: dict[str, datetime] = field(default_factory=dict)
    idle_since: datetime | None = None
    #: The record of every started game, as the site gave it when all was quiet.
    records: dict[str, bytes] = field(default_factory=dict)
    #: What was told by the stream (tests.chaos.readers.Reading).
    readings: list[Any] = field(default_factory=list)
    #: Seconds that the processes need to start.
    startup: float = 0.0
    #: When the sweep was stopped for good.
    ended: float = 0.0
    #: How many times longer than it should everything took because of others' work on the machine.
    busy: float = 1.0
