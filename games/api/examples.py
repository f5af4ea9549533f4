"""The examples of the page for programs; the tests send each of them as it stands there."""

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Example:
    """A request and the status of its answer. `GAME`, `TOKEN` and `ORDER` in it stand for ids and `you.token`."""

    title: str
    method: str
    path: str
    status: int
    body: dict[str, Any] | None = None
    key: str = ""

    @property
    def lines(self) -> str:
        """The request as one types it in a shell; the variable holds a personal token."""
        parts = ['curl -H "Authorization: Bearer $LANDLORD"']
        if self.method != "GET":
            parts.append(f"-X {self.method}")
        if self.key:
            parts.append(f'-H "Idempotency-Key: {self.key}"')
        if self.body is not None:
            parts.append(f"-H \"Content-Type: application/json\" -d '{json.dumps(self.body)}'")
        return " \\\n  ".join([*parts, f'"$SITE{self.path}"'])


EXAMPLES = (
    Example("Who am I?", "GET", "/api/v1/account/", 200),
    Example("Which tables have a free seat, with a day or more for a move?", "GET", "/api/v1/games/?time=days", 200),
    Example(
        "Open a table; bots take the empty seats.",
        "POST",
        "/api/v1/games/",
        201,
        {"seats": 2, "move_time": 86400, "bots_fill": True},
        key="open-1",
    ),
    Example("Start it, with a seed of one’s own.", "POST", "/api/v1/games/GAME/start/", 200, {"client_seed": "ada"}),
    Example("How does it stand, and what may I do?", "GET", "/api/v1/games/GAME/", 200),
    Example(
        "Make a move: one of you.legal.moves, with you.token.",
        "POST",
        "/api/v1/games/GAME/moves/",
        200,
        {"token": "TOKEN", "moves": [{"type": "decline"}]},
        key="move-1",
    ),
    Example(
        "Leave an order: bid up to 20 in every auction of a square of Moss.",
        "POST",
        "/api/v1/games/GAME/orders/",
        200,
        {"order": {"type": "bid_on_set", "set": "Moss", "amount": 20}},
        key="order-1",
    ),
    Example("Cancel it.", "DELETE", "/api/v1/games/GAME/orders/ORDER/", 200),
    Example("What happened after entry 0?", "GET", "/api/v1/games/GAME/events/?since=0", 200),
    Example("How did the table stand at the start?", "GET", "/api/v1/games/GAME/replay/?move=-1", 200),
    Example("Leave the game.", "POST", "/api/v1/games/GAME/resign/", 200),
    Example("Read the record, seeds and all, now that it is over.", "GET", "/api/v1/games/GAME/record/", 200),
)
