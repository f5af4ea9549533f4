"""Deedland's page of rules: every figure worked out again from formulas written down here, every point there."""

import re
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from django.test import Client

from games.rules.deedland import DEEDLAND
from games.rules.landlord import LANDLORD
from games.rules.property import moves
from tests.pages.page_tree import by_id, codes, parse, rows, text, with_class
from tests.pages.readings import tables
from tests.pages.test_rules_page import _check_contents, _list_after, check_anchors, check_no_inline

BOARD = DEEDLAND.rules.board
SETS = {
    "Brown": ((5_000, 7_000), {1: "Mill Lane", 3: "Tanners Row"}),
    "Sky": ((9_000, 11_000), {6: "Orchard Road", 7: "Well Street", 9: "Lantern Walk"}),
    "Pink": ((13_000, 15_000), {11: "Kiln Street", 12: "Weavers Way", 13: "Chapel Row"}),
    "Orange": ((17_000, 19_000), {16: "Harbour Road", 18: "Fish Market", 19: "Rope Walk"}),
    "Red": ((21_000, 23_000), {21: "Theatre Lane", 22: "Clock Square", 24: "Poets Corner"}),
    "Yellow": ((25_000, 27_000), {27: "Bell Street", 28: "Printers Yard", 29: "Guildhall Road"}),
    "Green": ((29_000, 31_000), {31: "Parkside", 32: "Observatory Hill", 34: "Glasshouse Lane"}),
    "Blue": ((34_000, 38_000), {38: "Crescent Gardens", 39: "Lighthouse Point"}),
}
STATIONS = {5: "North Station", 15: "River Ferry", 25: "Tram Depot", 35: "Airfield"}
UTILITIES = {14: "The Gasworks", 26: "The Windmill"}
CARDS = {
    "F1": "Move forward to Start, square 0.",
    "F2": "Move forward to the nearest station ahead.",
    "F3": "Move forward to the nearest station ahead.",
    "F4": "Move back three squares.",
    "F5": "Go straight to jail.",
    "F6": "Get-out card: keep it until it frees you from jail.",
    "F7": "Collect 5000 from the bank.",
    "F8": "Collect 3000 from the bank.",
    "F9": "Collect 2000 from the bank.",
    "F10": "Collect 10000 from the bank.",
    "F11": "Collect 1000 from each other player.",
    "F12": "Pay 1500 to the bank.",
    "F13": "Pay 3000 to the bank.",
    "F14": "Pay 10000 to the bank.",
    "F15": "Repairs: pay 2500 for each house and 10000 for each hotel you own.",
    "F16": "Pay 2500 to each other player.",
}
MANAGING = {"build", "sell", "mortgage", "unmortgage", "offer"}
DECISIONS = {
    "roll": {"roll", *MANAGING},
    "jail": {"pay_fine", "use_card", "roll", *MANAGING},
    "buy": {"buy", "decline", "sell", "mortgage"},
    "auction": {"bid", "pass"},
    "manage": {"end_turn", *MANAGING},
    "trade": {"accept", "refuse", "withdraw"},
    "debt": {"sell", "mortgage"},
}
#: All that the rules mark as a ruling, and words that each is told in.
RULINGS = {
    "place": "each lies where the table says",
    "price": "divide it in even steps",
    "base-rent": "meets both ends of every range",
    "house-rents": "two houses earn 15 times the bare rent, and three 40 times",
    "whole-set": "double even while another street of it is mortgaged",
    "stations-held": "A mortgaged station counts",
    "station-price": "eight single rents, 20000",
    "utilities-held": "A mortgaged utility counts",
    "utility-price": "costs 15000",
    "cards": "How many there are of each, and the sums",
    "nearest": "the nearest one ahead of you",
    "back": "three squares back from square 2 is square 39",
    "payments": "one after another, from your left",
    "order": "is drawn before the game",
    "site-ends": "the only decision the site ever takes off your hands",
    "jail-no-turn": "costs the other turn that a double would have brought",
    "at-once": "is free and rolls at once",
    "buy-raising": "Before you buy or decline you may sell buildings and mortgage deeds",
    "passed-over": "are out of the auction too",
    "never-run-out": "never runs out of houses or hotels",
    "one-sum": "At most one of the two sums is more than 0",
    "withdraw": "may withdraw it while it stands",
    "creditor-leaves": "you owe the same sum to the bank",
    "draw-final": "An answer can't be changed, and an offer can't be taken back",
    "draw-played-on": "a move that the clock makes for that player included",
    "draw-stands": "leave the offer standing",
    "draw-bots": "one after another, from the left of the one who offered",
    "auction-leaver": "Nobody who is out of the auction comes back",
    "last-person": "the one earlier in the turn order is placed higher",
    "tables": "two kinds of tables",
    "wait-goes-on": "a tenth of the move time and 30 seconds at least",
    "safe-jail": "neither pays the fine nor uses the card",
    "safe-debt": "the lowest square that may be mortgaged",
    "stays-in": "that player stays in",
    "safe-first": "finds the safe move made first",
    "rests": "when the last 40 entries of the record are all the clock's has no deadline",
}


@pytest.fixture
def page(client: Client, db: None) -> Element:
    response = client.get("/rules/deedland/")
    assert response.status_code == 200
    return parse(response.content)


def streets() -> list[tuple[int, str, str, int, int]]:
    """List (position, name, letters, price, cost of a house) of all streets."""
    found = []
    for g, (name, ((low, high), squares)) in enumerate(SETS.items(), 1):
        for i, (p, street) in enumerate(squares.items()):
            price = low + (high - low) * i // (len(squares) - 1)
            found.append((p, street, name[:2], price, 5_000 * ((g + 1) // 2)))
    return found


def test_the_table_of_streets_holds_every_price_rent_and_cost_of_the_formulas(page: Element) -> None:
    expected = []
    for p, name, letters, price, cost in streets():
        base, m = 100 * ((price + 700) // 1400), price // 2
        rents = [base * factor for factor in (1, 2, 5, 15, 40, 55, 70)]
        expected.append([f"{letters} {name}", *map(str, [p, price, *rents, cost, cost // 2, m, m + m // 10])])
    assert rows(by_id(page, "street-table")) == expected


def test_the_tables_of_stations_and_utilities_hold_their_figures(page: Element) -> None:
    rents = ["2500", "5000", "10000", "20000"]
    assert rows(by_id(page, "station-table")) == [
        [name, str(p), "20000", *rents, "10000", "11000"] for p, name in STATIONS.items()
    ]
    assert rows(by_id(page, "utility-table")) == [
        [name, str(p), "15000", "roll × 400", "roll × 1000", "7500", "8250"] for p, name in UTILITIES.items()
    ]


def test_the_table_of_the_board_names_every_square_with_its_price(page: Element) -> None:
    table = rows(by_id(page, "board-table"))
    assert [row[:2] for row in table] == [[square.name, str(square.position)] for square in BOARD.squares]
    prices = {p: price for p, _, _, price, _ in streets()}
    prices |= dict.fromkeys(STATIONS, 20_000) | dict.fromkeys(UTILITIES, 15_000)
    assert [row[3] for row in table] == [str(prices.get(p, "–")) for p in range(40)]
    kinds = {p: row[2] for p, row in enumerate(table)}
    assert {kinds[p] for p in STATIONS} == {"Station"} and {kinds[p] for p in UTILITIES} == {"Utility"}
    assert (kinds[1], kinds[38]) == ("Br Brown street", "Bl Blue street")
    assert (kinds[4], kinds[37], kinds[2]) == ("Tax of 20000", "Tax of 10000", "A Fortune card")


def test_the_fixed_sums_are_those_of_the_rules(page: Element) -> None:
    assert [row[1] for row in rows(by_id(page, "sum-table"))] == ["150000", "20000", "5000", "20000", "10000"]
    prose = text(page)
    for said in (
        "begin on Start with 150000 each",
        "earns you the salary of 20000",
        "Pay the fine of 5000",
        "You have three tries",
        "double number 3 in a row",
        "up to 500 characters",
        "The move time is 30 seconds, unless the host chooses another",
        "is 30 seconds, a whole number of seconds from 60 (1 minute) to 604800 (7 days), or there is none",
        "but 1 day at most",
    ):
        assert said in prose


def test_each_formula_shown_gives_the_figures_of_the_board(page: Element) -> None:
    def shown(name: str, **values: int) -> int:
        formula = codes(by_id(page, f"formula-{name}").findall("dd")[0])[0]
        assert re.fullmatch(r"[0-9a-z+*/() -]+", formula), formula
        return int(eval(formula, {"__builtins__": {}}, values))

    for g, ((lo, hi), squares) in enumerate(SETS.values(), 1):
        for i, p in enumerate(squares):
            square = BOARD.squares[p]
            assert shown("price", lo=lo, hi=hi, i=i, n=len(squares)) == square.price
            assert shown("base", price=square.price) == square.rents[0]
            assert [shown(f"rent-{n}", base=square.rents[0]) for n in range(1, 6)] == list(square.rents[1:])
            assert shown("set", base=square.rents[0]) == 2 * square.rents[0]
            assert shown("cost", g=g) == square.house_cost
            assert shown("sale", cost=square.house_cost) == square.house_cost // 2
            assert shown("mortgage", price=square.price) == square.mortgage
            assert shown("lifting", m=square.mortgage) == square.lifting
    station, utility = (BOARD.squares[p] for p in (5, 14))
    assert tuple(shown("fare", k=k) for k in range(1, 5)) == station.rents
    assert (shown("ferry"), shown("works")) == (station.price, utility.price)
    assert (shown("works-1", roll=7), shown("works-2", roll=7)) == (2800, 7000)


def test_the_examples_beside_the_formulas_are_right(page: Element) -> None:
    examples = [text(e) for e in with_class(by_id(page, "formula-list"), "dim")]
    numbers = [[int(n) for n in re.findall(r"\d+", example.split(":")[-1])] for example in examples]
    assert numbers == [
        *([38_000], [2_700], [5_400], [13_500], [40_500], [108_000], [148_500], [189_000]),
        *([5_000, 10_000, 15_000, 20_000], [2_500, 5_000, 7_500, 10_000], [2_500, 5_000, 10_000, 20_000]),
        *([20_000], [2_800], [7_000], [19_000], [20_900]),
    ]


def test_the_deck_is_told_card_by_card(page: Element) -> None:
    assert dict(rows(by_id(page, "deck-fortune-table"))) == CARDS


def test_each_ruling_is_marked_and_can_be_linked(page: Element) -> None:
    marked = {e.get("id", "").removeprefix("ruling-"): e for e in with_class(page, "ruling")}
    assert set(marked) == set(RULINGS)
    for name, element in marked.items():
        link = element.find("a")
        assert link is not None
        assert (text(link), link.get("href")) == ("Ruling", f"#ruling-{name}")
        assert RULINGS[name] in text(element)


def test_all_rulings_are_listed(page: Element) -> None:
    listed = [e.get("href", "") for e in _list_after(page, "rulings").iter("a")]
    assert listed == [f"#{e.get('id')}" for e in with_class(page, "ruling")]


def test_each_decision_is_told_with_exactly_its_moves(page: Element) -> None:
    assert set(DECISIONS) == set(DEEDLAND.rules.decisions)
    for decision, types in DECISIONS.items():
        said = by_id(page, f"decision-{decision}")
        assert text(said.findall("dt")[0]) == decision
        assert set(codes(said.findall("dd")[0])) == types
    assert len(by_id(page, "decision-list")) == len(DECISIONS)


def test_each_move_is_told_with_exactly_its_keys(page: Element) -> None:
    told = {}
    for row in by_id(page, "move-list"):
        name, *keys = codes(row.findall("dt")[0])
        assert row.get("id") == f"move-{name}"
        told[name] = tuple(keys)
    assert told == {move.__struct_config__.tag: move.__struct_fields__ for move in DEEDLAND.rules.moves}


def test_the_safe_move_of_each_decision_is_what_the_clock_makes(page: Element) -> None:
    told = {row.get("id", "").removeprefix("safe-"): codes(row.findall("dd")[0]) for row in by_id(page, "safe-list")}
    assert list(told) == list(DEEDLAND.rules.decisions)
    met = set()
    for table in tables(range(12), rules=DEEDLAND):
        state = table.state
        if state.decision != "over":
            safe: Any = DEEDLAND.on_timeout(state, state.asked)
            assert safe.__struct_config__.tag in told[state.decision]
            met.add(state.decision)
    assert met == set(told)


def test_a_game_offers_at_each_decision_only_what_the_page_says(page: Element) -> None:
    told = {d: set(codes(by_id(page, f"decision-{d}").findall("dd")[0])) for d in DECISIONS}
    anytime = {"resign", "offer_draw", "accept_draw", "refuse_draw"}
    for table in tables(range(4), rules=DEEDLAND):
        state = table.state
        if state.decision == "over":
            continue
        legal = DEEDLAND.legal(state, state.asked)
        types = {move.__struct_config__.tag for move in legal.moves}
        types |= {"bid" if isinstance(form, moves.BidForm) else "offer" for form in legal.forms}
        assert types - anytime <= told[state.decision], state.decision


def test_every_draw_is_told_with_its_label(page: Element) -> None:
    assert [row[0] for row in rows(by_id(page, "draw-table"))] == ["dice", "shuffle:fortune", "order", "bot:SEAT"]


def test_the_test_values_are_those_of_the_rules(page: Element) -> None:
    values = {
        row.get("id", "").removeprefix("vector-"): text(row.findall("dd")[0]) for row in by_id(page, "vector-list")
    }
    thousands = "5 7 9 10 11 13 14 15 17 18 19 21 22 23 25 26 27 29 30 31 34 38"
    hundreds = "4 5 6 7 8 9 10 11 12 13 14 15 16 16 18 19 19 21 21 22 24 27"
    assert values == {
        "commitment": "6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b",
        "seed": "f605e55489098b96abc9d2b2040bf03c77f8230b80422c0c0e4271cff9abfceb",
        "rolls": "5+2, 5+2, 3+2, 4+5, 1+6, 2+6, 3+4, 2+2, 3+5, 4+2",
        "fortune": "F2 F4 F12 F1 F8 F7 F13 F6 F15 F5 F11 F9 F3 F14 F16 F10",
        "order": "0, 1, 2",
        "prices": " ".join(f"{n}000" for n in thousands.split()),
        "rents": " ".join(f"{n}00" for n in hundreds.split()),
    }


def test_orders_are_told_in_the_words_of_this_game(page: Element) -> None:
    said = text(by_id(page, "order-list"))
    assert "Stations and Utilities count as sets" in said
    assert "a set, all stations or all utilities would become" in said
    assert "roll_dice" in said


def test_the_glossary_explains_the_words_of_the_game(page: Element) -> None:
    explained = {text(e) for e in by_id(page, "words-list").iter("dt")}
    assert explained >= {"Set", "House", "Hotel", "Mortgage", "Net worth", "Bankrupt", "Draw", "Safe move", "Seat"}


def test_the_page_is_whole(page: Element) -> None:
    _check_contents(page)
    check_anchors(page)
    check_no_inline(page)
    said = text(page)
    for foreign in ("ferries", "Works", "valley", "Tithe", "Post deck"):
        assert foreign not in said
    assert "Magie" in said and "buys nothing" in said


def test_each_game_has_its_page_and_leads_to_the_other(client: Client, db: None) -> None:
    for path, own in (("/rules/", "Landlord"), ("/rules/landlord/", "Landlord"), ("/rules/deedland/", "Deedland")):
        tree = parse(client.get(path).content)
        assert text(next(tree.iter("h1"))) == f"The rules of {own}"
        [tabs] = with_class(tree, "tabs")
        links = {text(a): (a.get("href"), a.get("aria-current")) for a in tabs.iter("a")}
        assert {name: href for name, (href, _) in links.items()} == {
            rules.title: f"/rules/{rules.key}/" for rules in (LANDLORD, DEEDLAND)
        }
        assert [name for name, (_, current) in links.items() if current] == [own]
    assert client.get("/rules/chess/").status_code == 404
    assert client.post("/rules/deedland/", headers={"accept": "application/json"}).status_code == 405
