"""The signed links of mails: a choice at a decision, a bid of one's own amount, and no more mail of a kind.

A link is a bearer's: whoever has the mail may play it. It is made for one user, seat and wait (of an
auction: for the move that opened it), and for one consequence, of which it holds a digest.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import MailPreferences
from games.present.panel import Act

#: A confirmation follows the first press within minutes; the mail's link itself dies with its decision.
CONFIRM_SECONDS = 15 * 60
# Colons, which Django puts before a signature, end some mail programs' links.
_SEPARATOR = "."


class BadLink(ValueError):
    """A link that was not written here, or has lost a letter on its way."""


@dataclass(frozen=True)
class Link:
    """What a link of a mail is for.

    `moves` are JSON, with `told` the digest of their consequence; none where the amount of a bid is
    still to be chosen. `wait` is the decision's; with `opened_by`, the move that opened an auction, the
    bid may be left ahead. `count` is how many moves the record had as the mail was written.
    """

    game: str
    user: int
    seat: int
    wait: int
    count: int
    moves: tuple[str, ...] = ()
    told: str = ""
    opened_by: int | None = None


def consequence(ask: str, act: Act) -> str:
    """Give the digest of what a mail told of a choice: the question, the act and what follows."""
    return hashlib.sha256(f"{ask}\n{act.label}\n{act.note}".encode()).hexdigest()[:16]


def address(link: Link) -> str:
    """Give the whole address of a link."""
    fields = [link.game, link.user, link.seat, link.wait, link.count, link.moves, link.told, link.opened_by]
    return absolute("decision", _signer("decision").sign_object(fields))


def read(token: str) -> Link:
    """Read a link's token. Raises BadLink."""
    try:
        fields = _signer("decision").unsign_object(token)
        game, user, seat, wait, count, moves, told, opened_by = fields
        return Link(game, user, seat, wait, count, tuple(moves), told, opened_by)
    except (signing.BadSignature, ValueError, TypeError):
        raise BadLink("This link is not whole, or not one of ours. Open it from the mail once more.") from None


def no_more(user: int, switch: str) -> str:
    """Give the address at which a person switches a kind of mail off without signing in."""
    return absolute("unsubscribe", _signer("unsubscribe").sign_object([user, switch]))


def read_no_more(token: str) -> tuple[int, str]:
    """Give the user and the kind of mail of such an address. Raises BadLink."""
    try:
        user, switch = _signer("unsubscribe").unsign_object(token)
    except (signing.BadSignature, ValueError, TypeError):
        raise BadLink("This link is not whole, or not one of ours. Open it from the mail once more.") from None
    if switch not in MailPreferences.KINDS:
        raise BadLink("The site no longer has mail of this kind.")
    return user, switch


def confirmation(token: str, amount: int | None) -> str:
    """Give what the second page of a link brings back: that this choice was shown, and pressed once."""
    return _timed().sign_object([_digest(token), amount])


def confirmed(token: str, given: str) -> tuple[bool, int | None]:
    """Tell whether this is a link's own confirmation and still young, and the amount that was chosen."""
    try:
        digest, amount = _timed().unsign_object(given, max_age=CONFIRM_SECONDS)
    except (signing.BadSignature, ValueError, TypeError):
        return False, None
    return digest == _digest(token), amount


def absolute(name: str, *args: object) -> str:
    """Give the whole address of a page, by its name in the urls."""
    return f"{settings.SITE_ADDRESS}{reverse(name, args=args)}"


def of_acts(link: Link, ask: str, acts: Sequence[Act]) -> list[str]:
    """Give the address of each act, `link` being one for the decision without any."""
    return [
        address(Link(link.game, link.user, link.seat, link.wait, link.count, act.moves, consequence(ask, act)))
        for act in acts
    ]


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()[:32]


def _signer(purpose: str) -> signing.Signer:
    return signing.Signer(sep=_SEPARATOR, salt=f"games.mail.{purpose}")


def _timed() -> signing.TimestampSigner:
    return signing.TimestampSigner(salt="games.mail.confirmation")
