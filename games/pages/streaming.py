"""Where the page of a table finds its stream, and that it may ask there."""

from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port


def address(request: HttpRequest, game_id: str, key: str = "") -> str:
    """Give the address of a table's stream; whole where it is not at the page's own port."""
    query = f"?{urlencode({'key': key})}" if key else ""
    return f"{_elsewhere(request)}/stream/games/{game_id}/{query}"


def allow(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Let the page that is answered with read its stream; give the answer."""
    if elsewhere := _elsewhere(request):
        response._csp_update = {"connect-src": [elsewhere]}  # type: ignore[attr-defined]  # noqa: SLF001 - django-csp's
    return response


def _elsewhere(request: HttpRequest) -> str:
    # Behind a proxy all is at one address. Without one the stream is at a port of its own of the same host,
    # by whichever name the reader knows that: cookies are told apart by name and not by port.
    if settings.TRUSTED_PROXIES:
        return ""
    name, _ = split_domain_port(request.get_host())
    return f"{request.scheme}://{name}:{settings.STREAM_PORT}"
