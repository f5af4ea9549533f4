"""What becomes of a batch when the mail server, or the database, breaks off in the middle of it."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import OperationalError, connection

from games.mail import delivery, letters, notes, outbox
from games.models import Notice
from tests.clock.tables import Tables
from tests.clock.virtual import MINUTE, VirtualClock
from tests.mail.listener import Listener

pytestmark = pytest.mark.both_databases


@pytest.fixture
def due(people: Tables, clock: VirtualClock) -> int:
    """Six notices, of two games' starts."""
    for _ in range(2):
        people.start(3)
    Notice.objects.exclude(kind="started").delete()
    clock.go(MINUTE)
    return Notice.objects.count()


def statuses() -> list[str]:
    return sorted(Notice.objects.values_list("status", flat=True))


class Away:
    """A database that is away for every statement from one of a kind on."""

    def __init__(self) -> None:
        self.begins_with, self.is_away, self.after = "", False, 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if self.begins_with and sql.startswith(self.begins_with):
            self.after -= 1
            self.is_away = self.is_away or self.after < 0
        if self.is_away:
            # As if it had never been connected: nothing is left to speak with.
            raise OperationalError("connection failed")
        return execute(sql, params, many, context)

    def comes_back(self) -> None:
        self.begins_with, self.is_away = "", False


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> Iterator[Away]:
    away = Away()
    monkeypatch.setattr("games.database.is_away", lambda error: isinstance(error, OperationalError))
    with connection.execute_wrapper(away):
        yield away
    assert not notes._unwritten


@pytest.mark.django_db(transaction=True)
class TestDatabase:
    def test_a_mail_that_went_out_as_the_database_went_away_does_not_go_again(
        self, due: int, post: Listener, database: Away
    ) -> None:
        # The third note of a mail that was sent; taking the batch is an update too.
        database.begins_with, database.after = 'UPDATE "games_notice"', 3
        with pytest.raises(OperationalError):
            delivery.deliver()
        first = [mail.header("Message-ID") for mail in post.take()]
        assert len(first) == 3
        with pytest.raises(OperationalError):
            delivery.deliver()
        database.comes_back()
        assert delivery.deliver() == due - 3
        rest = [mail.header("Message-ID") for mail in post.take()]
        assert len({*first, *rest}) == due and not {*first} & {*rest}
        assert statuses() == ["sent"] * due

    def test_the_rest_of_its_batch_waits_for_no_lease(self, due: int, post: Listener, database: Away) -> None:
        Notice.objects.update(kind="turn")
        database.begins_with, database.after = 'SELECT "games_seat"', 1
        with pytest.raises(OperationalError):
            delivery.deliver()
        assert post.take() == []
        database.comes_back()
        assert statuses() == sorted(["taken"] * (due - 1) + ["dropped"])
        notes.catch_up()
        assert statuses() == sorted(["waiting"] * (due - 1) + ["dropped"])
        assert not Notice.objects.filter(attempts__gt=0).exists()

    def test_whatever_breaks_a_batch_off_the_rest_is_given_back(
        self, due: int, post: Listener, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        written = letters.compose

        def stopped(notice: Notice, to: str) -> Any:
            if post.received:
                raise SystemExit
            return written(notice, to)

        monkeypatch.setattr(letters, "compose", stopped)
        with pytest.raises(SystemExit):
            delivery.deliver()
        assert statuses() == ["sent"] + ["waiting"] * (due - 1)


class TestMailServer:
    def test_one_that_breaks_off_now_and_then_is_spoken_with_again_at_once(
        self, due: int, post: Listener, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        breaks = iter([True, False, True, True, True, False])
        handle = Listener.handle_DATA

        async def handle_data(self: Listener, server: Any, session: Any, envelope: Any) -> str:
            if next(breaks):
                server.transport.abort()
                return "250 OK"
            return await handle(self, server, session, envelope)

        monkeypatch.setattr(Listener, "handle_DATA", handle_data)
        assert delivery.deliver() == 2 and len(post.take()) == 2
        told = Notice.objects.filter(status="waiting", why="the mail server broke off", attempts=1)
        assert told.count() == due - 2

    def test_one_that_breaks_off_each_time_is_as_good_as_away(
        self, due: int, post: Listener, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def handle_data(self: Listener, server: Any, session: Any, envelope: Any) -> str:
            server.transport.abort()
            return "250 OK"

        monkeypatch.setattr(Listener, "handle_DATA", handle_data)
        assert delivery.deliver() == 0
        assert Notice.objects.filter(attempts=1).count() == delivery.MOST_BROKEN < due
        assert not Notice.objects.filter(status="taken").exists()
        assert not Notice.objects.filter(send_at__lte=clock.now).exists()

    def test_a_run_keeps_its_connection_but_not_for_ever(
        self, due: int, post: Listener, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from django.core.mail.backends.smtp import EmailBackend

        opened: list[int] = []
        open_one = EmailBackend.open

        def counted(self: EmailBackend) -> bool | None:
            new = open_one(self)
            opened.extend([1] if new else [])
            return new

        monkeypatch.setattr(EmailBackend, "open", counted)
        monkeypatch.setattr(delivery, "ON_A_CONNECTION", 4)
        assert delivery.deliver(most=2) == due == 6
        assert len(opened) == 2

    def test_a_bounce_ends_what_was_read_with_the_batch(self, due: int, post: Listener) -> None:
        post.refuses["ada@example.org"] = "550 5.1.1 no such user"
        assert delivery.deliver() == due - 2
        assert post.tried.count("ada@example.org") == 1
        fates = Notice.objects.filter(user__name="ada").order_by("pk").values_list("status", flat=True)
        assert sorted(fates) == ["dropped", "failed"]


def test_a_batch_comes_with_its_people_as_they_can_be_reached(
    due: int, django_assert_max_num_queries: Any, clock: VirtualClock
) -> None:
    from accounts import mailing

    taken = outbox.take(10)
    assert len(taken) == due
    with django_assert_max_num_queries(0):
        assert all(mailing.confirmed_address(notice.user) for notice in taken)
        assert all(mailing.wants(notice.user, "news") for notice in taken)
