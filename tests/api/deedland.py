"""Games of Deedland between people with accounts, or of one of them and bots, for tests of the API and of mail."""

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from accounts.models import User
from games import members, queries, table
from games.models import Game
from games.rules.deedland import DEEDLAND
from games.rules.interface import Strength
from games.who import Who

DAY = 86_400


def hosted(host: User, *others: User, move_time: int | None = DAY, seats: int = 4, **plan: Any) -> Game:
    """Open a table of people, and have others sit down there."""
    options = DEEDLAND.options(move_time, None)
    game = table.open_table(DEEDLAND, [members.sitter(host)], table.Plan(seats, options, **plan))
    for user in others:
        table.sit(game.public_id, members.sitter(user), user.name.lower(), key=game.link_key)
    return game


def friends(*people: User, move_time: int | None = DAY, **plan: Any) -> Game:
    """Start a game between people who are all ready, the first of them its host."""
    game = hosted(*people, move_time=move_time, **plan)
    for user in people:
        table.get_ready(game.public_id, Who(user=user.pk))
    table.start(game.public_id, Who(user=people[0].pk), people[0].name.lower())
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    return game


def against_bots(user: User, bots: int = 1, level: Strength = "easy", *, move_time: int | None = None) -> Game:
    """Start a game of one person against bots."""
    options = DEEDLAND.options(move_time, level)
    game = table.open_table(DEEDLAND, [members.sitter(user)], table.Plan(1 + bots, options, bots_fill=True))
    table.start(game.public_id, Who(user=user.pk), user.name.lower())
    game.refresh_from_db()
    return game


def seeded(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Let the tables that are opened from now on have this server's seed."""
    monkeypatch.setattr("games.table.opening.secrets", SimpleNamespace(token_hex=lambda _: f"{number:064x}"))


def waited_on(game: Game) -> User:
    """Give the person who is waited on."""
    game.refresh_from_db()
    user = next(seat.user for seat in game.seats.select_related("user") if seat.waited_on)
    assert user is not None
    return user


def move(game: Game, user: User, *kinds: str, **fields: Any) -> None:
    """Make moves of these types for a person, one after another; `fields` are those of the last."""
    who = Who(user=user.pk)
    for number, kind in enumerate(kinds, 1):
        reading = queries.table(game.public_id, who)
        more = fields if number == len(kinds) else {}
        token = reading.draw.token if reading.draw and kind in ("accept_draw", "refuse_draw") else reading.token
        table.play(game.public_id, who, token, [msgspec.json.encode({"type": kind} | more)])


def on(game: Game, *kinds: str) -> User:
    """Make the first of these moves that is legal until the game asks for something else; give who is asked."""
    while True:
        user = waited_on(game)
        reading = queries.table(game.public_id, Who(user=user.pk))
        assert reading.legal is not None
        legal = [each.__struct_config__.tag for each in reading.legal.moves]
        kind = next((kind for kind in kinds if kind in legal), None)
        if kind is None:
            return user
        move(game, user, kind)
