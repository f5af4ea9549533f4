"""Who may do what by the API: the table of rights once more, for programs."""

from dataclasses import dataclass
from typing import Any

import pytest
from django.urls import get_resolver, reverse
from django.urls.resolvers import URLPattern, URLResolver

from games import queries
from games.chat import writing
from games.chat.models import Mute
from games.who import Who
from tests.api.conftest import READ, Program
from tests.rights.situations import (
    NOWHERE,
    OPEN,
    OVER,
    RUNNING,
    SECRET_OPEN,
    SECRET_OVER,
    SECRET_RUNNING,
    Situation,
    arrange,
)
from tests.rights.test_rights import _rows

pytestmark = pytest.mark.django_db

#: In the order nobody, stranger, player, opener, staff; then the opener with a token that may only read.
KINDS = ("nobody", "stranger", "player", "opener", "staff", "reader")


@dataclass(frozen=True)
class Right:
    """An address by name, a method and a body, in a situation, and the status for each of the six."""

    name: str
    method: str
    situation: str
    statuses: tuple[Any, ...]
    body: dict[str, Any] | None = None


def _look(name: str, situation: str, everybody: bool, body: None = None, status: int = 200) -> Right:
    others = status if everybody else 404
    return Right(name, "get", situation, (others, others, status, status, others, status))


BY_TURN = (200, 409)
SEED: dict[str, Any] = {"client_seed": "x"}
MOVE: dict[str, Any] = {"moves": "legal"}
END: dict[str, Any] = {"kind": "end"}
YES: dict[str, Any] = {"accept": True}
ORDER: dict[str, Any] = {"order": {"type": "end_turn"}}
HELLO: dict[str, Any] = {"text": "hello"}
FRIEND: dict[str, Any] = {"name": "friend"}
#: What is done about a message.
ABOUT = ("api-mute", "api-report")

RIGHTS = [
    Right("api-account", "get", NOWHERE, (401, 200, 200, 200, 200, 200)),
    Right("api-games", "get", NOWHERE, (200, 200, 200, 200, 200, 200)),
    Right("api-games", "post", NOWHERE, (401, 201, 201, 201, 201, 403), {"seats": 2, "move_time": 86_400}),
    Right("api-leaderboard", "get", NOWHERE, (200, 200, 200, 200, 200, 200)),
    Right("api-player", "get", NOWHERE, (200, 200, 200, 200, 200, 200)),
    *[_look("api-game", situation, True) for situation in (OPEN, RUNNING, OVER)],
    *[_look("api-game", situation, False) for situation in (SECRET_OPEN, SECRET_RUNNING, SECRET_OVER)],
    *[_look(f"api-{n}", s, True) for n in ("events", "record", "replay") for s in (RUNNING, OVER)],
    *[_look(f"api-{n}", s, False) for n in ("events", "record", "replay") for s in (SECRET_RUNNING, SECRET_OVER)],
    # The way to the stream; tests/stream holds its own rights.
    *[_look("api-stream", situation, True, status=307) for situation in (OPEN, RUNNING, OVER)],
    *[_look("api-stream", s, False, status=307) for s in (SECRET_OPEN, SECRET_RUNNING, SECRET_OVER)],
    Right("api-sit", "post", OPEN, (401, 200, 409, 409, 200, 403), SEED),
    Right("api-sit", "post", SECRET_OPEN, (401, 404, 409, 409, 404, 403), SEED),
    Right("api-seed", "post", OPEN, (401, 403, 200, 200, 403, 403), SEED),
    Right("api-seed", "post", SECRET_OPEN, (401, 404, 200, 200, 404, 403), SEED),
    # Of a table whose move time was chosen once.
    Right("api-move-time", "post", OPEN, (401, 403, 409, 409, 403, 403), {"move_time": 600}),
    Right("api-move-time", "post", SECRET_OPEN, (401, 404, 409, 409, 404, 403), {"move_time": 600}),
    Right("api-stand-up", "post", OPEN, (401, 403, 200, 409, 403, 403)),
    Right("api-stand-up", "post", SECRET_OPEN, (401, 404, 200, 409, 404, 403)),
    Right("api-ready", "post", OPEN, (401, 403, 200, 200, 403, 403), {"ready": True}),
    Right("api-ready", "post", SECRET_OPEN, (401, 404, 200, 200, 404, 403), {"ready": True}),
    Right("api-start", "post", OPEN, (401, 403, 403, 200, 403, 403), SEED),
    Right("api-start", "post", SECRET_OPEN, (401, 404, 403, 200, 404, 403), SEED),
    Right("api-cancel", "post", OPEN, (401, 403, 403, 200, 403, 403)),
    Right("api-cancel", "post", SECRET_OPEN, (401, 404, 403, 200, 404, 403)),
    Right("api-invite", "post", OPEN, (401, 403, 200, 200, 403, 403), FRIEND),
    Right("api-invite", "post", SECRET_OPEN, (401, 404, 200, 200, 404, 403), FRIEND),
    Right("api-moves", "post", RUNNING, (401, 403, BY_TURN, BY_TURN, 403, 403), MOVE),
    Right("api-moves", "post", SECRET_RUNNING, (401, 404, BY_TURN, BY_TURN, 404, 403), MOVE),
    Right("api-moves", "post", OVER, (401, 403, 409, 409, 403, 403), MOVE),
    Right("api-resign", "post", RUNNING, (401, 403, 200, 200, 403, 403)),
    Right("api-resign", "post", SECRET_RUNNING, (401, 404, 200, 200, 404, 403)),
    Right("api-proposals", "post", RUNNING, (401, 403, 200, 200, 403, 403), END),
    Right("api-proposals", "post", SECRET_RUNNING, (401, 404, 200, 200, 404, 403), END),
    Right("api-proposal", "post", RUNNING, (401, 403, 200, 200, 403, 403), YES),
    Right("api-proposal", "post", SECRET_RUNNING, (401, 404, 200, 200, 404, 403), YES),
    Right("api-orders", "post", RUNNING, (401, 403, 200, 200, 403, 403), ORDER),
    Right("api-orders", "post", SECRET_RUNNING, (401, 404, 200, 200, 404, 403), ORDER),
    Right("api-order", "delete", RUNNING, (401, 403, 409, 409, 403, 403)),
    Right("api-order", "delete", SECRET_RUNNING, (401, 404, 409, 409, 404, 403)),
    *[_look("api-chat", situation, True) for situation in (OPEN, RUNNING, OVER)],
    *[_look("api-chat", situation, False) for situation in (SECRET_OPEN, SECRET_RUNNING, SECRET_OVER)],
    *[Right("api-chat", "post", s, (401, 403, 200, 200, 403, 403), HELLO) for s in (OPEN, RUNNING, OVER)],
    *[Right("api-chat", "post", s, (401, 404, 200, 200, 404, 403), HELLO) for s in (SECRET_OPEN, SECRET_RUNNING)],
    # About a message of the player's: nobody does this about one's own.
    *[Right(name, "post", s, (401, 200, 409, 200, 200, 403)) for name in ABOUT for s in (OPEN, RUNNING, OVER)],
    *[
        Right(name, "post", s, (401, 404, 409, 200, 404, 403))
        for name in ABOUT
        for s in (SECRET_OPEN, SECRET_RUNNING, SECRET_OVER)
    ],
    Right("api-muted", "get", NOWHERE, (401, 200, 200, 200, 200, 200)),
    # The opener mutes the player; the others mute nobody.
    Right("api-hear", "delete", NOWHERE, (401, 404, 404, 200, 404, 403)),
    Right("api-rematch", "post", OVER, (401, 403, 200, 200, 403, 403)),
    Right("api-rematch", "post", SECRET_OVER, (401, 404, 200, 200, 404, 403)),
]
CELLS = [
    pytest.param(right, kind, id=f"{right.method} {right.name}, {right.situation}: {kind}")
    for right in RIGHTS
    for kind in KINDS
]
#: The same for everybody.
TEXTS = {"api-docs", "api-bot", "api-schema", "api-nowhere"}


@pytest.mark.parametrize(("right", "kind"), CELLS)
def test_the_table_holds(right: Right, kind: str) -> None:
    situation = arrange(right.situation)
    program = _program(situation, kind)
    expected = right.statuses[KINDS.index(kind)]
    if isinstance(expected, tuple):
        assert situation.game is not None
        asked = situation.game.seats.get(due_at__isnull=False)
        expected = expected[0 if asked.user_id == situation.people[kind].pk else 1]
    path = _address(right, situation).removeprefix("/api/v1/")
    before = _rows(situation)
    match right.method:
        case "get":
            answer = program.get(path)
        case "delete":
            answer = program.delete(path)
        case _:
            answer = program.post(path, _move(situation, kind) if right.body is MOVE else right.body)
    assert answer.status_code == expected, answer.content
    if right.method == "get" or expected >= 400:
        assert _rows(situation) == before, "a refusal, or a look, has changed the game"


def test_every_address_of_the_api_has_its_rows() -> None:
    def names(patterns: list[Any]) -> set[str]:
        found: set[str] = set()
        for pattern in patterns:
            if isinstance(pattern, URLResolver):
                found |= names(pattern.url_patterns)
            elif isinstance(pattern, URLPattern) and (pattern.name or "").startswith("api-"):
                found.add(str(pattern.name))
        return found

    assert names(get_resolver().url_patterns) - TEXTS == {right.name for right in RIGHTS}


def _program(situation: Situation, kind: str) -> Program:
    if kind == "nobody":
        return Program()
    if kind == "reader":
        return Program.of(situation.people["opener"], READ)
    return Program.of(situation.people[kind])


def _address(right: Right, situation: Situation) -> str:
    game = [situation.game.public_id] if situation.game else []
    if right.name in ABOUT:
        message = writing.write(*game, Who(user=situation.people["player"].pk), "hello")
        return reverse(right.name, args=[*game, message.number])
    if right.name == "api-hear":
        Mute.objects.create(user=situation.people["opener"], muted=situation.people["player"])
    if right.name in ("api-player", "api-hear"):
        return reverse(right.name, args=["player"])
    number = [situation.known.get("proposal", 1)] if right.name in ("api-proposal", "api-order") else []
    return reverse(right.name, args=[*game, *number])


def _move(situation: Situation, kind: str) -> dict[str, Any]:
    game = situation.game
    assert game is not None
    asked = game.seats.filter(due_at__isnull=False).first()
    mover = asked.user_id if asked else situation.people["opener"].pk
    reading = queries.table(game.public_id, Who(user=mover))
    legal = Program.of(next(u for u in situation.people.values() if u.pk == mover)).get(f"games/{game.public_id}/")
    moves = [move for move in legal.json()["you"]["legal"]["moves"] if move["type"] != "resign"]
    return {"token": reading.token or "0", "moves": moves[:1] or [{"type": "decline"}]}
