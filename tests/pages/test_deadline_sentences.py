"""Each sentence of the rules page on deadlines, agreements and orders, and the test that holds it.

Two lines of `SENTENCES` are how a sentence begins, and the file and name of its test. A sentence that is
new, or said otherwise, needs its lines here.
"""

import ast
import re
from functools import cache
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
from django.test import Client

from tests.pages.page_tree import by_id, parse, text

TESTS = Path(__file__).parents[1]

SENTENCES = """
    Each decision has a deadline, and
        pages/test_clocks.py test_everybody_sees_the_deadline_of_who_is_asked_and_what_happens_then
    The table's move time says how long it is
        clock/test_deadlines.py test_a_decision_is_due_after_the_move_time
    A game against bots that somebody starts
        clock/test_deadlines.py test_a_guests_game_has_a_move_time_of_a_week_and_ends_by_itself
    (A guest's game is cleared away
        games/test_guests.py test_finished_abandoned_and_never_started_games_go_whole
    In your own turn, at the decisions
        clock/test_arithmetic.py test_the_turns_player_has_the_move_time
    If you let it pass you are out
        clock/test_deadlines.py test_a_move_ten_milliseconds_late_is_refused_and_the_time_out_takes_place_at_once
    When another's turn asks you, at
        clock/test_arithmetic.py test_who_is_asked_by_anothers_turn_has_a_day_at_most
    If you let it pass, the chance lapses
        clock/test_deadlines.py test_a_late_chance_is_over_and_its_player_stays_in
    So nobody is put out by what others do
        rules/test_timeouts.py test_which_missed_deadline_costs_the_chance_only
    Ruling A chance to bid that isn't taken
        clock/test_deadlines.py test_an_auctions_chance_lapses_as_a_pass
    It costs the chance and no more
        clock/test_deadlines.py test_an_offers_chance_lapses_as_a_refusal
    Ruling Each new decision is a new wait
        clock/test_arithmetic.py test_a_new_wait_sets_its_own_deadline_even_for_the_same_player
    Ruling Building, selling, mortgaging
        clock/test_deadlines.py test_managing_changes_no_deadline
    The one that runs keeps its deadline
        clock/test_deadlines.py test_anothers_leaving_changes_no_deadline
    While an offer stands, its giver's
        clock/test_arithmetic.py test_a_clock_that_stands_keeps_what_is_left_and_goes_on_with_it
    When the offer ends, the giver goes on
        clock/test_deadlines.py test_a_tenth_and_thirty_seconds_are_left_at_least
    The first wait of a game is
        clock/test_deadlines.py test_the_first_wait_is_an_hour_unless_all_pressed_ready
    What counts is the moment at which
        clock/test_deadlines.py test_the_clock_that_counts_is_the_databases
    At the very moment of the deadline
        clock/test_arithmetic.py test_a_move_at_the_very_deadline_is_in_time
    A move that arrived in time is taken
        clock/test_sweep.py test_a_sweep_beside_a_move_that_arrived_in_time_leaves_it_alone
    A move that arrived late is refused
        clock/test_deadlines.py test_a_late_move_is_too_late_whether_or_not_a_worker_has_got_to_it
    If the site itself stood still
        clock/test_standstill.py test_what_ran_when_the_gap_began_is_moved_by_its_length_before_any_time_out
    That is done once, before
        clock/test_standstill.py test_it_is_moved_once
    While the gap lasts, a late move
        clock/test_standstill.py test_while_the_gap_lasts_a_late_move_is_taken
    The site's operator can stop all clocks
        clock/test_standstill.py test_late_moves_are_taken_meanwhile_and_new_waits_count_from_the_restart
    When they are started again, they
        clock/test_standstill.py test_what_was_left_goes_on
    Anybody still in may propose to stop all clocks
        clock/test_agreements.py test_it_is_1_to_14_days
    The pause holds when all people
        clock/test_agreements.py test_deadlines_move_by_its_length
    One refusal ends the proposal
        clock/test_agreements.py test_a_refusal_ends_it
    A move may be made during a pause
        clock/test_agreements.py test_a_move_may_be_made_during_it_and_new_waits_count_from_its_end
    A player may propose a pause once
        clock/test_agreements.py test_one_proposal_a_player_a_week
    If no bot is still in, anybody
        clock/test_agreements.py test_not_while_a_bot_is_in
    When all have accepted within
        clock/test_agreements.py test_all_but_the_richest_leave_in_rising_order
    So the richest is first
        clock/test_agreements.py test_the_richest_is_first_though_the_others_are_equal_to_nobody
    So that a slow table needn't wait
        clock/test_early_answers.py test_a_bid_left_before_the_chance_is_made_when_it_comes
    What an order does is a move of your own
        rules/test_orders_in_play.py test_what_orders_made_is_what_hands_would_have_made
    Nobody else sees an order before
        pages/test_orders.py test_nothing_that_anybody_else_is_shown_changes_when_one_is_left_or_taken_off
    Mail tells you what was done
        mail/test_orders.py test_the_next_mail_of_the_game_tells_it_in_both_parts
    An order that answers what you are asked
        pages/test_orders.py test_where_to_buy
    You may cancel an order as long as
        pages/test_orders.py test_each_is_left_listed_and_cancelled
    A new one takes the place of an older
        pages/test_orders.py test_one_about_the_same_takes_the_place_of_the_one_before
    You may have up to 40
        api/test_orders.py test_no_more_are_kept_than_the_table_allows
    They go when you leave the game
        clock/test_early_answers.py test_who_leaves_leaves_no_order_behind
    First what you have said for this very
        rules/test_orders_asking.py test_an_early_answer_was_given_for_this_very_occasion
    Then, where you want to be asked
        rules/test_orders_asking.py test_it_asks_at_every_decision_of_its_kind_and_at_no_other
    Then orders from now on
        rules/test_orders_standing.py test_the_square_comes_before_its_set_and_the_occasion_before_both
    If none of them answers, you are asked
        rules/test_orders.py test_without_an_order_the_seat_is_asked_in_person
    In the auction that goes on you leave
        rules/test_orders.py test_a_bid_ahead_is_from_1_to_what_the_bidder_has
    When your chance comes, you bid the least
        rules/test_orders.py test_the_last_bidder_bids_the_least_that_wins
    If the limit doesn't beat the best bid
        rules/test_orders.py test_a_limit_that_is_beaten_passes
    It is good for that auction only
        rules/test_orders.py test_a_bid_ahead_stands_until_its_chance_is_gone
    It refuses whatever is offered to you in the turn
        rules/test_orders.py test_offers_are_refused_ahead_in_one_turn_only
    It buys what you land on if
        rules/test_orders_standing.py test_it_buys_if_enough_is_left
    It bids, as a bid ahead does, whenever
        rules/test_orders_standing.py test_a_bid_on_a_square_is_within_its_limit
    It bids whenever a square of that set
        rules/test_orders_standing.py test_a_bid_on_a_set_is_for_each_of_its_squares
    It refuses whatever is offered to you.
        rules/test_orders_standing.py test_all_offers_are_refused
    It refuses offers by which your net
        rules/test_orders_standing.py test_offers_of_less_than_a_sum_are_refused
    It pays the fine (pay), uses a
        rules/test_orders_standing.py test_in_jail_it_pays_uses_a_card_or_rolls
    At manage it ends your turn
        rules/test_orders.py test_it_ends_a_turn_unless_building_or_lifting_is_possible
    It goes on in every turn of yours
        rules/test_orders.py test_it_stays_from_turn_to_turn
    Move by move it sells buildings first
        rules/test_orders_raising.py test_houses_or_mortgages_first
    The cheapest buildings go first
        rules/test_orders_raising.py test_the_cheapest_buildings_go_first_and_evenly_within_their_set
    Of what can be mortgaged, squares of sets
        rules/test_orders_raising.py test_what_is_no_part_of_a_whole_set_is_mortgaged_before_what_is_the_cheapest_first
    Squares in last come when nothing else
        rules/test_orders_raising.py test_the_last_ones_come_only_when_nothing_else_is_left_in_their_own_order
    You are asked, whatever it is, while
        rules/test_orders_asking.py test_it_asks_whatever_it_is_while_cash_is_below_a_sum
    You are asked where that square may
        rules/test_orders_asking.py test_it_asks_where_a_purchase_or_an_auction_is_about_its_square
    You are asked where somebody, you
        rules/test_orders_asking.py test_it_asks_where_a_purchase_would_complete_a_set_of_anybody
    You are asked about offers by which
        rules/test_orders_asking.py test_it_asks_where_an_offer_would_complete_or_break_a_set
    You are asked at every decision of
        rules/test_orders_asking.py test_it_asks_at_every_decision_of_its_kind_and_at_no_other
"""

_LINES = [line.strip() for line in SENTENCES.strip().splitlines()]
BEGINS, HELD_BY = _LINES[::2], _LINES[1::2]


@pytest.fixture
def section(client: Client, db: None) -> Element:
    page = parse(client.get("/rules/").content)
    [found] = [e for e in page.iter("section") if e.get("aria-labelledby") == "deadlines"]
    [orders] = [e for e in page.iter("section") if e.get("aria-labelledby") == "orders"]
    both = Element("div")
    both.extend([found, orders])
    return both


def sentences(section: Element) -> list[str]:
    said = [text(e) for e in section.iter() if e.tag in ("p", "li", "dd")]
    return [sentence for part in said for sentence in re.split(r"(?<=\.)\s+(?=[A-Z(])", part)]


@cache
def names_in(path: str) -> frozenset[str]:
    tree = ast.parse((TESTS / path).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_every_sentence_has_its_line_in_the_order_of_the_page(section: Element) -> None:
    said = sentences(section)
    assert len(said) == len(BEGINS)
    for sentence, begin in zip(said, BEGINS, strict=True):
        assert sentence.startswith(begin), sentence


@pytest.mark.parametrize("held_by", HELD_BY, ids=BEGINS)
def test_the_test_that_holds_a_sentence_is_there(held_by: str) -> None:
    path, name = held_by.split(" ")
    assert name in names_in(path)


def test_the_lengths_on_the_page_are_those_of_the_rules(section: Element) -> None:
    said = text(section)
    for part in (
        "from 60 (1 minute) to 604800 (7 days)",
        "has 7 days, so that one left alone ends by itself",
        "but 1 day at most",
        "with a tenth of the move time and 30 seconds at least",
        "is 1 hour at least, however short the move time",
        "for 0.5 seconds",
        "for more than 15 seconds",
        "for 1 to 14 days",
        "have accepted within 1 day, and deadlines move by its length",
        "once in 7 days",
    ):
        assert part in said


def test_the_leaving_says_that_a_time_out_is_one_of_its_ways(client: Client, db: None) -> None:
    page = parse(client.get("/rules/").content)
    assert by_id(page, "deadlines").tag == "h2"
    assert "a time-out of your own turn" in text(page)
