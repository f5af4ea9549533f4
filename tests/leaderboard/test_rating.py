"""The arithmetic of ratings."""

import math
import random
from collections.abc import Callable
from itertools import permutations
from statistics import correlation

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.rating import Skill, places_among, rate, shown

skills = st.builds(Skill, st.floats(-40, 90), st.floats(2, 8.5))


def test_a_newcomer_has_1000() -> None:
    assert Skill().shown == 1000


def test_places_leave_out_whoever_is_no_person() -> None:
    assert places_among([[3], [0], [2], [1]], {1, 2}) == {2: 1, 1: 2}


def test_those_who_tie_share_a_place_and_the_next_one_is_left_free() -> None:
    assert places_among([[0, 2], [1], [3]], {0, 1, 2, 3}) == {0: 1, 2: 1, 1: 3, 3: 4}
    assert places_among([[0, 2], [1], [3]], {0, 1, 3}) == {0: 1, 1: 2, 3: 3}


def test_a_person_without_a_place_is_an_error() -> None:
    with pytest.raises(ValueError, match="no place"):
        places_among([[0], [1]], {0, 2})


def test_the_first_two_games_of_a_newcomer_are_worth_what_the_note_says() -> None:
    after = rate({0: 1, 1: 2}, {0: Skill(), 1: Skill()})
    assert (after[0].shown, after[1].shown) == (1018, 986)


def test_two_who_tie_and_were_equal_stay_equal() -> None:
    after = rate({0: 1, 1: 1, 2: 3}, {n: Skill() for n in range(3)})
    assert after[0] == after[1] and after[0].mu > 25 > after[2].mu


def test_a_tie_brings_two_nearer_to_each_other() -> None:
    after = rate({0: 1, 1: 1}, {0: Skill(30, 5), 1: Skill(20, 5)})
    assert after[0].mu < 30 and after[1].mu > 20


@given(st.lists(skills, min_size=2, max_size=4))
@settings(max_examples=200, deadline=None)
def test_the_first_never_loses_by_a_game_and_the_last_never_wins(before: list[Skill]) -> None:
    after = rate({n: n + 1 for n in range(len(before))}, dict(enumerate(before)))
    last = len(before) - 1
    # What time adds to the uncertainty is worth less than a tenth of a point.
    assert _exact(after[0]) > _exact(before[0]) - 0.1
    assert _exact(after[last]) < _exact(before[last]) + 0.1


def _exact(skill: Skill) -> float:
    return 1000 + 10 * (skill.mu - 3 * skill.sigma)


@given(st.lists(skills, min_size=4, max_size=4))
@settings(max_examples=50, deadline=None)
def test_the_order_in_which_seats_come_changes_no_digit(before: list[Skill]) -> None:
    places = {0: 2, 1: 1, 2: 2, 3: 4}
    results = [
        rate({seat: places[seat] for seat in order}, {seat: before[seat] for seat in order})
        for order in permutations(range(4))
    ]
    assert all(result == results[0] for result in results)


@pytest.mark.parametrize("seed", range(1, 6))
def test_the_order_of_ratings_is_that_of_known_strengths(seed: int, figure: Callable[[str], None]) -> None:
    rng = random.Random(seed)
    strengths = [rng.gauss(0, 0.5) for _ in range(200)]
    known = [Skill()] * 200
    for _ in range(10_000):
        at_table = rng.sample(range(200), rng.choice((2, 3, 4)))
        # A draw of Plackett-Luce: by strength and a Gumbel number each, the highest first.
        luck = {player: -math.log(-math.log(rng.random())) for player in at_table}
        order = sorted(at_table, key=lambda player: -(strengths[player] + luck[player]))
        after = rate({player: n for n, player in enumerate(order, 1)}, {player: known[player] for player in at_table})
        for player, skill in after.items():
            known[player] = skill
    spearman = correlation(_ranks(strengths), _ranks([shown(skill.mu, skill.sigma) for skill in known]))
    figure(f"ratings of 200 players after 10,000 games, seed {seed}: Spearman {spearman:.3f} (at least 0.9)")
    assert spearman >= 0.9


def _ranks(values: list[float]) -> list[float]:
    ordered = sorted(values)
    first = {value: n for n, value in reversed(list(enumerate(ordered)))}
    return [first[value] + (ordered.count(value) - 1) / 2 for value in values]
