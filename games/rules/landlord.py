"""Landlord, version 1: its board, decks, amounts and policies. Every figure comes from a formula."""

from typing import get_args

from games.rules.interface import STRENGTHS, Tables
from games.rules.property import turn
from games.rules.property.auctions import OneChance
from games.rules.property.board import Board, OtherGroup, Square, SquareKind, StreetSet
from games.rules.property.cards import (
    Collect,
    Deck,
    GetOut,
    GoBack,
    GoTo,
    GoToJail,
    GoToNext,
    Pay,
    Repairs,
)
from games.rules.property.engine import PropertyGame
from games.rules.property.hands import TimeOuts
from games.rules.property.levels import drawn
from games.rules.property.moves import PropertyMove
from games.rules.property.offering import SomeATurn
from games.rules.property.rules import Amounts, Chain, Owing, Policies, Rules

# Squares without a figure of their own, by position.
NAMES = """Start|Wellhead Lane|Fortune|Fern Bank|Tithe|Upper Ferry|Shepherds Row|Fold Street|Post
Drovers Way|Jail|Quarry Road|Mason Street|The Mill|Kiln Hill|Mill Ferry|Weir Street|Fortune
Fullers Yard|Dyers Lane|The Common|Orchard Street|Cider Row|Post|Market Cross|Town Ferry|Guild Street
The Lock|Minster Close|Assembly Square|Go to jail|Lock Parade|Ropemaker Street|Fortune|Chandlers Wharf
Harbour Ferry|Post|Customs Quay|Harbour Dues|Lighthouse Mole""".replace("\n", "|").split("|")

SETS = {
    "Moss": (1, 3),
    "Slate": (6, 7, 9),
    "Clay": (11, 12, 14),
    "Teal": (16, 18, 19),
    "Apple": (21, 22, 24),
    "Amber": (26, 28, 29),
    "Brick": (31, 32, 34),
    "Indigo": (37, 39),
}

CORNERS: dict[int, SquareKind] = {0: "start", 10: "jail", 20: "rest", 30: "go_to_jail"}
FERRIES = (5, 15, 25, 35)
WORKS = (13, 27)
TAXES = {4: 20, 38: 10}
FORTUNE, POST = 0, 1
CARD_SQUARES = {2: FORTUNE, 17: FORTUNE, 33: FORTUNE, 8: POST, 23: POST, 36: POST}

HOUSE_FACTORS = (4, 12, 25, 35, 45)
SINGLE_FARE = 3
WORKS_FACTORS = (3, 8)


def street_price(p: int) -> int:
    """Give the price of the street at a position: from 10 at 1 to 46 at 39, in even steps."""
    return 10 + (36 * (p - 1) + 19) // 38


def base_rent(price: int) -> int:
    """Give the rent of a bare street by its price: a ninth, rounded."""
    return (price + 4) // 9


def house_cost(p: int) -> int:
    """Give the cost of one building on the street at a position: 5, 10, 15, 20 by side of the board."""
    return 5 * (p // 10 + 1)


def fare(k: int) -> int:
    """Give a ferry's fare when its owner holds k ferries, mortgaged ones counted."""
    single_fares: int = 2 ** (k - 1)
    return SINGLE_FARE * single_fares


def mortgage_value(price: int) -> int:
    """Give what the bank lends on a square by its price."""
    return price // 2


def lifting_cost(mortgage: int) -> int:
    """Give what lifting a mortgage costs: the sum borrowed and a tenth, rounded up."""
    return mortgage + (mortgage + 9) // 10


FERRY_PRICE = 8 * SINGLE_FARE
WORKS_PRICE = SINGLE_FARE * 7


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
    elif p in FERRIES:
        kind, price, rents = "ferry", FERRY_PRICE, tuple(fare(k) for k in range(1, 5))
    elif p in WORKS:
        kind, price, rents = "works", WORKS_PRICE, WORKS_FACTORS
    else:
        kind, price, cost = "street", street_price(p), house_cost(p)
        base = base_rent(price)
        rents = (base, *(base * factor for factor in HOUSE_FACTORS))
        number = next(n for n, squares in enumerate(SETS.values(), 1) if p in squares)
    mortgage = mortgage_value(price)
    return Square(
        position=p,
        name=NAMES[p],
        kind=kind,
        set=number,
        price=price,
        mortgage=mortgage,
        lifting=lifting_cost(mortgage),
        rents=rents,
        house_cost=cost,
        tax=TAXES.get(p, 0),
        deck=CARD_SQUARES.get(p, 0),
    )


BOARD = Board(
    place="valley",
    squares=tuple(_square(p) for p in range(40)),
    sets=tuple(
        StreetSet(n, name, squares, house_cost(squares[0])) for n, (name, squares) in enumerate(SETS.items(), 1)
    ),
    other_groups=(
        OtherGroup("ferry", "Ferries", one="ferry", letters="Fy", charge="fare"),
        OtherGroup("works", "Works", one="works", letters="Wk", charge="charge"),
    ),
)

DECKS = (
    Deck(
        "Fortune",
        "shuffle:fortune",
        {
            "F1": GoTo(0),
            "F2": GoToNext("ferry"),
            "F3": GoToNext("works"),
            "F4": GoBack(3),
            "F5": GoTo(39),
            "F6": GoTo(24),
            "F7": GoToJail(),
            "F8": GetOut(),
            "F9": Collect(15),
            "F10": Collect(5),
            "F11": Pay(10),
            "F12": Repairs(3, 10),
        },
    ),
    Deck(
        "Post",
        "shuffle:post",
        {
            "P1": GoTo(0),
            "P2": GoToJail(),
            "P3": GetOut(),
            "P4": Collect(20),
            "P5": Collect(10),
            "P6": Collect(10),
            "P7": Collect(5),
            "P8": Pay(10),
            "P9": Pay(5),
            "P10": Pay(15),
            "P11": GoTo(11),
            "P12": Repairs(4, 12),
        },
    ),
)

OFFERS_A_TURN = 2

AMOUNTS = Amounts(start=150, salary=20, fine=5, jail_tries=3, doubles_to_jail=3)


def _to_the_creditor(state: Owing, seat: int, why: str) -> int | None:
    # Bankrupt, resigned and timed out are one thing: only a debtor's own creditor inherits.
    debt = state.debt
    return debt.creditor if debt is not None and debt.debtor == seat else None


LANDLORD = PropertyGame(
    Rules(
        key="landlord",
        title="Landlord",
        version=1,
        seats=range(2, 5),
        options=("move_time",),
        tables=Tables(
            mixed=True,
            levels=False,
            move_times=range(60, 604_801),
            other_move_times=(),
            with_people=86_400,
            with_bots=604_800,
        ),
        board=BOARD,
        decks=DECKS,
        amounts=AMOUNTS,
        decisions=("jail", "buy", "auction", "manage", "trade", "debt"),
        moves=get_args(PropertyMove),
        draws=False,
        chain=Chain(
            free=turn.roll,
            settled=turn.roll_again_after_a_double,
            too_many_doubles=turn.manage,
            turn_over=turn.next_turn,
        ),
        policies=Policies(
            bidding=OneChance(),
            offer_decisions=frozenset({"jail", "manage"}),
            offers=SomeATurn(OFFERS_A_TURN),
            mortgages_bare_groups=False,
            lapses=frozenset({"auction", "trade"}),
            a_day_at_most=frozenset({"auction", "trade"}),
            hands=TimeOuts(),
            after_move=None,
            heir=_to_the_creditor,
            offering_levels=frozenset(STRENGTHS),
            level=drawn,
        ),
    )
)
