"""Strengths differ, and every game between bots comes to its end. The long ones are the issue's figures."""

import pytest

from tests.bots.tables import games, share


@pytest.mark.parametrize(
    ("bots", "strength", "least"),
    [("hard,medium", "hard", 0.55), ("medium,easy", "medium", 0.62), ("hard,medium,medium,medium", "hard", 0.3)],
)
def test_the_stronger_bot_wins_more_than_its_share(bots, strength, least):
    assert share(games(bots, 60), strength) >= least


@pytest.mark.long
@pytest.mark.parametrize(
    ("bots", "strength", "least"),
    [("hard,medium", "hard", 0.65), ("medium,easy", "medium", 0.75), ("hard,medium,medium,medium", "hard", 0.4)],
)
def test_over_a_thousand_games_the_stronger_bot_wins_as_much_as_promised(bots, strength, least):
    assert share(games(bots, 1000, jobs=2), strength) >= least


@pytest.mark.parametrize("strength", ["easy", "medium", "hard"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_between_equal_bots_end(strength, seats):
    assert all(game.winner is not None for game in games(",".join([strength] * seats), 8))


@pytest.mark.long
@pytest.mark.parametrize("strength", ["easy", "medium", "hard"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_of_a_thousand_games_between_equal_bots_nearly_all_end_within_1500_turns(strength, seats):
    played = games(",".join([strength] * seats), 1000, jobs=2)
    assert sum(game.winner is not None for game in played) >= 995
