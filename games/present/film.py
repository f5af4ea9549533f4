"""A whole game for a page that steps through it by itself: after each move, what that move changed.

The drawing, the deeds and the rows of players are those of the other pages, cut into pieces. Each piece
is sent once, and a step names by number the pieces that take a place it changes.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import msgspec
from django.template.loader import render_to_string

from games.present import deeds, overlay
from games.present.cast import Cast
from games.present.players import Player, players
from games.present.sentences import Teller, card_text
from games.present.table import log
from games.queries import Told
from games.rules.interface import View
from games.rules.property.deeds import net_worth
from games.rules.property.rules import Rules
from games.rules.property.view import PropertyView

#: Stands in a player's row for the money and, the second time, for the net worth.
GAP = "\x02"

#: How far back the last card is looked for, in entries.
BACK = 40


class Step(msgspec.Struct, omit_defaults=True):
    """An entry: who moved and how, what happened in sentences (seat, text) and as data, and how all stand.

    `places` lists what changed: the number of a place, then the numbers of the texts that it now holds.
    `open` is the square whose deed is shown unless the reader chose another.
    """

    seat: int
    by: str
    at: str
    move: Any
    lines: list[tuple[int | None, str]]
    events: Sequence[Any]
    money: Sequence[int]
    worth: Sequence[int]
    open: int
    places: list[list[int]]


class Film(msgspec.Struct):
    """The whole game; step 0 is the start, step N + 1 the entry of number N.

    Places: first the layers of the drawing, then from `labels` on the squares' labels, from `deeds` on
    what their deeds say at the moment, and from `rows` on the players in turn order. `cards` says what
    each card does, and `unshuffled` which there are in each deck, by its label, in the order before it is shuffled.
    """

    names: Sequence[str]
    order: Sequence[int]
    cards: dict[str, str]
    unshuffled: dict[str, list[str]]
    labels: int
    deeds: int
    rows: int
    gap: str
    texts: list[str]
    steps: list[Step]


def film(rules: Rules, cast: Cast, played: Iterable[tuple[Told, View]]) -> bytes:
    """Make the JSON of a game, given its entries with the table after each."""
    return msgspec.json.encode(_Maker(rules, cast).make(played))


class _Maker:
    def __init__(self, rules: Rules, cast: Cast) -> None:
        self._rules, self._cast, self._teller = rules, cast, Teller(rules, cast)
        self._numbers: dict[str, int] = {}
        self._rows: dict[Player, str] = {}

    def make(self, played: Iterable[tuple[Told, View]]) -> Film:
        shown: list[list[int]] = []
        steps: list[Step] = []
        last = overlay.Recent()
        tails: list[Told] = []
        order: Sequence[int] = ()
        for told, view in played:
            assert isinstance(view, PropertyView)
            order = view.order
            tails = [*tails[-BACK + 1 :], told]
            last = overlay.recent(event for entry in tails for event in entry.events)
            now = [[self._number(text) for text in texts] for texts in self._places(view, last)]
            shown = shown or [[] for _ in now]
            changed = [[place, *texts] for place, texts in enumerate(now) if texts != shown[place]]
            steps.append(self._step(told, view, changed))
            shown = now
        squares = len(self._rules.board.squares)
        rows = len(shown) - len(order)
        return Film(
            names=self._cast.names,
            order=order,
            cards=self._cards(),
            unshuffled={deck.label: list(deck.cards) for deck in self._rules.decks},
            labels=rows - 2 * squares,
            deeds=rows - squares,
            rows=rows,
            gap=GAP,
            # A slice of a SafeString is plain text, which is what JSON knows.
            texts=[text[:] for text in self._numbers],
            steps=steps,
        )

    def _cards(self) -> dict[str, str]:
        decks = [deck.cards.items() for deck in self._rules.decks]
        return {card: card_text(self._rules, effect) for deck in decks for card, effect in deck}

    def _number(self, text: str) -> int:
        return self._numbers.setdefault(text, len(self._numbers))

    def _places(self, view: PropertyView, last: overlay.Recent) -> Iterator[Sequence[str]]:
        rules, cast = self._rules, self._cast
        squares = range(len(rules.board.squares))
        yield from overlay.layers(rules, view, self._teller, last)
        yield from ([overlay.label(rules, view, cast, p)] for p in squares)
        yield from ([deeds.now(rules, view, cast, p)] for p in squares)
        yield from ([self._row(player)] for player in players(rules, view, cast, None))

    def _row(self, player: Player) -> str:
        # Money and net worth change at almost every move, the rest of a row seldom.
        key = replace(player, money=0, worth=0, shares=tuple(player.shares), states=tuple(player.states))
        if key not in self._rows:
            gaps: dict[str, Any] = {"money": GAP, "worth": GAP}
            given = {"players": [replace(player, **gaps)]}
            table = render_to_string("games/_players.html", given)
            start, end = table.index("<tbody"), table.index("</tbody>") + len("</tbody>")
            self._rows[key] = " ".join(table[start:end].split())
        return self._rows[key]

    def _step(self, told: Told, view: PropertyView, changed: list[list[int]]) -> Step:
        (entry,) = log(self._teller, [told])
        return Step(
            seat=told.seat,
            by=told.by,
            at=told.at.strftime("%Y-%m-%dT%H:%M:%SZ"),
            move=told.move,
            lines=[(line.seat, line.text) for line in entry.lines],
            events=told.events,
            money=view.cash,
            worth=[net_worth(self._rules.board, view, seat) for seat in range(len(view.cash))],
            open=view.position[view.turn],
            places=changed,
        )
