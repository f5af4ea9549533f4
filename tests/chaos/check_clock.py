"""Every due decision was timed out once, none early, in time; a standstill of the site moved deadlines once."""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

from tests.chaos.evidence import Evidence, Finding
from tests.chaos.rows import Row, Rows

#: Overdue decisions are cleared within so many seconds of the database's return, on a machine that does nothing else.
CLEARED_WITHIN = 10.0
#: The site stands still after so long without a sweep.
GAP = timedelta(seconds=15)


def check(rows: Rows, evidence: Evidence) -> Iterator[Finding]:
    """Go over all time-outs, all deadlines that stand, and all standstills."""
    yield from _standstills(rows, evidence)
    yield from _idle(rows, evidence)
    for game in rows.started():
        yield from _time_outs(rows, evidence, game)
        yield from _decisions(rows, evidence, game)


def lateness(entry: Row, evidence: Evidence) -> float:
    """Give the seconds from when a time-out could be made to when it was: from its deadline, or the end of what kept
    the clocks from being looked at then."""
    due, at = entry["due_at"].timestamp(), entry["at"].timestamp()
    ready = due
    for began, ended in sorted(_troubles(evidence)):
        if began <= ready <= ended or ready <= began <= at:
            ready = max(ready, ended)
    return at - ready


def recoveries(rows: Rows, evidence: Evidence) -> tuple[list[float], list[float]]:
    """Give for each outage of the database the seconds from its end to the last time-out that it had kept waiting.

    First of the outages after which nothing else kept the clocks from being looked at, then of the others, where Redis
    was away or beat or a clock's worker had been killed as well, or the database went away again.
    """
    entries = [e for moves in rows.moves.values() for e in moves if e["by"] == "clock"]
    alone: list[float] = []
    among_others: list[float] = []
    for began, ended in evidence.outages:
        kept = [e["at"].timestamp() for e in entries if began <= e["due_at"].timestamp() + 0.5 <= ended]
        if kept:
            last = max(kept)
            others = any(since < last and until > ended for since, until in _troubles(evidence))
            (among_others if others else alone).append(last - ended)
    return alone, among_others


def _troubles(evidence: Evidence) -> Iterator[tuple[float, float]]:
    yield from evidence.outages
    starting = evidence.startup
    for down in evidence.downs:
        if down.name == "redis":
            yield down.since, down.until
        elif down.name.startswith(("beat", "clock")):
            yield down.since, down.until + starting


def _moved(due: datetime, since: datetime, standstills: Iterable[Row]) -> datetime:
    """Move a deadline that has run since then by all standstills that began while it ran."""
    for gap in standstills:
        if since <= gap["began"] < due:
            due += gap["ended"] - gap["began"]
    return due


def _idle(rows: Rows, evidence: Evidence) -> Iterator[Finding]:
    for name, first in evidence.idle.items():
        game = rows.by_name[name]
        assert evidence.idle_since is not None
        due = _moved(first, evidence.idle_since, rows.standstills)
        made = [entry for entry in rows.moves[game["id"]] if entry["by"] == "clock"]
        if len(made) > 1:
            yield Finding("a decision was timed out twice", name)
        for entry in made:
            if entry["due_at"] != due:
                way = "early" if entry["due_at"] < due else "late"
                yield Finding(f"a deadline was moved wrongly ({way})", f"{name}: {entry['due_at']}, should be {due}")
        if not made:
            stands = [seat["due_at"] for seat in rows.seats[game["id"]] if seat["due_at"]]
            if stands != [due]:
                yield Finding("a deadline was moved wrongly", f"{name}: {stands}, should be {due}")


def _time_outs(rows: Rows, evidence: Evidence, game: Row) -> Iterator[Finding]:
    name = game["public_id"]
    entries = rows.moves[game["id"]]
    for entry in entries:
        if entry["by"] != "clock":
            continue
        where = f"{name} number {entry['number']}, due {entry['due_at']:%H:%M:%S.%f}, made {entry['at']:%H:%M:%S.%f}"
        if entry["due_at"] is None or entry["at"] <= entry["due_at"]:
            yield Finding("a time-out was made early", where)
            continue
        late = lateness(entry, evidence)
        if late > CLEARED_WITHIN * evidence.busy:
            yield Finding("a time-out was made late", f"{where}: {late:.1f} s after it could be")
        shown = evidence.journal.shown.get((name, entry["seat"], entry["number"]))
        if shown is not None:
            yield from _as_shown(rows, game, entry, datetime.fromisoformat(shown[0]), shown[1], where)
    seats = [entry["seat"] for entry in entries if '"timeout"' in entry["move"] and entry["by"] != "clock"]
    if seats:
        yield Finding("a time-out that the clock did not make", name)
    times = Counter((entry["seat"], entry["due_at"]) for entry in entries if entry["by"] == "clock")
    yield from (Finding("a decision was timed out twice", f"{name} seat {s}") for (s, _), n in times.items() if n > 1)


def _as_shown(rows: Rows, game: Row, entry: Row, shown: datetime, seen: float, where: str) -> Iterator[Finding]:
    """Compare a time-out with the deadline that the players last saw of the same wait, no move being made since."""
    instant = datetime.fromtimestamp(seen, UTC)
    gaps = [gap for gap in rows.standstills if gap["ended"] > instant and gap["began"] < shown]
    # One that ended as the page was being made may be in what it showed, or not.
    ways = {_moved(shown, datetime.min.replace(tzinfo=UTC), gaps[n:]) for n in range(len(gaps) + 1)}
    paused = any(p["status"] == "held" for p in rows.proposals[game["id"]])
    if entry["due_at"] not in ways and not (paused and entry["due_at"] > shown):
        way = "early" if entry["due_at"] < min(ways) else "late"
        yield Finding(f"a deadline is not the one that was shown ({way})", f"{where}, shown was {shown}")


def _decisions(rows: Rows, evidence: Evidence, game: Row) -> Iterator[Finding]:
    seats, name = rows.seats[game["id"]], game["public_id"]
    waits = [seat for seat in seats if seat["due_at"] is not None]
    if game["status"] == "finished":
        if waits or game["bots_due"] or rows.orders[game["id"]]:
            yield Finding("a finished game waits for somebody", name)
        if game["placings"] is None or any(seat["place"] == 0 for seat in seats):
            yield Finding("a finished game has no places", name)
        return
    end = datetime.fromtimestamp(evidence.ended, UTC)
    for seat in waits:
        if (end - seat["due_at"]).total_seconds() > CLEARED_WITHIN * evidence.busy:
            yield Finding("a due decision was not timed out", f"{name} seat {seat['number']}, due {seat['due_at']}")
        if seat["place"]:
            yield Finding("who is out is waited for", f"{name} seat {seat['number']}")
    if not waits and not game["bots_due"]:
        yield Finding("a decision is stuck", f"{name}: nobody is waited for")
    if game["bots_due"] and (end - game["moved_at"]).total_seconds() > CLEARED_WITHIN * evidence.busy:
        yield Finding("a decision is stuck", f"{name}: a bot or an order is due since {game['moved_at']}")


def _standstills(rows: Rows, evidence: Evidence) -> Iterator[Finding]:
    before: datetime | None = None
    for gap in rows.standstills:
        told = f"{gap['began']:%H:%M:%S.%f} to {gap['ended']:%H:%M:%S.%f}"
        if gap["ended"] - gap["began"] <= GAP:
            yield Finding("a standstill is too short for one", told)
        if before is not None and gap["began"] < before:
            yield Finding("a standstill was made up for twice", told)
        before = gap["ended"]
        if any(gap["began"] < sweep < gap["ended"] for sweep in evidence.sweeps):
            yield Finding("a standstill in which the clocks were looked at", told)
    sweeps = evidence.sweeps
    for last, following in itertools.pairwise(sweeps):
        # The sweeps are seen five times a second: not every one of them, so a gap between two that were seen is one
        # only if the database was there to be looked at.
        if following - last > GAP and not any(g["began"] == last for g in rows.standstills):
            seen = all(ended < last.timestamp() or began > following.timestamp() for began, ended in evidence.outages)
            if seen:
                yield Finding("a standstill was not made up for", f"{last:%H:%M:%S} to {following:%H:%M:%S}")
    for fault in evidence.faults:
        if fault.kind != "standstill":
            continue
        began, ended = (datetime.fromtimestamp(at, UTC) for at in (fault.began, fault.ended))
        covering = [g for g in rows.standstills if g["began"] <= began + timedelta(seconds=2) and g["ended"] >= ended]
        if len(covering) != 1:
            yield Finding("a standstill was not made up for once", f"{began:%H:%M:%S}: {len(covering)} times")
