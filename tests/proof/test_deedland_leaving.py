"""The verifier of Deedland against the sentences of its rules: draws, leaving, the end and the clock."""

import pytest

from tests.proof.deedland_table import Table, offer


def test_anybody_still_in_may_offer_a_draw_and_all_others_must_accept() -> None:
    table = Table(seats=4).does(3, "resign").does(2, "offer_draw")
    assert table.waits("roll", 0)
    assert table.refuses(2, "accept_draw") and table.refuses(2, "refuse_draw") and table.refuses(3, "accept_draw")
    table.does(1, "accept_draw")
    assert not table.placings and table.refuses(1, "accept_draw") and table.refuses(1, "refuse_draw")
    table.does(0, "accept_draw")
    assert table.placings == [[0, 1, 2], [3]] and table.awaiting() is None


def test_a_drawn_game_is_over_at_once_in_the_state_it_was_in() -> None:
    table = Table((1, 2)).owns(1, 38, 39, houses=1).owns(0, 5, 1, 3).has(0, 9_000).stands(0, 36).does(0, "roll")
    table.does(0, "mortgage", square=1).does(1, "offer_draw").does(2, "accept_draw").does(0, "accept_draw")
    assert table.placings == [[0, 1, 2]] and table.cash == [11_500, 150_000, 150_000]
    assert table.holdings()["squares"]["1"] == {"owner": 0, "houses": 0, "mortgaged": True}
    assert table.refuses(0, "sell", square=1) and table.refuses(0, "resign") and table.refuses(0, "offer_draw")


def test_without_an_offer_there_is_nothing_to_answer() -> None:
    assert Table().refuses(0, "accept_draw") and Table().refuses(1, "refuse_draw")


def test_one_refusal_ends_a_draw_offer() -> None:
    table = Table(seats=4).does(0, "offer_draw").does(1, "accept_draw").does(2, "refuse_draw")
    assert table.refuses(3, "accept_draw") and not table.placings


def test_one_draw_offer_stands_at_a_time() -> None:
    assert Table().does(0, "offer_draw").refuses(1, "offer_draw")
    assert not Table().does(0, "offer_draw").does(2, "refuse_draw").refuses(1, "offer_draw")


def test_each_may_offer_a_draw_once_a_roll_whoever_rolls() -> None:
    table = Table((1, 3), (1, 2)).does(1, "offer_draw").does(0, "refuse_draw")
    assert table.refuses(1, "offer_draw") and not table.refuses(2, "offer_draw")
    assert not table.does(0, "roll").refuses(1, "offer_draw")
    table = Table((1, 3)).jailed(0).owns(0, 39).does(1, "offer_draw").does(0, "roll")
    assert table.draw_by is None and not table.refuses(1, "offer_draw")


def test_draw_moves_ask_nobody_and_change_no_decision() -> None:
    table = Table((2, 3)).owns(0, 1).does(0, "offer", **offer(1, [1])).does(2, "offer_draw")
    assert table.waits("trade", 1) and table.does(0, "accept_draw").waits("trade", 1)
    table = Table((2, 3)).does(0, "roll").does(0, "decline").does(0, "bid", amount=1).does(2, "offer_draw")
    assert table.waits("auction", 1)


def test_playing_on_ends_a_draw_offer_and_moves_of_those_who_have_no_answer_to_give_do_not() -> None:
    table = Table((1, 3), (1, 3), (1, 3)).owns(0, 39).does(0, "offer_draw").does(0, "roll").does(0, "end_turn")
    assert table.to_answer == [1, 2]
    assert table.does(1, "accept_draw").does(1, "roll").does(1, "end_turn").to_answer == [2]
    assert table.does(2, "roll", by="order").draw_by is None
    table = Table((1, 3)).owns(0, 39).does(1, "offer_draw").does(0, "mortgage", square=39)
    assert table.draw_by is None


@pytest.mark.parametrize("by", ["player", "clock"])
def test_the_clock_s_move_is_playing_on_too(by: str) -> None:
    assert Table((1, 3)).does(1, "offer_draw").does(0, "roll", by=by).draw_by is None
    assert Table((1, 3)).does(0, "offer_draw").does(0, "roll", by=by).draw_by == 0


def test_withdrawing_is_playing_on() -> None:
    table = Table().owns(0, 39).does(0, "offer", **offer(1, [39])).does(2, "offer_draw").does(0, "withdraw")
    assert table.draw_by is None and table.refuses(1, "accept_draw")


def test_what_follows_without_a_move_leaves_a_draw_offer_standing() -> None:
    # Seat 1 pays rent, seat 0's turn is ended by the site, seat 2 is passed over: none has played on.
    table = Table((1, 3), (1, 4)).has(2, 0).does(0, "offer_draw").does(0, "roll")
    assert table.waits("roll", 1) and table.to_answer == [1, 2]
    table.does(1, "accept_draw").does(1, "roll").does(1, "decline").does(1, "pass").does(0, "bid", amount=1)
    assert table.owner == {5: 0} and table.to_answer == [2]


def test_a_draw_offer_lapses_when_anybody_leaves() -> None:
    table = Table(seats=4).does(0, "offer_draw").does(1, "accept_draw").does(1, "resign")
    assert table.refuses(2, "accept_draw")
    assert Table(seats=4).does(0, "offer_draw").does(0, "resign").refuses(1, "accept_draw")
    table = Table((1, 3), seats=4).stands(0, 0).has(0, 0).does(0, "offer_draw").does(0, "roll")
    assert table.out == [0] and table.refuses(1, "accept_draw")


def test_two_may_draw_after_others_have_left() -> None:
    table = Table(seats=4).does(2, "resign").does(0, "resign").does(3, "offer_draw").does(1, "accept_draw")
    assert table.placings == [[1, 3], [0], [2]]


def test_an_answered_draw_offer_is_not_offered_again_before_the_next_roll() -> None:
    assert Table().does(1, "offer_draw").does(2, "refuse_draw").refuses(1, "offer_draw")


# -- leaving ---------------------------------------------------------------------------------------


def test_who_resigns_is_bankrupt_to_the_bank_also_in_a_debt_to_a_player() -> None:
    table = Table((1, 2)).owns(1, 38, 39, houses=1).owns(0, 5).keeps_card(0).has(0, 9_000).stands(0, 36)
    table.does(0, "roll").does(0, "resign")
    assert table.cash == [0, 150_000, 150_000] and 5 not in table.owner and table.deck[-1] == "F6"
    assert table.waits("roll", 1)


def test_buildings_of_a_leaver_are_gone_and_deeds_come_back_unmortgaged() -> None:
    table = Table((1, 3)).owns(1, 38, 39, houses=5).owns(1, 5, mortgaged=True).does(1, "resign")
    assert table.owner == {} and table.mortgaged == set() and not any(table.houses.values())
    assert table.cash[1] == 0 and table.waits("roll", 0)


def test_anybody_still_in_may_resign_at_any_time_and_once() -> None:
    table = Table(seats=4).does(2, "resign")
    assert table.refuses(2, "resign") and table.refuses(2, "offer_draw") and not table.refuses(1, "resign")


def test_places_count_those_who_were_still_in() -> None:
    assert Table(seats=4).does(2, "resign").does(0, "resign").does(3, "resign").placings == [[1], [3], [0], [2]]


def test_the_turn_passes_without_another_one_for_a_double() -> None:
    assert Table((1, 1), seats=3, deck="F9").owns(0, 39).does(0, "roll").does(0, "resign").waits("roll", 1)


def test_the_creditor_s_leaving_makes_it_the_bank_s_debt() -> None:
    table = Table((1, 2)).owns(1, 38, 39, houses=1).owns(0, 25, 15).has(0, 1_000).stands(0, 36).does(0, "roll")
    table.does(1, "resign")
    assert table.waits("debt", 0) and (table.debt, table.creditor) == (13_500, None)
    assert table.does(0, "mortgage", square=15).does(0, "mortgage", square=25).cash == [7_500, 0, 150_000]


def test_another_s_leaving_changes_no_debt() -> None:
    table = Table((1, 2)).owns(1, 38, 39, houses=1).owns(0, 25, 15).has(0, 1_000).stands(0, 36).does(0, "roll")
    assert table.does(2, "resign").waits("debt", 0) and table.creditor == 1


def test_the_last_one_is_first_at_once() -> None:
    table = Table((2, 3), seats=2).does(0, "roll").does(0, "decline").does(0, "bid", amount=9).does(0, "resign")
    assert table.placings == [[1], [0]] and table.owner == {} and table.cash == [0, 150_000]
    table = Table((1, 1), seats=2, deck="F11").has(1, 999).does(0, "roll")
    assert table.placings == [[0], [1]] and table.cash == [150_999, 0]


def test_when_the_last_person_leaves_bots_are_placed_by_net_worth() -> None:
    table = Table(kinds="pbbb").owns(1, 1, mortgaged=True).owns(2, 3).owns(3, 38, 39, houses=1)
    table.has(1, 100_000).has(2, 100_000).has(3, 1_000).does(0, "resign")
    # 102,500; 107,000; 1,000 + 34,000 + 38,000 + 40,000
    assert table.placings == [[3], [2], [1], [0]]


def test_of_equal_bots_the_earlier_in_the_turn_order_is_higher() -> None:
    assert Table(kinds="bgbb").does(1, "resign").placings == [[0], [2], [3], [1]]


def test_net_worth_is_that_after_the_leaver_s_goods_have_gone() -> None:
    table = Table((1, 2), kinds="pbb").owns(2, 38, 39, houses=2).stands(0, 36).has(0, 40_499).has(1, 200_000)
    table.has(2, 50_000).does(0, "roll")
    # 50,000 + 72,000 + 80,000 + 40,499 against 200,000
    assert table.placings == [[2], [1], [0]]


def test_the_last_person_s_leaving_ends_a_list_of_payments() -> None:
    table = Table((1, 1), kinds="bpbb", deck="F11").has(1, 999).owns(0, 39).does(0, "roll")
    assert table.placings == [[0], [2], [3], [1]] and table.cash == [150_999, 0, 150_000, 150_000]


def test_a_guest_is_as_good_as_a_person_and_bots_play_on_alone_to_one() -> None:
    assert not Table(kinds="pgb").does(0, "resign").placings
    assert not Table(kinds="bbb").does(0, "resign").placings
    assert Table(kinds="bbb").does(0, "resign").does(2, "resign").placings == [[1], [2], [0]]
    assert not Table(kinds="pbb").does(1, "resign").placings


# -- the clock -------------------------------------------------------------------------------------


def test_safe_moves() -> None:
    table = Table((2, 3), (1, 3), (4, 6)).owns(0, 39).owns(1, 1).clock()
    assert table.waits("buy", 0) and table.clock().waits("auction", 0)
    assert table.clock(3).owner == {39: 0, 1: 1} and table.waits("manage", 0)
    table.clock().does(1, "roll").does(1, "offer", **offer(0, [], [39]))
    assert table.clock().owner == {39: 0, 1: 1} and table.waits("manage", 1) and table.clock().waits("roll", 2)


def test_the_safe_move_in_jail_is_the_roll() -> None:
    table = Table((1, 3), (1, 2), (2, 3)).jailed(0, 1).keeps_card(0).clock()
    assert table.cash[0] == 145_000 and table.card_holder == 0 and table.waits("buy", 0)


@pytest.mark.parametrize(
    ("seat", "kind"), [(0, "resign"), (0, "offer_draw"), (1, "roll"), (0, "mortgage"), (0, "timeout"), (1, "resign")]
)
def test_the_clock_makes_no_other_move(seat: int, kind: str) -> None:
    fields = {"square": 39} if kind == "mortgage" else {}
    assert Table((2, 3)).owns(0, 39).refuses(seat, kind, by="clock", **fields)


def test_the_clock_answers_no_draw_offer() -> None:
    table = Table((2, 3)).does(1, "offer_draw")
    assert table.refuses(0, "accept_draw", by="clock") and table.refuses(0, "refuse_draw", by="clock")
    table = Table().owns(0, 39).does(0, "offer", **offer(1, [39]))
    assert table.refuses(0, "withdraw", by="clock") and table.refuses(1, "accept", by="clock")


def debtor() -> Table:
    """Seat 0 owes seat 1 40,500, with 1,000 in hand and 51,500 to be raised."""
    table = Table((1, 2), (1, 3)).owns(1, 38, 39, houses=2).owns(0, 1, 3, houses=1).owns(0, 35, 25, 28)
    return table.owns(0, 24, 22, mortgaged=True).owns(0, 27).stands(0, 36).has(0, 1_000).does(0, "roll")


def test_in_a_debt_the_clock_mortgages_the_lowest_and_then_sells_until_it_is_paid() -> None:
    table = debtor()
    assert table.refuses(0, "mortgage", by="clock", square=27) and table.refuses(0, "sell", by="clock", square=1)
    table.clock()
    assert table.mortgaged == {22, 24, 25} and table.cash[0] == 11_000
    table.clock(2)
    assert table.mortgaged == {22, 24, 25, 27, 28} and table.waits("debt", 0) and table.cash[0] == 36_500
    assert table.clock().waits("manage", 0) and table.cash[0] == 6_000 and table.mortgaged >= {35}
    table = Table((1, 2)).owns(1, 38, 39, houses=1).owns(0, 1, 3, houses=2).has(0, 6_000).stands(0, 36).does(0, "roll")
    assert table.clock().houses[1] == 1 and table.clock().houses[3] == 1
    assert table.clock().houses[1] == 0 and table.waits("manage", 0) and table.cash[0] == 0


def test_nothing_comes_between_the_clock_s_moves_in_a_debt() -> None:
    table = debtor().does(0, "mortgage", square=35).does(2, "offer_draw").clock()
    assert table.refuses(0, "mortgage", square=27) and table.refuses(0, "resign") and table.refuses(2, "resign")
    assert table.refuses(1, "offer_draw") and table.refuses(1, "accept_draw")
    assert not table.clock(2).refuses(2, "resign")


def test_between_two_payments_of_a_list_anything_may_come() -> None:
    table = Table((1, 1), deck="F11").owns(1, 1).owns(2, 3).has(1, 0).has(2, 0).does(0, "roll").clock()
    assert table.waits("debt", 2) and not table.refuses(2, "resign") and not table.refuses(0, "offer_draw")


def rest(table: Table, waits: int = 40) -> Table:
    """Have the clock make that many entries, all of them rolls and ends of turns of people in jail."""
    table.rolls = [(1, 2), (2, 1)] * 100
    for seat in range(3):
        table.jailed(seat, 99)
    return table.clock(waits)


def test_the_clock_rests_after_forty_entries_of_its_own() -> None:
    table = rest(Table().owns(0, 39).jailed(0, 99), 39)
    assert not table.clock_rests and table.clock().clock_rests
    assert table.refuses(table.awaiting() or 0, table.safe_move()["type"], by="clock")


@pytest.mark.parametrize("waking", ["roll", "resign", "offer_draw", "mortgage"])
def test_the_next_move_of_anybody_ends_the_clock_s_rest(waking: str) -> None:
    table = rest(Table(seats=4).owns(0, 39).owns(1, 1).owns(2, 5))
    asked = table.awaiting()
    assert asked is not None and table.stage in ("jail", "manage")
    other = (asked + 1) % 3
    match waking:
        case "roll":
            table.does(asked, "roll" if table.stage == "jail" else "end_turn")
        case "mortgage":
            table.does(asked, "mortgage", square={0: 39, 1: 1, 2: 5}.get(asked, 39))
        case _:
            table.does(other, waking)
    assert not table.clock_rests and table.clock().clock_entries == 1


def test_the_run_of_a_debt_may_pass_forty_and_the_wait_after_it_rests() -> None:
    table = debtor()
    table.clock_entries = 39
    table.clock(3)
    assert table.clock_entries == 42 and not table.clock_rests
    assert table.clock().clock_rests and table.waits("manage", 0)


def test_a_debt_that_begins_after_forty_rests() -> None:
    table = Table((1, 3)).owns(0, 39, 5).has(0, 0)
    table.clock_entries = 39
    assert table.clock().waits("debt", 0) and table.clock_rests
    assert table.refuses(0, "mortgage", by="clock", square=39)
    assert table.does(2, "offer_draw").clock_rests is False


def test_each_payment_of_a_list_is_a_wait_of_its_own() -> None:
    table = Table((1, 1), deck="F11").owns(1, 1).owns(2, 3).has(1, 0).has(2, 0).does(0, "roll")
    table.clock_entries = 39
    assert table.clock().waits("debt", 2) and table.clock_rests


def test_the_clock_plays_for_a_bot_too_and_puts_nobody_out() -> None:
    table = Table((1, 3), kinds="bbp").clock()
    assert table.waits("roll", 1) and table.out == []


def test_no_clock_rests_in_a_game_that_is_over() -> None:
    table = Table((1, 3), seats=2).has(0, 0)
    table.clock_entries = 39
    assert table.clock().placings == [[1], [0]] and table.state()["clock_rests"] is False
    assert table.refuses(1, "roll", by="clock")
