"""A game's record as the OpenAPI document tells it; the rules keep its moves as text until they play them."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.rules.interface import By, Kind, Strength
from games.rules.property.moves import AnyMove

Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
#: UTC, to the second.
Second = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]


class Options(msgspec.Struct):
    """What a game is played with: `move_time` in seconds, null without a clock; `bots` where their level is chosen."""

    move_time: int | None
    bots: Strength | UnsetType | None = UNSET


class OwnedSquare(msgspec.Struct):
    """A square that has an owner at the end; five houses are the hotel."""

    owner: int
    houses: int
    mortgaged: bool


class Final(msgspec.Struct):
    """The table at the end: cash by seat, and the squares that are owned by their position."""

    cash: list[int]
    squares: dict[str, OwnedSquare]


class RecordSeat(msgspec.Struct):
    """Who sat at a seat; a bot's client seed is empty."""

    name: str
    kind: Kind
    client_seed: str


class RecordEntry(msgspec.Struct):
    """A decision: the move, who made it and when."""

    seat: int
    move: AnyMove
    at: Second
    by: By


class Record(msgspec.Struct):
    """A game's record. Seeds, placings and `final` are left out while it runs."""

    format: Literal[1]
    ruleset: str
    rules_version: int
    game: str
    started_at: Second
    finished_at: Second | None
    options: Options
    seats: list[RecordSeat]
    commitment: Digest
    moves: list[RecordEntry]
    server_seed: Digest | UnsetType = UNSET
    seed: Digest | UnsetType = UNSET
    placings: list[list[int]] | UnsetType = UNSET
    final: Final | UnsetType = UNSET
