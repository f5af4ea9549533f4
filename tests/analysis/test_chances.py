"""What a roll may bring: held against hand-worked figures, and against the engine made to roll everything."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from games.analysis.chances import rents
from games.analysis.course import Course
from games.rules.landlord import LANDLORD
from games.rules.property import events
from games.rules.property.state import State
from tests.analysis.told import BOARD, RULES
from tests.rules.random_play import RandomGame


def _course(position: int = 0, owned: dict[int, int] | None = None, seats: int = 2) -> Course:
    course = Course(RULES, seats)
    course.position[1] = position
    for square, owner in (owned or {}).items():
        course.owner[square] = owner
    return course


def test_one_street_ahead_costs_its_rent_as_often_as_its_sum_is_rolled() -> None:
    # From 4 to Quarry Road, 11, it is 7; Post, P11 of eleven others, also leads there.
    course = _course(4, {11: 0})
    post = Fraction(3, 36) * Fraction(1, 12)  # 4 squares on to 8, rolled in three ways
    assert rents(RULES, course, 1) == {(0, 2): Fraction(6, 36) + post}


def test_a_card_counts_only_while_nobody_holds_it() -> None:
    course = _course(4, {11: 0})
    course.cards[0].append("P3")
    post = Fraction(3, 36) * Fraction(1, 11)
    assert rents(RULES, course, 1) == {(0, 2): Fraction(6, 36) + post}


@pytest.mark.parametrize("square", [11, 12])
def test_ones_own_and_mortgaged_squares_cost_nothing(square: int) -> None:
    course = _course(4, {11: 0, 12: 1})
    course.mortgaged[11] = True
    assert rents(RULES, course, 1) == {}
    assert course.owner[square] >= 0


def test_the_works_cost_by_the_roll_itself() -> None:
    course = _course(10, {13: 0})
    found = rents(RULES, course, 1)
    assert found[0, 3 * 3] == Fraction(2, 36)
    # Fortune at 17, seven on, and its card to the next works: The Lock, which nobody owns.
    assert set(found) == {(0, 9)}


def test_a_whole_set_and_houses_are_charged_as_the_rules_do() -> None:
    course = _course(4, {11: 0, 12: 0, 14: 0})
    assert rents(RULES, course, 1)[0, 2 * BOARD.rents[11][0]] >= Fraction(6, 36)
    course.houses[11] = 3
    assert (0, BOARD.rents[11][3]) in rents(RULES, course, 1)


def test_in_jail_only_a_double_moves_until_the_last_try() -> None:
    course = _course(10, {12: 0, 13: 0})
    course.jail[1] = 2
    assert rents(RULES, course, 1) == {(0, 2): Fraction(1, 36)}
    course.jail[1] = 1
    assert rents(RULES, course, 1) == {(0, 2): Fraction(1, 36), (0, 9): Fraction(2, 36)}


def test_the_third_double_leads_to_jail_and_costs_nothing() -> None:
    course = _course(6, {10 + 4: 0})
    before = rents(RULES, course, 1)
    course.doubles = 2
    after = rents(RULES, course, 1)
    # Eight, rolled in five ways, one of them a double.
    assert before[0, 2] - after[0, 2] == Fraction(1, 36)


class _Loaded:
    """A source of chance with dice and card of one's choice."""

    def __init__(self, dice: tuple[int, int]) -> None:
        self._dice = dice

    def dice(self, _k: int) -> tuple[int, int]:
        return self._dice


def _brought(state: State, dice: tuple[int, int], cards: tuple[str, str]) -> tuple[int, int] | None:
    """The rent that the engine makes due when these dice fall and these cards lie on top."""
    from games.rules.property import turn

    trial = LANDLORD.decode_state(LANDLORD.encode_state(state))
    trial.chance = _Loaded(dice)  # type: ignore[assignment]
    trial.again = False
    for deck, card in zip(trial.decks, cards, strict=True):
        deck.remove(card)
        deck.insert(0, card)
    trial.cash = [10**6] * len(trial.cash)
    log: list[events.PropertyEvent] = []
    step = turn.try_for_double if trial.jail[trial.turn] else turn.roll
    following: turn.Step | None = step(RULES, trial, log)
    # Only this roll: what comes after its square is settled is another's.
    while following is not None and following not in (turn.go_on, turn.manage, turn.roll):
        following = following(RULES, trial, log)
    paid = [event for event in log if isinstance(event, events.Paid) and event.why == "rent"]
    assert len(paid) <= 1
    return None if not paid else (paid[0].payee, paid[0].amount)  # type: ignore[return-value]


@pytest.mark.parametrize("number", range(8))
def test_the_engine_made_to_roll_everything_gives_the_same_chances(number: int) -> None:
    game, looked = RandomGame(number, people_only=True), 0
    course = Course(RULES, len(game.kinds))
    course.enter(game.opening)
    while not game.over and game.state.moves < 400:
        state = game.state
        owned = len(BOARD.squares) - state.owner.count(-1)
        if state.moves >= 50 * looked + 40 and state.decision in ("manage", "jail") and owned > 8:
            seat = state.turn
            looked += 1
            found: Counter[tuple[int, int]] = Counter()
            for dice in product(range(1, 7), repeat=2):
                for cards in product(state.decks[0], state.decks[1]):
                    due = _brought(state, dice, cards)
                    if due is not None:
                        found[due] += 1
            ways = 36 * len(state.decks[0]) * len(state.decks[1])
            assert rents(RULES, course, seat) == {due: Fraction(n, ways) for due, n in found.items()}
            if looked == 2:
                break
        seat, move, _by = game.next_entry(game.listings())
        course.enter(LANDLORD.apply(state, seat, move))
    assert looked
