"""A letter: what all mails of games are made of, and how one becomes a message."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import css_inline
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from games.mail import links
from games.mail.kinds import CALLED, ways
from games.models import Notice
from games.present.letters import Cell

#: Mail programs show some 60 letters of a subject.
LONGEST_SUBJECT = 140

Message = EmailMultiAlternatives

#: Control signs, and signs that turn the direction of what follows or are not seen at all. No name may have one;
#: a mail is no place to rely on that.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


@dataclass(frozen=True)
class Choice:
    """A link for a choice: the act, its consequence, the address; the main one stands out."""

    label: str
    note: str
    address: str
    main: bool = False


@lru_cache(maxsize=10_000)
def _drawn(cell: Cell) -> str:
    # Forty of a mail: drawn anew they would be a third of what it takes to write it.
    return render_to_string("mail/_cell.html", {"cell": cell})


@dataclass(frozen=True)
class Board:
    """The table as it stands: the players, the four sides of the board, and who owns what."""

    players: Sequence[Any]
    sides: Sequence[Sequence[Cell]]
    marks: Sequence[tuple[str, str]]
    #: Squares that can be owned and are no streets: what one is called, and its letters.
    others: Sequence[tuple[str, str]]
    groups: Sequence[Any]
    centre: Sequence[str]

    @property
    def rows(self) -> list[list[str]]:
        """The upper and the lower side as they stand in a table, in HTML."""
        return [[_drawn(cell) for cell in side] for side in (self.sides[0], self.sides[2])]

    @property
    def middle(self) -> list[tuple[str, str]]:
        """The rows between them: the square at the left, and the one at the right."""
        return [(_drawn(left), _drawn(right)) for left, right in zip(self.sides[3], self.sides[1], strict=True)]


@dataclass(frozen=True)
class Letter:
    """What one mail says, in the order in which it says it."""

    subject: str
    #: The game's name at the top.
    heading: str
    #: The line above the title, in the accent if it calls its reader.
    flag: str
    title: str
    calls: bool = False
    facts: Sequence[str] = ()
    #: What the reader's standing orders did, in a sentence.
    acted: str = ""
    choices: Sequence[Choice] = ()
    #: Both sides of an offer, before and after.
    picture: Sequence[Any] = ()
    since_title: str = ""
    since: Sequence[str] = ()
    board: Board | None = None
    #: Rows of what and value that are to be kept, such as a commitment.
    proof: Sequence[tuple[str, str]] = ()
    #: More addresses: words, address.
    ways_on: Sequence[tuple[str, str]] = ()
    table: str = ""
    zone: str = ""


def message(notice: Notice, letter: Letter, to: str) -> Message:
    """Make the message of a notice: text and HTML, in its game's thread, with its way out of this kind of mail."""
    switch = ways(notice).switch
    stop = links.no_more(notice.user_id, switch)
    context = {
        "letter": letter,
        "stop": stop,
        "stop_called": CALLED[switch],
        "mail_settings": links.absolute("account_settings"),
        "site": settings.SITE_ADDRESS,
    }
    thread = f"<game.{notice.game.public_id}@{settings.MAIL_HOST}>"
    made = EmailMultiAlternatives(
        subject=_UNSEEN.sub("", " ".join(letter.subject.split())),
        body=_UNSEEN.sub("", render_to_string("mail/letter.txt", context)),
        to=[to],
        headers={
            "Message-ID": f"<notice.{notice.pk}@{settings.MAIL_HOST}>",
            # The thread's first message was never sent: all that name it are shown together all the same.
            "In-Reply-To": thread,
            "References": thread,
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    html = _UNSEEN.sub("", render_to_string("mail/letter.html", context))
    made.attach_alternative(_inliner().inline(html), "text/html")
    return made


def cut(subject: str) -> str:
    """Cut a subject that is too long to be read."""
    return subject if len(subject) <= LONGEST_SUBJECT else f"{subject[: LONGEST_SUBJECT - 1]}…"


@cache
def _inliner() -> css_inline.CSSInliner:
    # The dark colours are a rule for the whole mail, and stay where they are.
    return css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)
