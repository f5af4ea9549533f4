"""Copies of the database while it is in use, and a database made from one (docs/backup.md)."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db import connection

#: What libpq calls in the environment what a connection is opened with. A password there is seen by no other user
#: of the machine, which on a command line it would be.
_LIBPQ = {
    "dbname": "PGDATABASE",
    "host": "PGHOST",
    "options": "PGOPTIONS",
    "passfile": "PGPASSFILE",
    "password": "PGPASSWORD",
    "port": "PGPORT",
    "service": "PGSERVICE",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "user": "PGUSER",
}


class BackupError(Exception):
    """A copy could not be made or read; the text says why."""


def write(file: Path) -> None:
    """Write all that the database holds at one moment to a new file that only its owner may read.

    Games go on meanwhile. Raises BackupError, and then leaves no file.
    """
    try:
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise BackupError(f"{file} can't be written: {error.strerror}.") from None
    try:
        if connection.vendor == "sqlite":
            _copy(_sqlite_file(), file)
        else:
            _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={file}")
    except BaseException:
        file.unlink()
        raise


def read(file: Path) -> None:
    """Make the database from a copy: its tables, and all that they hold.

    Raises BackupError if anybody has an account or a game in it: nothing is overwritten. Should the copy turn out
    to be broken, the database is left without tables.
    """
    if not file.is_file():
        raise BackupError(f"There is no file {file}.")
    if _in_use():
        raise BackupError("This database has accounts or games in it. Restore into a new one.")
    if connection.vendor == "sqlite":
        connection.close()
        _copy(file, _sqlite_file())
        return
    # Whatever an empty installation has made: the copy brings its own.
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(table)} CASCADE")
    connection.close()
    name = str(connection.get_connection_params()["dbname"])
    _run(
        "pg_restore",
        "--no-owner",
        "--no-privileges",
        "--exit-on-error",
        "--single-transaction",
        f"--dbname={name}",
        str(file),
    )


def _in_use() -> bool:
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))
        for table in {"accounts_user", "games_game"} & there:
            cursor.execute(f"SELECT EXISTS (SELECT 1 FROM {connection.ops.quote_name(table)})")  # noqa: S608
            if cursor.fetchone()[0]:
                return True
    return False


def _run(program: str, *arguments: str) -> None:
    path = shutil.which(program)
    if path is None:
        raise BackupError(f"{program} is not on this machine. It comes with PostgreSQL's client.")
    done = subprocess.run(
        [path, *arguments],
        env=os.environ | _libpq(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BackupError(f"{program} failed: {done.stderr.strip()}")


def _libpq() -> dict[str, str]:
    given: dict[str, Any] = connection.get_connection_params()
    return {variable: str(given[name]) for name, variable in _LIBPQ.items() if given.get(name)}


def _sqlite_file() -> Path:
    return Path(connection.settings_dict["NAME"])


def _copy(source: Path, target: Path) -> None:
    try:
        with closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as one:
            if one.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise BackupError(f"{source} is damaged.")
            with closing(sqlite3.connect(target)) as other:
                one.backup(other)
    except sqlite3.Error as error:
        raise BackupError(f"{source} can't be copied: {error}.") from None
