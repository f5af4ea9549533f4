"""Every game in every version of its rules. Old versions stay, so that old records verify for ever."""

from typing import Any

from games.rules.deedland import DEEDLAND
from games.rules.errors import RulesError
from games.rules.interface import RuleSet
from games.rules.landlord import LANDLORD

RULE_SETS: dict[tuple[str, int], RuleSet[Any]] = {
    (rule_set.key, rule_set.version): rule_set for rule_set in (LANDLORD, DEEDLAND)
}

#: The games that tables can be opened for.
PLAYED: tuple[str, ...] = (LANDLORD.key, DEEDLAND.key)


def rule_set(key: str, version: int) -> RuleSet[Any]:
    """Give a game by its key and version. Raises RulesError if there is none such."""
    try:
        return RULE_SETS[key, version]
    except KeyError:
        raise RulesError(f"There are no rules called {key!r} in version {version!r}.") from None


def newest(key: str) -> RuleSet[Any]:
    """Give a game's newest rules by its key. Raises RulesError if there is no such game."""
    return rule_set(key, max((version for name, version in RULE_SETS if name == key), default=1))
