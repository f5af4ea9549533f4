"""A backup taken while games are played, and the site that is made from it."""

import json
import os
import random
import re
import shutil
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from psycopg import sql

from games import checking, queries, table
from games.models import Game, GameSecret, Move
from games.rules.errors import RulesError
from games.rules.registry import PLAYED, newest
from games.table import Plan
from tests import services
from tests.accounts.conftest import person
from tests.landlord.server import ROOT
from tests.operations.test_commands import RULES, run, sitter
from tests.operations.test_processes import until

on_postgresql = pytest.mark.skipif(
    os.environ.get("DATABASE_URL", "").startswith("sqlite"), reason="pg_dump is PostgreSQL's"
)
ACCEPTED_AT_LEAST = 60
GAMES = 4
#: Moves by which a game would be over before the backup is.
ENDING = ("resign", "offer_draw", "accept_draw", "refuse_draw")


@pytest.fixture
def postgres_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{services.postgres_programs()}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def other_database() -> Iterator[str]:
    """A new database beside the tests' own, by its address."""
    name = f"landlord_restored_{os.getpid()}"
    address = os.environ["DATABASE_URL"]
    with psycopg.connect(address, autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield re.sub(r"(//[^/?]*/)[^/?]*", rf"\g<1>{name}", address)
        server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def manage(database: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command as an operator does, on this database."""
    environment = {**os.environ, "DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "landlord.settings"}
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


class Play(threading.Thread):
    """Plays a game by random moves until it is told to stop; keeps what the site has confirmed."""

    def __init__(self, game_id: str, seats: dict[int, Any], seed: int) -> None:
        super().__init__(daemon=True)
        self.game_id, self.seats, self.confirmed = game_id, seats, 0
        self._random, self._enough = random.Random(seed), threading.Event()
        self.failed: BaseException | None = None

    def run(self) -> None:
        try:
            while not self._enough.is_set():
                self._move()
        except BaseException as error:  # noqa: BLE001
            self.failed = error
        finally:
            connection.close()

    def _move(self) -> None:
        asked = queries.table(self.game_id, self.seats[0]).decisions
        if not asked:
            self._enough.set()
            return
        reading = queries.table(self.game_id, self.seats[asked[0].seat])
        assert reading.legal is not None
        moves = [move for move in msgspec.to_builtins(reading.legal.moves) if move["type"] not in ENDING]
        try:
            table.play(self.game_id, self.seats[asked[0].seat], reading.token, [json.dumps(self._random.choice(moves))])
        except RulesError:
            return
        self.confirmed += 1

    def end(self) -> None:
        self._enough.set()
        self.join(30)
        assert self.failed is None, self.failed


@contextmanager
def games_under_way() -> Iterator[list[Play]]:
    players = [person("Ada"), person("Bob")]
    plays = []
    for number in range(GAMES):
        rules = newest(PLAYED[number % len(PLAYED)])
        game = table.open_table(rules, [sitter(players[0])], Plan(2, rules.options(86_400, None)))
        table.sit(game.public_id, sitter(players[1]), "")
        if not rules.tables.mixed:
            for one in players:
                table.get_ready(game.public_id, sitter(one).who)
            table.start(game.public_id, sitter(players[0]).who)
        plays.append(Play(game.public_id, {n: sitter(p).who for n, p in enumerate(players)}, number))
    for play in plays:
        play.start()
    try:
        yield plays
    finally:
        for play in plays:
            play.end()


@on_postgresql
@pytest.mark.django_db(transaction=True)
def test_a_backup_taken_under_load_restores_to_a_site_whose_games_all_verify(
    tmp_path: Path, postgres_tools: None, other_database: str
) -> None:
    file = tmp_path / "landlord.dump"
    with games_under_way() as plays:
        until(lambda: all(play.confirmed > ACCEPTED_AT_LEAST // GAMES for play in plays), "the games go on")
        before = [play.confirmed for play in plays]
        call_command("backup", str(file), verbosity=0)
        until(lambda: all(p.confirmed > then + 5 for p, then in zip(plays, before, strict=True)), "they still do")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600

    restored = manage(other_database, "restore", str(file))
    assert restored.returncode == 0, restored.stderr
    assert "All clocks are stopped." in restored.stdout
    verified = manage(other_database, "verify", "--stored")
    assert (verified.returncode, verified.stdout) == (0, f"{GAMES} games checked, 0 wrong.\n"), verified.stdout
    assert manage(other_database, "clocks", "status").stdout.startswith("All clocks have been stopped since")
    with psycopg.connect(other_database) as there:
        kept = dict(there.execute("SELECT public_id, move_count FROM games_game").fetchall())
        moves = there.execute("SELECT count(*) FROM games_move").fetchone()
    now = {game.public_id: game.move_count for game in Game.objects.all()}
    for play, confirmed in zip(plays, before, strict=True):
        # Every move that was confirmed before the backup began is in it, and none that was not made.
        assert confirmed <= kept[play.game_id] <= now[play.game_id]
    assert moves == (sum(kept.values()),)
    assert sum(kept.values()) < sum(now.values()), "the games went on behind the backup"

    again = manage(other_database, "restore", str(file))
    assert again.returncode == 1
    assert "This database has accounts or games in it. Restore into a new one." in again.stderr


@on_postgresql
@pytest.mark.django_db(transaction=True)
def test_a_backup_that_breaks_off_leaves_no_file(
    tmp_path: Path, postgres_tools: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(connection.settings_dict, "NAME", "a_database_that_is_not_there")
    with pytest.raises(CommandError, match=r"pg_dump failed: .*a_database_that_is_not_there"):
        call_command("backup", str(tmp_path / "copy"))
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_done_is_said(tmp_path: Path, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError, match="can't be written: No such file or directory"):
        call_command("backup", str(tmp_path / "no folder" / "copy"))
    (tmp_path / "there").write_text("mine")
    with pytest.raises(CommandError, match="can't be written: File exists"):
        call_command("backup", str(tmp_path / "there"))
    assert (tmp_path / "there").read_text() == "mine"
    with pytest.raises(CommandError, match="There is no file"):
        call_command("restore", str(tmp_path / "nothing"))
    person("Ada")
    with pytest.raises(CommandError, match="This database has accounts or games in it"):
        call_command("restore", str(tmp_path / "there"))
    if connection.vendor == "postgresql":
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(CommandError, match="pg_dump is not on this machine"):
            call_command("backup", str(tmp_path / "copy"))


def embedded(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_URL") and name != "SECRET_KEY"}
    environment = {**kept, "DJANGO_SETTINGS_MODULE": "landlord.settings", "VAR_DIR": str(folder)}
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


A_GAME = """
from games import guests, table
from games.models import Seat
from games.table import Plan, Sitter
from games.who import Who
guest = Sitter(Seat.Kind.GUEST, "Guest", Who(guest="a" * 64))
game = table.open_table(guests.RULES, [guest], Plan(2, {"move_time": 86400}, bots_fill=True))
table.start(game.public_id, guest.who, "ada")
print(game.public_id)
"""


def test_an_embedded_site_is_copied_and_restored_likewise(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    assert embedded(here, "migrate", "--verbosity", "0").returncode == 0
    made = embedded(here, "shell", "--no-imports", "--verbosity", "0", "-c", A_GAME)
    assert made.returncode == 0, made.stderr
    copied = embedded(here, "backup", str(tmp_path / "copy"))
    assert copied.returncode == 0, copied.stderr
    restored = embedded(there, "restore", str(tmp_path / "copy"))
    assert restored.returncode == 0, restored.stderr
    assert embedded(there, "verify", "--stored").stdout == "1 games checked, 0 wrong.\n"
    damaged = tmp_path / "damaged"
    shutil.copy(tmp_path / "copy", damaged)
    with damaged.open("r+b") as file:
        file.seek(8192)
        file.write(b"\xff" * 40_000)
    refused = embedded(tmp_path / "third", "restore", str(damaged))
    assert refused.returncode == 1 and "damaged" in refused.stderr


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda game: Game.objects.filter(pk=game.pk).update(move_count=game.move_count + 1), "moves are counted"),
        (lambda game: GameSecret.objects.filter(pk=game.pk).update(server_seed="0" * 64), "the commitment is not"),
        (lambda game: Game.objects.filter(pk=game.pk).update(opening="[]"), "what happened at the start"),
        (lambda game: _rewrite(game, "events", "[]"), "move 0: what happened"),
        (lambda game: _rewrite(game, "move", '{"type":"accept"}'), "move 0: "),
        (lambda game: GameSecret.objects.filter(pk=game.pk).update(snapshot="{}"), "the state is not the one"),
        (lambda game: Game.objects.filter(pk=game.pk).update(status="running"), "it is running"),
        (lambda game: Game.objects.filter(pk=game.pk).update(placings=[[1], [0]]), "the placings are"),
    ],
)
def test_what_does_not_follow_from_seed_and_moves_is_found(damage: Any, told: str) -> None:
    ada, bob = person("Ada"), person("Bob")
    game = table.open_table(RULES, [sitter(ada)], Plan(2, {"move_time": 86_400}))
    table.sit(game.public_id, sitter(bob), "")
    table.resign(game.public_id, sitter(bob).who)
    assert run("verify", "--stored") == "1 games checked, 0 wrong."
    game.refresh_from_db()
    damage(game)
    with pytest.raises(checking.Wrong, match=told):
        checking.check(game.public_id)
    with pytest.raises(SystemExit):
        run("verify", "--stored")


def _rewrite(game: Game, column: str, text: str) -> None:
    # Behind the model's back, as a fault of a disk or a hand in the database would.
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {Move._meta.db_table} SET {column} = %s WHERE game_id = %s", [text, game.pk])


def test_verify_wants_files_or_the_database(db: None) -> None:
    for words in ((), ("--stored", "a.json")):
        with pytest.raises(CommandError, match="Name files of records, or --stored"):
            call_command("verify", *words)
