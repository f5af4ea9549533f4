"""What a reader's page of a table depends on, in one query, and who may see a table at all."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from django.db.models import QuerySet

from games.models import Game, Seat
from games.table import NoSuchTable, may_enter
from games.who import Who
from landlord.prepared import Prepared

#: So many parts of what a stamp tells are the same for all readers.
SHARED = 4


@dataclass(frozen=True)
class Stamp:
    """What a page of a table depends on: if it is the same, so is the page."""

    public_id: str
    reader: int | None
    #: The numbers and times that move with everything shown.
    told: tuple[object, ...]
    #: The reader's row, for noting that they look; no part of what the page shows.
    seat: Seat | None = field(default=None, compare=False, repr=False)

    @property
    def etag(self) -> str:
        """The stamp as an ETag, quotes included."""
        reader = "-" if self.reader is None else self.reader
        return f'"{self.public_id}.{reader}.{".".join(str(part) for part in self.told)}"'

    @property
    def shared(self) -> str:
        """The part of the ETag that is the same for everybody: nothing in it tells of what one seat did unseen."""
        return ".".join(str(part) for part in self.told[:SHARED])


def stamp(game_id: str, who: Who, key: str = "") -> Stamp:
    """Give what a reader's page of a table depends on, as a rule in one query. Raises NoSuchTable."""
    return stamp_of(stamped(game_id), who, key)


def stamped(game_id: str) -> list[Seat]:
    """Give what the stamps of all readers are made of, in one query: the seats, with the game. Empty for none."""
    return _seats(game_id=game_id)


@partial(Prepared, game_id=str)
def _seats(game_id: str) -> QuerySet[Seat]:
    seats = Seat.objects.filter(game__public_id=game_id).order_by("number").select_related("game")
    return seats.defer("game__opening", "client_seed")


def stamp_of(seats: Sequence[Seat], who: Who, key: str = "") -> Stamp:
    """Give one reader's stamp from what `stamped` gave. Raises NoSuchTable.

    Asks the database only about a secret table that has not started, for somebody who does not sit there.
    """
    if not seats:
        raise NoSuchTable
    game, reader = seats[0].game, reader_of(seats, who)
    may_see(game, reader, who, key)
    return stamp_for(game, seats, reader)


def may_see(game: Game, reader: int | None, who: Who, key: str) -> None:
    """Raise NoSuchTable for whom there is none: players see a secret one, and before its start who has its link."""
    if not game.secret_table or reader is not None:
        return
    if game.status == Game.Status.OPEN and may_enter(game, who.user, key):
        return
    raise NoSuchTable


def stamp_for(game: Game, seats: Sequence[Seat], reader: int | None) -> Stamp:
    """Give what a page of a table depends on for the reader at a seat, None for who watches."""
    stood_still = int(game.stood_still_at.timestamp()) if game.stood_still_at else 0
    seat = None if reader is None else seats[reader]
    own = seat.own_changes if seat else 0
    return Stamp(game.public_id, reader, (game.status, game.move_count, game.changes, stood_still, own), seat)


def reader_of(seats: Sequence[Seat], who: Who) -> int | None:
    """Give the number of the seat that somebody sits at, or None."""
    return next((seat.number for seat in seats if who.sits_at(seat)), None)
