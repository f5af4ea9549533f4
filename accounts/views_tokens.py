"""The page of one's personal tokens: made, shown once, taken away."""

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import tokens
from accounts.forms_tokens import NewToken
from accounts.models import PersonalToken
from accounts.who import person


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@reauthentication_required
def overview(request: HttpRequest) -> HttpResponse:
    """List a person's tokens; by POST make one, and show it in this answer and never again."""
    user, made, status = person(request), "", 200
    form = NewToken(request.POST if request.method == "POST" else None)
    if form.is_bound:
        status = 400
        if form.is_valid():
            given = form.cleaned_data
            try:
                made = tokens.make(user, given["name"], PersonalToken.Scope(given["scope"]))
            except tokens.TooManyTokens as refusal:
                form.add_error(None, str(refusal))
            else:
                form, status = NewToken(), 201
    context = {"form": form, "made": made, "listed": user.tokens.all(), "most": tokens.MOST}
    return render(request, "accounts/tokens.html", context, status=status)


@require_POST
@login_required
def revoke(request: HttpRequest) -> HttpResponse:
    """Take a token away; no program gets in with it from then on."""
    number = request.POST.get("token", "")
    if number.isascii() and number.isdigit() and len(number) < 19 and tokens.revoke(person(request), int(number)):
        messages.success(request, "The token is taken away. No program gets in with it any more.")
    return redirect("account_tokens")
