"""What caches may keep of answers."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers


class KeptByNobody:
    """Has no cache keep an answer that doesn't say that it may be kept: it is for its reader alone.

    A view says so by `public`, or by an ETag: then its reader's own browser may keep it, and asks each time.
    Also the browser keeps nothing else, so that who comes to it after somebody has signed out finds nothing.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        response = self.get_response(request)
        told = response.get("Cache-Control", "")
        if "public" in told or response.has_header("ETag"):
            return response
        patch_vary_headers(response, ["Cookie"])
        if "no-store" not in told:
            del response["Cache-Control"]
            patch_cache_control(response, private=True, no_store=True)
        return response
