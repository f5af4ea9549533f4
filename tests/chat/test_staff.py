"""Reports and their queue in the back room; what becomes of messages when people and games go."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.db import IntegrityError, connection, transaction
from django.test import Client

from accounts.leaving import delete_account, own_data
from accounts.models import AuditEntry, User
from games import table
from games.chat import limits, writing
from games.chat.errors import NoSuchMessage
from games.chat.models import Chat, Message, Mute, Report
from games.models import Game
from tests.chat.conftest import JSON, Talk, talk_between
from tests.games.company import browser, person, running
from tests.staff import staff_browser
from tests.together import at_once

QUEUE = "/admin/chat/report/"


@pytest.fixture
def room(talk: Talk) -> Client:
    return staff_browser(User.objects.create_superuser("staff@example.org", "boss", "a long enough password"))


def test_a_report_is_made_once_by_each_reader_and_only_of_what_one_sees(talk: Talk) -> None:
    number = talk.said(talk.ada, "something nasty")
    for _ in range(2):
        told = talk.about(talk.bob, report=number)
        assert told.status_code == 200 and "staff" in told.json()["notice"] and "reported" in told.json()["html"]
    assert talk.about(talk.eve, report=number).status_code == 200
    assert Report.objects.count() == 2
    assert talk.about(talk.ada, report=number).status_code == 409, "one's own"
    assert talk.about(None, report=number).status_code == 403, "without an account"
    assert talk.about(talk.bob, report="1e3").status_code == talk.about(talk.bob, report="-1").status_code == 404


def test_a_number_of_another_table_is_none_here(talk: Talk) -> None:
    other = running(talk.ada, talk.eve, secret=True)
    for text in ("a", "b", "c"):
        writing.write(other.public_id, talk.who(talk.ada), text)
    number = talk.said(talk.ada, "hello")
    assert talk.about(talk.bob, report=number + 2).status_code == 404
    theirs = f"/games/{other.public_id}/chat/about/"
    assert browser(talk.bob).post(theirs, {"report": 1}, headers=JSON).status_code == 404
    assert not Report.objects.exists()


def test_reports_are_counted(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RATES", {"write": "100/s/key", "report": "2/h/key"})
    numbers = [talk.said(talk.ada, str(number)) for number in range(3)]
    assert [talk.about(talk.bob, report=number).status_code for number in numbers] == [200, 200, 429]


def test_the_staff_sees_the_queue_and_takes_a_message_off_or_leaves_it(talk: Talk, room: Client) -> None:
    for text in ("before it", "<i>nasty</i>", "harmless", "after it"):
        talk.said(talk.ada, text)
    for number in (2, 3):
        talk.about(talk.bob, report=number)
    talk.about(talk.eve, report=2)
    nasty, harmless = (Report.objects.filter(message__number=number).order_by("pk") for number in (2, 3))
    page = room.get(QUEUE).content.decode()
    assert "&lt;i&gt;nasty&lt;/i&gt;" in page and "<i>nasty" not in page
    detail = room.get(f"{QUEUE}{nasty[0].pk}/change/").content.decode()
    assert all(text in detail for text in ("before it", "&lt;i&gt;nasty", "after it", "Ada"))
    room.post(QUEUE, {"action": "take_off", "_selected_action": [nasty[0].pk]})
    room.post(QUEUE, {"action": "leave", "_selected_action": [harmless[0].pk]})
    assert {report.verdict for report in nasty.all()} == {Report.Verdict.TAKEN_OFF}, "all reports of the message"
    assert harmless[0].verdict == Report.Verdict.LEFT
    for reader in (None, talk.bob, talk.ada):
        page = talk.page(reader)
        assert "nasty" not in page and "harmless" in page
    assert AuditEntry.objects.filter(act="action take_off", subject="chat.report").exists()
    room.post(QUEUE, {"action": "leave", "_selected_action": [nasty[0].pk]})
    assert "nasty" in talk.page()


def test_nobody_else_comes_to_the_queue_and_nothing_is_found_out_by_its_filters(talk: Talk, room: Client) -> None:
    talk.about(talk.bob, report=talk.said(talk.ada, "hello"))
    assert browser(talk.bob).get(QUEUE).status_code == 302
    assert room.get(f"{QUEUE}?message__author__password__startswith=p").status_code in (302, 400)
    assert room.get(f"{QUEUE}?verdict__exact=open").status_code == 200


def test_own_data_has_what_one_wrote_muted_and_reported(talk: Talk) -> None:
    talk.said(talk.bob, "from bob")
    number = talk.said(talk.ada, "from ada")
    talk.about(talk.bob, report=number)
    talk.about(talk.bob, mute=number)
    told = own_data(talk.bob)["chat"]
    assert [message["text"] for message in told["messages"]] == ["from bob"]
    assert [mute["name"] for mute in told["muted"]] == ["Ada"]
    assert [report["game"] for report in told["reported"]] == [talk.game.public_id]
    assert "from ada" not in json.dumps(told, default=str)


def test_with_an_account_its_messages_and_mutes_go_and_its_reports_lose_their_name(talk: Talk) -> None:
    number = talk.said(talk.ada, "from ada")
    talk.said(talk.bob, "from bob")
    talk.about(talk.bob, report=number)
    talk.about(talk.bob, mute=number)
    before = Chat.objects.get().changes
    delete_account(talk.bob)
    assert [message.text for message in Message.objects.all()] == ["from ada"]
    assert "from bob" not in talk.page() and Chat.objects.get().changes > before, "open pages hear of it"
    assert Report.objects.get().by is None and not Mute.objects.exists()
    delete_account(talk.ada)
    assert not Message.objects.exists() and not Report.objects.exists()


def test_with_a_game_its_chat_goes(talk: Talk) -> None:
    talk.about(talk.bob, report=talk.said(talk.ada, "hello"))
    assert table.purge([talk.game.public_id], table.now()) == 1
    assert not Chat.objects.exists() and not Message.objects.exists() and not Report.objects.exists()


def test_a_program_that_knows_no_chat_can_delete_games_and_people(talk: Talk) -> None:
    """The version before, while this one is being put in its place."""
    talk.said(talk.ada, "stays")
    zoe, instant = person("Zoe"), table.now()
    theirs = Message.objects.create(chat=talk.game.chat, number=7, author=zoe, text="goes", at=instant)
    Mute.objects.create(user=zoe, muted=talk.ada)
    Report.objects.create(message=Message.objects.get(number=1), by=zoe, at=instant)
    Report.objects.create(message=theirs, by=talk.bob, at=instant)
    bare = Game.objects.create(ruleset="landlord", rules_version=1, options={}, created_at=instant, moved_at=instant)
    Message.objects.create(chat=Chat.objects.create(game=bare), number=1, author=talk.ada, text="goes too", at=instant)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM accounts_user WHERE id = %s", [zoe.pk])
        cursor.execute("DELETE FROM games_game WHERE id = %s", [bare.pk])
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    assert [message.text for message in Message.objects.all()] == ["stays"]
    assert Report.objects.get().by_id is None and not Mute.objects.exists()


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_of_fifty_messages_at_one_moment_five_are_taken_each_with_a_number_of_its_own(self) -> None:
        talk = talk_between()
        clients = [browser(talk.ada) for _ in range(50)]
        told = at_once(*[lambda client=client: client.post(talk.url(), {"text": "spam"}) for client in clients])
        assert sorted(answer.status_code for answer in told) == [303] * 5 + [429] * 45
        assert list(Message.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4, 5]

    def test_the_first_messages_of_two_people_at_one_moment_are_both_there(self) -> None:
        talk = talk_between()
        told = at_once(*[lambda user=user: talk.write(user, user.name) for user in (talk.ada, talk.bob)])
        assert [answer.status_code for answer in told] == [303, 303]
        assert sorted(Message.objects.values_list("number", "author__name")) in (
            [(1, "Ada"), (2, "Bob")],
            [(1, "Bob"), (2, "Ada")],
        )

    def test_a_message_waits_for_no_move_and_no_move_for_a_message(self) -> None:
        talk = talk_between()
        writing.write(talk.game.public_id, talk.who(talk.ada), "first")

        def write() -> int:
            with connection.cursor() as cursor:
                cursor.execute("SET statement_timeout = 2000")
            return talk.write(talk.bob, "second").status_code

        with transaction.atomic():
            list(Game.objects.select_for_update().filter(pk=talk.game.pk))
            assert at_once(write) == [303]

        def move() -> None:
            with connection.cursor() as cursor:
                cursor.execute("SET statement_timeout = 2000")
            table.resign(talk.game.public_id, talk.who(talk.bob))

        with transaction.atomic():
            list(Chat.objects.select_for_update().filter(pk=talk.game.pk))
            at_once(move)
        assert Game.objects.get(pk=talk.game.pk).status == Game.Status.FINISHED

    def test_who_writes_while_the_account_is_deleted_leaves_nothing(self) -> None:
        for _ in range(3):
            User.objects.all().delete()
            Game.objects.all().delete()
            cache.clear()
            talk = talk_between()
            client, writer = browser(talk.bob), talk.bob
            told = at_once(
                lambda client=client, talk=talk: client.post(talk.url(), {"text": "last words"}).status_code,
                lambda writer=writer: delete_account(writer),
            )
            assert told[0] in (303, 403, 404, 409)
            assert not Message.objects.exists()

    @pytest.mark.parametrize("act", [writing.mute, writing.report])
    def test_what_is_done_about_a_message_whose_writer_is_deleted_in_this_moment_is_refused(
        self, act: Callable[..., object], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        talk, read = talk_between(), writing._read_by
        number = talk.said(talk.ada, "hello")

        def read_and_gone(*asked: Any) -> Any:
            found = read(*asked)
            delete_account(talk.ada)
            return found

        monkeypatch.setattr(writing, "_read_by", read_and_gone)
        with pytest.raises(NoSuchMessage):
            act(talk.game.public_id, talk.who(talk.bob), number)
        assert not Mute.objects.exists() and not Report.objects.exists()

    def test_the_database_itself_keeps_no_message_of_nobody(self) -> None:
        talk = talk_between()
        writing.write(talk.game.public_id, talk.who(talk.ada), "hello")
        with pytest.raises(IntegrityError):
            Message.objects.create(chat_id=talk.game.pk, number=9, author_id=0, text="x", at=table.now())
