"""The rows of a game: who sits, every move, and apart from them what nobody may see yet.

`games.table` alone writes these. What a running game keeps to itself stands in GameSecret, a table
of its own, so that no listing, admin page or serializer of a Game can come near it.
"""

from games.models.clock import CalendarFeed, SiteClock, Standstill
from games.models.game import Game, GameSecret
from games.models.move import AppendOnly, Move, MoveQuerySet
from games.models.names import ID_LENGTH, ID_LETTERS, new_link_key, new_public_id
from games.models.notice import Notice
from games.models.seat import WAITED_ON, Seat
from games.models.wishes import Invitation, Proposal, StandingOrder

__all__ = [
    "ID_LENGTH",
    "ID_LETTERS",
    "WAITED_ON",
    "AppendOnly",
    "CalendarFeed",
    "Game",
    "GameSecret",
    "Invitation",
    "Move",
    "MoveQuerySet",
    "Notice",
    "Proposal",
    "Seat",
    "SiteClock",
    "StandingOrder",
    "Standstill",
    "new_link_key",
    "new_public_id",
]
