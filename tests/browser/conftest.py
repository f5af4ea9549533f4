"""A browser for each worker, the site it looks at, and somebody in front of it."""

import os
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests.browser.moments import Moments
from tests.browser.site import Site
from tests.browser.watch import Watch

FLAGS = [
    "--no-first-run",
    "--disable-quic",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
]
DESK: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}
#: Nothing here takes longer; who waits longer waits for something that does not come.
PATIENCE = 10_000

expect.set_options(timeout=PATIENCE)

#: Opens a browser profile of somebody's own: its cookies are no one else's.
Profile = Callable[..., BrowserContext]


@pytest.fixture(scope="session")
def browser(chromium_path: str | None) -> Iterator[Browser]:
    # Playwright's loop runs in this thread from here on, and Django would refuse every query beside
    # it, in later tests too. Nothing here is concurrent: the test waits for whatever it asks.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=chromium_path, args=FLAGS, chromium_sandbox=os.geteuid() != 0)
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(scope="session")
def running_site(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[Site]:
    folder = tmp_path_factory.getbasetemp()
    database = settings.DATABASES["default"]
    assert database["ENGINE"].endswith("postgresql"), "browser tests run on PostgreSQL"
    # The database that Django has made for the tests of this worker.
    address = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{database['NAME']}").geturl()
    with Site((folder if worker_id == "master" else folder.parent) / "site", DATABASE_URL=address) as site:
        yield site


@pytest.fixture
def site(running_site: Site, transactional_db: None) -> Site:
    return running_site


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def profile(site: Site, browser: Browser, watch: Watch) -> Iterator[Profile]:
    """Profiles of this test's; whatever the browser complains about in them fails it."""
    opened: list[BrowserContext] = []

    def open_profile(**options: Any) -> BrowserContext:
        options = {"viewport": DESK, "reduced_motion": "reduce", **options}
        context = browser.new_context(base_url=site.url, **options)
        context.set_default_timeout(PATIENCE)
        watch.over(context)
        opened.append(context)
        return context

    yield open_profile
    for context in opened:
        context.close()
    watch.settle()


@pytest.fixture
def page(profile: Profile) -> Page:
    """A page at a desk, of somebody who was never here."""
    return profile().new_page()


@pytest.fixture
def phone(profile: Profile) -> Page:
    """A page on a phone, of somebody who was never here."""
    return profile(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2).new_page()


@pytest.fixture
def moments(site: Site, monkeypatch: pytest.MonkeyPatch) -> Moments:
    """Games at moments of one's choice."""
    return Moments(site, monkeypatch)
