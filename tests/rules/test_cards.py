"""The rules' section "Cards": both decks, and what each card does."""

import pytest

from games.rules.landlord import DECKS, LANDLORD
from games.rules.property import turn
from games.rules.property.cards import GetOut, GoBack, GoTo
from tests.rules.table import Table

PASSING_START = 20


def draw_fortune(card: str, **setup: object) -> Table:
    """Let seat 0 come to Fortune on 17 and draw a card; it owns 1, so that it is asked at `manage`."""
    setup = {"owner": {1: 0}, "at": [14, 0], "fortune": card, "rolls": "1+2"} | setup
    return Table(2, **setup).begin(0)  # type: ignore[arg-type]


def draw_post(card: str, **setup: object) -> Table:
    """Let seat 0 come to Post on 23 and draw a card; it owns 1, so that it is asked at `manage`."""
    setup = {"owner": {1: 0}, "at": [20, 0], "post": card, "rolls": "1+2"} | setup
    return Table(2, **setup).begin(0)  # type: ignore[arg-type]


def test_two_decks_of_twelve() -> None:
    """Cards: two decks of twelve."""
    fortune, post = DECKS
    assert list(fortune.cards) == [f"F{i}" for i in range(1, 13)]
    assert list(post.cards) == [f"P{i}" for i in range(1, 13)]


@pytest.mark.parametrize(
    ("card", "square", "salary"),
    [
        ("F1", 0, PASSING_START),
        ("F2", 25, 0),
        ("F3", 27, 0),
        ("F4", 14, 0),
        ("F5", 39, 0),
        ("F6", 24, 0),
    ],
)
def test_fortune_cards_that_move(card: str, square: int, salary: int) -> None:
    """Cards: F1 Start, F2 next ferry, F3 next works, F4 back three, F5 to 39, F6 to 24."""
    table = draw_fortune(card)
    assert table.at[0] == square
    assert table.cash == [150 + salary, 150]


@pytest.mark.parametrize(("card", "square"), [("P1", 0), ("P11", 11)])
def test_post_cards_that_move(card: str, square: int) -> None:
    """Cards: P1 forward to Start, P11 forward to Quarry Road (11)."""
    table = draw_post(card)
    assert table.at[0] == square
    assert table.cash == [150 + PASSING_START, 150]


@pytest.mark.parametrize(("card", "amount"), [("F9", 15), ("F10", 5), ("F11", -10)])
def test_fortune_cards_of_money(card: str, amount: int) -> None:
    """Cards: F9 the bank pays 15, F10 the bank pays 5, F11 pay the bank 10."""
    table = draw_fortune(card)
    assert (table.cash, table.at[0]) == ([150 + amount, 150], 17)


@pytest.mark.parametrize(
    ("card", "amount"),
    [("P4", 20), ("P5", 10), ("P6", 10), ("P7", 5), ("P8", -10), ("P9", -5), ("P10", -15)],
)
def test_post_cards_of_money(card: str, amount: int) -> None:
    """Cards: P4 20, P5 10, P6 10, P7 5 from the bank; P8 10, P9 5, P10 15 to the bank."""
    table = draw_post(card)
    assert (table.cash, table.at[0]) == ([150 + amount, 150], 23)


def test_jail_cards() -> None:
    """Cards: F7 and P2 go to jail."""
    for table in (draw_fortune("F7"), draw_post("P2")):
        assert (table.at[0], table.state.jail[0], table.cash) == (10, 3, [150, 150])
        assert table.happened("jailed") == [{"event": "jailed", "seat": 0, "why": "card"}]


@pytest.mark.parametrize(
    ("houses", "repairs_fortune", "repairs_post"),
    [
        ({}, 0, 0),
        ({37: 1}, 3, 4),
        ({37: 4, 39: 4}, 24, 32),
        ({37: 5, 39: 4}, 22, 28),
        ({37: 5, 39: 5}, 20, 24),
    ],
)
def test_repairs(houses: dict[int, int], repairs_fortune: int, repairs_post: int) -> None:
    """Cards: F12 repairs 3 a house, 10 a hotel; P12 4 a house, 12 a hotel; a hotel is no five houses."""
    owner = {1: 0, 37: 0, 39: 0, 31: 1, 32: 1, 34: 1}
    built = houses | {31: 1}
    fortune = draw_fortune("F12", owner=owner, houses=built)
    assert fortune.cash == [150 - repairs_fortune, 150]
    post = draw_post("P12", owner=owner, houses=built)
    assert post.cash == [150 - repairs_post, 150]


def test_repairs_without_buildings_are_no_payment() -> None:
    """Exact points: a charge of 0 is no debt."""
    table = draw_fortune("F12", cash=[0, 150])
    assert table.asked == ("manage", 0)
    assert table.happened("paid") == []


def test_a_card_goes_to_the_bottom_as_it_is_drawn() -> None:
    """Cards: the top card goes to the bottom as it is drawn and is then carried out."""
    table = draw_fortune("F9 F10")
    assert table.state.decks[0][0] == "F10"
    assert table.bottom[0] == "F9"
    assert len(table.state.decks[0]) == 12


def test_two_cards_in_one_turn() -> None:
    """Cards: each card goes to the bottom of its own deck, whatever is drawn after it."""
    table = draw_fortune("F9 F10", rolls="1+1 3+3 1+2", at=[15, 0], post="P7")
    # 17: F9; then 23: P7; then 26: asked to buy.
    assert table.bottom == ["F9", "P7"]
    assert table.asked == ("buy", 0)


def test_a_get_out_card_is_kept() -> None:
    """Cards: a get-out card is kept by the player, until used (F8, P3)."""
    for table, card, number in ((draw_fortune("F8"), "F8", 0), (draw_post("P3"), "P3", 1)):
        assert table.state.cards == [[card], []]
        assert len(table.state.decks[number]) == 11
        assert card not in table.state.decks[number]


@pytest.mark.parametrize(("card", "number"), [("F8", 0), ("P3", 1)])
def test_a_used_get_out_card_goes_to_the_bottom_of_its_own_deck(card: str, number: int) -> None:
    """Cards: a get-out card goes to the bottom of its own deck when used."""
    table = Table(2, cards=[[card], []], jail=[3, 0], at=[10, 0], rolls="4+6", owner={1: 0}).begin(0)
    table.play(0, "use_card")
    assert table.bottom[number] == card
    assert table.state.cards == [[], []]
    assert [len(deck) for deck in table.state.decks] == [12, 12]


def test_a_used_card_is_at_the_bottom_before_the_roll() -> None:
    """Exact points: use_card: the card goes to the bottom of its deck before the roll."""
    # From jail 3+4 leads to Fortune on 17: the card drawn there comes to lie under F8.
    table = Table(2, cards=[["F8"], []], jail=[1, 0], at=[10, 0], rolls="3+4", owner={1: 0}, fortune="F9").begin(0)
    table.play(0, "use_card")
    assert table.state.decks[0][-2:] == ["F8", "F9"]


def test_get_out_cards_are_the_two_named() -> None:
    """Cards: F8 and P3 are the get-out cards."""
    kept = {card for deck in DECKS for card, effect in deck.cards.items() if effect == GetOut()}
    assert kept == {"F8", "P3"}


def test_forward_to_the_square_one_stands_on_goes_all_the_way_round() -> None:
    """Cards: "forward" always moves at least one square, and pays the salary if it passes Start."""
    # No card of the two decks leads to the square it is drawn on: the effect itself is carried out.
    table = Table(2, at=[24, 0], owner={1: 0, 24: 0})
    step = turn._carry_out(LANDLORD.rules, table.state, GoTo(24), table.events)
    turn.run(step, LANDLORD.rules, table.state, table.events)
    assert (table.at[0], table.cash[0]) == (24, 150 + PASSING_START)


def test_forward_passing_start_pays_the_salary() -> None:
    """Cards: "forward" pays the salary if it passes or lands on Start."""
    table = draw_fortune("F6", at=[30, 0])
    assert (table.at[0], table.cash[0]) == (24, 170)


@pytest.mark.parametrize(("start", "ferry", "works"), [(2, 5, 13), (17, 25, 27), (33, 35, 13)])
def test_next_is_the_nearest_ahead(start: int, ferry: int, works: int) -> None:
    """Cards: "next" is the nearest of its kind ahead."""
    before = start - 3 if start > 2 else 39
    to_ferry = draw_fortune("F2", at=[before, 0])
    assert to_ferry.at[0] == ferry
    to_works = draw_fortune("F3", at=[before, 0])
    assert to_works.at[0] == works
    assert to_works.cash[0] == 150 + (20 if before == 39 else 0) + (20 if works < start else 0)


def test_the_square_reached_is_settled_as_if_rolled_to() -> None:
    """Cards: the square reached by a card is settled as if rolled to: rent, buying."""
    rent = draw_fortune("F5", owner={1: 0, 39: 1})
    assert rent.cash == [145, 155]
    ferry = draw_fortune("F2", owner={1: 0, 25: 1, 35: 1})
    assert ferry.cash == [144, 156]
    assert draw_fortune("F6").asked == ("buy", 0)
    assert draw_post("P11").asked == ("buy", 0)


def test_back_three_from_33_is_go_to_jail() -> None:
    """Cards: the square reached is settled, jail too: back three from 33 is 30."""
    table = draw_fortune("F4", at=[30, 0])
    assert (table.at[0], table.state.jail[0]) == (10, 3)


def test_back_three_from_2_reaches_39_without_salary() -> None:
    """Cards: back three from square 2 reaches 39; moving back never pays a salary (ruling)."""
    table = draw_fortune("F4", at=[39, 0])
    assert table.happened("moved")[1:] == [{"event": "moved", "seat": 0, "start": 2, "square": 39, "by": "card"}]
    # The roll from 39 to 2 has passed Start: that salary is the only one.
    assert (table.at[0], table.cash[0]) == (39, 170)
    assert len(table.happened("paid")) == 1
    assert table.asked == ("buy", 0)


def test_a_card_may_lead_to_another_card() -> None:
    """Cards: the square reached is settled: another card."""
    table = Table(2, at=[36, 0], owner={1: 0}, fortune="F9")
    step = turn._carry_out(LANDLORD.rules, table.state, GoBack(3), table.events)
    turn.run(step, LANDLORD.rules, table.state, table.events)
    assert (table.at[0], table.cash[0], table.bottom[0]) == (33, 165, "F9")
