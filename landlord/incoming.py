"""How requests are read."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase


class OnlyUtf8:
    """Reads addresses and forms as UTF-8, whatever the request says that it is written in.

    Every page here is UTF-8, so browsers send nothing else. Of what may be named instead some make letters
    that no database keeps (UTF-7 half a surrogate), and some are no writing at all (`hex`, `zlib`).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        if request.encoding is not None:
            request.encoding = "utf-8"
        return self.get_response(request)
