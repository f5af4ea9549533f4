"""What goes wrong when: a list of faults made from a seed alone, so that the same seed gives the same list."""

import random
from dataclasses import dataclass

#: What is killed, and how often relative to the others. `backend` is one process of PostgreSQL's, after whose death
#: PostgreSQL starts all of them anew.
KILLS = {"web": 5, "clock": 4, "worker": 3, "mail": 3, "beat": 2, "stream": 2, "postgres": 3, "backend": 1, "redis": 2}
#: Processes of each role that a kill may hit.
COUNTS = {"web": 2, "clock": 2, "worker": 2, "mail": 1, "beat": 1, "stream": 1}
#: A run leaves so many seconds without faults at its end, and begins with so many.
CALM_END, CALM_BEGIN = 6.0, 2.0
#: All that looks at the clocks is kept dead for so long, by which the site stands still (more than 15 seconds).
STANDSTILL = 17.5
#: A run of at least so many seconds has Redis frozen for a minute, a shorter one for less than a standstill.
LONG_RUN = 300.0


@dataclass(frozen=True, order=True)
class Fault:
    """Something that goes wrong: `at` seconds after the beginning, for `lasts` seconds where it is not over at once.

    `which` is the number of the process that it hits; of `askew`, also how many seconds the clock is off by `amount`.
    """

    at: float
    kind: str
    which: int = 0
    lasts: float = 0.0
    amount: float = 0.0

    @property
    def is_kill(self) -> bool:
        """Whether it counts as one of the kills that were asked for."""
        return self.kind in KILLS


def made(seed: int, kills: int, seconds: float) -> list[Fault]:
    """Make the faults of a run, in their order. Every kind of kill comes where there are as many kills as kinds."""
    rng = random.Random(seed)
    last = seconds - CALM_END
    kinds = list(KILLS)[:kills]
    kinds += rng.choices(list(KILLS), list(KILLS.values()), k=kills - len(kinds))
    faults = [
        Fault(round(rng.uniform(CALM_BEGIN, last), 3), kind, rng.randrange(COUNTS.get(kind, 1))) for kind in kinds
    ]
    return sorted([*faults, *_standstills(rng, seconds), *_others(rng, seconds)])


def _standstills(rng: random.Random, seconds: float) -> list[Fault]:
    number = max(1, int(seconds // 240))
    each = seconds / number
    latest = each - STANDSTILL - CALM_END - 12
    if latest <= CALM_BEGIN:
        return []
    return [
        Fault(round(n * each + rng.uniform(CALM_BEGIN, latest), 3), "standstill", 0, STANDSTILL) for n in range(number)
    ]


def _others(rng: random.Random, seconds: float) -> list[Fault]:
    long = seconds >= LONG_RUN
    made: list[Fault] = []

    def some(kind: str, number: int, lasts: float = 0.0, amount: float = 0.0) -> None:
        # Whatever lasts ends before the calm at the end.
        latest = max(CALM_BEGIN, seconds - CALM_END - lasts)
        made.extend(
            Fault(round(rng.uniform(CALM_BEGIN, latest), 3), kind, rng.randrange(2), lasts, amount)
            for _ in range(number)
        )

    some("redis-flush", 1 + int(seconds // 60))
    some("redis-freeze", 1 + int(seconds // 400), 60.0 if long else 6.0)
    some("askew", 1 + int(seconds // 200), amount=rng.choice((300.0, -300.0)))
    some("smtp-refuses", 1 + int(seconds // 200), 4.0)
    some("smtp-fails-after", 1 + int(seconds // 60), 3.0)
    # Longer than the patience of the mail's worker, EMAIL_TIMEOUT.
    some("smtp-stalls", 1 + int(seconds // 200), 12.0)
    return made
