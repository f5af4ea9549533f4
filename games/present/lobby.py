"""The lobby: tables in a list, with what one wants to know before sitting down."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Game, Invitation, Seat
from games.present import move_times
from games.present.cast import listing
from games.present.clocks import a_move, played, rules_of, time_in_words
from games.who import Who


@dataclass(frozen=True)
class Row:
    """A table in a list. `names` are of those who sit there; `mine`: the reader is one of them."""

    game: Game
    played: str
    opener: str
    names: str
    taken: int
    time: str
    notes: Sequence[str]
    reliability: str
    mine: bool


def row(game: Game, who: Who) -> Row:
    """Give a table's row in the lobby; `game` has its opener's games `over` and `late`, as games.lists gives it."""
    seats = list(game.seats.all())
    over, late = getattr(game, "over", 0), getattr(game, "late", 0)
    return Row(
        game=game,
        played=played(game),
        opener=game.opener.name if game.opener else "",
        names=listing([seat.name for seat in seats]),
        taken=len(seats),
        time=move_time(game),
        notes=notes(game),
        reliability=reliability(over, late),
        mine=any(who.sits_at(seat) for seat in seats),
    )


def move_time(game: Game) -> str:
    """Tell a table's move time, such as "1 day", or "no clock"."""
    return time_in_words(game.options["move_time"])


def again(game: Game) -> list[tuple[str, str | int]]:
    """Give the fields of a form, beside the seats, by which a game like this is begun again against bots."""
    fields: list[tuple[str, str | int]] = [("game", game.ruleset)]
    if game.options.get("bots"):
        fields.append(("level", game.options["bots"]))
    value, number, unit = move_times.chosen(game.options["move_time"], rules_of(game).tables)
    fields.append(("time", value))
    if number is not None:
        fields += [("number", number), ("unit", unit)]
    return fields


def notes(game: Game) -> list[str]:
    """Tell what else a table is: rated, secret, filled up by bots."""
    told = ["rated" if game.rated else "not rated"]
    if game.secret_table:
        told.append("by link only")
    if game.status == Game.Status.OPEN and game.bots_fill and rules_of(game).tables.mixed:
        told.append("bots take empty seats")
    return told


def reliability(over: int, late: int) -> str:
    """Tell how many of somebody's games with other people ended without a time-out."""
    if not over:
        return "no finished game with others yet"
    return f"{over - late} of {over} game{'' if over == 1 else 's'} without a time-out"


@dataclass(frozen=True)
class Asked:
    """An invitation: who invites to what."""

    game: Game
    played: str
    by: str
    names: str
    taken: int
    time: str
    notes: Sequence[str]


def asked(invitation: Invitation) -> Asked:
    """Give an invitation as a list shows it."""
    game = invitation.game
    seats = list(game.seats.all())
    return Asked(
        game=game,
        played=played(game),
        by=invitation.by.name,
        names=listing([seat.name for seat in seats]),
        taken=len(seats),
        time=a_move(game),
        notes=notes(game),
    )


def of_bots_alone(seats: Sequence[Seat]) -> bool:
    """Tell whether everybody but one at a table is a bot."""
    return sum(seat.kind != Seat.Kind.BOT for seat in seats) == 1 and len(seats) > 1
