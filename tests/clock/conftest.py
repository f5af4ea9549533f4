"""A virtual clock, and tables whose players have accounts."""

import pytest

from tests.clock.tables import Tables
from tests.clock.virtual import VirtualClock


@pytest.fixture
def clock(db: None, monkeypatch: pytest.MonkeyPatch) -> VirtualClock:
    virtual = VirtualClock(monkeypatch)
    virtual.heart_beats()
    return virtual


@pytest.fixture
def tables(clock: VirtualClock, monkeypatch: pytest.MonkeyPatch) -> Tables:
    return Tables(monkeypatch)
