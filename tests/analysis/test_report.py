"""The report on luck and play, on games made by hand and on whole ones."""

from fractions import Fraction
from math import isclose, sqrt

import pytest

from games.analysis import report as made
from games.analysis.course import Course
from games.analysis.report import Report, Rolls, report
from games.rules.landlord import LANDLORD
from games.rules.property import events
from games.rules.property.deeds import net_worth
from games.rules.property.events import PropertyEvent
from tests.analysis.told import BOARD, OWNED, RULES, buys, moved, rent, roll, trade, turn
from tests.rules.random_play import RandomGame


def _report(*moves: list[PropertyEvent], seats: int = 2) -> Report:
    return report(RULES, seats, list(enumerate(moves, -1)))


# --- rolls ---


def test_rolls_are_counted_with_their_doubles_also_those_in_jail() -> None:
    told = _report([turn(0), roll(0, 3, 3), roll(0, 1, 2)], [turn(1), roll(1, 6, 6, jail=True)])
    mine, other = (player.rolls for player in told.players)
    assert (mine.count, mine.total, mine.doubles) == (2, 9, 1)
    assert (other.count, other.total, other.doubles) == (1, 12, 1)
    assert mine.expected_total == 14 and isclose(mine.expected_doubles, 1 / 3)


def _rolls(*sums: int, doubles: int = 0) -> Rolls:
    rolls = Rolls(doubles=doubles)
    for total in sums:
        rolls.by_sum[total] += 1
    return rolls


def test_how_many_would_roll_as_much_is_near_the_exact_share() -> None:
    # All sums of six rolls, counted out by adding roll after roll.
    ways = {0: 1}
    for _roll in range(6):
        after: dict[int, int] = {}
        for total, count in ways.items():
            for a in range(1, 7):
                for b in range(1, 7):
                    after[total + a + b] = after.get(total + a + b, 0) + count
        ways = after
    for total in (36, 42, 50):
        exact = sum(count for found, count in ways.items() if found >= total) / 36**6
        sums = [total // 6 + (i < total % 6) for i in range(6)]
        assert abs(_rolls(*sums).as_many_or_more - exact) < 0.01


def test_how_many_would_roll_as_many_doubles_is_exact() -> None:
    assert _rolls(7, 7, doubles=0).as_many_doubles_or_more == 1
    assert isclose(_rolls(7, 7, doubles=1).as_many_doubles_or_more, 11 / 36)
    assert isclose(_rolls(7, 7, doubles=2).as_many_doubles_or_more, 1 / 36)


# --- rent ---


def test_a_rent_is_held_against_the_mean_of_the_roll_that_brought_it() -> None:
    # Seat 1 stands on Start; eleven leads to Quarry Road in two ways of 36, and so do cards.
    told = _report(OWNED, [turn(1), roll(1, 5, 6), moved(1, 0, 11), rent(1, 0, 2, 11)])
    payer, owner = told.players[1].paid, told.players[0].received
    # By Post, at 8 (five ways), its card P11; Fortune at 2 (one way) has none that leads there.
    chance = Fraction(2, 36) + Fraction(5, 36) / 12
    assert payer.due == owner.due == 2
    assert payer.mean == owner.mean == 2 * chance
    assert payer.variance == 4 * chance - (2 * chance) ** 2
    assert told.players[0].paid.due == told.players[0].paid.mean == 0
    assert isclose(told.players[0].rent_luck, float(2 - 2 * chance))
    assert [course[-1] for course in told.rent_luck] == [player.rent_luck for player in told.players]
    assert sum(player.rent_luck for player in told.players) == pytest.approx(0)


def test_a_roll_that_brings_nothing_counts_with_its_mean() -> None:
    told = _report(OWNED, [turn(1), roll(1, 1, 2), moved(1, 0, 3)])
    assert told.players[1].paid.due == 0 and told.players[1].paid.mean > 0


def test_a_rent_that_is_raised_first_counts_once_and_one_that_is_not_paid_counts_too() -> None:
    owed = events.Owed(1, 0, 90, "rent")
    raised = _report(
        OWNED, [turn(1), roll(1, 5, 6), moved(1, 0, 11), owed], [events.Mortgaged(1, 5, 12), rent(1, 0, 90, 11)]
    )
    assert raised.players[1].paid.due == raised.players[0].received.due == 90
    left = events.Left(1, "bankrupt", 2, 0, 0, 10, [], [])
    broke = _report(OWNED, [turn(1), roll(1, 5, 6), moved(1, 0, 11), owed, left])
    assert broke.players[1].paid.due == broke.players[0].received.due == 90


# --- squares ---


def test_a_square_is_judged_by_rent_for_its_price() -> None:
    told = _report(
        OWNED,
        [turn(1), roll(1, 5, 6), moved(1, 0, 11), rent(1, 0, 2, 11)],
        [events.Auctioned(1, 6, 4), events.Built(0, 11, 1, 10)],
        [turn(0), moved(0, 0, 6), rent(0, 1, 2, 6)],
    )
    first, second = told.squares
    assert (first.square, first.seat, first.price, first.rent, first.visits) == (6, 1, 4, 2, 1)
    assert first.per_price == 0.5
    assert (second.square, second.seat, second.price, second.built) == (11, 0, BOARD.price[11], 10)


def test_a_square_that_came_by_a_trade_has_rent_and_no_price() -> None:
    told = _report([*OWNED, buys(1, 6), trade(0, 1, [11], [6])], [turn(0), moved(0, 0, 11), rent(0, 1, 2, 11)])
    row = next(found for found in told.squares if found.square == 11 and found.seat == 1)
    assert row.price == 0 and row.per_price is None and row.rent == 2
    assert told.squares[-1] is row


# --- trades ---


def _turns(seat: int, count: int) -> list[list[PropertyEvent]]:
    return [[turn(seat)] for _ in range(count)]


def test_a_trade_is_judged_after_ten_turns_of_the_players_own() -> None:
    salary = events.Paid(None, 0, 20, "salary", None)
    told = _report(
        [*OWNED, buys(1, 6)],
        [trade(0, 1, [11], [6], 5)],
        [salary],
        *_turns(0, made.TURNS_AFTER),
        # After the tenth turn has begun, nothing counts.
        [salary],
        *_turns(1, 3),
        [events.Paid(1, None, 7, "tax", 4)],
    )
    mine, other = told.players[0].trades, told.players[1].trades
    lost = BOARD.price[11] - BOARD.price[6] + 5
    assert [found.change for found in mine] == [20 - lost]
    assert [found.change for found in other] == [lost - 7], "the game ended before"
    assert mine[0].number == 0 and told.players[0].worst_trade is None


def test_the_best_and_the_worst_trade_are_told_apart() -> None:
    told = _report(
        [*OWNED, buys(1, 6)],
        [trade(0, 1, [11], [], 0)],
        *_turns(0, made.TURNS_AFTER),
        [trade(1, 0, [11], [], 0)],
        *_turns(0, made.TURNS_AFTER),
    )
    mine = told.players[0]
    assert mine.best_trade is not None and mine.worst_trade is not None
    assert (mine.best_trade.number, mine.worst_trade.number) == (11, 0)


def test_who_leaves_soon_after_has_lost_all() -> None:
    left = events.Left(0, "resigned", 2, None, 0, 131, [6], [])
    told = _report([*OWNED, buys(1, 6)], [trade(0, 1, [11], [6])], [left])
    before = RULES.amounts.start
    assert told.players[0].trades[0].change == -before


# --- whole games ---


@pytest.mark.parametrize("number", range(6))
def test_whole_games_add_up(number: int) -> None:
    game = RandomGame(number, people_only=number % 2 == 0)
    seats = len(game.kinds)
    entries = [(-1, game.opening)]
    while not game.over and game.state.moves < 600:
        seat, move, _by = game.next_entry(game.listings())
        entries.append((game.state.moves, LANDLORD.apply(game.state, seat, move)))
    told = report(RULES, seats, entries)
    assert sum(player.rolls.count for player in told.players) == game.state.rolls
    assert sum(player.paid.due for player in told.players) == sum(p.received.due for p in told.players)
    assert sum(player.paid.mean for player in told.players) == sum(p.received.mean for p in told.players)
    assert sum(row.rent for row in told.squares) == sum(player.paid.due for player in told.players)
    assert {len(course) for course in told.rent_luck} == {len(entries)}
    trades = [event for _, happened in entries for event in happened if isinstance(event, events.Traded)]
    assert sum(len(player.trades) for player in told.players) == 2 * len(trades)


def test_over_many_games_rents_come_to_their_mean() -> None:
    """The dice of random games are fair, so what fell due lies around what was expected."""
    due, mean, variance = 0, Fraction(0), Fraction(0)
    for number in range(40):
        game = RandomGame(number, people_only=True)
        entries = [(-1, game.opening)]
        while not game.over and game.state.moves < 300:
            seat, move, _by = game.next_entry(game.listings())
            entries.append((game.state.moves, LANDLORD.apply(game.state, seat, move)))
        for player in report(RULES, len(game.kinds), entries).players:
            due, mean, variance = due + player.paid.due, mean + player.paid.mean, variance + player.paid.variance
    assert due > 1_000
    assert abs(due - float(mean)) < 3 * sqrt(variance)


def test_net_worth_after_a_trade_is_that_of_the_rules() -> None:
    course = Course(RULES, 2)
    course.enter([*OWNED, trade(0, 1, [11], [], 0)])
    assert net_worth(BOARD, course, 1) == RULES.amounts.start + BOARD.price[11]
