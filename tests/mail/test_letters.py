"""What each kind of mail says, as it arrives at a mail server."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from html import unescape

import pytest
from django.test import Client

from accounts.models import User
from games import table
from games.models import Notice
from games.rules.landlord import LANDLORD
from games.table import Plan, Sitter
from games.who import Who
from tests.clock.tables import BUY, DECLINE, END_TURN, REFUSE, WEEK, Played, Tables, offer, person
from tests.clock.virtual import DAY, MINUTE, VirtualClock
from tests.mail import moments
from tests.mail.conftest import path
from tests.mail.listener import Received

Mails = Callable[..., list[Received]]

SEED = "seed-0"


def words(html: str) -> str:
    """The text that a mail's HTML shows."""
    body = re.sub(r"<style.*?</style>|<head>.*?</head>", "", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def only(mails: list[Received]) -> Received:
    assert len(mails) == 1, [(mail.to, mail.subject) for mail in mails]
    return mails[0]


def both_say(mail: Received, *sentences: str) -> None:
    """Both parts of a mail have these."""
    text, html = " ".join(mail.text.split()), words(mail.html)
    for sentence in sentences:
        assert sentence in text, f"{sentence!r} not in the text:\n{mail.text}"
        assert sentence in html, f"{sentence!r} not in the HTML:\n{html}"


@pytest.fixture
def game(people: Tables, mails: Mails) -> Played:
    """A game of three whose first mails have gone."""
    played = people.start(3)
    mails()
    return played


def bought(game: Played, mails: Mails) -> Received:
    """Ask ada whether she buys Market Cross; bob owns the others of its set."""
    game.arrange(moments.asked_to_buy(0, s21=1, s22=1, s1=0, s5=2))
    return only(mails("ada"))


class TestHeaders:
    def test_every_mail_is_of_its_games_thread_and_has_its_own_id(self, people: Tables, mails: Mails) -> None:
        game = people.start(3)
        arrived = mails()
        ids = {mail.header("Message-ID") for mail in arrived}
        assert len(arrived) == 4 and len(ids) == 4
        assert ids == {
            f"<notice.{pk}@testserver>" for pk in Notice.objects.filter(status="sent").values_list("pk", flat=True)
        }
        for mail in arrived:
            assert mail.header("In-Reply-To") == mail.header("References") == f"<game.{game.id}@testserver>"
            assert mail.header("Auto-Submitted") == "auto-generated"
            assert mail.header("From") == "Landlord <landlord@localhost>" and mail.header("Date")
            assert [part.get_content_type() for part in mail.message.iter_parts()] == ["text/plain", "text/html"]  # type: ignore[union-attr]

    def test_a_mail_programs_one_click_ends_this_kind_of_mail(
        self, game: Played, mails: Mails, stranger: Client
    ) -> None:
        mail = bought(game, mails)
        address = mail.header("List-Unsubscribe").strip("<>")
        assert mail.header("List-Unsubscribe-Post") == "List-Unsubscribe=One-Click"
        assert address in mail.links
        answer = stranger.post(path(address), {"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
        preferences = User.objects.get(name="ada").mail_preferences
        assert not preferences.turn and preferences.reminder and preferences.news

    def test_nothing_is_loaded_from_elsewhere(self, game: Played, mails: Mails) -> None:
        html = bought(game, mails).html
        assert not re.search(r"<(img|link|script|iframe|object)\b|url\(|@import|\bsrc=", html)
        # The styles stand at the elements, where mail programs look for them.
        assert 'style="' in html and re.search(r'<h1 style="[^"]*font-size: ?30px', html)


class TestTurn:
    def test_the_subject_says_what_is_asked_and_of_which_game(self, game: Played, mails: Mails) -> None:
        assert bought(game, mails).subject == "Your move: buy Market Cross for 32? (against bob and cleo)"

    def test_it_has_deadline_choices_and_the_whole_table(self, game: Played, mails: Mails) -> None:
        mail = bought(game, mails)
        both_say(
            mail,
            "Your move, until Tuesday 2 March, 12:03 UTC",
            "Buy Market Cross for 32?",
            "23 h 57 min left, then you are out of the game.",
            "Apple: bob owns both others.",
            "Opening it plays nothing.",
            "Times are in UTC",
        )
        assert [re.sub(r":.*", "", line) for line in mail.text.splitlines() if line.startswith("* ")] == [
            "* Buy and end turn",
            "* Buy for 32",
            "* Decline",
        ]
        assert "goes to auction" in mail.text and "118 left" in mail.text
        assert "ada (you): money 150, net worth 160. To buy or decline" in mail.text
        assert "Apple: Orchard Street (bob), Cider Row (bob), Market Cross (for sale)" in mail.text
        assert "You: on Market Cross" in mail.text
        assert f"http://testserver/games/{game.id}/" in mail.links

    def test_the_small_board_has_forty_squares_with_their_owners(self, game: Played, mails: Mails) -> None:
        html = bought(game, mails).html
        cells = re.findall(r'<td class="cell[^"]*"[^>]*>(\w+)<br><b>([^<]*)</b></td>', html)
        assert len(cells) == 40
        # Rows: the upper side first; the lower one from right to left.
        assert cells[1] == ("Mo", "A") and cells[5] == ("Fy", "C") and cells[3] == ("Mo", "–")
        assert cells[-1] == ("Co", "&nbsp;") and cells[-2] == ("Ap", "B")
        assert len(re.findall(r'class="cell apple asked"', html)) == 1

    def test_what_happened_since_the_last_move_is_told(self, people: Tables, mails: Mails) -> None:
        game = people.start(2)
        where = LANDLORD.rules.board.squares[game.state.position[0]]
        game.play(0, BUY, END_TURN)
        mail = next(mail for mail in mails("bob") if mail.subject.startswith("Your"))
        both_say(mail, f"ada bought {where.name} for {where.price}.", "You rolled")
        assert "WHAT HAPPENED SO FAR" in mail.text
        game.arrange(moments.position(1, "manage", s3=1))
        game.play(1, {"type": "mortgage", "square": 3}, END_TURN)
        mail = next(mail for mail in mails("ada") if mail.subject.startswith("Your"))
        both_say(mail, "bob mortgaged Fern Bank for 6.", "You rolled")
        assert "SINCE YOUR LAST MOVE" in mail.text

    def test_in_jail_and_at_the_end_of_a_turn_each_way_is_a_link(self, game: Played, mails: Mails) -> None:
        game.arrange(moments.jailed(0))
        jail = only(mails("ada"))
        assert jail.subject.startswith("Your move: you are in jail. How will you leave?")
        assert jail.link("Pay 5 and roll") != jail.link("Try for a double")
        game.arrange(moments.position(0, "manage", s1=0, s3=0))
        manage = only(mails("ada"))
        assert manage.subject.startswith("Your move: anything else before you end your turn?")
        assert manage.link("End turn") and manage.link("Build a house on Wellhead Lane: 5")

    def test_a_debts_ways_out_are_links(self, game: Played, mails: Mails) -> None:
        game.arrange(moments.owing(0, 1, amount=12, cash=3, s21=0, s37=0))
        mail = only(mails("ada"))
        both_say(mail, "You owe 12 to bob and have 3.", "Raise 9 more")
        assert mail.link("Mortgage Orchard Street: +14") and mail.link("Mortgage Customs Quay: +22")

    def test_a_reminder_comes_with_a_fifth_left(self, game: Played, mails: Mails, clock: VirtualClock) -> None:
        bought(game, mails)
        due = game.due
        assert mails(after=due - 0.2 * DAY - MINUTE) == []
        mail = only(mails(after=due - 0.2 * DAY))
        assert mail.subject == "4 h 48 min left: buy Market Cross for 32? (against bob and cleo)"
        assert mail.link("Decline") and mails(after=MINUTE) == []

    def test_whoever_goes_on_after_an_offer_is_told(self, game: Played, mails: Mails) -> None:
        game.arrange(moments.position(0, "manage", s1=0, s6=1))
        mails()
        game.play(0, offer(1, [1], [6]))
        assert only(mails()).to == ["bob@example.org"]
        game.play(1, REFUSE)
        mail = only(mails("ada"))
        assert mail.subject.startswith("Your move again: anything else before you end your turn?")
        both_say(mail, "Your offer has ended, so your clock runs again", "bob refused your offer.")
        game.play(0, offer(1, [1], [6]))
        mails()
        game.play(1, REFUSE)
        assert only(mails("ada")).subject.startswith("Your move again")


class TestChances:
    def test_an_offer_shows_both_sides_before_and_after(self, game: Played, mails: Mails) -> None:
        game.arrange(moments.position(0, "manage", s1=0, s3=1))
        mails()
        game.play(0, offer(1, [1], [3], give_cash=20))
        mail = only(mails())
        assert mail.to == ["bob@example.org"]
        assert mail.subject == (
            "Your answer: ada offers Wellhead Lane and 20 for Fern Bank. Accept? (against ada and cleo)"
        )
        both_say(mail, "then it counts as a refusal", "squares and money pass at once")
        assert "You give: Fern Bank. Money 170 before, 190 after; net worth 182 before, 200 after." in mail.text
        assert (
            "ada gives: Wellhead Lane, 20. Money 150 before, 130 after; net worth 160 before, 142 after." in mail.text
        )
        assert mail.link("Accept") and mail.link("Refuse")

    def test_all_bidders_are_told_as_an_auction_begins(self, game: Played, mails: Mails) -> None:
        bought(game, mails)
        game.play(0, DECLINE)
        order = game.state.order
        first, second = (order[(order.index(0) + n) % 3] for n in (1, 2))
        mine, later = sorted(mails(), key=lambda mail: mail.subject.startswith("Auction"))
        assert mine.to == [f"{game.seat(first).name}@example.org"]
        assert mine.subject.startswith("Your bid: Market Cross at auction, no bid yet")
        assert [mine.link(label) for label in ("Bid 1:", "Bid 16:", "Bid 32:", "Bid another amount", "Pass")]
        assert later.to == [f"{game.seat(second).name}@example.org"]
        assert later.subject.startswith("Auction: Market Cross, and your chance to bid comes (against")
        both_say(later, f"Asked before you: {game.seat(first).name}.", "It is kept to yourself until your chance comes")
        assert later.link("Leave a bid")


class TestNews:
    def test_the_start_holds_the_proof(self, people: Tables, mails: Mails) -> None:
        game = people.start(2, bots=1)
        mail = next(mail for mail in mails("ada") if mail.subject.startswith("The game has started"))
        assert mail.subject == "The game has started: you against bob and Bot 1"
        both_say(mail, game.game.commitment, SEED, "Keep this mail", "Turn order:", "1 day a move.")
        assert re.search(r"Bot 1 \((easy|medium|hard) bot\)", mail.text)
        assert game.game.secret.server_seed not in mail.text + mail.html

    def test_who_is_out_and_who_won_are_told(self, game: Played, mails: Mails, clock: VirtualClock) -> None:
        bought(game, mails)
        clock.sweep_after(game.due)
        out = next(mail for mail in mails("ada"))
        assert out.subject == "You are out of the game, in place 3 (against bob and cleo)"
        both_say(out, "Your deadline has passed", "counts as a bankruptcy", "You ran out of time")
        game.resign(1)
        over = {mail.to[0].split("@")[0]: mail for mail in mails(after=MINUTE)}
        assert {name: mail.subject.split("(")[0] for name, mail in over.items()} == {
            "ada": "The game is over: you are in place 3 of 3 ",
            "bob": "The game is over: you are in place 2 of 3 ",
            "cleo": "The game is over: you are in place 1 of 3 ",
        }
        secret = game.game.secret.server_seed
        both_say(over["ada"], "Placings: 1. cleo; 2. bob; 3. You.", secret, game.game.commitment, "seed-1", "cleo beat")
        assert f"http://testserver/games/{game.id}/replay/" in over["ada"].links
        assert f"http://testserver/games/{game.id}/record.json" in over["ada"].links

    def test_a_proposal_and_a_pause(self, game: Played, mails: Mails, clock: VirtualClock) -> None:
        proposal = game.propose(1, "pause", 3)
        asked = mails()
        assert {mail.to[0] for mail in asked} == {"ada@example.org", "cleo@example.org"}
        assert all(mail.subject.startswith("bob proposes a pause of 3 days (against") for mail in asked)
        both_say(asked[0], "Still to answer: ", "To be answered until")
        for seat in (0, 2):
            table.note_presence(game.seat(seat), clock.now)
            clock.go(MINUTE)
            game.answer(seat, proposal)
        clock.go(5 * MINUTE)
        paused = mails("bob")
        assert only(paused).subject == "Paused until Thursday 4 March, 12:08 UTC (against ada and cleo)"

    def test_an_invitation_leads_to_a_secret_table(self, people: Tables, mails: Mails, clock: VirtualClock) -> None:
        ada, bob = person("ada"), person("bob")
        sitter = Sitter("person", ada.name, Who(user=ada.pk))  # type: ignore[arg-type]
        opened = table.open_table(LANDLORD, [sitter], Plan(3, {"move_time": WEEK}, secret=True))
        table.invite(opened.public_id, Who(user=ada.pk), bob.pk)
        mail = only(mails())
        assert mail.to == ["bob@example.org"] and mail.subject == "ada invites you to a game for 3"
        both_say(
            mail, "7 days a move", "seen by its players only", "Seated: ada; 2 of 3 seats are free.", opened.commitment
        )
        assert mail.link("See the table") == f"http://testserver/games/{opened.public_id}/?key={opened.link_key}"
        assert Client().get(path(mail.link("See the table"))).status_code == 200


class TestTimes:
    @pytest.mark.parametrize(
        ("begin", "zone", "told"),
        [
            # The clocks go forward in the night of 28 March 2027: 24 hours later it is one o'clock, not noon.
            (datetime(2027, 3, 27, 11, tzinfo=UTC), "Europe/Berlin", "Sunday 28 March, 13:00"),
            (datetime(2027, 3, 1, 12, tzinfo=UTC), "America/New_York", "Tuesday 2 March, 07:00"),
            (datetime(2027, 12, 30, 20, tzinfo=UTC), "Pacific/Auckland", "Saturday 1 January, 09:00"),
        ],
    )
    def test_they_are_in_the_readers_zone(
        self, people: Tables, mails: Mails, clock: VirtualClock, begin: datetime, zone: str, told: str
    ) -> None:
        User.objects.filter(name="ada").update(time_zone=zone)
        clock.go(begin)
        people.start(2)
        mail = next(mail for mail in mails("ada") if mail.subject.startswith("Your move"))
        both_say(mail, f"Your move, until {told}", f"Times are in {zone}")


class TestNames:
    def test_a_name_cannot_write_a_header(self, people: Tables, mails: Mails, clock: VirtualClock) -> None:
        """No row can hold such a name; should one come in some other way, it stays inside its header."""
        game = people.start(2)
        mails()
        game.game.seats.filter(number=1).update(name="b\r\nBcc: eve@e.org")
        game.arrange(moments.asked_to_buy(0))
        mail = only(mails("ada"))
        assert mail.subject.endswith("(against b Bcc: eve@e.org)")
        assert mail.message["Bcc"] is None and mail.to == ["ada@example.org"]

    def test_markup_and_direction_marks_in_a_name_are_text_in_the_mail(self, people: Tables, mails: Mails) -> None:
        game = people.start(2)
        mails()
        game.game.seats.filter(number=1).update(name="<b>x</b>\u202egro\u0430")
        game.arrange(moments.asked_to_buy(0))
        mail = only(mails("ada"))
        assert "&lt;b&gt;x&lt;/b&gt;" in mail.html and "<b>x</b>" not in mail.html
        assert "\u202e" not in mail.subject + mail.text + mail.html
