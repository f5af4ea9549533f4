"""The token that a page's move names: it tells a new move from an old page's or a second click."""

from typing import Any

from games.rules.interface import RuleSet


def token_of(rules: RuleSet[Any], state: Any, seat: int, move_count: int) -> str:
    """Give the token for a seat: that of its decision, or the moves so far if it isn't asked."""
    for decision in rules.decisions(state):
        if decision.seat == seat:
            return decision.token
    return str(move_count)
