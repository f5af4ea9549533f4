"""The cache while Redis is away: counted on by the process itself, and never an error for a visitor."""

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from landlord.cache import RedisOrMemory

AWAY = "redis://127.0.0.1:1/0"

pytestmark = pytest.mark.skipif(settings.EMBEDDED, reason="embedded, the cache is in memory anyway")


@pytest.fixture
def away(settings: object) -> RedisOrMemory:
    return RedisOrMemory(AWAY, {"OPTIONS": {"socket_connect_timeout": 0.2}})


def test_the_cache_of_this_run_is_the_one_of_full_mode() -> None:
    cache.set("told", "yes", 60)
    assert isinstance(cache._connections["default"], RedisOrMemory)
    assert cache.get("told") == "yes"


def test_without_redis_the_process_remembers_by_itself(away: RedisOrMemory) -> None:
    assert away.get("count") is None
    assert away.add("count", 0, 60) and not away.add("count", 5, 60)
    assert away.incr("count") == 1 and away.incr("count") == 2
    away.set("count", 7)
    assert away.get("count") == 7
    assert away.delete("count") and away.get("count") is None
    with pytest.raises(ValueError, match="count"):
        away.incr("count")


@pytest.mark.django_db
def test_people_are_let_in_and_limited_without_redis(settings: object) -> None:
    settings.CACHES = {  # type: ignore[attr-defined]
        "default": {
            "BACKEND": "landlord.cache.RedisOrMemory",
            "LOCATION": AWAY,
            "OPTIONS": {"socket_connect_timeout": 0.2},
        }
    }
    client, answers = Client(), []
    for _ in range(30):
        answer = client.post("/accounts/login/", {"login": "nobody@example.org", "password": "wrong horse battery"})
        answers.append(answer.status_code)
        if answer.status_code == 429:
            break
    assert answers[0] == 400 and answers[-1] == 429, "limits hold without Redis too"
