"""A person's own games: what each asks, until when, and how one stands in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games import clock
from games.lists import Standing
from games.models import Game, Seat
from games.present import panel
from games.present.cast import Cast, listing
from games.present.clocks import Hours, Moment, a_move, left_in_words, played
from games.present.lobby import notes, of_bots_alone
from games.present.table import rules_of
from games.rules.property.deeds import net_worth
from games.rules.property.rules import Rules
from games.rules.property.view import PropertyView
from games.who import Who

#: What the button of a game says, by the decision that waits there.
ACTS = {
    "roll": "Roll",
    "jail": "Decide",
    "buy": "Buy or decline",
    "auction": "Bid or pass",
    "manage": "Build or end turn",
    "trade": "Answer",
    "debt": "Raise the money",
}
RANKS = ("first", "second", "third", "fourth")
#: Numbers that headings write out.
COUNTS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")

#: The small map: the side of its square, where it begins, and the side of a mark.
SIDE, EDGE, MARK_SIDE = 48, 4, 11
MARK = f'<use href="#m{{}}" x="{{}}" y="{{}}" width="{MARK_SIDE}" height="{MARK_SIDE}"/>'


@dataclass(frozen=True)
class Due:
    """Until when a game waits: an instant, what is left, and whether it has passed.

    While clocks stand, not `runs`; while the operator has stopped them the instant is not known, and not `fixed`.
    """

    at: Moment
    left: str
    over: bool
    runs: bool
    fixed: bool


@dataclass(frozen=True)
class Item:
    """A running game in the list; `act` is what the button says if it waits for the reader."""

    game: Game
    title: str
    company: str
    terms: str
    due: Due | None
    worth: str
    act: str
    map: SafeString


@dataclass(frozen=True)
class Table:
    """A table of the reader's that has not started."""

    game: Game
    title: str
    state: str
    terms: str


@dataclass(frozen=True)
class Finished:
    """A finished game: with whom, when it ended, and the place that it gave."""

    game: Game
    company: str
    played: str
    ended: Moment
    place: str
    rated: str


def context(standings: Sequence[Standing], hours: Hours) -> dict[str, Any]:
    """Give the lists of games going on: those that wait for the reader by deadline, the others, open tables."""
    running = [s for s in standings if s.view is not None]
    yours = sorted(
        (s for s in running if s.mine.waited_on),
        # Without a deadline, after those that have one.
        key=lambda s: (s.mine.due_at is None, s.mine.due_at or hours.now, s.game.pk),
    )
    others = sorted(
        (s for s in running if not s.mine.waited_on),
        # Those that one is out of come last; then whoever has to move soonest.
        key=lambda s: (bool(s.mine.place), s.next_due is None, s.next_due or hours.now, s.game.pk),
    )
    return {
        "yours": [_item(s, hours) for s in yours],
        "others": [_item(s, hours) for s in others],
        "tables": [_table(s) for s in standings if s.view is None],
        "mine_title": _title(len(yours)),
    }


def finished(game: Game, who: Who, hours: Hours) -> Finished:
    """Give a finished game's row."""
    seats = list(game.seats.all())
    reader = next((seat.number for seat in seats if who.sits_at(seat)), None)
    mine = None if reader is None else seats[reader]
    assert game.finished_at is not None
    place = f"{mine.place} of {len(seats)}" if mine else ""
    if mine and mine.fate == Seat.Fate.TIMED_OUT:
        place += ", out of time"
    rated = "struck" if game.void else "yes" if game.rated else "no"
    return Finished(game, _company(seats, reader), played(game), hours.moment(game.finished_at), place, rated)


def _title(waiting: int) -> str:
    count = COUNTS[waiting] if waiting < len(COUNTS) else str(waiting)
    return f"{count} game{'' if waiting == 1 else 's'} wait{'s' if waiting == 1 else ''} for you"


def _item(standing: Standing, hours: Hours) -> Item:
    rules, view = rules_of(standing.rules), standing.view
    assert isinstance(view, PropertyView) and standing.legal is not None
    cast = Cast([seat.name for seat in standing.seats], standing.reader)
    asked = panel.panel(rules, view, cast, standing.legal) if view.asked == standing.reader else None
    # A title has no full stop.
    title = asked.ask if asked else panel.waiting_for(rules, view, cast).removesuffix(".")
    return Item(
        game=standing.game,
        title=title,
        company=_company(standing.seats, standing.reader),
        terms=f"{played(standing.game)}, {a_move(standing.game)}",
        due=_due(standing, hours),
        worth=_worth(rules, view, standing.reader),
        act=ACTS[view.decision] if asked else "",
        map=_map(view),
    )


def _company(seats: Sequence[Seat], reader: int | None) -> str:
    return listing([seat.name for seat in seats if seat.number != reader])


def _due(standing: Standing, hours: Hours) -> Due | None:
    at = standing.mine.due_at or standing.next_due
    if at is None:
        return None
    counts_from = clock.standing_still(hours.now, standing.stopped_at, standing.game.paused_until)
    runs = counts_from == hours.now
    return Due(
        hours.moment(at),
        left_in_words(at - counts_from),
        over=runs and clock.is_missed(at, hours.now),
        runs=runs,
        fixed=standing.stopped_at is None,
    )


def _worth(rules: Rules, view: PropertyView, seat: int) -> str:
    if view.place[seat]:
        return f"You left in place {view.place[seat]}"
    worths = [net_worth(rules.board, view, s) for s in range(len(view.kinds)) if not view.place[s]]
    mine = net_worth(rules.board, view, seat)
    rank = RANKS[sum(worth > mine for worth in worths)]
    return f"{mine}, {rank} of {len(worths)}"


def _table(standing: Standing) -> Table:
    game, seats = standing.game, standing.seats
    terms = ", ".join([played(game), a_move(game), *notes(game)])
    if of_bots_alone(seats):
        return Table(game, f"Against {_company(seats, standing.reader)}", "It waits for your seed", terms)
    others = _company(seats, standing.reader)
    title = f"A table with {others}" if others else "A table of yours"
    free = game.size - len(seats)
    if not standing.rules.tables.mixed:
        return Table(game, title, "It waits for Ready, and for its host to start", terms)
    state = f"{free} seat{'' if free == 1 else 's'} free" if free else "Full: it waits for Ready"
    return Table(game, title, state, terms)


def _map(view: PropertyView) -> SafeString:
    """Draw where the pawns stand: the ring, the river, a mark each."""
    marks, stands = [], dict[int, int]()
    for seat in view.order:
        if view.place[seat]:
            continue
        p = view.position[seat]
        x, y = _spot(p, stands.get(p, 0))
        stands[p] = stands.get(p, 0) + 1
        marks.append(format_html(MARK, seat, f"{x - MARK_SIDE / 2:g}", f"{y - MARK_SIDE / 2:g}"))
    ring = '<path d="M4 4h48v48H4z"/><path class="rv" d="M11 12q20-4 32 4t0 22q-14 12-26 4t-7-12"/>'
    return mark_safe(ring + "".join(marks))  # noqa: S308


def _spot(p: int, before: int) -> tuple[float, float]:
    side, step = divmod(p, 10)
    along, inner = EDGE + step * SIDE / 10, 6 * before
    far = EDGE + SIDE
    return [
        (along, EDGE + inner),
        (far - inner, along),
        (EDGE + far - along, far - inner),
        (EDGE + inner, EDGE + far - along),
    ][side]
