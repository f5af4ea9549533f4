"""Damaged games are refused by the engine and by the verifier, whoever else sees them or not."""

import copy
import json

import pytest

from games.proof import landlord_verify
from games.rules import record
from tests.proof import damages
from tests.proof.damages import SEEN_BY_ALL, SEEN_BY_ENGINE_AND_FILE, SEEN_BY_THE_BROWSER

TO_THE_RECORD = SEEN_BY_ALL | SEEN_BY_ENGINE_AND_FILE


def test_there_are_fifty_and_more_and_each_is_one() -> None:
    assert len(TO_THE_RECORD) + len(SEEN_BY_THE_BROWSER) >= 50
    spoiled = []
    for damage in TO_THE_RECORD.values():
        data = damages.game()
        damage(data)
        spoiled.append(json.dumps(data))
    assert len(set(spoiled)) == len(spoiled) and json.dumps(damages.game()) not in spoiled


def test_the_game_itself_is_right() -> None:
    assert landlord_verify.verify(damages.game()) == record.verify(damages.decoded()) == "ok"


@pytest.mark.parametrize("name", TO_THE_RECORD)
def test_a_damaged_record_is_refused_by_engine_and_file(name: str) -> None:
    data = copy.deepcopy(damages.game())
    TO_THE_RECORD[name](data)
    with pytest.raises(record.RecordError):
        # A record without its end is read as one of a game that never came to it, and then it is over too early.
        record.verify(record.decode(json.dumps(data)))
    with pytest.raises(landlord_verify.Wrong):
        landlord_verify.verify(data)
