"""Plays stored games again and compares them with all that is stored of them: for the operator alone."""

from collections.abc import Iterator
from typing import Any, cast

import msgspec

from games.models import Game, Move, Seat
from games.rules.chance import Chance, commitment, derive_seed
from games.rules.errors import RulesError
from games.rules.interface import By
from games.rules.registry import rule_set
from games.who import kinds_of


class Wrong(Exception):
    """A stored game is not what its seeds and moves lead to; the text says where."""


def started_games() -> Iterator[str]:
    """Give the public ids of all games that have started, the oldest first, while others are played."""
    games = Game.objects.filter(started_at__isnull=False).order_by("pk")
    return games.values_list("public_id", flat=True).iterator()


def check(game_id: str) -> None:
    """Play a game again, running or finished, and compare entries, events, state and placings.

    Raises Wrong, and Game.DoesNotExist for one that is gone by now.
    """
    # Row and secrets in one statement; what is entered after it is not looked at.
    game = Game.objects.select_related("secret").get(public_id=game_id)
    seats = list(Seat.objects.filter(game=game).order_by("number"))
    moves = list(Move.objects.filter(game=game, number__lt=game.move_count).order_by("number"))
    if [move.number for move in moves] != list(range(game.move_count)):
        raise Wrong(f"{game.move_count} moves are counted, and {len(moves)} are there")
    if commitment(game.secret.server_seed) != game.commitment:
        raise Wrong("the commitment is not that of the server seed")
    state = _played_again(game, seats, moves)
    rules = rule_set(game.ruleset, game.rules_version)
    if rules.encode_state(state).decode() != game.secret.snapshot:
        raise Wrong("the state is not the one that the moves lead to")
    outcome = rules.outcome(state)
    if (outcome is not None) != (game.status == Game.Status.FINISHED):
        raise Wrong(f"it is {game.status}, and by its moves it is not")
    if outcome is not None and outcome.placings != game.placings:
        raise Wrong(f"the placings are {outcome.placings}, not {game.placings}")


def _played_again(game: Game, seats: list[Seat], moves: list[Move]) -> Any:
    rules = rule_set(game.ruleset, game.rules_version)
    seed = derive_seed(game.secret.server_seed, [seat.client_seed for seat in seats])
    state, events = rules.start(kinds_of(seats), Chance(seed), game.options)
    if _text(events) != game.opening:
        raise Wrong("what happened at the start is not what the seed leads to")
    for entry in moves:
        try:
            move = rules.decode_move(entry.move)
            by = cast(By, entry.by)
            rules.check_by(state, entry.seat, move, by)
            events = rules.apply(state, entry.seat, move, by)
        except RulesError as error:
            raise Wrong(f"move {entry.number}: {error}") from None
        if _text(events) != entry.events:
            raise Wrong(f"move {entry.number}: what happened is not what the seed leads to")
    return state


def _text(events: list[Any]) -> str:
    return msgspec.json.encode(events).decode()
