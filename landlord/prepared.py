"""Queries whose SQL Django works out once, and whose plan PostgreSQL makes once.

Django works a query's SQL out anew each time, which takes it several times as long as a short answer takes the
database; and the database then spends more on planning the statement than on carrying it out. The queries that every
page asks are always the same but for a few values.
"""

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar
from weakref import WeakSet

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.models import Model, QuerySet, Value
from django.db.models.constants import OnConflict
from django.db.models.sql import InsertQuery, UpdateQuery

from landlord.statements import Statement

R = TypeVar("R")

#: Stand for the values while the SQL is worked out. A number must be within its column's bounds, or there is no SQL.
_INT, _TEXT = 2_147_316_025, "\ue000{}\ue000"


_every: WeakSet["Prepared[Any]"] = WeakSet()


def forget() -> None:
    """Forget all SQL, so that it is worked out anew: for tests that change what queries are put together of."""
    for prepared in _every:
        prepared.forget()


class Prepared(Generic[R]):
    """A query that is put together once and asked with other values each time.

    `build` gets each value's stand-in by name and gives the queryset; a value is handed to the database as it is,
    so it has to be an int or a str where `kinds` says so, and nothing that is to be converted. What is built must
    depend on nothing but the stand-ins. `uneven`: how the query is best carried out depends on the values, so that it
    is planned for each anew.
    """

    def __init__(
        self, build: Callable[..., "QuerySet[Any, R]"], *, uneven: bool = False, **kinds: type[int] | type[str]
    ) -> None:
        self._build, self._kinds, self._uneven = build, kinds, uneven
        self._made: dict[str, _Made] = {}
        _every.add(self)

    def forget(self) -> None:
        """Have the SQL worked out anew."""
        self._made.clear()

    def __call__(self, **values: int | str) -> list[R]:
        """Ask with these values, and give the rows as the queryset does."""
        vendor = connections[DEFAULT_DB_ALIAS].vendor
        made = self._made.get(vendor)
        if made is None:
            made = self._made[vendor] = _make(self._build, self._kinds, self._uneven)
        return made.ask(values)


@dataclass(frozen=True)
class _Made:
    compiler: Any
    sql: str
    params: Sequence[Any]
    #: Where in the parameters a value goes, by its name.
    places: Sequence[tuple[int, str]]
    queryset: "QuerySet[Any, Any]"
    #: What is kept of it by a connection; None for what is planned anew each time.
    statement: Statement | None

    def ask(self, values: Mapping[str, int | str]) -> list[Any]:
        # A connection is its thread's own.
        compiler = copy.copy(self.compiler)
        compiler.connection = connections[DEFAULT_DB_ALIAS]
        if self.statement is not None and self.statement.is_kept_by(compiler.connection, values):
            told = self.statement.called(values)
        else:
            params = list(self.params)
            for place, name in self.places:
                params[place] = values[name]
            told = self.sql, tuple(params)
        compiler.as_sql = lambda *_args, **_kwargs: told
        rows: QuerySet[Any, Any] = QuerySet(self.queryset.model, query=_Ready(compiler), using=DEFAULT_DB_ALIAS)  # type: ignore[arg-type]
        for name in ("_iterable_class", "_fields", "_prefetch_related_lookups"):
            setattr(rows, name, getattr(self.queryset, name))
        # As a list: what is asked of a queryset besides would work the SQL out again, and otherwise.
        return list(rows)


@dataclass(frozen=True)
class _Ready:
    """Takes a query's place in a queryset that is only read: all of it but the SQL is the query's."""

    compiler: Any

    def __getattr__(self, name: str) -> Any:
        return getattr(self.compiler.query, name)

    def get_compiler(self, *_args: object, **_kwargs: object) -> Any:
        return self.compiler


def _make(build: Callable[..., "QuerySet[Any, Any]"], kinds: Mapping[str, type], uneven: bool) -> _Made:
    stand_ins: dict[str, int | str] = {
        name: _INT + n if kind is int else _TEXT.format(n) for n, (name, kind) in enumerate(kinds.items())
    }
    queryset = build(**stand_ins)
    compiler = queryset.query.get_compiler(using=DEFAULT_DB_ALIAS)
    sql, params = compiler.as_sql()
    names = {value: name for name, value in stand_ins.items()}
    places = [(place, names[value]) for place, value in enumerate(params) if _hashable(value) and value in names]
    if {name for _, name in places} != set(kinds):
        raise TypeError(f"of {sorted(kinds)} the query asks only for {sorted({name for _, name in places})}")
    can = connections[DEFAULT_DB_ALIAS].vendor == "postgresql" and settings.PREPARED_STATEMENTS
    statement = Statement(sql, params, dict(places), kinds) if can and not uneven else None
    return _Made(compiler, sql, params, places, queryset, statement)


def _hashable(value: object) -> bool:
    return isinstance(value, int | str)


def save_fields(row: Model, names: Sequence[str]) -> None:
    """Write these columns of a row that is there: `save(update_fields=names)`, without its signals.

    The SQL is put together once for each set of columns. Raises DatabaseError if the row is gone.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    sql, fields = _update(type(row), tuple(names), connection.vendor)
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(sql, [*values, row.pk])
        if not cursor.rowcount:
            raise DatabaseError(f"{row!r} is gone.")


def insert(rows: Sequence[Model], *, ignore_conflicts: bool = False) -> None:
    """Add rows of one model, without their new numbers: as `bulk_create`, but that the rows are not told them.

    The SQL is put together once. With `ignore_conflicts` a row that is there already is left as it is.
    """
    if not rows:
        return
    connection = connections[DEFAULT_DB_ALIAS]
    sql, fields = _insert(type(rows[0]), ignore_conflicts, connection.vendor)
    values = [[field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in fields] for row in rows]
    with connection.cursor() as cursor:
        for each in values:
            cursor.execute(sql, each)


@cache
def _insert(model: type[Model], ignore_conflicts: bool, _vendor: str) -> tuple[str, list[Any]]:
    fields: list[Any] = [field for field in model._meta.concrete_fields if not field.primary_key]  # noqa: SLF001
    query: Any = InsertQuery(model, on_conflict=OnConflict.IGNORE if ignore_conflicts else None)
    # What is written comes later: a row of NULLs keeps each place until then.
    query.insert_values(fields, [model(**dict.fromkeys((field.attname for field in fields), None))], raw=True)
    ((sql, _params),) = query.get_compiler(using=DEFAULT_DB_ALIAS).as_sql()
    return sql, fields


@cache
def _update(model: type[Model], names: tuple[str, ...], _vendor: str) -> tuple[str, list[Any]]:
    # What is written comes later: any expression keeps its place until then.
    query: Any = QuerySet(model).filter(pk=0).query.chain(UpdateQuery)
    query.add_update_values({name: Value(0) for name in names})
    sql, _ = query.get_compiler(using=DEFAULT_DB_ALIAS).as_sql()
    return sql, [field for field, _model, _value in query.values]
