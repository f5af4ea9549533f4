"""The rules page: every figure worked out again from formulas written down here, every point there."""

import re
from typing import Any, get_args
from xml.etree.ElementTree import Element

import pytest
from django.test import Client

from games.rules.chance import Chance
from games.rules.landlord import LANDLORD
from games.rules.property import moves
from tests.pages.page_tree import by_id, codes, parse, rows, text, with_class

STREETS = {
    1: ("Wellhead Lane", "Mo"),
    3: ("Fern Bank", "Mo"),
    6: ("Shepherds Row", "Sl"),
    7: ("Fold Street", "Sl"),
    9: ("Drovers Way", "Sl"),
    11: ("Quarry Road", "Cl"),
    12: ("Mason Street", "Cl"),
    14: ("Kiln Hill", "Cl"),
    16: ("Weir Street", "Te"),
    18: ("Fullers Yard", "Te"),
    19: ("Dyers Lane", "Te"),
    21: ("Orchard Street", "Ap"),
    22: ("Cider Row", "Ap"),
    24: ("Market Cross", "Ap"),
    26: ("Guild Street", "Am"),
    28: ("Minster Close", "Am"),
    29: ("Assembly Square", "Am"),
    31: ("Lock Parade", "Br"),
    32: ("Ropemaker Street", "Br"),
    34: ("Chandlers Wharf", "Br"),
    37: ("Customs Quay", "In"),
    39: ("Lighthouse Mole", "In"),
}
FERRIES = {5: "Upper Ferry", 15: "Mill Ferry", 25: "Town Ferry", 35: "Harbour Ferry"}
WORKS = {13: "The Mill", 27: "The Lock"}
OTHERS = {
    0: "Start",
    2: "Fortune",
    4: "Tithe",
    8: "Post",
    10: "Jail",
    17: "Fortune",
    20: "The Common",
    23: "Post",
    30: "Go to jail",
    33: "Fortune",
    36: "Post",
    38: "Harbour Dues",
}
DECKS = {
    "fortune": {
        "F1": "Move forward to Start, square 0.",
        "F2": "Move forward to the nearest ferry ahead.",
        "F3": "Move forward to the nearest works ahead.",
        "F4": "Move back three squares.",
        "F5": "Move forward to Lighthouse Mole, square 39.",
        "F6": "Move forward to Market Cross, square 24.",
        "F7": "Go straight to jail.",
        "F8": "Get-out card: keep it until it frees you from jail.",
        "F9": "Collect 15 from the bank.",
        "F10": "Collect 5 from the bank.",
        "F11": "Pay 10 to the bank.",
        "F12": "Repairs: pay 3 for each house and 10 for each hotel you own.",
    },
    "post": {
        "P1": "Move forward to Start, square 0.",
        "P2": "Go straight to jail.",
        "P3": "Get-out card: keep it until it frees you from jail.",
        "P4": "Collect 20 from the bank.",
        "P5": "Collect 10 from the bank.",
        "P6": "Collect 10 from the bank.",
        "P7": "Collect 5 from the bank.",
        "P8": "Pay 10 to the bank.",
        "P9": "Pay 5 to the bank.",
        "P10": "Pay 15 to the bank.",
        "P11": "Move forward to Quarry Road, square 11.",
        "P12": "Repairs: pay 4 for each house and 12 for each hotel you own.",
    },
}
DECISIONS = {
    "jail": {"pay_fine", "use_card", "roll", "build", "sell", "mortgage", "unmortgage", "offer"},
    "buy": {"buy", "decline", "sell", "mortgage"},
    "auction": {"bid", "pass"},
    "manage": {"build", "sell", "mortgage", "unmortgage", "offer", "end_turn"},
    "trade": {"accept", "refuse", "withdraw"},
    "debt": {"sell", "mortgage"},
}
RULINGS = {
    "back": "Moving back never pays a salary",
    "between-rolls": "no managing between two rolls",
    "jail-double": "earns no second roll",
    "bare-set": "no building anywhere in its set",
    "mortgaged-trade": "no fee is due",
    "when-offers": "when you choose how to leave jail, and when you manage",
    "creditor-leaves": "you owe the same sum to the bank",
    "buildings-first": "They are sold first",
    "cards-to-creditor": "Get-out cards pass to the creditor",
    "resigner": "leaves everything to that player",
    "auction-leaver": "is not asked again",
    "last-person": "the game is over as well",
    "lapse": "is a pass",
    "new-wait": "Each new decision is a new wait",
    "wait-goes-on": "begin no new wait",
}


@pytest.fixture
def page(client: Client, db: None) -> Element:
    response = client.get("/rules/")
    assert response.status_code == 200
    return parse(response.content)


def price(p: int) -> int:
    return 10 + (36 * (p - 1) + 19) // 38


def lifting(p_price: int) -> int:
    m = p_price // 2
    return m + (m + 9) // 10


def test_the_table_of_streets_holds_every_price_rent_and_cost_of_the_formulas(page: Element) -> None:
    expected = []
    for p, (name, letters) in STREETS.items():
        base = (price(p) + 4) // 9
        cost = 5 * (p // 10 + 1)
        figures = [
            *(p, price(p)),
            *(base, base * 2, base * 4, base * 12, base * 25, base * 35, base * 45),
            *(cost, cost // 2, price(p) // 2, lifting(price(p))),
        ]
        expected.append([f"{letters} {name}", *map(str, figures)])
    assert rows(by_id(page, "street-table")) == expected


def test_the_figures_that_the_rules_give_as_checks_are_on_the_page(page: Element) -> None:
    table = {row[1]: row for row in rows(by_id(page, "street-table"))}
    assert table["1"][2:4] == ["10", "1"]
    assert table["19"][2:4] == ["27", "3"]
    assert " ".join(table["39"][2:]) == "46 5 10 20 60 125 175 225 20 10 23 26"


def test_the_table_of_ferries_holds_the_fares_of_the_formula(page: Element) -> None:
    fares = [str(3 * 2 ** (k - 1)) for k in range(1, 5)]
    assert fares == ["3", "6", "12", "24"]
    expected = [[name, str(p), "24", *fares, "12", str(lifting(24))] for p, name in FERRIES.items()]
    assert rows(by_id(page, "ferry-table")) == expected


def test_the_table_of_works_holds_price_and_charges(page: Element) -> None:
    expected = [[name, str(p), "21", "roll × 3", "roll × 8", "10", str(lifting(21))] for p, name in WORKS.items()]
    assert rows(by_id(page, "works-table")) == expected


def test_the_table_of_the_board_names_every_square_with_its_price(page: Element) -> None:
    prices = {p: price(p) for p in STREETS} | dict.fromkeys(FERRIES, 24) | dict.fromkeys(WORKS, 21)
    names = {p: name for p, (name, _) in STREETS.items()} | FERRIES | WORKS | OTHERS
    table = rows(by_id(page, "board-table"))
    assert [row[:2] for row in table] == [[names[p], str(p)] for p in range(40)]
    assert [row[3] for row in table] == [str(prices.get(p, "–")) for p in range(40)]
    kinds = {p: table[p][2] for p in range(40)}
    for p, (_, letters) in STREETS.items():
        assert re.fullmatch(rf"{letters} {letters}[a-z]+ street", kinds[p])
    assert {kinds[p] for p in FERRIES} == {"Ferry"}
    assert {kinds[p] for p in WORKS} == {"Works"}
    assert {kinds[p] for p in (2, 17, 33)} == {"A Fortune card"}
    assert {kinds[p] for p in (8, 23, 36)} == {"A Post card"}
    assert (kinds[4], kinds[38]) == ("Tax of 20", "Tax of 10")


def test_the_fixed_sums_are_those_of_the_rules(page: Element) -> None:
    assert [row[1] for row in rows(by_id(page, "sum-table"))] == ["150", "20", "5", "20", "10"]
    prose = text(page)
    assert "start at the spring with 150 each" in prose
    assert "earns you the salary of 20" in prose
    assert "Pay the fine of 5" in prose
    assert "You have three tries" in prose
    assert "You have two offers a turn" in prose
    assert "double number 3 of the turn" in prose


def test_each_formula_shown_gives_the_figures_of_the_board(page: Element) -> None:
    def shown(name: str, **values: int) -> int:
        formula = codes(by_id(page, f"formula-{name}").findall("dd")[0])[0]
        assert re.fullmatch(r"[0-9a-z+*/() -]+", formula), formula
        return int(eval(formula, {"__builtins__": {}}, values))

    for p in STREETS:
        square = LANDLORD.rules.board.squares[p]
        assert shown("price", p=p) == square.price
        assert shown("base", price=square.price) == square.rents[0]
        base = square.rents[0]
        assert [shown(f"rent-{n}", base=base) for n in range(1, 6)] == list(square.rents[1:])
        assert shown("set", base=base) == base * 2
        assert shown("cost", p=p) == square.house_cost
        assert shown("sale", cost=square.house_cost) == square.house_cost // 2
        assert shown("mortgage", price=square.price) == square.mortgage
        assert shown("lifting", m=square.mortgage) == square.lifting
    ferry, works = (LANDLORD.rules.board.squares[p] for p in (5, 13))
    assert tuple(shown("fare", k=k) for k in range(1, 5)) == ferry.rents
    assert (shown("ferry"), shown("works")) == (ferry.price, works.price)
    assert (shown("works-1", roll=7), shown("works-2", roll=7)) == (21, 56)


def test_the_examples_beside_the_formulas_are_right(page: Element) -> None:
    examples = [text(e) for e in with_class(by_id(page, "formula-list"), "dim")]
    numbers = [re.findall(r"\d+", example.split(":")[-1]) for example in examples]
    assert numbers == [
        *(["46"], ["5"], ["10"], ["20"], ["60"], ["125"], ["175"], ["225"]),
        ["5", "10", "15", "20"],
        ["2", "5", "7", "10"],
        ["3", "6", "12", "24"],
        *(["24"], ["21"], ["56"], ["21"], ["23"], ["26"]),
    ]


@pytest.mark.parametrize("deck", ["fortune", "post"])
def test_each_deck_is_told_card_by_card(page: Element, deck: str) -> None:
    assert dict(rows(by_id(page, f"deck-{deck}-table"))) == DECKS[deck]


def test_each_ruling_is_marked_and_can_be_linked(page: Element) -> None:
    marked = {e.get("id", "").removeprefix("ruling-"): e for e in with_class(page, "ruling")}
    assert set(marked) == set(RULINGS)
    for name, element in marked.items():
        link = element.find("a")
        assert link is not None
        assert (text(link), link.get("href")) == ("Ruling", f"#ruling-{name}")
        assert RULINGS[name] in text(element)


def test_all_rulings_are_listed_in_the_order_of_the_page(page: Element) -> None:
    listed = [e.get("href", "") for e in _list_after(page, "rulings").iter("a")]
    assert listed == [f"#{e.get('id')}" for e in with_class(page, "ruling")]


def test_each_decision_is_told_with_exactly_its_moves(page: Element) -> None:
    assert set(DECISIONS) == set(LANDLORD.rules.decisions)
    for decision, types in DECISIONS.items():
        said = by_id(page, f"decision-{decision}")
        assert text(said.findall("dt")[0]) == decision
        assert set(codes(said.findall("dd")[0])) == types
    assert len(by_id(page, "decision-list")) == len(DECISIONS)
    assert "Any player still in may also resign" in text(page)


def test_each_move_is_told_with_exactly_its_keys(page: Element) -> None:
    told = {}
    for row in by_id(page, "move-list"):
        name, *keys = codes(row.findall("dt")[0])
        assert row.get("id") == f"move-{name}"
        told[name] = tuple(keys)
    assert told == {struct.__struct_config__.tag: struct.__struct_fields__ for struct in get_args(moves.PropertyMove)}


def test_a_game_offers_at_each_decision_only_what_the_page_says(page: Element) -> None:
    told = {d: set(codes(by_id(page, f"decision-{d}").findall("dd")[0])) for d in DECISIONS}
    met: set[str] = set()
    for number in range(8):
        chance = Chance(f"{number:064x}")
        state, _ = LANDLORD.start(["person", "person", "person"], chance, {"move_time": 60})
        for step in range(600):
            if LANDLORD.outcome(state) is not None:
                break
            [decision] = LANDLORD.decisions(state)
            legal = LANDLORD.legal(state, decision.seat)
            offered = [m for m in legal.moves if type(m) is not moves.Resign]
            types = {_type(m) for m in offered} | {_form(f) for f in legal.forms}
            assert types <= told[decision.kind], decision.kind
            met.add(decision.kind)
            choice: Any = offered[chance.draw("test", step) % len(offered)]
            if decision.kind == "manage" and state.offers == 0 and legal.forms:
                choice = _any_offer(state, decision.seat, legal.forms[0]) or choice
            LANDLORD.apply(state, decision.seat, choice)
    assert met == set(DECISIONS)


def test_every_draw_is_told_with_its_label(page: Element) -> None:
    labels = [row[0] for row in rows(by_id(page, "draw-table"))]
    assert labels == [
        *("dice", "shuffle:fortune", "shuffle:post", "order", "bot-strength", "bot:SEAT"),
    ]


def test_the_test_values_are_those_of_the_rules(page: Element) -> None:
    values = {
        row.get("id", "").removeprefix("vector-"): text(row.findall("dd")[0]) for row in by_id(page, "vector-list")
    }
    assert values == {
        "commitment": "6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b",
        "seed": "f605e55489098b96abc9d2b2040bf03c77f8230b80422c0c0e4271cff9abfceb",
        "rolls": "5+2, 5+2, 3+2, 4+5, 1+6, 2+6, 3+4, 2+2, 3+5, 4+2",
        "fortune": "F2 F4 F12 F1 F8 F7 F3 F6 F10 F5 F11 F9",
        "post": "P7 P12 P3 P8 P4 P1 P10 P5 P9 P11 P6 P2",
        "order": "0, 1, 2",
        "bots": "medium",
        "prices": "10 12 15 16 18 19 20 22 24 26 27 29 30 32 34 36 37 38 39 41 44 46",
        "rents": "1 1 2 2 2 2 2 2 3 3 3 3 3 4 4 4 4 4 4 5 5 5",
    }


def test_the_glossary_explains_the_words_of_the_game(page: Element) -> None:
    explained = {text(e) for e in by_id(page, "words-list").iter("dt")}
    assert explained >= {
        *("Set", "House", "Hotel", "Mortgage", "Net worth", "Bankrupt"),
        *("Seat", "Square", "Deed", "Decision", "Placing"),
    }


def test_the_page_says_where_the_name_comes_from_and_that_money_buys_nothing(page: Element) -> None:
    said = text(page)
    for part in ("Magie", "Landlord's Game", "1904", "public domain"):
        assert part in said
    assert "buys nothing" in said
    assert "converts to nothing" in said


def test_the_contents_name_every_section_in_order(page: Element) -> None:
    _check_contents(page)


def test_no_two_things_have_the_same_anchor_and_every_link_within_leads_somewhere(
    page: Element,
) -> None:
    check_anchors(page)


def test_wide_tables_can_be_scrolled_by_keyboard_and_have_a_name(page: Element) -> None:
    regions = list(with_class(page, "scroll"))
    assert len(regions) >= 6
    for region in regions:
        assert (region.get("tabindex"), region.get("role")) == ("0", "region")
        assert text(by_id(page, region.get("aria-labelledby", "")))


def test_the_page_has_no_style_or_script_of_its_own(page: Element) -> None:
    check_no_inline(page)


def test_the_page_is_only_read(client: Client, db: None) -> None:
    refused = client.post("/rules/", headers={"accept": "application/json"})
    assert refused.status_code == 405
    assert client.head("/rules/").status_code == 200


def check_anchors(page: Element) -> None:
    ids = [e.get("id") for e in page.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    within = {h[1:] for e in page.iter("a") if (h := e.get("href", "")).startswith("#")}
    assert within - {""} <= set(ids)


def check_no_inline(page: Element) -> None:
    for element in page.iter():
        assert element.tag != "style"
        assert not [a for a in element.attrib if a == "style" or a.startswith("on")]
        if element.tag == "script":
            assert element.get("src")


def _check_contents(page: Element) -> None:
    [contents] = with_class(page, "toc")
    listed = [(e.get("href", "")[1:], text(e)) for e in contents.iter("a")]
    [prose] = with_class(page, "prose")
    assert listed == [(e.get("id"), text(e)) for e in prose.iter("h2")]
    assert len(listed) > 5


def _list_after(page: Element, heading: str) -> Element:
    [section] = [e for e in page.iter("section") if e.get("aria-labelledby") == heading]
    return next(section.iter("ol"))


def _type(move: Any) -> str:
    return str(type(move).__struct_config__.tag)


def _form(form: Any) -> str:
    return "bid" if isinstance(form, moves.BidForm) else "offer"


def _any_offer(state: Any, seat: int, form: moves.OfferForm) -> moves.Offer | None:
    for to in form.to:
        if form.squares[seat]:
            return moves.Offer(to, form.squares[seat][:1], [], 0, 0)
    return None
