"""Readers of the stream: each follows a game, and comes back where it was whenever the stream breaks."""

import contextlib
import http.client
import json
import random
import threading
import time
from dataclasses import dataclass, field
from typing import Any

from tests.chaos.players import Lobby

#: A stream says something every 15 seconds at least; after this it counts as broken, in seconds.
SILENT = 25.0
#: After so many seconds in which nothing happened in a game a reader turns to another one.
DULL = 12.0


@dataclass
class Reading:
    """What one reader was told of one game, in the order of its coming: entries by number, and whether it was over."""

    game: str
    entries: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    over: bool = False
    #: The reader has turned to another game, in which more happens.
    left: bool = False
    broken: int = 0


class Reader(threading.Thread):
    """Follows one running game after the other."""

    def __init__(self, seed: str, port: int, token: str, lobby: Lobby) -> None:
        super().__init__(daemon=True)
        self.rng = random.Random(seed)
        self.stop = threading.Event()
        self.readings: list[Reading] = []
        self._port, self._token, self._lobby = port, token, lobby
        self._news = 0.0

    def run(self) -> None:
        """Read until told to stop."""
        while not self.stop.wait(0.2):
            if self.readings and time.monotonic() - self._news > DULL and self._behind(self.readings[-1]) == 0:
                self.readings[-1].left = True
            if not self.readings or self.readings[-1].over or self.readings[-1].left:
                read = {reading.game for reading in self.readings}
                with self._lobby.lock:
                    names = [n for n, known in self._lobby.known.items() if known.status == "running" and n not in read]
                if not names:
                    continue
                self.readings.append(Reading(self.rng.choice(sorted(names))))
                self._news = time.monotonic()
            with contextlib.suppress(OSError, http.client.HTTPException):
                self._read(self.readings[-1])
            dull = time.monotonic() - self._news > DULL
            if not (self.readings[-1].over or dull or self.stop.is_set()):
                self.readings[-1].broken += 1

    def _behind(self, reading: Reading) -> int:
        """Give how many entries the load knows of that this reader has not been told."""
        return max(0, self._lobby.known[reading.game].entries - len(reading.entries))

    def _read(self, reading: Reading) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=SILENT)
        last = reading.entries[-1][0] if reading.entries else -1
        headers = {"Host": "127.0.0.1", "Authorization": f"Bearer {self._token}", "Last-Event-ID": str(last)}
        try:
            connection.request("GET", f"/api/v1/games/{reading.game}/stream/", headers=headers)
            response = connection.getresponse()
            event: dict[str, str] = {}
            while response.status == 200 and not self.stop.is_set():
                line = response.readline()
                if not line:
                    return
                name, _, value = line.decode().rstrip("\r\n").partition(":")
                if name:
                    event[name] = value.removeprefix(" ")
                elif "data" in event:
                    self._take(reading, event)
                    event = {}
                dull = time.monotonic() - self._news > DULL and self._behind(reading) == 0
                if reading.over or dull:
                    return
        finally:
            connection.close()

    def _take(self, reading: Reading, event: dict[str, str]) -> None:
        if event.get("event") == "over":
            reading.over = True
        elif event.get("id", "").lstrip("-").isdigit():
            self._news = time.monotonic()
            reading.entries.append((int(event["id"]), json.loads(event["data"])))
