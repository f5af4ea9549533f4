"""Games between people, and whoever comes to them by either way in."""

from collections.abc import Callable

import pytest

from accounts.models import User
from tests.attacks.doors import DOORS, Door
from tests.clock.conftest import clock, tables

__all__ = ["clock", "tables"]


@pytest.fixture(params=DOORS.values(), ids=DOORS)
def door(request: pytest.FixtureRequest) -> Callable[[User], Door]:
    """One of the two ways in."""
    made: Callable[[User], Door] = request.param
    return made
