"""Pieces of a page that are made once and kept in the process."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache
from threading import Lock
from typing import Generic, TypeVar

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

T = TypeVar("T")

#: Of each kind so many pieces are kept, of a few hundred bytes each.
KEPT = 4096


def piece(template: str, name: str, most: int = KEPT) -> Callable[[T], SafeString]:
    """Give a function that renders a template of one value and nothing else, and keeps what it made by that value.

    It keeps the `most` that were asked for last.

    The value is the key, and frozen: it holds all that the template is given, the reader's point of view included.
    So a piece can't go stale, and is shown to nobody for whom the same would not be made anew.
    """

    @lru_cache(most)
    def made(value: T) -> SafeString:
        return mark_safe(render_to_string(template, {name: value}).strip())  # noqa: S308 - a template's output

    return made


class Pieces(Generic[T]):
    """The pieces made last, each by what it was made of; `most` of them, and then the one not asked for longest goes.

    The key has to hold all that a piece was made of, as in `piece`.
    """

    def __init__(self, most: int) -> None:
        self._most, self._kept, self._lock = most, OrderedDict[Hashable, T](), Lock()

    def get(self, key: Hashable) -> T | None:
        """Give what is kept by a key, or None."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def keep(self, key: Hashable, made: T) -> None:
        """Keep what was made."""
        with self._lock:
            self._kept[key] = made
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def forget(self) -> None:
        """Keep nothing of what there is."""
        with self._lock:
            self._kept.clear()
