"""Net worth after every move, from the events alone."""

from collections.abc import Iterable, Sequence

from games.analysis.course import Course
from games.rules.interface import Event
from games.rules.property.deeds import net_worth
from games.rules.property.rules import Rules


def courses(rules: Rules, seats: int, moves: Iterable[Sequence[Event]]) -> list[list[int]]:
    """Give each seat's net worth after the start and after every move; the start comes first."""
    course = Course(rules, seats)
    found: list[list[int]] = [[] for _ in range(seats)]
    for happened in moves:
        course.enter(happened)
        for seat, worth in enumerate(found):
            worth.append(net_worth(rules.board, course, seat))
    return found
