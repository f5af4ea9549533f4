"""Move times to choose from, as forms list them, and what a form's choice of one means."""

from games.present.clocks import time_in_words
from games.rules.interface import Tables

MINUTE, HOUR, DAY = 60, 3_600, 86_400
UNITS = ((MINUTE, "minutes"), (HOUR, "hours"), (DAY, "days"))
#: What is proposed, where a game has it.
PROPOSED = (MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY, 3 * DAY, 7 * DAY)
#: How a form sends no clock, and a time that is none of the proposed ones.
NO_CLOCK, OTHER = "none", "other"


def choices(tables: Tables) -> list[tuple[str, str]]:
    """List what a game's tables can be opened with: the form's value and words, the shortest first."""
    seconds = [time for time in tables.other_move_times if time is not None]
    seconds += [time for time in PROPOSED if time in tables.move_times]
    listed = [(str(time), _named(time)) for time in sorted(seconds)]
    if None in tables.other_move_times:
        listed.append((NO_CLOCK, "No clock"))
    return [*listed, (OTHER, "Another time")]


def chosen(move_time: int | None, tables: Tables) -> tuple[str, int | None, int]:
    """Give the fields of a form that say a move time: its choice, and for another time how many of which unit."""
    value = NO_CLOCK if move_time is None else str(move_time)
    if move_time is None or value in dict(choices(tables)):
        return value, None, MINUTE
    unit = next(unit for unit, _ in reversed(UNITS) if not move_time % unit)
    return OTHER, move_time // unit, unit


def _named(time: int) -> str:
    return "1 week" if time == 7 * DAY else time_in_words(time)
