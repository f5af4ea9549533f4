"""The banner's buttons: the confirmation once more, and mail again after it was stopped."""

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.email_verification import send_verification_email_for_user
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts import limits, mailing
from accounts.who import person


@require_POST
@login_required
def confirm_again(request: HttpRequest) -> HttpResponse:
    """Send the mail that asks for confirmation once more; once in three minutes."""
    user = person(request)
    if mailing.mailbox(user).confirmed:
        messages.info(request, "Your address is confirmed already.")
    elif not limits.confirmation_sent(request, user.pk):
        messages.info(request, "A mail went there a moment ago. Please look for it, or wait three minutes.")
    else:
        send_verification_email_for_user(request, user)
    return redirect(_back(request))


@require_POST
@login_required
def resume(request: HttpRequest) -> HttpResponse:
    """Write to a stopped address again."""
    if mailing.resume(person(request)):
        messages.success(request, "Games write to you again. Should a mail come back, they stop anew.")
    return redirect(_back(request))


def _back(request: HttpRequest) -> str:
    """Give the page on which the button stood."""
    wanted = request.POST.get("next", "")
    # A path: anything else would be looked up as the name of a view.
    own = wanted.startswith("/") and get_adapter(request).is_safe_url(wanted)
    return wanted if own else "account_settings"
