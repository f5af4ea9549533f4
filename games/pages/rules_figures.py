"""What a page of rules shows of a game's values: every figure is read off the rule set, or asked of the engine."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.humanize.templatetags.humanize import apnumber

from games.present.groups import Group, groups
from games.rules.property.board import Board, OtherGroup, Square, StreetSet
from games.rules.property.cards import (
    Collect,
    CollectFromEach,
    Effect,
    GetOut,
    GoBack,
    GoTo,
    GoToJail,
    GoToNext,
    Pay,
    PayEach,
    Repairs,
)
from games.rules.property.deeds import HOTEL, Held, charge
from games.rules.property.rules import Rules
from games.rules.property.state import NOBODY
from games.table.playing import ORDERS_A_SEAT

BUILT = ("1 house", "2 houses", "3 houses", "4 houses", "a hotel")


@dataclass(frozen=True)
class SquareLine:
    """A square in the table of the board: what it is, and its set."""

    square: Square
    text: str
    set: StreetSet | None


@dataclass(frozen=True)
class StreetFigures:
    """All figures of a street; `rents` as the engine charges them: bare, whole set, 1-4 houses, hotel."""

    square: Square
    set_name: str
    rents: tuple[int, ...]
    sale: int


@dataclass(frozen=True)
class Others:
    """The squares of another group, the words for them, and the numbers of them that one player may hold."""

    words: OtherGroup
    squares: tuple[Square, ...]
    held: range

    @property
    def by_roll(self) -> bool:
        """Whether they charge by the roll."""
        return self.words.kind == "works"


@dataclass(frozen=True)
class CardText:
    """A card's id and what it does, in a sentence."""

    id: str
    text: str


def figures(rules: Rules) -> dict[str, Any]:
    """Give the figures of a game for the templates of its rules."""
    board = rules.board
    return {
        "title": rules.title,
        "version": rules.version,
        "n": numbers(rules),
        "squares": [
            SquareLine(s, square_text(rules, s), board.sets[s.set - 1] if s.set else None) for s in board.squares
        ],
        "streets": [street_figures(board, s) for s in board.squares if s.kind == "street"],
        "others": [others(board, words) for words in board.other_groups],
        "taxes": [s for s in board.squares if s.tax],
        "sets": board.sets,
        "group_names": [group.name for group in _other_groups(rules)],
        "decks": [
            (deck.name, [CardText(card, card_text(rules, effect)) for card, effect in deck.cards.items()])
            for deck in rules.decks
        ],
        "labels": [deck.label for deck in rules.decks],
        "asks_to_roll": "roll" in rules.decisions,
    }


def _other_groups(rules: Rules) -> list[Group]:
    return [group for group in groups(rules) if not group.number]


def street_figures(board: Board, square: Square) -> StreetFigures:
    """Give a street's figures, its rents asked of the engine for each state that it can be in."""
    p, members = square.position, board.group[square.position]
    bare = charge(board, _held(board, [p], p, 0), p, 0)
    built = [charge(board, _held(board, members, p, houses), p, 0) for houses in range(HOTEL + 1)]
    return StreetFigures(
        square=square,
        set_name=board.sets[square.set - 1].name,
        rents=(bare, *built),
        sale=square.house_cost // 2,
    )


def _held(board: Board, owned: Sequence[int], built: int, houses: int) -> Held:
    squares = range(len(board.squares))
    return Held(
        cash=[0],
        owner=[0 if p in owned else NOBODY for p in squares],
        houses=[houses if p == built else 0 for p in squares],
        mortgaged=[False for _ in squares],
    )


def others(board: Board, words: OtherGroup) -> Others:
    """Give a group of squares that are no streets."""
    squares = tuple(s for s in board.squares if s.kind == words.kind)
    return Others(words, squares, range(1, len(squares) + 1))


def square_text(rules: Rules, square: Square) -> str:
    """Say in a few words what kind of square it is and what happens to whoever stops there."""
    match square.kind:
        case "start":
            return f"Salary of {rules.amounts.salary}"
        case "street":
            return f"{rules.board.sets[square.set - 1].name} street"
        case "card":
            return f"A {rules.decks[square.deck].name} card"
        case "tax":
            return f"Tax of {square.tax}"
        case "jail":
            return "Just visiting, or inside"
        case "rest":
            return "Nothing happens"
        case "go_to_jail":
            return "Straight to jail"
        case other:
            return rules.board.other_group[other].one.capitalize()


def card_text(rules: Rules, effect: Effect) -> str:
    """Say in a sentence what a card does."""
    match effect:
        case GoTo(square):
            return f"Move forward to {rules.board.squares[square].name}, square {square}."
        case GoToNext(kind):
            return f"Move forward to the nearest {rules.board.other_group[kind].one} ahead."
        case GoBack(squares):
            return f"Move back {apnumber(squares)} squares."
        case GoToJail():
            return "Go straight to jail."
        case GetOut():
            return "Get-out card: keep it until it frees you from jail."
        case Collect(amount):
            return f"Collect {amount} from the bank."
        case Pay(amount):
            return f"Pay {amount} to the bank."
        case Repairs(house, hotel):
            return f"Repairs: pay {house} for each house and {hotel} for each hotel you own."
        case CollectFromEach(amount):
            return f"Collect {amount} from each other player."
        case PayEach(amount):
            return f"Pay {amount} to each other player."


def numbers(rules: Rules) -> dict[str, Any]:
    """Give the numbers that the prose speaks of; those under ten also in words."""
    amounts, board = rules.amounts, rules.board
    streets = [s for s in board.squares if s.kind == "street"]
    dearest = streets[-1]
    rents = street_figures(board, dearest).rents
    fares, factors = (next(s.rents for s in board.squares if s.kind == kind) for kind in ("ferry", "works"))
    times = rules.tables.move_times
    return {
        "decisions": apnumber(len(rules.decisions)),
        "squares": len(board.squares),
        "last": len(board.squares) - 1,
        "streets": len(streets),
        "sets": apnumber(len(board.sets)),
        "ferries": apnumber(sum(s.kind == "ferry" for s in board.squares)),
        "works": apnumber(sum(s.kind == "works" for s in board.squares)),
        "taxes": apnumber(sum(s.kind == "tax" for s in board.squares)),
        "card_squares": apnumber(sum(s.kind == "card" for s in board.squares)),
        "deck": len(rules.decks[0].cards),
        "jail": board.jail,
        "start": amounts.start,
        "salary": amounts.salary,
        "fine": amounts.fine,
        "tries": apnumber(amounts.jail_tries),
        "tries_digit": amounts.jail_tries,
        "doubles": apnumber(amounts.doubles_to_jail),
        "doubles_digit": amounts.doubles_to_jail,
        "orders": ORDERS_A_SEAT,
        "seats": [apnumber(n) for n in rules.seats],
        "dearest": dearest,
        "dearest_set": rents[1],
        "built": list(zip(BUILT, (rent // rents[0] for rent in rents[2:]), rents[2:], strict=True)),
        "fares": fares,
        "single_fare": fares[0],
        "ferry_price": next(s.price for s in board.squares if s.kind == "ferry"),
        "works_price": next(s.price for s in board.squares if s.kind == "works"),
        "works_factors": factors,
        "charge_one": 7 * factors[0],
        "charge_both": 7 * factors[1],
        "costs": sorted({s.house_cost for s in board.sets}),
        "sales": sorted({s.house_cost // 2 for s in board.sets}),
        "move_time": (times[0], times[-1]),
        "move_time_words": (f"{times[0] // 60} minute", f"{times[-1] // 86400} days"),
    }
