"""The table: for each address and situation, what a guest, a stranger, a player, the opener and staff get.

A guest is somebody without an account who plays the bot elsewhere; a stranger is signed in and has no
seat; the player sits at the table, which the opener opened; staff are superusers without a seat: at a
table they are strangers. 303 answers a form that was taken (or leads to signing in), 302 a page that
needs an account.

Addresses of the table (`NEEDS_NO_ROW`) that are the same for everybody are named with the reason.
"""

from dataclasses import dataclass
from typing import Any

from tests.rights.situations import (
    NOWHERE,
    OPEN,
    OVER,
    RUNNING,
    SECRET_OPEN,
    SECRET_OVER,
    SECRET_RUNNING,
    Form,
    a_move,
    fields,
    nothing,
)


@dataclass(frozen=True)
class Right:
    """One row: an address by name, a method and a form, in a situation, and the status for each of the five."""

    name: str
    method: str
    situation: str
    #: In the order guest, stranger, player, opener, staff. ASKED and OTHER stand for who is asked, and not.
    statuses: tuple[Any, ...]
    form: Form = nothing
    query: str = ""


#: The one of the two players who is asked gets the first, the other the second.
BY_TURN = (303, 409)

CHAT = ("chat", "chat-live")

RIGHTS = [
    # Pages for everybody, and pages for people with an account.
    Right("home", "GET", NOWHERE, (200, 200, 200, 200, 200)),
    Right("lobby", "GET", NOWHERE, (200, 200, 200, 200, 200)),
    Right("play", "POST", NOWHERE, (303, 303, 303, 303, 303), fields(seats=3)),
    Right("my-games", "GET", NOWHERE, (200, 200, 200, 200, 200)),
    Right("table-new", "GET", NOWHERE, (302, 200, 200, 200, 200)),
    Right("table-new", "POST", NOWHERE, (303, 303, 303, 303, 303), fields(seats=2, time=86_400, access="open")),
    Right("calendar", "GET", NOWHERE, (302, 200, 200, 200, 200)),
    Right("account_settings", "GET", NOWHERE, (302, 200, 200, 200, 200)),
    Right("account_name", "GET", NOWHERE, (302, 200, 200, 200, 200)),
    Right("account_profile", "GET", NOWHERE, (302, 200, 200, 200, 200)),
    Right("account_mails", "GET", NOWHERE, (302, 200, 200, 200, 200)),
    Right("account_blocks", "GET", NOWHERE, (302, 200, 200, 200, 200)),
    Right("account_data", "GET", NOWHERE, (302, 302, 302, 302, 302)),
    Right("account_delete", "GET", NOWHERE, (302, 302, 302, 302, 302)),
    Right("leaderboard", "GET", NOWHERE, (200, 200, 200, 200, 200)),
    Right("leaderboard-listing", "POST", NOWHERE, (302, 303, 303, 303, 303), fields(listed="yes")),
    Right("player", "GET", NOWHERE, (200, 200, 200, 200, 200)),
    # The waiting room.
    Right("game", "GET", OPEN, (200, 200, 200, 200, 200)),
    Right("game", "GET", SECRET_OPEN, (404, 404, 200, 200, 404)),
    Right("game-live", "GET", OPEN, (200, 200, 200, 200, 200)),
    Right("game-live", "GET", SECRET_OPEN, (404, 404, 200, 200, 404)),
    Right("table-sit", "POST", OPEN, (303, 303, 409, 409, 303), fields(client_seed="x")),
    Right("table-sit", "POST", SECRET_OPEN, (303, 404, 409, 409, 404), fields(client_seed="x")),
    Right("table-seed", "POST", OPEN, (403, 403, 303, 303, 403), fields(client_seed="x")),
    Right("table-seed", "POST", SECRET_OPEN, (404, 404, 303, 303, 404), fields(client_seed="x")),
    Right("table-stand-up", "POST", OPEN, (403, 403, 303, 409, 403)),
    Right("table-stand-up", "POST", SECRET_OPEN, (404, 404, 303, 409, 404)),
    Right("table-ready", "POST", OPEN, (403, 403, 303, 303, 403)),
    Right("table-ready", "POST", SECRET_OPEN, (404, 404, 303, 303, 404)),
    # At this table the time for a move was chosen when it was opened.
    Right("table-time", "POST", OPEN, (403, 403, 409, 409, 403), fields(time=86_400)),
    Right("table-time", "POST", SECRET_OPEN, (404, 404, 409, 409, 404), fields(time=86_400)),
    Right("table-invite", "POST", OPEN, (403, 403, 303, 303, 403), fields(name="friend")),
    Right("table-invite", "POST", SECRET_OPEN, (404, 404, 303, 303, 404), fields(name="friend")),
    Right("table-cancel", "POST", OPEN, (403, 403, 403, 303, 403)),
    Right("table-cancel", "POST", SECRET_OPEN, (404, 404, 403, 303, 404)),
    Right("game-start", "POST", OPEN, (403, 403, 403, 303, 403)),
    Right("game-start", "POST", SECRET_OPEN, (404, 404, 403, 303, 404)),
    Right("move", "POST", OPEN, (403, 403, 409, 409, 403), fields(token=0, move='{"type":"buy"}')),
    Right("record", "GET", OPEN, (404, 404, 404, 404, 404)),
    # A game in play: everybody watches, those seated act, and a secret one is seen by its players alone.
    Right("game", "GET", RUNNING, (200, 200, 200, 200, 200)),
    Right("game", "GET", SECRET_RUNNING, (404, 404, 200, 200, 404)),
    Right("game-live", "GET", RUNNING, (200, 200, 200, 200, 200)),
    Right("game-live", "GET", SECRET_RUNNING, (404, 404, 200, 200, 404)),
    Right("move", "POST", RUNNING, (403, 403, BY_TURN, BY_TURN, 403), a_move),
    Right("move", "POST", SECRET_RUNNING, (404, 404, BY_TURN, BY_TURN, 404), a_move),
    Right("game-start", "POST", RUNNING, (403, 403, 409, 409, 403)),
    Right("table-sit", "POST", RUNNING, (303, 409, 409, 409, 409), fields(client_seed="x")),
    Right("game-resign", "POST", RUNNING, (403, 403, 303, 303, 403), fields(sure="yes")),
    Right("game-resign", "POST", SECRET_RUNNING, (404, 404, 303, 303, 404), fields(sure="yes")),
    # A game that can't be drawn.
    Right("game-draw", "POST", RUNNING, (403, 403, 409, 409, 403)),
    Right("game-draw", "POST", SECRET_RUNNING, (404, 404, 409, 409, 404)),
    Right("game-propose", "POST", RUNNING, (403, 403, 303, 303, 403), fields(kind="end")),
    Right("game-propose", "POST", SECRET_RUNNING, (404, 404, 303, 303, 404), fields(kind="end")),
    Right("game-proposal", "POST", RUNNING, (403, 403, 303, 303, 403), fields(answer="accept")),
    Right("game-proposal", "POST", SECRET_RUNNING, (404, 404, 303, 303, 404), fields(answer="accept")),
    Right("game-orders", "GET", RUNNING, (403, 403, 200, 200, 403)),
    Right("game-orders", "GET", SECRET_RUNNING, (404, 404, 200, 200, 404)),
    Right("game-orders", "GET", OPEN, (403, 403, 302, 302, 403)),
    Right("game-orders", "GET", OVER, (403, 403, 302, 302, 403)),
    Right("game-orders", "POST", RUNNING, (403, 403, 303, 303, 403), fields(type="end_turn")),
    Right("game-orders", "POST", SECRET_RUNNING, (404, 404, 303, 303, 404), fields(type="end_turn")),
    # Of orders nobody has any here: those seated are told that it is gone, all others that it isn't theirs.
    Right("game-order-off", "POST", RUNNING, (403, 403, 409, 409, 403)),
    Right("game-order-off", "POST", SECRET_RUNNING, (404, 404, 409, 409, 404)),
    Right("game-rematch", "POST", RUNNING, (303, 403, 409, 409, 403)),
    Right("record", "GET", RUNNING, (200, 200, 200, 200, 200)),
    Right("record", "GET", SECRET_RUNNING, (404, 404, 200, 200, 404)),
    Right("replay", "GET", RUNNING, (200, 200, 200, 200, 200)),
    Right("replay", "GET", SECRET_RUNNING, (404, 404, 200, 200, 404)),
    # A finished game.
    Right("game", "GET", OVER, (200, 200, 200, 200, 200)),
    Right("game", "GET", SECRET_OVER, (404, 404, 200, 200, 404)),
    Right("move", "POST", OVER, (403, 403, 409, 409, 403), fields(token=0, move='{"type":"buy"}')),
    Right("game-resign", "POST", OVER, (403, 403, 409, 409, 403), fields(sure="yes")),
    Right("game-rematch", "POST", OVER, (303, 403, 303, 303, 403)),
    Right("game-rematch", "POST", SECRET_OVER, (303, 404, 303, 303, 404)),
    Right("record", "GET", OVER, (200, 200, 200, 200, 200)),
    Right("record", "GET", SECRET_OVER, (404, 404, 200, 200, 404)),
    Right("replay", "GET", OVER, (200, 200, 200, 200, 200)),
    Right("replay", "GET", SECRET_OVER, (404, 404, 200, 200, 404)),
    Right("film", "GET", OVER, (200, 200, 200, 200, 200)),
    Right("film", "GET", SECRET_OVER, (404, 404, 200, 200, 404)),
    Right("report", "GET", OVER, (200, 200, 200, 200, 200)),
    Right("report", "GET", SECRET_OVER, (404, 404, 200, 200, 404)),
    Right("board-picture", "GET", OVER, (200, 200, 200, 200, 200)),
    # Previews are fetched by other sites, with nobody's cookies: of a secret game there is none for anybody.
    Right("board-picture", "GET", SECRET_OVER, (404, 404, 404, 404, 404)),
    # The chat: who may see the table reads it, who sits there writes. What is written about no message is refused.
    *[Right(name, "GET", s, (200, 200, 200, 200, 200)) for name in CHAT for s in (OPEN, RUNNING, OVER)],
    *[
        Right(name, "GET", s, (404, 404, 200, 200, 404))
        for name in CHAT
        for s in (SECRET_OPEN, SECRET_RUNNING, SECRET_OVER)
    ],
    *[Right("chat", "POST", s, (403, 403, 303, 303, 403), fields(text="hello")) for s in (OPEN, RUNNING, OVER)],
    Right("chat", "POST", SECRET_OPEN, (404, 404, 303, 303, 404), fields(text="hello")),
    Right("chat", "POST", SECRET_RUNNING, (404, 404, 303, 303, 404), fields(text="hello")),
    Right("chat-about", "POST", RUNNING, (403, 404, 404, 404, 404), fields(report=1)),
    Right("chat-about", "POST", SECRET_RUNNING, (404, 404, 404, 404, 404), fields(mute=1)),
    Right("chat-settings", "GET", NOWHERE, (302, 200, 200, 200, 200)),
    Right("chat-settings", "POST", NOWHERE, (303, 303, 303, 303, 303), fields(table_chat="on")),
    # The back room.
    Right("admin:chat_report_changelist", "GET", NOWHERE, (302, 302, 302, 302, 200)),
    Right("admin:index", "GET", NOWHERE, (302, 302, 302, 302, 200)),
    Right("admin:games_game_changelist", "GET", NOWHERE, (302, 302, 302, 302, 200)),
    Right("admin:accounts_user_changelist", "GET", NOWHERE, (302, 302, 302, 302, 200)),
]

#: Addresses whose answer does not depend on who asks, and what holds them instead.
NEEDS_NO_ROW = {
    "healthz": "for machines, no cookies: tests/operations/test_health.py",
    "metrics": "by network or token: tests/operations/test_metrics.py",
    "privacy": "a text",
    "security-txt": "a text",
    "rules": "a text",
    "fair-play": "a text",
    "verifier": "a file",
    "calendar-feed": "by the address alone, no cookies: tests/games/test_share.py",
    "decision": "by the signed link alone: tests/mail",
    "decided": "by the signed link alone: tests/mail",
    "unsubscribe": "by the signed link alone: tests/mail",
    "mailbox": "embedded only, from the machine itself: tests/mail",
    "mailbox-mail": "embedded only, from the machine itself: tests/mail",
    "mailbox-html": "embedded only, from the machine itself: tests/mail",
    "account_unblock": "one's own settings: tests/accounts",
    "account_sign_out_elsewhere": "one's own settings: tests/accounts",
    "account_confirm_again": "one's own settings: tests/accounts",
    "account_mail_resume": "one's own settings: tests/accounts",
    "api-docs": "a text",
    "api-bot": "a file",
    "api-schema": "a text",
}
#: Pages of libraries, which have tests of their own; ours are in tests/accounts. The API takes JSON and has a table
#: of its own, tests/api/test_rights.py.
OTHERS = ("account_", "mfa_", "admin:", "anymail:", "api-")
