"""Early answers on the table page: leaving, taking off, what they do, and that nobody else sees them before."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client

from accounts.models import User
from games.models import StandingOrder
from tests.pages.page_tree import by_id, parse, text
from tests.pages.people import People

THREE = ("Ada", "Bob", "Cid")
DECLINE: dict[str, Any] = {"type": "decline"}
BUY: dict[str, Any] = {"type": "buy"}
END_TURN: dict[str, Any] = {"type": "end_turn"}

Make = Callable[..., People]


def early(page: str) -> str:
    return text(by_id(parse(page.encode()), "early"))


def for_sale(game: People) -> int:
    return int(game.state.position[game.state.asked])


def auction(people: Make) -> tuple[People, int, int]:
    """Give a game in which a square is at auction, the seat that is asked, and the one that comes after it."""
    game = people(THREE)
    game.move(0, DECLINE)
    asked = game.state.asked
    return game, asked, 3 - asked


def everywhere(game: People, but: int) -> dict[str, str]:
    """Give all that anybody but one seat can be shown of a game."""
    staff = User.objects.filter(is_staff=True).first()
    if staff is None:
        staff = User.objects.create_superuser("staff@example.org", "Operator", "a long enough password")
    readers: dict[str, Client] = {name: game.clients[n] for n, name in enumerate(THREE) if n != but}
    readers["stranger"], readers["staff"] = Client(), Client()
    readers["staff"].force_login(staff)
    shown = {}
    for name, client in readers.items():
        for rest in ("", "live/", "record.json", "replay/", "replay/?move=last"):
            response = client.get(game.url(rest))
            assert response.status_code == 200
            headers = {key: value for key, value in response.headers.items() if key != "X-Now"}
            body = parse_out(response.content.decode())
            shown[f"{name} {rest}"] = f"{headers.get('ETag')} {body}"
    pk = game.game.pk
    for address in (f"/admin/games/game/{pk}/change/", "/admin/games/game/", "/admin/"):
        response = readers["staff"].get(address)
        assert response.status_code == 200
        shown[address] = parse_out(response.content.decode())
    return shown


def parse_out(body: str) -> str:
    """Take out what differs from one answer to the next whatever happens: CSRF values, and times of the reading."""
    import re

    body = re.sub(r'(csrfmiddlewaretoken" value=|data-now=)"[^"]*"', "", body)
    return re.sub(r"\d+ (h|min|s)( \d+ (min|s))?(?=</b>)", "", body)


class TestLeaving:
    def test_the_page_says_exactly_what_each_one_does(self, people: Make) -> None:
        game, _, later = auction(people)
        said = early(game.page(later))
        assert "Nobody else can see it before it acts" in said
        for part in (
            "you bid the least that nobody asked after you could beat, or your whole limit where that is less",
            "If the limit is no more than the best bid by then, you pass",
            "It is good for this auction only",
            "ends as soon as you could end it and can neither build nor lift a mortgage",
            "Refuse all offers in Ada’s turn",
            "Whatever is offered to you in this turn is refused at once",
        ):
            assert part in said

    def test_a_bid_is_left_shown_to_its_owner_and_acts_as_the_owners_own_move(self, people: Make) -> None:
        game, asked, later = auction(people)
        square = game.state.auction.square
        left = game.post(later, "orders/", type="bid_up_to", square=square, amount=7)
        assert left.status_code == 303 and left["Location"] == game.url()
        assert "Bid up to 7 for" in early(game.page(later))
        game.move(asked, {"type": "bid", "amount": 3})
        bid = game.game.moves.filter(seat=later).first()
        # Nobody is asked afterwards, so the least bid that beats the best one wins.
        assert bid is not None and bid.by == "order" and '"amount":4' in bid.move
        name = game.users[later].name
        assert f"{name} bid 4 for " in game.page(None) and "by an early answer." in game.page(None)
        assert "You bid 4 for " in game.page(later)
        assert "Bid up to" not in game.page(later)

    def test_since_ones_last_move_tells_what_an_early_answer_did(self, people: Make) -> None:
        game, asked, later = auction(people)
        game.post(later, "orders/", type="bid_up_to", square=game.state.auction.square, amount=7)
        game.move(asked, {"type": "pass"})
        said = text(by_id(parse(game.page(later).encode()), "since"))
        assert "You bid" in said and "by an early answer." in said

    def test_a_bid_that_stands_can_be_changed(self, people: Make) -> None:
        game, _, later = auction(people)
        square = game.state.auction.square
        for amount in (7, 0, 30):
            assert game.post(later, "orders/", type="bid_up_to", square=square, amount=amount).status_code == 303
        assert StandingOrder.objects.count() == 1 and "Bid up to 30 for" in early(game.page(later))
        assert "Change the limit" in early(game.page(later))

    def test_who_is_asked_to_bid_bids_by_the_question_and_not_ahead(self, people: Make) -> None:
        game, asked, later = auction(people)
        assert "A bid for" not in early(game.page(asked)) and "A bid for" in early(game.page(later))

    def test_turns_that_have_nothing_to_build_end_by_themselves(self, people: Make) -> None:
        game = people()
        assert game.post(0, "orders/", **END_TURN).status_code == 303
        game.move(0, BUY)
        ended = game.game.moves.filter(seat=0, by="order").first()
        assert ended is not None and ended.move == '{"type":"end_turn"}'
        assert "Ada ended the turn, by an early answer." in game.page(1)
        # It goes on in every turn, until it is taken off.
        assert "End my turn unless I can build" in early(game.page(0))
        assert 'value="end_turn"' not in game.page(0)

    def test_offers_of_a_turn_are_refused_ahead(self, people: Make) -> None:
        game = people()
        game.move(0, BUY)
        turn = game.state.turns
        assert game.post(1, "orders/", type="refuse_offers", turn=turn).status_code == 303
        [square] = [p for p, owner in enumerate(game.state.owner) if owner == 0]
        game.move(0, {"type": "offer", "to": 1, "give": [square], "get": [], "give_cash": 0, "get_cash": 1})
        assert "Bob refused your offer, by an early answer." in game.page(0)

    def test_one_is_taken_off(self, people: Make) -> None:
        game = people()
        game.post(0, "orders/", **END_TURN)
        off = f"orders/{StandingOrder.objects.get().pk}/off/"
        assert off in game.page(0)
        assert game.post(1, off).status_code == 409 and StandingOrder.objects.exists()
        assert game.post(None, off).status_code == 403 and StandingOrder.objects.exists()
        assert game.post(0, off).status_code == 303 and not StandingOrder.objects.exists()
        gone = game.post(0, off)
        assert gone.status_code == 409 and "no longer there" in gone.content.decode()

    def test_what_is_left_too_late_is_refused_on_the_current_table(self, people: Make) -> None:
        game, asked, later = auction(people)
        square = game.state.auction.square
        game.move(asked, {"type": "pass"})
        game.move(later, {"type": "pass"})
        late = game.post(later, "orders/", type="bid_up_to", square=square, amount=7)
        assert late.status_code == 409 and "no auction for that square now" in late.content.decode()

    @pytest.mark.parametrize(
        "form",
        [
            {},
            {"type": "bid_up_to"},
            {"type": "bid_up_to", "square": "x", "amount": "1"},
            {"type": "bid_up_to", "square": "1", "amount": "-1"},
            {"type": "bid_up_to", "square": "1", "amount": ["1", "2"]},
            {"type": "end_turn", "turn": "1"},
            {"type": "refuse_offers"},
            {"type": "timeout"},
            {"type": "resign"},
        ],
    )
    def test_what_is_no_early_answer_is_refused(self, people: Make, form: dict[str, Any]) -> None:
        game = people()
        assert game.post(0, "orders/", **form).status_code == 400
        assert not StandingOrder.objects.exists()

    def test_who_watches_leaves_none(self, people: Make) -> None:
        game = people()
        assert game.post(None, "orders/", **END_TURN).status_code == 403
        assert 'id="early"' not in game.page(None)


class TestPrivacy:
    def test_nothing_that_anybody_else_is_shown_changes_when_one_is_left_or_taken_off(self, people: Make) -> None:
        game, _, later = auction(people)
        before = everywhere(game, later)
        own = game.clients[later].get(game.url("live/"))["ETag"]
        game.post(later, "orders/", type="bid_up_to", square=game.state.auction.square, amount=7)
        game.post(later, "orders/", **END_TURN)
        game.post(later, "orders/", type="refuse_offers", turn=game.state.turns)
        assert StandingOrder.objects.count() == 3
        assert everywhere(game, later) == before
        assert game.clients[later].get(game.url("live/"))["ETag"] != own
        game.post(later, f"orders/{StandingOrder.objects.first().pk}/off/")  # type: ignore[union-attr]
        assert everywhere(game, later) == before

    def test_what_is_compared_does_tell_a_change_that_all_may_see(self, people: Make) -> None:
        game, _, later = auction(people)
        before = everywhere(game, later)
        game.post(later, "propose/", kind="pause", days=1)
        after = everywhere(game, later)
        assert all(after[key] != before[key] for key in ("Ada ", "Ada live/", "stranger live/"))

    def test_a_game_does_not_look_as_if_it_had_changed(self, people: Make) -> None:
        game, _, later = auction(people)
        before = row_of(game)
        game.post(later, "orders/", **END_TURN)
        assert row_of(game) == before

    def test_the_admin_has_no_page_of_them(self) -> None:
        assert not admin.site.is_registered(StandingOrder)


def row_of(game: People) -> dict[str, object]:
    return dict(type(game.game).objects.filter(public_id=game.id).values()[0])
