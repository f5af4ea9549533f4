"""Games in the situations that the table of rights speaks of, and the five kinds of people who come to them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.test import Client

from accounts.models import User
from games import guests, queries, table
from games.models import Game, Proposal
from games.rules.landlord import LANDLORD
from games.who import Who
from tests.games.company import browser, open_table, person, sit
from tests.staff import staff_browser

KINDS = ("guest", "stranger", "player", "opener", "staff")

#: Names of situations: an open table has the opener and the player seated and a third seat free.
OPEN, SECRET_OPEN = "an open table", "a secret open table"
RUNNING, SECRET_RUNNING = "a running game", "a secret running game"
OVER, SECRET_OVER = "a finished game", "a secret finished game"
NOWHERE = "no game"


@dataclass
class Situation:
    """A game, its people, and what a request may need to know of it."""

    people: dict[str, User]
    game: Game | None = None
    known: dict[str, Any] = field(default_factory=dict)

    def client(self, kind: str) -> Client:
        """Open the browser of one of the five."""
        if kind == "staff":
            return staff_browser(self.people[kind])
        if kind != "guest":
            return browser(self.people[kind])
        client = Client()
        client.post("/play/", {"seats": 2})
        assert guests.COOKIE in client.cookies
        return client

    def token_of(self, kind: str) -> str:
        """Give the token that a page of this person's holds; to others the opener's, as if it had leaked."""
        assert self.game is not None
        reader = self.people[kind if kind in ("player", "opener") else "opener"]
        return queries.table(self.game.public_id, Who(user=reader.pk)).token or "0"


def arrange(name: str) -> Situation:
    """Make one of the situations, with everybody's account."""
    people = {kind: person(kind) for kind in ("stranger", "player", "opener")}
    people["staff"] = User.objects.create_superuser("staff@example.org", "boss", "a long enough password")
    situation = Situation(people)
    if name == NOWHERE:
        return situation
    secret = name in (SECRET_OPEN, SECRET_RUNNING, SECRET_OVER)
    opener, player = people["opener"], people["player"]
    seats = 3 if name in (OPEN, SECRET_OPEN) else 2
    game = open_table(opener, seats, secret=secret, rated=True)
    table.bring_seed(game.public_id, Who(user=opener.pk), "opener")
    if name in (OPEN, SECRET_OPEN):
        sit(game, player)
        person("friend")
    else:
        # Seat numbers follow the sitting down; who is asked first follows from the seed, and rows say who.
        sit(game, player)
        proposal = table.propose(game.public_id, Who(user=opener.pk), Proposal.Kind.PAUSE, 2)
        situation.known["proposal"] = proposal.pk
    if name in (OVER, SECRET_OVER):
        table.resign(game.public_id, Who(user=player.pk))
    game.refresh_from_db()
    situation.game = game
    return situation


def a_move(situation: Situation, kind: str) -> dict[str, Any]:
    """Give a form with a move: the one asked sends a legal one, anybody else the same."""
    game = situation.game
    assert game is not None
    asked = game.seats.filter(due_at__isnull=False).first()
    mover = next((u for u in situation.people.values() if asked and u.pk == asked.user_id), situation.people["opener"])
    reading = queries.table(game.public_id, Who(user=mover.pk))
    legal = [] if reading.legal is None else reading.legal.moves
    other = [move for move in legal if move != LANDLORD.resignation()]
    move = msgspec.json.encode(other[0]).decode() if other else '{"type":"decline"}'
    return {"token": situation.token_of(kind), "move": move}


Form = Callable[[Situation, str], dict[str, Any]]


def nothing(situation: Situation, kind: str) -> dict[str, Any]:
    """Give an empty form."""
    return {}


def fields(**values: Any) -> Form:
    """Give a form with the same fields for everybody."""
    return lambda situation, kind: {name: str(value) for name, value in values.items()}
