"""Who looks at a table: kept so that no mail calls somebody to a page that they have before their eyes."""

from datetime import datetime, timedelta

from django.db.models import Q

from games.models import Seat

#: Presence is written no more often than this for a seat, however often a page asks.
PRESENCE_EVERY = timedelta(seconds=30)


def note_presence(seat: Seat, instant: datetime) -> None:
    """Note that who sits there has a page of the table in sight at `instant`; one statement at most.

    Only of people with an account: nobody else gets mail. Needs no lock: no other statement writes
    this column.
    """
    if seat.user_id is None or (seat.seen_at is not None and seat.seen_at > instant - PRESENCE_EVERY):
        return
    unseen = Q(seen_at__isnull=True) | Q(seen_at__lte=instant - PRESENCE_EVERY)
    Seat.objects.filter(unseen, pk=seat.pk).update(seen_at=instant)
