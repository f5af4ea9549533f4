"""Every address of the site, and what its answers tell browsers."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.exceptions import SuspiciousOperation
from django.http import HttpResponseBase
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User
from tests.games.company import browser, over, person, running
from tests.staff import staff_browser

#: What an address may ask for, by the name that the address has for it.
Values = dict[str, str]
#: The only page that others may show in a frame, in its two forms.
EMBEDS = re.compile(r"/embed/|/embed$")
#: Markup that a strict policy would not run, or apply.
INLINE = re.compile(
    r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/(?:json|ld\+json)\")[^>]*>|<style[\s>]"
    r"|<[^>]+\son[a-z]+\s*=|<[^>]+\sstyle\s*=|(?:href|src|action)\s*=\s*[\"']?javascript:",
    re.IGNORECASE,
)


def addresses(values: Values) -> Iterator[str]:
    """Give every address that the site has, each filled in with what is there."""

    def walk(patterns: list[Any], before: str) -> Iterator[str]:
        for pattern in patterns:
            route = before + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from walk(pattern.url_patterns, route)
            elif isinstance(pattern, URLPattern):
                yield route

    for route in walk(get_resolver().url_patterns, "/"):
        filled = route
        if "(?P" in route or "^" in route:
            # A few of libraries' are expressions: what they take is named likewise.
            filled = re.sub(r"\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)", lambda found: values.get(found[1], "x"), filled)
            filled = re.sub(r"[\^$]|\\Z|\?$", "", filled).replace("\\", "")
        filled = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: values.get(found[1], "1"), filled)
        yield filled


def asked(client: Client, address: str) -> HttpResponseBase:
    """Ask for an address; an error of the site's own is an error of the test."""
    return client.get(address, headers={"host": "testserver"})


def check(address: str, answer: HttpResponseBase) -> None:
    """Look at the headers of an answer, and for what its page would need leave for."""
    told = answer.headers
    # In a test no worker runs, and /healthz says so.
    assert answer.status_code < 500 or address == "/healthz", address
    policy = dict(part.strip().partition(" ")[::2] for part in told["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'" and policy["script-src"] == "'self'", address
    assert policy["style-src"] == "'self'" and policy["base-uri"] == "'none'", address
    assert policy["form-action"] == "'self'", address
    assert "unsafe" not in told["Content-Security-Policy"], address
    assert told["X-Content-Type-Options"] == "nosniff", address
    assert told["Referrer-Policy"] in ("same-origin", "no-referrer"), address
    assert told["Cross-Origin-Opener-Policy"] == "same-origin", address
    assert "camera=()" in told["Permissions-Policy"], address
    framed = answer.status_code == 200 and EMBEDS.search(address)
    assert policy["frame-ancestors"] == ("*" if framed else "'none'"), address
    assert told.get("X-Frame-Options") == (None if framed else "DENY"), address
    if "text/html" in told.get("Content-Type", "") and not answer.streaming:
        found = INLINE.search(getattr(answer, "content", b"").decode())
        assert found is None, f"{address}: {found and found[0]}"


@pytest.fixture
def there(db: None) -> tuple[Values, User, User]:
    """Give a game that is over, one of its players, staff, and how addresses name them."""
    ada, bob = person("Ada"), person("Bob")
    game = over(ada, bob)
    running(ada, bob)
    boss = User.objects.create_superuser("staff@example.org", "boss", "a long enough password")
    names = {"name": "Ada", "game_id": game.public_id, "app_label": "accounts", "object_id": str(ada.pk), "url": "x/"}
    names |= {"key": "x", "uidb36": "x", "id": str(ada.pk), "number": "1", "content_type_id": "1", "player": "Ada"}
    return names, ada, boss


@pytest.mark.parametrize("kind", ["nobody", "player", "staff"])
def test_every_address_says_what_a_browser_may_do(there: tuple[Values, User, User], kind: str) -> None:
    values, ada, boss = there
    client = {"nobody": Client, "player": lambda: browser(ada), "staff": lambda: staff_browser(boss)}[kind]()
    all_of_them = sorted(set(addresses(values)))
    if kind == "staff":
        all_of_them = [address for address in all_of_them if address.startswith("/admin/")]
    # None was lost on the way, and most of them lead to a page.
    assert len(all_of_them) > (30 if kind == "staff" else 100)
    statuses = []
    for address in all_of_them:
        answer = asked(client, address)
        check(address, answer)
        statuses.append(answer.status_code)
    assert statuses.count(200) > (15 if kind == "staff" else 25), statuses


@pytest.mark.django_db
def test_so_do_refusals_and_failures(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> None:
    client = Client(raise_request_exception=False)
    strict = Client(enforce_csrf_checks=True)
    for answer, status in (
        (client.get("/no/such/page/"), 404),
        (client.post("/rules/"), 405),
        (client.get("/api/v1/nothing/"), 404),
        (strict.post("/play/", {"seats": 2}), 403),
        (client.get("/", headers={"host": "elsewhere.example"}), 400),
        (client.get("/static/tokens.css/../x"), 404),
    ):
        assert answer.status_code == status
        check("a refusal", answer)

    def fails(*_: object) -> None:
        raise RuntimeError("for this test")

    monkeypatch.setattr("landlord.privacy.render", fails)
    failed = client.get("/privacy/")
    assert failed.status_code == 500
    assert "for this test" not in failed.content.decode()
    assert failed["Content-Security-Policy"] and failed["X-Frame-Options"] == "DENY"

    def suspicious(*_: object) -> None:
        raise SuspiciousOperation("for this test")

    monkeypatch.setattr("landlord.privacy.render", suspicious)
    assert client.get("/privacy/").status_code == 400


@pytest.mark.django_db
def test_over_tls_browsers_are_told_to_keep_to_it(settings: LazySettings) -> None:
    settings.SECURE_HSTS_SECONDS = 31_536_000
    assert Client().get("/rules/", secure=True)["Strict-Transport-Security"] == "max-age=31536000"
    assert "Strict-Transport-Security" not in Client().get("/rules/")


@pytest.mark.django_db
def test_over_tls_every_cookie_is_for_tls_alone(settings: LazySettings) -> None:
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    person("Ada")
    client = Client()
    client.post("/play/", {"seats": 2}, secure=True)
    client.get("/accounts/login/", secure=True)
    fields = {"login": "ada@example.org", "password": "a long enough password"}
    assert client.post("/accounts/login/", fields, secure=True).status_code == 303
    client.post("/accounts/logout/", secure=True)
    seen = dict(client.cookies)
    assert {"guest", "csrftoken", "sessionid", "known"} <= set(seen)
    for name, cookie in seen.items():
        # What was taken away again needs no flag.
        if cookie.value:
            assert cookie["secure"] and cookie["httponly"] and cookie["samesite"] == "Lax", name
        assert not cookie["domain"], name
