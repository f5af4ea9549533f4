"""The rules page and the fair-play page. Every figure on them comes from the rule set itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.humanize.templatetags.humanize import apnumber
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games import clock
from games.guests import OPTIONS as GUEST_OPTIONS
from games.pages import errors
from games.present.clocks import length
from games.rules.chance import Chance, commitment, derive_seed
from games.rules.interface import STRENGTHS
from games.rules.landlord import (
    FERRY_PRICE,
    HOUSE_FACTORS,
    LANDLORD,
    OFFERS_A_TURN,
    SINGLE_FARE,
    WORKS_FACTORS,
    WORKS_PRICE,
)
from games.rules.property.board import Square
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
from games.rules.property.state import NOBODY
from games.rules.record import FORMAT
from games.table.playing import ORDERS_A_SEAT

RULES = LANDLORD.rules
BOARD = RULES.board

#: The sections of the rules page, in order: anchor and title.
SECTIONS = (
    ("short", "In short"),
    ("words", "Words"),
    ("board", "The board"),
    ("figures", "Every figure"),
    ("formulas", "Where the figures come from"),
    ("cards", "The cards"),
    ("turn", "A turn"),
    ("settling", "What a square does"),
    ("jail", "Jail"),
    ("buying", "Buying and the auction"),
    ("building", "Building and selling"),
    ("mortgages", "Mortgages"),
    ("trades", "Trades"),
    ("debts", "Debts"),
    ("leaving", "Leaving the game"),
    ("end", "The end and the places"),
    ("worth", "Net worth"),
    ("deadlines", "Deadlines"),
    ("orders", "Orders"),
    ("decisions", "Decisions and moves"),
    ("chance", "Chance"),
    ("exact", "Exact points"),
    ("vectors", "Test values"),
    ("rulings", "All rulings"),
    ("name", "The name, and the money"),
)

#: The rulings, in the order of the page: anchor (after `ruling-`) and what it is about.
RULINGS = (
    ("back", "Moving back pays no salary"),
    ("between-rolls", "No managing between two rolls of one turn"),
    ("jail-double", "The double that opens the jail earns no second roll"),
    ("when-offers", "Offers are made at two decisions only"),
    ("bare-set", "A square is traded only while its whole set is bare"),
    ("mortgaged-trade", "Mortgaged squares change hands mortgaged and free of charge"),
    ("creditor-leaves", "A debt outlives its creditor"),
    ("buildings-first", "A leaver's buildings are sold first"),
    ("cards-to-creditor", "Get-out cards go to the creditor too"),
    ("resigner", "Resigning saves nothing from a creditor"),
    ("auction-leaver", "An auction survives a bidder who leaves"),
    ("last-person", "When the last person leaves, the game is over"),
    ("lapse", "A chance to bid or to answer lapses, and costs no more than that"),
    ("new-wait", "Each decision is a wait of its own"),
    ("wait-goes-on", "Managing, or somebody's leaving, starts no new wait"),
)

#: The sections of the fair-play page.
FAIR_PLAY_SECTIONS = (
    ("short", "In short"),
    ("seed", "Where the seed comes from"),
    ("draws", "How the seed decides"),
    ("when", "What is known when"),
    ("before", "Check before the game"),
    ("during", "Check during the game"),
    ("after", "Check after the game"),
    ("verifier", "Check everything at once"),
    ("limits", "What this does not protect from"),
    ("record", "The record of a game"),
)

#: The example on both pages: anybody can compute it again.
EXAMPLE_SERVER_SEED = bytes(range(32)).hex()
EXAMPLE_CLIENT_SEEDS = ("ada", "bob", "")
EXAMPLE_ROLLS = 10

_SHARES = {2: "half", 5: "fifth", 10: "tenth"}
BUILT = ("1 house", "2 houses", "3 houses", "4 houses", "a hotel")

BY_HAND = Path(__file__).with_name("by_hand.py")


@dataclass(frozen=True)
class StreetFigures:
    """All figures of a street; `rents` as the engine charges them: bare, whole set, 1-4 houses, hotel."""

    square: Square
    set_name: str
    rents: tuple[int, ...]
    sale: int


@dataclass(frozen=True)
class CardText:
    """A card's id and what it does, in a sentence."""

    id: str
    text: str


@errors.only("GET")
def rules(request: HttpRequest) -> HttpResponse:
    """Show the whole of the rules."""
    return render(request, "rules/index.html", {**rules_context(), **_settings()})


@errors.only("GET")
def fair_play(request: HttpRequest) -> HttpResponse:
    """Show how chance works, how to check it, and the form of a game's record."""
    return render(request, "fair_play.html", {**fair_play_context(), **_settings()})


def _settings() -> dict[str, Any]:
    return {"keep_days": settings.GUEST_GAME_KEEP_DAYS}


@cache
def rules_context() -> dict[str, Any]:
    """Give what the rules page shows: the rule set is a constant, so it is made once."""
    return {
        "sections": SECTIONS,
        "rulings": RULINGS,
        "version": RULES.version,
        "n": _numbers(),
        "c": _clock(),
        "squares": [(s, square_text(s), BOARD.sets[s.set - 1].name.lower() if s.set else "") for s in BOARD.squares],
        "streets": [street_figures(s) for s in BOARD.squares if s.kind == "street"],
        "ferries": [s for s in BOARD.squares if s.kind == "ferry"],
        "works": [s for s in BOARD.squares if s.kind == "works"],
        "taxes": [s for s in BOARD.squares if s.tax],
        "sets": BOARD.sets,
        "decks": [
            (deck.name, [CardText(card, card_text(effect)) for card, effect in deck.cards.items()])
            for deck in RULES.decks
        ],
        "labels": [deck.label for deck in RULES.decks],
        "strengths": STRENGTHS,
        "example": example(),
    }


@cache
def fair_play_context() -> dict[str, Any]:
    """Give what the fair-play page shows."""
    return {
        "sections": FAIR_PLAY_SECTIONS,
        "format": FORMAT,
        "n": _numbers(),
        "labels": [deck.label for deck in RULES.decks],
        "strengths": STRENGTHS,
        "example": example(),
        "by_hand": BY_HAND.read_text(encoding="utf-8"),
    }


def street_figures(square: Square) -> StreetFigures:
    """Give a street's figures, its rents asked of the engine for each state that it can be in."""
    p, members = square.position, BOARD.group[square.position]
    bare = charge(BOARD, _held([p], p, 0), p, 0)
    built = [charge(BOARD, _held(members, p, houses), p, 0) for houses in range(HOTEL + 1)]
    return StreetFigures(
        square=square,
        set_name=BOARD.sets[square.set - 1].name,
        rents=(bare, *built),
        sale=square.house_cost // 2,
    )


def _held(owned: Sequence[int], built: int, houses: int) -> Held:
    squares = range(len(BOARD.squares))
    return Held(
        cash=[0],
        owner=[0 if p in owned else NOBODY for p in squares],
        houses=[houses if p == built else 0 for p in squares],
        mortgaged=[False for _ in squares],
    )


def square_text(square: Square) -> str:
    """Say in a few words what kind of square it is and what happens to whoever stops there."""
    match square.kind:
        case "start":
            return f"The spring: salary of {RULES.amounts.salary}"
        case "street":
            return f"{BOARD.sets[square.set - 1].name} street"
        case "ferry":
            return "Ferry"
        case "works":
            return "Works"
        case "card":
            return f"A {RULES.decks[square.deck].name} card"
        case "tax":
            return f"Tax of {square.tax}"
        case "jail":
            return "Just visiting, or inside"
        case "rest":
            return "Nothing happens"
        case "go_to_jail":
            return "Straight to jail"


def card_text(effect: Effect) -> str:
    """Say in a sentence what a card does."""
    match effect:
        case GoTo(square):
            return f"Move forward to {BOARD.squares[square].name}, square {square}."
        case GoToNext(kind):
            return f"Move forward to the nearest {kind} ahead."
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


@cache
def example() -> dict[str, Any]:
    """Give what chance decides in the example game: the test values of the rules."""
    seed = derive_seed(EXAMPLE_SERVER_SEED, EXAMPLE_CLIENT_SEEDS)
    chance = Chance(seed)
    first = chance.draw("dice", 0)
    return {
        "server_seed": EXAMPLE_SERVER_SEED,
        "client_seeds": EXAMPLE_CLIENT_SEEDS,
        "commitment": commitment(EXAMPLE_SERVER_SEED),
        "seed": seed,
        "joined": "|".join((EXAMPLE_SERVER_SEED, *EXAMPLE_CLIENT_SEEDS)),
        "first_draw": str(first),
        "first_remainder": first % 36,
        "rolls": [chance.dice(k) for k in range(EXAMPLE_ROLLS)],
        "order": chance.shuffle(range(len(EXAMPLE_CLIENT_SEEDS)), "order"),
        "decks": [(deck.name, chance.shuffle(list(deck.cards), deck.label)) for deck in RULES.decks],
        "strength": STRENGTHS[chance.draw("bot-strength", 0) % len(STRENGTHS)],
    }


def _numbers() -> dict[str, Any]:
    """Give the numbers that the prose speaks of; those under ten also in words."""
    amounts = RULES.amounts
    streets = [s for s in BOARD.squares if s.kind == "street"]
    dearest = streets[-1]
    rents = street_figures(dearest).rents
    works = next(s for s in BOARD.squares if s.kind == "works").rents
    return {
        "decisions": apnumber(len(RULES.decisions)),
        "last_example": EXAMPLE_ROLLS - 1,
        "squares": len(BOARD.squares),
        "last": len(BOARD.squares) - 1,
        "streets": len(streets),
        "sets": apnumber(len(BOARD.sets)),
        "ferries": apnumber(sum(s.kind == "ferry" for s in BOARD.squares)),
        "works": apnumber(sum(s.kind == "works" for s in BOARD.squares)),
        "taxes": apnumber(sum(s.kind == "tax" for s in BOARD.squares)),
        "card_squares": apnumber(sum(s.kind == "card" for s in BOARD.squares)),
        "deck": len(RULES.decks[0].cards),
        "jail": BOARD.jail,
        "start": amounts.start,
        "salary": amounts.salary,
        "fine": amounts.fine,
        "tries": apnumber(amounts.jail_tries),
        "tries_digit": amounts.jail_tries,
        "doubles": apnumber(amounts.doubles_to_jail),
        "doubles_digit": amounts.doubles_to_jail,
        "offers": apnumber(OFFERS_A_TURN),
        "orders": ORDERS_A_SEAT,
        "seats": [apnumber(n) for n in RULES.seats],
        "dearest": dearest,
        "dearest_set": rents[1],
        "built": [(built, factor, rent) for built, factor, rent in zip(BUILT, HOUSE_FACTORS, rents[2:], strict=True)],
        "fares": next(s.rents for s in BOARD.squares if s.kind == "ferry"),
        "single_fare": SINGLE_FARE,
        "ferry_price": FERRY_PRICE,
        "works_price": WORKS_PRICE,
        "works_factors": WORKS_FACTORS,
        "charge_one": 7 * works[0],
        "charge_both": 7 * works[1],
        "costs": sorted({s.house_cost for s in BOARD.sets}),
        "sales": sorted({s.house_cost // 2 for s in BOARD.sets}),
        "move_time": (RULES.tables.move_times[0], RULES.tables.move_times[-1]),
        "move_time_words": (
            f"{RULES.tables.move_times[0] // 60} minute",
            f"{RULES.tables.move_times[-1] // 86400} days",
        ),
        "guests_move_time": length(timedelta(seconds=GUEST_OPTIONS["move_time"])),
    }


def _clock() -> dict[str, Any]:
    """Give the lengths of the clock's rules, in words."""
    return {
        "longest_chance": length(clock.LONGEST_CHANCE),
        "least_share": _SHARES[clock.LEAST_SHARE],
        "least_left": length(clock.LEAST_LEFT),
        "first_wait": length(clock.FIRST_WAIT),
        "grace": f"{clock.GRACE.total_seconds():g} seconds",
        "longest_gap": length(clock.LONGEST_GAP),
        "pause_days": (clock.PAUSE_DAYS[0], clock.PAUSE_DAYS[-1]),
        "proposal_stands": length(clock.PROPOSAL_STANDS),
        "proposals_every": length(clock.PROPOSALS_EVERY),
    }
