"""How often one may try to sign in, and how many mails anybody may cause to an address.

Counted by allauth's limiter, which takes a lock for each count, so that of many tries at once none is lost. A
try is counted before the password is looked at, and taken back if it was right.

No count that a stranger can fill keeps the owner of an account out: a stranger's network has few tries for
one address, all strangers together have somewhat more, and a browser that was let in before has its own.
Whoever has forgotten the password, or comes with a new browser while an address is under attack, gets in by a
mail for a new password: the mails that strangers ask for go to the owner too, and their links are good.
"""

from allauth.core.internal import ratelimit
from django.http import HttpRequest

from accounts.addresses import address_of
from accounts.known import Browser

RATES = {
    # All tries of a network, whatever they are for: each may cost a second of work.
    "tries": "30/m/ip",
    # Wrong passwords of a network, then of a network for one address, then of all strangers for one address. The
    # last allows no more guesses a day than five in five minutes do.
    "wrong": "10/m/ip",
    "wrong_here": "5/5m/key",
    "wrong_anywhere": "50/h/key",
    "wrong_known": "5/5m/key",
    "wrong_again": "5/5m/key",
    # Mails that anybody can cause by naming an address: of one network to one address, and of all.
    "mail_here": "3/h/key",
    "mail_anywhere": "20/h/key",
    "confirmation": "1/3m/key",
}
_APP = "landlord.accounts"


class Counted:
    """Counts that a try has taken; `back` gives them back."""

    def __init__(self) -> None:
        self._taken: list[ratelimit.RateLimitUsage] = []

    def take(self, request: HttpRequest, action: str, key: str | None = None) -> bool:
        """Count once; tell whether that was within the limit. Beyond it nothing is counted."""
        usage = ratelimit.consume(request, app=_APP, action=action, config=RATES, key=key)
        if usage:
            self._taken.append(usage)
        return bool(usage)

    def back(self) -> None:
        """Count all of it as if it had not been."""
        for usage in self._taken:
            usage.rollback()
        self._taken = []


def stranger(request: HttpRequest, address: str) -> Counted | None:
    """Count a try to sign in with an address; None where there have been too many."""
    if not Counted().take(request, "tries"):
        return None
    counted = Counted()
    within = (
        counted.take(request, "wrong")
        and counted.take(request, "wrong_here", f"{address_of(request)}|{address}")
        and counted.take(request, "wrong_anywhere", address)
    )
    return counted if within else None


def known(request: HttpRequest, browser: Browser) -> Counted | None:
    """Count a try in a browser that was let in before; None where there have been too many."""
    counted = Counted()
    return counted if counted.take(request, "wrong_known", f"{browser.user}|{browser.name}") else None


def once_more(request: HttpRequest, user: int) -> Counted | None:
    """Count a try to type one's password once more; None where there have been too many."""
    counted = Counted()
    return counted if counted.take(request, "wrong_again", str(user)) else None


def forget_wrong(request: HttpRequest, address: str) -> None:
    """Begin anew to count wrong passwords for an address, as whoever reads its mail has chosen a new one."""
    for action, key in (("wrong_here", f"{address_of(request)}|{address}"), ("wrong_anywhere", address)):
        ratelimit.clear(request, app=_APP, action=action, config=RATES, key=key)


def mail_may_go(request: HttpRequest, address: str) -> bool:
    """Count a mail that anybody can cause to an address; tell whether it may go."""
    counted = Counted()
    return counted.take(request, "mail_here", f"{address_of(request)}|{address}") and counted.take(
        request, "mail_anywhere", address
    )


def confirmation_sent(request: HttpRequest, user: int) -> bool:
    """Count a mail that asks a person for confirmation; tell whether the last was long enough ago."""
    return Counted().take(request, "confirmation", str(user))
