"""What of a game is shared: previews, picture, board in a frame, record, report, verifier, and the calendar."""

import io
import json
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from icalendar import Calendar
from PIL import Image

from accounts.leaving import own_data
from accounts.models import User
from games import feeds, proof, queries, table
from games.models import CalendarFeed, Game, Seat
from games.pages import views_share
from games.present import picture
from games.rules.registry import PLAYED, newest
from games.who import Who
from tests.games.tables import RESIGN, Opener, Played
from tests.pages.page_tree import parse, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return User.objects.create_user("ada@example.org", "Ada", "correct horse battery")


@pytest.fixture
def over(tables: Opener, ada: User) -> Played:
    """A finished game of Ada's against the bot."""
    client = Client()
    client.force_login(ada)
    played = tables.start(client=client)
    for _decision in range(8):
        reading = queries.table(played.id, Who(user=ada.pk))
        if reading.legal is None or reading.game.status == "finished":
            break
        moves = [move for move in msgspec.to_builtins(reading.legal.moves) if move != RESIGN]
        played.send(moves[0], token=reading.token)
    resign(played, ada)
    assert played.game.status == "finished" and played.game.move_count > 8
    return played


def resign(played: Played, user: User) -> None:
    """Leave the game, if it still runs."""
    if played.game.status == "running":
        played.send(RESIGN, token=queries.table(played.id, Who(user=user.pk)).token)


def hidden(played: Played) -> None:
    """Make the table a secret one."""
    Game.objects.filter(public_id=played.id).update(secret_table=True)


def metas(page: bytes) -> dict[str, str]:
    found = {}
    for meta in parse(page).iter("meta"):
        name = meta.get("property") or meta.get("name")
        if name:
            found[name] = meta.get("content", "")
    return found


# --- link previews ---


@pytest.mark.parametrize("rest", ["", "replay/"])
def test_a_finished_game_tells_previews_title_description_and_picture(over: Played, rest: str) -> None:
    told = metas(Client().get(over.url(rest)).content)
    assert told["og:title"] == "Bot 1 beat Ada"
    assert told["description"] == told["og:description"]
    assert "1. Bot 1; 2. Ada" in told["og:description"] and f"{over.game.move_count} moves" in told["og:description"]
    assert told["og:image"] == f"http://testserver{over.url('board.png')}"
    assert told["og:url"] == f"http://testserver{over.url()}"
    assert (told["og:image:width"], told["og:image:height"]) == tuple(map(str, picture.SIZE))


def test_a_player_who_looks_shares_what_everybody_shares(over: Played) -> None:
    assert "You" in text(parse(over.client.get(over.url()).content))
    assert metas(over.client.get(over.url()).content)["og:title"] == "Bot 1 beat Ada"


def test_a_game_in_play_and_a_secret_one_tell_nothing(started: Played, over: Played) -> None:
    assert not any(name.startswith("og:") for name in metas(started.client.get(started.url()).content))
    hidden(over)
    assert not any(name.startswith("og:") for name in metas(over.client.get(over.url()).content))


# --- the picture ---


def test_the_picture_is_a_png_of_the_usual_size_and_is_drawn_once(
    over: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    real = views_share._drawn
    monkeypatch.setattr(views_share, "_drawn", lambda past: drawn.append(past.game.public_id) or real(past))
    first, second = (Client().get(over.url("board.png")) for _ in range(2))
    assert first["Content-Type"] == "image/png" and first.content == second.content
    image = Image.open(io.BytesIO(first.content))
    assert image.size == (1200, 630) and len(first.content) < 150_000
    assert drawn == [over.id]
    assert "public" in first["Cache-Control"] and "max-age=2592000" in first["Cache-Control"]
    assert Client().get(over.url("board.png"), headers={"If-None-Match": first["ETag"]}).status_code == 304


def test_the_picture_shows_the_game_that_it_is_of(tables: Opener, over: Played) -> None:
    other = tables.start(seats=3)
    other.send(RESIGN)
    assert other.game.status == "finished"
    one, two = (Client().get(played.url("board.png")).content for played in (over, other))
    assert one != two


def test_the_picture_bears_no_name_so_a_deleted_one_is_in_no_cache(over: Played) -> None:
    before = Client().get(over.url("board.png"))
    Seat.objects.filter(game__public_id=over.id).update(name="deleted player")
    cache.clear()
    after = Client().get(over.url("board.png"))
    assert (before.content, before["ETag"]) == (after.content, after["ETag"])


def test_there_is_a_picture_of_finished_public_games_only(started: Played, over: Played) -> None:
    assert started.client.get(started.url("board.png")).status_code == 404
    hidden(over)
    assert Client().get(over.url("board.png")).status_code == 404
    assert over.client.get(over.url("board.png")).status_code == 404


# --- the board in a frame ---


def directive(policy: str, name: str) -> str:
    return next(part.strip() for part in policy.split(";") if part.strip().startswith(name))


@pytest.mark.parametrize("address", ["?embed", "replay/?embed", "replay/?embed&move=2"])
def test_the_board_may_stand_in_any_frame_without_cookies_or_forms(over: Played, address: str) -> None:
    response = over.client.get(over.url(address))
    assert response.status_code == 200
    assert directive(response["Content-Security-Policy"], "frame-ancestors") == "frame-ancestors *"
    assert "X-Frame-Options" not in response and not response.cookies
    assert "Cookie" not in response.get("Vary", "")
    tree = parse(response.content)
    assert not list(tree.iter("form")) and not list(tree.iter("script"))
    [link] = tree.iter("a")
    assert link.get("href", "").startswith(over.url("replay/")) and link.get("target") == "_blank"
    # Whoever looks, it is what everybody sees.
    assert response.content == Client().get(over.url(address)).content
    assert Client().get(over.url(address), headers={"If-None-Match": response["ETag"]}).status_code == 304


def test_a_frame_shows_the_move_asked_for_and_else_the_last(over: Played) -> None:
    last = over.game.move_count - 1
    assert b", move 2<" in Client().get(over.url("replay/?embed&amp;move=2".replace("&amp;", "&"))).content
    assert b", the end<" in Client().get(over.url("?embed")).content
    assert f"?move={last}".encode() in Client().get(over.url("?embed")).content
    assert Client().get(over.url("replay/?embed&move=9999")).status_code == 404


@pytest.mark.parametrize("address", ["", "replay/", "record.json", "replay.json", "report/", "board.png"])
def test_nothing_else_may_stand_in_a_frame(over: Played, address: str) -> None:
    response = over.client.get(over.url(address))
    assert directive(response["Content-Security-Policy"], "frame-ancestors") == "frame-ancestors 'none'"
    assert response["X-Frame-Options"] == "DENY"


def test_a_secret_table_stands_in_no_frame_not_even_its_players(over: Played) -> None:
    hidden(over)
    for address in ("?embed", "replay/?embed"):
        for client in (Client(), over.client):
            response = client.get(over.url(address))
            assert response.status_code == 404
            assert directive(response["Content-Security-Policy"], "frame-ancestors") == "frame-ancestors 'none'"


# --- the record, the film and the report ---


@pytest.mark.parametrize("address", ["record.json", "replay.json"])
def test_what_a_client_has_is_not_sent_again_until_a_name_changes(over: Played, address: str) -> None:
    first = Client().get(over.url(address))
    assert "no-cache" in first["Cache-Control"] and "Ada" in first.content.decode()
    known = {"If-None-Match": first["ETag"]}
    with CaptureQueriesContext(
        connection,
    ) as captured:
        again = Client().get(over.url(address), headers=known)
    assert again.status_code == 304 and again["ETag"] == first["ETag"]
    assert len(captured.captured_queries) == 1
    table.forget(User.objects.get(name="Ada").pk)
    after = Client().get(over.url(address), headers=known)
    assert after.status_code == 200 and "Ada" not in after.content.decode()
    assert "deleted player" in after.content.decode()


def test_a_running_games_answers_change_with_each_move(started: Played) -> None:
    for address in ("record.json", "replay.json"):
        known = started.client.get(started.url(address))["ETag"]
        assert started.client.get(started.url(address), headers={"If-None-Match": known}).status_code == 304
        started.send({"type": "buy"} if address == "record.json" else RESIGN)
        assert started.client.get(started.url(address), headers={"If-None-Match": known}).status_code == 200


def test_the_film_is_packed_once_and_is_the_readers_own(over: Played) -> None:
    packed = Client().get(over.url("replay.json"), headers={"Accept-Encoding": "gzip"})
    plain = Client().get(over.url("replay.json"))
    assert packed["Content-Encoding"] == "gzip" and len(packed.content) < len(plain.content) / 4
    assert "Accept-Encoding" in packed["Vary"] and "Content-Encoding" not in plain
    mine = over.client.get(over.url("replay.json"))
    assert "You " in mine.content.decode() and "You " not in plain.content.decode()
    assert mine["ETag"] != plain["ETag"] and "private" in mine["Cache-Control"]


def test_a_finished_games_film_is_kept_and_without_a_cache_made_anew(
    over: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Client().get(over.url("replay.json"))
    with CaptureQueriesContext(connection) as captured:
        assert Client().get(over.url("replay.json")).content == first.content
    assert len(captured.captured_queries) == 1

    def away(*_: object, **__: object) -> None:
        raise ConnectionError("the cache is away")

    monkeypatch.setattr("games.pages.kept.cache.get", away)
    assert Client().get(over.url("replay.json")).content == first.content


def test_a_secret_table_is_looked_back_at_by_its_players_alone(over: Played) -> None:
    hidden(over)
    for address in ("replay/", "replay.json", "record.json", "report/"):
        assert Client().get(over.url(address)).status_code == 404, address
        mine = over.client.get(over.url(address))
        assert mine.status_code == 200, address
        assert "private" in mine["Cache-Control"] and "Cookie" in mine["Vary"], address


def test_the_report_is_linked_from_result_and_replay_and_comes_at_the_end(started: Played, over: Played) -> None:
    assert started.client.get(started.url("report/")).status_code == 404
    page = over.client.get(over.url("report/"))
    shown = text(parse(page.content))
    assert page.status_code == 200 and "Luck and play" in shown
    assert "each of the 36 pairs of dice" in shown and "Cards are included" in shown
    for rest in ("", "replay/"):
        links = [a.get("href") for a in parse(over.client.get(over.url(rest)).content).iter("a")]
        assert over.url("report/") in links
    assert sum(map(int, re.findall(r"(\d+) rolls?, \d+ in all", shown))) == over.state.rolls


# --- the verifier ---


def test_the_verifier_comes_as_a_file_and_verifies_a_record_of_this_site(over: Played, tmp_path: Path) -> None:
    response = Client().get("/verify/landlord.py")
    assert response["Content-Type"] == "text/x-python; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="landlord_verify.py"'
    (tmp_path / "landlord_verify.py").write_bytes(response.content)
    (tmp_path / "record.json").write_bytes(Client().get(over.url("record.json")).content)
    done = subprocess.run(
        [sys.executable, "-I", "landlord_verify.py", "record.json"], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, "record.json: ok\n"), done.stderr
    again = Client().get("/verify/landlord.py", headers={"If-None-Match": response["ETag"]})
    assert again.status_code == 304
    assert len(response.content.splitlines()) <= 600


@pytest.mark.parametrize("key", PLAYED)
def test_each_game_has_its_own_verifier_as_a_file(key: str) -> None:
    response = Client().get(f"/verify/{key}.py")
    assert response["Content-Disposition"] == f'attachment; filename="{key}_verify.py"'
    assert newest(key).title in response.content.decode().splitlines()[0]
    assert response.content == (Path(proof.__file__).parent / f"{key}_verify.py").read_bytes()


@pytest.mark.parametrize("key", ["chess", "__init__", "landlord_verify", "LANDLORD"])
def test_there_is_no_verifier_of_another_game(key: str) -> None:
    assert Client().get(f"/verify/{key}.py").status_code == 404


# --- the calendar ---


def subscribe(client: Client) -> str:
    """Get a calendar's address from its page, without the host."""
    assert client.post("/calendar/", {"act": "new"}).status_code == 303
    [field] = [i for i in parse(client.get("/calendar/").content).iter("input") if i.get("id") == "address"]
    return field.get("value", "").removeprefix("http://testserver")


def test_a_calendar_has_ones_deadlines_for_whoever_has_the_address(tables: Opener, ada: User) -> None:
    client = Client()
    client.force_login(ada)
    played = tables.start(client=client)
    address = subscribe(client)
    response = Client().get(address)
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    [event] = Calendar.from_ical(response.content).walk("VEVENT")
    seat = Seat.objects.get(game__public_id=played.id, number=0)
    assert seat.due_at is not None
    assert seat.due_at.replace(microsecond=0) == event.DTSTART
    assert str(event["SUMMARY"]) == "Your move against Bot 1"
    assert "To buy or decline" in str(event["DESCRIPTION"])
    assert str(event["URL"]) == f"http://testserver{played.url()}"
    assert str(event["UID"]).startswith(played.id)
    # The same deadlines are the same bytes: a calendar that looks each hour is told so.
    assert Client().get(address, headers={"If-None-Match": response["ETag"]}).status_code == 304
    resign(played, ada)
    assert not list(Calendar.from_ical(Client().get(address).content).walk("VEVENT"))


def test_a_calendar_is_read_in_few_queries_and_writes_nothing(tables: Opener, ada: User) -> None:
    client = Client()
    client.force_login(ada)
    for seats in (2, 3, 4):
        tables.start(seats=seats, client=client)
    address = subscribe(client)
    with CaptureQueriesContext(connection) as captured:
        assert len(list(Calendar.from_ical(Client().get(address).content).walk("VEVENT"))) >= 1
    assert len(captured.captured_queries) == 3
    assert all(query["sql"].startswith("SELECT") for query in captured.captured_queries)


def test_a_calendars_address_can_be_changed_and_taken_away(ada: User) -> None:
    client = Client()
    client.force_login(ada)
    first = subscribe(client)
    second = subscribe(client)
    assert first != second
    assert Client().get(first).status_code == 404 and Client().get(second).status_code == 200
    assert client.post("/calendar/", {"act": "off"}).status_code == 303
    assert Client().get(second).status_code == 404
    assert not CalendarFeed.objects.exists()


def test_an_address_that_was_never_given_out_leads_nowhere(ada: User) -> None:
    feed = feeds.renew(ada.pk)
    right = feeds.token(feed)
    wrong = [right[:-1] + ("0" if right[-1] != "0" else "1"), right[1:], feed.name, right + "0", "x" * 56, "ä" * 56]
    for token in wrong:
        assert Client().get(f"/calendar/{token}.ics").status_code == 404, token
    assert right not in json.dumps(list(CalendarFeed.objects.values()), default=str), (
        "it does not stand in the database"
    )
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert Client().get(f"/calendar/{right}.ics").status_code == 404


def test_the_page_needs_an_account_and_get_changes_nothing(ada: User) -> None:
    assert Client().get("/calendar/").status_code == 302
    client = Client()
    client.force_login(ada)
    assert client.get("/calendar/").status_code == 200
    assert not CalendarFeed.objects.exists()
    assert "/calendar/" in [a.get("href") for a in parse(client.get("/accounts/settings/").content).iter("a")]


def test_the_feed_is_in_the_own_data_and_goes_with_the_account(ada: User) -> None:
    assert own_data(ada)["calendar_feed"] is None
    feeds.renew(ada.pk)
    since = own_data(ada)["calendar_feed"]["since"]
    assert abs((datetime.now(UTC) - since).total_seconds()) < 60
    ada.delete()
    assert not CalendarFeed.objects.exists()


def test_what_is_asked_of_the_past_is_refused_in_words(started: Played) -> None:
    opened = started.client.post("/play/", {"seats": 3}, headers={"accept": "application/json"}).json()["id"]
    for rest in ("record.json", "replay/", "replay.json", "report/", "board.png", "?embed"):
        assert started.client.get(f"/games/{opened}/{rest}").status_code == 404, rest
    assert Client().post(started.url("report/")).status_code == 405
    assert queries.table(started.id, Who()).reader is None
