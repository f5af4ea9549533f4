"""The rules' section "Turn": rolling, moving, settling, rolling again, managing, ending."""

import msgspec
import pytest

from games.rules.chance import Chance
from games.rules.landlord import LANDLORD
from games.rules.property import turn
from tests.rules.table import OPTIONS, Table


def _plain(event: object) -> dict[str, object]:
    data: dict[str, object] = msgspec.to_builtins(event)
    return data


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_starts_on_start_with_150_and_free(seats: int) -> None:
    """Exact points: everybody starts on square 0, not in jail."""
    state, events = LANDLORD.start(["person"] * seats, Chance("12" * 32), OPTIONS)
    moved = _plain(events[2])
    assert (state.turns, moved["event"], moved["start"]) == (1, "moved", 0)
    for seat in state.order[1:]:
        assert (state.cash[seat], state.position[seat], state.jail[seat]) == (150, 0, 0)


def test_a_free_player_is_rolled_for_at_once() -> None:
    """Turn 1: the turn's player is free: the site rolls at once."""
    table = Table(2, owner={1: 0}, rolls="1+2").begin(0)
    assert [e["event"] for e in map(_plain, table.events)][:3] == ["turn_ended", "turn_began", "rolled"]
    assert table.at[0] == 3


def test_in_jail_the_decision_comes_first() -> None:
    """Turn 1: in jail: decision `jail` first."""
    table = Table(2, jail=[2, 0], at=[10, 0]).begin(0)
    assert table.asked == ("jail", 0)
    assert table.state.rolls == 0


def test_third_double_in_a_row_leads_to_jail() -> None:
    """Turn 2: third double in a row this turn: to jail instead of moving, then step 5."""
    table = Table(2, owner={1: 0}, rolls="2+2 3+3 5+5", at=[0, 0], post="P4").begin(0)
    # 4: the tithe, 10: just visiting, then jail, with no roll after.
    assert (table.at[0], table.state.jail[0], table.state.rolls) == (10, 3, 3)
    assert table.asked == ("manage", 0)
    assert table.happened("jailed") == [{"event": "jailed", "seat": 0, "why": "doubles"}]


def test_third_double_pays_no_salary() -> None:
    """Turn: to jail: square 10, no salary, three tries."""
    table = Table(2, owner={1: 0, 24: 0, 32: 0}, at=[20, 0], rolls="2+2 4+4 6+6").begin(0)
    assert (table.at[0], table.state.jail[0], table.cash[0]) == (10, 3, 150)


def test_doubles_are_counted_anew_in_each_turn() -> None:
    """Turn 2: third double in a row this turn; those of an earlier turn don't count."""
    owner = {1: 0, 25: 0, 28: 0, 3: 1}
    table = Table(2, owner=owner, rolls="5+5 5+5 1+2 4+6 1+1 1+2", post="P7").begin(0)
    table.play(0, "end_turn").play(1, "end_turn")
    assert (table.at[0], table.state.jail[0], table.state.rolls) == (28, 0, 6)


def test_salary_when_start_is_passed() -> None:
    """Turn 3: salary if Start is passed."""
    table = Table(2, owner={1: 0}, at=[38, 0], rolls="1+2").begin(0)
    assert (table.at[0], table.cash[0]) == (1, 170)


def test_salary_when_start_is_reached() -> None:
    """Turn 3: salary if Start is reached."""
    table = Table(2, owner={1: 0}, at=[37, 0], rolls="1+2").begin(0)
    assert (table.at[0], table.cash[0]) == (0, 170)


def test_the_salary_comes_before_the_square_is_settled() -> None:
    """Turn 3: move; salary; then settle the square."""
    table = Table(2, owner={1: 0, 3: 1}, at=[39, 0], cash=[0, 5], rolls="1+3").begin(0)
    assert table.cash == [19, 6]


def test_leaving_start_pays_nothing() -> None:
    """Exact points: the salary counts from the first passing on."""
    assert Table(2, owner={1: 0}, rolls="1+2").begin(0).cash == [150, 150]


@pytest.mark.parametrize("square", [3, 5, 13])
def test_an_unowned_square_asks_whether_to_buy(square: int) -> None:
    """Turn 3: unowned street, ferry, works: decision `buy`."""
    table = Table(2, at=[square - 3, 0], rolls="1+2").begin(0)
    assert table.asked == ("buy", 0)


def test_another_players_square_charges() -> None:
    """Turn 3: owned by another player and not mortgaged: pay the charge."""
    table = Table(2, owner={39: 1, 1: 0}, at=[36, 0], rolls="1+2").begin(0)
    assert table.cash == [145, 155]
    assert table.happened("paid") == [
        {"event": "paid", "payer": 0, "payee": 1, "amount": 5, "why": "rent", "square": 39}
    ]


def test_a_jailed_owner_collects_too() -> None:
    """Turn 3: a jailed owner collects too."""
    table = Table(2, owner={39: 1, 1: 0}, at=[36, 10], jail=[0, 2], rolls="1+2").begin(0)
    assert table.cash == [145, 155]


def test_a_mortgaged_square_charges_nothing() -> None:
    """Turn 3: a mortgaged square charges nothing."""
    table = Table(2, owner={39: 1, 1: 0}, mortgaged=[39], at=[36, 0], rolls="1+2").begin(0)
    assert (table.cash, table.asked) == ([150, 150], ("manage", 0))


def test_ones_own_square_charges_nothing() -> None:
    """Turn 3: anything else: nothing."""
    table = Table(2, owner={39: 0}, at=[36, 0], rolls="1+2").begin(0)
    assert (table.cash, table.asked) == ([150, 150], ("manage", 0))


@pytest.mark.parametrize(("square", "tax"), [(4, 20), (38, 10)])
def test_taxes_are_paid_to_the_bank(square: int, tax: int) -> None:
    """Turn 3: tax: pay the bank."""
    table = Table(2, owner={1: 0}, at=[square - 3, 0], rolls="1+2").begin(0)
    assert table.cash == [150 - tax, 150]


def test_a_card_square_draws_a_card() -> None:
    """Turn 3: card: draw and carry out."""
    table = Table(2, owner={1: 0}, at=[14, 0], rolls="1+2", fortune="F9").begin(0)
    assert table.happened("drew") == [{"event": "drew", "seat": 0, "card": "F9", "kept": False}]
    assert table.cash == [165, 150]


def test_go_to_jail() -> None:
    """Turn 3: Go to jail: to jail, then step 5."""
    table = Table(2, owner={1: 0}, at=[27, 0], rolls="1+2").begin(0)
    assert (table.at[0], table.state.jail[0], table.asked) == (10, 3, ("manage", 0))
    assert table.cash == [150, 150]


def test_go_to_jail_by_a_double_gives_no_second_roll() -> None:
    """Turn 4: the site rolls again only if the player is not in jail."""
    table = Table(2, owner={1: 0}, at=[28, 0], rolls="1+1").begin(0)
    assert (table.state.rolls, table.asked) == (1, ("manage", 0))


@pytest.mark.parametrize("square", [0, 10, 20])
def test_the_other_corners_do_nothing(square: int) -> None:
    """Turn 3: anything else: nothing (The Common; jail is just visiting)."""
    table = Table(2, owner={1: 0}, at=[(square - 3) % 40, 0], rolls="1+2").begin(0)
    assert table.cash == [170 if square == 0 else 150, 150]
    assert (table.state.jail[0], table.asked) == (0, ("manage", 0))


def test_a_double_rolls_again_without_managing() -> None:
    """Turn 4: the roll was a double: the site rolls again (ruling: no managing between rolls)."""
    table = Table(2, owner={1: 0}, at=[8, 0], rolls="1+1 4+6").begin(0)
    assert (table.at[0], table.state.rolls, table.asked) == (20, 2, ("manage", 0))


def test_a_double_rolls_again_after_a_purchase() -> None:
    """Turn 4: all settled, purchase included."""
    table = Table(2, at=[1, 0], rolls="1+1 4+6").begin(0)
    assert table.asked == ("buy", 0)
    table.play(0, "buy")
    assert (table.at[0], table.asked) == (13, ("buy", 0))


def test_a_double_rolls_again_after_an_auction() -> None:
    """Turn 4: all settled, auction included."""
    table = Table(2, at=[1, 0], rolls="1+1 4+6").begin(0).play(0, "decline")
    assert table.state.rolls == 1
    table.play(1, "bid", amount=7)
    assert (table.at[0], table.asked) == (13, ("buy", 0))


def test_a_double_rolls_again_after_a_debt() -> None:
    """Turn 4: all settled, debt included."""
    table = Table(2, owner={39: 1, 37: 0}, cash=[2, 150], at=[35, 0], rolls="2+2 4+6").begin(0)
    assert table.asked == ("debt", 0)
    table.play(0, "mortgage", square=37)
    # 2 + 22 - 5, then 39 + 10 passes Start and comes to 9.
    assert (table.at[0], table.cash, table.asked) == (9, [39, 155], ("buy", 0))


def test_end_turn_is_made_by_the_site_when_nothing_else_is_legal() -> None:
    """Turn 5: when, `resign` apart, `end_turn` is the only legal move, the site makes it."""
    table = Table(2, rolls="4+6 1+2").begin(0)
    assert table.asked == ("buy", 1)
    assert {"event": "turn_ended", "seat": 0, "auto": True} in map(_plain, table.events)


def test_end_turn_is_asked_for_while_anything_else_is_legal() -> None:
    """Turn 5: decision `manage`, until `end_turn`."""
    table = Table(2, owner={39: 1}, rolls="4+6").begin(0)
    assert table.legal(0) == ["end_turn", "offer", "resign"]


def test_an_offer_counts_while_another_player_owns_a_tradable_square() -> None:
    """Turn 5: `offer` counts as legal while he or another still in owns a square that may be traded."""
    built = {"owner": {37: 1, 39: 1}, "houses": {37: 1}}
    table = Table(2, **built, rolls="4+6 1+2").begin(0)  # type: ignore[arg-type]
    assert table.asked == ("buy", 1)
    both = {"owner": {37: 1, 39: 1, 5: 1}, "houses": {37: 1}}
    assert Table(2, **both, rolls="4+6").begin(0).asked == ("manage", 0)  # type: ignore[arg-type]


def test_an_offer_counts_only_while_one_is_left() -> None:
    """Turn 5: `offer` counts as legal while he has one left; this is looked at after an offer ends."""
    table = Table(2, owner={39: 1}, rolls="4+6 1+2").begin(0)
    table.play(0, "offer", to=1, get=[39], give_cash=1).play(1, "refuse")
    assert table.asked == ("manage", 0)
    table.play(0, "offer", to=1, get=[39], give_cash=2).play(1, "refuse")
    assert table.asked == ("buy", 1)


def test_a_turn_ends_by_itself_when_another_leaves() -> None:
    """Turn 5: this is looked at also after another player leaves."""
    table = Table(3, owner={39: 2}, rolls="4+6 1+2").begin(0)
    assert table.asked == ("manage", 0)
    table.play(2, "resign")
    assert table.asked == ("buy", 1)


@pytest.mark.parametrize(
    ("owner", "setup", "last"),
    [
        # All offers made; a mortgage that can't be lifted any more is what ends the turn.
        ({39: 0}, {"mortgaged": [39], "cash": [26, 150]}, None),
        ({39: 0}, {"mortgaged": [39], "cash": [25, 150]}, "auto"),
        ({39: 0}, {"cash": [0, 150]}, None),
        ({37: 0, 39: 0}, {"mortgaged": [37, 39], "cash": [0, 150]}, "auto"),
        ({37: 0, 39: 0}, {"houses": {37: 5, 39: 5}, "cash": [0, 150]}, None),
        ({37: 0, 39: 0}, {"houses": {37: 4, 39: 4}, "cash": [20, 150]}, None),
    ],
)
def test_what_keeps_a_turn_open(owner: dict[int, int], setup: dict[str, object], last: str) -> None:
    """Turn 5: any managing move that is legal keeps the turn open."""
    table = Table(2, owner=owner, at=[10, 0], rolls="1+2", **setup)  # type: ignore[arg-type]
    table.manage(0).state.offers = 2
    assert ("end_turn" in table.legal(0)) and (len(table.legal(0)) > 2) == (last is None)
    # Looked at as a turn that comes to step 5 does.
    assert turn.only_end_turn(LANDLORD.rules, table.state) == (last == "auto")


def test_no_other_decision_is_made_by_the_site() -> None:
    """Turn 5: no other decision is made by the site, even with one legal move."""
    buy = Table(2, cash=[0, 150], at=[0, 0], rolls="1+2").begin(0)
    assert (buy.asked, buy.legal(0)) == (("buy", 0), ["decline", "resign"])
    jail = Table(2, cash=[0, 150], at=[10, 0], jail=[3, 0]).begin(0)
    assert (jail.asked, jail.legal(0)) == (("jail", 0), ["resign", "roll"])
    debt = Table(2, owner={39: 1, 37: 0}, cash=[0, 0], at=[36, 0], rolls="1+2").begin(0)
    assert (debt.asked, debt.legal(0)) == (("debt", 0), ["mortgage 37", "resign"])


def test_the_next_player_in_turn_order_who_is_in() -> None:
    """Turn 5: then the next player in turn order who is not out."""
    table = Table(4, order=[2, 0, 3, 1], owner={39: 0}, out=[3], rolls="1+2").manage(0)
    table.play(0, "end_turn")
    assert table.asked == ("buy", 1)


def test_the_last_in_the_order_is_followed_by_the_first() -> None:
    """Turn 5: the order goes round."""
    table = Table(3, order=[1, 2, 0], owner={39: 0}, rolls="1+2").manage(0).play(0, "end_turn")
    assert table.asked == ("buy", 1)


def test_end_turn_only_at_manage_and_by_the_turns_player() -> None:
    """Decisions: `end_turn` at `manage`, by the turn's player."""
    table = Table(2, owner={39: 0}, rolls="1+2")
    assert "Another player" in table.refused(1, "end_turn")
    table.begin(1)
    assert "whether to buy" in table.refused(1, "end_turn")


def test_resign_is_legal_for_everybody_in_at_any_time() -> None:
    """Decisions: `resign` is legal for every player still in, at any time."""
    tables = [
        Table(3, owner={39: 1, 37: 0}, out=[2]),
        Table(3, rolls="1+2", out=[2]).begin(0),
        Table(3, rolls="1+2").begin(0).play(0, "decline"),
        Table(3, jail=[1, 0, 0], at=[10, 0, 0]).begin(0),
        Table(3, owner={39: 1, 37: 0}, at=[36, 0, 0], cash=[0, 9, 9], rolls="1+2").begin(0),
        Table(3, owner={39: 1, 37: 0}).play(0, "offer", to=1, get=[39]),
    ]
    kinds = [table.asked[0] for table in tables]
    assert kinds == ["manage", "buy", "auction", "jail", "debt", "trade"]
    for table in tables:
        for seat in table.seats_in():
            assert table.offers(seat, "resign")
    assert "out of this game" in tables[0].refused(2, "resign")


def test_the_first_turn_needs_no_move() -> None:
    """Turn: the first turn begins with the game; what needs no decision is done by the site."""
    state, events = LANDLORD.start(["person"] * 3, Chance("34" * 32), OPTIONS)
    kinds = [_plain(e)["event"] for e in events]
    assert kinds[:3] == ["turn_began", "rolled", "moved"]
    assert state.moves == 0 and LANDLORD.decisions(state)
