"""What belongs to others: their tokens, ids, seats, games, proposals, orders, links."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import PersonalToken, User
from games import table
from games.mail import links
from games.mail.links import Link
from games.models import Proposal, StandingOrder
from games.who import Who
from tests.attacks.doors import Door, Page, program
from tests.attacks.unchanged import nothing_written
from tests.clock.tables import BUY, DECLINE, END_TURN, Played, Tables, person

pytestmark = pytest.mark.django_db

AsDoor = Callable[[User], Door]


@pytest.fixture
def game(tables: Tables) -> Played:
    return tables.start(3)


@pytest.fixture
def other(tables: Tables) -> Played:
    """Another game of the same people, at the same decision."""
    return tables.start(3)


class TestTokens:
    def test_the_token_of_another_seat_is_worth_nothing_to_who_brings_it(self, game: Played, door: AsDoor) -> None:
        token = game.token(0)
        for name in ("bob", "cleo"):
            other = door(person(name))
            with nothing_written():
                assert other.play(game.id, token, BUY).status == 409

    def test_whoever_has_no_seat_is_told_so_whatever_token_is_brought(self, game: Played, door: AsDoor) -> None:
        dan = door(person("dan"))
        with nothing_written():
            assert dan.play(game.id, game.token(0), BUY).status == 403

    def test_an_old_token_is_stale_for_good(self, game: Played, door: AsDoor) -> None:
        ada, old = door(person("ada")), game.token(0)
        assert ada.play(game.id, old, DECLINE).taken
        with nothing_written():
            for move in (DECLINE, BUY, END_TURN):
                assert ada.play(game.id, old, move).status == 409

    @pytest.mark.parametrize("token", ["", " ", "1", "-1", "00", "0 ", "0.0", "\x00", "٠", "1e0", "x" * 20, "null"])
    def test_what_is_no_token_moves_nothing(self, game: Played, door: AsDoor, token: str) -> None:
        ada = door(person("ada"))
        with nothing_written():
            assert ada.play(game.id, token, BUY).status == 409

    def test_a_personal_token_acts_for_its_person_alone_whoever_is_signed_in(self, game: Played) -> None:
        bob = program(person("bob"))
        browser = Client()
        browser.force_login(person("ada"))
        bob.client.cookies = browser.cookies
        with nothing_written():
            # In a browser of ada's, whose turn it is, bob's token is bob.
            assert bob.play(game.id, game.token(0), BUY).status == 409

    def test_a_personal_token_that_is_gone_acts_for_nobody(self, game: Played) -> None:
        ada = program(person("ada"))
        PersonalToken.objects.all().delete()
        with nothing_written():
            assert ada.play(game.id, "0", BUY).status == 401

    @pytest.mark.parametrize(
        "given",
        [
            "Bearer",
            "Bearer ",
            "Bearer landlord_",
            "Bearer landlord_" + "x" * 43,
            "Bearer landlord_" + "x" * 100_000,
            "Bearer landlord_\x00",
            "Bearer landlord_é",
            "bearer  landlord_x y",
            "Basic YWRhOmFkYQ==",
            "Token landlord_x",
            "\x00",
            "é",
        ],
    )
    def test_what_is_no_personal_token_is_refused_also_beside_a_session(self, game: Played, given: str) -> None:
        browser = Client()
        browser.force_login(person("ada"))
        with nothing_written():
            for path in ("account/", f"games/{game.id}/"):
                answer = browser.get(f"/api/v1/{path}", headers={"Authorization": given})
                assert answer.status_code == 401 and answer.json()["code"] == "bad_token"
                assert answer["WWW-Authenticate"].startswith("Bearer")

    def test_a_hash_of_a_token_is_no_token(self, game: Played) -> None:
        program(person("ada"))
        hashed = PersonalToken.objects.get().hashed
        for given in (hashed, f"landlord_{hashed}"):
            answer = Client().get("/api/v1/account/", headers={"Authorization": f"Bearer {given}"})
            assert answer.status_code == 401


class TestSeatsInTheBody:
    def test_no_form_names_a_seat(self, game: Played) -> None:
        browser = Client()
        browser.force_login(person("bob"))
        for more in ({"seat": "0"}, {"user": "1"}, {"who": "ada"}, {"by": "clock"}):
            form = {"token": game.token(0), "move": '{"type":"buy"}', **more}
            with nothing_written():
                assert browser.post(f"/games/{game.id}/move/", form).status_code == 400

    @pytest.mark.parametrize(
        "more", [{"seat": 0}, {"user": 1}, {"by": "clock"}, {"game": "x"}, {"token": "0", "Token": "0"}, {"": 0}]
    )
    def test_no_body_names_one(self, game: Played, more: dict[str, Any]) -> None:
        bob, ada = program(person("bob")), program(person("ada"))
        for caller in (bob, ada):
            with nothing_written():
                told = caller._send("post", f"games/{game.id}/moves/", {"token": "0", "moves": [BUY], **more}, {})
            assert told.status == 400

    @pytest.mark.parametrize("more", [{"seat": 0}, {"by": "clock"}, {"at": "2020-01-01T00:00:00Z"}])
    def test_no_move_names_one(self, game: Played, door: AsDoor, more: dict[str, Any]) -> None:
        ada = door(person("ada"))
        with nothing_written():
            assert ada.play(game.id, "0", {**BUY, **more}).status == 400

    def test_the_clocks_entries_are_the_clocks(self, game: Played, door: AsDoor) -> None:
        ada = door(person("ada"))
        with nothing_written():
            assert ada.play(game.id, "0", {"type": "timeout"}).status in (400, 409)


class TestIds:
    def test_a_proposal_of_another_game_is_not_answered_here(self, game: Played, other: Played, door: AsDoor) -> None:
        proposal = other.propose(0, Proposal.Kind.PAUSE, 2)
        bob = door(person("bob"))
        with nothing_written():
            assert bob.act(game.id, f"proposals/{proposal.pk}", accept=True).status == 409
        assert door(person("dan")).act(other.id, f"proposals/{proposal.pk}", accept=True).status == 403

    def test_an_order_of_another_seat_or_game_is_not_taken_off(self, game: Played, other: Played, door: AsDoor) -> None:
        game.order(1, type="end_turn")
        order = StandingOrder.objects.get()
        ada, bob, dan = (door(person(name)) for name in ("ada", "bob", "dan"))
        with nothing_written():
            # Bob's, at this table: not for ada to take off, and not by another game's address.
            assert ada.act(game.id, f"orders/{order.pk}").status == 409
            assert bob.act(other.id, f"orders/{order.pk}").status == 409
            assert dan.act(game.id, f"orders/{order.pk}").status == 403
        assert bob.act(game.id, f"orders/{order.pk}").taken

    def test_the_number_of_an_order_counts_no_orders(self, game: Played) -> None:
        numbers = []
        for seat in (0, 1, 1, 0):
            before = time.time_ns() // 1000
            game.order(seat, type="ask_if_square", square=1 + 2 * len(numbers))
            number = StandingOrder.objects.latest("pk").pk
            # The moment at which its own player left it, and nothing of what others did meanwhile.
            assert before <= number <= time.time_ns() // 1000
            numbers.append(number)
        assert numbers == sorted(set(numbers))

    def test_anothers_order_is_refused_in_the_words_of_one_that_is_not_there(self, game: Played, door: AsDoor) -> None:
        game.order(1, type="end_turn")
        order, ada = StandingOrder.objects.get(), door(person("ada"))
        there, nowhere = (ada.act(game.id, f"orders/{n}") for n in (order.pk, order.pk + 1000))
        assert (there.status, there.sentence) == (nowhere.status, nowhere.sentence)

    @pytest.mark.parametrize(
        "number", ["0", "-1", "01", "1.0", "9" * 18, "9" * 19, "9" * 400, "١", "%00", "1%2F2", "x"]
    )
    def test_a_number_of_no_row_is_nowhere(self, game: Played, number: str) -> None:
        browser, ada = Client(), program(person("ada"))
        browser.force_login(person("ada"))
        with nothing_written():
            page = browser.post(f"/games/{game.id}/proposals/{number}/", {"answer": "accept"})
            told = ada._send("post", f"games/{game.id}/proposals/{number}/", {"accept": True}, {})
            off = browser.post(f"/games/{game.id}/orders/{number}/off/")
        expected = 409 if number == "9" * 18 else 404
        assert (page.status_code, told.status, off.status_code) == (expected,) * 3

    @pytest.mark.parametrize(
        "game_id",
        ["x", "bcdfghjkmnp", "bcdfghjkmnpqr", "BCDFGHJKMNPQ", "bcdfghjkmnpa", "..%2Fadmin", "%00" * 12, "é" * 12],
    )
    def test_an_id_of_another_shape_is_nowhere_and_one_of_no_game_is_told_as_such(
        self, game: Played, door: AsDoor, game_id: str
    ) -> None:
        ada = door(person("ada"))
        with nothing_written():
            assert ada.play(game_id, "0", BUY).status == 404
            assert ada.play("bcdfghjkmnpq", "0", BUY).status == 404

    def test_an_open_table_of_others_is_neither_started_nor_cancelled_nor_made_ready(
        self, game: Played, door: AsDoor
    ) -> None:
        opener = person("ada")
        opened = table.open_table(*_plan(opener))
        bob = door(person("bob"))
        with nothing_written():
            for what, fields in (
                ("start", {"client_seed": "x"}),
                ("cancel", {}),
                ("ready", {"ready": True}),
                ("stand-up", {}),
                ("seed", {"client_seed": "x"}),
                ("invite", {"name": "cleo"}),
            ):
                assert bob.act(opened.public_id, what, **fields).status == 403, what


def _plan(opener: User) -> tuple[Any, ...]:
    from games import guests, members

    return guests.RULES, [members.sitter(opener)], table.Plan(3, {"move_time": 86_400})


class TestLinksOfMails:
    def _link(self, game: Played, whose: int, **other: Any) -> str:
        wait = game.seat(whose).wait
        user = game.people[whose].user
        assert user is not None
        fields = {"game": game.id, "user": user, "seat": whose, "wait": wait, "count": 0, "moves": ('{"type":"buy"}',)}
        return links.address(Link(**{**fields, **other})).removeprefix("http://testserver")  # type: ignore[arg-type]

    def test_a_link_of_one_game_does_not_open_another(self, game: Played, other: Played) -> None:
        # Even with the site's own signature: the parts of a link hold together only as the site made them.
        browser = Client()
        with nothing_written():
            for wrong in ({"seat": 1}, {"user": game.people[1].user}, {"wait": 99}, {"user": 10**9}, {"seat": 7}):
                for answer in (browser.get(self._link(game, 0, **wrong)), browser.post(self._link(game, 0, **wrong))):
                    assert 400 <= answer.status_code < 500, wrong

    def test_a_changed_link_is_no_link(self, game: Played) -> None:
        whole = self._link(game, 0)
        head, _, token = whole.rstrip("/").rpartition("/")
        payload, _, signature = token.rpartition(".")
        foreign = self._link(game, 1).rstrip("/").rpartition("/")[2].rpartition(".")[2]
        unsubscribe = links.no_more(1, "turn").rstrip("/").rpartition("/")[2]
        with nothing_written():
            for changed in (
                f"{payload}.{foreign}",
                f"{payload[:-1]}.{signature}",
                payload,
                f".{signature}",
                f"{payload}.{signature}x",
                unsubscribe,
                "x" * 5000,
                "%00",
                "eyJhIjoxfQ.x",
            ):
                for method in ("get", "post"):
                    answer = getattr(Client(), method)(f"{head}/{changed}/")
                    assert answer.status_code in (400, 404), changed


def test_a_session_of_somebody_else_at_a_page_is_that_somebody(game: Played) -> None:
    """A form that was shown to ada and is posted by bob's browser is bob's, and not taken."""
    bob = Page(Client())
    bob.client.force_login(person("bob"))
    with nothing_written():
        assert bob.play(game.id, game.token(0), BUY).status == 409
    assert table.play(game.id, Who(user=person("ada").pk), game.token(0), ['{"type":"buy"}']).made == 1
