"""Somebody who reads a stream, and notes what came and when."""

from __future__ import annotations

import contextlib
import http.client
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

PATIENCE = 20.0


@dataclass(frozen=True)
class Event:
    """A server-sent event, with the time of its arrival by the monotonic clock."""

    id: str
    name: str
    data: str
    at: float


class Listener:
    """Opens a stream and reads it in a thread until it ends; use it in a with statement."""

    def __init__(self, port: int, path: str, **headers: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        self._connection.request("GET", path, headers={"Accept": "text/event-stream", **sent})
        self._answer = self._connection.getresponse()
        self.status = self._answer.status
        self.headers = self._answer.headers
        self.events: list[Event] = []
        self.comments = 0
        self.closed = False
        self.body = b""
        if self.headers.get_content_type() == "text/event-stream":
            self._thread = threading.Thread(target=self._read, daemon=True)
            self._thread.start()
        else:
            self.body = self._answer.read()
            self.closed = True

    def _read(self) -> None:
        told: dict[str, str] = {}
        try:
            for line in self._answer:
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if name.startswith(":"):
                    self.comments += 1
                elif name:
                    told[name] = value
                elif "data" in told:
                    event = Event(told.get("id", ""), told.get("event", "message"), told["data"], time.monotonic())
                    self.events.append(event)
                    told = {}
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            # Cut off, by the server's death or by this test's end.
            pass
        self.closed = True

    def wait(self, number: int, patience: float = PATIENCE) -> list[Event]:
        """Wait until so many events have come, and give them all."""
        self.until(lambda: len(self.events) >= number, f"{number} events, and there are {self.events}", patience)
        return self.events

    def until(self, holds: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
        """Wait until something holds; fails after `patience` seconds."""
        last = time.monotonic() + patience
        while not holds():
            assert time.monotonic() < last, f"waited for {what}"
            time.sleep(0.01)

    def until_closed(self, patience: float = PATIENCE) -> None:
        """Wait until the other side has ended it."""
        self.until(lambda: self.closed, "the end of the stream", patience)

    @property
    def ids(self) -> list[str]:
        """The ids of all events, in their order."""
        return [event.id for event in self.events]

    def __enter__(self) -> Listener:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._connection.sock is not None:
            # Closed alone, it would wait for the thread that reads from it.
            with contextlib.suppress(OSError):
                self._connection.sock.shutdown(socket.SHUT_RDWR)
        self._connection.close()
