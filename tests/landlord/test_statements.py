"""PostgreSQL keeps what it is asked often, and answers as before."""

import os
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from landlord import statements
from landlord.prepared import Prepared

pytestmark = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite keeps no statements")

#: Until it is kept, and twice after that.
TIMES = statements.OFTEN + 3


@pytest.fixture(autouse=True)
def people(db: None) -> Iterator[None]:
    people = {"Ada": "ada", "Bob": "bob", "Cleo": "o'brien", "Dan": "100%", "Eve": "a\\b"}
    for name, address in people.items():
        User.objects.create(name=name, email=f"{address}@example.org")
    forget()
    yield
    forget()


def forget() -> None:
    """Take the statements off the connection: tests before this one have asked it as well."""
    with connection.cursor() as cursor:
        cursor.execute("DEALLOCATE ALL")
    statements._asked.clear()


def kept() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements WHERE name LIKE 'landlord%%'")
        return [row[0] for row in cursor.fetchall()]


def named(name: str, least: int) -> QuerySet[User, str]:
    odd = Q(email__in=["o'brien@example.org", "100%@example.org"]) | Q(email__contains="\\")
    return User.objects.filter(Q(name=name) | odd, pk__gte=least).order_by("name").values_list("name", flat=True)


def test_what_is_asked_often_is_kept_and_gives_what_it_gave() -> None:
    ask = Prepared(named, name=str, least=int)
    expected = list(named("Ada", 0))
    assert expected == ["Ada", "Cleo", "Dan", "Eve"]
    for time in range(TIMES):
        assert ask(name="Ada", least=0) == expected
        assert len(kept()) == (time >= statements.OFTEN)
    (statement,) = kept()
    assert "(text, bigint)" in statement and "'o''brien@example.org'" in statement and "%%" not in statement
    assert "Ada" not in statement
    assert ask(name="Bob", least=0) == list(named("Bob", 0))
    assert ask(name="' OR true --", least=0) == list(named("x", 0))
    assert ask(name="Ada", least=2**31) == []


def test_a_value_that_is_asked_for_twice_is_one() -> None:
    def build(name: str) -> QuerySet[User, str]:
        return User.objects.filter(Q(name=name) | Q(email=name)).values_list("name", flat=True)

    ask = Prepared(build, name=str)
    assert [ask(name="Ada") for _ in range(TIMES)] == [["Ada"]] * TIMES
    assert ask(name="bob@example.org") == ["Bob"]
    assert len(kept()) == 1 and "$2" not in kept()[0]


def test_none_of_its_own_words_and_no_values() -> None:
    ask: Any = Prepared(lambda: User.objects.order_by("name").values_list("name", flat=True)[:1])
    assert [ask() for _ in range(TIMES)] == [["Ada"]] * TIMES
    assert len(kept()) == 1


def test_a_number_that_no_row_can_have_is_an_answer_and_no_error() -> None:
    ask = Prepared(named, name=str, least=int)
    for _ in range(TIMES):
        assert ask(name="Ada", least=2**63) == []
        assert ask(name="Ada", least=-(2**70)) == list(named("Ada", 0))


def test_what_is_uneven_is_planned_each_time() -> None:
    ask = Prepared(named, uneven=True, name=str, least=int)
    assert [len(ask(name="Ada", least=0)) for _ in range(TIMES)] == [4] * TIMES
    assert kept() == []


def test_a_site_behind_a_pool_keeps_none(settings: Any) -> None:
    settings.PREPARED_STATEMENTS = False
    ask = Prepared(named, name=str, least=int)
    assert [len(ask(name="Ada", least=0)) for _ in range(TIMES)] == [4] * TIMES
    assert kept() == []


def test_queries_that_are_looked_at_are_told_in_words() -> None:
    ask = Prepared(named, name=str, least=int)
    for _ in range(TIMES):
        ask(name="Ada", least=0)
    with CaptureQueriesContext(connection) as captured:
        ask(name="Ada", least=0)
    (query,) = captured.captured_queries
    assert query["sql"].startswith("SELECT") and "'Ada'" in query["sql"]


def test_a_connection_keeps_so_many_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statements, "MOST", 3)
    for length in range(1, 6):
        ask: Any = Prepared(lambda n=length: User.objects.order_by("name")[:n])
        assert [len(ask()) for _ in range(TIMES)] == [length] * TIMES
    assert len(kept()) == 3


@pytest.mark.django_db(transaction=True)
def test_a_new_connection_begins_anew_and_what_is_kept_outlives_a_rollback() -> None:
    ask = Prepared(named, name=str, least=int)
    with transaction.atomic():
        for _ in range(TIMES):
            ask(name="Ada", least=0)
        transaction.set_rollback(True)
    assert len(kept()) == 1
    assert len(ask(name="Ada", least=0)) == 4
    connection.close()
    assert [len(ask(name="Ada", least=0)) for _ in range(TIMES)] == [4] * TIMES
    assert len(kept()) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("times", range(1, TIMES + 1))
def test_a_connection_that_was_lost_between_two_requests_is_asked_anew(times: int) -> None:
    ask = Prepared(named, name=str, least=int)
    for _ in range(times):
        ask(name="Ada", least=0)
    with psycopg.connect(os.environ["DATABASE_URL"]) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])
    # As Django does at the beginning of a request.
    connection.health_check_enabled, connection.health_check_done = True, False
    assert [len(ask(name="Ada", least=0)) for _ in range(2 * TIMES)] == [4] * 2 * TIMES
    assert len(kept()) == 1
