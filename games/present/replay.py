"""The replay page: the board after one move, what happened at it, and the way to all the others."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from games.models import Game
from games.present import chart, deeds, overlay, sheet, worth
from games.present.cast import Cast
from games.present.film import BACK
from games.present.jumps import jumps
from games.present.players import players
from games.present.sentences import Teller
from games.present.table import heading, log, rules_of
from games.queries import ReplayReading
from games.rules.property.view import PropertyView

#: Moves that are listed on each side of the one shown.
AROUND = 15


@dataclass(frozen=True)
class Steps:
    """The numbers of the moves that the buttons lead to; None where there is no such move."""

    first: int | None
    back: int | None
    forward: int | None
    last: int | None


def context(reading: ReplayReading) -> dict[str, Any]:
    """Give what `games/replay.html` shows of a game after one of its moves."""
    cast = Cast([seat.name for seat in reading.seats], reading.reader)
    rules, view, number = rules_of(reading.rules), reading.view, reading.number
    assert isinstance(view, PropertyView)
    teller, end = Teller(rules, cast), len(reading.log) - 2
    so_far = reading.log[: number + 2]
    courses = worth.courses(rules, len(cast.names), (told.events for told in reading.log))
    around = reading.log[max(0, number + 1 - AROUND) : number + 2 + AROUND]
    finished = reading.game.status == Game.Status.FINISHED
    return {
        "heading": heading(cast, reading.game),
        "title": rules.title,
        "finished": finished,
        "number": number,
        "end": end,
        "steps": Steps(
            -1 if number > -1 else None,
            number - 1 if number > -1 else None,
            number + 1 if number < end else None,
            end if number < end else None,
        ),
        "told": log(teller, so_far[-1:])[0],
        "moves": log(teller, around),
        "players": players(rules, view, cast, None),
        "jumps": jumps(rules, cast, reading.log),
        "chart": chart.chart(cast, courses, number + 1),
        "sheet": sheet.sheet(rules),
        "overlay": overlay.overlay(rules, view, teller, _recent(so_far)),
        "deeds": deeds.deeds(rules, view, cast, view.position[view.turn]),
        "open_deed": view.position[view.turn],
    }


def board_alone(reading: ReplayReading) -> dict[str, Any]:
    """Give what `games/embed.html` shows: the board as a picture, who plays, and the way to the site."""
    cast = Cast([seat.name for seat in reading.seats], reading.reader)
    rules, view, number = rules_of(reading.rules), reading.view, reading.number
    assert isinstance(view, PropertyView)
    over = number == len(reading.log) - 2 and reading.game.status == Game.Status.FINISHED
    way = reverse("replay", args=[reading.game.public_id])
    last = _recent(reading.log[: number + 2])
    return {
        "heading": heading(cast, reading.game),
        "where": "the end" if over else "the start" if number < 0 else f"move {number}",
        "there": f"{way}?move={'start' if number < 0 else number}",
        "marks": players(rules, view, cast, None),
        "sheet": sheet.sheet(rules),
        "overlay": overlay.overlay(rules, view, Teller(rules, cast), last, links=""),
    }


def _recent(so_far: Any) -> overlay.Recent:
    # The last card may lie many moves back; nobody looks further than this for it.
    return overlay.recent(event for told in so_far[-BACK:] for event in told.events)
