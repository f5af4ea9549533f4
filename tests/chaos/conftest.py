"""A run that the tests of this folder share: with as many kills as an ordinary run of the tests has to have."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.chaos.run import Run, carried_out

KILLS, SECONDS, SEED = 20, 60.0, 6


@contextmanager
def whole_run(kills: int, seed: int, seconds: float) -> Iterator[Run]:
    """Carry a run out in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="landlord-chaos-") as made:
        # PostgreSQL runs as another user than root does, who must reach its folder.
        Path(made).chmod(0o755)
        with carried_out(kills, seed, seconds, Path(made)) as done:
            yield done


@pytest.fixture(scope="session")
def run() -> Iterator[Run]:
    with whole_run(KILLS, SEED, SECONDS) as done:
        yield done
