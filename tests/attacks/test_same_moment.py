"""Many requests at one moment: one of them counts, and each of the others is told what became of it."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import GivenAnswer, User
from accounts.tasks import clear_sessions
from games.models import Move
from landlord.celery import app
from tests.attacks.doors import Door, Program, Told, page, program
from tests.clock.tables import ACCEPT, BUY, DECLINE, REFUSE, WITHDRAW, Played, Tables, offer, person
from tests.mail.moments import position
from tests.together import at_once

pytestmark = pytest.mark.django_db(transaction=True)

AsDoor = Callable[[User], Door]
MANY = 50


@pytest.fixture
def tables(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Tables:
    return Tables(monkeypatch)


def whole(game: Played) -> None:
    """Hold that the record has each number once, and that playing it again leads here."""
    numbers = list(Move.objects.filter(game__public_id=game.id).order_by("number").values_list("number", flat=True))
    assert numbers == list(range(game.game.move_count)) and game.state.moves == len(numbers)


def statuses(told: list[Told]) -> Counter[int]:
    return Counter(each.status for each in told)


class TestOneDecision:
    def test_the_same_move_posted_fifty_times_is_made_once(self, tables: Tables, door: AsDoor) -> None:
        game = tables.start()
        ada = door(person("ada"))
        told = at_once(*[partial(ada.once_more().play, game.id, "0", BUY) for _ in range(MANY)])
        assert statuses(told) == {200: 1, 409: MANY - 1}
        assert all("already answered" in each.sentence for each in told if not each.taken)
        assert game.entries == [(0, "buy", "player")]
        whole(game)

    def test_of_fifty_different_moves_for_one_decision_one_is_made(self, tables: Tables, door: AsDoor) -> None:
        game = tables.start()
        game.arrange(position(0, "manage", **{f"s{square}": 0 for square in range(1, 40)}))
        squares = list(range(1, 40)) + list(range(1, MANY - 38))
        moves = [{"type": "mortgage", "square": square} for square in squares]
        ada, token = door(person("ada")), game.token(0)
        told = at_once(*[partial(ada.once_more().play, game.id, token, move) for move in moves])
        taken = [each for each in told if each.taken]
        # The first is made, and its token is gone with it: corners and cards that win the race are told as illegal.
        assert len(taken) == 1 and statuses(told)[409] == MANY - 1
        assert all(each.sentence for each in told if not each.taken)
        assert sum(game.state.mortgaged) == 1 and [kind for _, kind, _ in game.entries] == ["mortgage"]
        whole(game)

    def test_of_two_different_answers_by_the_two_ways_one_is_made(self, tables: Tables) -> None:
        for _ in range(4):
            game = tables.start()
            ada = person("ada")
            by_page, by_program = page(ada), program(ada)
            told = at_once(partial(by_page.play, game.id, "0", BUY), partial(by_program.play, game.id, "0", DECLINE))
            assert statuses(told) == {200: 1, 409: 1}
            assert [seat for seat, _, by in game.entries if by == "player"] == [0]

    def test_resigning_many_times_at_once_is_one_leaving(self, tables: Tables, door: AsDoor) -> None:
        game = tables.start(seats=3)
        bob = door(person("bob"))
        told = at_once(*[partial(bob.once_more().act, game.id, "resign") for _ in range(10)])
        assert statuses(told) == {200: 1, 409: 9}
        assert game.entries == [(1, "resign", "player")]
        game.resign(0)
        assert game.verdict() == "ok"


def _offered(tables: Tables) -> Played:
    """Seat 0 has offered Wellhead Lane to seat 1 for 5."""
    game = tables.start()
    game.arrange(position(0, "manage", s1=0, s6=1))
    game.play(0, offer(1, give=[1], get_cash=5))
    return game


class TestOffers:
    def test_accept_against_withdraw_has_one_winner(self, tables: Tables, door: AsDoor) -> None:
        won = Counter[str]()
        for round_ in range(10):
            game = _offered(tables)
            giver, receiver = door(person("ada")), door(person("bob"))
            withdraw = partial(giver.play, game.id, giver.token(game.id), WITHDRAW)
            accept = partial(receiver.play, game.id, receiver.token(game.id), ACCEPT)
            # Each has the start in half of the rounds.
            told = at_once(*((withdraw, accept) if round_ % 2 else (accept, withdraw)))
            assert statuses(told) == {200: 1, 409: 1}
            (entry,) = game.entries[1:]
            state = game.state
            won[entry[1]] += 1
            if entry[1] == "accept":
                assert state.owner[1] == 1 and state.cash[:2] == [155, 145]
            else:
                assert entry == (0, "withdraw", "player")
                assert state.owner[1] == 0 and state.cash[:2] == [150, 150]
            assert state.offer is None and (state.decision, state.asked) == ("manage", 0)
            whole(game)
        assert won.total() == 10

    def test_accepting_many_times_at_once_trades_once(self, tables: Tables, door: AsDoor) -> None:
        game = _offered(tables)
        receiver = door(person("bob"))
        token = receiver.token(game.id)
        told = at_once(*[partial(receiver.once_more().play, game.id, token, ACCEPT) for _ in range(20)])
        assert statuses(told) == {200: 1, 409: 19}
        assert game.state.cash[:2] == [155, 145] and [kind for _, kind, _ in game.entries] == ["offer", "accept"]

    def test_accept_against_refuse_against_leaving_has_one_outcome(self, tables: Tables, door: AsDoor) -> None:
        for _ in range(4):
            game = _offered(tables)
            giver, receiver = door(person("ada")), door(person("bob"))
            token = receiver.token(game.id)
            told = at_once(
                partial(giver.act, game.id, "resign"),
                partial(receiver.play, game.id, token, ACCEPT),
                partial(receiver.once_more().play, game.id, token, REFUSE),
            )
            kinds = [kind for _, kind, _ in game.entries[1:]]
            assert kinds in (["resign"], ["accept", "resign"], ["refuse", "resign"])
            assert sum(each.taken for each in told) == len(kinds)
            assert game.game.status == "finished"


class TestKeys:
    def test_one_request_sent_twenty_times_with_its_key_has_one_effect_and_one_answer(self, tables: Tables) -> None:
        game = tables.start()
        ada = program(person("ada"))
        told = at_once(*[partial(ada.once_more().play, game.id, "0", BUY, Idempotency_Key="k-1") for _ in range(20)])
        assert statuses(told) == {200: 20} and len({each.answer.content for each in told}) == 1
        assert sum("Idempotency-Replayed" not in each.answer for each in told) == 1
        assert game.entries == [(0, "buy", "player")]

    def test_two_requests_with_one_key_at_once_are_one_request_and_a_refusal(self, tables: Tables) -> None:
        game = tables.start()
        ada = program(person("ada"))
        told = at_once(
            *[partial(ada.once_more().play, game.id, "0", move, Idempotency_Key="k-1") for move in (BUY, DECLINE)]
        )
        assert statuses(told) == {200: 1, 422: 1} and len(game.entries) == 1

    def test_a_key_belongs_to_its_caller_its_address_and_its_method(self, tables: Tables) -> None:
        game = tables.start()
        ada, bob = program(person("ada")), program(person("bob"))
        first = ada.play(game.id, "0", BUY, Idempotency_Key="k-1")
        # Another's same key neither shows that answer nor is in its way.
        other = bob.play(game.id, "0", BUY, Idempotency_Key="k-1")
        assert (first.status, other.status) == (200, 409) and "Idempotency-Replayed" not in other.answer
        elsewhere = ada.client.post(
            f"/api/v1/games/{game.id}/resign/",
            headers={"Authorization": f"Bearer {ada.bearer}", "Idempotency-Key": "k-1"},
        )
        assert elsewhere.status_code == 422 and game.seat(0).place == 0

    def test_after_a_day_the_sites_upkeep_forgets_answers(self, tables: Tables) -> None:
        game = tables.start()
        ada = program(person("ada"))
        ada.play(game.id, "0", BUY, Idempotency_Key="k-1")
        assert clear_sessions.name in [entry["task"] for entry in app.conf.beat_schedule.values()]
        clear_sessions()
        assert GivenAnswer.objects.count() == 1
        GivenAnswer.objects.update(at=timezone.now() - timedelta(hours=25))
        clear_sessions()
        assert not GivenAnswer.objects.exists()

    def test_a_person_has_no_more_answers_kept_than_one_may(self, tables: Tables, settings: Any) -> None:
        settings.API_KEYS_PER_DAY = 3
        ada = program(person("ada"))
        game = tables.start()
        told = [_ready(ada, game, f"k-{n}") for n in range(5)]
        assert [each.status for each in told] == [409, 409, 409, 429, 429]
        assert GivenAnswer.objects.count() == 3
        # What is kept is still given, and without a key one acts as before.
        assert "Idempotency-Replayed" in _ready(ada, game, "k-0").answer
        assert ada.play(game.id, "0", BUY).status == 200
        assert program(person("bob")).play(game.id, "1", BUY, Idempotency_Key="k-0").status == 409


def _ready(ada: Program, game: Played, key: str) -> Told:
    return ada._send("post", f"games/{game.id}/ready/", {"ready": True}, {"Idempotency-Key": key})
