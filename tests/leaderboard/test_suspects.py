"""Signs of two accounts that play into one hand."""

import json
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from games import table
from games.models import Game, Move
from games.rules.landlord import LANDLORD
from leaderboard.suspects import given, suspects
from tests.leaderboard.games import game_of, person, rate

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

ALL_SQUARES = [1, 3, 6]
WORTH = sum(LANDLORD.rules.board.price[square] for square in ALL_SQUARES)


@pytest.fixture
def people() -> list[User]:
    return [person(name) for name in ("Ada", "Bob", "Cleo", "Dan")]


def told(game: Game, *events: dict[str, object]) -> None:
    """Add an entry with these events to a game's record."""
    Move.objects.create(
        game=game,
        number=game.moves.count(),
        seat=1,
        move='{"type":"accept"}',
        by="player",
        at=table.now(),
        events=json.dumps(list(events)),
    )


def traded(giver: int, taker: int, give: list[int], give_cash: int, get_cash: int = 0) -> dict[str, object]:
    return {
        "event": "traded",
        "seat": giver,
        "to": taker,
        "give": give,
        "get": [],
        "give_cash": give_cash,
        "get_cash": get_cash,
    }


def left(seat: int, cash: int) -> dict[str, object]:
    return {
        "event": "left",
        "seat": seat,
        "why": "resigned",
        "place": 2,
        "heir": None,
        "sold": 0,
        "cash": cash,
        "squares": [],
        "cards": [],
    }


def found() -> list[tuple[str, str]]:
    return [(pair.giver, pair.taker) for pair in suspects(table.now() - timedelta(days=30))]


def test_one_who_always_loses_to_the_same_person_is_listed_and_the_other_way_round_is_not(people: list[User]) -> None:
    ada, bob, cleo, _ = people
    for _ in range(5):
        game_of([bob, ada])
    game_of([ada, cleo])
    rate()
    [pair] = suspects(table.now() - timedelta(days=30))
    assert (pair.giver, pair.taker, pair.games, pair.ahead, pair.of) == ("Ada", "Bob", 5, 5, 6)
    assert pair.gained > 50 and pair.always_together and not pair.gifts


@pytest.mark.parametrize(("won", "lost", "others"), [(4, 0, 0), (3, 2, 0), (5, 0, 2)])
def test_few_games_even_games_and_games_with_others_are_no_sign(
    people: list[User], won: int, lost: int, others: int
) -> None:
    ada, bob, cleo, dan = people
    for winner, loser, count in ((bob, ada, won), (ada, bob, lost), (cleo, ada, others), (dan, bob, 3)):
        for _ in range(count):
            game_of([winner, loser])
    rate()
    assert found() == []


def test_everything_given_and_then_resigned_is_listed_with_its_game(people: list[User]) -> None:
    ada, bob, *_ = people
    game = game_of([bob, ada], fates=["", "resigned"])
    told(game, traded(1, 0, ALL_SQUARES, 100))
    told(game, left(1, 20))
    rate()
    [pair] = suspects(table.now() - timedelta(days=30))
    assert (pair.giver, pair.taker, pair.gifts) == ("Ada", "Bob", [game.public_id])
    assert not pair.always_together


def test_a_gift_is_measured_by_the_money_of_its_game(people: list[User]) -> None:
    ada, bob, *_ = people
    small, large = (game_of([bob, ada], fates=["", "resigned"], ruleset="deedland") for _ in range(2))
    told(small, traded(1, 0, [], 100), left(1, 0))
    told(large, traded(1, 0, [], 60_000), left(1, 0))
    rate()
    [pair] = suspects(table.now() - timedelta(days=30))
    assert pair.gifts == [large.public_id]


def test_a_fair_trade_and_a_resignation_with_much_left_are_no_sign(people: list[User]) -> None:
    ada, bob, *_ = people
    fair = game_of([bob, ada], fates=["", "resigned"])
    told(fair, traded(1, 0, ALL_SQUARES, 100, WORTH + 90), left(1, 0))
    rich = game_of([bob, ada], fates=["", "resigned"])
    told(rich, traded(1, 0, [], 100), left(1, 101))
    bankrupt = game_of([bob, ada], fates=["", "bankrupt"])
    told(bankrupt, traded(1, 0, [], 100), left(1, 0))
    rate()
    assert found() == []


def test_what_came_back_is_taken_off_whoever_made_the_offer() -> None:
    trades = [traded(1, 0, ALL_SQUARES, 5), traded(0, 1, [], 30), traded(0, 2, [], 500), left(1, 7)]
    events = LANDLORD.decode_events(json.dumps(trades))
    assert given(events, lambda square: LANDLORD.rules.board.price[square], 1, 0) == (WORTH + 5 - 30, 7)


def test_only_games_of_the_period_count(people: list[User]) -> None:
    for _ in range(5):
        game_of(people[1::-1], at=table.now() - timedelta(days=40))
    rate()
    assert found() == []


def test_the_command_tells_it_in_a_line(people: list[User], capsys: pytest.CaptureFixture) -> None:
    call_command("suspects")
    assert capsys.readouterr().out == "No signs.\n"
    ada, bob, *_ = people
    for _ in range(5):
        game_of([bob, ada])
    rate()
    call_command("suspects", days=7)
    line = capsys.readouterr().out
    assert line.startswith("Ada for Bob: 5 of Ada's 5 rated games were together, Bob ahead in 5, rating gained +")
    assert line.endswith("; always the same pair\n")
    with pytest.raises(CommandError, match="period"):
        call_command("suspects", days=0)
