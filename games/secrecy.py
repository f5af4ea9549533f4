"""Guards that keep a running game's secrets out of logs and error reports.

Both the seed and what follows from it (the order of the decks) are values of local variables while
a move is made, and parameters of statements when it is saved.
"""

import logging
from collections.abc import ItemsView
from types import FrameType
from typing import Any

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter

#: The one table whose statements carry secrets.
SECRETS = "games_gamesecret"
HIDDEN = "(not shown: a running game's secrets)"

#: Packages whose frames may hold a game, or a row of one on its way to the database.
HIDING = frozenset({"games", "psycopg", "msgspec"})


class _WithoutSecrets(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        if SECRETS in str(getattr(record, "sql", "")):
            record.msg, record.args = HIDDEN, ()
            record.sql, record.params = HIDDEN, ()
        return True


def guard_statement_log() -> None:
    """Blank the secrets' table's statements in the database's log. May be called again."""
    logger = logging.getLogger("django.db.backends")
    if not any(isinstance(known, _WithoutSecrets) for known in logger.filters):
        logger.addFilter(_WithoutSecrets())


class HideTheTable(SafeExceptionReporterFilter):
    """In error reports and the debug page, show no variable of a frame that may hold a game.

    Always on, unlike Django's own, which the DEBUG setting switches off.
    """

    def is_active(self, request: HttpRequest | None) -> bool:
        """Tell that the filter holds, whatever the settings."""
        return True

    def get_traceback_frame_variables(self, request: HttpRequest, tb_frame: FrameType) -> ItemsView[str, Any]:
        """Give a frame's variables for a report; blanked if the frame may hold a game."""
        package = tb_frame.f_globals.get("__name__", "").split(".")
        if package[0] in HIDING or package[:2] == ["django", "db"]:
            return dict.fromkeys(tb_frame.f_locals, HIDDEN).items()
        return super().get_traceback_frame_variables(request, tb_frame)
