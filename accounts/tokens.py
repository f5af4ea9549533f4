"""Personal tokens: a program shows one and acts for the person, as far as its scope goes."""

import hashlib
import secrets
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import PersonalToken, User
from landlord.prepared import Prepared

#: By this people, and programs that look for leaked secrets, know one of ours.
PREFIX = "landlord_"
#: More than this nobody needs at once.
MOST = 20
#: Uses within this are noted as one, or each request would write.
NOTED_EVERY = timedelta(minutes=1)


class TooManyTokens(ValueError):
    """A person has as many tokens as one may. The message is for the person."""


def make(user: User, name: str, scope: PersonalToken.Scope) -> str:
    """Give a person a new token: the only time that it can be seen. Raises TooManyTokens."""
    token = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        # So that two at once are counted one after the other.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if user.tokens.count() >= MOST:
            raise TooManyTokens(f"You have {MOST} tokens, which is the most. Take one away first.")
        PersonalToken.objects.create(user=user, name=name, scope=scope, hashed=hashed(token))
    return token


def found(token: str) -> PersonalToken | None:
    """Give what is kept of a token, with its person, and note the use; None for one that is not, or no more, valid."""
    if not token.isascii() or not token.startswith(PREFIX):
        return None
    known = next(iter(_known(hashed=hashed(token))), None)
    if known is not None:
        _note_use(known)
    return known


@partial(Prepared, hashed=str)
def _known(hashed: str) -> QuerySet[PersonalToken]:
    return PersonalToken.objects.filter(hashed=hashed, user__is_active=True).select_related("user")


def revoke(user: User, number: int) -> bool:
    """Take a person's token away; tell whether it was there."""
    return PersonalToken.objects.filter(user=user, pk=number).delete()[0] > 0


def hashed(token: str) -> str:
    """Give what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def _note_use(token: PersonalToken) -> None:
    instant = timezone.now()
    if token.last_used is None or instant - token.last_used >= NOTED_EVERY:
        old = Q(last_used=None) | Q(last_used__lte=instant - NOTED_EVERY)
        PersonalToken.objects.filter(old, pk=token.pk).update(last_used=instant)
