"""First answers, given again to a request that is repeated with its key."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import GivenAnswer

#: For so long a repeated request gets its first answer.
KEPT = timedelta(days=1)


class OtherRequest(ValueError):
    """The key was used for another request before. The message is for who wrote the program."""


@dataclass(frozen=True)
class Given:
    """An answer: its status and its body as text; `again` if it was given before."""

    status: int
    body: str
    again: bool = False


def once(caller: int, key: str, request: str, answer: Callable[[], tuple[int, str]]) -> Given:
    """Answer a request that names a key: by `answer` the first time, later as that time.

    `request` is a hash of all that is asked. Of several at once one answers, and the others wait for it. If
    `answer` raises, all that it wrote is undone and the key is free again. Raises OtherRequest.
    """
    begin = timezone.now() - KEPT
    GivenAnswer.objects.filter(caller=caller, key=key, at__lt=begin).delete()
    try:
        with transaction.atomic():
            # Whoever brings the same key waits here, at the index, until this transaction ends.
            row = GivenAnswer.objects.create(caller=caller, key=key, request=request)
            row.status, row.body = answer()
            row.save(update_fields=["status", "body"])
            return Given(row.status, row.body)
    except IntegrityError:
        before = GivenAnswer.objects.filter(caller=caller, key=key).first()
        if before is None:
            # Not the key's doing.
            raise
    if before.request != request:
        raise OtherRequest("This key was used for another request. Draw a new one for each request.")
    return Given(before.status, before.body, again=True)


def clear() -> int:
    """Delete answers that are given no more; tell how many."""
    return GivenAnswer.objects.filter(at__lt=timezone.now() - KEPT).delete()[0]
