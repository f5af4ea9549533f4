"""What allauth asks the site for: words, addresses, and a way for its mails."""

from typing import Any, cast

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as allauth_context
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse

from accounts import known, limits, outbox
from accounts.addresses import address_of
from accounts.backends import carriers
from accounts.models import User, normalized

#: Mails that anybody can cause by naming an address in a form; those for a new password have a limit of their own.
CAUSED_BY_ANYBODY = ("email_confirmation", "account_already_exists")


def absolute(path: str) -> str:
    """Give the whole address of a path of this site, for mails: by SITE_URL, else as the request came."""
    if settings.SITE_URL:
        return f"{settings.SITE_URL}{path}"
    return str(allauth_context.request.build_absolute_uri(path))


class Adapter(DefaultAccountAdapter):
    """allauth's decisions about accounts, taken by this site."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": "This account is suspended.",
        "duplicate_email": "This is your address already.",
        "email_password_mismatch": "Address and password don't belong together.",
        "enter_current_password": "That is not your password.",
        "incorrect_code": "That is not the code of this moment.",
        "incorrect_password": "That is not your password.",
        "invalid_password_reset": "This link has been used, or it is too old.",
        "rate_limited": "That was often in a short time. Please wait a moment.",
        "same_as_current": "That is what it is already.",
        "too_many_login_attempts": "That was wrong too often. Please wait a few minutes, or reset your password.",
        "username_taken": "Somebody else has this name.",
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        """Give what a request is counted by, the same as for guests' games."""
        return address_of(request)

    #: What the try under way has counted.
    _stranger: limits.Counted | None = None

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """Give whose address and password these are. Raises ValidationError where there were too many tries.

        A browser in which the person has signed in before has tries of its own, for that account alone.
        """
        browser = known.browser(request)
        address = normalized(str(credentials.get("email") or ""))
        ours = browser is not None and any(user.pk == browser.user for user in carriers(address))
        if browser is not None and ours and (counted := limits.known(request, browser)):
            found = authenticate(request, only=browser.user, **credentials)
            if found is not None:
                counted.back()
                return found
        try:
            return cast(User | None, super().authenticate(request, **credentials))
        except ValidationError:
            if ours:
                # Strangers were wrong too often. Here it was only wrong.
                return None
            raise

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a try. Raises ValidationError where there were too many."""
        self._stranger = limits.stranger(request, normalized(str(credentials.get("email") or "")))
        if self._stranger is None:
            raise self.validation_error("too_many_login_attempts")

    def _rollback_login_failed_rl_usage(self) -> None:
        if self._stranger is not None:
            self._stranger.back()

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        limits.forget_wrong(request, normalized(str(credentials.get("email") or "")))

    def reauthenticate(self, user: Any, password: str) -> bool:
        """Tell whether this is the user's password. Counted by person, so no stranger can use the tries up."""
        counted = limits.once_more(allauth_context.request, user.pk)
        if counted is None:
            raise self.validation_error("too_many_login_attempts")
        right = bool(user.check_password(password))
        if right:
            counted.back()
        return right

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Ask for confirmation, and note when."""
        limits.confirmation_sent(request, emailconfirmation.email_address.user_id)
        super().send_confirmation_mail(request, emailconfirmation, signup)

    def save_user(self, request: HttpRequest, user: Any, form: Any, commit: bool = True) -> Any:
        """Save a new account, with the time zone that the browser named."""
        user.time_zone = form.cleaned_data.get("time_zone") or "UTC"
        return super().save_user(request, user, form, commit)

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """Give the address in the mail that asks for confirmation."""
        return absolute(reverse("account_confirm_email", args=[emailconfirmation.key]))

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Give the address in the mail for a new password."""
        uid, _, rest = key.partition("-")
        return absolute(reverse("account_reset_password_from_key", kwargs={"uidb36": uid, "key": rest}))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Lead back to the settings."""
        return reverse("account_settings")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write a mail and leave it to the worker: no page waits for a mail server, or fails with it."""
        request = allauth_context.request
        if template_prefix.rpartition("/")[2].startswith(CAUSED_BY_ANYBODY) and not limits.mail_may_go(request, email):
            return
        site = absolute("/").rstrip("/")
        message = self.render_mail(
            template_prefix, email, {"request": request, "email": email, "site_address": site, **context}
        )
        outbox.post(email, str(message.subject), str(message.body), asked_for="password_reset" in template_prefix)


class MfaAdapter(DefaultMFAAdapter):
    """allauth's decisions about second factors, taken by this site."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": "That is not the code of this moment.",
    }

    def _get_user_identifier(self, user: Any) -> str:
        # Authenticators show it in their lists, and phones are looked at by others: the name, not the address.
        return str(user.name)

    def build_totp_svg(self, url: str) -> str:
        """Draw the code to scan, to stand in a page as it is: a policy like ours lets no picture in by its data."""
        svg: str = super().build_totp_svg(url)
        return svg[svg.index("<svg") :]
