"""The cache while Redis is away: counted on by the process itself, and never an error for a visitor."""

import pytest
from django.conf import settings
from django.core.cache import cache, caches
from django.test import Client
from redis.exceptions import TimeoutError as RedisSlow

from accounts.models import Session, User
from landlord.cache import SESSION_KEPT, RedisOrMemory, RedisOrNothing

AWAY = "redis://127.0.0.1:1/0"

pytestmark = pytest.mark.skipif(settings.EMBEDDED, reason="embedded, the cache is in memory anyway")


def without_redis() -> dict[str, object]:
    where = {"LOCATION": AWAY, "OPTIONS": {"socket_connect_timeout": 0.2}}
    return {
        "default": {"BACKEND": "landlord.cache.RedisOrMemory", **where},
        "sessions": {"BACKEND": "landlord.cache.RedisOrNothing", **where},
    }


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
    settings.CACHES = without_redis()  # type: ignore[attr-defined]
    client, answers = Client(), []
    for _ in range(30):
        answer = client.post("/accounts/login/", {"login": "nobody@example.org", "password": "wrong horse battery"})
        answers.append(answer.status_code)
        if answer.status_code == 429:
            break
    assert answers[0] == 400 and answers[-1] == 429, "limits hold without Redis too"


@pytest.mark.django_db
def test_who_signs_up_and_in_and_out_does_so_without_redis(settings: object) -> None:
    settings.CACHES = without_redis()  # type: ignore[attr-defined]
    form = {"username": "Ada", "email": "ada@example.org", "password1": "wet-mango-17-x"}
    assert Client().post("/accounts/signup/", form).status_code == 303
    client = Client()
    answer = client.post("/accounts/login/", {"login": "ada@example.org", "password": "wet-mango-17-x"})
    assert answer.status_code == 303 and answer["Location"] == "/"
    assert client.get("/accounts/settings/").status_code == 200
    # As another process ends it, which has no part in this one's memory.
    Session.objects.filter(user_id=User.objects.get().pk).delete()
    assert client.get("/accounts/settings/").status_code == 302


def test_a_redis_that_does_not_answer_is_left_alone_for_a_moment(
    away: RedisOrMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def hang(*question: object) -> None:
        asked.append(question)
        raise RedisSlow

    monkeypatch.setattr(RedisOrMemory, "_left_alone", {})
    monkeypatch.setattr("django.core.cache.backends.redis.RedisCache.get", hang)
    for _ in range(20):
        assert away.get("told", "nothing") == "nothing"
    assert len(asked) == 1
    monkeypatch.setattr("landlord.cache.time.monotonic", lambda: float("inf"))
    away.get("told")
    assert len(asked) == 2


def test_a_session_ended_while_redis_was_away_does_not_live_on_in_it_for_long() -> None:
    sessions = caches["sessions"]
    assert isinstance(sessions, RedisOrNothing)
    sessions.set("kept", "x", 365 * 24 * 3600)
    assert 0 < sessions._cache.get_client().ttl(sessions.make_and_validate_key("kept")) <= SESSION_KEPT
