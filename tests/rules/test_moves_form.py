"""The rules' section "Decisions": the JSON form of moves; and what decoding makes of anything else."""

import contextlib
import json
import typing
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.errors import MalformedMove
from games.rules.landlord import LANDLORD
from games.rules.property import moves

OFFER = {"type": "offer", "to": 1, "give": [1], "get": [39, 5], "give_cash": 0, "get_cash": 3}
PLAIN = (
    *("pay_fine", "use_card", "roll", "buy", "decline", "pass", "accept", "refuse", "withdraw"),
    *("end_turn", "resign", "timeout"),
)
ON_SQUARE = ("build", "sell", "mortgage", "unmortgage")
ALL: list[dict[str, Any]] = [
    *({"type": kind} for kind in PLAIN),
    *({"type": kind, "square": 7} for kind in ON_SQUARE),
    {"type": "bid", "amount": 4},
    OFFER,
]


def decode(data: object) -> Any:
    """Decode a move from plain data."""
    return LANDLORD.decode_move(json.dumps(data))


@pytest.mark.parametrize("data", ALL, ids=lambda data: data["type"])
def test_each_move_has_one_form(data: dict[str, Any]) -> None:
    """Decisions: a move is a JSON object with `type` and exactly the keys named here, all of them."""
    move = decode(data)
    assert json.loads(msgspec.json.encode(move)) == data
    assert decode(dict(reversed(data.items()))) == move
    assert LANDLORD.decode_move(msgspec.json.encode(move)) == move


def test_there_are_no_other_moves() -> None:
    """Decisions: the moves named on the rules page, and the clock's entry."""
    tags = {t.__struct_config__.tag for t in typing.get_args(moves.PropertyMove)}
    assert tags == {data["type"] for data in ALL}
    assert all(issubclass(t, msgspec.Struct) for t in typing.get_args(moves.PropertyMove))


@pytest.mark.parametrize("data", ALL, ids=lambda data: data["type"])
def test_no_key_more_or_less(data: dict[str, Any]) -> None:
    """Decisions: exactly the keys named, all of them."""
    for key in data:
        with pytest.raises(MalformedMove):
            decode({k: v for k, v in data.items() if k != key})
    for key in ("square", "seat", "amount", "", "Type"):
        if key not in data:
            with pytest.raises(MalformedMove):
                decode(data | {key: 1})


@pytest.mark.parametrize("wrong", ["4.0", "4.5", "true", "null", '"4"', "[4]", "{}", "1e2", "NaN", "0x4", "04", "+4"])
@pytest.mark.parametrize("key", ["to", "give_cash", "get_cash", "amount", "square"])
def test_numbers_are_json_integers(key: str, wrong: str) -> None:
    """Decisions: numbers are JSON integers (neither 4.0 nor true)."""
    for data in (d for d in ALL if key in d):
        text = json.dumps(data | {key: "WRONG"}).replace('"WRONG"', wrong)
        with pytest.raises(MalformedMove):
            LANDLORD.decode_move(text)
    for name in ("give", "get"):
        text = json.dumps(OFFER | {name: ["WRONG"]}).replace('"WRONG"', wrong)
        with pytest.raises(MalformedMove):
            LANDLORD.decode_move(text)


@pytest.mark.parametrize("kind", ["Buy", "BUY", "buy ", "trade", "end turn", "endturn", "", None, 1, True, [], {}])
def test_unknown_types(kind: object) -> None:
    """Decisions: `type` is one of the moves named."""
    with pytest.raises(MalformedMove):
        decode({"type": kind})


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "null", "true", "1", '"buy"', "[]", "{}", '["buy"]', '[{"type":"buy"}]', "{"),
        *('{"type":"buy"', '{"type":"buy"}}', '{"type":"buy"} x', "{'type':'buy'}", '{"type":buy}'),
        *('{"square":1}', '{"type":"build","square":}', "\ud800", '\ufeff{"type":"buy"}', "\x00"),
        b'{"x":' + b"[" * 200_000,
        b"[" * 200_000,
        b'{"type":"offer","give":' + b"[" * 200_000,
        b"\xff\xfe",
        b'{"type":"bid","amount":1' + b"0" * 10_000 + b"}",
        b'{"type":"b\xffd"}',
    ],
    ids=lambda text: ascii(text[:24]),
)
def test_what_is_no_move(text: bytes | str) -> None:
    """Decisions: a move is a JSON object; anything else is malformed, said in a sentence."""
    with pytest.raises(MalformedMove, match=r"^That is no move of this game: .+\.\Z"):
        LANDLORD.decode_move(text)


def test_huge_numbers_are_well_formed_and_out_of_bounds() -> None:
    """Decisions: a huge whole number is a number; the rules refuse it, not the form."""
    for number in (10**18, 2**63, 2**64, 10**40, -(10**40)):
        assert decode({"type": "bid", "amount": number}) == moves.Bid(number)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
types = st.sampled_from([data["type"] for data in ALL]) | st.text(max_size=10)
keys = st.sampled_from(["square", "amount", "to", "give", "get", "give_cash", "get_cash", "seat"])
numbers = st.integers(-3, 45) | st.integers() | json_values
squares = st.lists(numbers, max_size=5)


@settings(deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200))
def test_decoding_anything_raises_nothing_but_malformed_move(data: bytes | str) -> None:
    """Decisions: whatever is not a move is malformed, never another error."""
    with contextlib.suppress(MalformedMove):
        LANDLORD.decode_move(data)


@settings(deadline=None)
@given(json_values)
def test_decoding_any_json_raises_nothing_but_malformed_move(value: object) -> None:
    """Decisions: whatever JSON is not a move is malformed, never another error."""
    with pytest.raises(MalformedMove):
        decode(value)


@settings(deadline=None)
@given(types, st.dictionaries(keys, numbers | squares, max_size=6))
def test_decoding_something_like_a_move(kind: str, fields: dict[str, Any]) -> None:
    """Decisions: with right and wrong keys and values: a move with just these, or malformed."""
    try:
        move = decode({"type": kind, **fields})
    except MalformedMove:
        return
    assert json.loads(msgspec.json.encode(move)) == {"type": kind, **fields}


whole = st.integers()
all_moves = st.one_of(
    st.sampled_from([decode({"type": kind}) for kind in PLAIN]),
    st.builds(moves.Bid, whole),
    *(st.builds(t, whole) for t in (moves.Build, moves.Sell, moves.Mortgage, moves.Unmortgage)),
    st.builds(moves.Offer, whole, st.lists(whole), st.lists(whole), whole, whole),
)


@settings(deadline=None)
@given(all_moves)
def test_every_move_comes_back_from_its_json(move: Any) -> None:
    """Decisions: a move and its JSON are one to one."""
    assert LANDLORD.decode_move(msgspec.json.encode(move)) == move
