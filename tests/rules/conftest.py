"""The rules know no Django: their tests run without its settings, and without a database."""

import pytest


@pytest.fixture(autouse=True)
def _nothing_cached() -> None:
    """Stand in for the fixture of the same name that clears Django's cache: there is none here."""
