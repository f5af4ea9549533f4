"""Who does not want to meet whom."""

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db.models import Q

from accounts.models import Block, User

#: More names than this nobody blocks one by one.
MOST = 500


def block(user: User, name: str) -> User:
    """Put the person with this name on a user's block list and return that person; twice is once.

    Raises ValidationError, in words for the person, for an unknown name, one's own, or a full list.
    """
    other = User.objects.filter(name__iexact=name.strip(), is_active=True).first()
    if other is None:
        raise ValidationError("Nobody here has this name.", code="unknown")
    if other == user:
        raise ValidationError("You can't block yourself.", code="oneself")
    if user.blocks.count() >= MOST:
        raise ValidationError(f"Your list has {MOST} names; take one off first.", code="full")
    Block.objects.get_or_create(user=user, blocked=other)
    return other


def unblock(user: User, name: str) -> bool:
    """Take the person with this name off a user's block list; tell whether it stood there."""
    # No text in PostgreSQL holds a NUL, not even one that is only asked for.
    if not name.isprintable():
        return False
    return Block.objects.filter(user=user, blocked__name__iexact=name.strip()).delete()[0] > 0


def blocked_between(user_id: int, other_ids: Iterable[int]) -> bool:
    """Tell whether a person blocks one of the others, or is blocked by one of them. One query."""
    others = list(other_ids)
    return Block.objects.filter(
        Q(user_id=user_id, blocked_id__in=others) | Q(user_id__in=others, blocked_id=user_id)
    ).exists()
