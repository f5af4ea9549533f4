"""What depends on a rule set alone is made once."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from games.rules.property.rules import Rules

T = TypeVar("T")


def once(make: Callable[[Rules], T]) -> Callable[[Rules], T]:
    """Keep what a function makes of a rule set; rule sets are constants, and few."""
    # Rules hold dicts and can't be hashed. Kept beside its result, one keeps its id for itself.
    made: dict[int, tuple[Rules, T]] = {}

    @wraps(make)
    def kept(rules: Rules) -> T:
        if id(rules) not in made:
            made[id(rules)] = rules, make(rules)
        return made[id(rules)][1]

    return kept
