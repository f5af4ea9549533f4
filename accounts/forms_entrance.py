"""allauth's forms with this site's words: plain labels, no text inside the fields."""

from typing import Any
from zoneinfo import available_timezones

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django import forms
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts import names
from accounts.backends import carriers

#: Of more accounts with one address the mail for a new password names so many.
MOST_IN_ONE_MAIL = 6
PASSWORD_HELP = "At least 8 characters; not a common one, not only digits, and not your name or address."  # noqa: S105


class Plain:
    """Takes the grey text out of the fields: it goes away while one types, and labels say the same."""

    labels: dict[str, str] = {}
    helps: dict[str, str] = {}

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if name in self.labels:
                field.label = self.labels[name]
            field.help_text = self.helps.get(name, "")


class SignIn(Plain, allauth_forms.LoginForm):
    """Address and password."""

    labels = {"login": "E-mail address", "password": "Password"}


class SignUp(Plain, allauth_forms.SignupForm):
    """Name, address and password; the browser adds its time zone, where it runs our script."""

    labels = {"username": "Name", "email": "E-mail address", "password1": "Password"}
    helps = {
        "username": "What others see: 3 to 20 letters, digits, hyphens and underscores.",
        "email": "You sign in with it. Nobody else sees it.",
        "password1": PASSWORD_HELP,
    }
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput(attrs={"data-time-zone": ""}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        # What is wrong with a name is said once, by the rules of names.
        name.validators.clear()
        name.widget.attrs.update(minlength=names.SHORTEST, maxlength=names.LONGEST, autocapitalize="off")
        name.widget.attrs["spellcheck"] = "false"

    def clean_time_zone(self) -> str:
        """Take a zone that the site knows, else UTC: it is only a guess, to be changed in the settings."""
        zone = self.cleaned_data["time_zone"]
        return zone if zone in available_timezones() else "UTC"

    def try_save(self, request: HttpRequest) -> tuple[Any, HttpResponse | None]:
        """Make the account with all that belongs to it, or nothing."""
        try:
            with transaction.atomic():
                return super().try_save(request)  # type: ignore[no-any-return]
        except IntegrityError:
            messages.error(request, "Somebody else took this name a moment ago. Please choose another.")
            return None, redirect("account_signup")


class ResetPassword(Plain, allauth_forms.ResetPasswordForm):
    """An address. One mail goes there, whoever has it."""

    labels = {"email": "E-mail address"}

    def clean_email(self) -> str:
        """Find who may get a new password: the account that confirmed the address, else all that carry it."""
        address = str(get_adapter().clean_email(self.cleaned_data["email"].lower()))
        found = [user for user in carriers(address) if user.is_active]
        confirmed = [user for user in found if user.confirmed]  # type: ignore[attr-defined]
        self.users = (confirmed or found)[:MOST_IN_ONE_MAIL]
        return address

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Write one mail with a link for each account, or one that says that there is none."""
        address: str = self.cleaned_data["email"]
        if not self.users:
            return str(super().save(request, **kwargs))
        adapter = get_adapter(request)
        links = [
            {"name": user.name, "url": adapter.get_reset_password_from_key_url(f"{uid}-{token}")}
            for user in self.users
            for uid, token in [(user_pk_to_url_str(user), default_token_generator.make_token(user))]
        ]
        adapter.send_mail("account/email/password_reset_key", address, {"links": links})
        return address


class NewPassword(Plain, allauth_forms.ResetPasswordKeyForm):
    """A new password after a reset, twice."""

    labels = {"password1": "New password", "password2": "New password, once more"}
    helps = {"password1": PASSWORD_HELP}


class ChangePassword(Plain, allauth_forms.ChangePasswordForm):
    """The password so far, and a new one twice."""

    labels = {"oldpassword": "Password so far", "password1": "New password", "password2": "New password, once more"}
    helps = {"password1": PASSWORD_HELP}


class NewAddress(Plain, allauth_forms.AddEmailForm):
    """Another address."""

    labels = {"email": "New e-mail address"}


class Reauthenticate(Plain, allauth_forms.ReauthenticateForm):
    """The password once more."""

    labels = {"password": "Password"}
