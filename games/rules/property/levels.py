"""How strong a game's bots are: drawn from its seed, or chosen with its options."""

from collections.abc import Mapping, Sequence
from typing import cast

from games.rules.chance import Chance
from games.rules.errors import MalformedMove
from games.rules.interface import STRENGTHS, Kind, Strength
from games.rules.property.rules import Rules


def check_options(rules: Rules, options: Mapping[str, object]) -> None:
    """Raise MalformedMove unless options are exactly those of the rules, each in bounds."""
    if set(options) != set(rules.options):
        others = "".join(f" and `{name}`" for name in rules.options[1:])
        raise MalformedMove(f"The options are exactly the move time, `move_time`{others}.")
    time, times, others_too = options["move_time"], rules.tables.move_times, rules.tables.other_move_times
    if time is None and None in others_too:
        pass
    elif type(time) is not int or (time not in times and time not in others_too):
        seconds = "".join(f"{other} or " for other in others_too if other is not None)
        none = ", or null for none" if None in others_too else ""
        raise MalformedMove(
            f"The move time is a whole number of seconds{',' if seconds else ''} {seconds}"
            f"from {times[0]} to {times[-1]}{none}."
        )
    if options.get("bots") not in (*STRENGTHS, None):
        raise MalformedMove(f"The bots' level, `bots`, is one of {', '.join(STRENGTHS)}, or null without bots.")


def drawn(chance: Chance, kinds: Sequence[Kind], options: Mapping[str, object]) -> Strength | None:
    """Draw a level from the seed, whoever plays."""
    return STRENGTHS[chance.draw("bot-strength", 0) % len(STRENGTHS)]


def chosen(chance: Chance, kinds: Sequence[Kind], options: Mapping[str, object]) -> Strength | None:
    """Read the level off the options. Raises MalformedMove if there is one without bots, or none with."""
    level = cast(Strength | None, options["bots"])
    if (level is None) == ("bot" in kinds):
        raise MalformedMove("The bots' level, `bots`, is null exactly where no bot plays.")
    return level
