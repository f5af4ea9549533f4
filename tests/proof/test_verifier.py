"""The verifier against the rules page's test vectors and the cases, each state compared in full."""

import copy
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from games.proof import landlord_verify
from games.proof.landlord_verify import (
    BASE_RENT,
    PRICE,
    SET_OF,
    Game,
    Wrong,
    check_entry,
    game_of,
    verify,
)
from tests.proof.state import state_of

CASES = sorted((Path(__file__).parents[1] / "rules" / "cases" / "landlord").glob("*.json"))
WHOLE = "last_person_leaves"

SERVER_SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
SEED = "f605e55489098b96abc9d2b2040bf03c77f8230b80422c0c0e4271cff9abfceb"
KINDS = ["person", "person", "bot"]


def case(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(path.read_text())
    return loaded


def played(record: dict[str, Any]) -> Game:
    game = game_of(record)
    for entry in record["moves"]:
        check_entry(game, entry)
        game.play(entry["seat"], entry["move"])
    return game


def test_seed_of_the_vectors() -> None:
    assert hashlib.sha256(f"{SERVER_SEED}|ada|bob|".encode()).hexdigest() == SEED
    seats = [("ada", "person"), ("bob", "person"), ("", "bot")]
    record = case(CASES[0])["record"] | {
        "seats": [{"name": "x", "kind": kind, "client_seed": brought} for brought, kind in seats],
        "commitment": "6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b",
        "server_seed": SERVER_SEED,
        "seed": SEED,
    }
    assert game_of(record).seed == SEED


def test_chance_of_the_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "_let_site_act", lambda _: None)
    game = Game(SEED, KINDS)
    assert game.order == [0, 1, 2]
    assert " ".join(game.decks["F"]) == "F2 F4 F12 F1 F8 F7 F3 F6 F10 F5 F11 F9"
    assert " ".join(game.decks["P"]) == "P7 P12 P3 P8 P4 P1 P10 P5 P9 P11 P6 P2"
    rolls = []
    for _ in range(10):
        game._roll()
        rolls.append("{}+{}".format(*game.dice))
    assert " ".join(rolls) == "5+2 5+2 3+2 4+5 1+6 2+6 3+4 2+2 3+5 4+2"


def test_prices_of_the_vectors() -> None:
    prices = "10 12 15 16 18 19 20 22 24 26 27 29 30 32 34 36 37 38 39 41 44 46"
    rents = "1 1 2 2 2 2 2 2 3 3 3 3 3 4 4 4 4 4 4 5 5 5"
    assert " ".join(str(PRICE[street]) for street in sorted(SET_OF)) == prices
    assert " ".join(str(BASE_RENT[street]) for street in sorted(SET_OF)) == rents


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    given = case(path)
    record, expected = given["record"], given["expect"]
    assert verify(record) == ("ok" if "final" in record else "unfinished")
    game = played(record)
    for seat, move in expected.get("allowed", []):
        copy.deepcopy(game).play(seat, move)
    for seat, move in expected.get("refused", []):
        with pytest.raises(Wrong):
            game.check(seat, move)
    wanted = {key: value for key, value in expected.items() if key not in ("allowed", "refused")}
    assert state_of(game) == wanted


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_wrong_move_is_named(path: Path) -> None:
    record = case(path)["record"]
    record["moves"].append({"seat": 0, "move": {"type": "hop"}, "at": "2026-12-01T11:00:00Z", "by": "player"})
    with pytest.raises(Wrong, match=f"^move {len(record['moves']) - 1}: "):
        verify(record)


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = {
        "ok": json.dumps(case(next(path for path in CASES if path.stem == WHOLE))["record"]),
        "unfinished": json.dumps(case(CASES[0])["record"]),
        "twice": '{"format": 1, "format": 1}',
        "text": "no JSON",
        "deep": "[" * 100_000,
        "list": "[]",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    assert landlord_verify.main([str(tmp_path / "ok"), str(tmp_path / "unfinished")]) == 0
    assert landlord_verify.main([str(tmp_path / name) for name in texts]) == 1
    lines = [line.removeprefix(str(tmp_path)) for line in capsys.readouterr().out.splitlines()]
    assert lines[:4] == ["/ok: ok", "/unfinished: unfinished"] * 2
    assert all(": wrong: " in line for line in lines[4:])
    assert len(lines) == 8
