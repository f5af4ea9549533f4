"""Pieces of a page that are made once and kept in the process."""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

T = TypeVar("T")

#: Of each kind so many pieces are kept, of a few hundred bytes each.
KEPT = 4096


def piece(template: str, name: str) -> Callable[[T], SafeString]:
    """Give a function that renders a template of one value and nothing else, and keeps what it made by that value.

    The value is the key, and frozen: it holds all that the template is given, the reader's point of view included.
    So a piece can't go stale, and is shown to nobody for whom the same would not be made anew.
    """

    @lru_cache(KEPT)
    def made(value: T) -> SafeString:
        return mark_safe(render_to_string(template, {name: value}).strip())  # noqa: S308 - a template's output

    return made
