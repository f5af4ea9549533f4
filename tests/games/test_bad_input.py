"""Bad input ends in 400, 403, 404, 405 or 409 with a sentence, never in 500, and nothing is written."""

import json
from typing import Any

import pytest
from django.test import Client

from games.rules.landlord import LANDLORD
from tests.games.tables import BUY, JSON, RESIGN, Opener, Played, bot_buys_first

pytestmark = pytest.mark.both_databases

BIG = 10**400
HUGE = 10**300
OFFER = {"type": "offer", "to": 1, "give": [], "get": [3], "give_cash": 0, "get_cash": 0}

#: What is no move of the game, as JSON text.
MALFORMED = {
    "nothing": "",
    "no JSON": "buy",
    "half a JSON": '{"type":"buy"',
    "two moves in one": '{"type":"buy"}{"type":"buy"}',
    "a list": '[{"type":"buy"}]',
    "a string": '"buy"',
    "a number": "1",
    "null": "null",
    "nested deeply": "[" * 400,
    "nested deeply before its type": '{"x":' + "[" * 390,
    "a NUL byte": '{"type":"buy"}\0',
    "a NUL inside": '{"type":"bu\0y"}',
    "an escaped NUL": '{"type":"bu\\u0000y"}',
    "half a surrogate": '{"type":"\\ud800"}',
    "not a number": '{"type":"bid","amount":NaN}',
    "infinity": '{"type":"bid","amount":Infinity}',
    "too long": json.dumps({"type": "buy", "x": "y" * 5000}),
    "an unknown type": '{"type":"cheat"}',
    "an empty type": '{"type":""}',
    "no type": "{}",
    "a type that is none": '{"type":null}',
    "a type in capitals": '{"type":"BUY"}',
    "an extra field": '{"type":"buy","square":3}',
    "somebody's seat": '{"type":"buy","seat":1}',
    "a missing field": '{"type":"bid"}',
    "a string for a number": '{"type":"bid","amount":"4"}',
    "a fraction": '{"type":"bid","amount":4.0}',
    "an exponent": '{"type":"bid","amount":1e3}',
    "true for a number": '{"type":"bid","amount":true}',
    "a null amount": '{"type":"bid","amount":null}',
    "a list for a number": '{"type":"bid","amount":[4]}',
    "a square in words": '{"type":"build","square":"Fern Bank"}',
    "a missing square": '{"type":"mortgage"}',
    "an offer without sums": '{"type":"offer","to":1,"give":[1],"get":[3]}',
    "an offer of a square in words": json.dumps(OFFER | {"get": ["3"]}),
    "an offer of half a square": json.dumps(OFFER | {"get": [3.5]}),
    "an offer to somebody by name": json.dumps(OFFER | {"to": "Bot 1"}),
    "an offer with no list": json.dumps(OFFER | {"get": 3}),
}

#: Moves that are well formed, and not legal for the guest who is asked whether to buy.
ILLEGAL: dict[str, dict[str, Any]] = {
    "the clock's entry": {"type": "timeout"},
    "a bid out of an auction": {"type": "bid", "amount": 4},
    "a negative bid": {"type": "bid", "amount": -1},
    "a bid as large as a number can be": {"type": "bid", "amount": 2**63 - 1},
    "a pass": {"type": "pass"},
    "the other's answer": {"type": "accept"},
    "the end of a turn not to be ended": {"type": "end_turn"},
    "a fine out of jail": {"type": "pay_fine"},
    "a roll of one's own": {"type": "roll"},
    "a house on the bank's street": {"type": "build", "square": 1},
    "a house on a corner": {"type": "build", "square": 0},
    "a house off the board": {"type": "build", "square": 40},
    "a house far off the board": {"type": "build", "square": 2**62},
    "a house before the board": {"type": "build", "square": -1},
    "a mortgage off the board": {"type": "mortgage", "square": 99},
    "a mortgage before the board": {"type": "mortgage", "square": -40},
    "a sale off the board": {"type": "sell", "square": 40},
    "a lifting off the board": {"type": "unmortgage", "square": -1},
    "a house on a square of three hundred digits": {"type": "build", "square": HUGE},
    "an offer at the wrong time": OFFER,
}

#: Offers and the like that are not legal for the guest whose turn it is.
ILLEGAL_AT_MANAGE: dict[str, dict[str, Any]] = {
    "an offer of nothing": OFFER | {"get": []},
    "an offer of a square off the board": OFFER | {"get": [40]},
    "an offer of a square before the board": OFFER | {"get": [-1]},
    "an offer of a square of three hundred digits": OFFER | {"get": [HUGE]},
    "an offer of a corner": OFFER | {"get": [0]},
    "an offer of a square that nobody owns": OFFER | {"get": [39]},
    "an offer of one square twice": OFFER | {"get": [3, 3]},
    "an offer to nobody": OFFER | {"to": 7},
    "an offer to seat -1": OFFER | {"to": -1},
    "an offer to a seat of three hundred digits": OFFER | {"to": HUGE},
    "an offer to oneself": OFFER | {"to": 0},
    "an offer of debts": OFFER | {"give_cash": -5},
    "an offer of money that is not there": OFFER | {"give_cash": HUGE},
    "a mortgage off the board": {"type": "mortgage", "square": HUGE},
    "a mortgage before the board": {"type": "mortgage", "square": -HUGE},
    "a sale off the board": {"type": "sell", "square": HUGE},
    "a lifting off the board": {"type": "unmortgage", "square": HUGE},
    "a house off the board": {"type": "build", "square": -HUGE},
}

#: Bids that are not legal for the guest who is asked for one, with no bid yet.
ILLEGAL_BIDS = {"zero": 0, "negative": -1, "above the cash": 151, "huge": HUGE, "hugely negative": -HUGE}


def assert_refused(played: Played, form: dict[str, Any], *statuses: int, client: Client | None = None) -> None:
    """Post a form to the move's address, as a page and as a program: refused, in a sentence, unwritten."""
    client = client or played.client
    before = played.rows()
    page = client.post(played.url("move/"), form)
    answer = client.post(played.url("move/"), form, headers=JSON)
    assert page.status_code == answer.status_code and page.status_code in statuses
    notice = answer.json()["notice"]
    assert answer.json()["ok"] is False and len(notice) > 10 and notice[0].isupper()
    assert "<html" in page.content.decode()
    assert played.rows() == before


@pytest.mark.parametrize("move", MALFORMED.values(), ids=MALFORMED)
def test_what_is_no_move_is_refused(started: Played, move: str) -> None:
    assert_refused(started, {"token": "0", "move": move}, 400)


@pytest.mark.parametrize("move", MALFORMED.values(), ids=MALFORMED)
def test_what_is_no_move_is_refused_behind_a_good_one_too(started: Played, move: str) -> None:
    assert_refused(started, {"token": "0", "move": [json.dumps(BUY), move]}, 400)


@pytest.mark.parametrize("move", ILLEGAL.values(), ids=ILLEGAL)
def test_what_the_rules_do_not_allow_is_refused(started: Played, move: dict[str, Any]) -> None:
    assert_refused(started, {"token": "0", "move": json.dumps(move)}, 409)


@pytest.mark.parametrize("move", ILLEGAL_AT_MANAGE.values(), ids=ILLEGAL_AT_MANAGE)
def test_what_the_rules_do_not_allow_at_a_turn_is_refused(started: Played, move: dict[str, Any]) -> None:
    started.send(BUY)
    assert (started.state.decision, started.state.asked) == ("manage", 0)
    assert_refused(started, {"token": "1", "move": json.dumps(move)}, 409)


@pytest.mark.parametrize("amount", ILLEGAL_BIDS.values(), ids=ILLEGAL_BIDS)
def test_a_bid_that_the_rules_do_not_allow_is_refused(
    tables: Opener, monkeypatch: pytest.MonkeyPatch, amount: int
) -> None:
    monkeypatch.setattr("games.bots.answer", lambda *_: LANDLORD.decode_move('{"type":"decline"}'))
    played = tables.start(wish=bot_buys_first)
    assert (played.state.decision, played.state.asked) == ("auction", 0)
    assert_refused(played, {"token": "1", "move": json.dumps({"type": "bid", "amount": amount})}, 409)
    if 0 <= amount < 1000:
        assert_refused(played, {"token": "1", "type": "bid", "amount": str(amount)}, 409)


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"token": "0"},
        {"move": json.dumps(BUY)},
        {"token": ["0", "0"], "move": json.dumps(BUY)},
        {"token": "0", "move": json.dumps(BUY), "seat": "1"},
        {"token": "0", "type": "bid"},
        {"token": "0", "type": "bid", "amount": "4.0"},
        {"token": "0", "type": "bid", "amount": "1e3"},
        {"token": "0", "type": "bid", "amount": "٣"},
        {"token": "0", "type": "bid", "amount": "-4"},
        {"token": "0", "type": "bid", "amount": str(BIG)},
        {"token": "0", "type": "bid", "amount": "4\0"},
        {"token": "0", "type": "offer", "to": "1", "get": "39.0", "sum": "", "direction": ""},
        {"token": "0", "type": "offer", "to": "1", "get": "39", "sum": "5", "direction": "sideways"},
        {"token": "0", "type": "resign"},
    ],
)
def test_what_is_no_form_of_a_move_is_refused(started: Played, form: dict[str, Any]) -> None:
    assert_refused(started, form, 400)


@pytest.mark.parametrize("token", ["", "1", "-1", "0\0", "0; DROP TABLE games_move", "٠", "9" * 5000, "null"])
def test_a_token_that_does_not_count_is_told_as_answered(started: Played, token: str) -> None:
    assert_refused(started, {"token": token, "move": json.dumps(BUY)}, 409)


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b'{"token":"0","move":{"type":"buy"}}', "application/json"),
        (b"token=0&move=%7B%22type%22%3A%22buy%22%7D", "text/plain"),
        (b"\0\1\2", "application/octet-stream"),
        (b"<move/>", "text/xml"),
        (b"nonsense", "multipart/form-data; boundary=x"),
        (b"nonsense", "multipart/form-data"),
        (b"nonsense", "multipart/form-data; boundary=" + "x" * 300),
        (b"token=%ff%fe&move=%ff", "application/x-www-form-urlencoded"),
        (b"token=0&move=" + b"%7B" * 100, "application/x-www-form-urlencoded"),
        (b"&".join([b"a=1"] * 1500), "application/x-www-form-urlencoded"),
        (b"token=0&move=" + b"x" * 300_000, "application/x-www-form-urlencoded"),
        (b"token=0&move=1", "application/x-www-form-urlencoded; charset=nonsense"),
        (b"token=0&move=1", "application/x-www-form-urlencoded; charset=utf-16"),
        (b"token=0&move=1", ""),
    ],
)
def test_a_body_that_is_no_form_is_refused(started: Played, body: bytes, content_type: str) -> None:
    before = started.rows()
    started.client.raise_request_exception = False
    for headers in ({}, JSON):
        response = started.client.generic("POST", started.url("move/"), body, content_type, headers=headers)
        assert response.status_code == 400, response.content[:500]
    assert len(response.json()["notice"]) > 10
    assert started.rows() == before


def test_a_file_is_no_move(started: Played) -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    file = SimpleUploadedFile("move.json", b'{"type":"buy"}')
    before = started.rows()
    assert started.client.post(started.url("move/"), {"token": "0", "move": file}).status_code == 400
    assert started.rows() == before


@pytest.mark.parametrize("move", [BUY, RESIGN, {"type": "timeout"}, {"type": "cheat"}])
def test_other_peoples_games_are_not_ones_own(started: Played, move: dict[str, str]) -> None:
    other = Client()
    other.post("/play/", {"seats": 2})
    for client in (Client(), other):
        assert_refused(started, {"token": "0", "move": json.dumps(move)}, 403, client=client)


@pytest.mark.parametrize("move", [BUY, RESIGN])
def test_a_game_not_started_or_over_takes_no_move(tables: Opener, move: dict[str, str]) -> None:
    assert_refused(tables.open(), {"token": "0", "move": json.dumps(move)}, 409)
    over = tables.start()
    over.send(RESIGN)
    assert_refused(over, {"token": str(over.game.move_count), "move": json.dumps(move)}, 409)


def test_a_move_at_someone_elses_turn_is_refused(started: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    # No bot answers here, as if the worker had not got to it yet.
    monkeypatch.setattr("games.table.answering.BOT_MOVES_AT_ONCE", 0)
    started.send({"type": "decline"})
    assert started.state.asked == 1
    for move in ({"type": "bid", "amount": 5}, {"type": "pass"}, {"type": "end_turn"}):
        assert_refused(started, {"token": "1", "move": json.dumps(move)}, 409)


@pytest.mark.parametrize("path", ["move/", "start/"])
def test_a_large_file_is_not_even_read(started: Played, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile
    from django.http.multipartparser import Parser

    def read(_: Parser) -> None:
        raise AssertionError("it was read")

    monkeypatch.setattr(Parser, "__iter__", read)
    file = SimpleUploadedFile("move.json", b"x" * 300_000)
    response = started.client.post(started.url(path), {"token": "0", "move": file}, headers=JSON)
    assert response.status_code == 400 and response.json()["notice"]


@pytest.mark.parametrize("cookie", ["sessionid", "guest", "csrftoken", "messages"])
@pytest.mark.parametrize("path", ["/", "/admin/", "/rules/"])
def test_a_cookie_may_hold_a_nul(db: None, cookie: str, path: str) -> None:
    client = Client(raise_request_exception=False)
    response = client.get(path, headers={"cookie": f'{cookie}="abcdefghijkl\\000b"'})
    assert response.status_code in (200, 302)


@pytest.mark.parametrize("path", ["/", "/play/", "/nothing", "/games/bcdfghjkmnpq/record.json"])
def test_no_cache_keeps_a_refusal_or_somebodys_games(db: None, path: str) -> None:
    assert Client().get(path)["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete", "options"])
@pytest.mark.parametrize("path", ["move/", "start/"])
def test_a_move_is_posted(started: Played, method: str, path: str) -> None:
    before = started.rows()
    response = getattr(started.client, method)(started.url(path), headers=JSON)
    assert response.status_code == 405 and response["Allow"] == "POST" and response.json()["notice"]
    assert started.rows() == before


@pytest.mark.parametrize("note", ["<script>", "drawn\0", "x" * 500, ""])
def test_an_address_cannot_put_words_on_the_page(started: Played, note: str) -> None:
    page = started.client.get(started.url(), {"note": note})
    assert page.status_code == 200 and "<script>alert" not in page.content.decode()
    if note:
        assert note not in page.content.decode()


@pytest.mark.parametrize("cookie", ["", "x", ":::", "a:b:c", "é", "x" * 4000, "\\0"])
def test_a_cookie_that_is_not_ours_makes_a_stranger(started: Played, cookie: str) -> None:
    client = Client()
    client.cookies["guest"] = cookie
    assert client.get(started.url()).status_code == 200
    assert client.get("/").status_code == 200
    assert started.send(BUY, token="0", client=client).status_code == 403


@pytest.mark.parametrize(
    "seed", [b"client_seed=%00", b"client_seed=%ff", b"client_seed=a&client_seed=%7C", b"client_seed=" + b"a" * 65]
)
def test_a_client_seed_of_other_letters_is_refused(opened: Played, seed: bytes) -> None:
    before = opened.rows()
    response = opened.client.generic(
        "POST", opened.url("start/"), seed, "application/x-www-form-urlencoded", headers=JSON
    )
    assert response.status_code == 400 and "Your seed" in response.json()["notice"]
    assert opened.rows() == before
