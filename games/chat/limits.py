"""How often one person may write, and report."""

from typing import Any

from allauth.core.internal import ratelimit

from games.chat.errors import TooFast

#: Counted by person, whichever way the messages come, by the limiter that signing in has: it locks each count, so that
#: of many at once none is lost.
RATES = {"write": "5/10s/key,60/10m/key", "report": "10/h/key"}
_SENTENCES = {
    "write": "That is a lot at once: 5 messages in 10 seconds and 60 in 10 minutes are the most. "
    "Wait a moment, then send it again.",
    "report": "You have reported 10 messages within an hour. The staff looks at those first.",
}
_NO_REQUEST: Any = None


def count(what: str, user: int) -> None:
    """Count what a person does. Raises TooFast where that was too much, and then counts nothing."""
    counted = ratelimit.consume(
        _NO_REQUEST, app="landlord.chat", action=what, config=RATES, key=str(user), limit_get=True
    )
    if not counted:
        raise TooFast(_SENTENCES[what])
