"""Finished games become ratings, once each, and a rebuild gives the same to the last digit."""

import random
from datetime import timedelta

import pytest
from django.core.management import call_command

from accounts.leaving import delete_account
from accounts.models import User
from games import table
from games.models import Game, Seat
from leaderboard import step
from leaderboard.models import RatedGame, Rating, RatingChange, RatingClock, RatingKey, SeatKey
from leaderboard.rating import Skill, rate
from leaderboard.rebuild import rebuild
from tests.leaderboard.games import all_rows, game_of, key, person, rating_of
from tests.leaderboard.games import rate as let_rate

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def people() -> list[User]:
    return [person(name) for name in ("Ada", "Bob", "Cleo", "Dan")]


def test_a_finished_rated_game_moves_the_ratings_of_its_people(people: list[User]) -> None:
    ada, bob, *_ = people
    game = game_of([ada, bob])
    assert let_rate() == 1
    expected = rate({0: 1, 1: 2}, {0: Skill(), 1: Skill()})
    for user, seat, place in ((ada, 0, 1), (bob, 1, 2)):
        row, change = rating_of(user), RatingChange.objects.get(key__user=user)
        assert (row.mu, row.sigma) == (expected[seat].mu, expected[seat].sigma) == (change.mu, change.sigma)
        assert (row.games, row.wins, row.places) == (1, int(place == 1), place)
        assert (change.game, change.seat, change.place, change.people) == (game, seat, place, 2)
        assert (change.mu_before, change.sigma_before) == (25.0, 25.0 / 3.0)
        assert row.trend == [1000, row.rating] == [change.before, change.after]
        assert row.last_played == game.finished_at


def test_a_second_step_changes_nothing(people: list[User]) -> None:
    game_of(people)
    let_rate()
    before = all_rows()
    assert let_rate() == 0
    assert all_rows() == before


def test_bots_and_guests_are_left_out_of_the_ranking(people: list[User]) -> None:
    game_of(["Bot 1", people[0], "Guest", people[1]])
    let_rate()
    places = RatingChange.objects.order_by("seat").values_list("seat", "place", "people")
    assert list(places) == [(1, 1, 2), (3, 2, 2)]
    assert RatingKey.objects.count() == 2


def test_one_person_alone_is_not_rated_and_not_looked_at_again(people: list[User]) -> None:
    game_of(["Bot 1", people[0], "Guest"])
    assert let_rate() == 1
    assert RatedGame.objects.count() == 1
    assert not RatingChange.objects.exists() and not Rating.objects.exists()
    assert not step.waiting(None).exists()


@pytest.mark.parametrize(
    "fields", [{"rated": False}, {"void": "Two accounts of one person"}, {"status": Game.Status.RUNNING}]
)
def test_what_does_not_count_gets_no_number(people: list[User], fields: dict[str, object]) -> None:
    game_of(people, **fields)
    assert let_rate() == 0
    assert not RatedGame.objects.exists()


def test_ties_tie(people: list[User]) -> None:
    game_of(people[:3], [[0, 2], [1]])
    let_rate()
    assert rating_of(people[0]).mu == rating_of(people[2]).mu > rating_of(people[1]).mu
    assert rating_of(people[1]).places == 3


def test_five_games_make_a_rating_settled_and_the_trend_has_ten(people: list[User]) -> None:
    ada, bob, *_ = people
    for number in range(1, 13):
        game_of([ada, bob])
        let_rate()
        row = rating_of(ada)
        assert row.provisional == (number < 5)
        assert len(row.trend) == min(number, 10) + 1
    changes = RatingChange.objects.filter(key__user=ada).order_by("number")
    assert row.trend == [changes[2].before, *(change.after for change in changes[2:])]


def test_games_are_rated_in_the_order_of_their_ends(people: list[User]) -> None:
    now = table.now()
    late = game_of(people[:2], at=now)
    early = game_of(people[:2], at=now - timedelta(minutes=5))
    let_rate()
    assert list(RatedGame.objects.order_by("number").values_list("game", flat=True)) == [early.pk, late.pk]


def test_a_game_committed_after_later_ones_were_rated_is_still_found(people: list[User]) -> None:
    game_of(people[:2])
    let_rate()
    let_rate()
    game_of(people[2:], at=table.now() - timedelta(minutes=50))
    assert let_rate() == 1


def test_a_game_that_was_passed_over_for_long_is_found_by_the_slow_look(people: list[User]) -> None:
    game_of(people[:2])
    let_rate()
    let_rate()
    game = game_of(people[2:], at=table.now() - timedelta(days=3))
    assert let_rate() == 0
    assert step.rate_overlooked() == 1
    assert RatedGame.objects.get(game=game).number == 2


def test_the_lost_row_of_the_lock_comes_back_with_the_right_number(people: list[User]) -> None:
    game_of(people)
    let_rate()
    RatingClock.objects.all().delete()
    game_of(people)
    assert let_rate() == 1
    assert sorted(RatedGame.objects.values_list("number", flat=True)) == [1, 2]


def random_games(people: list[User], count: int, rng: random.Random) -> None:
    now = table.now()
    for n in range(count):
        at_table: list[User | str] = list(rng.sample(people, rng.choice((1, 2, 3, 4))))
        at_table += ["Bot 1"] * rng.choice((0, 0, 1)) if len(at_table) < 4 else []
        seats = list(range(len(at_table)))
        rng.shuffle(seats)
        placings = [[seat] for seat in seats]
        if rng.random() < 0.2 and len(placings) > 1:
            placings[:2] = [placings[0] + placings[1]]
        game_of(at_table, placings, at=now + timedelta(seconds=n))
        if rng.random() < 0.2:
            let_rate()
    let_rate()


def test_a_rebuild_gives_the_same_to_the_last_digit(people: list[User]) -> None:
    random_games(people, 60, random.Random(4))
    before = all_rows()
    assert rebuild() == 60
    assert all_rows() == before


def test_a_rebuild_comes_in_chunks_and_tells_how_far_it_is(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    random_games(people, 25, random.Random(5))
    before, told = all_rows(), []
    monkeypatch.setattr("leaderboard.rebuild.CHUNK", 10)
    rebuild(lambda done, total: told.append((done, total)))
    assert told == [(10, 25), (20, 25), (25, 25)]
    assert all_rows() == before


def test_after_voiding_a_rebuild_is_as_if_the_game_had_not_been(people: list[User]) -> None:
    ada, bob, cleo, _ = people
    games = [game_of([ada, bob]), game_of([bob, cleo]), game_of([cleo, ada])]
    let_rate()
    whole = all_rows()
    table.void(games[0].public_id, "Two accounts of one person")
    rebuild()
    expected = rate({0: 1, 1: 2}, {0: Skill(), 1: Skill()})
    assert rating_of(bob).mu == expected[0].mu and rating_of(bob).games == 1
    table.lift_void(games[0].public_id)
    rebuild()
    assert all_rows() == whole


def test_the_command_rebuilds_and_rates_what_had_no_number(people: list[User], capsys: pytest.CaptureFixture) -> None:
    game_of(people)
    let_rate()
    lifted = game_of(people, at=table.now() - timedelta(days=9), void="Something")
    let_rate()
    Game.objects.filter(pk=lifted.pk).update(void="")
    call_command("rebuild_ratings")
    assert capsys.readouterr().out == "Ratings are made anew from 1 games, and 1 more.\n"
    assert RatedGame.objects.get(game=lifted).number == 2


def test_a_person_who_goes_leaves_a_key_without_a_name_and_history_stays(people: list[User]) -> None:
    ada, bob, *_ = people
    game_of([ada, bob])
    let_rate()
    kept = key(bob).pk
    unrated = game_of([bob, ada])
    before = all_rows()
    delete_account(bob)
    assert RatingKey.objects.get(pk=kept).user is None
    # The rows of before stand, and say nothing of who it was.
    assert all_rows() == before
    assert let_rate() == 1 and RatedGame.objects.filter(game=unrated).exists()
    assert Rating.objects.get(key=kept).games == 2
    whole = all_rows()
    rebuild()
    assert all_rows() == whole


def test_a_key_is_kept_of_a_person_who_goes_before_any_game_was_rated(people: list[User]) -> None:
    ada, bob, *_ = people
    game_of([ada, bob])
    delete_account(bob)
    delete_account(ada)
    let_rate()
    assert Rating.objects.count() == 2 and not Rating.objects.filter(key__user__isnull=False).exists()


def test_a_row_deleted_without_the_signal_keeps_its_key_too(people: list[User]) -> None:
    ada, bob, *_ = people
    game_of([ada, bob])
    let_rate()
    kept = key(bob).pk
    bob.delete()
    game_of([ada, people[2]])
    let_rate()
    whole = all_rows()
    rebuild()
    assert all_rows() == whole and RatingChange.objects.filter(key=kept).count() == 1


def test_a_seat_of_which_nothing_is_known_gets_a_key_of_its_own(people: list[User]) -> None:
    game_of(people[:2])
    Seat.objects.filter(user=people[1]).update(user=None)
    let_rate()
    assert Rating.objects.count() == 2
    whole = all_rows()
    rebuild()
    assert all_rows() == whole


def test_the_seat_at_an_open_table_of_a_person_who_goes_is_nobodys(people: list[User]) -> None:
    ada, bob, *_ = people
    game = game_of([ada, bob], status=Game.Status.OPEN, finished_at=None, placings=None, opener=ada)
    delete_account(bob)
    assert not SeatKey.objects.filter(game=game).exists()


def test_those_who_share_a_first_place_are_rated_as_tied_and_ahead_of_who_left_before(people: list[User]) -> None:
    game_of(people, [[0, 2], [3], [1]])
    let_rate()
    expected = rate({0: 1, 2: 1, 3: 3, 1: 4}, dict.fromkeys(range(4), Skill()))
    for seat, user in enumerate(people):
        assert rating_of(user).skill == expected[seat]
    ada, bob, cleo, dan = (rating_of(user) for user in people)
    assert ada.skill == cleo.skill and ada.mu > 25 > dan.mu > bob.mu
    assert (ada.wins, cleo.wins, dan.wins) == (1, 1, 0) and (dan.places, bob.places) == (3, 4)


def test_a_draw_brings_unequal_ratings_nearer_to_each_other(people: list[User]) -> None:
    ada, bob, *_ = people
    for _ in range(3):
        game_of([ada, bob])
    let_rate()
    apart = rating_of(ada).mu - rating_of(bob).mu
    game_of([ada, bob], [[0, 1]])
    let_rate()
    assert 0 < rating_of(ada).mu - rating_of(bob).mu < apart


def test_each_game_has_its_own_ratings_and_a_rebuild_gives_them_again(people: list[User]) -> None:
    rng = random.Random(5)
    for number in range(20):
        sitters = rng.sample(people, 3)
        drawn = number % 4 == 0
        game_of(sitters, [[0, 1], [2]] if drawn else None, ruleset=("landlord", "deedland")[number % 2])
    let_rate()
    before = all_rows()
    assert {row.ruleset for row in Rating.objects.all()} == {"landlord", "deedland"}
    alone = game_of([people[0], people[1]], ruleset="deedland")
    untouched = Rating.objects.get(key__user=people[0], ruleset="landlord").skill
    let_rate()
    assert Rating.objects.get(key__user=people[0], ruleset="landlord").skill == untouched
    alone.void = "a test"
    alone.save()
    rebuild()
    assert [row for row in all_rows() if "game_id" not in row or row["game_id"] != alone.pk] == before
