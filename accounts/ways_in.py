"""Ways in that stay open: sessions and tokens by which somebody goes on reading, looked at again and again."""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.db.models.signals import post_delete, post_save
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import PersonalToken, Session, User
from accounts.sessions import SessionStore
from accounts.signals import way_in_changed


class BySession(NamedTuple):
    """A browser's session, by its key."""

    key: str


class ByToken(NamedTuple):
    """A personal token, by its number."""

    number: int


WayIn = BySession | ByToken


def persons(ways: Collection[WayIn]) -> dict[WayIn, int]:
    """Give whom each way leads to, by the number of the account; those that lead nowhere, or no more, are left out.

    The rows themselves are asked, not the cache, in three queries at most: a session that has ended, whose
    password was changed since, a token that was taken away, and an account that is suspended all lead nowhere.
    """
    found: dict[WayIn, int] = {}
    signed_in = _signed_in([way.key for way in ways if isinstance(way, BySession)])
    if signed_in:
        people = {user.pk: user for user in User.objects.filter(pk__in={n for n, _ in signed_in.values()})}
        for key, (number, hashed) in signed_in.items():
            user = people.get(number)
            if user is not None and user.is_active and _is_of_this_password(user, hashed):
                found[BySession(key)] = number
    tokens = [way.number for way in ways if isinstance(way, ByToken)]
    if tokens:
        rows = PersonalToken.objects.filter(pk__in=tokens, user__is_active=True).values_list("pk", "user_id")
        found.update({ByToken(number): user for number, user in rows})
    return found


def listen() -> None:
    """Tell, by `way_in_changed`, of what may end a way in of a person's. Ended sessions tell it themselves."""
    post_save.connect(_person_changed, sender=User, dispatch_uid="accounts.ways_in.saved")
    post_delete.connect(_person_changed, sender=User, dispatch_uid="accounts.ways_in.deleted")
    post_delete.connect(_token_gone, sender=PersonalToken, dispatch_uid="accounts.ways_in.token")


def _signed_in(keys: list[str]) -> dict[str, tuple[int, str]]:
    if not keys:
        return {}
    store, found = SessionStore(), {}
    rows = Session.objects.filter(pk__in=keys, expire_date__gt=timezone.now())
    for row in rows:
        kept = store.decode(row.session_data)
        number = kept.get(SESSION_KEY)
        if number:
            found[row.session_key] = (int(number), str(kept.get(HASH_SESSION_KEY, "")))
    return found


def _is_of_this_password(user: User, hashed: str) -> bool:
    now = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return any(constant_time_compare(hashed, each) for each in now)


def _person_changed(sender: object, instance: User, **kwargs: Any) -> None:
    if not kwargs.get("created"):
        way_in_changed.send(sender=User, user=instance.pk, session="")


def _token_gone(sender: object, instance: PersonalToken, **kwargs: Any) -> None:
    way_in_changed.send(sender=PersonalToken, user=instance.user_id, session="")
