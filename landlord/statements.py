"""Statements that a connection to PostgreSQL keeps, with their plans.

Django puts the values into a statement's text, so that each is a new one to PostgreSQL. Kept by PREPARE, it is planned
a few times and then, where that is no worse, never again while the connection lasts.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from psycopg.sql import Literal

#: A connection keeps so many statements: each takes some memory of the server's.
MOST = 100
#: What is asked less often than this by a connection is not worth it.
OFTEN = 3

#: No row has a number as large as this.
BEYOND = 2**63
_TYPES = {int: "bigint", str: "text"}
#: How often each connection was asked each statement, by its name; from OFTEN on it is kept.
_asked: "WeakKeyDictionary[Any, dict[str, int]]" = WeakKeyDictionary()


class Statement:
    """A statement as it is kept: what never differs stands in its text, and the values come with each call."""

    def __init__(
        self, sql: str, params: Sequence[Any], places: Mapping[int, str], kinds: Mapping[str, type[int] | type[str]]
    ) -> None:
        """Take Django's `sql` with its `params`; those at `places` are values, of `kinds`, by name."""
        self._sql, self._params, self._places, self._kinds = sql, params, places, kinds
        self.name = f"landlord_{hashlib.sha256(repr((sql, params, places, kinds)).encode()).hexdigest()[:24]}"
        self._call = f"EXECUTE {self.name} ({', '.join(['%s'] * len(kinds))})" if kinds else f"EXECUTE {self.name}"

    def is_kept_by(self, connection: Any, values: Mapping[str, int | str]) -> bool:
        """Tell whether one of Django's connections keeps it, and have it kept if it is asked often.

        A connection whose queries are looked at is asked in words, and so is any for numbers beyond those of rows.
        """
        if connection.queries_logged or not all(isinstance(v, str) or abs(v) < BEYOND for v in values.values()):
            return False
        # As a cursor does before its first statement in a request: only now is it the connection that will be asked.
        connection.close_if_health_check_failed()
        connection.ensure_connection()
        asked = _asked.setdefault(connection.connection, {})
        times = asked.get(self.name, 0)
        if times > OFTEN:
            return True
        if times == OFTEN:
            if sum(often > OFTEN for often in asked.values()) >= MOST:
                return False
            with connection.cursor() as cursor:
                cursor.execute(self._text(connection.connection))
        asked[self.name] = times + 1
        return times == OFTEN

    def called(self, values: Mapping[str, int | str]) -> tuple[str, tuple[int | str, ...]]:
        """Give the call with these values, as a statement and its parameters."""
        return self._call, tuple(values[name] for name in self._kinds)

    def _text(self, raw: Any) -> str:
        """Give the statement that has it kept."""
        numbers = {name: f"${number}" for number, name in enumerate(self._kinds, 1)}
        told = (
            numbers[self._places[place]] if place in self._places else Literal(value).as_string(raw)
            for place, value in enumerate(self._params)
        )
        text = re.sub("%[s%]", lambda found: next(told) if found.group() == "%s" else "%", self._sql)
        types = f" ({', '.join(_TYPES[kind] for kind in self._kinds.values())})" if self._kinds else ""
        return f"PREPARE {self.name}{types} AS {text}"
