"""Two people, two browsers, one table with a minute a move: from signing up to the end, and every mail of it.

All is real: the site on PostgreSQL, the workers and beat on a Redis of their own, mail by SMTP, and time; but in the
ordinary run most of the missed minute is taken out of it in the database.
One of the two walks away, is called by mail, lets the minute pass, and is out.
"""

import os
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db.models import F
from playwright.sync_api import Page, expect

from games.models import Game, Move, Notice, Seat
from landlord import processes
from tests import services
from tests.browser.conftest import PHONE, Profile
from tests.browser.player import Player
from tests.browser.site import Site
from tests.landlord.server import ROOT
from tests.mail.listener import Listener, Received

#: How long a missed minute takes at most to be told on a page: the minute, half a second, a sweep, a poll.
A_MINUTE = 60
#: So much of the minute is not waited for in the ordinary run, in seconds: one who has left is called 45 s later.
JUMP = 40
TURNS = 3

pytestmark = pytest.mark.xdist_group("workers")


@pytest.fixture
def post() -> Iterator[Listener]:
    with Listener() as listener:
        yield listener


@pytest.fixture
def workers(site: Site, post: Listener, tmp_path: Path) -> Iterator[None]:
    """The workers and beat of a full installation, on the site's database."""
    # Its own Redis: what other tests' beats tick must not be taken by these workers, nor the other way.
    environment = {**os.environ, **site.environment, "REDIS_URL": services.start_redis(tmp_path / "redis")}
    environment["EMAIL_URL"] = post.url
    programs = [*(processes.worker_of(role) for role in processes.QUEUES), processes.beat()]
    with ExitStack() as running:
        for program in programs:
            process = subprocess.Popen(program.command, cwd=ROOT, env={**environment, **program.environment})
            running.callback(process.wait, 20)
            running.callback(process.terminate)
        yield


def test_a_game_between_two_people_with_a_minute_a_move(
    site: Site, workers: None, post: Listener, profile: Profile, pytestconfig: pytest.Config
) -> None:
    cache.clear()
    ada, bob = profile().new_page(), profile(viewport=PHONE).new_page()
    sign_up(ada, site, post, "ada", 1)
    sign_up(bob, site, post, "bob", 2)

    ada.goto(site.address("/games/new/"))
    ada.get_by_label("1 minute", exact=True).check()
    ada.get_by_role("button", name="Open the table").click()
    expect(ada.locator("#client_seed")).not_to_have_value("")
    bob.goto(site.address("/games/"))
    bob.get_by_role("link", name=re.compile("Sit down.*ada")).click()
    commitment = Game.objects.get().commitment
    expect(bob.locator("main")).to_contain_text(commitment[:16])
    bob.get_by_role("button", name="Sit down").click()
    bob.get_by_role("button", name="Ready").click()
    # The opener's page hears of both by itself.
    expect(ada.locator("#room-seats")).to_contain_text("bob")
    ada.get_by_role("button", name="Ready").click()
    expect(ada.locator(".map .board").first).to_be_visible()
    expect(bob.locator(".map .board").first).to_be_visible()

    started = post.wait_for(4)[2:]
    assert sorted(mail.to[0] for mail in started) == ["ada@example.org", "bob@example.org"]
    for mail in started:
        assert commitment in mail.text and commitment in mail.html, "the inbox holds the promise"

    # Both look at the table and answer at once, so nobody is called by mail.
    players = {0: Player(ada), 1: Player(bob)}
    for _ in range(TURNS * 2):
        if Game.objects.get().status != Game.Status.RUNNING:
            break
        mover = asked()
        players[mover].page.locator("#ask button").first.wait_for()
        players[mover].decide()
    assert Game.objects.get().status == Game.Status.RUNNING
    assert len(post.received) == 4, [mail.subject for mail in post.received]

    # Bob walks away. What is asked of him in his own turn is told by mail, and then his minute passes.
    bob.close()
    last = time.monotonic() + 120
    while asked() == 0 or not own_turn(1):
        assert time.monotonic() < last
        if asked() == 0:
            ada.locator("#ask button").first.wait_for()
            players[0].decide()
        time.sleep(0.2)
    ada.locator("[data-due]").first.wait_for()
    if not pytestconfig.getoption("--long"):
        let_pass(timedelta(seconds=JUMP))
    expect(ada.locator("#ask.result")).to_be_visible(timeout=(A_MINUTE + 15) * 1000)
    expect(ada.locator("main")).to_contain_text("time")
    moves = list(Move.objects.order_by("number"))
    assert (moves[-1].seat, moves[-1].by, moves[-1].move) == (1, "clock", '{"type":"timeout"}')
    assert moves[-1].due_at is not None
    assert 0.5 <= (moves[-1].at - moves[-1].due_at).total_seconds() <= 2.5

    # The whole post, one by one: two addresses, two starts, the calls to Bob, two ends; and no call to Ada.
    mails = [mail for mail in post.wait_for(7) if mail not in started]
    told = [(mail.to[0].removesuffix("@example.org"), mail.subject) for mail in mails]
    assert [who for who, _ in told[:2]] == ["ada", "bob"]
    calls = told[2:-2]
    assert calls and all(who == "bob" for who, _ in calls), told
    assert sorted(who for who, _ in told[-2:]) == ["ada", "bob"]
    game = Game.objects.get()
    for mail in mails[-2:]:
        assert game.secret.server_seed in mail.text, "the seed is told when the game is over"
    threads = {thread_of(mail) for mail in [*started, *mails[2:]]}
    assert len(threads) == 1, "one thread a game"
    identities = [mail.header("Message-ID") for mail in post.received]
    assert len(set(identities)) == len(identities)

    # Bob comes back by the last mail's link and sees what happened.
    back = profile().new_page()
    back.goto(site.address(f"/games/{game.public_id}/"))
    expect(back.locator("main")).to_contain_text("bob")
    expect(back.locator("#ask.result")).to_be_visible()


def sign_up(page: Page, site: Site, post: Listener, name: str, mails: int) -> None:
    """Make an account and confirm its address by the mail's link."""
    page.goto(site.address("/accounts/signup/"))
    page.get_by_label("Name", exact=False).first.fill(name)
    page.get_by_label("E-mail address").fill(f"{name}@example.org")
    page.get_by_label("Password").first.fill("correct horse battery staple")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("link", name=f"Settings of {name}")).to_be_visible()
    mail: Received = post.wait_for(mails)[-1]
    assert mail.to == [f"{name}@example.org"]
    link = re.search(r"http://\S+confirm-email/\S+", mail.text)
    assert link is not None, mail.text
    page.goto(link.group())
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("button", name="Confirm")).to_have_count(0)


def asked() -> int:
    """Give the number of the seat that is waited on."""
    number: int = Game.objects.get().seats.get(due_at__isnull=False).number
    return number


def own_turn(seat: int) -> bool:
    """Tell whether a missed deadline would put this seat out."""
    row = Game.objects.get().seats.get(number=seat)
    return row.due_at is not None and row.asked not in ("auction", "trade")


def let_pass(time: timedelta) -> None:
    """Let time pass for the game: its waits, the looks at it and its mail are so much older."""
    Seat.objects.filter(due_at__isnull=False).update(due_at=F("due_at") - time, since=F("since") - time)
    Seat.objects.filter(seen_at__isnull=False).update(seen_at=F("seen_at") - time)
    waiting = Notice.objects.filter(status=Notice.Status.WAITING)
    waiting.update(send_at=F("send_at") - time, created_at=F("created_at") - time)


def thread_of(mail: Received) -> str:
    """Give the thread that a mail belongs to: what it answers, as a mail program sorts it."""
    return mail.header("References").split(" ")[0]
