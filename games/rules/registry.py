"""Every game in every version of its rules. Old versions stay, so that old records verify for ever."""

from typing import Any

from games.rules.errors import RulesError
from games.rules.interface import RuleSet
from games.rules.landlord import LANDLORD

RULE_SETS: dict[tuple[str, int], RuleSet[Any]] = {
    (rule_set.key, rule_set.version): rule_set for rule_set in (LANDLORD,)
}


def rule_set(key: str, version: int) -> RuleSet[Any]:
    """Give a game by its key and version. Raises RulesError if there is none such."""
    try:
        return RULE_SETS[key, version]
    except KeyError:
        raise RulesError(f"There are no rules called {key!r} in version {version!r}.") from None
