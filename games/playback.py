"""Reads of games move by move: for the replay, the report, and what is shared of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from games.models import Game, GameSecret, Move, Seat
from games.queries import Told
from games.rules.chance import Chance, derive_seed
from games.rules.interface import By, RuleSet, View
from games.rules.registry import rule_set
from games.table import NoSuchTable, WrongTime
from games.who import Who, kinds_of


@dataclass(frozen=True)
class Past:
    """A game that has started, as one reader may see it; `reader` is the reader's seat or None."""

    game: Game
    seats: list[Seat]
    reader: int | None

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.game.status == Game.Status.FINISHED

    @property
    def rules(self) -> RuleSet[Any]:
        """The rules it is played by."""
        return rule_set(self.game.ruleset, self.game.rules_version)

    @property
    def told(self) -> tuple[object, ...]:
        """What all that is shown of its past depends on: the moves, the names, and who looks."""
        game = self.game
        names = [(seat.name, seat.kind, seat.fate) for seat in self.seats]
        return (game.public_id, game.status, game.move_count, game.void, self.reader, names)


def past(game_id: str, who: Who) -> Past:
    """Give a game that has started, in one query.

    Raises NoSuchTable, also for a secret table to whoever does not play there, and WrongTime before the start.
    """
    rows = Seat.objects.filter(game__public_id=game_id).order_by("number").select_related("game")
    seats = list(rows.defer("game__opening"))
    if not seats:
        raise NoSuchTable
    game = seats[0].game
    reader = next((seat.number for seat in seats if who.sits_at(seat)), None)
    if game.secret_table and reader is None:
        raise NoSuchTable
    if game.started_at is None:
        raise WrongTime("This game has not started yet.")
    return Past(game, seats, reader)


def entries(of: Past, after: int = -2, most: int | None = None) -> Iterator[Told]:
    """Give what happened at the start and at each move, oldest first, in two queries.

    `after` leaves out what has this number or a lower one (the start has -1); `most` bounds the number of moves.
    """
    game, rules = of.game, of.rules
    if after < -1:
        opening = Game.objects.values_list("opening", flat=True).get(pk=game.pk)
        assert game.started_at is not None
        yield Told(-1, -1, None, "", game.started_at, rules.decode_events(opening))
    # Moves made after the game's row was read are left to the next reading.
    rows = Move.objects.filter(game=game, number__gt=after, number__lt=game.move_count).order_by("number")
    for row in rows[:most]:
        move, happened = rules.decode_move(row.move), rules.decode_events(row.events)
        yield Told(row.number, row.seat, move, row.by, row.at, happened)


def played(of: Past) -> Iterator[tuple[Told, View]]:
    """Play the game again: give each entry with the table after it, as the reader saw it."""
    rules, kinds = of.rules, kinds_of(of.seats)
    server_seed = GameSecret.objects.values_list("server_seed", flat=True).get(pk=of.game.pk)
    seed = derive_seed(server_seed, [seat.client_seed for seat in of.seats])
    state, _ = rules.start(kinds, Chance(seed), of.game.options)
    for told in entries(of):
        if told.number >= 0:
            rules.apply(state, told.seat, told.move, cast(By, told.by))
        yield told, rules.view(state, of.reader)


def final_view(of: Past) -> View:
    """Give the table at the end of a finished game, as anybody saw it."""
    assert of.finished
    snapshot = GameSecret.objects.values_list("snapshot", flat=True).get(pk=of.game.pk)
    return of.rules.view(of.rules.decode_state(snapshot), None)
