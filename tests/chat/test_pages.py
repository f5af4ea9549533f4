"""The chat on pages: who reads and writes what, with and without scripts, and that the board is left alone."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import blocks
from accounts.models import User
from games import members, table
from games.chat import limits, writing
from games.chat.errors import NoChat
from games.models import Game
from games.pages import errors
from games.rules.deedland import DEEDLAND
from tests.chat.conftest import JSON, Talk
from tests.games.company import browser, open_table, over, person, sit
from tests.games.tables import Opener


def test_without_a_script_a_form_is_taken_and_leads_back_to_the_open_chat(talk: Talk) -> None:
    answer = talk.write(talk.ada, "good luck")
    assert (answer.status_code, answer["Location"]) == (303, f"/games/{talk.game.public_id}/?chat=open#chat")
    page = browser(talk.bob).get(answer["Location"]).content.decode()
    assert "good luck" in page and '<details id="chat" class="sec chat" open' in page
    assert browser(talk.ada).post(talk.url(), {"text": "x", "from": "chat"})["Location"] == f"{talk.url()}#write"


def test_everybody_who_may_see_the_table_reads_and_those_seated_write(talk: Talk) -> None:
    talk.said(talk.ada, "hello there")
    for reader in (None, talk.eve, talk.bob):
        assert "hello there" in talk.page(reader) and "hello there" in talk.page(reader, "live/")
        assert ('id="write"' in talk.page(reader)) == (reader == talk.bob)
    assert talk.write(talk.eve, "let me in").status_code == 403
    assert "let me in" not in talk.page()


def test_whoever_is_out_and_whoever_waits_for_the_start_writes_too(talk: Talk) -> None:
    table.resign(talk.game.public_id, talk.who(talk.bob))
    assert talk.said(talk.bob, "well played") == 1
    waiting = open_table(talk.ada, 3)
    assert writing.write(waiting.public_id, talk.who(talk.ada), "anybody?").number == 1
    assert "anybody?" in browser().get(f"/games/{waiting.public_id}/").content.decode()


def test_a_secret_table_keeps_its_chat_to_itself(talk: Talk) -> None:
    secret = open_table(talk.ada, 2, secret=True)
    writing.write(secret.public_id, talk.who(talk.ada), "for us")
    url = f"/games/{secret.public_id}/chat/"
    assert browser(talk.eve).get(url).status_code == browser().get(url).status_code == 404
    assert "for us" in browser().get(f"{url}?key={secret.link_key}").content.decode()
    sit(secret, talk.bob)
    assert browser().get(f"{url}?key={secret.link_key}").status_code == 404


def test_there_is_no_chat_where_nobody_else_can_come(tables: Opener) -> None:
    against_bots = tables.start()
    page = against_bots.client.get(against_bots.url()).content.decode()
    assert 'id="chat"' not in page
    assert against_bots.client.get(against_bots.url("chat/")).status_code == 404
    assert against_bots.client.post(against_bots.url("chat/"), {"text": "hello"}).status_code == 409


def test_nor_where_one_person_plays_against_bots_that_have_not_sat_down_yet(talk: Talk) -> None:
    plan = table.Plan(3, DEEDLAND.options(None, "easy"), bots_fill=True)
    alone = table.open_table(DEEDLAND, [members.sitter(talk.ada)], plan)
    assert 'id="chat"' not in browser(talk.ada).get(f"/games/{alone.public_id}/").content.decode()
    with pytest.raises(NoChat):
        writing.write(alone.public_id, talk.who(talk.ada), "anybody?")


def test_markup_is_text_and_links_are_for_those_who_sit_there(talk: Talk) -> None:
    talk.said(talk.ada, '<script>alert(1)</script><img src=x onerror=alert(1)> https://example.org/?a=1&b="2')
    for reader in (None, talk.eve, talk.bob):
        for rest in ("", "live/"):
            page = talk.page(reader, rest)
            assert "<script>alert" not in page and "<img src=x" not in page
            assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
            link = '<a href="https://example.org/?a=1&amp;b=" rel="noopener nofollow ugc" target="_blank">'
            assert (link in page) == (reader == talk.bob)


def test_a_refused_message_says_why_and_stands_in_the_form_again(talk: Talk) -> None:
    answer = talk.write(talk.ada, "<b>" + "x" * 498)
    page = answer.content.decode()
    assert answer.status_code == 400 and "this one has 501" in page and "&lt;b&gt;xxx" in page
    told = talk.write(talk.ada, "a\0b", **JSON)
    assert told.status_code == 400 and "no text" in told.json()["notice"]
    assert "Nobody has written anything yet" in talk.page()


def test_five_in_ten_seconds_is_enough(talk: Talk) -> None:
    for number in range(5):
        assert talk.write(talk.ada, f"number {number}").status_code == 303
    answer = talk.write(talk.ada, "one more")
    assert answer.status_code == 429 and "5 messages in 10 seconds" in answer.content.decode()
    assert talk.write(talk.bob, "not me").status_code == 303


def test_sixty_in_ten_minutes_are_enough(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RATES", {"write": "5/10s/key,6/10m/key"})
    clock = iter(range(1_000, 10_000, 11))
    monkeypatch.setattr("allauth.core.internal.ratelimit.time.time", lambda: next(clock) / 2)
    taken = [talk.write(talk.ada, str(number)).status_code for number in range(8)]
    assert taken == [303] * 6 + [429] * 2


def test_a_message_leaves_board_record_and_clock_alone(talk: Talk) -> None:
    reader = browser(talk.bob)
    url = f"/games/{talk.game.public_id}/"
    etag = reader.get(f"{url}live/")["ETag"]
    rows = list(Game.objects.values()), list(talk.game.seats.values())
    talk.said(talk.ada, "thinking")
    assert reader.get(f"{url}live/", headers={"if-none-match": etag}).status_code == 304
    assert (list(Game.objects.values()), list(talk.game.seats.values())) == rows
    assert "thinking" not in reader.get(f"{url}record/").content.decode()
    assert "thinking" not in reader.get(f"{url}live/").content.decode()


def test_the_same_chat_is_304_and_each_change_is_not(talk: Talk) -> None:
    reader = browser(talk.bob)
    first = reader.get(talk.url("live/"))
    assert reader.get(talk.url("live/"), headers={"if-none-match": first["ETag"]}).status_code == 304
    number = talk.said(talk.ada, "hello")
    second = reader.get(talk.url("live/"), headers={"if-none-match": first["ETag"]})
    assert second.status_code == 200 and f'data-last="{number}"' in second.content.decode()
    assert browser().get(talk.url("live/"))["ETag"] != second["ETag"], "another reader is shown other things"


def test_the_table_reads_its_chat_in_one_query(talk: Talk) -> None:
    for number in range(4):
        talk.said(talk.ada, f"number {number}")
    reader, url = browser(talk.bob), f"/games/{talk.game.public_id}/"
    reader.get(url)
    with CaptureQueriesContext(connection) as page:
        assert "number 3" in reader.get(url).content.decode()
    assert sum("chat_" in query["sql"] for query in page) == 1
    with CaptureQueriesContext(connection) as live:
        reader.get(talk.url("live/"))
    assert len(live) <= 3
    with CaptureQueriesContext(connection) as unchanged:
        reader.get(f"{url}live/")
    assert not any("chat_" in query["sql"] for query in unchanged)


def test_long_chats_are_shown_in_parts(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RATES", {"write": "1000/s/key"})
    for number in range(1, 66):
        writing.write(talk.game.public_id, talk.who(talk.ada), f"number {number}.")
    page = talk.page()
    assert "number 65." in page and "number 46." in page and "number 45." not in page and "before=46" in page
    page = talk.page(None, "?before=46")
    assert "number 45." in page and "number 26." in page and "number 46." not in page and "before=26" in page
    page = talk.page(None, "?before=6")
    assert "number 1." in page and "number 5." in page and "Earlier messages" not in page
    assert talk.page(None, "?before=" + "9" * 40) and talk.page(None, "?before=%00x")


class TestMuting:
    def test_who_is_muted_stays_muted_for_that_reader_at_every_table(self, talk: Talk) -> None:
        number = talk.said(talk.ada, "buy my squares")
        told = talk.about(talk.bob, mute=number)
        assert told.status_code == 200 and "Ada" in told.json()["notice"]
        assert "buy my squares" not in told.json()["html"]
        talk.said(talk.ada, "do it now")
        other = over(talk.ada, talk.bob)
        writing.write(other.public_id, talk.who(talk.ada), "once more")
        assert "do it now" not in talk.page(talk.bob)
        assert "once more" not in browser(talk.bob).get(f"/games/{other.public_id}/").content.decode()
        assert "do it now" in talk.page(talk.eve) and "do it now" in talk.page(talk.ada)
        # A message that is not seen is none: neither its number nor its writer can be found out by it.
        assert talk.about(talk.bob, report=number).status_code == 404

    def test_and_can_be_heard_again(self, talk: Talk) -> None:
        talk.about(talk.bob, mute=talk.said(talk.ada, "hello"))
        assert "Ada" in browser(talk.bob).get("/accounts/settings/chat/").content.decode()
        assert browser(talk.bob).post("/accounts/settings/chat/", {"unmute": "ada"}).status_code == 303
        assert "hello" in talk.page(talk.bob)
        assert browser(talk.bob).post("/accounts/settings/chat/", {"unmute": "a\0b"}).status_code == 303

    def test_takes_an_account_and_somebody_else(self, talk: Talk) -> None:
        number = talk.said(talk.ada, "hello")
        assert talk.about(None, mute=number).status_code == 403
        assert talk.about(talk.ada, mute=number).status_code == 409
        assert talk.about(talk.bob, mute=number + 1).status_code == 404


def test_blocked_people_see_nothing_of_each_others(talk: Talk) -> None:
    talk.said(talk.ada, "from ada")
    talk.said(talk.bob, "from bob")
    blocks.block(talk.bob, "Ada")
    assert "from ada" not in talk.page(talk.bob) and "from bob" in talk.page(talk.bob)
    assert "from bob" not in talk.page(talk.ada) and "from ada" in talk.page(talk.ada)
    assert "from ada" in talk.page(talk.eve) and "from bob" in talk.page(talk.eve)


def test_who_wants_no_chat_has_none(talk: Talk) -> None:
    talk.said(talk.ada, "hello")
    mine = browser(talk.bob)
    assert mine.post("/accounts/settings/chat/", {}).status_code == 303
    assert not User.objects.get(pk=talk.bob.pk).table_chat
    assert 'id="chat"' not in mine.get(f"/games/{talk.game.public_id}/").content.decode()
    assert mine.get(talk.url()).status_code == mine.get(talk.url("live/")).status_code == 404
    assert mine.post(talk.url(), {"text": "x"}).status_code == 409
    assert "Switched off" in mine.get("/accounts/settings/").content.decode()
    mine.post("/accounts/settings/chat/", {"table_chat": "on"})
    assert "hello" in mine.get(talk.url()).content.decode()


def test_a_writer_is_called_by_the_name_of_today_also_after_standing_up(talk: Talk) -> None:
    waiting = open_table(talk.ada, 3)
    sit(waiting, talk.bob)
    writing.write(waiting.public_id, talk.who(talk.bob), "I must go")
    table.stand_up(waiting.public_id, talk.who(talk.bob))
    sit(waiting, person("Cid"))
    User.objects.filter(pk=talk.bob.pk).update(name="Robert")
    page = browser(talk.ada).get(f"/games/{waiting.public_id}/chat/").content.decode()
    assert "<b>Robert</b>" in page and "Mute Robert" in page and "<b>Cid</b>" not in page


def test_forms_of_other_sites_are_refused(talk: Talk) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(talk.ada)
    for rest, form in (("", {"text": "x"}), ("about/", {"mute": "1"})):
        answer = strict.post(talk.url(rest), form)
        assert answer.status_code == 403 and errors.TITLES[403] in answer.content.decode()
    assert browser(talk.ada).get(talk.url("about/")).status_code == 405
