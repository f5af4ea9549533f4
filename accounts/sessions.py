"""Sessions as Django keeps them in the database and the cache, for keys that can be ours, and whose they are."""

import hashlib
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import cached_db

from accounts.signals import way_in_changed


class SessionStore(cached_db.SessionStore):
    """Takes only keys of letters and digits.

    A cookie can hold a NUL, which PostgreSQL takes in no text: asking for such a session was an error.
    """

    @classmethod
    def get_model_class(cls) -> Any:
        """Give the row that also holds whose session it is."""
        from accounts.models import Session

        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        """Make the row for this session's data, with the number of whoever is signed in."""
        session: Any = super().create_model_instance(data)
        signed_in = data.get(SESSION_KEY)
        session.user_id = int(signed_in) if signed_in else None
        return session

    def delete(self, session_key: str | None = None) -> None:
        """End a session, and tell whoever goes on reading by it."""
        key = session_key or self.session_key
        super().delete(session_key)
        if key:
            way_in_changed.send(sender=SessionStore, user=None, session=hashed(key))

    def _validate_session_key(self, key: str) -> bool:
        # The stubs do not know this method.
        return super()._validate_session_key(key) and key.isascii() and key.isalnum()  # type: ignore[misc]


def hashed(key: str) -> str:
    """Give by what a session is named where its key must not stand."""
    return hashlib.sha256(key.encode()).hexdigest()


def end_all(user_id: int, but: str | None = None) -> int:
    """End a person's sessions in all browsers, but the one with this key; give how many ended."""
    from accounts.models import Session

    keys = list(Session.objects.filter(user_id=user_id).exclude(session_key=but or "").values_list("pk", flat=True))
    for key in keys:
        # From the cache too, or the session would live on there.
        SessionStore(key).delete(key)
    return len(keys)
