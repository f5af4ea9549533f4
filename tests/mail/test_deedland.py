"""Mails of a game with rolls, auctions that go round, debts on another's turn, draws, a clock that plays, or none."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games import queries, table
from games.models import Notice, Seat
from games.rules.property.state import Debt, State
from games.who import Who
from tests.api.deedland import hosted as open_hosted
from tests.clock.hosted import Hosted
from tests.clock.tables import DAY, PASS, ROLL, Played, Tables, offer
from tests.clock.virtual import DAY as A_DAY
from tests.clock.virtual import VirtualClock
from tests.mail.conftest import path
from tests.mail.listener import Received
from tests.mail.test_letters import both_say, only
from tests.mail.test_links import press_twice

Mails = Callable[..., list[Received]]

START = 150_000


@pytest.fixture
def hosted(people: Tables, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch) -> Hosted:
    """Opens tables of people whose addresses are confirmed."""
    return Hosted(monkeypatch)


@pytest.fixture
def game(hosted: Hosted, mails: Mails) -> Played:
    """A game of three with a day a move, whose first mails have gone."""
    played = hosted.start(3, move_time=DAY)
    mails()
    return played


def arranged(decision: str, seat: int, at: int = 0, **owned: int) -> Callable[[State], None]:
    """An edit: a seat is asked at a square; squares by owner (`s1=0`: square 1 is seat 0's)."""

    def edit(state: State) -> None:
        state.order, state.turn, state.again, state.auction, state.offer = [0, 1, 2], seat, False, None, None
        for square, owner in owned.items():
            state.owner[int(square[1:])] = owner
        state.position[seat] = at
        state.ask(decision, seat)  # type: ignore[arg-type]

    return edit


def links(mail: Received) -> dict[str, str]:
    """The links of a mail's text by what stands before each."""
    found = re.findall(r"\* ([^\n]*)\n  (http\S+)", mail.text)
    return {label.split(":")[0]: address for label, address in found}


class TestStart:
    def test_the_first_mail_has_the_commitment_and_the_game_and_the_second_asks_for_a_roll(
        self, hosted: Hosted, mails: Mails
    ) -> None:
        played = hosted.start(2, move_time=DAY)
        started, turn = mails("ada")
        both_say(started, "You against bob", "Deedland; 1 day a move.", "Commitment", played.game.commitment)
        assert turn.subject == "Your move: roll the dice? (against bob)"
        both_say(turn, "Your turn. Roll the dice?", "23 h 57 min left, then the clock rolls for you.")
        assert "Roll the dice" in links(turn)

    def test_without_a_clock_there_is_no_deadline_and_no_reminder(self, hosted: Hosted, mails: Mails) -> None:
        hosted.start(2, move_time=None)
        started, turn = mails("ada")
        both_say(started, "Deedland; no clock.")
        for words in ("until", "left", "deadline"):
            assert words not in turn.text.replace("The links end with this decision", ""), turn.text
        assert mails("ada", after=30 * A_DAY) == []
        assert not Notice.objects.filter(kind="reminder").exists()

    def test_against_bots_the_level_is_told(self, hosted: Hosted, mails: Mails) -> None:
        hosted.against_bots(2, "hard")
        both_say(mails("ada")[0], "Bot 1 (hard bot)", "Deedland, hard bots; no clock.")


class TestTurn:
    def test_the_link_rolls_once_and_the_next_press_says_that_it_is_over(
        self, game: Played, mails: Mails, stranger: Client
    ) -> None:
        game.arrange(arranged("roll", 0, s1=0, s3=0))
        mail = only(mails("ada"))
        address = links(mail)["Roll the dice"]
        before = len(game.entries)
        press_twice(stranger, address)
        assert game.entries[before:] == [(0, "roll", "player")]
        assert stranger.get(path(address)).status_code == 410
        # Before its roll a whole group may be built on, as at the end of the turn.
        assert any(label.startswith("Build") for label in links(mail))

    def test_the_small_board_has_the_colours_and_kinds_of_this_game(self, game: Played, mails: Mails) -> None:
        game.arrange(arranged("roll", 0))
        html = only(mails("ada")).html
        assert len(re.findall(r'class="cell orange"', html)) == 3 and 'class="cell apple' not in html
        assert "Upper line: set, station St, utility Ut." in html and "ferry" not in html

    def test_a_debt_on_anothers_turn_is_told_with_whom_it_holds_up(self, game: Played, mails: Mails) -> None:
        def birthday(state: State) -> None:
            arranged("manage", 1, 2, s5=0)(state)
            state.cash[0] = 300
            state.debt = Debt(0, 1_000, 1, "card", 2, "go_on")
            state.ask("debt", 0)

        game.arrange(birthday)
        mail = only(mails("ada"))
        assert mail.subject.startswith("Your move: raise 700 more")
        both_say(mail, "You owe 1000 to bob and have 300.", "Then bob’s turn goes on.", "North Station")


class TestAuction:
    def test_one_mail_when_first_asked_and_another_only_if_asked_again_after_an_answer(
        self, game: Played, mails: Mails, stranger: Client
    ) -> None:
        game.arrange(arranged("buy", 0, 24))
        mails()
        game.play(0, {"type": "decline"})
        arrived = mails()
        # The decliner is asked first; the two others may leave a bid by then.
        assert sorted(mail.to[0].split("@")[0] for mail in arrived) == ["ada", "bob", "cleo"]
        asked, ahead = (next(mail for mail in arrived if mail.to == [f"{name}@example.org"]) for name in ("ada", "bob"))
        both_say(asked, "Poets Corner at auction, no bid yet", "It goes round and round; who passes is out of it.")
        both_say(ahead, "Poets Corner is at auction", "bids for you round after round")
        game.play(0, {"type": "bid", "amount": 5_000})
        game.play(1, {"type": "bid", "amount": 6_000})
        game.play(2, PASS)
        again = only([mail for mail in mails() if "auction" in mail.subject])
        assert again.to == ["ada@example.org"] and "bob bids 6000" in again.subject
        game.play(0, {"type": "bid", "amount": 7_000})
        game.play(1, {"type": "bid", "amount": 8_000})
        game.play(0, {"type": "bid", "amount": 9_000})
        arrived = mails()
        # bob answered by hand, so he may be told that he is outbid; ada is not asked now.
        assert [mail.to for mail in arrived] == [["bob@example.org"]]
        game.play(1, PASS)
        assert game.state.owner[24] == 0

    def test_who_does_not_answer_gets_one_mail_and_the_clock_passes_for_them(
        self, game: Played, mails: Mails, clock: VirtualClock
    ) -> None:
        game.arrange(arranged("buy", 0, 24))
        mails()
        game.play(0, {"type": "decline"})
        mails()
        game.play(0, {"type": "bid", "amount": 5_000})
        assert [mail.to for mail in mails()] == []
        clock.sweep_after(game.due)
        assert game.entries[-1] == (1, "pass", "clock")
        # The mail of the auction's beginning is unread yet; the next one of a turn tells it.
        assert mails("bob") == []
        game.arrange(arranged("roll", 1))
        both_say(only(mails("bob")), "Your time was over, so the clock did this for you: passed")


class TestClock:
    def test_the_next_mail_tells_what_the_clock_did(self, game: Played, mails: Mails, clock: VirtualClock) -> None:
        game.arrange(arranged("roll", 0))
        mails()
        clock.sweep_after(game.due)
        assert game.entries[-1][1:] == ("roll", "clock")
        mail = only([mail for mail in mails("ada") if "left" not in mail.subject])
        both_say(mail, "Your time was over, so the clock did this for you: rolled")
        assert not any(notice.kind == "out" for notice in Notice.objects.all())

    def test_when_the_turn_has_passed_on_a_mail_of_its_own_does_and_only_one(
        self, game: Played, mails: Mails, clock: VirtualClock
    ) -> None:
        game.arrange(arranged("manage", 0, 10))
        mails()
        clock.sweep_after(game.due)
        assert game.entries[-1] == (0, "end_turn", "clock")
        mail = only([mail for mail in mails("ada") if "left" not in mail.subject])
        assert mail.subject == "The clock has moved for you (against bob and cleo)"
        both_say(mail, "the clock did this for you: ended", "nobody is put out by it")
        assert mails("ada") == []

    def test_a_quick_game_sends_none(self, hosted: Hosted, mails: Mails, clock: VirtualClock) -> None:
        played = hosted.start(2, move_time=30)
        clock.sweep_after(played.due)
        assert not Notice.objects.filter(kind="clock").exists()

    def test_a_landlord_game_tells_no_such_thing(self, people: Tables, mails: Mails, clock: VirtualClock) -> None:
        played = people.start(3)
        played.play(0, {"type": "decline"})
        clock.sweep_after(played.due)
        assert not Notice.objects.filter(kind__in=("clock", "draw")).exists()


class TestDraw:
    def test_an_offer_is_told_to_those_who_have_to_answer_it(self, game: Played, mails: Mails) -> None:
        game.arrange(arranged("roll", 0))
        mails()
        game.play(1, {"type": "offer_draw"})
        game.play(2, {"type": "accept_draw"}, token=_draw_token(game))
        mail = only(mails())
        assert mail.to == ["ada@example.org"] and mail.subject == "bob offers a draw (against bob and cleo)"
        both_say(
            mail, "share the first place", "cleo has accepted. Still to answer: you.", "Nobody waits for your answer"
        )

    def test_one_that_is_over_is_not_told(self, game: Played, mails: Mails) -> None:
        game.arrange(arranged("roll", 0))
        mails()
        game.play(1, {"type": "offer_draw"})
        game.play(0, ROLL)
        assert [mail for mail in mails() if "draw" in mail.subject] == []
        assert Notice.objects.filter(kind="draw", status="dropped").count() == 2

    def test_a_drawn_game_names_the_shared_place_and_keeps_the_next_ones_free(
        self, hosted: Hosted, mails: Mails
    ) -> None:
        played = hosted.start(3, move_time=DAY)
        mails()
        played.resign(2)
        played.play(0, {"type": "offer_draw"})
        played.play(1, {"type": "accept_draw"}, token=_draw_token(played))
        arrived = {mail.to[0].split("@")[0]: mail for mail in mails()}
        assert arrived["ada"].subject == "The game is drawn: you share the first place (against bob and cleo)"
        assert arrived["cleo"].subject == "The game is drawn: you are in place 3 of 3 (against ada and bob)"
        both_say(arrived["ada"], "Placings: 1. You and bob; 3. cleo.", "You and bob played to a draw")
        both_say(arrived["bob"], "Placings: 1. You and ada; 3. cleo.", "You and ada played to a draw")
        places = Seat.objects.filter(game__public_id=played.id).order_by("number").values_list("place", flat=True)
        assert list(places) == [1, 1, 3] and played.verdict() == "ok"


def test_an_offer_shows_both_sides_and_is_accepted_from_the_mail(game: Played, mails: Mails, stranger: Client) -> None:
    game.arrange(arranged("roll", 0, s5=0, s15=1))
    mails()
    game.play(0, offer(1, give=[5], get=[15], give_cash=500))
    mail = only(mails("bob"))
    both_say(mail, "ada offers North Station and 500 for River Ferry. Accept?")
    press_twice(stranger, links(mail)["Accept"])
    assert game.state.owner[5] == 1 and game.state.owner[15] == 0 and game.state.cash[1] == START + 500


def test_an_invitation_names_the_game_and_how_it_starts(people: Tables, mails: Mails) -> None:
    ada, bob = (User.objects.get(name=name) for name in ("ada", "bob"))
    opened = open_hosted(ada, move_time=None)
    table.invite(opened.public_id, Who(user=ada.pk), bob.pk)
    mail = only(mails("bob"))
    assert mail.subject == "ada invites you to a game for up to 4"
    both_say(mail, "Deedland; no clock.", "All who sit there press Ready; then the host starts")


def _draw_token(game: Played) -> str:
    draw = queries.table(game.id, game.people[0]).draw
    assert draw is not None
    return draw.token
