"""How long an answer takes does not tell whether an address is known: medians of 200 tries each.

The kinds of address take turns, in an order drawn anew for each round, so that whatever slows the machine down
for a while slows all of them; and what is compared is each kind's median, which a few slow answers don't move. A
machine that does much else all the time still differs by chance, so the whole is measured up to three times.
"""

import random
import time
from collections.abc import Callable
from statistics import median

import pytest
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD, person

pytestmark = [pytest.mark.django_db, pytest.mark.long]
TRIES = 200
MOST_APART = 0.10
KNOWN, UNCONFIRMED, UNKNOWN = "ada@example.org", "bob@example.org", "cleo@example.org"


class QuickPBKDF2(PBKDF2PasswordHasher):
    """Django's own, with a fiftieth of its rounds."""

    iterations = 20_000


@pytest.fixture(autouse=True)
def _as_in_the_product(settings: LazySettings) -> None:
    """Hash as the product does, if fewer times: the hash is most of what a sign-in takes."""
    settings.PASSWORD_HASHERS = ["tests.accounts.test_timing.QuickPBKDF2"]
    person("Ada")
    person("Bob", confirmed=False)


def sign_in(address: str) -> None:
    assert Client().post("/accounts/login/", {"login": address, "password": "wrong"}).status_code == 400


def reset(address: str) -> None:
    assert Client().post("/accounts/password/reset/", {"email": address}).status_code == 303


def sign_up(address: str) -> None:
    name = f"N{random.randrange(10**9)}"
    fields = {"username": name, "email": address, "password1": PASSWORD}
    assert Client().post("/accounts/signup/", fields).status_code == 303


def _undo() -> None:
    """Bring back what was before, so that the last try finds what the first did."""
    cache.clear()
    made = User.objects.exclude(name__in=("Ada", "Bob"))
    EmailAddress.objects.filter(user__in=made).delete()
    made.delete()


def apart(ask: Callable[[str], None]) -> tuple[float, dict[str, float]]:
    """Measure; give by what part the medians differ, and the medians in seconds."""
    took: dict[str, list[float]] = {KNOWN: [], UNCONFIRMED: [], UNKNOWN: []}
    drawn = random.Random(1)
    for address in took:
        ask(address)
    for _ in range(TRIES):
        for address in drawn.sample(list(took), len(took)):
            _undo()
            began = time.perf_counter()
            ask(address)
            took[address].append(time.perf_counter() - began)
    medians = {address: median(times) for address, times in took.items()}
    return max(medians.values()) / min(medians.values()) - 1, medians


@pytest.mark.parametrize("ask", [sign_in, reset, sign_up], ids=lambda ask: ask.__name__)
def test_the_medians_of_known_and_unknown_addresses_differ_by_less_than_a_tenth(
    ask: Callable[[str], None], figure: Callable[[str], None]
) -> None:
    for _ in range(3):
        differ, medians = apart(ask)
        told = ", ".join(f"{seconds * 1000:.1f} ms" for seconds in medians.values())
        if differ < MOST_APART:
            break
    figure(f"{ask.__name__}, known / unconfirmed / unknown address: {told}: {differ:.1%} apart")
    assert differ < MOST_APART, told
