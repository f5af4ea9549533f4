"""Paired runs: the product's request and the floor's in turn, so that what disturbs the machine disturbs both."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Pairs:
    """Times of pairs, in milliseconds: of what is measured, and of what it is held against."""

    measured: list[float]
    against: list[float]
    #: The web server's processor time in all pairs, of both.
    worked: tuple[float, float] = (0.0, 0.0)

    @property
    def work(self) -> tuple[float, float]:
        """Processor time of the web server for one of each: a busy machine disturbs it little."""
        return self.worked[0] / len(self.measured), self.worked[1] / len(self.against)

    @property
    def ratio(self) -> float:
        """The median of the pairs' ratios."""
        return median(one / other for one, other in zip(self.measured, self.against, strict=True))

    @property
    def rows(self) -> tuple[float, float, float]:
        """Medians of both, and the ratio."""
        return median(self.measured), median(self.against), self.ratio


#: Pairs that are not counted: what is made once is made then.
WARM_UP = 5


def paired(
    measured: Callable[[int], float],
    against: Callable[[int], float],
    pairs: int,
    worked: Callable[[], float] = lambda: 0.0,
) -> Pairs:
    """Time both in turn, each first every other time, after WARM_UP pairs that are not counted.

    Each is given the pair's number from 0 on, those of the warming up included, and gives how long it took;
    `worked` gives the processor time that the server has used so far.
    """
    times: tuple[list[float], list[float]] = ([], [])
    work = [0.0, 0.0]
    for n in range(WARM_UP + pairs):
        for which in (n % 2, 1 - n % 2):
            before = worked()
            took = (measured, against)[which](n)
            if n >= WARM_UP:
                times[which].append(took)
                work[which] += worked() - before
    return Pairs(*times, worked=(work[0], work[1]))


def quantile(values: list[float], share: float) -> float:
    """Give the value below which this share of the values lies."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]
