"""What every test may use."""

import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache

from tests import chromium, services


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests that take minutes")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    left_out = [item for item in items if item.get_closest_marker("long")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


@pytest.fixture
def figure(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Keep a line with a measured figure for the end of the run, whichever worker measured it."""
    return lambda line: record_property("figure", line)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.getreports(kind)]
    lines = {str(value) for report in reports for name, value in report.user_properties if name == "figure"}
    if lines:
        terminalreporter.section("Figures")
        for line in sorted(lines):
            terminalreporter.line(line)


def pytest_unconfigure() -> None:
    services.stop()


@pytest.fixture(autouse=True)
def _nothing_cached() -> Iterator[None]:
    """Begin with an empty cache: it keeps sessions and counts, and the database is rolled back."""
    yield
    cache.clear()
    # SQLite gives a person of the next test the same number.
    if profile := sys.modules.get("leaderboard.profile"):
        profile.forget()


@pytest.fixture(autouse=True)
def _no_sql_of_a_patched_site(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget the SQL that was worked out before a test patches lengths of pages, and what was while it had them."""
    patch, patched = monkeypatch.setattr, []

    def patch_and_forget(*args: Any, **kwargs: Any) -> None:
        patch(*args, **kwargs)
        patched.append(args)
        _forget_sql()

    monkeypatch.setattr = patch_and_forget  # type: ignore[method-assign]
    yield
    # Every test has the fixture, by pytest-django; to work the SQL out anew takes a test longer than its own queries.
    if patched:
        _forget_sql()


def _forget_sql() -> None:
    if prepared := sys.modules.get("landlord.prepared"):
        prepared.forget()


@pytest.fixture(scope="session", autouse=True)
def _emptied_by_deleting(django_test_environment: None) -> Iterator[None]:
    from tests import emptying

    with emptying.by_deleting():
        yield


@pytest.fixture(scope="session")
def chromium_path() -> str | None:
    """The browser of this machine, or None where Playwright has its own."""
    return chromium.path()
