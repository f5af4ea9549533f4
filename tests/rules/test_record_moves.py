"""The game record, format 1: damages of its moves and its end, and the number they are told by."""

import json
from typing import Any

import pytest

from games.rules import record
from games.rules.landlord import LANDLORD
from tests.rules.records import GAME, PEOPLE, Data, changed, verdict, with_move, without, wrong

# -- damages of the moves -----------------------------------------------------------------------------------


def _number_of(kind: str, data: Data = GAME) -> int:
    return next(i for i, entry in enumerate(data["moves"]) if entry["move"]["type"] == kind)


@pytest.mark.parametrize("seat", [-1, 4, 10**20])
def test_there_is_such_a_seat(seat: int) -> None:
    assert f"there is no seat {seat}" in wrong(with_move(3, seat=seat), 3)


@pytest.mark.parametrize(
    "move",
    [
        {},
        [],
        None,
        "buy",
        {"type": "by"},
        {"type": "buy", "square": 1},
        {"type": "bid"},
        {"type": "bid", "amount": 1.0},
        {"type": "bid", "amount": True},
        {"type": "build", "square": "1"},
    ],
    ids=str,
)
def test_malformed_moves(move: Any) -> None:
    assert "no move of this game" in wrong(with_move(5, move=move), 5)


def test_the_first_illegal_move_is_named() -> None:
    data = with_move(7, move={"type": "pay_fine"})
    data["moves"][9]["move"] = {"type": "nonsense"}
    wrong(data, 7)


def test_another_seats_move() -> None:
    data = changed(PEOPLE)
    number = _number_of("end_turn", data)
    entry = data["moves"][number]
    entry["seat"] = (entry["seat"] + 1) % 3
    wrong(data, number)


def test_a_move_left_out_shows_at_the_latest_in_the_end() -> None:
    for number in range(len(GAME["moves"])):
        data = changed()
        del data["moves"][number]
        with pytest.raises(record.RecordError) as caught:
            verdict(data)
        assert caught.value.number is None or caught.value.number >= number


def test_nothing_follows_the_end() -> None:
    data = changed()
    data["moves"].append(data["moves"][0])
    assert "over" in wrong(data, len(GAME["moves"]))


def test_a_bot_plays_its_own_seat_only() -> None:
    bots = {i for i, seat in enumerate(GAME["seats"]) if seat["kind"] == "bot"}
    for number, entry in enumerate(GAME["moves"]):
        if entry["by"] == "clock":
            continue
        swapped = "player" if entry["seat"] in bots else "bot"
        assert "bot" in wrong(with_move(number, by=swapped), number)


def test_a_timeout_is_the_clocks() -> None:
    number = _number_of("end_turn")
    assert "clock" in wrong(with_move(number, by="clock"), number)
    assert "clock" in wrong(with_move(number, move={"type": "timeout"}), number)


def test_a_timeout_has_the_seat_waited_on() -> None:
    data = changed(PEOPLE)
    entry = data["moves"][4]
    data["moves"][4] |= {"seat": (entry["seat"] + 1) % 3, "move": {"type": "timeout"}, "by": "clock"}
    assert "waited on" in wrong(data, 4) or "out of this game" in wrong(data, 4)


def _agreed(data: Data, by: str = "agreed") -> Data:
    """Give a game stopped after ten moves, by the resignation of all but one."""
    data = without(data, "placings", "final")
    data["moves"] = data["moves"][:10]
    *_, last = record.replay(record.decode(json.dumps(data)))
    state = last.state
    at = data["moves"][0]["at"]
    for seat in state.seats_in()[:-1]:
        data["moves"].append({"seat": seat, "move": {"type": "resign"}, "at": at, "by": by})
        LANDLORD.apply(state, seat, LANDLORD.decode_move('{"type":"resign"}'))
    outcome = LANDLORD.outcome(state)
    assert outcome is not None
    return data | {"placings": outcome.placings, "final": LANDLORD.final(state)}


def test_an_agreed_end() -> None:
    assert verdict(_agreed(PEOPLE)) == "ok"
    assert verdict(_agreed(PEOPLE, "order")) == "ok"


def test_agreed_stands_with_resign_only() -> None:
    data = changed(PEOPLE)
    data["moves"][4]["by"] = "agreed"
    assert data["moves"][4]["move"]["type"] != "resign"
    assert "agreed end" in wrong(data, 4)


def test_agreed_stands_only_while_no_bot_is_in() -> None:
    number = next(i for i, e in enumerate(GAME["moves"]) if GAME["seats"][e["seat"]]["kind"] != "bot")
    data = without(GAME, "placings", "final")
    resigned = data["moves"][number] | {"move": {"type": "resign"}, "by": "agreed"}
    data["moves"] = [*data["moves"][:number], resigned]
    assert "without a bot" in wrong(data, number)


# -- damages of the end --------------------------------------------------------------------------------------


def test_a_game_that_is_over_needs_placings_and_final() -> None:
    for names in (["placings"], ["final"], ["placings", "final"]):
        assert "missing" in wrong(without(GAME, *names))
        assert "missing" in wrong(changed(**dict.fromkeys(names)))


def test_a_game_that_is_not_over_has_neither() -> None:
    data = changed()
    data["moves"].pop()
    for names in ([], ["placings"], ["final"]):
        assert "not over" in wrong(without(data, *names))


def test_placings_are_compared() -> None:
    assert "placings" in wrong(changed(placings=GAME["placings"][::-1]))
    assert "placings" in wrong(changed(placings=GAME["placings"][:-1]))
    assert "placings" in wrong(changed(placings=[[s for place in GAME["placings"] for s in place]]))


def test_final_is_compared() -> None:
    final = GAME["final"]
    square = next(iter(final["squares"]))
    deed = final["squares"][square]
    damages = [
        final | {"cash": [c + 1 for c in final["cash"]]},
        final | {"cash": [float(c) for c in final["cash"]]},
        final | {"cash": [*final["cash"], 0]},
        final | {"squares": {}},
        final | {"squares": final["squares"] | {square: deed | {"houses": deed["houses"] + 1}}},
        final | {"squares": final["squares"] | {square: deed | {"houses": deed["houses"] == 1}}},
        final | {"squares": final["squares"] | {square: deed | {"mortgaged": int(deed["mortgaged"])}}},
        final | {"squares": final["squares"] | {square: deed | {"mortgaged": not deed["mortgaged"]}}},
        final | {"squares": final["squares"] | {"0": deed}},
        final | {"squares": {int(p) + 1: d for p, d in final["squares"].items()}},
        final | {"turns": 3},
        {"cash": final["cash"]},
        {},
    ]
    for damage in damages:
        assert "final is not" in wrong(changed(final=damage))


def test_the_order_of_the_squares_is_free() -> None:
    squares = dict(reversed(GAME["final"]["squares"].items()))
    assert verdict(changed(final=GAME["final"] | {"squares": squares})) == "ok"
