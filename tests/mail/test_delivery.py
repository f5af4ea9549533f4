"""When mail goes, when it waits, when it is not wanted any more, and that it never goes twice."""

import threading
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.db import connections

from accounts import mailing
from accounts.models import MailStop, User
from games import table, tasks
from games.mail import delivery, letters, outbox
from games.models import Notice
from games.rules.landlord import LANDLORD
from games.table import Plan, Sitter
from games.who import Who
from landlord.celery import app
from tests.clock.tables import DECLINE, Played, Tables, offer, person
from tests.clock.virtual import DAY, HOUR, MINUTE, SECOND, VirtualClock
from tests.mail import moments
from tests.mail.listener import Listener, Received

Mails = Callable[..., list[Received]]

pytestmark = pytest.mark.both_databases


@pytest.fixture
def game(people: Tables, mails: Mails) -> Played:
    played = people.start(3)
    mails()
    return played


def fate(kind: str, name: str = "ada") -> tuple[str, str]:
    """What became of somebody's last notice of a kind, and why."""
    notice = Notice.objects.filter(kind=kind, user__name=name).order_by("pk").last()
    assert notice is not None
    return notice.status, notice.why


class TestWhatIsNotSent:
    def test_a_decision_made_at_once_needs_no_mail(self, game: Played, mails: Mails) -> None:
        game.arrange(moments.asked_to_buy(0))
        assert mails("ada", after=MINUTE) == []
        game.play(0, DECLINE)
        assert mails("ada", after=HOUR) == []
        assert fate("turn") == ("dropped", "the decision has been made")

    def test_nothing_goes_to_an_address_nobody_confirmed_or_that_was_stopped(self, game: Played, mails: Mails) -> None:
        EmailAddress.objects.filter(email="ada@example.org").update(verified=False)
        game.arrange(moments.asked_to_buy(0))
        assert mails() == [] and fate("turn")[0] == "dropped"
        EmailAddress.objects.filter(email="ada@example.org").update(verified=True)
        mailing.stop_mail("ada@example.org", "bounce")
        game.arrange(moments.jailed(0))
        assert mails() == [] and fate("turn")[1] == "there is no confirmed address, or mail to it was stopped"

    def test_nothing_goes_to_somebody_suspended(self, game: Played, mails: Mails) -> None:
        User.objects.filter(name="ada").update(is_active=False)
        game.arrange(moments.asked_to_buy(0))
        assert mails("ada") == []

    @pytest.mark.parametrize(("kind", "switch"), [("turn", "turn"), ("offer", "offer"), ("started", "news")])
    def test_a_switch_ends_its_kind(self, people: Tables, mails: Mails, kind: str, switch: str) -> None:
        for name in ("ada", "bob"):
            mailing.set_wanted(person(name), switch, wanted=False)
        game = people.start(2)
        mails()
        game.arrange(moments.position(0, "manage", s1=0, s6=1))
        game.play(0, offer(1, [1], [6]))
        mails()
        for notice in Notice.objects.filter(kind=kind):
            assert (notice.status, notice.why) == ("dropped", "this kind of mail is switched off")
        assert Notice.objects.filter(kind=kind).exists() and Notice.objects.filter(status="sent").exists()

    def test_no_mail_after_the_deadline_has_passed(self, game: Played, clock: VirtualClock, post: Listener) -> None:
        game.arrange(moments.asked_to_buy(0))
        clock.go(game.due + SECOND)
        delivery.deliver()
        assert fate("turn") == ("dropped", "its deadline has passed") and post.take() == []

    def test_a_decision_is_told_after_the_site_stood_still(
        self, game: Played, clock: VirtualClock, post: Listener
    ) -> None:
        """The worker may come to the mail before a sweep has moved the deadlines."""
        game.arrange(moments.asked_to_buy(0))
        clock.lapse(2 * DAY)
        assert delivery.deliver() == 0 and fate("turn") == ("waiting", "the site stood still")
        table.sweep()
        clock.go(MINUTE)
        delivery.deliver()
        assert fate("turn") == ("sent", "") and "23 h 59 min left" in post.take()[0].text

    def test_an_invitation_nobody_needs_any_more(self, people: Tables, mails: Mails, clock: VirtualClock) -> None:
        ada, bob, cleo = person("ada"), person("bob"), person("cleo")
        sitter = {user: Sitter("person", user.name, Who(user=user.pk)) for user in (ada, bob, cleo)}  # type: ignore[arg-type]
        for reason in (
            "the player has sat down",
            "the table is full",
            "the table is no longer open",
            "one of them blocks the other",
        ):
            opened = table.open_table(
                LANDLORD, [sitter[ada]], Plan(2 if "full" in reason else 3, {"move_time": 86_400})
            )
            table.invite(opened.public_id, Who(user=ada.pk), bob.pk)
            if reason.endswith("down"):
                table.sit(opened.public_id, sitter[bob], "b")
            elif reason.endswith("full"):
                opened.size = 1
                opened.save(update_fields=["size"])
            elif reason.endswith("open"):
                table.cancel(opened.public_id, Who(user=ada.pk))
            else:
                bob.blocks.create(blocked=ada)
            assert mails("bob", after=MINUTE) == []
            assert fate("invitation", "bob") == ("dropped", reason)


class TestLooking:
    def test_no_turn_mail_while_the_player_looks_at_that_table(
        self, game: Played, mails: Mails, clock: VirtualClock
    ) -> None:
        game.arrange(moments.asked_to_buy(0))
        for _ in range(6):
            table.note_presence(game.seat(0), clock.now)
            assert mails("ada", after=31 * SECOND) == []
        # They looked away without having moved, and can be put out.
        assert mails("ada", after=MINUTE)[0].subject.startswith("Your move: buy Market Cross")

    def test_looking_at_another_table_is_not_looking_at_this_one(
        self, game: Played, people: Tables, mails: Mails, clock: VirtualClock
    ) -> None:
        other = people.start(2)
        mails()
        game.arrange(moments.asked_to_buy(0))
        clock.go(3 * MINUTE)
        table.note_presence(other.seat(0), clock.now)
        assert [mail.subject.split(":")[0] for mail in mails("ada", after=0 * SECOND)] == ["Your move"]

    def test_an_offer_seen_at_the_table_needs_no_mail(self, game: Played, mails: Mails, clock: VirtualClock) -> None:
        game.arrange(moments.position(0, "manage", s1=0, s6=1))
        game.play(0, offer(1, [1], [6]))
        clock.go(100 * SECOND)
        table.note_presence(game.seat(1), clock.now)
        assert mails("bob", after=25 * SECOND) == []
        assert fate("offer", "bob") == ("dropped", "the player is looking at the table")

    def test_who_had_just_left_when_a_pause_was_proposed_gets_the_mail_all_the_same(
        self, game: Played, mails: Mails, clock: VirtualClock
    ) -> None:
        table.note_presence(game.seat(1), clock.now)
        clock.go(5 * SECOND)
        game.propose(0, "pause", 2)
        assert mails("bob", after=0 * SECOND) == []
        assert [mail.subject.split(" (")[0] for mail in mails("bob", after=MINUTE)] == [
            "ada proposes a pause of 2 days"
        ]

    def test_who_has_the_table_in_sight_when_a_pause_is_proposed_needs_no_mail(
        self, game: Played, mails: Mails, clock: VirtualClock
    ) -> None:
        table.note_presence(game.seat(1), clock.now)
        clock.go(5 * SECOND)
        game.propose(0, "pause", 2)
        assert mails("bob", after=0 * SECOND) == []
        clock.go(26 * SECOND)
        table.note_presence(game.seat(1), clock.now)
        assert mails("bob", after=15 * SECOND) == []
        assert fate("proposal", "bob") == ("dropped", "the player is looking at the table")


class TestUnread:
    def test_of_chances_and_news_one_is_unread_until_the_next_visit(
        self, game: Played, mails: Mails, clock: VirtualClock
    ) -> None:
        def offered() -> list[Received]:
            game.arrange(moments.position(0, "manage", s1=0, s6=1))
            game.play(0, offer(1, [1], [6]))
            return mails("bob")

        assert len(offered()) == 1
        assert offered() == [] and fate("offer", "bob") == ("dropped", "another mail of this game is unread")
        table.note_presence(game.seat(1), clock.now)
        clock.go(MINUTE)
        assert len(offered()) == 1

    def test_each_wait_that_can_put_its_player_out_gets_its_own(self, game: Played, mails: Mails) -> None:
        subjects = []
        for moment in (moments.asked_to_buy(0), moments.jailed(0), moments.position(0, "manage", s1=0)):
            game.arrange(moment)
            subjects += [mail.subject[:12] for mail in mails("ada")]
        assert len(subjects) == 3

    def test_a_visit_of_one_game_reads_no_other_games_mail(
        self, game: Played, people: Tables, mails: Mails, clock: VirtualClock
    ) -> None:
        other = people.start(3)
        mails()
        for table_ in (game, other):
            table_.arrange(moments.position(0, "manage", s1=0, s6=1))
            table_.play(0, offer(1, [1], [6]))
        assert len(mails("bob")) == 2


class TestReminders:
    def test_it_waits_where_the_deadline_has_moved(self, game: Played, mails: Mails, clock: VirtualClock) -> None:
        game.arrange(moments.asked_to_buy(0))
        mails()
        proposal = game.propose(0, "pause", 2)
        for seat in (1, 2):
            game.answer(seat, proposal)
        assert game.due > clock.now + 2.9 * DAY
        assert not [m for m in mails("ada", after=1.9 * DAY) if "left:" in m.subject]
        mail = mails("ada", after=game.due - 0.2 * DAY)[-1]
        assert mail.subject.startswith("4 h 48 min left: buy Market Cross")

    def test_none_while_the_operator_has_stopped_all_clocks(
        self, game: Played, mails: Mails, clock: VirtualClock
    ) -> None:
        game.arrange(moments.asked_to_buy(0))
        mails()
        table.stop_clocks()
        assert mails("ada", after=0.9 * DAY) == []
        table.start_clocks()
        assert mails("ada", after=10 * MINUTE) == []
        assert "left:" in mails("ada", after=game.due - 0.2 * DAY)[-1].subject

    def test_none_while_an_offer_of_the_players_own_stands(
        self, game: Played, mails: Mails, clock: VirtualClock
    ) -> None:
        game.arrange(moments.position(0, "manage", s1=0, s6=1))
        mails()
        clock.go(0.7 * DAY)
        game.play(0, offer(1, [1], [6]))
        assert mails("ada", after=0.3 * DAY) == []
        assert fate("reminder") == ("waiting", "the clock stands")
        game.play(1, {"type": "refuse"})
        mails("ada")
        assert "left:" in mails("ada", after=0.15 * DAY)[-1].subject

    def test_none_under_an_hour(self, people: Tables, mails: Mails) -> None:
        game = people.start(2, move_time=60)
        game.arrange(moments.asked_to_buy(0))
        assert not Notice.objects.filter(kind="reminder").exists()


class TestServer:
    def test_a_server_that_is_away_is_tried_again_after_growing_pauses(
        self, game: Played, clock: VirtualClock, post: Listener
    ) -> None:
        game.arrange(moments.asked_to_buy(0))
        clock.go(3 * MINUTE)
        post.stop()
        try:
            pauses = []
            for _ in range(6):
                assert delivery.deliver() == 0
                notice = Notice.objects.get(user__name="ada", kind="turn", status="waiting")
                pauses.append(notice.send_at - clock.now)
                assert notice.why.startswith("no mail server")
                clock.go(pauses[-1])
            assert [pause.total_seconds() / 60 for pause in pauses] == [1, 5, 15, 60, 180, 720]
        finally:
            post.start()
        assert delivery.deliver() == 1 and post.take()[0].subject.startswith("Your move")
        assert Notice.objects.get(user__name="ada", kind="turn", status="sent", attempts=7)

    def test_after_the_last_pause_it_is_given_up(self, game: Played, clock: VirtualClock, post: Listener) -> None:
        game.arrange(moments.asked_to_buy(0))
        Notice.objects.filter(kind="turn", status="waiting").update(attempts=len(outbox.PAUSES))
        clock.go(3 * MINUTE)
        post.stop()
        try:
            delivery.deliver()
        finally:
            post.start()
        assert fate("turn")[0] == "failed"

    def test_while_it_is_away_others_are_not_tried_one_by_one(
        self, game: Played, people: Tables, clock: VirtualClock, post: Listener, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        people.start(2)
        game.arrange(moments.asked_to_buy(0))
        clock.go(5 * MINUTE)
        tried: list[object] = []

        def away(*_arguments: object, **_more: object) -> None:
            tried.append(1)
            raise ConnectionRefusedError

        monkeypatch.setattr("django.core.mail.backends.smtp.EmailBackend.open", away)
        for _ in range(5):
            delivery.deliver(most=2)
        assert len(tried) == 1
        assert not Notice.objects.filter(status="taken").exists()
        assert not Notice.objects.filter(status="waiting", send_at__lte=clock.now).exists()

    def test_a_stalling_server_holds_a_run_for_one_timeout(
        self, game: Played, clock: VirtualClock, post: Listener, settings: pytest.FixtureRequest
    ) -> None:
        settings.EMAIL_TIMEOUT = 1  # type: ignore[attr-defined]
        game.arrange(moments.asked_to_buy(0))
        clock.go(3 * MINUTE)
        post.stalls = 4
        began = time.monotonic()
        assert delivery.deliver() == 0
        assert time.monotonic() - began < 3
        assert fate("turn")[0] == "waiting"

    def test_one_that_refuses_a_mail_for_now_is_asked_again(
        self, game: Played, clock: VirtualClock, post: Listener
    ) -> None:
        game.arrange(moments.asked_to_buy(0))
        post.refuses["ada@example.org"] = "451 4.7.1 greylisted, come again"
        clock.go(3 * MINUTE)
        assert delivery.deliver() == 0
        assert fate("turn") == ("waiting", "the mail server refused the address: 451 4.7.1")
        post.refuses.clear()
        clock.go(MINUTE)
        assert delivery.deliver() == 1

    def test_one_refused_for_good_is_given_up_and_stops_nothing(
        self, game: Played, clock: VirtualClock, post: Listener
    ) -> None:
        game.arrange(moments.asked_to_buy(0))
        post.refuses_content = "554 5.7.1 looks like spam"
        clock.go(3 * MINUTE)
        delivery.deliver()
        assert fate("turn") == ("failed", "the mail server said 554")
        assert not MailStop.objects.exists()

    def test_one_broken_letter_keeps_no_other_from_going(
        self, game: Played, people: Tables, mails: Mails, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        compose = letters.compose

        def broken(notice: Notice, to: str) -> object:
            if notice.game.public_id == game.id:
                raise RuntimeError("no such square")
            return compose(notice, to)

        monkeypatch.setattr(letters, "compose", broken)
        game.arrange(moments.asked_to_buy(0))
        people.start(2)
        assert len(mails()) == 3
        assert fate("turn", "ada")[0] in ("waiting", "sent")
        assert Notice.objects.filter(why="it could not be written", attempts=1).count() == 1


class TestOnce:
    def test_a_mail_that_has_gone_does_not_go_again(self, game: Played, clock: VirtualClock, post: Listener) -> None:
        game.arrange(moments.asked_to_buy(0))
        clock.go(3 * MINUTE)
        assert [delivery.deliver() for _ in range(4)] == [1, 0, 0, 0]
        clock.go(0.5 * DAY)
        assert delivery.deliver() == 0 and len(post.take()) == 1

    def test_what_a_dead_worker_left_is_taken_after_its_lease(
        self, game: Played, clock: VirtualClock, post: Listener
    ) -> None:
        game.arrange(moments.asked_to_buy(0))
        clock.go(3 * MINUTE)
        assert len(outbox.take(10)) == 1
        assert delivery.deliver() == 0
        clock.go(outbox.LEASE - SECOND)
        assert delivery.deliver() == 0
        clock.go(SECOND)
        assert delivery.deliver() == 1

    def test_a_worker_that_was_away_too_long_overwrites_nothing(
        self, game: Played, clock: VirtualClock, post: Listener
    ) -> None:
        game.arrange(moments.asked_to_buy(0))
        clock.go(3 * MINUTE)
        (old,) = outbox.take(1)
        clock.go(outbox.LEASE + SECOND)
        assert delivery.deliver() == 1
        outbox.try_later(old, "late")
        outbox.drop(old, "late")
        assert fate("turn") == ("sent", "")


@pytest.mark.django_db(transaction=True)
class TestTogether:
    def test_many_deliverers_at_once_send_each_mail_once(
        self, people: Tables, clock: VirtualClock, post: Listener
    ) -> None:
        games = [people.start(3) for _ in range(6)]
        for game in games:
            game.arrange(moments.asked_to_buy(0))
        clock.go(3 * MINUTE)
        wanted = Notice.objects.filter(send_at__lte=clock.now, status="waiting").count()
        post.stalls = 0.02
        errors: list[Exception] = []

        def work() -> None:
            try:
                for _ in range(12):
                    delivery.deliver(most=3)
            except Exception as error:  # noqa: BLE001 - told by the test
                errors.append(error)
            finally:
                connections.close_all()

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        ids = [mail.header("Message-ID") for mail in post.take()]
        assert errors == [] and len(ids) == len(set(ids))
        sent = Notice.objects.filter(status="sent").count()
        assert len(ids) == sent and sent >= 20 and wanted >= sent
        assert not Notice.objects.filter(status="taken").exists()


class TestTask:
    def test_the_worker_delivers_from_the_mail_queue_every_second(
        self, game: Played, clock: VirtualClock, post: Listener
    ) -> None:
        game.arrange(moments.asked_to_buy(0))
        clock.go(3 * MINUTE)
        assert tasks.deliver() == 1
        assert app.conf.task_routes["games.tasks.deliver"] == {"queue": "mail"}
        (entry,) = [e for e in app.conf.beat_schedule.values() if e["task"] == "games.tasks.deliver"]
        assert entry["schedule"] == timedelta(seconds=1) and entry["options"]["expires"]
