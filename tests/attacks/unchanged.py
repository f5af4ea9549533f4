"""What was refused has changed nothing: all tables of the database, before and after."""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.mail.dump import whole_database


@contextmanager
def nothing_written(*but: str) -> Iterator[None]:
    """Hold that no row of any table changes meanwhile, some tables excepted by name."""
    before = whole_database()
    yield
    after = whole_database()
    changed = [name for name in after if name not in but and after[name] != before[name]]
    assert not changed, {name: (before[name][-3:], after[name][-3:]) for name in changed}
