"""Fixtures for tables."""

import pytest

from tests.games.tables import Opener, Played


@pytest.fixture
def tables(db: None, monkeypatch: pytest.MonkeyPatch) -> Opener:
    return Opener(monkeypatch)


@pytest.fixture
def opened(tables: Opener) -> Played:
    return tables.open()


@pytest.fixture
def started(tables: Opener) -> Played:
    """A two-seat game in which the guest, seat 0, is asked whether to buy."""
    return tables.start()
