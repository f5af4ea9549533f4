"""Whatever is damaged in what a run has left, the checker finds it."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace

import psycopg
import pytest

from tests.chaos import check_clock, check_mail, check_ratings, check_records, summary
from tests.chaos.damages import DAMAGES
from tests.chaos.evidence import Evidence, Finding
from tests.chaos.rows import Rows
from tests.chaos.run import Run

pytestmark = pytest.mark.xdist_group("server")


def found(url: str, evidence: Evidence, rebuild: Callable[[str], None] | None = None) -> set[str]:
    rows = Rows(url)

    def all_parts() -> Iterator[Finding]:
        yield from check_records.check(rows, evidence)
        yield from check_clock.check(rows, evidence)
        yield from check_mail.check(rows, evidence)
        yield from check_ratings.check(rows, url, rebuild)

    return {finding.what for finding in all_parts()}


@pytest.mark.parametrize("what", DAMAGES)
def test_the_checker_finds_in_the_database_that(what: str, run: Run) -> None:
    with summary.copied(run.site, "damaged") as url:
        with psycopg.connect(url) as connection:
            for statement in DAMAGES[what]:
                assert connection.execute(statement).rowcount != 0, f"there was nothing to damage: {statement}"
        rebuild = (lambda at: summary.rebuild(run.site, at)) if "rebuild" in what else None
        assert what in found(url, run.evidence, rebuild)


def test_the_checker_finds_a_mail_that_was_sent_twice(run: Run) -> None:
    sure = next(mail for mail in run.evidence.mails if not check_mail.is_unsure(mail, run.evidence))
    doubled = replace(run.evidence, mails=[*run.evidence.mails, replace(sure, at=sure.at + 60)])
    assert "a notice was sent twice" in found(run.site.postgres.url, doubled)


def test_the_checker_finds_moves_that_were_acknowledged_out_of_order(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    acts = [act for act in run.evidence.journal.acts if act.acknowledged and act.kind == "moves" and act.made]
    game = next(act.game for act in acts if sum(other.game == act.game for other in acts) >= 3)
    first = min((act for act in acts if act.game == game), key=lambda act: act.first or 0)
    monkeypatch.setattr(first, "began", first.began + 3600)
    assert "acknowledged moves are out of order" in found(run.site.postgres.url, run.evidence)


def test_the_checker_finds_an_answer_that_was_acknowledged_twice(run: Run) -> None:
    acts = run.evidence.journal.acts
    twice = next(act for act in acts if act.acknowledged and act.kind == "moves" and act.made)
    acts.append(twice)
    try:
        assert "two acknowledged requests made one move" in found(run.site.postgres.url, run.evidence)
    finally:
        acts.pop()


def test_the_checker_finds_a_record_that_does_not_verify(run: Run) -> None:
    name = next(name for name, published in run.evidence.records.items() if b'"server_seed":"' in published)
    record = json.loads(run.evidence.records[name])
    record["seats"][0]["client_seed"] += "x"
    damaged = replace(run.evidence, records={**run.evidence.records, name: json.dumps(record).encode()})
    assert "a record does not verify" in found(run.site.postgres.url, damaged)
