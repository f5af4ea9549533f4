"""The verifiers as files of one's own: what checks a record of a game without trusting the site."""

import hashlib
from functools import cache
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase

from games import proof
from games.pages import errors, kept
from games.rules.registry import PLAYED

FOLDER = Path(proof.__file__).parent


@cache
def source(key: str) -> bytes:
    """Give the text of a game's verifier, as it is tested."""
    return (FOLDER / name(key)).read_bytes()


def name(key: str) -> str:
    """Give the name of a game's verifier as a file."""
    return f"{key}_verify.py"


@errors.only("GET")
def verifier(request: HttpRequest, key: str) -> HttpResponseBase:
    """Give the program that verifies records of one game on any computer with Python."""
    if key not in PLAYED:
        raise Http404("There is no verifier for a game of this name.")

    def make() -> HttpResponse:
        response = HttpResponse(source(key), content_type="text/x-python; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{name(key)}"'
        return response

    return kept.answer(request, kept.tag(hashlib.sha256(source(key)).hexdigest()), make, private=False)
