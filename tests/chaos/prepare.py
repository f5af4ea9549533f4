"""`python -m tests.chaos.prepare PLAYERS IDLE STARTED`: make what a run begins with, and print it as JSON.

PLAYERS people with confirmed addresses, each with a token for programs and a browser's session; STARTED games of two
in which nobody will ever move, and IDLE copies of the first of these, of which no mail tells. Works on the site that
the environment names.
"""

import json
import os
import sys
from datetime import timedelta
from typing import Any


def main(players: int, idle: int, started: int) -> None:
    """Make them. The database may be empty."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "landlord.settings")
    import django

    django.setup()
    from django.core.management import call_command

    from landlord import static_files

    call_command("migrate", interactive=False, verbosity=0)
    static_files.collect()
    made = {"players": [_player(number) for number in range(players)], "idle": []}
    if games := _started(started):
        made["idle"] = _copied(games[0], idle)
    json.dump(made, sys.stdout)


def _user(name: str) -> Any:
    from allauth.account.models import EmailAddress

    from accounts.models import User

    user = User.objects.create_user(f"{name}@example.org", name)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


def _player(number: int) -> dict[str, Any]:
    from django.conf import settings
    from django.test import Client

    from accounts import tokens
    from accounts.models import PersonalToken

    user = _user(f"player-{number}")
    browser = Client()
    browser.force_login(user, settings.AUTHENTICATION_BACKENDS[0])
    return {
        "user": user.pk,
        "name": user.name,
        "token": tokens.make(user, "chaos", PersonalToken.Scope.PLAY),
        "session": browser.cookies[settings.SESSION_COOKIE_NAME].value,
    }


def _started(number: int) -> list[Any]:
    """Start games of two who will never move, told by mail like all others."""
    from games import table
    from games.rules.registry import rule_set
    from games.table import Plan, Sitter
    from games.who import Who

    sitters = [Sitter("person", user.name, Who(user=user.pk)) for user in (_user("absent"), _user("absent-too"))]
    games = []
    for _ in range(number):
        game = table.open_table(rule_set("landlord", 1), sitters[:1], Plan(2, {"move_time": 86_400}))
        table.sit(game.public_id, sitters[1], "")
        game.refresh_from_db()
        assert game.status == game.Status.RUNNING, game.status
        games.append((game.public_id, {seat: sitter.who for seat, sitter in enumerate(sitters)}))
    return games


def _copied(original: tuple[str, Any], number: int) -> list[str]:
    from games import table
    from tests.clock.crowds import copies
    from tests.clock.tables import Played

    far = table.now() + timedelta(days=1)
    return [played.id for played in copies(Played(*original), number, lambda _: far)]


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
