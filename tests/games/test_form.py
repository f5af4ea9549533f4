"""Posted forms read as moves: every form ends in a move's JSON, or in a sentence that says why not."""

import json

import pytest
from django.test import RequestFactory

from games.pages.moves import LONGEST_MOVE, MOST_MOVES, BadForm, read

BID = {"token": "7", "type": "bid", "amount": "12"}
OFFER = {
    "token": "7",
    "type": "offer",
    "to": "1",
    "give": ["3", "5"],
    "get": ["39"],
    "sum": "4",
    "direction": "give_cash",
}


def posted(form: dict[str, object]) -> tuple[str, list[object]]:
    token, moves = read(RequestFactory().post("/", form))
    return token, [json.loads(move) for move in moves]


def test_a_button_sends_a_moves_json() -> None:
    assert posted({"token": "7", "move": '{"type":"buy"}'}) == ("7", [{"type": "buy"}])


def test_one_press_can_send_moves_in_order() -> None:
    moves = ['{"type":"buy"}', '{"type":"end_turn"}']
    assert posted({"token": "7", "move": moves})[1] == [{"type": "buy"}, {"type": "end_turn"}]


def test_a_bid_has_an_amount() -> None:
    assert posted(BID) == ("7", [{"type": "bid", "amount": 12}])


def test_a_number_may_stand_between_spaces() -> None:
    assert posted(BID | {"amount": " 012 "})[1] == [{"type": "bid", "amount": 12}]


@pytest.mark.parametrize(
    ("direction", "sums"),
    [("give_cash", {"give_cash": 4, "get_cash": 0}), ("get_cash", {"give_cash": 0, "get_cash": 4})],
)
def test_an_offer_has_squares_and_one_sum(direction: str, sums: dict[str, int]) -> None:
    offer = {"type": "offer", "to": 1, "give": [3, 5], "get": [39], **sums}
    assert posted(OFFER | {"direction": direction})[1] == [offer]


@pytest.mark.parametrize("empty", [{"sum": "", "direction": ""}, {"sum": " "}, {"sum": "0"}])
def test_an_offer_without_a_sum_moves_no_money(empty: dict[str, str]) -> None:
    (offer,) = posted(OFFER | empty)[1]
    assert isinstance(offer, dict) and (offer["give_cash"], offer["get_cash"]) == (0, 0)


def test_an_offer_may_leave_out_sum_and_squares() -> None:
    form = {key: value for key, value in OFFER.items() if key in ("token", "type", "to")}
    offer = {"type": "offer", "to": 1, "give": [], "get": [], "give_cash": 0, "get_cash": 0}
    assert posted(form)[1] == [offer]


NO_NUMBERS = ("", "-1", "+1", "4.0", "4,0", "1e3", "0x10", "1_000", "٣", "²", "４", "nan", "1\n2", "1\0", "9" * 10)


@pytest.mark.parametrize("text", NO_NUMBERS)
@pytest.mark.parametrize("field", ["amount", "to", "give", "get", "sum"])
def test_only_ascii_digits_are_a_number(field: str, text: str) -> None:
    if field == "sum" and not text:
        return
    form = BID if field == "amount" else OFFER
    with pytest.raises(BadForm, match="whole number"):
        posted(form | {field: text})


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"token": "7"},
        {"move": '{"type":"buy"}'},
        {"token": ["7", "7"], "move": '{"type":"buy"}'},
        {"token": "7", "move": '{"type":"buy"}', "type": "bid"},
        {"token": "7", "move": '{"type":"buy"}', "amount": "1"},
        {"token": "7", "move": ['{"type":"buy"}'] * (MOST_MOVES + 1)},
        {"token": "7", "move": "[" * (LONGEST_MOVE + 1)},
        {"token": "7", "type": "buy"},
        {"token": "7", "type": ["bid", "bid"], "amount": "1"},
        {"token": "7", "type": "bid"},
        BID | {"amount": ["1", "2"]},
        BID | {"seat": "1"},
        OFFER | {"to": []},
        OFFER | {"direction": ""},
        OFFER | {"direction": "both"},
        OFFER | {"sum": "0", "direction": "both"},
        OFFER | {"direction": ["give_cash", "get_cash"]},
        OFFER | {"give_cash": "1"},
    ],
)
def test_a_form_that_is_no_moves_is_refused_with_a_sentence(form: dict[str, object]) -> None:
    with pytest.raises(BadForm) as refusal:
        posted(form)
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize("content_type", ["application/json", "text/plain", "application/octet-stream", ""])
def test_what_is_not_a_form_is_refused(content_type: str) -> None:
    request = RequestFactory().post("/", b'{"token": "7"}', content_type=content_type)
    with pytest.raises(BadForm, match="form"):
        read(request)
