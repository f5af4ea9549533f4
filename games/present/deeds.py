"""Title deeds: the figures that never change, and what a square is and charges at the moment."""

from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.present.cast import Cast
from games.present.groups import Group, group_of
from games.present.once import once
from games.present.sentences import card_text
from games.rules.property.board import Square
from games.rules.property.deeds import HOTEL, charge, owns_group
from games.rules.property.rules import Rules
from games.rules.property.state import NOBODY
from games.rules.property.view import PropertyView

#: Where a deed's class and its changing sentence go; no text of ours holds this character.
GAP = "\x1e"

BUILT = ("", "1 house", "2 houses", "3 houses", "4 houses", "hotel")


@dataclass(frozen=True)
class Deed:
    """A square with its figures: columns of (what, how much), and the cards of a card square."""

    square: Square
    group: Group | None
    columns: tuple[tuple[tuple[str, str], ...], ...]
    text: str
    cards: tuple[str, ...]


def deeds(rules: Rules, view: PropertyView, cast: Cast, opened: int) -> SafeString:
    """Give the deeds of all squares as HTML, each with whose it is and what it charges now.

    `opened` is the square whose deed is seen until the address or a script chooses another.
    """
    printed = _printed(rules)
    parts = [printed[0]]
    for p in range(len(rules.board.squares)):
        parts += [" open" if p == opened else "", printed[2 * p + 1]]
        parts += [escape(now(rules, view, cast, p)), printed[2 * p + 2]]
    return mark_safe("".join(parts))  # noqa: S308 - a template's output, and escaped texts


@once
def _printed(rules: Rules) -> tuple[str, ...]:
    # What is printed on the deeds never changes: a template makes it once, in pieces between which
    # goes what changes.
    made = [deed(rules, square) for square in rules.board.squares]
    return tuple(render_to_string("games/_deeds.html", {"deeds": made, "gap": GAP}).split(GAP))


def deed(rules: Rules, square: Square) -> Deed:
    """Give a square's deed."""
    group = group_of(rules).get(square.position)
    columns: tuple[tuple[tuple[str, str], ...], ...] = ()
    text = ""
    cards: tuple[str, ...] = ()
    match square.kind:
        case "street":
            rents = [str(rent) for rent in square.rents]
            rows = [
                ("Price", str(square.price)),
                ("Rent", rents[0]),
                ("Rent, whole set", str(2 * square.rents[0])),
                ("1 house", rents[1]),
                ("2 houses", rents[2]),
                ("3 houses", rents[3]),
                ("4 houses", rents[4]),
                ("Hotel", rents[HOTEL]),
            ]
            costs = [("A house costs", str(square.house_cost)), ("Sold back for", str(square.house_cost // 2))]
            columns = (tuple(rows[:4]), tuple(rows[4:]), (*costs, *_mortgage(square)))
        case "ferry":
            assert group is not None
            fares = [(f"{group.charge.capitalize()}, {n} owned", str(fare)) for n, fare in enumerate(square.rents, 1)]
            columns = (
                (("Price", str(square.price)), *fares[:1]),
                tuple(fares[1:]),
                _mortgage(square),
            )
        case "works":
            assert group is not None
            factors = [f"roll × {factor}" for factor in square.rents]
            columns = (
                (("Price", str(square.price)),),
                ((group.charge.capitalize(), factors[0]), ("Both owned", factors[1])),
                _mortgage(square),
            )
        case "card":
            deck = rules.decks[square.deck]
            text = f"Draws the top card of {deck.name}. Its {len(deck.cards)} cards:"
            cards = tuple(card_text(rules, effect) for effect in deck.cards.values())
        case _:
            text = _corner(rules, square)
    return Deed(square, group, columns, text, cards)


def charges(rules: Rules, view: PropertyView, p: int) -> str:
    """Say what an owned square charges at the moment, in few words."""
    square = rules.board.squares[p]
    if view.mortgaged[p]:
        return "mortgaged"
    match square.kind:
        case "street":
            whole = ", whole set" if owns_group(rules.board, view, p) and not view.houses[p] else ""
            built = f", {BUILT[view.houses[p]]}" if view.houses[p] else ""
            return f"rent {charge(rules.board, view, p, 0)}{whole}{built}"
        case "ferry":
            return f"{group_of(rules)[p].charge} {charge(rules.board, view, p, 0)}"
        case _:
            return f"roll × {charge(rules.board, view, p, 1)}"


def now(rules: Rules, view: PropertyView, cast: Cast, p: int) -> str:
    """Say whose a square is at the moment and what it charges; empty for one that can't be owned."""
    if not rules.board.price[p]:
        return ""
    owner = view.owner[p]
    if owner == NOBODY:
        return "Nobody owns it yet."
    whose = "Yours" if owner == cast.reader else f"Owned by {cast.names[owner]}"
    if view.mortgaged[p]:
        return f"{whose}, mortgaged: it charges nothing."
    return f"{whose}: {charges(rules, view, p)}."


def _mortgage(square: Square) -> tuple[tuple[str, str], ...]:
    return ("Mortgage pays", str(square.mortgage)), ("Lifting it costs", str(square.lifting))


def _corner(rules: Rules, square: Square) -> str:
    amounts = rules.amounts
    match square.kind:
        case "start":
            return f"Whoever passes or reaches it gets {amounts.salary}."
        case "tax":
            return f"Whoever comes here pays the bank {square.tax}."
        case "jail":
            return (
                f"Just visiting costs nothing. Who is inside pays the fine of {amounts.fine}, uses a "
                f"get-out card or rolls a double; after {amounts.jail_tries} tries the fine is due."
            )
        case "go_to_jail":
            return "Whoever comes here goes to jail, without the salary."
        case _:
            return "Nothing happens here."
