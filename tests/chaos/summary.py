"""What a run comes to: the checker's findings, and the figures that are printed and written."""

from collections import Counter
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tests.chaos import check_clock
from tests.chaos.checker import check
from tests.chaos.installation import Site
from tests.chaos.rows import Rows
from tests.chaos.run import Run

#: How many findings are printed.
PRINTED = 30


def checked(run: Run) -> None:
    """Let the checker go over a run; its findings are added to the run's."""
    # The ratings are made anew in a copy: what is looked at stays as it is.
    with copied(run.site, "rebuilt") as url:
        run.findings += check(url, run.evidence, lambda at: rebuild(run.site, at))


class copied:  # noqa: N801 - a context manager, read like a function
    """A copy of a run's database, for as long as the with statement lasts; gives its address."""

    def __init__(self, site: Site, name: str) -> None:
        self._site, self._name = site, name

    def __enter__(self) -> str:
        original = urlsplit(self._site.postgres.url).path.lstrip("/")
        with psycopg.connect(self._site.postgres.of("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{self._name}" TEMPLATE "{original}"')
        return self._site.postgres.of(self._name)

    def __exit__(self, *_error: object) -> None:
        with psycopg.connect(self._site.postgres.of("postgres"), autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{self._name}" WITH (FORCE)')


def rebuild(site: Site, url: str) -> None:
    """Let the site make all ratings of a database anew."""
    before = site.environment["DATABASE_URL"]
    site.environment["DATABASE_URL"] = urlunsplit(urlsplit(url))
    try:
        site.manage("rebuild_ratings")
    finally:
        site.environment["DATABASE_URL"] = before


def figures(run: Run) -> dict[str, Any]:
    """Give a run in figures, while its database is there."""
    rows, evidence = Rows(run.site.postgres.url), run.evidence
    acts = evidence.journal.acts
    by_clock = [entry for moves in rows.moves.values() for entry in moves if entry["by"] == "clock"]
    late = sorted(check_clock.lateness(entry, evidence) for entry in by_clock)
    alone, among_others = check_clock.recoveries(rows, evidence)
    mails = Counter(mail.message_id for mail in evidence.mails)
    return {
        "seed": run.seed,
        "seconds": run.seconds,
        "kills": dict(run.kills),
        "other_faults": dict(run.others),
        "requests": evidence.journal.requests,
        "moves_acknowledged": sum(act.made for act in acts if act.acknowledged),
        "acts_acknowledged": sum(act.acknowledged for act in acts),
        "unclear_answers": evidence.journal.unclear,
        "answers_given_again": sum(act.replayed for act in acts),
        "games_started": len(rows.started()),
        "games_finished": sum(game["status"] == "finished" for game in rows.games.values()),
        "games_rated": len(rows.rated),
        "time_outs": len(by_clock),
        "time_out_latest": round(late[-1], 2) if late else None,
        "standstills": [round((gap["ended"] - gap["began"]).total_seconds(), 1) for gap in rows.standstills],
        "database_outages": len(evidence.outages),
        "slowest_recovery": round(max(alone), 2) if alone else None,
        "slowest_recovery_among_other_faults": round(max(among_others), 2) if among_others else None,
        "mails_accepted": len(evidence.mails),
        "mails_twice": sum(times > 1 for times in mails.values()),
        "notices": dict(Counter(notice["status"] for notice in rows.notices)),
        "streamed": sum(len(reading.entries) for reading in evidence.readings),
        "streams_broken": sum(reading.broken for reading in evidence.readings),
        "full_disk": run.spool.left_out or run.spool.told if run.spool else None,
        "busy": round(run.busy, 1),
        "seconds_to_start": round(evidence.startup, 1),
        "seconds_to_settle": round(run.settled, 1),
        "findings": [str(finding) for finding in run.findings],
    }


def told(run: Run, numbers: dict[str, Any]) -> str:
    """Give the summary as text."""
    kills = ", ".join(f"{kind} {number}" for kind, number in sorted(numbers["kills"].items()))
    others = ", ".join(f"{kind} {number}" for kind, number in sorted(numbers["other_faults"].items()))
    recovered = {
        "with nothing else amiss": numbers["slowest_recovery"],
        "with other faults beside": numbers["slowest_recovery_among_other_faults"],
    }
    times = [f"within {slowest} s {how}" for how, slowest in recovered.items() if slowest is not None]
    cleared = f"overdue decisions cleared {', '.join(times)}" if times else "no decision was overdue then"
    lines = [
        f"seed {run.seed}, {run.seconds:.0f} seconds"
        + (f", on a machine where all takes {run.busy:.1f} times as long" if run.busy > 1.1 else ""),
        f"kills              {sum(run.kills.values())}: {kills}",
        f"other faults       {others}",
        (
            f"requests           {numbers['requests']}, {numbers['unclear_answers']} with an unclear answer, "
            f"{numbers['answers_given_again']} answered once more by their key"
        ),
        (
            f"moves acknowledged {numbers['moves_acknowledged']} in {numbers['games_started']} games, "
            f"{numbers['games_finished']} finished, {numbers['games_rated']} rated"
        ),
        f"time-outs          {numbers['time_outs']}, the latest {numbers['time_out_latest']} s after it could be made",
        f"standstills        {', '.join(f'{length} s' for length in numbers['standstills']) or 'none'}",
        f"database           {numbers['database_outages']} times away; {cleared}",
        f"mail               {numbers['mails_accepted']} accepted, {numbers['mails_twice']} twice; notices: "
        + ", ".join(f"{status} {number}" for status, number in sorted(numbers["notices"].items())),
        f"stream             {numbers['streamed']} entries told, {numbers['streams_broken']} times broken and resumed",
        f"full mail disk     {numbers['full_disk']}",
        f"settled            {numbers['seconds_to_settle']} s after the last fault",
        f"findings           {len(run.findings)}",
        *(f"  {finding}" for finding in run.findings[:PRINTED]),
    ]
    if len(run.findings) > PRINTED:
        lines.append(f"  and {len(run.findings) - PRINTED} more")
    return "\n".join(lines)
