"""The verifier of Deedland: the vectors of its rules, random games to their end, records and the command."""

import ast
import copy
import hashlib
import json
import random
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.proof import deedland_verify
from games.proof.deedland_verify import BASE_RENT, GROUP_OF, PRICE, Game, Wrong, replay, verify
from tests.proof.deedland_play import RandomGame, is_legal, legal
from tests.proof.deedland_table import SEED

Data = dict[str, Any]
SERVER_SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
#: The opening of the rules, and what it comes to.
OPENING: list[tuple[int, Data]] = [
    (0, {"type": "roll"}),
    (0, {"type": "buy"}),
    (0, {"type": "end_turn"}),
    (1, {"type": "roll"}),
    (1, {"type": "offer", "to": 0, "give": [], "get": [7], "give_cash": 15000, "get_cash": 0}),
    (0, {"type": "accept"}),
    (1, {"type": "end_turn"}),
    (2, {"type": "roll"}),
    (2, {"type": "decline"}),
    (2, {"type": "bid", "amount": 9000}),
    (0, {"type": "bid", "amount": 12000}),
    (1, {"type": "pass"}),
    (2, {"type": "pass"}),
    (2, {"type": "end_turn"}),
    (1, {"type": "offer_draw"}),
    (0, {"type": "roll"}),
]
STATIONS_OF_THE_OPENING = {2: "manage 0", 3: "roll 1", 4: "manage 1", 5: "trade 0", 6: "manage 1", 7: "roll 2"}
STATIONS_OF_THE_OPENING |= {9: "auction 2", 12: "auction 2", 13: "manage 2", 14: "roll 0", 15: "roll 0", 16: "buy 0"}


def opening() -> Data:
    """The record of the opening."""
    seats = [("ada", "person"), ("bob", "person"), ("", "bot")]
    return {
        "format": 1,
        "ruleset": "deedland",
        "rules_version": 1,
        "game": "opening",
        "started_at": "2026-12-01T10:00:00Z",
        "finished_at": None,
        "options": {"move_time": 30, "bots": "medium"},
        "seats": [{"name": "x", "kind": kind, "client_seed": brought} for brought, kind in seats],
        "commitment": "6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b",
        "server_seed": SERVER_SEED,
        "seed": SEED,
        "moves": [
            {"seat": seat, "move": move, "at": "2026-12-01T10:00:09Z", "by": "bot" if seat == 2 else "player"}
            for seat, move in OPENING
        ],
    }


def test_chance_of_the_vectors() -> None:
    assert hashlib.sha256(f"{SERVER_SEED}|ada|bob|".encode()).hexdigest() == SEED
    game = Game(SEED, ["person", "person", "bot"])
    assert game.order == [0, 1, 2] and game.stage == "roll" and game.awaiting() == 0 and game.position == [0, 0, 0]
    assert " ".join(game.deck) == "F2 F4 F12 F1 F8 F7 F13 F6 F15 F5 F11 F9 F3 F14 F16 F10"
    rolls = []
    for _ in range(10):
        game._roll()
        rolls.append("{}+{}".format(*game.dice))
    assert " ".join(rolls) == "5+2 5+2 3+2 4+5 1+6 2+6 3+4 2+2 3+5 4+2"


def test_prices_of_the_vectors() -> None:
    prices = "5 7 9 10 11 13 14 15 17 18 19 21 22 23 25 26 27 29 30 31 34 38"
    rents = "4 5 6 7 8 9 10 11 12 13 14 15 16 16 18 19 19 21 21 22 24 27"
    assert " ".join(str(PRICE[street] // 1000) for street in sorted(GROUP_OF)) == prices
    assert " ".join(str(BASE_RENT[street] // 100) for street in sorted(GROUP_OF)) == rents
    assert all(PRICE[street] % 1000 == BASE_RENT[street] % 100 == 0 for street in GROUP_OF)


def test_the_opening() -> None:
    for number, game in enumerate(replay(opening())):
        if number in STATIONS_OF_THE_OPENING:
            assert f"{game.stage} {game.awaiting()}" == STATIONS_OF_THE_OPENING[number]
        if number == 4:
            assert game.cash == [140_700, 149_300, 150_000]
    assert game.cash == [143_700, 134_300, 150_000] and game.owner == {7: 1, 5: 0} and game.rolls_used == 4
    assert " ".join(game.deck).startswith("F2 F4 F12") and game.position == [16, 7, 5]
    assert all(is_legal(game, seat, {"type": "offer_draw"}) for seat in range(3))
    assert verify(opening()) == "unfinished"


def test_the_file_stands_alone_and_is_readable_for_python_3_9() -> None:
    tree = ast.parse(Path(deedland_verify.__file__).read_text(encoding="utf-8"), feature_version=(3, 9))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported == {"hashlib", "hmac", "json", "re", "sys", "collections.abc", "datetime", "pathlib", "typing"}


# -- random games ----------------------------------------------------------------------------------


def check_soundness(game: Game) -> None:
    """What holds in every state, whatever was played."""
    assert min(game.cash) >= 0 and all(game.cash[seat] == 0 for seat in game.out)
    assert sorted([*game.deck, *(["F6"] if game.card_holder is not None else [])]) == sorted(set(game.deck) | {"F6"})
    assert len(game.deck) == 16 - (game.card_holder is not None)
    assert set(game.owner.values()) <= set(game.still_in()) and game.mortgaged <= set(game.owner)
    for street, streets in GROUP_OF.items():
        built = [game.houses[other] for other in streets]
        assert max(built) - min(built) <= 1 and max(built) <= 5
        assert not max(built) or (len({game.owner.get(other) for other in streets}) == 1 and street in game.owner)
        assert not max(built) or game.mortgaged.isdisjoint(streets)
    asked = game.awaiting()
    if not game.placings:
        assert asked in game.still_in() and is_legal(game, asked, game.safe_move())
        assert bool(game.to_answer) == (game.draw_by is not None)


def seen_in(number: int, patience: int) -> Counter[str]:
    """Play a game, checking each state, and its record; what was seen of ends and rarer things."""
    played, seen = RandomGame(number, patience=patience), Counter[str]()
    states = [copy.deepcopy(played.game.state())]
    while not played.over:
        played.play(*played.next_entry())
        game = played.game
        check_soundness(game)
        states.append(game.state())
        seen["rest"] += game.clock_rests
        seen["debt"] += game.stage == "debt"
        seen["debt of another"] += game.stage == "debt" and game.debtor != game.turn
        seen["clock in a debt"] += game.clock_raises
    data = json.loads(json.dumps(played.record()))
    assert verify(data) == "ok"
    assert [game.state() for game in replay(data)] == states
    last = played.entries[-1]["move"]["type"]
    seen[f"end by {last if last in ('resign', 'accept_draw') else 'bankruptcy'}"] += 1
    seen[f"{len(played.kinds)} seats"] += 1
    seen.update({entry["move"]["type"] for entry in played.entries} | {entry["by"] for entry in played.entries})
    return seen


@pytest.mark.parametrize("first", range(0, 120, 40))
def test_random_games(first: int) -> None:
    seen = sum((seen_in(number, 80) for number in range(first, first + 40)), Counter[str]())
    assert min(seen[f"{seats} seats"] for seats in (2, 3, 4)) >= 13
    assert min(seen[by] for by in ("player", "order", "bot", "clock")) > 5
    assert seen["end by accept_draw"] and seen["end by resign"]


@pytest.mark.long
@pytest.mark.parametrize("first", range(1_000, 1_400, 20))
def test_many_random_games_to_their_end(first: int) -> None:
    seen = sum((seen_in(number, 3_000) for number in range(first, first + 20)), Counter[str]())
    assert min(seen[name] for name in ("end by bankruptcy", "debt", "rest", "build", "bid", "withdraw")) > 0


def test_games_of_the_poor_are_sound_and_bring_what_is_rare() -> None:
    """Not games of a record: deeds and cards are dealt, money is short; so that debts, lists and leaving abound."""
    seen = Counter[str]()
    for number in range(2_000, 2_240, 3):  # four seats each
        played = RandomGame(number, patience=40)
        game, rng = played.game, played.rng
        game.cash = [rng.randrange(2_500) for _ in game.cash]
        game.owner = {
            square: rng.choice(game.order[:2] if number % 2 else game.order) for square in PRICE if rng.random() < 0.8
        }
        game.mortgaged = {square for square in game.owner if rng.random() < 0.7}
        game.deck.sort(key=lambda card: card not in ("F11", "F16"))
        while not played.over:
            before = len(game.out), game.stage, game.turn
            by_list = game.stage == "debt" and game.debtor != game.turn not in game.out
            if by_list and not game.clock_raises and rng.random() < 0.5:
                played.play(game.turn, {"type": "resign"}, "player")
            else:
                played.play(*played.next_entry())
            check_soundness(game)
            seen["debt of another"] += game.stage == "debt" and game.debtor != game.turn
            seen["list"] += game.stage == "debt" and bool(game.payments)
            seen["owed to the bank by a leaver's list"] += game.stage == "debt" and game.turn in game.out
            seen["clock in a debt"] += game.clock_raises
            seen["out in an auction"] += before[1] == "auction" and len(game.out) > before[0]
            seen["two out at once"] += len(game.out) > before[0] + 1
    assert min(seen.values()) > 0 and len(seen) == 6, seen


def test_the_list_of_legal_moves_is_what_can_be_played() -> None:
    rng = random.Random(1)
    for number in range(6):
        played = RandomGame(number).play_on(60)
        for seat in range(len(played.kinds)):
            moves = legal(played.game, seat, rng)
            assert bool(moves) == (not played.over and seat not in played.game.out)
            for move in moves:
                tried = copy.deepcopy(played.game)
                tried.play(seat, move)
                check_soundness(tried)


def test_the_state_says_all_that_counts_and_is_no_part_of_the_game() -> None:
    game = RandomGame(0).play_on(50).game
    before = json.dumps(game.state())
    for value in game.state().values():
        if isinstance(value, list | dict):
            value.clear()
    assert json.dumps(game.state()) == before


# -- the command -----------------------------------------------------------------------------------


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = next(game for game in (RandomGame(n, patience=50).play_on(300) for n in range(50)) if game.over)
    wrong = opening()
    wrong["moves"].append({"seat": 0, "move": {"type": "hop"}, "at": "2026-12-01T11:00:00Z", "by": "player"})
    texts = {
        "ok": json.dumps(played.record()),
        "unfinished": json.dumps(opening()),
        "hop": json.dumps(wrong),
        "twice": '{"format": 1, "format": 1}',
        "text": "no JSON",
        "deep": "[" * 100_000,
        "list": "[]",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    assert deedland_verify.main([str(tmp_path / "ok"), str(tmp_path / "unfinished")]) == 0
    assert deedland_verify.main([str(tmp_path / name) for name in [*texts, "missing"]]) == 1
    lines = [line.removeprefix(str(tmp_path)) for line in capsys.readouterr().out.splitlines()]
    assert lines[:4] == ["/ok: ok", "/unfinished: unfinished"] * 2
    assert lines[4] == "/hop: wrong: move 16: 'hop' is no type of move"
    assert lines[5] == "/twice: wrong: a key stands twice in one object"
    assert all(": wrong: " in line for line in lines[6:]) and len(lines) == 10


def test_the_file_runs_by_itself_wherever_it_lies(tmp_path: Path) -> None:
    alone = Path(shutil.copy(deedland_verify.__file__, tmp_path))
    (tmp_path / "record.json").write_text(json.dumps(opening()))
    for paths, status, said in (
        (["record.json"], 0, "record.json: unfinished\n"),
        ([], 0, ""),
        (["x"], 1, "x: wrong: "),
    ):
        done = subprocess.run([sys.executable, "-I", alone.name, *paths], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == status and done.stdout.startswith(said) and not done.stderr


def test_a_running_game_s_record_has_no_seeds_and_is_refused() -> None:
    data = opening()
    del data["server_seed"], data["seed"]
    with pytest.raises(Wrong, match="server_seed"):
        verify(data)
