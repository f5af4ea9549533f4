"""The table followed through events alone is the engine's own, after every move of random games."""

import pytest

from games.analysis.course import Course
from games.rules.landlord import LANDLORD
from games.rules.property.deeds import net_worth
from tests.rules.random_play import RandomGame

BOARD = LANDLORD.rules.board


@pytest.mark.parametrize("number", range(60))
def test_events_alone_lead_to_the_state_of_the_engine(number: int) -> None:
    game = RandomGame(number, people_only=number % 4 == 0)
    seats = range(len(game.kinds))
    course, left = Course(LANDLORD.rules, len(seats)), 0
    course.enter(game.opening)
    for _move in range(500):
        state = game.state
        ours = (course.cash, course.owner, course.houses, course.mortgaged)
        assert ours == (state.cash, state.owner, state.houses, state.mortgaged)
        assert [sorted(hand) for hand in course.cards] == [sorted(hand) for hand in state.cards]
        for seat in seats:
            assert net_worth(BOARD, course, seat) == net_worth(BOARD, state, seat)
            if not state.place[seat]:
                assert (course.position[seat], course.jail[seat]) == (state.position[seat], state.jail[seat])
        left = sum(course.out)
        if game.over:
            break
        assert left == sum(place > 0 for place in state.place)
        assert course.doubles == state.doubles
        seat, move, _by = game.next_entry(game.listings())
        course.enter(LANDLORD.apply(game.state, seat, move))
    assert game.state.moves > 0
