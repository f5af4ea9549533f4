"""A simulated player's way to the site: requests over loopback, sent again until their answer is clear."""

import contextlib
import http.client
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from tests.chaos.journal import Act, Error, Journal

#: How long a request may take before it is unclear what came of it, and how long one asks again and again.
PATIENCE, PERSEVERANCE = 15.0, 60.0
#: How often the network takes an answer from who acts, so that it must be asked for again.
LOST = 0.04
CSRF = "c" * 32


@dataclass
class Answer:
    """An answer: its status, what it says, and whether it was given before to the same key."""

    status: int
    body: bytes
    replayed: bool = False

    @property
    def data(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


@dataclass
class Web:
    """Sends requests to whichever server the player's generator chooses; of one that fails it tries another."""

    ports: tuple[int, ...]
    token: str
    session: str
    rng: random.Random
    journal: Journal
    #: Tells that the run is over: nothing is asked again then for long.
    over: Callable[[], bool] = field(default=lambda: False)

    def read(self, path: str) -> Answer | None:
        """Get something of the API's, once; None where that failed."""
        return self._once("GET", path, None, {"Authorization": f"Bearer {self.token}"}, [])

    def act(self, act: Act, method: str, path: str, body: Any = None) -> Answer | None:
        """Ask for something by the API, with the act's key, until the answer is clear; note it in the act."""
        headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": act.key}
        sent = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            sent = json.dumps(body).encode()
        return self._until_clear(act, method, path, sent, headers)

    def post_form(self, act: Act, path: str, form: list[tuple[str, str]]) -> Answer | None:
        """Post a page's form until the answer is clear; note it in the act."""
        headers = {
            "Cookie": f"sessionid={self.session}; csrftoken={CSRF}",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        body = urlencode([("csrfmiddlewaretoken", CSRF), *form]).encode()
        return self._until_clear(act, "POST", path, body, headers)

    def _until_clear(
        self, act: Act, method: str, path: str, body: bytes | None, headers: dict[str, str]
    ) -> Answer | None:
        act.began = time.time()
        last = time.monotonic() + PERSEVERANCE
        answer = None
        while answer is None and time.monotonic() < last:
            unclear: list[int] = []
            answer = self._once(method, path, body, headers, unclear)
            act.unclear += len(unclear)
            if answer is None:
                if self.over():
                    last = min(last, time.monotonic() + 15)
                time.sleep(self.rng.uniform(0.2, 0.5))
        act.ended = time.time()
        if answer is not None:
            act.status, act.replayed = answer.status, answer.replayed
        return answer

    def _once(
        self, method: str, path: str, body: bytes | None, headers: dict[str, str], unclear: list[int]
    ) -> Answer | None:
        """Send a request once. None where no clear answer came, which goes to `unclear` if it may have been done."""
        web = self.rng.randrange(len(self.ports))
        connection = http.client.HTTPConnection("127.0.0.1", self.ports[web], timeout=PATIENCE)
        self.journal.note_request()
        try:
            with contextlib.suppress(OSError):
                connection.connect()
            if connection.sock is None:
                return None
            try:
                connection.request(method, path, body, {**headers, "Host": "127.0.0.1"})
                if method != "GET" and self.rng.random() < LOST:
                    time.sleep(self.rng.uniform(0, 0.3))
                    unclear.append(web)
                    return None
                response = connection.getresponse()
                answer = Answer(
                    response.status, response.read(), response.headers.get("Idempotency-Replayed") == "true"
                )
            except (OSError, http.client.HTTPException):
                unclear.append(web)
                return None
        finally:
            connection.close()
        if answer.status >= 500:
            unclear.append(web)
            self.journal.note_error(Error(time.time(), web, answer.status, f"{method} {path}"))
            return None
        return answer
