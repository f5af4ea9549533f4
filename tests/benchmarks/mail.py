"""How fast mail goes out, and that none is lost: many notices at once, to a mail server that fails at 5% of them.

One worker of mail, one of the clocks, and beat, as installed, on PostgreSQL and Redis; the mail server is a process of
its own. Some of the notices are stale: the decision is made before the worker starts, or while it works. What failed
waits for another try; once all the others are out these pauses are skipped, since they take longer than all the rest.
"""

import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from tests.benchmarks import site
from tests.benchmarks.failing_post import REFUSES, TAKES_AND_FAILS
from tests.benchmarks.long_games import long_game
from tests.benchmarks.many_games import Copied, analyze, answer
from tests.benchmarks.scale import sized
from tests.benchmarks.site import Row, worked
from tests.landlord.server import ROOT, free_port

NOTICES = sized(2_000, 120, 20_000)
#: Moves of the games that they are of.
MOVES = (160, 250, 400, 600, 800)
#: How many decisions are made before the worker starts, and while it works.
STALE_BEFORE, STALE_MEANWHILE = NOTICES // 50, NOTICES // 50
SEED, SHARE = 6, 0.05
#: A letter that is being written while its decision is made goes out within this, in seconds.
BEING_WRITTEN = 2.0
#: How long a run may take, in seconds, at a rate far below the goal.
PATIENCE = 120.0 + NOTICES / 5
ROLES = ("mail", "clock", "beat")


def figures() -> list[Row]:
    """Measure the mail. Gives rows of (what, figure, goal)."""
    port = free_port()
    os.environ |= {
        "EMAIL_URL": f"smtp://127.0.0.1:{port}",
        # What the decisions made here lead to is not what is measured: its notices wait for hours.
        "MAIL_SETTLES_SECONDS": "86400",
        "PYTHONWARNINGS": "ignore:::celery.platforms",
    }
    with site.site() as folder:
        from games import table

        copies = [Copied(long_game(moves, 1, number), NOTICES // len(MOVES)) for number, moves in enumerate(MOVES)]
        analyze()
        begun = table.now()
        stale = {game_id: answer(copy, game_id) for copy, game_id in _some(copies, STALE_BEFORE)}
        # As if the site had been running all the time.
        table.sweep()
        journal = folder / "post.jsonl"
        journal.touch()
        server = [sys.executable, "-m", "tests.benchmarks.failing_post", str(port), str(journal), str(SEED), str(SHARE)]
        commands = [[sys.executable, "manage.py", "run", role] for role in ROLES]
        with _running([server], folder), _running(commands, folder) as (worker, *_others):
            _wait(lambda: journal.stat().st_size > 0)
            began = worked(worker.pid), len(_read(journal))
            for copy, game_id in _some(copies, STALE_MEANWHILE, last=True):
                stale[game_id] = answer(copy, game_id)
            _wait(lambda: not _open(begun).filter(send_at__lte=table.now()).exists())
            at_once = _read(journal)
            work = (worked(worker.pid) - began[0]) / (len(at_once) - began[1])
            _wait(lambda: _try_again(begun))
        return [*_speed(at_once, work), *_fates(begun, _read(journal), stale)]


@dataclass(frozen=True)
class Mail:
    """A line of the mail server's journal."""

    at: float
    way: str
    id: str
    thread: str
    size: int

    @property
    def arrived(self) -> bool:
        """Whether the server has it."""
        return self.way in ("", TAKES_AND_FAILS)


def _some(copies: Sequence[Copied], number: int, *, last: bool = False) -> Iterator[tuple[Copied, str]]:
    each = max(number // len(copies), 1)
    for copy in copies:
        for game_id in copy.ids[-each:] if last else copy.ids[:each]:
            yield copy, game_id


@contextmanager
def _running(commands: Sequence[Sequence[str]], folder: Path) -> Iterator[list[subprocess.Popen[bytes]]]:
    with (folder / "processes.log").open("ab") as log:
        processes = [
            subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log, process_group=0)
            for command in commands
        ]
    try:
        yield processes
        if ended := [process.args for process in processes if process.poll() is not None]:
            raise RuntimeError(f"{ended} has ended: {(folder / 'processes.log').read_text()[-3000:]}")
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


def _wait(holds: Callable[[], bool]) -> None:
    last = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > last:
            raise RuntimeError("The mail does not go out.")
        time.sleep(0.2)


def _read(journal: Path) -> list[Mail]:
    return [Mail(**json.loads(line)) for line in journal.read_text().splitlines()]


def _open(begun: datetime) -> Any:
    from games.models import Notice

    return Notice.objects.filter(status__in=["waiting", "taken"], created_at__lt=begun)


def _try_again(begun: datetime) -> bool:
    """Let what failed, and waits for another try, be tried now; tell whether all is settled."""
    from games import table

    _open(begun).filter(status="waiting", attempts__gt=0).update(send_at=table.now())
    return not _open(begun).exists()


def _speed(mails: Sequence[Mail], work: float) -> Iterator[Row]:
    times = [mail.at for mail in mails]
    sizes = [mail.size for mail in mails if mail.arrived]
    yield (
        f"mails a second, one worker, {SHARE:.0%} fail",
        sum(m.arrived for m in mails) / (times[-1] - times[0]),
        ">= 50",
    )
    yield "  processor time of the worker, mean ms of a mail", work, ""
    yield "  bytes of a mail, mean", sum(sizes) / len(sizes), ""


def _fates(begun: datetime, mails: Sequence[Mail], stale: dict[str, datetime]) -> Iterator[Row]:
    from games.models import Notice

    arrived: dict[str, list[Mail]] = defaultdict(list)
    for mail in mails:
        if mail.arrived:
            # A game has one notice, and its own thread.
            arrived[mail.thread.removeprefix("<game.").partition("@")[0]].append(mail)
    lost, wrong, late = 0, 0, 0
    notices = Notice.objects.filter(created_at__lt=begun).values_list("game__public_id", "pk", "status", "why")
    for game_id, number, status, why in notices:
        there = arrived[game_id]
        # Of one that was on its way as its decision was made nobody can say more than that.
        dropped = status == "dropped" and why == "the decision has been made" and game_id in stale
        lost += not there and not dropped
        wrong += (status == "sent" and not there) or any(not _is_of(mail, number) for mail in there)
        if game_id in stale:
            after = stale[game_id].timestamp() + BEING_WRITTEN
            late += any(mail.at > after for mail in there) or (not there and not dropped)
    twice = [there for there in arrived.values() if len(there) > 1]
    unsure = sum(mail.way == TAKES_AND_FAILS for mail in mails)
    yield f"notices, of them {len(stale):,} stale", len(notices), ""
    yield "  dropped as stale", sum(status == "dropped" for _, _, status, _ in notices), ""
    yield "  failures of the mail server", sum(mail.way != "" for mail in mails), ""
    yield "  of these, before the content", sum(mail.way == REFUSES for mail in mails), ""
    yield "  of these, it had taken the mail", unsure, ""
    yield "lost", lost, "0"
    yield "stale, and sent", late, "0"
    yield "noted as what they are not, or of another id", wrong, "0"
    yield "twice, though the server had said that it has the first", sum(_is_sure(there) for there in twice), "0"
    yield "  twice, since it had not", sum(not _is_sure(there) for there in twice), ""


def _is_of(mail: Mail, number: int) -> bool:
    return mail.id.startswith(f"<notice.{number}@")


def _is_sure(there: Sequence[Mail]) -> bool:
    return any(mail.way == "" for mail in there[:-1])
