"""The settings: an overview, and a page for each thing that can be set."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import blocks, mailing, sessions
from accounts.forms_settings import BlockSomebody, Mails, Name, Profile
from accounts.models import Block, MailPreferences, User
from accounts.signals import person_renamed
from accounts.who import person

GET_AND_POST = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@never_cache
@login_required
def overview(request: HttpRequest) -> HttpResponse:
    """Show what is set, with a way to change each."""
    user = person(request)
    preferences = MailPreferences.objects.filter(user=user).first() or MailPreferences(user=user)
    context = {
        "mailbox": mailing.mailbox(user),
        "pending": EmailAddress.objects.filter(user=user, verified=False).exclude(email=user.email).last(),
        "mails_on": sum(getattr(preferences, kind) for kind in MailPreferences.KINDS),
        "mails_all": len(MailPreferences.KINDS),
        "blocked": Block.objects.filter(user=user).count(),
        "factors": Authenticator.objects.filter(user=user).exclude(type=Authenticator.Type.RECOVERY_CODES).count(),
        "elsewhere": max(0, user.sessions.count() - 1),
    }
    return render(request, "accounts/settings.html", context)


def _edit(request: HttpRequest, form: forms.ModelForm, title: str, done: str, **context: Any) -> HttpResponse:
    """Show a form of the settings, or save it and go back to the overview."""
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, done)
        return redirect("account_settings")
    return render(
        request,
        "accounts/edit.html",
        {"form": form, "heading": title, **context},
        status=400 if form.is_bound else 200,
    )


@GET_AND_POST
@never_cache
@login_required
def name(request: HttpRequest) -> HttpResponse:
    """Change the name that others see."""
    user = person(request)
    before = user.name
    # A copy, since a refused name must not stand in the page's head as the user's.
    form = Name(request.POST or None, instance=User.objects.get(pk=user.pk))
    response = _edit(request, form, "Name", "Others see your new name from now on.")
    if response.status_code == 302 and form.instance.name != before:
        person_renamed.send(sender=User, user=form.instance, before=before)
    return response


@GET_AND_POST
@never_cache
@login_required
def profile(request: HttpRequest) -> HttpResponse:
    """Change the time zone, and whether the leaderboard lists the person."""
    form = Profile(request.POST or None, instance=person(request))
    return _edit(request, form, "Time and leaderboard", "Saved.", script="js/zone.js")


@GET_AND_POST
@never_cache
@login_required
def mails(request: HttpRequest) -> HttpResponse:
    """Switch kinds of mail on and off."""
    user = person(request)
    stored = MailPreferences.objects.filter(user=user).first() or MailPreferences(user=user)
    # An empty form is no empty answer: with every box empty only the token is sent.
    form = Mails(request.POST if request.method == "POST" else None, instance=stored)
    return _edit(
        request,
        form,
        "Mail",
        "Saved.",
        lead="Games write to you when one of these happens. A move that can put you out is worth a mail: "
        "without one you have to look by yourself.",
    )


@GET_AND_POST
@never_cache
@login_required
def block_list(request: HttpRequest) -> HttpResponse:
    """Show whom a person blocks, and add a name."""
    user = person(request)
    form = BlockSomebody(request.POST if request.method == "POST" else None, user=user)
    if request.method == "POST" and form.is_valid() and (blocked := form.save()):
        messages.success(request, f"{blocked.name} is on your list.")
        return redirect("account_blocks")
    listed = Block.objects.filter(user=user).select_related("blocked").order_by("blocked__name")
    return render(
        request,
        "accounts/blocks.html",
        {"form": form, "listed": listed},
        status=400 if form.is_bound else 200,
    )


@require_POST
@login_required
def unblock(request: HttpRequest) -> HttpResponse:
    """Take a name off the block list."""
    gone = request.POST.get("name", "")
    if blocks.unblock(person(request), gone):
        messages.success(request, "The name is off your list.")
    return redirect("account_blocks")


@require_POST
@login_required
def sign_out_elsewhere(request: HttpRequest) -> HttpResponse:
    """End the sessions in all other browsers."""
    ended = sessions.end_all(person(request).pk, but=request.session.session_key)
    messages.success(request, f"Signed out of {ended} other browser{'' if ended == 1 else 's'}.")
    return redirect("account_settings")
