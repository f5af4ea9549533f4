"""The rating itself: plain arithmetic on doubles, with no database and no clock.

Plackett-Luce after Weng and Lin (2011), algorithm 4, as openskill computes it, but for ties. docs/ratings.md says
what the numbers mean, docs/decisions.md why the parameters are these.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, permutations, product
from math import fsum

from openskill.models import PlackettLuce

#: What is known of somebody who has not played: openskill's own mean and deviation.
MU, SIGMA = 25.0, 25.0 / 3.0
#: How much luck a result holds. With it a player's prior deviation is half a unit of the Plackett-Luce scale.
BETA = 25.0 / 2.0
#: The number shown: 1000 for a newcomer, and 400 apart for odds of ten to one, as in chess (within 2%).
BASE, POINTS, SURE = 1000, 10, 3
#: Fewer rated games than this make a rating provisional.
SETTLED_AFTER = 5

_MODEL = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA)


@dataclass(frozen=True)
class Skill:
    """An estimate of how well somebody plays: normal, with mean `mu` and deviation `sigma`."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> int:
        """The rating as people see it: what three deviations below the estimate are worth."""
        return shown(self.mu, self.sigma)


def shown(mu: float, sigma: float) -> int:
    """Give the rating that people see: 1000 + 10 (mu - 3 sigma), as a whole number."""
    return round(BASE + POINTS * (mu - SURE * sigma))


def uncertainty(sigma: float) -> int:
    """Give one deviation on the scale that people see."""
    return round(POINTS * sigma)


def estimate(mu: float) -> int:
    """Give the mean of the estimate on the scale that people see."""
    return round(BASE + POINTS * mu)


def places_among(placings: Sequence[Collection[int]], people: Collection[int]) -> dict[int, int]:
    """Give each person's place when everybody else is left out: two who tie share one, and the next is left free.

    `placings` are a game's: first place first, each a list of seats. Raises ValueError if a person has no place.
    """
    places: dict[int, int] = {}
    for tied in placings:
        place = len(places) + 1
        places.update({seat: place for seat in sorted(tied) if seat in people})
    if len(places) != len(people):
        raise ValueError("Somebody at the table has no place.")
    return places


def rate(places: Mapping[int, int], skills: Mapping[int, Skill]) -> dict[int, Skill]:
    """Give the skills after a game, by seat, from the places in it and the skills before.

    Those who share a place get the mean of all orders in which they could have come in. The same places and skills
    give the same doubles whatever order they come in. Raises ValueError for fewer than two seats.
    """
    orders = list(_orders(places))
    rated = [_rate(order, skills) for order in orders]
    return {
        seat: Skill(
            # Exact sums: two who are equal and tie stay equal to the last digit.
            fsum(after[seat].mu for after in rated) / len(rated),
            fsum(after[seat].sigma for after in rated) / len(rated),
        )
        for seat in orders[0]
    }


def _orders(places: Mapping[int, int]) -> Iterator[list[int]]:
    """Give each order of the seats that agrees with the places, first place first."""
    ahead = sorted(places, key=lambda seat: (places[seat], seat))
    tied = [list(seats) for _, seats in groupby(ahead, key=lambda seat: places[seat])]
    for ways in product(*(permutations(seats) for seats in tied)):
        yield list(chain.from_iterable(ways))


def _rate(order: Sequence[int], skills: Mapping[int, Skill]) -> dict[int, Skill]:
    teams = [[_MODEL.rating(mu=skills[seat].mu, sigma=skills[seat].sigma)] for seat in order]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in range(len(order))])
    return {seat: Skill(team[0].mu, team[0].sigma) for seat, team in zip(order, rated, strict=True)}
