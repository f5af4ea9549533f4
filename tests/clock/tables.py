"""Games between several people, for tests of the clock: opened, started, and brought to any moment.

game = Tables(monkeypatch).start(seats=3, move_time=60)
game.arrange(lambda state: state.ask("manage", 0))
game.play(0, {"type": "end_turn"})
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from games import queries, table
from games.models import Game, GameSecret, Move, Notice, Seat
from games.rules import record
from games.rules.chance import Chance, derive_seed
from games.rules.interface import RuleSet
from games.rules.landlord import LANDLORD
from games.rules.property.state import State
from games.table.locked import lock, running, save, seats_of
from games.who import Who

DAY, WEEK = 86_400, 604_800
NAMES = ("ada", "bob", "cleo", "dan")

BUY, DECLINE, END_TURN, PASS, ROLL, ACCEPT, REFUSE, WITHDRAW, RESIGN = (
    {"type": kind} for kind in ("buy", "decline", "end_turn", "pass", "roll", "accept", "refuse", "withdraw", "resign")
)


def offer(to: int, give: Sequence[int] = (), get: Sequence[int] = (), give_cash: int = 0, get_cash: int = 0) -> Any:
    """Give the move of an offer."""
    return {
        "type": "offer",
        "to": to,
        "give": list(give),
        "get": list(get),
        "give_cash": give_cash,
        "get_cash": get_cash,
    }


def seed_for(
    wish: Callable[[State], bool],
    kinds: Sequence[str],
    rules: RuleSet[Any] = LANDLORD,
    options: Mapping[str, Any] = MappingProxyType({"move_time": WEEK}),
) -> str:
    """Find a server seed for which a new game is as wished."""
    for number in range(20_000):
        seed = f"{number:064x}"
        chance = Chance(derive_seed(seed, [f"seed-{n}" if kind != "bot" else "" for n, kind in enumerate(kinds)]))
        state, _ = rules.start(list(kinds), chance, options)  # type: ignore[arg-type]
        if wish(state):
            return seed
    raise AssertionError("no such game among twenty thousand")


def first_buys(state: State) -> bool:
    """Seat 0 moves first and is asked to buy, after no double."""
    return state.asked == 0 and state.decision == "buy" and not state.again


@dataclass
class Played:
    """A game, by seat numbers."""

    id: str
    people: Mapping[int, Who]

    @property
    def game(self) -> Game:
        return Game.objects.get(public_id=self.id)

    @property
    def state(self) -> State:
        state: State = LANDLORD.decode_state(GameSecret.objects.get(game__public_id=self.id).snapshot)
        return state

    def seat(self, number: int) -> Seat:
        return Seat.objects.get(game__public_id=self.id, number=number)

    @property
    def asked(self) -> Seat:
        """The seat whose clock runs."""
        return Seat.objects.get(game__public_id=self.id, due_at__isnull=False)

    @property
    def due(self) -> Any:
        """The deadline that runs."""
        return self.asked.due_at

    @property
    def entries(self) -> list[tuple[int, str, str]]:
        """The record: (seat, type of the move, by whom)."""
        moves = Move.objects.filter(game__public_id=self.id).order_by("number")
        return [(m.seat, json.loads(m.move)["type"], m.by) for m in moves]

    @property
    def events(self) -> list[Any]:
        """All that has happened since the start."""
        moves = Move.objects.filter(game__public_id=self.id).order_by("number")
        return [event for move in moves for event in LANDLORD.decode_events(move.events)]

    def arrange(self, edit: Callable[[State], object]) -> None:
        """Put the game into another position; the clocks follow as after a move."""
        with transaction.atomic():
            game = lock(self.id)
            locked = running(game, seats_of(game), table.now())
            edit(locked.state)
            save(locked)

    def token(self, seat: int) -> str:
        return queries.table(self.id, self.people[seat]).token

    def play(self, seat: int, *moves: Mapping[str, Any], token: str | None = None) -> table.Answer:
        """Make moves of a seat's, with the token that counts now if none is given."""
        texts = [json.dumps(move) for move in moves]
        return table.play(self.id, self.people[seat], self.token(seat) if token is None else token, texts)

    def order(self, seat: int, **fields: Any) -> table.Answer:
        return table.leave_order(self.id, self.people[seat], json.dumps(fields))

    def resign(self, seat: int) -> table.Answer:
        return table.resign(self.id, self.people[seat])

    def propose(self, seat: int, kind: str, days: int = 0) -> Any:
        return table.propose(self.id, self.people[seat], kind, days)  # type: ignore[arg-type]

    def answer(self, seat: int, proposal: Any, *, yes: bool = True) -> Any:
        return table.answer_proposal(self.id, self.people[seat], proposal.pk, yes=yes)

    def verdict(self) -> str:
        """What the record's verifier says."""
        return record.verify(record.decode(queries.record(self.id)))

    def rows(self) -> list[Any]:
        """All that stands in the database of this game."""
        game = Game.objects.filter(public_id=self.id)
        return [
            list(game.values()),
            list(GameSecret.objects.filter(game__in=game).values()),
            list(Seat.objects.filter(game__in=game).order_by("number").values()),
            list(Move.objects.filter(game__in=game).order_by("number").values()),
            list(Notice.objects.filter(game__in=game).order_by("pk").values()),
        ]


class Tables:
    """Opens and starts games between people with accounts (the same ones in each), and bots after them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def start(
        self,
        seats: int = 2,
        *,
        move_time: int = DAY,
        bots: int = 0,
        wish: Callable[[State], bool] = first_buys,
        ready: bool = True,
    ) -> Played:
        """Start a game of `seats` people and `bots`. Unready ones are started by their opener."""
        users = [person(name) for name in NAMES[:seats]]
        kinds = ["person"] * seats + ["bot"] * bots
        seed = seed_for(wish, kinds)
        sitters = [table.Sitter(Seat.Kind.PERSON, user.name, Who(user=user.pk)) for user in users]
        with self._monkeypatch.context() as patched:
            patched.setattr("games.table.opening.secrets", SimpleNamespace(token_hex=lambda _: seed))
            plan = table.Plan(seats + bots, {"move_time": move_time}, bots_fill=bots > 0)
            game = table.open_table(LANDLORD, sitters[:1], plan)
        played = Played(game.public_id, {n: sitter.who for n, sitter in enumerate(sitters)})
        table.bring_seed(played.id, sitters[0].who, "seed-0")
        started = False
        for number, sitter in enumerate(sitters[1:], 1):
            started = table.sit(played.id, sitter, f"seed-{number}")
        for sitter in sitters if ready and not started else ():
            started = table.get_ready(played.id, sitter.who) or started
        if not started:
            table.start(played.id, sitters[0].who)
        return played


def person(name: str) -> User:
    """Give the person of this name."""
    return User.objects.filter(name=name).first() or User.objects.create_user(f"{name}@example.org", name)
