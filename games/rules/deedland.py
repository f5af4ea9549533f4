"""Deedland, version 1: its board, deck, amounts and policies. Every figure comes from a formula."""

from typing import get_args

from games.rules.interface import Tables
from games.rules.property import turn
from games.rules.property.auctions import RoundAndRound
from games.rules.property.board import Board, OtherGroup, Square, SquareKind, StreetSet
from games.rules.property.cards import (
    Collect,
    CollectFromEach,
    Deck,
    GetOut,
    GoBack,
    GoTo,
    GoToJail,
    GoToNext,
    Pay,
    PayEach,
    Repairs,
)
from games.rules.property.draws import note_answers, play_on
from games.rules.property.engine import PropertyGame
from games.rules.property.events import AnyEvent
from games.rules.property.hands import SafeMoves, note_clock
from games.rules.property.levels import chosen
from games.rules.property.moves import DrawMove, PropertyMove, Timeout
from games.rules.property.offering import OneToEach
from games.rules.property.rules import Amounts, Chain, LeavingReason, Made, Owing, Policies, Rules
from games.rules.property.state import DecisionKind, State

# Squares without a figure of their own, by position.
NAMES = """Start|Mill Lane|Fortune|Tanners Row|Land Tax|North Station|Orchard Road|Well Street|Fortune
Lantern Walk|Jail|Kiln Street|Weavers Way|Chapel Row|The Gasworks|River Ferry|Harbour Road|Fortune
Fish Market|Rope Walk|Town Square|Theatre Lane|Clock Square|Fortune|Poets Corner|Tram Depot
The Windmill|Bell Street|Printers Yard|Guildhall Road|Go to jail|Parkside|Observatory Hill|Fortune
Glasshouse Lane|Airfield|Fortune|Window Tax|Crescent Gardens|Lighthouse Point""".replace("\n", "|").split("|")

GROUPS = {
    "Brown": (1, 3),
    "Sky": (6, 7, 9),
    "Pink": (11, 12, 13),
    "Orange": (16, 18, 19),
    "Red": (21, 22, 24),
    "Yellow": (27, 28, 29),
    "Green": (31, 32, 34),
    "Blue": (38, 39),
}
#: The lowest and the highest price of a group's streets, by its number.
PRICES = {
    1: (5_000, 7_000),
    2: (9_000, 11_000),
    3: (13_000, 15_000),
    4: (17_000, 19_000),
    5: (21_000, 23_000),
    6: (25_000, 27_000),
    7: (29_000, 31_000),
    8: (34_000, 38_000),
}

CORNERS: dict[int, SquareKind] = {0: "start", 10: "jail", 20: "rest", 30: "go_to_jail"}
STATIONS = (5, 15, 25, 35)
UTILITIES = (14, 26)
TAXES = {4: 20_000, 37: 10_000}
CARD_SQUARES = (2, 8, 17, 23, 33, 36)

HOUSE_FACTORS = (5, 15, 40, 55, 70)
SINGLE_RENT = 2_500
UTILITY_FACTORS = (400, 1_000)
STATION_PRICE = 8 * SINGLE_RENT
UTILITY_PRICE = 15_000


def street_price(g: int, i: int, n: int) -> int:
    """Give the price of street number i (from 0) of the n streets of group g: even steps through its range."""
    low, high = PRICES[g]
    return low + (high - low) * i // (n - 1)


def base_rent(price: int) -> int:
    """Give the rent of a bare street by its price: a fourteenth, rounded to whole hundreds."""
    return 100 * ((price + 700) // 1400)


def house_cost(g: int) -> int:
    """Give the cost of one building in group g: 5,000 more with every second group."""
    return 5_000 * ((g + 1) // 2)


def station_rent(k: int) -> int:
    """Give a station's rent when its owner holds k stations, mortgaged ones counted."""
    doubled: int = 2 ** (k - 1)
    return SINGLE_RENT * doubled


def mortgage_value(price: int) -> int:
    """Give what the bank lends on a deed by its price."""
    return price // 2


def paying_off(mortgage: int) -> int:
    """Give what paying a mortgage off costs: the sum borrowed and a tenth."""
    return mortgage + mortgage // 10


def _square(p: int) -> Square:
    kind: SquareKind
    rents: tuple[int, ...] = ()
    price = cost = number = 0
    if p in CORNERS:
        kind = CORNERS[p]
    elif p in CARD_SQUARES:
        kind = "card"
    elif p in TAXES:
        kind = "tax"
    elif p in STATIONS:
        kind, price, rents = "ferry", STATION_PRICE, tuple(station_rent(k) for k in range(1, 5))
    elif p in UTILITIES:
        kind, price, rents = "works", UTILITY_PRICE, UTILITY_FACTORS
    else:
        number, streets = next((g, streets) for g, streets in enumerate(GROUPS.values(), 1) if p in streets)
        kind, price, cost = "street", street_price(number, streets.index(p), len(streets)), house_cost(number)
        base = base_rent(price)
        rents = (base, *(base * factor for factor in HOUSE_FACTORS))
    mortgage = mortgage_value(price)
    return Square(
        position=p,
        name=NAMES[p],
        kind=kind,
        set=number,
        price=price,
        mortgage=mortgage,
        lifting=paying_off(mortgage),
        rents=rents,
        house_cost=cost,
        tax=TAXES.get(p, 0),
        deck=0,
    )


BOARD = Board(
    place="town",
    squares=tuple(_square(p) for p in range(40)),
    sets=tuple(StreetSet(g, name, squares, house_cost(g)) for g, (name, squares) in enumerate(GROUPS.items(), 1)),
    other_groups=(
        OtherGroup("ferry", "Stations", one="station", letters="St", charge="rent"),
        OtherGroup("works", "Utilities", one="utility", letters="Ut", charge="rent"),
    ),
)

DECKS = (
    Deck(
        "Fortune",
        "shuffle:fortune",
        {
            "F1": GoTo(0),
            "F2": GoToNext("ferry"),
            "F3": GoToNext("ferry"),
            "F4": GoBack(3),
            "F5": GoToJail(),
            "F6": GetOut(),
            "F7": Collect(5_000),
            "F8": Collect(3_000),
            "F9": Collect(2_000),
            "F10": Collect(10_000),
            "F11": CollectFromEach(1_000),
            "F12": Pay(1_500),
            "F13": Pay(3_000),
            "F14": Pay(10_000),
            "F15": Repairs(2_500, 10_000),
            "F16": PayEach(2_500),
        },
    ),
)

AMOUNTS = Amounts(start=150_000, salary=20_000, fine=5_000, jail_tries=3, doubles_to_jail=3)

DECISIONS: tuple[DecisionKind, ...] = ("roll", "jail", "buy", "auction", "manage", "trade", "debt")


def _to_the_creditor_of_a_bankrupt(state: Owing, seat: int, why: LeavingReason) -> int | None:
    # Who resigns is bankrupt to the bank, also in a debt to a player.
    debt = state.debt
    return debt.creditor if why == "bankrupt" and debt is not None and debt.debtor == seat else None


def _after_move(state: State, made: Made, log: list[AnyEvent]) -> None:
    play_on(state, made, log)
    note_answers(state, made)
    note_clock(state, made)


DEEDLAND = PropertyGame(
    Rules(
        key="deedland",
        title="Deedland",
        version=1,
        seats=range(2, 5),
        options=("move_time", "bots"),
        tables=Tables(
            mixed=False,
            levels=True,
            move_times=range(60, 604_801),
            other_move_times=(30, None),
            with_people=30,
            with_bots=None,
        ),
        board=BOARD,
        decks=DECKS,
        amounts=AMOUNTS,
        decisions=DECISIONS,
        moves=(*(move for move in get_args(PropertyMove) if move is not Timeout), *get_args(DrawMove)),
        draws=True,
        chain=Chain(
            free=turn.ask_to_roll,
            settled=turn.manage,
            too_many_doubles=turn.end_turn_by_site,
            turn_over=turn.another_turn_after_a_double,
        ),
        policies=Policies(
            bidding=RoundAndRound(),
            offer_decisions=frozenset({"roll", "jail", "manage"}),
            offers=OneToEach(),
            mortgages_bare_groups=True,
            lapses=frozenset(DECISIONS),
            a_day_at_most=frozenset({"trade"}),
            hands=SafeMoves(),
            after_move=_after_move,
            heir=_to_the_creditor_of_a_bankrupt,
            offering_levels=frozenset({"medium", "hard"}),
            level=chosen,
        ),
    )
)
