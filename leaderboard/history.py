"""A made-up history of any size, for measuring: players, finished games, their ratings, and records of some.

Written with COPY, so it needs PostgreSQL. The ratings are those that the rating step would have come to.
"""

import json
import math
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from typing import NamedTuple

from django.core.management.color import no_style
from django.db import connection, models
from django.utils import timezone

from accounts.models import User
from games.models import ID_LENGTH, ID_LETTERS, Game, Move, Seat
from leaderboard.answers import SPANS
from leaderboard.listing import active_since
from leaderboard.models import AnswerTimes, RatedGame, Rating, RatingChange, RatingClock, RatingKey
from leaderboard.step import Standings

RULESET = "landlord"
#: How long the history is.
LENGTH = timedelta(days=730)
#: Games made between two writes.
CHUNK = 5_000
#: The share of players who want to be listed, of games left by a time-out, of games at a secret table.
LISTED, TIMED_OUT, SECRET = 0.6, 0.04, 0.1
#: How much more the keenest play than the others: weights fall with this power of the rank.
KEENNESS, HEAD_START = 0.7, 50

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Size:
    """How much to make; the last `with_moves` games get records of `moves_each` entries."""

    players: int
    games: int
    with_moves: int
    moves_each: int = 100


class _Finished(NamedTuple):
    """A game as the rating takes it: a model's instance takes ten times as long to make."""

    pk: int
    ruleset: str
    placings: list[list[int]]
    finished_at: datetime


class Table:
    """Writes rows of a model: the fields named vary from row to row, the others have their defaults."""

    def __init__(self, model: type[models.Model], varying: Sequence[str], **fixed: object) -> None:
        self.model, self._rows = model, list[str]()
        fields = model._meta.concrete_fields  # noqa: SLF001
        known = {field.attname for field in fields}
        unknown = {*varying, *fixed} - known
        if unknown:
            raise ValueError(f"{model.__name__} has no {', '.join(sorted(unknown))}.")
        constant = {f.attname: _text(fixed.get(f.attname, f.get_default())) for f in fields if f.attname not in varying}
        names = [*varying, *constant]
        columns = {field.attname: connection.ops.quote_name(field.column or "") for field in fields}
        self._copy = (
            f"COPY {connection.ops.quote_name(model._meta.db_table)} "  # noqa: SLF001
            f"({', '.join(columns[name] for name in names)}) FROM STDIN"
        )
        self._end = "".join(f"\t{value}" for value in constant.values()) + "\n"

    def add(self, *values: object) -> None:
        """Add a row: a value for each varying field, in their order."""
        self._rows.append("\t".join(map(_text, values)) + self._end)

    def write(self) -> None:
        """Send the rows added since the last time."""
        with connection.cursor() as cursor, cursor.copy(self._copy) as copy:
            copy.write("".join(self._rows))
        self._rows.clear()


def make(size: Size, seed: int = 1, progress: Progress = lambda done, total: None) -> None:
    """Fill an empty database. Raises RuntimeError for one that is not empty, or not PostgreSQL's."""
    if connection.vendor != "postgresql":
        raise RuntimeError("A history is made on PostgreSQL only.")
    if User.objects.exists() or Game.objects.exists():
        raise RuntimeError("This database has people or games in it: a history is made in an empty one only.")
    rng = random.Random(seed)  # noqa: S311 - nothing secret
    names = _players(size.players, rng)
    with _without_checks():
        standings = _games(size, names, rng, progress)
        _ratings(standings, names, rng)
    RatingClock.objects.create(pk=1, number=size.games, looked_to=timezone.now(), counted_to=_last_move())
    made = [User, Game, Seat, Move, RatingKey, Rating, RatingChange]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), made):
            cursor.execute(statement)
        cursor.execute("VACUUM ANALYZE")


def _players(count: int, rng: random.Random) -> list[str]:
    """Save the players, with a key each, both numbered from 1; give their names."""
    syllables = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"]
    names = [f"{''.join(rng.choices(syllables, k=3)).capitalize()}{n}" for n in range(1, count + 1)]
    users = Table(User, ("id", "name", "email", "on_leaderboard"), joined=timezone.now() - LENGTH)
    keys = Table(RatingKey, ("id", "user_id"))
    for number, name in enumerate(names, 1):
        users.add(number, name, f"{number}@example.org", rng.random() < LISTED)
        keys.add(number, number)
    users.write()
    keys.write()
    return names


def _games(size: Size, names: Sequence[str], rng: random.Random, progress: Progress) -> Standings:
    now = timezone.now()
    begins, step = now - LENGTH, LENGTH / size.games
    strengths = [rng.gauss(0, 0.5) for _ in names]
    weights = list(accumulate((rank + HEAD_START) ** -KEENNESS for rank in range(len(names))))
    ranks = rng.sample(range(len(names)), len(names))
    times = ("created_at", "started_at", "moved_at", "finished_at")
    games = Table(
        Game,
        ("id", "public_id", "link_key", "size", "secret_table", "placings", "move_count", *times),
        ruleset=RULESET,
        rules_version=1,
        options={"move_time": 86_400},
        commitment="0" * 64,
        status=Game.Status.FINISHED,
        rated=True,
    )
    seats = Table(Seat, ("id", "game_id", "number", "name", "user_id", "place", "fate"), kind=Seat.Kind.PERSON)
    numbers = Table(RatedGame, ("game_id", "number"))
    fields = ("key_id", "seat", "place", "people", "mu_before", "sigma_before", "mu", "sigma")
    changes = Table(RatingChange, ("id", "game_id", "number", "at", *fields), ruleset=RULESET)
    moves = Table(Move, ("id", "game_id", "number", "seat", "at"), move='{"type":"end_turn"}', by="player", events="[]")
    tables = (games, seats, numbers, changes, moves)
    standings = Standings()
    seat_id = change_id = move_id = 0
    for number in range(1, size.games + 1):
        at = begins + step * number
        people = _company(rng, ranks, weights)
        order = sorted(range(len(people)), key=lambda seat: -_drawn(strengths[people[seat]], rng))
        placings = [[seat] for seat in order]
        began = at - timedelta(days=5)
        recorded = size.moves_each if number > size.games - size.with_moves else 0
        id_ = _public_id(number)
        secret = rng.random() < SECRET
        games.add(number, id_, id_ + "bbbb", len(people), secret, placings, recorded, began, began, at, at)
        late = rng.random() < TIMED_OUT
        for seat, person in enumerate(people):
            seat_id += 1
            place = order.index(seat) + 1
            fate = "" if place == 1 else "timed_out" if late and place == len(people) else "bankrupt"
            seats.add(seat_id, number, seat, names[person], person + 1, place, fate)
        numbers.add(number, number)
        standings.play(
            _Finished(number, RULESET, placings, at), number, {seat: person + 1 for seat, person in enumerate(people)}
        )
        for change in standings.changes:
            change_id += 1
            changes.add(change_id, number, number, at, *(getattr(change, name) for name in fields))
        standings.changes.clear()
        for entry in range(recorded):
            move_id += 1
            moves.add(move_id, number, entry, entry % len(people), began + timedelta(days=5) * entry / recorded)
        if number % CHUNK == 0 or number == size.games:
            for table in tables:
                table.write()
            progress(number, size.games)
    return standings


def _ratings(standings: Standings, names: Sequence[str], rng: random.Random) -> None:
    wanted = set(User.objects.filter(on_leaderboard=True).values_list("pk", flat=True))
    since = active_since()
    fields = [field.attname for field in Rating._meta.concrete_fields]  # noqa: SLF001
    rows = Table(Rating, fields)
    answers = Table(AnswerTimes, ("user_id", "counts"))
    for number, row in enumerate(standings.ratings.values(), 1):
        row.pk, row.listed, row.active = number, row.key_id in wanted, row.last_played >= since
        rows.add(*(getattr(row, name) for name in fields))
        answers.add(row.key_id, [rng.randrange(10 * row.games) for _ in SPANS])
    rows.write()
    answers.write()


def _company(rng: random.Random, ranks: Sequence[int], weights: Sequence[float]) -> list[int]:
    count = rng.choice((2, 2, 2, 3, 3, 4))
    found: dict[int, None] = {}
    while len(found) < min(count, len(ranks)):
        found[ranks[rng.choices(range(len(ranks)), cum_weights=weights)[0]]] = None
    return list(found)


def _drawn(strength: float, rng: random.Random) -> float:
    return strength - math.log(-math.log(rng.random()))


def _public_id(number: int) -> str:
    # Numbers in a row are scattered over all ids, as drawn ones are.
    base = len(ID_LETTERS)
    rest = number * 0x9E3779B97F4A7C15 % base**ID_LENGTH
    letters = []
    for _ in range(ID_LENGTH):
        rest, letter = divmod(rest, base)
        letters.append(ID_LETTERS[letter])
    return "".join(letters)


def _last_move() -> int:
    return Move.objects.aggregate(last=models.Max("pk"))["last"] or 0


def _text(value: object) -> str:
    """Write a value as COPY's text format has it; none here has a tab, a line break or a backslash."""
    if value is None:
        return r"\N"
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, bool):
        return "t" if value else "f"
    if isinstance(value, list | dict):
        return json.dumps(value)
    if isinstance(value, float):
        return repr(value)
    return str(value)


@contextmanager
def _without_checks() -> Iterator[None]:
    """Leave out what would be asked of each row, since all come from one hand: the foreign keys' triggers."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SET session_replication_role = DEFAULT")
