"""Each sentence of Deedland's rules on draws, tables and the clock, and the test that holds it.

As `test_deadline_sentences` does for Landlord. The other sections are held by
`tests.rules.deedland.test_sentences`, and figures, cards, moves and rulings by `test_rules_page_of_deedland`.
"""

from xml.etree.ElementTree import Element

import pytest
from django.test import Client

from tests.pages.page_tree import parse
from tests.pages.test_deadline_sentences import names_in, sentences

SECTIONS = ("draws", "tables", "deadlines")

SENTENCES = """
    Any player still in may offer the others a draw
        rules/deedland/test_draws.py test_by_anybody_at_any_time
    Each of the others may accept it
        rules/deedland/test_draws.py test_who_may_answer
    When all have accepted, the game is over at once
        rules/deedland/test_draws.py test_when_all_have_accepted_the_game_is_drawn
    One refusal ends the offer, and so
        rules/deedland/test_draws.py test_it_lapses_when_anybody_leaves
    A draw offer is no decision
        rules/deedland/test_draws.py test_a_draw_offer_is_no_decision
    Ruling An answer can't be changed
        rules/deedland/test_draws.py test_an_answer_cannot_be_changed
    Ruling Any other move of a player who
        rules/deedland/test_draws.py test_playing_on_ends_the_offer
    Ruling Moves of the one who offered
        rules/deedland/test_draws.py test_moves_of_those_who_agree_leave_it_standing
    So does what follows without a move
        rules/deedland/test_draws.py test_what_follows_without_a_move_is_nobodys_playing_on
    Ruling Bots that are asked answer at once
        rules/deedland/test_draws.py test_who_answers_in_which_order
    Ruling There are two kinds of tables
        clock/test_safe_moves.py test_company_that_the_game_does_not_have_is_refused
    With friends
        clock/test_safe_moves.py test_a_full_table_waits_for_its_host
    Whoever opens the table is its host
        clock/test_safe_moves.py test_only_the_host_changes_it_and_only_within_bounds
    Everyone seated, the host included, presses Ready
        clock/test_safe_moves.py test_a_change_of_the_clock_takes_ready_back_for_all
    The host may start when at least two are seated
        clock/test_safe_moves.py test_only_the_host_starts_it_and_only_when_all_are_ready
    Who leaves before frees the seat
        clock/test_safe_moves.py test_who_leaves_frees_the_seat_and_the_host_closes_the_table
    The move time is 30 seconds, unless
        pages/test_rules_page_of_deedland.py test_the_fixed_sums_are_those_of_the_rules
    Against the computer
        clock/test_safe_moves.py test_nobody_else_sits_down_there
    You and one, two or three bots
        rules/deedland/test_clock.py test_levels
    There is no Ready, and no clock
        clock/test_safe_moves.py test_it_is_played_at_once_without_ready
    You need no account
        games/test_past_of_deedland.py test_all_that_is_shown_of_a_finished_game
    Bots that are medium or hard make offers
        bots/test_deedland.py test_easy_bots_make_no_offers_to_people
    Those who sit at a table of people
        chat/test_pages.py test_everybody_who_may_see_the_table_reads_and_those_seated_write
    It holds nothing up and is no part
        chat/test_pages.py test_a_message_leaves_board_record_and_clock_alone
    The move time of a table is 30 seconds
        rules/deedland/test_clock.py test_move_times
    Without one there are no deadlines
        clock/test_safe_moves.py test_a_game_without_a_clock_has_no_deadlines_and_tells_whose_turn_it_is
    Whoever is waited on has the move time
        clock/test_safe_moves.py test_the_first_wait_is_as_long_as_every_other
    (A guest's game is cleared away
        games/test_guests.py test_finished_abandoned_and_never_started_games_go_whole
    Ruling Each new decision is a new wait
        rules/deedland/test_clock.py test_each_new_decision_is_a_new_wait
    Building, selling, mortgaging and paying off
        rules/deedland/test_clock.py test_waits_that_go_on
    While an offer stands, its giver's
        clock/test_safe_moves.py test_an_offer_is_refused_and_the_giver_goes_on_with_what_was_left
    At the deadline the site makes the safe move
        clock/test_safe_moves.py test_at_each_decision_the_clock_makes_its_safe_move
    It spends nothing that was not owed already
        pages/test_sentences_of_deedland.py test_a_move_of_the_clock_is_told_as_that
    It rolls: roll
        rules/deedland/test_clock.py test_roll
    It rolls for a double
        rules/deedland/test_clock.py test_jail
    A third miss costs the fine
        rules/deedland/test_clock.py test_a_third_miss_costs_the_fine
    It declines
        rules/deedland/test_clock.py test_buy
    You are then asked for a bid
        rules/deedland/test_clock.py test_buy
    It passes
        rules/deedland/test_clock.py test_auction
    It ends the turn
        rules/deedland/test_clock.py test_manage
    It refuses, for the receiver
        rules/deedland/test_clock.py test_trade
    It raises money, mortgage or else sell
        clock/test_safe_moves.py test_in_a_debt_the_clock_goes_on_until_it_is_paid
    In a debt a move that raises money
        rules/deedland/test_clock.py test_a_raising_move_ends_no_wait
    Ruling In jail the clock neither
        rules/deedland/test_clock.py test_jail
    Ruling In a debt the clock mortgages
        rules/deedland/test_clock.py test_debt_sells_from_the_lowest_square
    Ruling However often the clock plays
        clock/test_safe_moves.py test_a_missed_roll_is_rolled_and_the_player_stays_in
    An unanswered draw offer isn't
        rules/deedland/test_draws.py test_a_draw_offer_is_no_decision
    Ruling Whatever comes in after a deadline
        clock/test_safe_moves.py test_so_do_a_resignation_and_a_draw_offer
    The safe move's time is when it is made
        clock/test_safe_moves.py test_a_move_after_the_deadline_finds_the_safe_move_made
    Ruling The clock rests when nobody is there
        rules/deedland/test_clock.py test_the_clock_rests_when_nobody_is_there
    The next move of anybody still in
        clock/test_safe_moves.py test_it_rests_when_nobody_is_there_and_goes_on_with_a_full_move_time
    In a game without a clock only resigning
        rules/deedland/test_clock.py test_no_clock_in_a_game_without_one
    What counts is the moment at which
        clock/test_deadlines.py test_the_clock_that_counts_is_the_databases
    At the very moment of the deadline
        clock/test_arithmetic.py test_a_move_at_the_very_deadline_is_in_time
    A move that arrived in time is taken
        clock/test_sweep.py test_a_sweep_beside_a_move_that_arrived_in_time_leaves_it_alone
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
"""

_LINES = [line.strip() for line in SENTENCES.strip().splitlines()]
BEGINS, HELD_BY = _LINES[::2], _LINES[1::2]


@pytest.fixture
def told(client: Client, db: None) -> Element:
    page = parse(client.get("/rules/deedland/").content)
    found = Element("div")
    for name in SECTIONS:
        found.extend([e for e in page.iter("section") if e.get("aria-labelledby") == name])
    assert len(found) == len(SECTIONS)
    return found


def test_every_sentence_has_its_line_in_the_order_of_the_page(told: Element) -> None:
    said = sentences(told)
    assert len(said) == len(BEGINS)
    for sentence, begin in zip(said, BEGINS, strict=True):
        assert sentence.startswith(begin), sentence


@pytest.mark.parametrize("held_by", sorted(set(HELD_BY)))
def test_the_test_that_holds_a_sentence_is_there(held_by: str) -> None:
    path, name = held_by.split(" ")
    assert name in names_in(path)
