"""The kinds of mail: which switch of a person's turns each off, and which ones wait for the next visit."""

from dataclasses import dataclass

from games.models import Notice

Kind = Notice.Kind


@dataclass(frozen=True)
class Ways:
    """How a kind is treated.

    `switch` is one of accounts' MailPreferences.KINDS. `calls`: it is of a wait that can put its player
    out, so each gets its own mail. `soft`: at most one of these is unread per game until the next visit.
    """

    switch: str
    calls: bool = False
    soft: bool = False


WAYS = {
    Kind.TURN: Ways("turn", calls=True),
    Kind.RESUMED: Ways("turn", calls=True),
    Kind.REMINDER: Ways("reminder", calls=True),
    Kind.OFFER: Ways("offer", soft=True),
    Kind.AUCTION: Ways("auction", soft=True),
    Kind.BID: Ways("auction", soft=True),
    Kind.STARTED: Ways("news"),
    Kind.OUT: Ways("news"),
    Kind.OVER: Ways("news"),
    Kind.PROPOSAL: Ways("news", soft=True),
    Kind.PAUSED: Ways("news", soft=True),
    Kind.DRAW: Ways("news", soft=True),
    Kind.CLOCK: Ways("news", soft=True),
    Kind.INVITATION: Ways("invitation"),
    Kind.ORDERS: Ways("orders"),
}
#: The soft ones that keep others back while they are unread. What the clock did asks for nothing.
SOFT = [kind for kind, ways in WAYS.items() if ways.soft and kind != Kind.CLOCK]

#: What a switch's mails are called where they are switched off.
CALLED = {
    "turn": "mail that it is your move",
    "reminder": "reminders",
    "offer": "mail about offers",
    "auction": "mail about auctions",
    "news": "news of games",
    "invitation": "invitations",
    "orders": "mail about your standing orders",
}


def ways(notice: Notice) -> Ways:
    """Give how a notice's kind is treated."""
    return WAYS[Kind(notice.kind)]
