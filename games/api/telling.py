"""Readings of games, told in the API's shapes."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast

import msgspec

from games import queries
from games.api import shapes
from games.api.shapes_record import Final
from games.models import Game, Seat
from games.queries import TableReading, Told
from games.rules.interface import DrawOffer, Legal
from games.rules.property.view import PropertyView
from games.who import Who


def game(game_id: str, who: Who, key: str = "") -> shapes.GameShape:
    """Read a game and tell it. Raises NoSuchTable."""
    return told(queries.table(game_id, who, key, log=False))


def told(reading: TableReading) -> shapes.GameShape:
    """Tell a reading."""
    row, view = reading.game, reading.view
    assert view is None or isinstance(view, PropertyView)
    due: dict[int, datetime | None] = {seat.number: seat.due_at for seat in reading.seats}
    return shapes.GameShape(
        id=row.public_id,
        ruleset=row.ruleset,
        rules_version=row.rules_version,
        status=_status(row),
        size=row.size,
        move_time=row.options["move_time"],
        bots=row.options.get("bots"),
        rated=row.rated,
        secret=row.secret_table,
        bots_fill=row.bots_fill,
        commitment=row.commitment,
        created_at=row.created_at,
        started_at=row.started_at,
        finished_at=row.finished_at,
        paused_until=row.paused_until,
        clocks_stopped=reading.stopped_at is not None,
        void=row.void,
        strength=reading.strength,
        move_count=row.move_count,
        seats=[seat(each) for each in reading.seats],
        decisions=[
            shapes.DecisionShape(d.seat, cast("Any", d.kind), due[d.seat], reading.at_deadline)
            for d in reading.decisions
        ],
        draw=_draw(reading.draw),
        view=view,
        proposals=[
            shapes.ProposalShape(
                p.pk, p.seat, cast("Any", str(p.kind)), p.days, p.proposed_at, p.expires_at, list(p.accepted)
            )
            for p in reading.proposals
        ],
        you=_you(reading),
        result=_result(reading),
    )


def line(row: Game, who: Who) -> shapes.GameLine:
    """Tell a game of a list, whose seats were read with it."""
    seats = list(row.seats.all())
    return shapes.GameLine(
        id=row.public_id,
        ruleset=row.ruleset,
        status=_status(row),
        size=row.size,
        move_time=row.options["move_time"],
        bots=row.options.get("bots"),
        rated=row.rated,
        secret=row.secret_table,
        bots_fill=row.bots_fill,
        created_at=row.created_at,
        started_at=row.started_at,
        finished_at=row.finished_at,
        move_count=row.move_count,
        seats=[seat(each) for each in seats],
        yours=next((each.number for each in seats if who.sits_at(each)), None),
    )


def seat(row: Seat) -> shapes.SeatShape:
    """Tell a seat."""
    asked = row.waited_on or row.left is not None
    return shapes.SeatShape(
        number=row.number,
        name=row.name,
        kind=cast("Any", str(row.kind)),
        ready=row.ready,
        place=row.place or None,
        fate=cast("Any", str(row.fate) or None),
        asked=cast("Any", row.asked or None) if asked else None,
        due_at=row.due_at,
        left=row.left.total_seconds() if row.left is not None else None,
        clock_moves=row.clock_moves,
    )


def entry(happened: Told) -> shapes.Happened:
    """Tell an entry of the record."""
    start = happened.number < 0
    return shapes.Happened(
        number=happened.number,
        seat=None if start else happened.seat,
        move=happened.move,
        by=None if start else cast("Any", str(happened.by)),
        at=happened.at,
        events=list(happened.events),
    )


def _you(reading: TableReading) -> shapes.You | None:
    if reading.reader is None:
        return None
    shown = reading.game.secret_table and reading.game.status == Game.Status.OPEN
    return shapes.You(
        seat=reading.reader,
        token=reading.token,
        legal=_legal(reading.legal),
        orders=[shapes.OrderShape(number, order) for number, order in reading.orders],
        orders_open=_all(reading.orders_open),
        link_key=reading.game.link_key if shown else None,
    )


def _draw(offer: DrawOffer | None) -> shapes.DrawShape | None:
    return None if offer is None else shapes.DrawShape(offer.giver, list(offer.to_answer), offer.token)


def _legal(legal: Legal | None) -> shapes.LegalShape | None:
    return None if legal is None else shapes.LegalShape(legal.moves, legal.forms)


def _result(reading: TableReading) -> shapes.Result | None:
    if reading.seeds is None:
        return None
    server_seed, seed = reading.seeds
    final = msgspec.convert(reading.final, Final)
    return shapes.Result(reading.game.placings or [], server_seed, seed, final)


def _status(row: Game) -> Any:
    return str(row.status)


def _all(given: Sequence[Any]) -> list[Any]:
    return list(given)
