"""What every test may use."""

import os
import shutil
from collections.abc import Iterator

import pytest
from django.core.cache import cache

from tests import services


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests that take minutes")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    left_out = [item for item in items if item.get_closest_marker("long")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


def pytest_unconfigure() -> None:
    services.stop()


@pytest.fixture(autouse=True)
def _nothing_cached() -> Iterator[None]:
    """Begin with an empty cache: it keeps sessions and counts, and the database is rolled back."""
    yield
    cache.clear()


@pytest.fixture(scope="session")
def chromium_path() -> str | None:
    """The browser of this machine, or None where Playwright has its own."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium")
