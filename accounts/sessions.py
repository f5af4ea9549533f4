"""Sessions as Django keeps them in the database and the cache, for keys that can be ours."""

from django.contrib.sessions.backends import cached_db


class SessionStore(cached_db.SessionStore):
    """Takes only keys of letters and digits.

    A cookie can hold a NUL, which PostgreSQL takes in no text: asking for such a session was an error.
    """

    def _validate_session_key(self, key: str) -> bool:
        # The stubs do not know this method.
        return super()._validate_session_key(key) and key.isascii() and key.isalnum()  # type: ignore[misc]
