"""Accounts in a browser: a passkey from its making to its use, a time zone, and every page looked at."""

import re
import time

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.cache import cache
from playwright.sync_api import Page, expect

from accounts.models import Block, User
from tests.browser.barriers import CONTRAST, barriers
from tests.browser.conftest import DESK, PHONE, Profile
from tests.browser.fits import assert_nothing_sticks_out
from tests.browser.site import Site
from tests.browser.watch import Watch

PASSWORD = "a long enough password"
LONG_NAME, LONG_ADDRESS = "Ada-Lovelace_1815-12", "ada.lovelace.with.a.long.name@mathematics.example.org"


@pytest.fixture(autouse=True)
def _nobody_tried_before(site: Site) -> None:
    """The limits count what other tests tried from this machine."""
    cache.clear()


@pytest.fixture
def ada(site: Site) -> User:
    user = User.objects.create_user(LONG_ADDRESS, LONG_NAME)
    # As the site hashes it, which knows nothing of the quick way of other tests.
    User.objects.filter(pk=user.pk).update(password=PBKDF2PasswordHasher().encode(PASSWORD, "salt"))
    EmailAddress.objects.create(user=user, email=LONG_ADDRESS, primary=True, verified=False)
    other = User.objects.create_user("grace@example.org", "GraceHopper_1906-12")
    Block.objects.create(user=user, blocked=other)
    return user


def local(site: Site, path: str) -> str:
    """Give an address under the machine's name: browsers make no passkeys for a number."""
    return site.url.replace("127.0.0.1", "localhost") + path


def sign_in(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_label("E-mail address").fill(LONG_ADDRESS)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


def once_more(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    page.wait_for_url(re.compile(r"^(?!.*reauthenticate)"))


def give_a_key(page: Page) -> None:
    """Put an authenticator into the browser that answers at once, as a finger on a sensor would."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_passkey_signs_in_without_a_password(site: Site, ada: User, page: Page) -> None:
    give_a_key(page)
    sign_in(page, local(site, "/accounts/login/"))
    expect(page.get_by_role("link", name=LONG_NAME)).to_be_visible()
    once_more(page, local(site, "/accounts/2fa/webauthn/add/"))
    page.get_by_label("Name of the key").fill("My phone")
    page.get_by_label("A passkey").check()
    page.get_by_role("button", name="Add it").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    page.goto(local(site, "/accounts/login/"))
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("link", name=LONG_NAME)).to_be_visible()
    # And it is the second factor after a password.
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    sign_in(page, local(site, "/accounts/login/"))
    page.get_by_role("button", name="Use a security key").click()
    expect(page.get_by_role("link", name=LONG_NAME)).to_be_visible()


def test_without_scripts_no_button_is_dead(site: Site, ada: User, profile: Profile) -> None:
    page = profile(java_script_enabled=False).new_page()
    page.goto("/accounts/login/")
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_hidden()
    sign_in(page, "/accounts/login/")
    once_more(page, "/accounts/2fa/webauthn/add/")
    expect(page.get_by_role("button", name="Add it")).to_be_hidden()
    expect(page.get_by_text("This needs JavaScript")).to_be_visible()


def test_the_browser_names_its_time_zone(site: Site, profile: Profile) -> None:
    page = profile(timezone_id="Pacific/Apia").new_page()
    page.goto("/accounts/signup/")
    page.get_by_label("Name").fill("Tui")
    page.get_by_label("E-mail address").fill("tui@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("link", name="Tui")).to_be_visible()
    assert User.objects.get(name="Tui").time_zone == "Pacific/Apia"


def look(page: Page) -> None:
    """Fail for a barrier, for what sticks out at either width, and for not just one headline."""
    expect(page.locator("h1")).to_have_count(1)
    page.set_viewport_size(DESK)
    assert_nothing_sticks_out(page)
    page.set_viewport_size(PHONE)
    assert_nothing_sticks_out(page)
    page.emulate_media(color_scheme="light")
    found = barriers(page)
    assert not found, f"{page.url}: {found}"
    page.emulate_media(color_scheme="dark")
    found = barriers(page, CONTRAST)
    assert not found, f"{page.url}, dark: {found}"


def test_pages_for_who_is_outside(site: Site, page: Page, watch: Watch) -> None:
    paths = ["login/", "signup/", "password/reset/", "password/reset/done/", "inactive/", "confirm-email/xyz/"]
    for path in [*paths, "password/reset/key/1-abc-def/"]:
        page.goto(f"/accounts/{path}")
        look(page)
    watch.expect(400)
    page.goto("/accounts/signup/")
    page.get_by_label("Name").fill("admin")
    page.get_by_label("E-mail address").fill("a@example.org")
    page.get_by_label("Password").fill("12345678")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("This name is kept by the site")).to_be_visible()
    look(page)


def test_pages_for_who_is_inside(site: Site, ada: User, page: Page) -> None:
    sign_in(page, "/accounts/login/")
    expect(page.get_by_role("link", name=LONG_NAME)).to_be_visible()
    settings = ["settings/", "settings/name/", "settings/profile/", "settings/mail/", "settings/blocks/"]
    for path in [*settings, "email/", "password/change/", "logout/", "2fa/", "2fa/webauthn/", "reauthenticate/"]:
        page.goto(f"/accounts/{path}")
        look(page)
    once_more(page, "/accounts/settings/delete/")
    look(page)
    page.goto("/accounts/2fa/webauthn/add/")
    look(page)
    page.goto("/accounts/2fa/totp/activate/")
    look(page)
    secret = page.locator("main code").inner_text()
    code = format_hotp_value(hotp_value(secret, int(time.time()) // 30))
    page.get_by_label("Code that the app shows").fill(str(code))
    page.get_by_role("button", name="Use this app").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    look(page)
    for path in ("recovery-codes/generate/", "recovery-codes/", "totp/deactivate/", "reauthenticate/", ""):
        page.goto(f"/accounts/2fa/{path}")
        look(page)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    sign_in(page, "/accounts/login/")
    expect(page.get_by_role("heading", name="Second factor")).to_be_visible()
    look(page)
