"""People at tables, for tests: somebody with an account, and tables with whoever is to sit there."""

from typing import Any

from django.test import Client

from accounts.models import User
from games import guests, members, table
from games.models import Game, Seat
from games.table import Plan
from games.who import Who

DAY = 86_400


def person(name: str) -> User:
    """Save somebody with an account."""
    return User.objects.create_user(f"{name.lower()}@example.org", name, "a long enough password")


def browser(user: User | None = None) -> Client:
    """Open a browser, signed in as somebody."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def open_table(opener: User, seats: int = 2, move_time: int = DAY, **plan: Any) -> Game:
    """Open a table as this person does."""
    return table.open_table(guests.RULES, [members.sitter(opener)], Plan(seats, {"move_time": move_time}, **plan))


def sit(game: Game, *people: User) -> None:
    """Have people sit down at a table."""
    for user in people:
        table.sit(game.public_id, members.sitter(user), user.name.lower(), key=game.link_key)


def ready(game: Game, *people: User) -> None:
    """Have people press Ready."""
    for user in people:
        table.get_ready(game.public_id, Who(user=user.pk))


def running(*people: User, **plan: Any) -> Game:
    """Give a game going on between people, the first of them its opener."""
    game = open_table(people[0], len(people), **plan)
    sit(game, *people[1:])
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    return game


def asked(game: Game) -> Seat:
    """Give the seat that is waited on."""
    return game.seats.get(due_at__isnull=False)


def over(*people: User, **plan: Any) -> Game:
    """Give a game that ended because all but one resigned, the last one first."""
    game = running(*people, **plan)
    for user in people[:0:-1]:
        table.resign(game.public_id, Who(user=user.pk))
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    return game
