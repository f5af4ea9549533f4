"""Whether the database is away: what a page, a program and a worker then do is to come again."""

from django.db import InterfaceError, OperationalError, connection

#: What is said to people, and after how many seconds they, and programs, are told to come again.
SENTENCE = "The site can’t reach its games at the moment. Nothing is lost; please try again in a few seconds."
RETRY_AFTER = 5

#: What the log says of it.
AWAY = "the database is away"

#: PostgreSQL's classes and codes of "no connection": broken off, shutting down, crashed, starting, all taken.
_NO_CONNECTION = ("08", "57P01", "57P02", "57P03", "53300")


def is_away(error: BaseException | None) -> bool:
    """Tell whether an error says that there is no connection to the database, and not that a statement failed."""
    if not isinstance(error, (OperationalError, InterfaceError)):
        return False
    code = getattr(error.__cause__, "sqlstate", None)
    if code is not None:
        return str(code).startswith(_NO_CONNECTION)
    # The client's own words have no code: what counts is whether anything is left to speak with.
    left = connection.connection
    return left is None or bool(getattr(left, "closed", False))
