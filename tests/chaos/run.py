"""A run: the site, the load and the faults together; then quiet, and all that the checker needs."""

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg

from tests.chaos import faults
from tests.chaos.evidence import Evidence, Finding, Happened
from tests.chaos.faults import Fault
from tests.chaos.installation import Site
from tests.chaos.journal import Journal
from tests.chaos.players import Lobby, Player
from tests.chaos.readers import Reader
from tests.chaos.spool import Spool
from tests.chaos.watch import Watch
from tests.chaos.web import Web

#: How many play, how many games nobody moves in come due each second, and how many follow games by the stream.
PLAYERS, IDLE_A_SECOND, READERS = 8, 0.7, 3
#: How long the site may take to be done with everything once all is quiet, in seconds.
SETTLES = 60.0
#: How long a reader of the stream may take then to be told the rest, in seconds.
LETS_FINISH = 20.0
#: Idle games whose deadlines lie after the end, and are to be left alone.
LATER = 5
#: The faults begin once so many moves are acknowledged, or after so many seconds.
WARM, WARMS_UP = 25, 60.0
#: A machine that is busy with other work gets more time for the same faults, so many times at most.
STRETCHED = 4.0
#: Work of which is measured how much longer it takes than it should, in seconds of a core.
MEASURED = 0.3


@dataclass
class Run:
    """What a run did."""

    seed: int
    seconds: float
    site: Site
    evidence: Evidence
    kills: Counter[str] = field(default_factory=Counter)
    others: Counter[str] = field(default_factory=Counter)
    settled: float = 0.0
    spool: Spool | None = None
    #: How many times longer than it should everything takes because of others' work on this machine.
    busy: float = 1.0
    findings: list[Finding] = field(default_factory=list)


@contextmanager
def carried_out(
    kills: int, seed: int, seconds: float, folder: Path, say: Callable[[str], None] = lambda _: None
) -> Iterator[Run]:
    """Carry a run out, and give it while its database is there still; nothing else of it runs then."""
    busy = others_share()
    seconds *= min(busy, STRETCHED)
    with Site(folder) as site, Spool(folder, site.environment) as spool:
        say("Setting up the site.")
        idle = max(10, int(seconds * IDLE_A_SECOND)) + LATER
        made = json.loads(site.python("-m", "tests.chaos.prepare", str(PLAYERS), str(idle), "1"))
        spool.start()
        site.start()
        journal = Journal()
        evidence = Evidence(journal, startup=site.startup)
        run = Run(seed, seconds, site, evidence, spool=spool, busy=busy)
        watch = Watch(site.postgres.url)
        watch.start()
        _wait_for_sweep(watch)
        lobby = Lobby()
        players = _players(run, made["players"], journal, lobby)
        readers = [
            Reader(f"{seed}:{number}", site.stream_port, made["players"][number]["token"], lobby)
            for number in range(READERS)
        ]
        for reader in readers:
            reader.start()
        _until(lambda: journal.moves() >= WARM, WARMS_UP * busy)
        _set_deadlines(run, made["idle"], seconds)
        say(f"{kills} kills within {seconds:.0f} seconds, seed {seed}.")
        _do_harm(run, faults.made(seed, kills, seconds), say)
        for player in players:
            player.stop.set()
        for player in players:
            player.join(90)
            if player.failed is not None:
                raise player.failed
        say("Quiet now.")
        site.release()
        run.settled = _settle(site, SETTLES * busy)
        evidence.ended = time.time()
        run.findings += spool.finish()
        site.hold("beat", "clock", "worker", "mail")
        for reader in readers:
            _let_finish(reader, site.postgres.url, LETS_FINISH * max(busy, others_share()))
        evidence.readings = [reading for reader in readers for reading in reader.readings]
        _read_records(run, made["players"])
        watch.ends.set()
        watch.join(10)
        site.stop_processes()
        run.busy = evidence.busy = max(busy, others_share())
        evidence.mails = list(site.post.accepted)
        evidence.outages, evidence.sweeps = watch.outages, watch.sweeps
        # What was stopped for the reading of the records is no death.
        evidence.downs = [
            replace(down, until=min(down.until, evidence.ended)) for down in site.downs if down.since < evidence.ended
        ]
        yield run


def others_share() -> float:
    """Give how many times longer than alone a piece of work takes, since others work on this machine too."""
    began, worked = time.monotonic(), time.thread_time()
    while time.thread_time() - worked < MEASURED:
        sum(range(1000))
    return max(1.0, (time.monotonic() - began) / (time.thread_time() - worked))


def _wait_for_sweep(watch: Watch) -> None:
    last = time.monotonic() + 120
    while len(watch.sweeps) < 2:
        if time.monotonic() > last:
            raise RuntimeError("Nobody looks at the clocks.")
        time.sleep(0.1)


def _set_deadlines(run: Run, idle: list[str], seconds: float) -> None:
    """Let the deadlines of the idle games come through the whole run, at drawn instants."""
    rng = random.Random(f"{run.seed}:idle")
    with psycopg.connect(run.site.postgres.url) as connection:
        found = connection.execute("SELECT clock_timestamp()").fetchone()
        assert found is not None
        now = found[0]
        run.evidence.idle_since = now
        for number, name in enumerate(idle):
            after = seconds + 3600 if number < LATER else rng.uniform(3, seconds)
            due = now + timedelta(seconds=after)
            run.evidence.idle[name] = due
            connection.execute(
                "UPDATE games_seat SET due_at = %s, since = %s WHERE due_at IS NOT NULL"
                " AND game_id = (SELECT id FROM games_game WHERE public_id = %s)",
                (due, now, name),
            )


def _players(run: Run, people: list[dict[str, Any]], journal: Journal, lobby: Lobby) -> list[Player]:
    players = []
    for number, who in enumerate(people):
        web = Web(run.site.ports, who["token"], who["session"], random.Random(f"{run.seed}:{number}:web"), journal)
        player = Player(number, run.seed, who, web, lobby, journal)
        web.over = player.stop.is_set
        players.append(player)
    for player in players:
        player.start()
    return players


def _do_harm(run: Run, script: list[Fault], say: Callable[[str], None]) -> None:
    began = time.monotonic()
    servers = {"postgres": threading.Lock(), "redis": threading.Lock(), "post": threading.Lock()}
    under_way = []
    for fault in script:
        time.sleep(max(0.0, began + fault.at - time.monotonic()))
        say(f"{time.monotonic() - began:6.1f} {fault.kind} {fault.which}")
        (run.kills if fault.is_kill else run.others)[fault.kind] += 1
        thread = threading.Thread(target=_carry_out, args=(run, fault, servers), daemon=True)
        thread.start()
        under_way.append(thread)
    time.sleep(max(0.0, began + run.seconds - time.monotonic()))
    for thread in under_way:
        thread.join(180)


def _carry_out(run: Run, fault: Fault, servers: dict[str, threading.Lock]) -> None:
    site, began = run.site, time.time()
    match fault.kind:
        case "postgres" | "backend":
            # One that is starting can't be killed a second time before it has answered.
            with servers["postgres"]:
                began = time.time()
                if fault.kind == "postgres":
                    site.crash_postgres()
                else:
                    _until(site.postgres.kill_backend, 20)
                    time.sleep(1)
        case "redis" | "redis-freeze":
            with servers["redis"]:
                began = time.time()
                site.crash_redis() if fault.kind == "redis" else site.freeze_redis(fault.lasts)
        case "redis-flush":
            site.flush_redis()
        case "standstill":
            site.hold("clock", "beat")
            time.sleep(fault.lasts)
            site.release()
        case "askew":
            site.kill_askew(fault.which, fault.amount)
        case "smtp-refuses" | "smtp-fails-after" | "smtp-stalls":
            with servers["post"]:
                began = time.time()
                site.post.way = fault.kind.removeprefix("smtp-")
                time.sleep(fault.lasts)
                site.post.way = ""
        case role:
            site.kill(role, fault.which)
    run.evidence.faults.append(Happened(fault.kind, fault.which, began, time.time()))


def _until(holds: Callable[[], bool], patience: float) -> None:
    last = time.monotonic() + patience
    while not holds() and time.monotonic() < last:
        time.sleep(0.1)


#: What is still to be done: deadlines that have passed, bots and orders that are due, games that are not rated yet,
#: and mail that could go out.
LEFT = """
SELECT (SELECT count(*) FROM games_seat s JOIN games_game g ON g.id = s.game_id
        WHERE s.due_at < clock_timestamp() - interval '1 second' AND g.status = 'running')
     + (SELECT count(*) FROM games_game WHERE bots_due AND status = 'running')
     + (SELECT count(*) FROM games_game g WHERE status = 'finished' AND rated
        AND NOT EXISTS (SELECT 1 FROM leaderboard_ratedgame r WHERE r.game_id = g.id))
     + (SELECT count(*) FROM games_notice WHERE status = 'waiting' AND send_at < clock_timestamp())
"""


def _settle(site: Site, patience: float) -> float:
    """Wait until nothing is left to be done; give the seconds. What is left then the checker will find."""
    began = time.monotonic()
    quiet = 0
    with psycopg.connect(site.postgres.url, autocommit=True) as connection:
        while time.monotonic() - began < patience:
            row = connection.execute(LEFT).fetchone()
            quiet = quiet + 1 if row == (0,) else 0
            # Twice in a row, so that what follows from the last step is done too.
            if quiet == 4:
                break
            time.sleep(0.5)
    return time.monotonic() - began


def _let_finish(reader: Reader, url: str, patience: float) -> None:
    """Stop a reader once it has been told what there is, or has had the time for it, in seconds."""
    with psycopg.connect(url) as connection:
        statement = "SELECT move_count FROM games_game WHERE public_id = %s"
        for reading in reader.readings[-1:]:
            row = connection.execute(statement, [reading.game]).fetchone()
            _until(lambda: row is not None and len(reading.entries) >= row[0], patience)  # noqa: B023
    reader.stop.set()


def _read_records(run: Run, people: list[dict[str, Any]]) -> None:
    with psycopg.connect(run.site.postgres.url) as connection:
        names = [row[0] for row in connection.execute("SELECT public_id FROM games_game WHERE started_at IS NOT NULL")]
    journal = Journal()
    web = Web(run.site.ports, people[0]["token"], "", random.Random(0), journal)
    for name in names:
        for _ in range(20):
            answer = web.read(f"/api/v1/games/{name}/record/")
            if answer is not None and answer.status == 200:
                run.evidence.records[name] = answer.body
                break
            time.sleep(0.5)
