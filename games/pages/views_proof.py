"""The verifier as a file of one's own: what checks a record without trusting the site."""

import hashlib
from functools import cache
from pathlib import Path

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from games.pages import errors, kept
from games.proof import landlord_verify


@cache
def source() -> bytes:
    """Give the verifier's text, as it is tested."""
    return Path(landlord_verify.__file__).read_bytes()


@errors.only("GET")
def verifier(request: HttpRequest) -> HttpResponseBase:
    """Give `landlord_verify.py`, which verifies records of games on any computer with Python."""

    def make() -> HttpResponse:
        response = HttpResponse(source(), content_type="text/x-python; charset=utf-8")
        response["Content-Disposition"] = 'attachment; filename="landlord_verify.py"'
        return response

    return kept.answer(request, kept.tag(hashlib.sha256(source()).hexdigest()), make, private=False)
