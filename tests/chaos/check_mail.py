"""Every notice was sent once or still waits; twice only where nobody could know that the first had arrived."""

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from tests.chaos.evidence import Evidence, Finding
from tests.chaos.rows import Row, Rows

NOTICE = re.compile(r"<notice\.([0-9]+)@chaos\.localhost>\Z")
#: Between a mail server's yes and the note of it lies less than this, in seconds, on a machine that is busy.
NOTED_WITHIN = 5.0
#: What is due, or was taken by a worker whose time is up, has been looked at within this, in seconds: the mail server's
#: absence holds all for a minute.
HELD = 90.0
#: What calls somebody to a decision.
CALLS = ("turn", "resumed", "offer", "bid")


def check(rows: Rows, evidence: Evidence) -> Iterator[Finding]:
    """Compare the outbox with what the mail server has accepted, and with the games."""
    arrived: dict[int, list[Any]] = defaultdict(list)
    for mail in evidence.mails:
        found = NOTICE.match(mail.message_id)
        if found is None:
            yield Finding("a mail of another kind", f"{mail.message_id} {mail.subject}")
        else:
            arrived[int(found[1])].append(mail)
    known = {notice["id"] for notice in rows.notices}
    yield from (Finding("a mail without a notice", str(number)) for number in arrived.keys() - known)
    for notice in rows.notices:
        yield from _notice(notice, arrived[notice["id"]], evidence)
    yield from _doubled(rows)
    for game in rows.started():
        yield from _told(rows, game)


def _notice(notice: Row, mails: list[Any], evidence: Evidence) -> Iterator[Finding]:
    told = f"{notice['kind']} notice {notice['id']} ({notice['status']})"
    if notice["status"] == "sent" and not mails:
        yield Finding("a notice counts as sent and never arrived", told)
    if notice["status"] == "failed":
        yield Finding("a notice was given up", f"{told}: {notice['why']}")
    for mail in mails[:-1]:
        if not is_unsure(mail, evidence):
            yield Finding(
                "a notice was sent twice", f"{told}, first at {datetime.fromtimestamp(mail.at, UTC):%H:%M:%S.%f}"
            )
    if mails and notice["status"] != "sent" and not is_unsure(mails[-1], evidence):
        yield Finding("a notice arrived and does not count as sent", told)
    if len({(mail.to, mail.subject) for mail in mails}) > 1 and len({mail.to for mail in mails}) > 1:
        yield Finding("one notice went to two people", told)
    end = evidence.ended
    if notice["status"] == "waiting" and end - notice["send_at"].timestamp() > HELD * evidence.busy:
        yield Finding("a notice was left lying", told)
    if notice["status"] == "taken" and end - notice["taken_until"].timestamp() > HELD * evidence.busy:
        yield Finding("a notice was left lying", told)


def is_unsure(mail: Any, evidence: Evidence) -> bool:
    """Whether the sender may not have learnt, or not have been able to note, that this mail arrived."""
    if not mail.told:
        return True
    begin, end = mail.at - 1.0, mail.at + NOTED_WITHIN * evidence.busy
    if any(began <= end and ended >= begin for began, ended in evidence.outages):
        return True
    return any(down.name.startswith("mail") and begin <= down.since <= end for down in evidence.downs)


def _doubled(rows: Rows) -> Iterator[Finding]:
    seen = set()
    for notice in rows.notices:
        about = (notice["game_id"], notice["user_id"], notice["kind"], notice["wait"])
        if about in seen:
            yield Finding("two notices of one thing", str(about))
        seen.add(about)


def _told(rows: Rows, game: Row) -> Iterator[Finding]:
    """Look whether all are told of the start, the end, and that they are waited for."""
    name = game["public_id"]
    if not _with_notices(rows, game):
        # Copied as it stood, without what had been told.
        return
    there = {(n["user_id"], n["kind"], n["wait"]) for n in rows.notices if n["game_id"] == game["id"]}
    kinds = {(user, kind) for user, kind, _ in there}
    for seat in rows.seats[game["id"]]:
        user = seat["user_id"]
        if user is None:
            continue
        if (user, "started") not in kinds:
            yield Finding("nobody was told of a start", f"{name} seat {seat['number']}")
        if game["status"] == "finished" and (user, "over") not in kinds:
            yield Finding("nobody was told of an end", f"{name} seat {seat['number']}")
        if seat["due_at"] is not None and seat["since"] is not None:
            called = any((user, kind, seat["wait"]) in there for kind in CALLS)
            # Of an auction all are told at its opening.
            if not called and (user, "auction") not in kinds:
                yield Finding("nobody was told of a decision", f"{name} seat {seat['number']}, wait {seat['wait']}")


def _with_notices(rows: Rows, game: Row) -> bool:
    return any(notice["game_id"] == game["id"] and notice["kind"] == "started" for notice in rows.notices)
