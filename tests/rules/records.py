"""Finished games as plain data, and damages to them, for the tests of the record."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from games.rules import record
from games.rules.chance import commitment, derive_seed
from games.rules.landlord import LANDLORD
from tests.rules.random_play import RandomGame

ROOT = Path(__file__).resolve().parents[2]
Data = dict[str, Any]


def finished(people_only: bool = False, seats: int | None = None) -> Data:
    """Give a short finished game with houses or mortgages at its end, as plain data."""
    for number in range(2_000):
        if seats is not None and 2 + number % 3 != seats:
            continue
        game = RandomGame(number, people_only=people_only)
        while not game.over and len(game.entries) < 150:
            game.play(game.next_entry(game.listings()))
        if game.over and len(game.entries) > 20 and len(LANDLORD.final(game.state)["squares"]) > 3:
            data: Data = json.loads(record.encode(game.record()))
            return data
    raise AssertionError("no such game")


GAME = finished()
PEOPLE = finished(people_only=True, seats=3)


def verdict(data: Data) -> str:
    """Verify a record given as plain data."""
    return record.verify(record.decode(json.dumps(data)))


def wrong(data: Data, number: int | None = None) -> str:
    """Check that a record is refused at the move with this number; gives the reason."""
    with pytest.raises(record.RecordError) as caught:
        verdict(data)
    assert caught.value.number == number
    if number is not None:
        assert str(caught.value).startswith(f"move {number}: ")
    return str(caught.value)


def changed(data: Data = GAME, **fields: Any) -> Data:
    """Give a copy of a record with some fields changed."""
    return copy.deepcopy(data) | copy.deepcopy(fields)


def without(data: Data, *names: str) -> Data:
    """Give a copy of a record without some fields."""
    return {key: copy.deepcopy(value) for key, value in data.items() if key not in names}


def with_move(number: int, **fields: Any) -> Data:
    """Give a copy of the record with fields of one entry changed."""
    data = changed()
    data["moves"][number] |= fields
    return data


def reseeded(data: Data) -> Data:
    """Give a record whose seeds fit together again after a change of seats."""
    seeds = [seat["client_seed"] for seat in data["seats"]]
    seed = derive_seed(data["server_seed"], seeds)
    return data | {"commitment": commitment(data["server_seed"]), "seed": seed}
