"""The privacy page is true: what it names is what the site has."""

import re

import pytest
from django.apps import apps
from django.conf import settings
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.models import User
from games import guests
from tests.accounts.conftest import person, sign_in
from tests.games.tables import Opener

pytestmark = pytest.mark.django_db

#: Each row that says something of a person, and the words of the page that tell of it.
ROWS = {
    "accounts.User": "With an account",
    "accounts.MailPreferences": "kinds of mail you want",
    "accounts.Block": "Your block list",
    "accounts.MailStop": "writes there no more",
    "accounts.AccountMail": "Mail about your account is kept until it is out",
    "accounts.Session": "Where you are signed in",
    "accounts.PersonalToken": "Tokens for programs",
    "account.EmailAddress": "Your e-mail address",
    "mfa.Authenticator": "Second factors and passkeys",
    "games.Seat": "Your seats",
    "games.StandingOrder": "Orders you leave are shown to you alone",
    "games.Invitation": "Invitations",
    "games.Notice": "remembers which mails it sent",
    "games.CalendarFeed": "Your calendar",
    "chat.Message": "What you write in a table’s chat",
    "chat.Mute": "Whom you muted you alone see",
    "chat.Report": "A message that you report",
    "leaderboard.RatingKey": "Your rating",
    "leaderboard.AnswerTimes": "Your answer times",
}


def words(client: Client) -> str:
    answer = client.get("/privacy/")
    assert answer.status_code == 200
    text = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return re.sub(r"\s+", " ", text)


def test_it_is_a_link_on_every_page(client: Client) -> None:
    for path in ("/", "/rules/", "/accounts/login/", "/privacy/", "/no/such/page/"):
        assert 'href="/privacy/"' in client.get(path).content.decode(), path


def test_every_row_that_belongs_to_a_person_is_told_of(client: Client) -> None:
    told = words(client)
    assert [row for row, by in ROWS.items() if by not in told] == []
    belonging = {
        model._meta.label
        for model in apps.get_models()
        if model is not User
        and any(field.related_model is User for field in model._meta.get_fields() if not field.auto_created)
    }
    # The admin's own history is of those who run the site; a game's opener sits in it.
    assert belonging - set(ROWS) - {"admin.LogEntry", "games.Game"} == set()


def test_its_figures_are_the_sites(client: Client, settings: Settings) -> None:
    settings.GUEST_GAME_KEEP_DAYS = 17
    settings.OPERATOR = "Ada <ada@example.org>"
    told = words(client)
    assert "deleted 17 days after its last move" in told
    assert "run by Ada &lt;ada@example.org&gt;" in told
    assert f"{settings.SESSION_COOKIE_AGE // 86_400} days" in told
    assert f"for {guests.COOKIE_AGE // 86_400} days" in told
    settings.OPERATOR = ""
    assert "This site is run by" not in words(client)


def test_the_site_sets_no_cookie_that_is_not_named(client: Client, tables: Opener) -> None:
    told = words(client)
    person("Ada")
    played = tables.start()
    played.client.get("/")
    signed_in = sign_in()
    signed_in.post("/accounts/logout/")
    for browser in (client, played.client, signed_in):
        browser.get("/accounts/login/")
    set_here = {name for browser in (client, played.client, signed_in) for name in browser.cookies}
    assert {"guest", "csrftoken", settings.SESSION_COOKIE_NAME} <= set_here
    assert [name for name in set_here if f" {name} " not in told] == []


def test_it_keeps_nothing_of_who_reads_it(client: Client) -> None:
    answer = client.get("/privacy/")
    assert not answer.cookies
    assert client.post("/privacy/").status_code == 405
