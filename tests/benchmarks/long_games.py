"""Games between four people, late in a long game, with moves prepared that can be made there."""

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from tests.benchmarks.random_policy import pick

MOVE_TIME = 604_800
NAMES = ("ada", "bob", "cleo", "dan")


@dataclass(frozen=True)
class Decision:
    """A move of a game that goes on as it was played ahead: whose, with which token, and its JSON."""

    seat: int
    token: str
    move: str


@dataclass(frozen=True)
class LongGame:
    """A running game in the database, and the decisions that come next in it."""

    id: str
    people: Sequence[Any]
    snapshot: str
    decisions: Sequence[Decision]


def people() -> list[Any]:
    """Give four people with accounts and confirmed addresses; made once."""
    return [_person(name) for name in NAMES]


def _person(name: str) -> Any:
    from allauth.account.models import EmailAddress

    from accounts.models import User

    user = User.objects.filter(name=name).first()
    if user is None:
        user = User.objects.create_user(f"{name}@example.org", name)
        EmailAddress.objects.update_or_create(user=user, email=user.email, defaults={"verified": True, "primary": True})
    return user


def long_game(moves: int, decisions: int, number: int = 0) -> LongGame:
    """Make a game that `moves` were made in, at random and without resigning, and play `decisions` ahead.

    The same `number` gives the same game.
    """
    for attempt in range(2000):
        # All of one number are of different games: a thousand moves are few games' length.
        played = _played(moves, decisions, 10_000 * number + attempt)
        if played is not None:
            return _write(*played)
    raise RuntimeError(f"no random game of four lasted for {moves + decisions} moves")


Played = tuple[str, list[Any], list[tuple[int, Any, list[Any]]], bytes, list[Decision]]


def _played(moves: int, decisions: int, number: int) -> Played | None:
    from games.rules.chance import Chance, derive_seed
    from games.rules.landlord import LANDLORD

    rng = random.Random(number)
    server_seed = hashlib.sha256(b"long game %d" % number).hexdigest()
    seed = derive_seed(server_seed, [f"seed-{n}" for n in range(4)])
    state, opening = LANDLORD.start(["person"] * 4, Chance(seed), {"move_time": MOVE_TIME})
    entries: list[tuple[int, Any, list[Any]]] = []

    def step() -> tuple[int, Any, list[Any]]:
        seat = state.asked
        move = pick(rng, LANDLORD.legal(state, seat), seat)
        return seat, move, LANDLORD.apply(state, seat, move)

    while len(entries) < moves:
        entries.append(step())
        if state.decision == "over":
            return None
    snapshot = LANDLORD.encode_state(state)
    ahead = []
    for n in range(decisions):
        seat, move, _ = step()
        ahead.append(Decision(seat, str(moves + n), msgspec.json.encode(move).decode()))
        if state.decision == "over":
            return None
    return server_seed, opening, entries, snapshot, ahead


def _write(
    server_seed: str,
    opening: list[Any],
    entries: list[tuple[int, Any, list[Any]]],
    snapshot: bytes,
    ahead: list[Decision],
) -> LongGame:
    from django.db import transaction

    from games import table
    from games.models import Game, GameSecret, Move, Seat
    from games.rules.chance import commitment
    from games.rules.landlord import LANDLORD
    from games.table.locked import encode, lock, running, save, seats_of

    users, instant = people(), table.now()
    with transaction.atomic():
        game = Game.objects.create(
            ruleset=LANDLORD.key,
            rules_version=LANDLORD.version,
            options={"move_time": MOVE_TIME},
            commitment=commitment(server_seed),
            status=Game.Status.RUNNING,
            opener=users[0],
            size=4,
            opening=encode(opening),
            move_count=len(entries),
            created_at=instant,
            started_at=instant,
            moved_at=instant,
        )
        GameSecret.objects.create(game=game, server_seed=server_seed, snapshot=snapshot.decode())
        Seat.objects.bulk_create(
            Seat(game=game, number=n, kind=Seat.Kind.PERSON, name=user.name, client_seed=f"seed-{n}", user=user)
            for n, user in enumerate(users)
        )
        Move.objects.bulk_create(
            Move(game=game, number=n, seat=seat, move=encode(move), by="player", at=instant, events=encode(events))
            for n, (seat, move, events) in enumerate(entries)
        )
        locked = lock(game.public_id)
        # The clocks and the mail, as after the last move.
        save(running(locked, seats_of(locked), instant))
    return LongGame(game.public_id, users, snapshot.decode(), ahead)
