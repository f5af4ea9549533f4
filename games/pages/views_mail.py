"""The pages behind the links of mails. Opening one changes nothing; who may act is in the link itself."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import csrf_exempt

from accounts import mailing
from accounts.models import User
from games.mail import answering, links
from games.mail.answering import Choice, Refused
from games.mail.kinds import CALLED
from games.mail.links import BadLink, Link
from games.pages import errors


def private(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Keep a page that its address alone opens out of caches, search engines and other sites' logs."""

    @wraps(view)
    def kept(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        patch_cache_control(response, private=True, no_store=True)
        response["X-Robots-Tag"] = "noindex, nofollow"
        response["Referrer-Policy"] = "same-origin"
        return response

    return kept


# The two that take posts need no token against forged ones: the right to act is the link's, which a
# forger does not have, and no cookie's. So they work where a mail program's browser keeps no cookies.


@csrf_exempt
@private
@errors.only("GET", "POST")
def decision(request: HttpRequest, token: str) -> HttpResponse:
    """Show a mail's choice; pressed, play it.

    A browser that is signed in as the link's player plays at once. In any other the first press only
    leads to a second page, since some mail scanners press buttons.
    """
    try:
        link = links.read(token)
    except BadLink as refusal:
        return _refuse(request, Refused(400, "This link can’t be read", str(refusal)))
    try:
        if request.method != "POST":
            return _show(request, "games/mail_choice.html", link, answering.look(link))
        return _press(request, token, link)
    except Refused as refusal:
        return _refuse(request, refusal, link)


@private
@errors.only("GET")
def decided(request: HttpRequest, token: str) -> HttpResponse:
    """Tell what came of a press."""
    try:
        link = links.read(token)
    except BadLink as refusal:
        return _refuse(request, Refused(400, "This link can’t be read", str(refusal)))
    context = {
        "told": answering.what_was_decided(link),
        "ahead": link.opened_by is not None,
        "left_out": request.GET.get("note") == "left-out",
        "table": _table(request, link),
    }
    return render(request, "games/mail_done.html", context)


@csrf_exempt
@private
@errors.only("GET", "POST")
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Switch a kind of mail off, without signing in: by a page's button, or by a mail program's (RFC 8058)."""
    try:
        user_id, switch = links.read_no_more(token)
    except BadLink as refusal:
        return _refuse(request, Refused(400, "This link can’t be read", str(refusal)))
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        return _refuse(request, Refused(410, "There is no such account any more", "So no mail goes to it."))
    if request.method == "POST":
        mailing.set_wanted(user, switch, wanted=False)
        if request.POST.get("List-Unsubscribe") != "One-Click":
            response = redirect("unsubscribe", token)
            response.status_code = 303
            return response
        # A mail program that follows no redirect has to be told at once.
    context = {"off": not mailing.wants(user, switch), "called": CALLED[switch], "name": user.name}
    return render(request, "games/mail_unsubscribe.html", context)


def _press(request: HttpRequest, token: str, link: Link) -> HttpResponse:
    own = request.user.is_authenticated and request.user.pk == link.user
    given = request.POST.get("confirmation", "")
    confirmed, amount = links.confirmed(token, given)
    if own or not confirmed:
        choice = answering.look(link, late=True)
        amount = answering.check_amount(choice, request.POST.get("amount", ""))
        if not own:
            # Of a confirmation that has grown old the page is shown once more.
            again = links.confirmation(token, amount)
            status = 409 if given else 200
            return _show(
                request, "games/mail_confirm.html", link, choice, confirmation=again, amount=amount, status=status
            )
    done = answering.carry_out(link, amount)
    address = reverse("game", args=[link.game]) if own else reverse("decided", args=[token])
    response = redirect(address if done else f"{address}?note=left-out")
    response.status_code = 303
    return response


def _show(
    request: HttpRequest, template: str, link: Link, choice: Choice, *, status: int = 200, **more: object
) -> HttpResponse:
    own = request.user.is_authenticated and request.user.pk == link.user
    somebody_else = request.user.is_authenticated and not own
    context = {"choice": choice, "own": own, "somebody_else": somebody_else, "table": _table(request, link), **more}
    return render(request, template, context, status=status)


def _refuse(request: HttpRequest, refusal: Refused, link: Link | None = None) -> HttpResponse:
    context = {"refusal": refusal, "table": _table(request, link) if link else reverse("home")}
    return render(request, "games/mail_refused.html", context, status=refusal.status)


def _table(request: HttpRequest, link: Link) -> str:
    address = reverse("game", args=[link.game])
    if request.user.is_authenticated:
        return address
    return f"{reverse('account_login')}?next={address}"
