"""How long people take to answer, counted from records."""

from datetime import timedelta

import pytest

from accounts.models import User
from games import table
from games.models import Game, Move
from leaderboard.answers import SPANS, count_answers, span_of, usually
from leaderboard.models import AnswerTimes
from tests.leaderboard.games import DAY, entries, game_of, person

#: Long enough ago to be counted.
DAYS = timedelta(days=2)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def people() -> tuple[User, User]:
    return person("Ada"), person("Bob")


def counts(user: User) -> dict[str, int]:
    """A person's answers by span, those of none left out."""
    row = AnswerTimes.objects.get(user=user)
    return {span.label: count for span, count in zip(SPANS, row.counts, strict=True) if count}


def long_ago(people: tuple[User, User], **fields: object) -> Game:
    return game_of(list(people), at=table.now() - timedelta(days=3), **fields)


def test_an_answer_is_counted_from_the_entry_before_by_somebody_else(people: tuple[User, User]) -> None:
    ada, bob = people
    # The first entry answers nobody; Bob's second and third follow his own.
    entries(long_ago(people), (0, 10), (1, 40), (1, 100), (1, 9_000), (0, 16_300))
    assert count_answers() == 2
    assert counts(bob) == {"under 1 min": 1}
    assert counts(ada) == {"1 to 6 h": 1}


def test_each_entry_is_counted_once_however_often_the_worker_looks(people: tuple[User, User]) -> None:
    game = long_ago(people)
    entries(game, (0, 10), (1, 40))
    assert (count_answers(), count_answers()) == (1, 0)
    entries(game, (0, 200))
    assert (count_answers(), count_answers()) == (1, 0)
    assert counts(people[0]) == {"1 to 5 min": 1} and counts(people[1]) == {"under 1 min": 1}


def test_many_entries_are_counted_in_turns(people: tuple[User, User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leaderboard.answers.BATCH", 3)
    entries(long_ago(people), *[(n % 2, 100 * n) for n in range(11)])
    assert count_answers() == 10
    assert counts(people[0]) == counts(people[1]) == {"1 to 5 min": 5}


def test_entries_of_the_last_minutes_are_left_for_later(people: tuple[User, User]) -> None:
    game = game_of(list(people), started_at=table.now() - timedelta(minutes=9))
    entries(game, (0, 1), (1, 2))
    assert count_answers() == 0 and not AnswerTimes.objects.exists()


@pytest.mark.parametrize("by", ["order", "clock", "agreed"])
def test_what_nobody_did_by_hand_is_no_answer(people: tuple[User, User], by: str) -> None:
    game = long_ago(people)
    entries(game, (0, 10))
    entries(game, (1, 40), by=by)
    assert count_answers() == 0


@pytest.mark.parametrize("fields", [{"options": {"move_time": DAY - 60}}, {"secret_table": True}])
def test_fast_games_and_secret_ones_are_left_out(people: tuple[User, User], fields: dict[str, object]) -> None:
    entries(long_ago(people, **fields), (0, 10), (1, 40))
    assert count_answers() == 0


def test_bots_have_no_answer_times_and_answers_to_them_count(people: tuple[User, User]) -> None:
    ada, _ = people
    game = game_of([ada, "Bot 1"], at=table.now() - timedelta(days=3))
    entries(game, (0, 10))
    entries(game, (1, 10), by="bot")
    entries(game, (0, 70))
    assert count_answers() == 1 and counts(ada) == {"1 to 5 min": 1}


@pytest.mark.parametrize(
    ("seconds", "label"),
    [(0, "under 1 min"), (59.9, "under 1 min"), (60, "1 to 5 min"), (86_399, "12 to 24 h"), (86_400, "over a day")],
)
def test_spans_begin_where_the_one_before_ends(seconds: float, label: str) -> None:
    assert SPANS[span_of(timedelta(seconds=seconds))].label == label


def test_usually_is_three_answers_of_four() -> None:
    assert usually([3, 0, 0, 0, 1, 0, 0, 0]) == "within a minute"
    assert usually([2, 0, 0, 0, 2, 0, 0, 0]) == "within six hours"
    assert usually([0] * 8) == ""


@pytest.mark.parametrize("kind", ["offer_draw", "accept_draw", "refuse_draw"])
def test_a_move_about_a_draw_answers_no_decision(people: tuple[User, User], kind: str) -> None:
    game = long_ago(people, ruleset="deedland")
    entries(game, (0, 10))
    Move.objects.create(
        game=game, number=1, seat=1, move=f'{{"type":"{kind}"}}', by="player", at=table.now() - DAYS, events="[]"
    )
    assert count_answers() == 0
