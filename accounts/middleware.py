"""What every page about accounts has in common."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponseBase

from accounts import known

_TOO_OFTEN = {"too_many_login_attempts", "rate_limited"}


class RightStatus:
    """Gives allauth's answers the statuses that the rest of the site uses.

    303 after a form that was taken, where allauth answers 302; 400 with one that was not, where it answers
    200, and 429 when that was for being sent too often.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        response = self.get_response(request)
        if response.status_code == 302 and _is_form(request):
            response.status_code = 303
        return response

    def process_template_response(self, request: HttpRequest, response: Any) -> Any:
        """Look for errors in the form that is about to be shown again."""
        if response.status_code == 200 and _is_form(request):
            shown = [form for form in (response.context_data or {}).values() if isinstance(form, forms.BaseForm)]
            found = [error for form in shown for errors in form.errors.as_data().values() for error in errors]
            if found:
                response.status_code = 429 if {error.code for error in found} & _TOO_OFTEN else 400
        return response


class KnownBrowsers:
    """Has a browser keep that somebody was let in there (accounts.known)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        response = self.get_response(request)
        known.remember(request, response)
        return response


def _is_form(request: HttpRequest) -> bool:
    return request.method == "POST" and request.path.startswith("/accounts/")
