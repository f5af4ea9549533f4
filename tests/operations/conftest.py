"""Tables for tests of how the site is run."""

from tests.games.conftest import opened, started, tables

__all__ = ["opened", "started", "tables"]
