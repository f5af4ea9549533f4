"""What a failure to send means: the server is away, this mail has to wait, or it will never arrive."""

import re
import smtplib
from dataclasses import dataclass
from typing import Literal

from anymail.exceptions import (
    AnymailError,
    AnymailInvalidAddress,
    AnymailRecipientsRefused,
    AnymailRequestsAPIError,
    AnymailUnsupportedFeature,
)

_ENHANCED = re.compile(r"\b([245]\.\d{1,3}\.\d{1,3})\b")
#: Answers that mean the mailbox, where a server says nothing more exact.
_NO_MAILBOX = (550, 551, 553)
#: The same by RFC 3463: addressing (its sender's apart), and a mailbox that is disabled.
_ADDRESSING, _SENDERS, _DISABLED = "5.1.", ("5.1.7", "5.1.8"), "5.2.1"


@dataclass(frozen=True)
class Failure:
    """`away`: nothing goes out at the moment. `later`: try this mail again. `never`: give it up.

    `broken`: as `later`, and the connection is of no more use; who comes at once finds the next one, as a rule.

    `bounced`: the mailbox does not exist. `why` has no address in it.
    """

    means: Literal["away", "broken", "later", "never"]
    why: str
    bounced: bool = False


def failure(error: Exception, *, connected: bool = False) -> Failure:
    """Tell what an error while sending means; `connected`: it came when the server was already spoken with."""
    match error:
        case smtplib.SMTPRecipientsRefused():
            code, text = next(iter(error.recipients.values()))
            return _of_recipient(code, text)
        case smtplib.SMTPSenderRefused() | smtplib.SMTPConnectError() | smtplib.SMTPHeloError():
            # It will take no mail of ours, whoever it is for.
            return Failure("away", f"the mail server said {error.smtp_code}")
        case smtplib.SMTPAuthenticationError():
            return Failure("away", "the mail server refused the sign-in")
        case smtplib.SMTPResponseException():
            if error.smtp_code == 421:
                return Failure("away", "the mail server said 421")
            return Failure("never" if error.smtp_code >= 500 else "later", f"the mail server said {error.smtp_code}")
        case smtplib.SMTPServerDisconnected() | ConnectionError() if connected and not _is_silence(error):
            return Failure("broken", "the mail server broke off")
        case smtplib.SMTPNotSupportedError():
            return Failure("never", "the mail server can't take this address")
        case AnymailRecipientsRefused():
            return Failure("never", "the mail service refused the address", bounced=True)
        case AnymailInvalidAddress():
            return Failure("never", "the mail service can't take this address")
        case AnymailUnsupportedFeature():
            return Failure("later", "the mail service can't send mail as it is")
        case AnymailRequestsAPIError() if error.status_code is not None and error.status_code not in (401, 403, 429):
            means: Literal["away", "later"] = "away" if error.status_code >= 500 else "later"
            return Failure(means, f"the mail service said {error.status_code}")
        case AnymailError() | smtplib.SMTPException() | OSError():
            return Failure("away", f"no mail server: {type(error).__name__}")
        case _:
            return Failure("later", f"{type(error).__name__} while sending")


def _is_silence(error: Exception) -> bool:
    # smtplib tells of a server that says nothing as of one that has gone.
    return isinstance(error.__context__, TimeoutError)


def _of_recipient(code: int, text: bytes | str) -> Failure:
    said = text.decode(errors="replace") if isinstance(text, bytes) else text
    found = _ENHANCED.search(said)
    exact = found[1] if found else ""
    why = f"the mail server refused the address: {code} {exact}".rstrip()
    if code == 421:
        return Failure("away", why)
    if code < 500:
        return Failure("later", why)
    bounced = (exact.startswith(_ADDRESSING) and exact not in _SENDERS) or exact == _DISABLED
    return Failure("never", why, bounced or (not exact and code in _NO_MAILBOX))
