"""allauth's forms about second factors with this site's words."""

import json
from struct import error as StructError  # noqa: N812 - it is an exception
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.mfa.base import forms as base
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as webauthn
from cryptography.exceptions import InvalidSignature

from accounts.forms_entrance import Plain

#: What fido2's parsers raise over an answer that no key gave; allauth catches some of it.
_MADE_UP = (LookupError, TypeError, ValueError, AttributeError, InvalidSignature, StructError)
#: Characters of a key's answer; the longest real ones, with a certificate, are a third of it.
LONGEST_ANSWER = 20_000
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


class SaneAnswer:
    """Refuses a made-up answer of a key with a sentence, where it would end in an error page."""

    def clean_credential(self) -> Any:
        """Give what the form makes of the answer."""
        try:
            return super().clean_credential()  # type: ignore[misc]
        except _MADE_UP as error:
            raise get_adapter().validation_error("incorrect_code") from error


class KeyToSignIn(SaneAnswer, webauthn.LoginWebAuthnForm):
    """A passkey instead of address and password."""


class Key(SaneAnswer, webauthn.AuthenticateWebAuthnForm):
    """A key besides the password."""


class KeyOnceMore(SaneAnswer, webauthn.ReauthenticateWebAuthnForm):
    """A key once more, before something that touches the whole account."""


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

    def clean_credential(self) -> dict[str, Any]:
        """Keep of the answer what is looked at later, and nothing endless."""
        answer = self.cleaned_data["credential"]
        if not isinstance(answer, dict) or len(json.dumps(answer)) > LONGEST_ANSWER:
            raise get_adapter().validation_error("incorrect_code")
        extensions = answer.get("clientExtensionResults")
        properties = extensions.get("credProps") if isinstance(extensions, dict) else None
        passkey = properties.get("rk") if isinstance(properties, dict) else None
        known = {"credProps": {"rk": passkey}} if isinstance(passkey, bool) else {}
        return {**answer, "clientExtensionResults": known}

    def clean(self) -> dict[str, Any]:
        """Check the answer."""
        try:
            return dict(super().clean())
        except _MADE_UP as error:
            raise get_adapter().validation_error("incorrect_code") from error


class KeyName(Plain, webauthn.EditWebAuthnForm):
    """Another name for a key."""

    labels = {"name": "Name of the key"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs.update(maxlength=LONGEST_KEY_NAME, autocomplete="off")
        self.fields["name"].max_length = LONGEST_KEY_NAME  # type: ignore[attr-defined]
