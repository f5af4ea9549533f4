"""What every page about accounts has in common."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponseBase


def right_status(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Give allauth's answers the statuses that the rest of the site uses.

    303 after a form that was taken, where allauth answers 302; 400 with one that was not, where it answers
    200, and 429 when that was for being sent too often.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if response.status_code == 302 and request.method == "POST" and _about_accounts(request):
            response.status_code = 303
        return response

    def process_template_response(request: HttpRequest, response: Any) -> Any:
        form = (response.context_data or {}).get("form")
        if (
            response.status_code == 200
            and request.method == "POST"
            and _about_accounts(request)
            and isinstance(form, forms.BaseForm)
            and form.errors
        ):
            codes = {error.code for errors in form.errors.as_data().values() for error in errors}
            response.status_code = 429 if codes & {"too_many_login_attempts", "rate_limited"} else 400
        return response

    middleware.process_template_response = process_template_response  # type: ignore[attr-defined]
    return middleware


def _about_accounts(request: HttpRequest) -> bool:
    return request.path.startswith("/accounts/")
