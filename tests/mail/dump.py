"""The whole database as values, to see that nothing was written."""

from typing import Any

from django.apps import apps
from django.db import connection


def whole_database() -> dict[str, list[Any]]:
    """Give all rows of all tables that this project's and its libraries' models have, by table."""
    rows = {}
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            table = model._meta.db_table
            if not model._meta.managed or model._meta.proxy:
                continue
            cursor.execute(f'SELECT * FROM "{table}" ORDER BY 1')
            rows[table] = cursor.fetchall()
    return rows
