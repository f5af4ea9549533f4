"""What is deleted when nobody needs it any more, and after how long."""

from dataclasses import dataclass
from datetime import timedelta

from games import guests, table
from games.models import Game

#: Tables whose game never started are kept for so long, and as long mails are remembered after a game's end.
KEEP = timedelta(days=30)


@dataclass(frozen=True)
class Purged:
    """How many went."""

    guests_games: int
    closed_tables: int
    notices: int


def purge() -> Purged:
    """Delete guests' old games, tables closed long ago, and the outbox of games that are long over."""
    before = table.now() - KEEP
    closed = Game.objects.filter(status=Game.Status.CLOSED, moved_at__lt=before)
    return Purged(
        guests_games=guests.purge_old_games(),
        closed_tables=table.purge(list(closed.values_list("public_id", flat=True)), before),
        notices=table.purge_notices(before),
    )
