"""The links of mails: what opens them changes nothing, what presses them plays, and when they end."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from games import table
from games.mail import links
from games.models import StandingOrder
from games.who import Who
from tests.clock.tables import BUY, DECLINE, PASS, Played, Tables, offer, person
from tests.clock.virtual import DAY, HOUR, MINUTE, VirtualClock
from tests.mail import moments
from tests.mail.conftest import SITE, path
from tests.mail.dump import whole_database
from tests.mail.listener import Received

Mails = Callable[..., list[Received]]


def fields(answer: HttpResponse) -> dict[str, str]:
    """The hidden fields of the form on a page."""
    page = answer.content.decode()
    return {
        name: unescape(value) for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page)
    }


def heading(answer: HttpResponse) -> str:
    found = re.search(r"<h1>(.*?)</h1>", answer.content.decode(), re.DOTALL)
    assert found, answer.content.decode()
    return unescape(found[1]).strip()


def lead(answer: HttpResponse) -> str:
    found = re.findall(r'<p class="lead">(.*?)</p>', answer.content.decode(), re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", "", " ".join(found))).split())


def press_twice(browser: Client, address: str, **first: str) -> HttpResponse:
    """Press the page's button, then that of the page after it."""
    once = browser.post(path(address), first)
    assert once.status_code == 200, once.content.decode()
    return browser.post(path(address), fields(once))


@pytest.fixture
def game(people: Tables, mails: Mails) -> Played:
    played = people.start(3)
    mails()
    return played


@pytest.fixture
def turn(game: Played, mails: Mails) -> Received:
    """The mail that asks ada whether she buys Market Cross."""
    game.arrange(moments.asked_to_buy(0, s21=1, s22=1))
    (mail,) = mails("ada")
    return mail


@pytest.fixture
def ada_signed_in() -> Client:
    browser = Client()
    browser.force_login(User.objects.get(name="ada"))
    return browser


class TestScanners:
    def test_fetching_every_link_of_every_mail_changes_nothing(
        self, people: Tables, mails: Mails, clock: VirtualClock, stranger: Client
    ) -> None:
        game = people.start(3)
        arrived = mails()
        game.arrange(moments.asked_to_buy(0, s21=1, s22=1, s1=0, s3=0))
        arrived += mails()
        game.play(0, DECLINE)
        arrived += mails()
        for seat in (1, 2):
            table.note_presence(game.seat(seat), clock.now)
        clock.go(MINUTE)
        game.arrange(moments.position(0, "manage", s1=0, s6=1))
        game.play(0, offer(1, [1], [6]))
        arrived += mails()
        game.propose(2, "pause", 2)
        arrived += mails()
        opened = [link for mail in arrived for link in mail.links]
        kinds = {mail.subject.split(":")[0] for mail in arrived}
        assert {"The game has started", "Your move", "Your bid", "Auction", "Your answer"} <= kinds
        assert len(opened) > 40
        before = whole_database()
        assert len(before["games_move"]) == 2 and before["accounts_user"]
        for address in dict.fromkeys(opened):
            assert address.startswith(SITE), address
            for method in (stranger.head, stranger.get):
                answer = method(path(address), follow=True, headers={"purpose": "prefetch"})
                assert answer.status_code in (200, 409, 410), (address, answer.status_code)
        assert whole_database() == before

    def test_pressing_the_first_pages_button_changes_nothing_either(
        self, game: Played, mails: Mails, turn: Received, stranger: Client
    ) -> None:
        before = whole_database()
        for label in ("Buy and end turn", "Buy for 32", "Decline"):
            page = stranger.get(path(turn.link(label)))
            assert f"<b>{label}" in page.content.decode()
            once = stranger.post(path(turn.link(label)), fields(page))
            assert once.status_code == 200 and heading(once) == f"{label}?"
            assert "Nothing is done yet" in once.content.decode()
        assert whole_database() == before

    def test_opening_says_what_will_happen(self, game: Played, turn: Received, stranger: Client) -> None:
        answer = stranger.get(path(turn.link("Buy for 32")))
        page = answer.content.decode()
        assert heading(answer) == "Buy Market Cross for 32?"
        assert lead(answer) == "Buy for 32: 118 left, then build or trade"
        assert "You play as <b>ada</b>" in page and "until Tuesday 2 March" in page
        assert answer["Cache-Control"] == "private, no-store"
        assert answer["Referrer-Policy"] == "same-origin" and "noindex" in answer["X-Robots-Tag"]

    @pytest.mark.parametrize("method", ["put", "patch", "delete"])
    def test_other_methods_are_refused(self, turn: Received, stranger: Client, method: str) -> None:
        assert getattr(stranger, method)(path(turn.link("Decline"))).status_code == 405


class TestPlaying:
    def test_a_player_without_a_session_buys_bids_and_answers_an_offer(
        self, game: Played, mails: Mails, turn: Received, stranger: Client
    ) -> None:
        answer = press_twice(stranger, turn.link("Buy and end turn"))
        assert answer.status_code == 303
        assert game.entries == [(0, "buy", "player"), (0, "end_turn", "player")]
        done = stranger.get(answer["Location"])
        assert done.status_code == 200 and lead(done) == "You bought Market Cross for 32. You ended the turn."

        # Whoever it is, the next one declines, so that ada may bid.
        game.arrange(moments.position(1, "buy", 3))
        game.play(1, DECLINE)
        if game.asked.number != 0:
            game.play(game.asked.number, PASS)
        (mail,) = [mail for mail in mails("ada") if mail.subject.startswith("Your bid")]
        answer = press_twice(stranger, mail.link("Bid another amount"), amount="7")
        assert answer.status_code == 303 and (0, "bid", "player") in game.entries

        game.arrange(moments.position(1, "manage", s1=0, s6=1))
        game.play(1, offer(0, [6], [1], give_cash=5))
        (mail,) = [mail for mail in mails("ada") if mail.subject.startswith("Your answer")]
        answer = press_twice(stranger, mail.link("Accept"))
        assert answer.status_code == 303 and (0, "accept", "player") in game.entries
        assert (game.state.owner[1], game.state.owner[6]) == (1, 0)
        assert stranger.cookies.get("sessionid") is None

    def test_signed_in_one_press_plays(self, game: Played, turn: Received, ada_signed_in: Client) -> None:
        page = ada_signed_in.get(path(turn.link("Buy for 32")))
        assert "You play as" not in page.content.decode()
        answer = ada_signed_in.post(path(turn.link("Buy for 32")))
        assert answer.status_code == 303 and answer["Location"] == f"/games/{game.id}/"
        assert game.entries == [(0, "buy", "player")]

    def test_signed_in_as_somebody_else_it_is_said_and_confirmed(self, game: Played, turn: Received) -> None:
        browser = Client()
        browser.force_login(User.objects.get(name="bob"))
        page = browser.get(path(turn.link("Decline")))
        assert "You play as <b>ada</b>, though somebody else is signed in here" in page.content.decode()
        assert browser.post(path(turn.link("Decline"))).status_code == 200
        assert game.entries == []
        assert press_twice(browser, turn.link("Decline")).status_code == 303
        assert game.entries == [(0, "decline", "player")]

    def test_managing_leaves_the_other_links_alive(self, game: Played, mails: Mails, stranger: Client) -> None:
        game.arrange(moments.owing(0, 1, amount=30, cash=3, s21=0, s37=0))
        (mail,) = mails("ada")
        assert press_twice(stranger, mail.link("Mortgage Orchard Street")).status_code == 303
        # What it brings is the same, but not what it leaves to be raised: the mail told another sum.
        once = stranger.post(path(mail.link("Mortgage Customs Quay")))
        assert once.status_code == 409 and "would mean now" in lead(once)
        assert game.entries == [(0, "mortgage", "player")]

    def test_a_bid_is_left_before_the_chance_comes(
        self, game: Played, mails: Mails, turn: Received, stranger: Client
    ) -> None:
        game.play(0, DECLINE)
        auction = next(mail for mail in mails() if mail.subject.startswith("Auction"))
        seat = next(n for n, who in game.people.items() if person(auction.to[0].split("@")[0]).pk == who.user)
        address = auction.link("Leave a bid")
        page = stranger.get(path(address))
        assert "Bid up to" in page.content.decode()
        assert f"from 1 to {game.state.cash[seat]}" in page.content.decode()
        assert stranger.post(path(address), {"amount": "9999"}).status_code == 400
        assert stranger.post(path(address), {"amount": "٣"}).status_code == 400
        assert StandingOrder.objects.count() == 0
        answer = press_twice(stranger, address, amount="25")
        assert answer.status_code == 303
        assert "Your bid waits for your chance" in stranger.get(answer["Location"]).content.decode()
        game.play(game.asked.number, {"type": "bid", "amount": 3})
        assert (seat, "bid", "order") in game.entries
        assert game.state.owner[24] == seat
        assert stranger.get(path(address)).status_code == 410

    def test_once_the_chance_has_come_the_same_page_bids(
        self, game: Played, mails: Mails, turn: Received, stranger: Client
    ) -> None:
        game.play(0, DECLINE)
        auction = next(mail for mail in mails() if mail.subject.startswith("Auction"))
        game.play(game.asked.number, {"type": "bid", "amount": 3})
        page = stranger.get(path(auction.link("Leave a bid")))
        seat = game.asked.number
        assert heading(page) == "Your bid for Market Cross"
        assert f"from 4 to {game.state.cash[seat]}" in page.content.decode()
        assert press_twice(stranger, auction.link("Leave a bid"), amount="4").status_code == 303
        assert (seat, "bid", "player") in game.entries and game.state.owner[24] == seat

    def test_an_old_auctions_link_does_not_bid_in_the_next_one(
        self, game: Played, mails: Mails, turn: Received, stranger: Client
    ) -> None:
        game.play(0, DECLINE)
        address = next(mail for mail in mails() if mail.subject.startswith("Auction")).link("Leave a bid")
        for _ in range(2):
            game.play(game.asked.number, PASS)
        game.arrange(moments.asked_to_buy(0))
        game.play(0, DECLINE)
        assert game.state.auction is not None and game.state.auction.square == 24
        assert stranger.get(path(address)).status_code == 410
        assert stranger.post(path(address), {"amount": "5"}).status_code == 410
        assert StandingOrder.objects.count() == 0

    def test_a_double_click_plays_once(self, game: Played, turn: Received, stranger: Client) -> None:
        address = path(turn.link("Decline"))
        form = fields(stranger.post(address))
        assert [stranger.post(address, form).status_code for _ in range(2)] == [303, 410]
        assert game.entries == [(0, "decline", "player")]

    def test_after_a_double_the_page_says_that_more_is_asked(
        self, people: Tables, mails: Mails, stranger: Client
    ) -> None:
        def after_a_double(state):  # type: ignore[no-untyped-def]
            return state.asked == 0 and state.decision == "buy" and state.again

        game = people.start(2, wish=after_a_double)
        mail = next(mail for mail in mails("ada") if mail.subject.startswith("Your move"))
        label = next(line for line in mail.text.splitlines() if line.startswith("* Buy for"))[2:]
        assert "then you roll again" in label
        answer = press_twice(stranger, mail.link(label))
        assert answer.status_code == 303 and game.entries[0] == (0, "buy", "player")


class TestEnds:
    def test_a_used_link_says_what_was_decided(self, game: Played, turn: Received, stranger: Client) -> None:
        game.play(0, BUY)
        answer = stranger.get(path(turn.link("Decline")))
        assert answer.status_code == 410 and heading(answer) == "That decision is over"
        assert lead(answer) == "It has been answered. You bought Market Cross for 32."
        assert f"/games/{game.id}/" in answer.content.decode()
        assert stranger.post(path(turn.link("Decline"))).status_code == 410

    def test_a_link_ends_with_its_deadline(
        self, game: Played, turn: Received, stranger: Client, clock: VirtualClock
    ) -> None:
        clock.go(game.due + MINUTE)
        before = game.rows()
        late = stranger.get(path(turn.link("Decline")))
        assert late.status_code == 410 and lead(late) == "Its time was over on Tuesday 2 March, 12:03 UTC."
        assert game.rows() == before
        # Pressed, the table makes the time-out that is due, and plays nothing.
        pressed = press_twice(stranger, turn.link("Decline"))
        assert pressed.status_code == 410 and "out of the game" in lead(pressed)
        assert game.entries[0] == (0, "timeout", "clock") and (0, "decline", "player") not in game.entries

    @pytest.mark.parametrize(
        "change", [lambda t: t[:-1] + ("A" if t[-1] != "A" else "B"), lambda t: t[1:], lambda t: t + "x"]
    )
    def test_a_tampered_link_is_refused(
        self, game: Played, turn: Received, stranger: Client, change: Callable[[str], str]
    ) -> None:
        token = path(turn.link("Decline")).split("/")[2]
        for method in (stranger.get, stranger.post):
            answer = method(f"/go/{change(token)}/")
            assert answer.status_code == 400 and heading(answer) == "This link can’t be read"
        assert game.entries == []

    def test_a_token_of_another_kind_is_no_decisions(self, game: Played, turn: Received, stranger: Client) -> None:
        unsubscribing = turn.header("List-Unsubscribe").strip("<>").split("/")[-2]
        assert stranger.get(f"/go/{unsubscribing}/").status_code == 400
        assert stranger.get(f"/unsubscribe/{path(turn.link('Decline')).split('/')[2]}/").status_code == 400

    def test_one_links_confirmation_confirms_no_other(self, game: Played, turn: Received, stranger: Client) -> None:
        form = fields(stranger.post(path(turn.link("Decline"))))
        again = stranger.post(path(turn.link("Buy for 32")), form)
        assert again.status_code == 409 and heading(again) == "Buy for 32?"
        assert game.entries == []

    def test_an_old_confirmation_is_asked_for_again(
        self, game: Played, turn: Received, stranger: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        form = fields(stranger.post(path(turn.link("Decline"))))
        monkeypatch.setattr(links, "CONFIRM_SECONDS", -1)
        assert stranger.post(path(turn.link("Decline")), form).status_code == 409
        assert game.entries == []

    def test_a_changed_consequence_is_not_played(self, game: Played, turn: Received, stranger: Client) -> None:
        before = path(turn.link("Buy for 32"))
        form = fields(stranger.post(before))

        def poorer(state):  # type: ignore[no-untyped-def]
            state.cash[0] -= 10

        game.arrange(poorer)
        for answer in (stranger.get(before), stranger.post(before, form)):
            assert answer.status_code == 409 and heading(answer) == "It would be something else now"
            assert "Buy for 32 would mean now: 108 left" in lead(answer)
        assert game.entries == []

    def test_what_can_no_longer_be_done_is_not_played(self, game: Played, turn: Received, stranger: Client) -> None:
        game.arrange(lambda state: state.cash.__setitem__(0, 5))
        answer = stranger.get(path(turn.link("Buy for 32")))
        assert answer.status_code == 409 and heading(answer) == "That can’t be done any more"

    def test_a_suspended_player_plays_nothing(self, game: Played, turn: Received, stranger: Client) -> None:
        form = fields(stranger.post(path(turn.link("Decline"))))
        User.objects.filter(name="ada").update(is_active=False)
        for answer in (stranger.get(path(turn.link("Decline"))), stranger.post(path(turn.link("Decline")), form)):
            assert answer.status_code == 403 and heading(answer) == "This account is suspended"
        assert game.entries == []

    def test_links_of_a_deleted_account_or_a_seat_given_up_explain_themselves(
        self, game: Played, turn: Received, stranger: Client
    ) -> None:
        game.resign(0)
        assert stranger.get(path(turn.link("Decline"))).status_code == 410
        User.objects.filter(name="ada").delete()
        answer = stranger.get(path(turn.link("Decline")))
        assert answer.status_code == 410 and "deleted" in lead(answer)

    def test_during_an_offer_of_ones_own_the_turns_links_wait(
        self, game: Played, mails: Mails, stranger: Client
    ) -> None:
        game.arrange(moments.position(0, "manage", s1=0, s6=1))
        (mail,) = mails("ada")
        game.play(0, offer(1, [1], [6]))
        waiting = stranger.get(path(mail.link("End turn")))
        assert waiting.status_code == 409 and heading(waiting) == "An offer of yours comes first"
        game.play(1, {"type": "refuse"})
        assert press_twice(stranger, mail.link("End turn")).status_code == 303
        assert game.entries[-1][1] == "end_turn"

    def test_a_table_that_changes_in_between_is_read_again(
        self, game: Played, mails: Mails, stranger: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Ada mortgages at the table while her link is pressed: the token is old then, her choice is not."""
        play, raced = table.play, []

        def race(game_id: str, who: Who, token: str, moves: list[str]) -> table.Answer:
            if not raced:
                raced.append(True)
                play(game_id, game.people[0], token, ['{"type":"mortgage","square":26}'])
            return play(game_id, who, token, moves)

        game.arrange(moments.asked_to_buy(0, s26=0))
        (mail,) = mails("ada")
        form = fields(stranger.post(path(mail.link("Decline"))))
        monkeypatch.setattr(table, "play", race)
        answer = stranger.post(path(mail.link("Decline")), form)
        assert answer.status_code == 303, lead(answer)
        assert game.entries == [(0, "mortgage", "player"), (0, "decline", "player")]


class TestUnsubscribing:
    def test_opening_shows_a_button_and_changes_nothing(self, turn: Received, stranger: Client) -> None:
        address = path(turn.header("List-Unsubscribe").strip("<>"))
        before = whole_database()
        answer = stranger.get(address)
        assert answer.status_code == 200 and heading(answer) == "No more mail that it is your move?"
        assert whole_database() == before

    def test_the_button_switches_it_off_and_the_mails_end(
        self, game: Played, mails: Mails, turn: Received, stranger: Client
    ) -> None:
        address = path(turn.header("List-Unsubscribe").strip("<>"))
        answer = stranger.post(address)
        assert answer.status_code == 303
        assert heading(stranger.get(answer["Location"])) == "No more mail that it is your move"
        game.arrange(moments.asked_to_buy(0))
        assert mails("ada", after=HOUR) == []
        # Reminders are a kind of their own.
        assert [mail.subject.split(" left")[0] for mail in mails("ada", after=0.8 * DAY)] == ["3 h 48 min"]

    def test_a_tampered_address_switches_nothing_off(self, turn: Received, stranger: Client) -> None:
        address = path(turn.header("List-Unsubscribe").strip("<>"))
        assert stranger.post(address[:-3] + "xx/").status_code == 400
        assert not hasattr(User.objects.get(name="ada"), "mail_preferences")
