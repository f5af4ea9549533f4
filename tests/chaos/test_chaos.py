"""A run with faults ends without a finding."""

from collections.abc import Callable

import pytest

from tests.chaos import faults, summary
from tests.chaos.conftest import KILLS, whole_run
from tests.chaos.run import Run

# They start many processes, and are late where others take their time.
pytestmark = pytest.mark.xdist_group("server")


def test_the_same_seed_gives_the_same_faults() -> None:
    assert faults.made(3, 20, 60) == faults.made(3, 20, 60) != faults.made(4, 20, 60)


@pytest.mark.parametrize(("kills", "seconds"), [(9, 45), (20, 60), (200, 800)])
def test_a_run_has_the_kills_that_were_asked_for_and_every_kind(kills: int, seconds: float) -> None:
    made = faults.made(1, kills, seconds)
    assert sum(fault.is_kill for fault in made) == kills
    assert {fault.kind for fault in made if fault.is_kill} == set(faults.KILLS)
    assert {fault.kind for fault in made if not fault.is_kill} == {
        "standstill", "redis-flush", "redis-freeze", "askew", "smtp-refuses", "smtp-fails-after", "smtp-stalls",
    }  # fmt: skip
    assert all(fault.at + fault.lasts <= seconds for fault in made)
    assert any(fault.lasts == 60 for fault in made) == (seconds >= faults.LONG_RUN)


def test_twenty_kills_lose_nothing(run: Run, figure: Callable[[str], None]) -> None:
    summary.checked(run)
    numbers = summary.figures(run)
    figure(
        f"chaos: {KILLS} kills, {numbers['moves_acknowledged']} moves acknowledged, {numbers['time_outs']} time-outs, "
        f"the latest {numbers['time_out_latest']} s after it could be made, {len(run.findings)} findings"
    )
    assert not run.findings, summary.told(run, numbers)
    # That it had something to do.
    assert numbers["moves_acknowledged"] >= 20 and numbers["time_outs"] >= 5 and numbers["unclear_answers"] >= 1
    assert numbers["standstills"] and numbers["database_outages"] >= 1 and numbers["mails_accepted"] >= 10


@pytest.mark.long
def test_two_hundred_kills_lose_nothing(figure: Callable[[str], None]) -> None:
    with whole_run(200, 1, 800.0) as done:
        summary.checked(done)
        numbers = summary.figures(done)
        figure(f"chaos: {numbers}")
        assert not done.findings, summary.told(done, numbers)
