"""The examples of the page for programs; the tests send each of them, in this order, as it stands there."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

#: A list or an object with none inside.
_INNERMOST = re.compile(r"([\[{])\s+([^\[\]{}]+?)\s+([\]}])")


@dataclass(frozen=True)
class Example:
    """A request, the status of its answer, and what of the answer the page shows.

    `$GAME`, `$ORDER` and `$MESSAGE` stand for ids, TOKEN for a game's `you.token`, TAG for an answer's ETag.
    """

    part: str
    title: str
    method: str
    path: str
    status: int
    body: dict[str, Any] | None = None
    headers: dict[str, str] = field(default_factory=dict)
    options: str = ""
    shown: dict[str, Any] | None = None

    @property
    def lines(self) -> str:
        """The request as one types it in a shell; the variable holds a personal token."""
        parts = [" ".join(["curl", *([self.options] if self.options else []), '-H "Authorization: Bearer $LANDLORD"'])]
        if self.method != "GET" and not (self.method == "POST" and self.body is not None):
            parts.append(f"-X {self.method}")
        parts += [f"-H '{name}: {value}'" for name, value in self.headers.items()]
        if self.body is not None:
            parts.append("-H 'Content-Type: application/json'")
            parts.append(f"-d '{json.dumps(self.body)}'")
        return " \\\n  ".join([*parts, f'"$SITE{self.path}"'])

    @property
    def answer(self) -> str:
        """What the page shows of the answer; empty if that is nothing."""
        if self.status == 304:
            return "304 Not Modified"
        return "" if self.shown is None else _INNERMOST.sub(_in_a_line, json.dumps(self.shown, indent=2))


def _in_a_line(found: re.Match[str]) -> str:
    return found[1] + " ".join(found[2].split()) + found[3]


EXAMPLES = (
    Example(
        "first",
        "Who am I?",
        "GET",
        "/api/v1/account/",
        200,
        shown={"name": "Ada", "address": "ada@example.org", "scope": "play", "waiting": 0},
    ),
    Example(
        "game", "Which tables have a free seat, with a day or more for a move?", "GET", "/api/v1/games/?time=days", 200
    ),
    Example(
        "game",
        "Open a table; bots take the empty seats.",
        "POST",
        "/api/v1/games/",
        201,
        {"seats": 2, "move_time": 86400, "bots_fill": True},
        {"Idempotency-Key": "open-1"},
        shown={"id": "b2k7x3m9q4tz", "status": "open", "size": 2, "move_time": 86400},
    ),
    Example(
        "game", "Start it, with a seed of one’s own.", "POST", "/api/v1/games/$GAME/start/", 200, {"client_seed": "a"}
    ),
    Example(
        "game",
        "How does it stand, and what may I do?",
        "GET",
        "/api/v1/games/$GAME/",
        200,
        shown={
            "status": "running",
            "decisions": [{"seat": 0, "kind": "buy", "due_at": "2026-12-01T18:04:05Z"}],
            "you": {
                "seat": 0,
                "token": "1",
                "legal": {"moves": [{"type": "buy"}, {"type": "decline"}, {"type": "resign"}], "forms": []},
            },
        },
    ),
    Example(
        "game",
        "Make a move: one of you.legal.moves, with you.token.",
        "POST",
        "/api/v1/games/$GAME/moves/",
        200,
        {"token": "TOKEN", "moves": [{"type": "buy"}]},
        {"Idempotency-Key": "move-1"},
        shown={"made": 1, "left_out": "", "game": {"status": "running", "move_count": 1}},
    ),
    Example(
        "once",
        "The same once more: the first answer again, and no second move.",
        "POST",
        "/api/v1/games/$GAME/moves/",
        200,
        {"token": "TOKEN", "moves": [{"type": "buy"}]},
        {"Idempotency-Key": "move-1"},
    ),
    Example(
        "refusals",
        "A decision that has been answered",
        "POST",
        "/api/v1/games/$GAME/moves/",
        409,
        {"token": "TOKEN", "moves": [{"type": "buy"}]},
        shown={
            "type": "/api/docs/#stale_decision",
            "title": "The decision has been answered in the meantime",
            "status": 409,
            "detail": "That was already answered. Here is the table as it is now.",
            "code": "stale_decision",
        },
    ),
    Example(
        "follow",
        "Has anything changed?",
        "GET",
        "/api/v1/games/$GAME/",
        304,
        headers={"If-None-Match": '"TAG"'},
    ),
    Example(
        "follow",
        "What happened after entry 0?",
        "GET",
        "/api/v1/games/$GAME/events/?since=0",
        200,
        shown={"entries": [], "last": 0},
    ),
    Example("follow", "Tell me whatever happens.", "GET", "/api/v1/games/$GAME/stream/", 307, options="-N -L"),
    Example(
        "orders",
        "Leave an order: bid up to 20 in every auction of a square of Moss.",
        "POST",
        "/api/v1/games/$GAME/orders/",
        200,
        {"order": {"type": "bid_on_set", "set": "Moss", "amount": 20}},
        {"Idempotency-Key": "order-1"},
        shown={"you": {"orders": [{"id": 1, "order": {"type": "bid_on_set", "set": "Moss", "amount": 20}}]}},
    ),
    Example("orders", "Cancel it.", "DELETE", "/api/v1/games/$GAME/orders/$ORDER/", 200),
    Example("over", "How did the table stand at the start?", "GET", "/api/v1/games/$GAME/replay/?move=-1", 200),
    Example("over", "Leave the game.", "POST", "/api/v1/games/$GAME/resign/", 200),
    Example("over", "Read the record, seeds and all, now that it is over.", "GET", "/api/v1/games/$GAME/record/", 200),
    Example(
        "tables",
        "Against bots, where one chooses how strong they are, and without a clock.",
        "POST",
        "/api/v1/games/",
        201,
        {"ruleset": "deedland", "seats": 2, "move_time": None, "bots_fill": True, "bots": "medium"},
        shown={"ruleset": "deedland", "status": "open", "size": 2, "move_time": None, "bots": "medium"},
    ),
    Example(
        "tables",
        "With friends: all who sit down press Ready, and then the host starts.",
        "POST",
        "/api/v1/games/",
        201,
        {"ruleset": "deedland", "seats": 4, "move_time": 30, "secret": True},
        shown={"ruleset": "deedland", "status": "open", "size": 4, "move_time": 30, "bots": None},
    ),
    Example(
        "chat",
        "Write at a table.",
        "POST",
        "/api/v1/games/$GAME/chat/",
        200,
        {"text": "Good luck!"},
        {"Idempotency-Key": "hello-1"},
        shown={"number": 1, "seat": 0, "name": "Ada", "text": "Good luck!", "yours": True, "reported": False},
    ),
    Example(
        "chat",
        "What was written after message 1?",
        "GET",
        "/api/v1/games/$GAME/chat/?after=1",
        200,
        shown={"messages": [{"number": 2, "name": "Bob", "yours": False}], "more": False},
    ),
    Example(
        "chat",
        "Ask the staff to look at a message.",
        "POST",
        "/api/v1/games/$GAME/chat/$MESSAGE/report/",
        200,
        shown={"done": True},
    ),
    Example(
        "chat",
        "Read nothing more of its writer, at any table.",
        "POST",
        "/api/v1/games/$GAME/chat/$MESSAGE/mute/",
        200,
        shown={"muted": [{"name": "Bob", "since": "2026-12-01T18:04:05Z"}]},
    ),
    Example(
        "chat",
        "Whom do I mute?",
        "GET",
        "/api/v1/account/muted/",
        200,
        shown={"muted": [{"name": "Bob", "since": "2026-12-01T18:04:05Z"}]},
    ),
    Example("chat", "Hear somebody again.", "DELETE", "/api/v1/account/muted/Bob/", 200, shown={"muted": []}),
    Example(
        "lists",
        "Who is ahead?",
        "GET",
        "/api/v1/leaderboard/",
        200,
        shown={"ruleset": "landlord", "players": [], "total": 0, "next": None, "previous": None},
    ),
)
