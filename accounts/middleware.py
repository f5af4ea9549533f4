"""What every page about accounts has in common."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase


def see_other(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer a form under /accounts/ with 303 where allauth answers 302, as the rest of the site does."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if response.status_code == 302 and request.method == "POST" and request.path.startswith("/accounts/"):
            response.status_code = 303
        return response

    return middleware
