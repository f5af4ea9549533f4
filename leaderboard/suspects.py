"""Signs that two accounts play into one hand, for the operator to look at. They prove nothing.

Two signs, of one person (the giver) towards another (the taker), in rated games that ended within the period:

* *Always the same pair*: FEWEST games together or more, these are SHARE of the giver's rated games or more, and
  the taker was ahead in AHEAD of them or more.
* *Given away, then resigned*: a game that the giver resigned behind the taker, after trades by which the giver
  handed the taker at least GIFT of the money of the start more than came back, and at least as much as was left at
  the resignation. Squares count at their price, get-out cards not at all.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import permutations
from typing import Any

from games.models import Game, Move, Seat
from games.rules.property.events import Left, Traded
from games.rules.registry import rule_set
from leaderboard.models import RatingChange, RatingKey

FEWEST, SHARE, AHEAD = 5, 0.8, 0.8
#: Of the money of the start.
GIFT = 0.4

Progress = Callable[[int, int], None]


@dataclass
class Pair:
    """What one person did for another. `games` together; in `ahead` of them the taker was; `of` the giver's."""

    giver: str
    taker: str
    games: int
    ahead: int
    of: int
    #: What the taker's rating gained by the games together.
    gained: int
    #: Public ids of games given away and resigned.
    gifts: list[str] = field(default_factory=list)

    @property
    def always_together(self) -> bool:
        """The first sign."""
        return self.games >= FEWEST and self.games >= SHARE * self.of and self.ahead >= AHEAD * self.games


def suspects(since: datetime, progress: Progress = lambda done, total: None) -> list[Pair]:
    """List the pairs with a sign, those with the most games given away first."""
    tables, together, ahead, gained, of = _tables(since), Counter[Any](), Counter[Any](), Counter[Any](), Counter[int]()
    for seats in tables.values():
        of.update(change.key_id for change in seats)
        for giver, taker in permutations(seats, 2):
            pair = giver.key_id, taker.key_id
            together[pair] += 1
            ahead[pair] += taker.place < giver.place
            gained[pair] += taker.by
    gifts = _gifts(tables, since, progress)
    names = _names({key for pair in together for key in pair})
    found = [
        Pair(names[a], names[b], together[a, b], ahead[a, b], of[a], gained[a, b], gifts.get((a, b), []))
        for a, b in together
    ]
    listed = [pair for pair in found if pair.always_together or pair.gifts]
    return sorted(listed, key=lambda pair: (-len(pair.gifts), -pair.games, pair.giver, pair.taker))


def given(events: Iterable[Any], price: Callable[[int], int], giver: int, taker: int) -> tuple[int, int]:
    """Tell what a seat handed another by trades, less what came back, and what it had left when it left the game."""
    handed = left = 0
    for event in events:
        if isinstance(event, Traded) and {event.seat, event.to} == {giver, taker}:
            worth = sum(map(price, event.give)) + event.give_cash - sum(map(price, event.get)) - event.get_cash
            handed += worth if event.seat == giver else -worth
        elif isinstance(event, Left) and event.seat == giver:
            left = event.cash + sum(map(price, event.squares))
    return handed, left


def _tables(since: datetime) -> Mapping[int, list[RatingChange]]:
    tables: dict[int, list[RatingChange]] = defaultdict(list)
    for change in RatingChange.objects.filter(at__gte=since).order_by("number", "seat").iterator():
        tables[change.game_id].append(change)
    return tables


def _gifts(
    tables: Mapping[int, list[RatingChange]], since: datetime, progress: Progress
) -> dict[tuple[int, int], list[str]]:
    resigned = Seat.objects.filter(
        kind=Seat.Kind.PERSON, fate=Seat.Fate.RESIGNED, game__rated=True, game__finished_at__gte=since
    )
    left = [(game, seat) for game, seat in resigned.values_list("game_id", "number") if game in tables]
    gifts: dict[tuple[int, int], list[str]] = defaultdict(list)
    for done, (game_id, seat) in enumerate(left, 1):
        giver = next(change for change in tables[game_id] if change.seat == seat)
        for taker in tables[game_id]:
            if taker.place < giver.place and _is_gift(game_id, seat, taker.seat):
                gifts[giver.key_id, taker.key_id].append(Game.objects.values_list("public_id").get(pk=game_id)[0])
        progress(done, len(left))
    return gifts


def _is_gift(game_id: int, giver: int, taker: int) -> bool:
    game = Game.objects.only("ruleset", "rules_version").get(pk=game_id)
    rules: Any = rule_set(game.ruleset, game.rules_version)
    handed, left = given(_events(game, rules), lambda square: rules.rules.board.price[square], giver, taker)
    start: int = rules.rules.amounts.start
    return handed >= max(GIFT * start, left)


def _events(game: Game, rules: Any) -> Iterator[Any]:
    # Only entries that tell of a trade or a leaving are read.
    moves = Move.objects.filter(game=game).order_by("number")
    for events in moves.values_list("events", flat=True):
        if '"traded"' in events or '"left"' in events:
            yield from rules.decode_events(events)


def _names(keys: Iterable[int]) -> dict[int, str]:
    rows = RatingKey.objects.filter(pk__in=keys).values_list("pk", "user__name")
    return {key: name or f"deleted player (key {key})" for key, name in rows}
