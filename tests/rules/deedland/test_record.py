"""Records of Deedland: what verifies, and what is refused at which entry."""

import copy
import json
from typing import Any

import msgspec
import pytest

from games.rules import record
from games.rules.deedland import DEEDLAND
from games.rules.errors import MalformedMove, RulesError
from games.rules.interface import RuleSet
from games.rules.property import moves
from games.rules.registry import PLAYED, newest, rule_set
from tests.rules.deedland.random_play import RandomGame

Data = dict[str, Any]


def finished(*, drawn: bool = False, clock: bool = False) -> Data:
    """Give a short finished game, drawn or not, with or without entries by the clock."""
    for number in range(3_000):
        game = RandomGame(number)
        while not game.over and len(game.entries) < 120:
            game.play(game.next_entry(game.listings()))
        if not game.over or len(game.entries) < 20:
            continue
        ended = isinstance(game.entries[-1][1], moves.AcceptDraw)
        if ended == drawn and any(by == "clock" for *_, by in game.entries) == clock:
            data: Data = json.loads(record.encode(game.record()))
            return data
    raise AssertionError("no such game")


def verdict(data: Data) -> str:
    """Verify a record given as plain data."""
    return record.verify(record.decode(json.dumps(data)))


def wrong(data: Data) -> str:
    """Check that a record is refused; gives the reason."""
    with pytest.raises(record.RecordError) as caught:
        verdict(data)
    return str(caught.value)


@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize("clock", [False, True])
def test_finished_games_verify(drawn: bool, clock: bool) -> None:
    """Record: `ruleset` `"deedland"`, `rules_version` 1; a finished game verifies, drawn or not."""
    data = finished(drawn=drawn, clock=clock)
    assert (data["ruleset"], data["rules_version"]) == ("deedland", 1)
    assert verdict(data) == "ok"


def test_the_first_place_of_a_draw() -> None:
    """Record: a drawn game's first place lists all who were still in, by rising seat number; draws stand in `moves`."""
    data = finished(drawn=True)
    types = [entry["move"]["type"] for entry in data["moves"]]
    assert types[-1] == "accept_draw" and "offer_draw" in types
    first = data["placings"][0]
    assert len(first) >= 2 and first == sorted(first)
    other = copy.deepcopy(data)
    other["placings"][0].reverse()
    assert wrong(other).startswith("the placings are")


def test_the_final_of_a_draw() -> None:
    """Record: `final` is the state it was drawn in."""
    data = finished(drawn=True)
    assert sum(cash > 0 for cash in data["final"]["cash"]) >= 2
    data["final"]["cash"][0] += 1
    assert wrong(data) == "final is not the state that the moves lead to"


def test_a_safe_move_is_the_move_that_it_is() -> None:
    """Record: a safe move stands in the record as the move that it is, `by` `"clock"`."""
    data = finished(clock=True)
    number = next(n for n, entry in enumerate(data["moves"]) if entry["by"] == "clock")
    assert data["moves"][number]["move"]["type"] != "timeout"
    entry = copy.deepcopy(data)
    entry["moves"][number]["move"] = {"type": "resign"}
    assert wrong(entry).startswith(f"move {number}: The clock makes no other move")
    other = copy.deepcopy(data)
    seats = len(data["seats"])
    other["moves"][number]["seat"] = (data["moves"][number]["seat"] + 1) % seats
    assert wrong(other).startswith(f"move {number}: ")
    none = copy.deepcopy(data)
    none["options"]["move_time"] = None
    assert wrong(none) == f"move {number}: This game has no clock."


def test_forms_of_moves() -> None:
    """Decisions: a move is a JSON object with `type` and exactly the keys named; numbers are JSON integers."""
    for text in (
        '{"type":"roll","x":1}',
        '{"type":"bid"}',
        '{"type":"bid","amount":4.0}',
        '{"type":"bid","amount":true}',
        '{"type":"timeout"}',
        '{"type":"offer","to":1,"give":[],"get":[],"give_cash":0}',
        "[]",
    ):
        with pytest.raises(MalformedMove):
            DEEDLAND.decode_move(text)
    for move in (moves.OFFER_DRAW, moves.ACCEPT_DRAW, moves.REFUSE_DRAW, moves.ROLL, moves.Bid(7)):
        assert DEEDLAND.decode_move(msgspec.json.encode(move)) == move


def test_it_is_registered() -> None:
    """Engine: the registry knows the game by its key, and its newest version; tables are opened for it."""
    assert rule_set("deedland", 1) is newest("deedland") is DEEDLAND
    assert (DEEDLAND.key, DEEDLAND.version) == ("deedland", 1)
    assert PLAYED == ("landlord", "deedland")
    with pytest.raises(RulesError, match="There are no rules called"):
        newest("nothing")


def test_it_offers_all_of_the_interface() -> None:
    """Engine: the value offers all of the interface."""
    assert all(hasattr(DEEDLAND, name) for name in vars(RuleSet) if not name.startswith("_"))


def test_what_is_not_in_it() -> None:
    """Record: neither Ready nor chat, nor the passing over of a bidder, is in it."""
    types = {move.__struct_config__.tag for move in DEEDLAND.rules.moves}
    assert types == {
        *("roll", "pay_fine", "use_card", "buy", "decline", "bid", "pass", "build", "sell", "mortgage", "unmortgage"),
        *("offer", "accept", "refuse", "withdraw", "end_turn", "resign", "offer_draw", "accept_draw", "refuse_draw"),
    }


def test_a_state_does_not_show_what_is_to_come() -> None:
    """View: nobody sees the deck or the seed."""
    view = msgspec.to_builtins(DEEDLAND.view(RandomGame(1).state, 0))
    assert not {"chance", "decks", "seed"} & view.keys()
