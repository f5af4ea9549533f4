"""People with confirmed addresses at a table, a virtual clock, and a mail server that receives what is sent."""

from collections.abc import Callable, Iterator

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from games.mail import delivery
from games.models import Notice
from tests.clock.conftest import clock, tables
from tests.clock.tables import NAMES, Tables, person
from tests.clock.virtual import MINUTE, VirtualClock
from tests.mail.listener import Listener, Received

__all__ = ["clock", "tables"]

SITE = "http://testserver"


@pytest.fixture(scope="session")
def listener() -> Iterator[Listener]:
    with Listener() as running:
        yield running


@pytest.fixture
def post(listener: Listener, settings: pytest.FixtureRequest) -> Listener:
    """The server, empty, obliging, and the one that mail goes to."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"  # type: ignore[attr-defined]
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", listener.port  # type: ignore[attr-defined]
    settings.SITE_ADDRESS, settings.MAIL_HOST = SITE, "testserver"  # type: ignore[attr-defined]
    listener.take()
    listener.tried.clear()
    listener.refuses.clear()
    listener.refuses_content, listener.stalls = "", 0.0
    return listener


@pytest.fixture
def people(tables: Tables) -> Tables:
    """Tables whose players have confirmed addresses."""
    for name in NAMES:
        user = person(name)
        EmailAddress.objects.get_or_create(user=user, email=user.email, primary=True, verified=True)
    return tables


@pytest.fixture
def mails(post: Listener, clock: VirtualClock) -> Callable[..., list[Received]]:
    """Let some time pass, let the worker deliver, and give what arrived, in order; of one person if named."""

    def delivered(to: str = "", after: object = 3 * MINUTE) -> list[Received]:
        clock.go(after)  # type: ignore[arg-type]
        while Notice.objects.filter(status="waiting", send_at__lte=clock.now).exists():
            delivery.deliver()
        return [mail for mail in post.take() if not to or mail.to == [f"{to}@example.org"]]

    return delivered


@pytest.fixture
def stranger() -> Client:
    """A browser without a session, as a mail program opens it; forged posts are looked for as in the product."""
    return Client(enforce_csrf_checks=True)


def path(address: str) -> str:
    """Give the path of a link of this site."""
    assert address.startswith(f"{SITE}/"), address
    return address.removeprefix(SITE)
