"""allauth's forms about second factors with this site's words."""

from typing import Any

from allauth.mfa.base import forms as base
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as webauthn

from accounts.forms_entrance import Plain

#: Names of keys are shown to their owner alone; still no page need hold a long one.
LONGEST_KEY_NAME = 40


class Code(Plain, base.AuthenticateForm):
    """A code of the app, or a recovery code, when signing in."""

    labels = {"code": "Code"}


class CodeOnceMore(Plain, base.ReauthenticateForm):
    """A code once more, before something that touches the whole account."""

    labels = {"code": "Code of your authenticator app, or a recovery code"}


class FirstCode(Plain, totp.ActivateTOTPForm):
    """The first code of an app, which shows that it was set up well."""

    labels = {"code": "Code that the app shows"}


class NewKey(Plain, webauthn.AddWebAuthnForm):
    """A name for a key, and whether it does without the password."""

    labels = {"name": "Name of the key", "passwordless": "A passkey: signs you in without your password"}
    helps = {
        "name": "For yourself, to tell your keys apart.",
        "passwordless": "It asks you for a finger, a face or a PIN instead.",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs.update(maxlength=LONGEST_KEY_NAME, autocomplete="off")

    def clean_name(self) -> str:
        """Cut a long name short: the key exists by now, and must not be lost for its name."""
        return str(super().clean_name())[:LONGEST_KEY_NAME]


class KeyName(Plain, webauthn.EditWebAuthnForm):
    """Another name for a key."""

    labels = {"name": "Name of the key"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs.update(maxlength=LONGEST_KEY_NAME, autocomplete="off")
        self.fields["name"].max_length = LONGEST_KEY_NAME  # type: ignore[attr-defined]
