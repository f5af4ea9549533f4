"""How the database is emptied after a test that commits: what rows there are is deleted.

Django truncates all tables, for which PostgreSQL makes two hundred files anew, and then looks for each model's
permissions: a quarter of a second, where a test has left a hundred rows.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.management.commands import flush
from django.db import connection
from django.db.backends.postgresql.operations import DatabaseOperations

#: The same in every test, and made with the database.
KEPT = ("django_content_type", "auth_permission")


@contextmanager
def by_deleting() -> Iterator[None]:
    """Let the database be emptied so within the with statement, where it is PostgreSQL's."""
    with pytest.MonkeyPatch.context() as patched:
        if connection.vendor == "postgresql":
            patched.setattr(DatabaseOperations, "sql_flush", _statements)
            patched.setattr(flush, "emit_post_migrate_signal", lambda *_args, **_kwargs: None)
        yield


def _statements(operations: DatabaseOperations, _style: Any, tables: Sequence[str], **_options: Any) -> list[str]:
    names = [operations.quote_name(table) for table in tables if table not in KEPT]
    # As to truncate them does, this waits for whoever writes still, so that no row comes after.
    return [f"LOCK TABLE {', '.join(names)} IN ACCESS EXCLUSIVE MODE;", *(f"DELETE FROM {name};" for name in names)]
