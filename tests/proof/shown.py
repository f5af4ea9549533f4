"""What the replay page shows of a record: the same film as the site makes, made without a database."""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from games.present.cast import Cast
from games.present.film import film
from games.present.table import rules_of
from games.queries import Told
from games.rules import record
from games.rules.interface import View
from games.rules.record import Record
from games.rules.registry import rule_set


def told(of: Record) -> Iterator[tuple[Told, View]]:
    """Give the entries of a record with the table after each, as a game's own rows give them."""
    rules = rule_set(of.ruleset, of.rules_version)
    for step in record.replay(of):
        if step.number < 0:
            entry = Told(-1, -1, None, "", datetime.fromisoformat(of.started_at), step.events)
        else:
            made = of.moves[step.number]
            move = rules.decode_move(made.move)
            entry = Told(step.number, made.seat, move, made.by, datetime.fromisoformat(made.at), step.events)
        yield entry, rules.view(step.state, None)


def shown(of: Record) -> dict[str, Any]:
    """Give the film of a record as plain data, as it comes to the browser."""
    names = [seat.name for seat in of.seats]
    rules = rules_of(rule_set(of.ruleset, of.rules_version))
    plain: dict[str, Any] = json.loads(film(rules, Cast(names, None), told(of)))
    return plain


#: What of a film the check reads; the rest is drawing.
READ = ("names", "order", "cards", "unshuffled", "steps")


def read_by_the_check(of: Record) -> dict[str, Any]:
    """Give the part of a film that is compared with the record."""
    found = shown(of)
    for step in found["steps"]:
        del step["places"]
    return {key: found[key] for key in READ}
