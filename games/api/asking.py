"""What a request to the API may hold: bodies and queries, as structs that refuse anything else."""

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.rules.interface import Strength
from games.rules.property import moves
from games.rules.property.orders import PropertyOrder
from games.rules.registry import PLAYED

#: Moves that one request may send together.
MOST_MOVES = 4
#: Entries of the record that one answer gives.
MOST_ENTRIES = 200
#: No game has moves of so many digits.
_LAST = 9_999_999

#: The games that tables can be opened for, by their keys.
if TYPE_CHECKING:
    Ruleset = str
else:
    Ruleset = Literal[PLAYED]
#: The game of a program that names none.
FIRST = PLAYED[0]

Text = Annotated[str, Meta(max_length=100)]
Key = Annotated[str, Meta(max_length=64)]
#: Seconds for a move; None is no clock. Which of them a game has, its rules say.
MoveTime = Annotated[int, Meta(ge=30, le=604_800)] | None


class _Form(msgspec.Struct, forbid_unknown_fields=True):
    pass


class ListQuery(_Form):
    """Which games to list: tables that may be joined, public games in play, one's own that go on, or are over.

    The filters are for the first two; `ruleset` is for all. `time` is the band of the move time: below an hour, below
    a day, longer, or no clock. `reliable` is the opener's share of games that ended without a time-out, in percent at
    least.
    """

    show: Literal["open", "playing", "mine", "finished"] = "open"
    ruleset: Ruleset | UnsetType = UNSET
    seats: Annotated[int, Meta(ge=2, le=4)] | UnsetType = UNSET
    time: Literal["minutes", "hours", "days", "none"] | UnsetType = UNSET
    rated: Literal["true", "false"] | UnsetType = UNSET
    reliable: Annotated[int, Meta(ge=0, le=100)] = 0
    cursor: Annotated[str, Meta(max_length=200)] | UnsetType = UNSET


class KeyQuery(_Form):
    """The key of a secret table's link, for whoever has no seat there yet."""

    key: Key = ""


class EventsQuery(_Form):
    """Entries with a number above `since`; -2 gives the start too."""

    since: Annotated[int, Meta(ge=-2, le=_LAST)] = -2
    limit: Annotated[int, Meta(ge=1, le=MOST_ENTRIES)] = 100


class StreamQuery(_Form):
    """Entries with a number above `since`; -2 gives the start too. `Last-Event-ID` goes before it."""

    since: Annotated[int, Meta(ge=-2, le=_LAST)] = -2


class MoveQuery(_Form):
    """The number of the entry after which the table is shown; -1 is the start. Without it, the last one."""

    move: Annotated[int, Meta(ge=-1, le=_LAST)] | UnsetType = UNSET


class NewGame(_Form):
    """A new table of a game: `seats` with the caller's own, `secret` for those with the link alone.

    `move_time` is in seconds, 60 or more; some games, such as Deedland, have 30 too, and null, which is no clock. Left
    out, it is the game's own. `bots_fill`: bots take the seats that are empty when it starts. Where people play people
    or one person plays against bots, as in Deedland, nobody else sits down then, and `bots` says how strong they are;
    other games, such as Landlord, draw that.
    """

    seats: Annotated[int, Meta(ge=2, le=4)]
    ruleset: Ruleset = FIRST
    move_time: MoveTime | UnsetType = UNSET
    bots: Strength | None = None
    rated: bool = False
    secret: bool = False
    bots_fill: bool = False


class SitDown(_Form):
    """The seed that one brings (empty: the site draws), and the key of a secret table's link."""

    client_seed: Text = ""
    key: Key = ""


class Seed(_Form):
    """A seed of one's own: 1 to 64 letters from A to Z, a to z, digits, and `. _ -`; empty: the site draws."""

    client_seed: Text = ""


class Ready(_Form):
    """Whether one is ready to start."""

    ready: bool = True


class ChangeMoveTime(_Form):
    """The seconds for a move, in the table's bounds; null is no clock."""

    move_time: MoveTime


class Invite(_Form):
    """The name of the player to be invited."""

    name: Annotated[str, Meta(min_length=1, max_length=20)]


class Moves(_Form):
    """One move, or several that belong together, such as to buy and to end the turn.

    `token` is that of `you` in the game's reading: it tells a move for this decision from one that comes too late. An
    answer to a draw offer goes with the token of `draw` instead, and an offer of one with any.
    """

    token: Annotated[str, Meta(max_length=20)]
    moves: Annotated[list[msgspec.Raw], Meta(min_length=1, max_length=MOST_MOVES)]


PlayableMove = (
    moves.PayFine
    | moves.UseCard
    | moves.Roll
    | moves.Buy
    | moves.Decline
    | moves.Bid
    | moves.Pass
    | moves.Build
    | moves.Sell
    | moves.Mortgage
    | moves.Unmortgage
    | moves.Offer
    | moves.Accept
    | moves.Refuse
    | moves.Withdraw
    | moves.EndTurn
    | moves.Resign
    | moves.OfferDraw
    | moves.AcceptDraw
    | moves.RefuseDraw
)


class Play(_Form):
    """One move, or several that belong together, such as to buy and to end the turn.

    `token` is that of `you` in the game's reading: it tells a move for this decision from one that comes too late. An
    answer to a draw offer goes with the token of `draw` instead, and an offer of one with any.
    """

    token: Annotated[str, Meta(max_length=20)]
    moves: Annotated[list[PlayableMove], Meta(min_length=1, max_length=MOST_MOVES)]


class Propose(_Form):
    """A pause of 1 to 14 days, or an end of the game as it stands."""

    kind: Literal["pause", "end"]
    days: Annotated[int, Meta(ge=0, le=14)] = 0


class AnswerProposal(_Form):
    """Whether one accepts."""

    accept: bool


class LeaveOrder(_Form):
    """An order, of a type that `you.orders_open` has. If it answers what is asked now, it acts at once.

    It takes the place of one about the same: of the same type, and where these name a square, a set or a decision, of
    the one that names the same; `refuse_all` and `refuse_below` take each other's.
    """

    order: PropertyOrder
