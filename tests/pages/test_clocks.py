"""Deadlines on the table page: until when, what then, and what it says of clocks that stand."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import table
from games.models import Game, Proposal
from games.present import clocks
from games.table import sweeping
from tests.pages.page_tree import by_id, parse, text, with_class
from tests.pages.people import JSON, People

BUY, DECLINE, REFUSE = ({"type": kind} for kind in ("buy", "decline", "refuse"))
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)

Make = Callable[..., People]


def due(page: str, where: str = "ask") -> str:
    """Give what is said of a deadline in a piece of the page; only what is shown."""
    found = []
    for element in with_class(by_id(parse(page.encode()), where), "due"):
        parts = [part for part in element if "data-running" in part.attrib or "data-over" in part.attrib]
        shown = [part for part in parts if "hidden" not in part.attrib] or [element]
        found.append(" ".join(text(part) for part in shown))
    return " | ".join(found)


# --- words ---


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (timedelta(seconds=-3), "0 s"),
        (timedelta(seconds=59.9), "59 s"),
        (timedelta(seconds=60), "1 min"),
        (timedelta(seconds=245), "4 min 5 s"),
        (timedelta(minutes=10, seconds=30), "10 min"),
        (timedelta(minutes=60), "1 h"),
        (timedelta(hours=21, minutes=42, seconds=59), "21 h 42 min"),
        (timedelta(hours=47, minutes=59), "47 h 59 min"),
        (timedelta(days=2), "2 days"),
        (timedelta(days=6, hours=23, minutes=59), "6 days 23 h"),
    ],
)
def test_what_is_left_is_told_in_two_units_at_most(left: timedelta, said: str) -> None:
    assert clocks.left_in_words(left) == said


@pytest.mark.parametrize(
    ("time", "said"),
    [
        (timedelta(seconds=60), "1 minute"),
        (timedelta(seconds=5400), "1 hour 30 minutes"),
        (timedelta(days=1), "1 day"),
        (timedelta(days=7), "7 days"),
        (timedelta(days=1, seconds=59), "1 day"),
        (timedelta(minutes=4, seconds=12.4), "4 minutes 12 seconds"),
        (timedelta(seconds=0.2), "less than a second"),
    ],
)
def test_lengths_are_told_by_their_two_largest_units(time: timedelta, said: str) -> None:
    assert clocks.length(time) == said


def test_an_instant_is_told_by_the_readers_wall() -> None:
    at = datetime(2026, 3, 29, 0, 30, tzinfo=UTC)
    assert clocks.wall(at, UTC) == "Sun 29 Mar, 00:30 UTC"
    assert clocks.wall(at, ZoneInfo("Europe/Berlin")) == "Sun 29 Mar, 01:30"
    # An hour later the clocks there have been put forward.
    assert clocks.wall(at + HOUR, ZoneInfo("Europe/Berlin")) == "Sun 29 Mar, 03:30"
    assert clocks.wall(at, ZoneInfo("America/New_York")) == "Sat 28 Mar, 20:30"


# --- who is waited on until when, and what then ---


def test_everybody_sees_the_deadline_of_who_is_asked_and_what_happens_then(people: Make) -> None:
    game = people()
    until = clocks.wall(game.seat(0).due_at or table.now(), UTC)
    for reader, out in ((0, "you are"), (1, "Ada is"), (None, "Ada is")):
        page = game.page(reader)
        said = rf"23 h 59 min left, until {until}; then {out} out of the game\."
        assert re.fullmatch(said, due(page)), due(page)
        assert re.fullmatch(said, due(page, "players"))


def test_times_are_in_the_zone_of_who_is_signed_in_and_left_to_the_script_for_others(people: Make) -> None:
    game = people()
    game.users[0].time_zone = "Asia/Tokyo"
    game.users[0].save()
    at = game.seat(0).due_at
    assert at is not None
    mine, strangers = (by_id(parse(game.page(reader).encode()), "ask") for reader in (0, None))
    [here], [there] = list(mine.iter("time")), list(strangers.iter("time"))
    assert text(here) == clocks.wall(at, ZoneInfo("Asia/Tokyo")) and "data-local" not in here.attrib
    assert text(there) == clocks.wall(at, UTC) and "data-local" in there.attrib
    assert here.get("datetime") == there.get("datetime") == clocks.iso(at)


def test_the_page_carries_the_sites_time_for_its_countdowns(people: Make) -> None:
    game = people()
    before = table.now()
    meta = by_id(parse(game.page(0).encode()), "live-meta")
    assert before - HOUR < datetime.fromisoformat(meta.get("data-now", "")) < before + HOUR
    live = game.clients[0].get(game.url("live/"), headers={"X-In-Sight": "1"})
    assert datetime.fromisoformat(live["X-Now"]) > before


def test_a_missed_chance_is_said_to_count_as_a_pass_or_a_refusal(people: Make) -> None:
    game = people()
    game.move(0, DECLINE)
    assert "then it counts as a pass." in due(game.page(1))
    other = people()
    other.move(0, BUY)
    [square] = [p for p, owner in enumerate(other.state.owner) if owner == 0]
    other.move(0, {"type": "offer", "to": 1, "give": [square], "get": [], "give_cash": 0, "get_cash": 1})
    assert "then it counts as a refusal." in due(other.page(1))


def test_a_givers_clock_stands_and_says_what_it_goes_on_with(people: Make) -> None:
    game = people()
    game.move(0, BUY)
    game.later(20 * HOUR)
    [square] = [p for p, owner in enumerate(game.state.owner) if owner == 0]
    game.move(0, {"type": "offer", "to": 1, "give": [square], "get": [], "give_cash": 0, "get_cash": 1})
    game.later(5 * HOUR)
    for reader in (0, 1, None):
        page = game.page(reader)
        said = text(by_id(parse(page.encode()), "players"))
        assert re.search(r"Clock stands; 3 h 59 min left when the offer is answered", said)
    game.move(1, REFUSE)
    assert due(game.page(0)).startswith("3 h 59 min left")
    assert "Clock stands" not in game.page(0)


def test_a_giver_goes_on_with_a_tenth_of_the_move_time_at_least(people: Make) -> None:
    game = people()
    game.move(0, BUY)
    game.later(23 * HOUR)
    [square] = [p for p, owner in enumerate(game.state.owner) if owner == 0]
    game.move(0, {"type": "offer", "to": 1, "give": [square], "get": [], "give_cash": 0, "get_cash": 1})
    assert "Clock stands; 2 h 24 min left" in text(by_id(parse(game.page(0).encode()), "players"))


# --- deadlines that have passed ---


def test_an_overdue_decision_is_shown_as_expired_and_looking_writes_nothing(people: Make) -> None:
    game = people()
    game.later(DAY + MINUTE)
    for reader in (0, 1, None):
        # The first visit of somebody is noted; what is looked at here is the game.
        game.page(reader)
        with CaptureQueriesContext(connection) as captured:
            page = game.page(reader)
            game.page(reader, "live/")
        assert not [query for query in captured.captured_queries if not query["sql"].startswith("SELECT")]
        assert due(page) == due(page, "players") == "Time is over; the site settles this in a moment."
    assert game.game.move_count == 0 and game.game.status == Game.Status.RUNNING


def test_a_late_move_is_refused_and_the_time_out_takes_place_at_once(people: Make) -> None:
    game = people()
    token = game.reading(0).token
    game.later(DAY + MINUTE)
    form: dict[str, Any] = {"token": token, "move": '{"type":"buy"}'}
    late = game.post(0, "move/", **form)
    assert late.status_code == 409 and "arrived after its deadline, so you are out" in late.content.decode()
    assert game.seat(0).fate == "timed_out"
    for reader in (0, 1):
        page = game.page(reader)
        who = "You" if reader == 0 else "Ada"
        assert f"{who} ran out of time, which counts as a bankruptcy, in place 2." in page
        assert "Place 2 · Out of time" in text(by_id(parse(page.encode()), "players"))


def test_a_late_move_is_taken_while_the_site_stands_still(people: Make) -> None:
    game = people()
    token = game.reading(0).token
    game.later(DAY + MINUTE, swept=False)
    page = game.page(0)
    assert "Time is over" in due(page) and "Buy" in text(by_id(parse(page.encode()), "ask"))
    assert game.post(0, "move/", token=token, move='{"type":"buy"}').status_code == 303


def test_a_missed_chance_is_told_as_what_it_counts_as(people: Make) -> None:
    game = people()
    game.move(0, DECLINE)
    game.later(DAY + MINUTE)
    assert table.expire(game.id) == 1
    assert "Bob’s chance to bid for" in game.page(0) and "ran out: it counts as a pass." in game.page(0)
    assert not game.seat(1).place


# --- clocks that stand ---


def test_during_an_agreed_pause_the_page_says_so_and_counts_nothing_down(people: Make) -> None:
    game = people()
    proposal = table.propose(game.id, game.who(1), Proposal.Kind.PAUSE, 3)
    table.answer_proposal(game.id, game.who(0), proposal.pk, yes=True)
    game.later(DAY)
    until = clocks.wall(game.game.paused_until or table.now(), UTC)
    for reader in (0, 1, None):
        page = game.page(reader)
        assert f"As all agreed, all clocks stand until {until}. You may move all the same." in text(
            by_id(parse(page.encode()), "clocks")
        )
        assert re.match(r"23 h 59 min left when the clocks go on, until ", due(page)), due(page)
        assert "data-due" not in page
    game.later(2 * DAY + HOUR)
    page = game.page(0)
    assert not text(by_id(parse(page.encode()), "clocks")) and due(page).startswith("22 h 59 min left, until")


def test_while_the_operator_has_stopped_all_clocks_the_page_says_so(people: Make) -> None:
    game = people()
    game.later(HOUR)
    sweeping.stop_clocks()
    game.later(2 * DAY)
    page = game.page(1)
    assert "The operator has stopped all clocks on " in text(by_id(parse(page.encode()), "clocks"))
    assert due(page) == "22 h 59 min left when the clocks go on; then Ada is out of the game."
    sweeping.start_clocks()
    page = game.page(1)
    assert not text(by_id(parse(page.encode()), "clocks")) and due(page).startswith("22 h 59 min left, until")


def test_a_standstill_is_told_until_the_readers_next_move_or_for_a_week(people: Make) -> None:
    game = people()
    began = clocks.wall(table.now(), UTC)
    game.later(timedelta(minutes=4), swept=False)
    sweeping.beat()
    said = re.compile(rf"The site stood still for 4 minutes( \d seconds?)? on {began}, so deadlines moved by as much\.")
    for reader in (0, 1, None):
        page = game.page(reader)
        assert said.search(text(by_id(parse(page.encode()), "clocks"))), text(by_id(parse(page.encode()), "clocks"))
        assert due(page).startswith("23 h 59 min left")
    game.move(0, DECLINE)
    assert not said.search(text(by_id(parse(game.page(0).encode()), "clocks")))
    assert said.search(text(by_id(parse(game.page(1).encode()), "clocks")))
    game.later(timedelta(days=7))
    assert not said.search(text(by_id(parse(game.page(1).encode()), "clocks")))


def test_a_finished_game_has_no_deadline(people: Make) -> None:
    game = people()
    table.resign(game.id, game.who(1))
    page = game.page(0)
    assert "data-due" not in page and "data-left" not in page and "Deadline" not in page
    assert game.post(0, "resign/", JSON, sure="yes").status_code == 409
