"""Places of a finished game by number, where several may share one."""

from collections.abc import Iterator, Sequence


def numbered(placings: Sequence[Sequence[int]]) -> Iterator[tuple[int, Sequence[int]]]:
    """Give each place with its seats, first place first: after two who share the first comes the third."""
    place = 1
    for seats in placings:
        yield place, seats
        place += len(seats)
