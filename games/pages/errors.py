"""Answers that say why not: a page in the site's dress, or JSON for a program that asks for it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control

from games import database

View = Callable[..., HttpResponseBase]

TITLES = {
    400: "That could not be read",
    403: "That is not yours to do",
    404: "There is nothing here",
    405: "Not in this way",
    409: "The table has moved on",
    429: "Enough for now",
    500: "Something went wrong here",
}


def wants_json(request: HttpRequest) -> bool:
    """Tell whether the client asks for JSON rather than for a page."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def answer(request: HttpRequest, status: int, sentence: str) -> HttpResponse:
    """Give a refusal of this status with a sentence that says why."""
    response: HttpResponse
    if wants_json(request):
        response = JsonResponse({"ok": False, "status": status, "notice": sentence}, status=status)
    else:
        context = {"status": status, "title": TITLES[status], "sentence": sentence}
        response = render(request, "error.html", context, status=status)
    # A cache may keep a 404 or 405 by itself, and the game may start in the next moment.
    patch_cache_control(response, private=True, no_cache=True)
    return response


def only(*methods: str) -> Callable[[View], View]:
    """Refuse every other method with 405 and a sentence; where GET is allowed, so is HEAD."""
    allowed = [*methods, "HEAD"] if "GET" in methods else list(methods)

    def decorate(view: View) -> View:
        @wraps(view)
        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if request.method in allowed:
                return view(request, *args, **kwargs)
            sentence = f"This address takes {' or '.join(methods)} and nothing else."
            response = answer(request, 405, sentence)
            response["Allow"] = ", ".join(allowed)
            return response

        return checked

    return decorate


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400. What the exception says is for the log: it may quote the request."""
    return answer(request, 400, "The site could not make sense of that request.")


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 403."""
    return answer(request, 403, str(exception) or "You may not do that.")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404 with the view's own sentence, where a view gave one."""
    # Django's own exceptions carry addresses and patterns, which are not sentences.
    own = type(exception) is Http404 and exception.args and isinstance(exception.args[0], str)
    sentence = str(exception) if own else "There is no page at this address."
    return answer(request, 404, sentence)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500: nothing was changed, and nothing of what went wrong is told."""
    sentence = "The site made a mistake. Nothing was changed; please try again."
    if wants_json(request):
        return JsonResponse({"ok": False, "status": 500, "notice": sentence}, status=500)
    return render(request, "500.html", status=500)


def unavailable(request: HttpRequest) -> HttpResponse:
    """Answer 503: the database is away, and whoever comes again in some seconds may find it."""
    response: HttpResponse
    if wants_json(request):
        response = JsonResponse({"ok": False, "status": 503, "notice": database.SENTENCE}, status=503)
    else:
        response = render(request, "503.html", {"sentence": database.SENTENCE}, status=503)
    response["Retry-After"] = str(database.RETRY_AFTER)
    patch_cache_control(response, private=True, no_store=True)
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer 403 to a form that came from no page of this site, or without its cookie."""
    return answer(
        request,
        403,
        "The site could not tell that this came from its own page. Load the page again and repeat "
        "it; if that does not help, allow this site's cookies.",
    )
