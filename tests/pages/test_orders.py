"""Orders on the table page: leaving, cancelling, what they do, and that nobody else sees them before."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client

from accounts.models import User
from games.models import GameSecret, StandingOrder
from games.rules.landlord import LANDLORD
from games.rules.property.state import Debt
from tests.pages.page_tree import by_id, parse, text
from tests.pages.people import People
from tests.staff import staff_browser

THREE = ("Ada", "Bob", "Cid")
DECLINE: dict[str, Any] = {"type": "decline"}
BUY: dict[str, Any] = {"type": "buy"}
END_TURN: dict[str, Any] = {"type": "end_turn"}

Make = Callable[..., People]


def part(page: str, name: str = "orders") -> str:
    """The words of a part of the page."""
    return text(by_id(parse(page.encode()), name))


def forms(game: People, reader: int) -> str:
    """The page on which a player leaves orders."""
    return game.page(reader, "orders/")


def standing(page: str) -> list[str]:
    """The orders that the page lists as standing."""
    return [text(e.findall("h3")[0]) for e in parse(page.encode()).iter("div") if e.get("class") == "standing"]


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
    readers["stranger"], readers["staff"] = Client(), staff_browser(staff)
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
        said = part(forms(game, later), "main")
        assert "Nobody else can see an order before it acts" in said
        for words in (
            "you bid the least that nobody asked after you could beat, or your whole limit where that is less",
            "If the limit is no more than the best bid by then, you pass",
            "It is for this auction only",
            "ends as soon as you could end it and can neither build nor lift a mortgage",
            "Refuse all offers in Ada’s turn",
            "Whatever is offered to you in this turn is refused at once",
        ):
            assert words in said

    def test_a_bid_is_left_shown_to_its_owner_and_acts_as_the_owners_own_move(self, people: Make) -> None:
        game, asked, later = auction(people)
        square = game.state.auction.square
        left = game.post(later, "orders/", type="bid_up_to", square=square, amount=7)
        assert left.status_code == 303 and left["Location"] == f"{game.url()}?note=order"
        assert "Bid up to 7 for" in part(game.page(later))
        game.move(asked, {"type": "bid", "amount": 3})
        bid = game.game.moves.filter(seat=later).first()
        # Nobody is asked afterwards, so the least bid that beats the best one wins.
        assert bid is not None and bid.by == "order" and '"amount":4' in bid.move
        name = game.users[later].name
        assert f"{name} bid 4 for " in game.page(None) and ", by standing order." in game.page(None)
        assert "You bid 4 for " in game.page(later) and ", by your standing order." in game.page(later)
        assert standing(game.page(later)) == []

    def test_since_ones_last_move_tells_what_an_order_did(self, people: Make) -> None:
        game, asked, later = auction(people)
        game.post(later, "orders/", type="bid_up_to", square=game.state.auction.square, amount=7)
        game.move(asked, {"type": "pass"})
        said = text(by_id(parse(game.page(later).encode()), "since"))
        assert "You bid" in said and ", by your standing order." in said

    def test_a_bid_that_stands_can_be_changed(self, people: Make) -> None:
        game, _, later = auction(people)
        square = game.state.auction.square
        for amount in (7, 0, 30):
            assert game.post(later, "orders/", type="bid_up_to", square=square, amount=amount).status_code == 303
        assert StandingOrder.objects.count() == 1 and "Bid up to 30 for" in part(game.page(later))
        assert "Change the limit" in part(forms(game, later), "order-forms")

    def test_who_is_asked_to_bid_bids_by_the_question_and_not_ahead(self, people: Make) -> None:
        game, asked, later = auction(people)
        assert "in this auction, up to" not in part(forms(game, asked), "order-forms")
        assert "in this auction, up to" in part(forms(game, later), "order-forms")

    def test_turns_that_have_nothing_to_build_end_by_themselves(self, people: Make) -> None:
        game = people()
        assert game.post(0, "orders/", **END_TURN).status_code == 303
        game.move(0, BUY)
        ended = game.game.moves.filter(seat=0, by="order").first()
        assert ended is not None and ended.move == '{"type":"end_turn"}'
        assert "Ada ended the turn, by standing order." in game.page(1)
        # It goes on in every turn, until it is taken off.
        assert "End my turn unless I can build" in part(game.page(0))
        assert 'value="end_turn"' not in forms(game, 0)

    def test_offers_of_a_turn_are_refused_ahead(self, people: Make) -> None:
        game = people()
        game.move(0, BUY)
        turn = game.state.turns
        assert game.post(1, "orders/", type="refuse_offers", turn=turn).status_code == 303
        [square] = [p for p, owner in enumerate(game.state.owner) if owner == 0]
        game.move(0, {"type": "offer", "to": 1, "give": [square], "get": [], "give_cash": 0, "get_cash": 1})
        assert "Bob refused your offer, by standing order." in game.page(0)

    def test_one_is_cancelled(self, people: Make) -> None:
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
    def test_what_is_no_order_is_refused(self, people: Make, form: dict[str, Any]) -> None:
        game = people()
        assert game.post(0, "orders/", **form).status_code == 400
        assert not StandingOrder.objects.exists()

    def test_who_watches_leaves_none(self, people: Make) -> None:
        game = people()
        assert game.post(None, "orders/", **END_TURN).status_code == 403
        assert 'id="orders"' not in game.page(None)


class TestTheirPage:
    def test_the_table_lists_what_stands_and_leads_to_where_more_is_left(self, people: Make) -> None:
        game = people()
        assert f'href="{game.url("orders/")}"' in game.page(1) and "onward-" not in game.page(1)
        game.post(1, "orders/", **END_TURN)
        assert standing(game.page(1)) == standing(forms(game, 1)) != []
        assert f'href="{game.url()}">Back to the table' in forms(game, 1)

    def test_what_is_left_and_cancelled_there_leads_back_there(self, people: Make) -> None:
        game = people()
        assert f'action="{game.url("orders/")}?from=orders"' in forms(game, 1)
        left = game.post(1, "orders/?from=orders", **END_TURN)
        assert left.status_code == 303 and left["Location"] == f"{game.url('orders/')}?note=order"
        assert "Your order is taken." in game.page(1, "orders/?note=order")
        off = f"orders/{StandingOrder.objects.get().pk}/off/?from=orders"
        assert f'action="{game.url(off)}"' in forms(game, 1)
        gone = game.post(1, off)
        assert gone.status_code == 303 and gone["Location"] == f"{game.url('orders/')}?note=cancelled"

    def test_what_is_refused_there_is_said_there(self, people: Make) -> None:
        game = people()
        refused = game.post(1, "orders/?from=orders", type="bid_on_square", square=0, amount=5)
        page = refused.content.decode()
        assert refused.status_code == 409 and "Start can’t be owned." in part(page, "main").replace("'", "’")
        assert "From now on" in part(page, "order-forms")

    def test_who_plays_no_longer_is_led_to_the_table_and_who_never_did_is_refused(self, people: Make) -> None:
        game = people(THREE)
        assert game.client(None).get(game.url("orders/")).status_code == 403
        game.post(1, "resign/", sure="yes")
        out = game.client(1).get(game.url("orders/"))
        assert out.status_code == 302 and out["Location"] == game.url()
        refused = game.post(1, "orders/?from=orders", **END_TURN)
        assert refused.status_code == 409 and 'id="order-forms"' not in refused.content.decode()

    def test_nobody_keeps_the_page(self, people: Make) -> None:
        game = people()
        assert "no-store" in game.client(0).get(game.url("orders/")).headers["Cache-Control"]


class TestStanding:
    """Orders that stay: what the page lists of them, by which words, and what they do."""

    @pytest.mark.parametrize(
        ("form", "words"),
        [
            ({"type": "buy_if_left", "least": "60"}, "Buy what I land on if that leaves me 60 or more"),
            (
                {"type": "bid_on_square", "square": "24", "amount": "40"},
                "Bid up to 40 whenever Market Cross is at auction",
            ),
            ({"type": "bid_on_square", "square": "24", "amount": "0"}, "Pass, with no bid, whenever Market Cross is"),
            ({"type": "bid_on_set", "set": "Ferries", "amount": "9"}, "Bid up to 9 whenever a square of Ferries is"),
            ({"type": "refuse_all"}, "Refuse all offers"),
            ({"type": "refuse_below", "least": "10"}, "Refuse offers by which I gain less than 10"),
            ({"type": "in_jail", "way": "card"}, "In jail, use a get-out card"),
            ({"type": "raise_debt", "first": "houses"}, "Raise debts: sell buildings first, then mortgage"),
            (
                {"type": "raise_debt", "first": "mortgages", "last": ["5", "39"]},
                "Raise debts: mortgage first, then sell buildings; last of all Upper Ferry and Lighthouse Mole",
            ),
            ({"type": "ask_if_cash_below", "amount": "30"}, "Ask me while I have less than 30"),
            ({"type": "ask_if_square", "square": "24"}, "Ask me where it is about Market Cross"),
            ({"type": "ask_if_set"}, "Ask me where a set is at stake"),
            ({"type": "ask_at", "decision": "auction"}, "Ask me what to bid"),
        ],
        ids=lambda told: told["type"] if isinstance(told, dict) else "",
    )
    def test_each_is_left_listed_and_cancelled(self, people: Make, form: dict[str, Any], words: str) -> None:
        game = people()
        assert game.post(1, "orders/", **form).status_code == 303
        (listed,) = standing(game.page(1))
        assert listed.startswith(words)
        assert standing(game.page(0)) == []
        off = game.post(1, f"orders/{StandingOrder.objects.get().pk}/off/")
        assert off.status_code == 303 and off["Location"] == f"{game.url()}?note=cancelled"
        assert "That order is cancelled." in game.page(1, "?note=cancelled")
        assert standing(game.page(1)) == []

    def test_one_about_the_same_takes_the_place_of_the_one_before(self, people: Make) -> None:
        game = people()
        for amount, square in ((10, 24), (20, 24), (30, 25)):
            game.post(1, "orders/", type="bid_on_square", square=square, amount=amount)
        assert [said[:12] for said in standing(game.page(1))] == ["Bid up to 20", "Bid up to 30"]

    @pytest.mark.parametrize(
        ("form", "status", "said"),
        [
            ({"type": "buy_if_left", "least": "200000"}, 409, "The sum is a whole number from 0 to 100000."),
            ({"type": "bid_on_square", "square": "0", "amount": "5"}, 409, "Start can&#x27;t be owned."),
            ({"type": "bid_on_set", "set": "Nothing", "amount": "5"}, 409, "There is no set of this name."),
            ({"type": "bid_on_set", "set": "<b>", "amount": "5"}, 400, "Choose one of what the form offers."),
            ({"type": "in_jail", "way": "dig"}, 400, ""),
            ({"type": "ask_at", "decision": "over"}, 400, ""),
            ({"type": "raise_debt", "first": "houses", "last": ["5", "5"]}, 409, "An order names a square twice."),
            ({"type": "raise_debt", "first": "houses", "last": ["five"]}, 400, "A square must be a whole number"),
        ],
    )
    def test_what_cannot_be_ordered_is_refused_in_words(
        self, people: Make, form: dict[str, Any], status: int, said: str
    ) -> None:
        game = people()
        refused = game.post(1, "orders/", **form)
        assert refused.status_code == status and said in refused.content.decode()
        assert not StandingOrder.objects.exists()

    def test_an_ask_me_is_listed_beside_the_order_that_it_excepts_from(self, people: Make) -> None:
        game = people()
        game.post(0, "orders/", type="ask_at", decision="buy")
        game.post(0, "orders/", type="buy_if_left", least="0")
        assert game.state.decision == "buy" and game.state.asked == 0
        assert [said[:6] for said in standing(game.page(0))] == ["Ask me", "Buy wh"]
        assert 'value="buy"' not in options(forms(game, 0), "ask-at-decision")


def options(page: str, select: str) -> str:
    """The options of a list of a form, as they stand in the page."""
    import re

    found = re.search(rf'<select id="{select}".*?</select>', page, re.DOTALL)
    assert found is not None
    return found[0]


class TestAlways:
    """The panel offers the order that answers what is asked, always from now on."""

    def at(self, people: Make, edit: Callable[[Any], object]) -> People:
        game = people(THREE)
        secret = GameSecret.objects.get(game__public_id=game.id)
        state = LANDLORD.decode_state(secret.snapshot)
        edit(state)
        GameSecret.objects.filter(pk=secret.pk).update(snapshot=LANDLORD.encode_state(state).decode())
        return game

    def test_where_to_buy(self, people: Make) -> None:
        game = people()
        name = LANDLORD.rules.board.squares[for_sale(game)].name
        price = LANDLORD.rules.board.price[for_sale(game)]
        page = game.page(0)
        assert "Buy what I land on if that leaves me at least" in part(page, "always-buy")
        assert f"here it leaves {150 - price}" in part(page, "always-buy")
        assert 'id="always-' not in game.page(1) and 'id="always-' not in game.page(None)
        game.post(0, "orders/", type="buy_if_left", least="60")
        assert game.game.moves.get(number=0).by == "order"
        assert f"Ada bought {name} for {price}, by standing order." in game.page(None)
        assert f"You bought {name} for {price}, by your standing order." in game.page(0)

    def test_at_an_auction_for_the_square_and_for_its_set(self, people: Make) -> None:
        game, asked, _ = auction(people)
        square = game.state.auction.square
        said = part(game.page(asked), "always-auction")
        assert f"Whenever {LANDLORD.rules.board.squares[square].name} is at auction, bid up to" in said
        assert "Whenever a square of " in said
        game.post(asked, "orders/", type="bid_on_square", square=square, amount=12)
        assert game.game.moves.get(number=1).by == "order" and '"amount":12' in game.game.moves.get(number=1).move

    def test_at_an_offer_by_price_or_all(self, people: Make) -> None:
        game = people()
        game.move(0, BUY)
        [square] = [p for p, owner in enumerate(game.state.owner) if owner == 0]
        worth = LANDLORD.rules.board.price[square]
        game.move(0, {"type": "offer", "to": 1, "give": [square], "get": [], "give_cash": 0, "get_cash": worth})
        said = part(game.page(1), "always-trade")
        assert "Refuse offers by which I gain, by price, less than" in said and "Refuse all offers" in said
        # Nothing gained is not less than nothing: this one is asked about all the same.
        game.post(1, "orders/", type="refuse_below", least="0")
        assert game.state.decision == "trade"
        game.post(1, "orders/", type="refuse_below", least="1")
        assert game.state.decision == "manage" and "Bob refused your offer, by standing order." in game.page(0)

    def test_in_jail_each_way(self, people: Make) -> None:
        def jailed(state: Any) -> None:
            state.jail[0], state.position[0] = 3, 10
            state.ask("jail", 0)

        game = self.at(people, jailed)
        page = game.page(0)
        said = part(page, "always-jail")
        assert "Pay 5" in said and "Use a card" in said and "Try for a double" in said
        # No card is held: that order waits.
        game.post(0, "orders/", type="in_jail", way="card")
        assert game.state.decision == "jail" and "Use a card" not in part(game.page(0), "always-jail")
        game.post(0, "orders/", type="in_jail", way="pay")
        assert "Ada paid the fine of 5, by standing order." in game.page(1)

    def test_at_the_end_of_a_turn(self, people: Make) -> None:
        game = people()
        game.move(0, BUY)
        assert "End my turns" in part(game.page(0), "always-manage")
        game.post(0, "orders/", **END_TURN)
        assert game.state.asked == 1

    def test_in_debt_with_the_squares_to_be_spared(self, people: Make) -> None:
        def owing(state: Any) -> None:
            state.cash[0], state.owner[5], state.owner[39] = 0, 0, 0
            state.debt = Debt(0, 20, None, "tax", 4, "go_on")
            state.ask("debt", 0)

        game = self.at(people, owing)
        said = part(game.page(0), "always-debt")
        for words in ("Sell buildings first", "Mortgage first", "Upper Ferry", "Lighthouse Mole"):
            assert words in said
        game.post(0, "orders/", type="raise_debt", first="houses", last=["5"])
        assert "You mortgaged Lighthouse Mole for 23, by your standing order." in game.page(0)
        assert game.state.decision != "debt" and not game.state.mortgaged[5]


class TestPrivacy:
    def test_nothing_that_anybody_else_is_shown_changes_when_one_is_left_or_taken_off(self, people: Make) -> None:
        game, _, later = auction(people)
        before = everywhere(game, later)
        own = game.clients[later].get(game.url("live/"))["ETag"]
        game.post(later, "orders/", type="bid_up_to", square=game.state.auction.square, amount=7)
        game.post(later, "orders/", **END_TURN)
        game.post(later, "orders/", type="refuse_offers", turn=game.state.turns)
        for form in (
            {"type": "buy_if_left", "least": "60"},
            {"type": "bid_on_set", "set": "Moss", "amount": "11"},
            {"type": "refuse_below", "least": "5"},
            {"type": "raise_debt", "first": "houses", "last": "39"},
            {"type": "ask_if_cash_below", "amount": "30"},
        ):
            game.post(later, "orders/", **form)
        assert StandingOrder.objects.count() == 8
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
