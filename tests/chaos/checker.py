"""The independent checker: goes over a run's database by plain SQL, with the record's own verifier, and with what the
load, the mail server and the watch saw. It knows nothing of how the site plays, sweeps or sends."""

from collections.abc import Callable, Iterator

from tests.chaos import check_clock, check_mail, check_ratings, check_records, check_streams
from tests.chaos.evidence import Evidence, Finding
from tests.chaos.rows import Rows

#: What has hit a process may be seen so much later, in seconds.
SEEN_WITHIN = 2.0
#: A request that was sent during an outage may be answered so much after its end, in seconds.
ANSWERED_WITHIN = 16.0


def check(url: str, evidence: Evidence, rebuild: Callable[[str], None] | None = None) -> list[Finding]:
    """Give all findings. `rebuild` makes the ratings of the database at its argument anew, as the site does."""
    rows = Rows(url)
    return [
        *check_records.check(rows, evidence),
        *check_clock.check(rows, evidence),
        *check_mail.check(rows, evidence),
        *check_streams.check(rows, evidence),
        *check_ratings.check(rows, url, rebuild),
        *_rows(rows),
        *_errors(evidence),
        *_deaths(evidence),
    ]


def _rows(rows: Rows) -> Iterator[Finding]:
    for game in rows.games.values():
        numbers = [seat["number"] for seat in rows.seats[game["id"]]]
        if numbers != list(range(len(numbers))) or (game["started_at"] and len(numbers) != game["size"]):
            yield Finding("seats are missing", f"{game['public_id']}: {numbers}")
        if game["started_at"] is None and (rows.moves[game["id"]] or game["status"] not in ("open", "closed")):
            yield Finding("a game is neither open nor begun", game["public_id"])
        if game["id"] not in rows.secrets:
            yield Finding("a game has no secrets", game["public_id"])
    for what, by_game in (("seats", rows.seats), ("moves", rows.moves), ("orders", rows.orders)):
        yield from (
            Finding("rows without a game", f"{what} of {n}") for n in by_game.keys() - rows.games.keys() if by_game[n]
        )


def _errors(evidence: Evidence) -> Iterator[Finding]:
    for error in evidence.journal.errors:
        if not any(began - 1 <= error.at <= ended + ANSWERED_WITHIN for began, ended in evidence.outages):
            yield Finding("a request failed while the database was there", f"{error.status} to {error.what}")


def _deaths(evidence: Evidence) -> Iterator[Finding]:
    for down in evidence.downs:
        role, _, which = down.name.partition("-")
        if not which:
            continue
        if not any(
            _hits(fault.kind, fault.which, role, int(which))
            and fault.began - 1 <= down.since <= fault.ended + SEEN_WITHIN * evidence.busy
            for fault in evidence.faults
        ):
            yield Finding("a process ended by itself", f"{down.name}: {down.how}")


def _hits(kind: str, number: int, role: str, which: int) -> bool:
    if kind == "standstill":
        return role in ("clock", "beat")
    return {"askew": "clock"}.get(kind, kind) == role and number == which
