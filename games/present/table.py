"""The table page: what one reader sees of a game, from the waiting room to the result."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import Any
from typing import cast as as_type

from django.utils.safestring import SafeString

from games.models import Game
from games.present import (
    agreements,
    clocks,
    deeds,
    draws,
    lobby,
    managing,
    orders,
    overlay,
    panel,
    sheet,
    strip,
    trades,
)
from games.present.cast import Cast, listing
from games.present.clocks import Hours
from games.present.pieces import piece
from games.present.places import numbered
from games.present.players import Known, Player, players
from games.present.sentences import Line, Teller
from games.queries import TableReading, Told
from games.rules.interface import By, Event
from games.rules.property.engine import PropertyGame
from games.rules.property.rules import Rules
from games.rules.property.view import PropertyView

#: Sentences of "since your last move" that are shown at once; those before them can be opened.
SINCE_SHOWN = 12


@dataclass(frozen=True)
class Entry:
    """A move of the log: its number in the record, -1 the start, and its sentences."""

    number: int
    lines: tuple[Line, ...]

    @property
    def html(self) -> SafeString:
        """Its lines in the log."""
        return _logged(self)


_logged: Callable[[Entry], SafeString] = piece("games/_entry.html", "entry")


@dataclass(frozen=True)
class Placed:
    """A row of the result."""

    place: int
    player: Player


def context(reading: TableReading, zone: tzinfo | None = None) -> dict[str, Any]:
    """Give what `games/table.html` and its live part show of a reading; times in `zone`, the reader's, else UTC."""
    cast = Cast([seat.name for seat in reading.seats], reading.reader)
    game = reading.game
    shown: dict[str, Any] = {
        "title": reading.rules.title,
        "heading": heading(cast, game),
        "seated": reading.reader is not None,
        "status": game.status,
        "terms": clocks.terms(game),
        "doc_title": heading(cast, game),
    }
    if reading.view is None:
        return {**shown, "opener": reading.seats[0].name if reading.seats else ""}
    rules = rules_of(reading.rules)
    assert isinstance(reading.view, PropertyView)
    view, teller = reading.view, Teller(rules, cast)
    last = overlay.recent(event for told in reading.log for event in told.events)
    opened = _open_deed(view, cast)
    shown |= {
        "sheet": sheet.sheet(rules),
        "overlay": overlay.overlay(rules, view, teller, last),
        "strip": strip.strip(rules, view, cast),
        "deeds": deeds.deeds(rules, view, cast, opened),
        "open_deed": opened,
        "log": log(teller, reading.log)[::-1],
        "since": _since(teller, reading.since, reading.reader),
        "last": view.moves - 1,
    }
    hours = Hours(reading.now, zone or UTC, known=zone is not None) if reading.now else None
    known = _known(reading, view, cast, hours)
    shown["players"] = players(rules, view, cast, reading.strength, known)
    if hours is not None:
        shown |= {
            "now": clocks.iso(hours.now),
            "due": known.dues.get(view.asked),
            "clock_notes": clocks.notes(reading, hours),
            "proposals": agreements.standing(reading, rules, view, cast, hours),
            "choices": agreements.choices(reading, rules, view, cast, hours),
            "draw": draws.standing(reading, view, cast),
        }
    return {**shown, **_asked(reading, rules, view, cast)}


def orders_page(reading: TableReading) -> dict[str, Any] | None:
    """Give what `games/orders.html` shows of a reading; None for whoever can leave no orders there, or no longer."""
    if reading.view is None:
        return None
    cast, rules = Cast([seat.name for seat in reading.seats], reading.reader), rules_of(reading.rules)
    assert isinstance(reading.view, PropertyView)
    forms = orders.forms(reading, rules, reading.view, cast)
    if forms is None:
        return None
    return {
        "heading": heading(cast, reading.game),
        "orders": orders.of_reader(reading, rules, reading.view, cast),
        "forms": forms,
    }


def rules_of(rule_set: object) -> Rules:
    """Give the rules behind a rule set that has a board. Raises TypeError for one that has none."""
    if not isinstance(rule_set, PropertyGame):
        raise TypeError(f"there are no pages for {rule_set!r}")
    return rule_set.rules


def heading(cast: Cast, game: Game) -> str:
    """Name a game by who plays it, the reader first; a finished one by who won."""
    seats = range(len(cast.names))
    if game.placings:
        winners = set(game.placings[0])
        won = listing([cast.subject(s) for s in cast.first(sorted(winners))])
        lost = listing([cast.object(s) for s in seats if s not in winners])
        return f"{won} beat {lost}" if len(winners) == 1 else f"{won} played to a draw"
    others = [cast.names[s] for s in seats if s != cast.reader]
    return f"You against {listing(others)}" if cast.reader is not None else listing(others)


def log(teller: Teller, entries: Sequence[Told]) -> list[Entry]:
    """Tell entries of the record in sentences, oldest first."""
    return [Entry(told.number, tuple(teller.tell_moves([_by_hand(told)]))) for told in entries]


def _by_hand(told: Told) -> tuple[By | None, Sequence[Event]]:
    return as_type("By", told.by) if told.by else None, told.events


def _since(teller: Teller, entries: Sequence[Told], reader: int | None) -> dict[str, Any]:
    first = entries[0] if entries else None
    since_own = first is not None and first.seat == reader and first.by == "player"
    # Of one's own move only what followed from it is there, and that has no hand.
    moves = [(None, told.events) if since_own and told is first else _by_hand(told) for told in entries]
    lines = teller.tell_moves(moves)
    if since_own:
        title = "Since your last move"
    else:
        title = "What happened so far" if first is None or first.number < 0 else f"The last {len(entries)} moves"
    return {"title": title, "earlier": lines[:-SINCE_SHOWN], "lines": lines[-SINCE_SHOWN:]}


def _asked(reading: TableReading, rules: Rules, view: PropertyView, cast: Cast) -> dict[str, Any]:
    if reading.game.status == Game.Status.FINISHED:
        return {"result": _result(reading, rules, view, cast), "waiting": "nobody"}
    legal = reading.legal
    yours = reading.reader is not None and view.asked == reading.reader
    shown: dict[str, Any] = {
        "waiting": "you" if yours else "others",
        "waiting_for": panel.waiting_for(rules, view, cast),
        "meanwhile": panel.meanwhile(rules, view, cast),
        "token": reading.token,
    }
    if legal is None or reading.reader is None:
        return shown
    asked = panel.panel(rules, view, cast, legal)
    shown |= {
        "panel": asked,
        "money": view.cash[reading.reader],
        "building": managing.building(rules, view, legal, reading.reader),
        "raising": managing.raising(rules, view, legal, reading.reader),
        "raising_title": managing.raising_title(legal),
        "orders": orders.of_reader(reading, rules, view, cast),
        "manage_open": view.decision == "debt" or _short_of(rules, view),
        "composer": trades.composer(rules, view, cast, legal),
    }
    if view.offer is not None and reading.reader in (view.offer.giver, view.offer.receiver):
        shown["picture"] = trades.picture(rules, view, cast, view.offer)
    if yours and asked is not None:
        shown["doc_title"] = f"{asked.flag}: {asked.ask}"
    return shown


def _known(reading: TableReading, view: PropertyView, cast: Cast, hours: Hours | None) -> Known:
    fates = {seat.number: seat.fate for seat in reading.seats}
    if hours is None:
        return Known(fates=fates)
    dues = {seat.number: due for seat in reading.seats if (due := clocks.due(reading, seat, cast, hours))}
    giver = None if view.offer is None else reading.seats[view.offer.giver]
    return Known(dues, {} if giver is None else {giver.number: clocks.standing(reading, giver)}, fates)


def _short_of(rules: Rules, view: PropertyView) -> bool:
    seat = view.asked
    return view.decision == "buy" and view.cash[seat] < rules.board.price[view.position[seat]]


def _open_deed(view: PropertyView, cast: Cast) -> int:
    """Choose the deed that is open while none was asked for: the question's, else the reader's."""
    if view.auction is not None:
        return view.auction.square
    seat = view.turn if cast.reader is None or view.place[cast.reader] else cast.reader
    return view.position[view.asked if view.decision == "buy" else seat]


def _result(reading: TableReading, rules: Rules, view: PropertyView, cast: Cast) -> dict[str, Any]:
    placings = reading.game.placings or []
    place = {seat: n for n, seats in numbered(placings) for seat in seats}
    rows = players(rules, view, cast, reading.strength, Known(fates={s.number: s.fate for s in reading.seats}))
    server_seed, seed = reading.seeds or ("", "")
    people = [place[seat] for seat, kind in enumerate(view.kinds) if kind != "bot"]
    return {
        # Above the last person to leave stand the bots that were still in.
        "bots_alone": bool(people) and min(people) > 2,
        "rows": sorted((Placed(place[row.seat], row) for row in rows), key=lambda placed: placed.place),
        "again": lobby.again(reading.game),
        "server_seed": server_seed,
        "seed": seed,
        "clients": [(seat.name, seat.client_seed) for seat in reading.seats],
    }
