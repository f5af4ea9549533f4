"""The cases: records with the state expected after their last move, one rule each.

`cases/landlord/*.json` as their README says; `cases/own/*.json` are of the same form.
"""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.rules import record
from games.rules.errors import RulesError
from games.rules.landlord import LANDLORD
from games.rules.property.state import NOBODY, State
from tests.rules.candidates import offered

CASES = sorted(Path(__file__).parent.glob("cases/*/*.json"))


def _state_after(case: dict[str, Any]) -> State:
    for step in record.replay(record.decode(json.dumps(case["record"]))):
        state = step.state
    return state


def _seen(state: State) -> dict[str, Any]:
    """Give a state in the words of a case's `expect`."""
    over = state.decision == "over"
    outcome = LANDLORD.outcome(state)
    debt, best = state.debt, state.auction.best() if state.auction else None
    return {
        "cash": state.cash,
        "position": state.position,
        "jail_tries": state.jail,
        "cards": state.cards,
        # In a game that is over everybody has a place; those with a square or cash were still in.
        "out": [s for s, place in enumerate(state.place) if place],
        "turn": None if over else state.turn,
        "decision": None if over else state.decision,
        "awaiting": None if over else state.asked,
        "offers_made": None if over else state.offers,
        "squares": LANDLORD.final(state)["squares"],
        "rolls_used": state.rolls,
        "fortune": state.decks[0],
        "post": state.decks[1],
        "debt": None if debt is None else {"amount": debt.amount, "creditor": debt.creditor},
        "best_bid": None if best is None else list(best),
        "over": over,
        "placings": None if outcome is None else outcome.placings,
    }


@pytest.fixture(params=CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def case(request: pytest.FixtureRequest) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(request.param.read_bytes())
    assert data["name"] == request.param.stem
    return data


def test_the_cases_are_there() -> None:
    assert len([path for path in CASES if path.parent.name == "landlord"]) == 15


def test_state_after_the_last_move(case: dict[str, Any]) -> None:
    expect = {k: v for k, v in case["expect"].items() if k not in ("allowed", "refused")}
    seen = _seen(_state_after(case))
    assert expect.keys() == seen.keys()
    if expect["over"]:
        # `out` names those who left; the places of all the others come with the end.
        left = set(expect.pop("out"))
        assert left <= set(seen.pop("out"))
        placed = [seat for place in seen["placings"] for seat in place]
        assert set(placed[len(placed) - len(left) :]) == left
    assert seen == expect


def test_allowed_moves_are_listed_and_accepted(case: dict[str, Any]) -> None:
    text = LANDLORD.encode_state(_state_after(case))
    for seat, data in case["expect"].get("allowed", []):
        state = LANDLORD.decode_state(text)
        move = LANDLORD.decode_move(msgspec.json.encode(data))
        assert data["type"] == "timeout" or offered(LANDLORD.legal(state, seat), seat, move)
        LANDLORD.apply(state, seat, move)
        assert state.moves == LANDLORD.decode_state(text).moves + 1


def _decode_and_apply(state: State, seat: int, data: dict[str, Any]) -> None:
    move = LANDLORD.decode_move(msgspec.json.encode(data))
    assert not offered(LANDLORD.legal(state, seat), seat, move)
    LANDLORD.apply(state, seat, move)


def test_refused_moves_are_refused_and_change_nothing(case: dict[str, Any]) -> None:
    text = LANDLORD.encode_state(_state_after(case))
    for seat, data in case["expect"].get("refused", []):
        state = LANDLORD.decode_state(text)
        with pytest.raises(RulesError):
            _decode_and_apply(state, seat, data)
        assert LANDLORD.encode_state(state) == text


def test_records_of_the_cases_verify(case: dict[str, Any]) -> None:
    whole = record.decode(json.dumps(case["record"]))
    assert record.verify(whole) == ("ok" if "final" in case["record"] else "unfinished")


def test_nobody_is_asked_when_the_game_is_over(case: dict[str, Any]) -> None:
    state = _state_after(case)
    asked = [d.seat for d in LANDLORD.decisions(state)]
    assert asked == ([] if case["expect"]["over"] else [case["expect"]["awaiting"]])
    assert (state.asked == NOBODY) == case["expect"]["over"]
