"""Fixtures for tests of pages."""

from collections.abc import Callable

import pytest

from tests.games.conftest import started, tables
from tests.pages.people import People

__all__ = ["people", "started", "tables"]


@pytest.fixture
def people(db: None, monkeypatch: pytest.MonkeyPatch) -> Callable[..., People]:
    """Gives games between people: `people()`, or `people(("Ada", "Bob", "Cid"), wish, move_time=60)`."""
    return lambda *args, **plan: People(monkeypatch, *args, **plan)
