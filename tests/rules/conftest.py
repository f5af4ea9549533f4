"""The rules know no Django: their tests run without its settings, and without a database."""

from pathlib import Path

import pytest

#: Play at random for long: they find what nobody thought of, and no line of the rules may count on it.
AT_RANDOM = {"test_fuzz.py", "test_machine.py", "test_orders_in_play.py"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of the rules that have to come to every line of them (script/test)."""
    folder = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(folder) and item.path.name not in AT_RANDOM:
            item.add_marker("of_the_rules")


@pytest.fixture(autouse=True)
def _nothing_cached() -> None:
    """Stand in for the fixture of the same name that clears Django's cache: there is none here."""
