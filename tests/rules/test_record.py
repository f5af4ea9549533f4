"""The game record, format 1: what is checked, and which number a wrong move is reported by."""

import copy
import json
import os
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
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


# -- right ones -----------------------------------------------------------------------------------------


def test_a_finished_game_verifies() -> None:
    assert verdict(GAME) == verdict(PEOPLE) == "ok"


def test_encode_and_decode_are_inverse() -> None:
    whole = record.decode(json.dumps(GAME))
    assert json.loads(record.encode(whole)) == GAME
    assert record.encode(record.decode(record.encode(whole))) == record.encode(whole)


def test_a_record_has_exactly_the_fields_of_the_format() -> None:
    assert list(GAME) == [
        *("format", "ruleset", "rules_version", "game", "started_at", "finished_at", "options"),
        *("seats", "commitment", "moves", "server_seed", "seed", "placings", "final"),
    ]
    assert list(GAME["moves"][0]) == ["seat", "move", "at", "by"]
    assert list(GAME["seats"][0]) == ["name", "kind", "client_seed"]


def test_replay_gives_the_start_and_a_step_for_each_entry() -> None:
    steps = [(s.number, s.state.moves, len(s.events)) for s in record.replay(record.decode(json.dumps(GAME)))]
    assert [number for number, _, _ in steps] == list(range(-1, len(GAME["moves"])))
    assert all(moves == number + 1 for number, moves, _ in steps)
    assert all(events for _, _, events in steps)


def test_a_game_stopped_at_its_cap_is_unfinished() -> None:
    """A self-play game without placings and final verifies as unfinished if all moves are legal."""
    data = without(GAME, "placings", "final")
    data["moves"] = data["moves"][:-1]
    assert verdict(data) == "unfinished"
    assert verdict(data | {"placings": None, "final": None, "finished_at": None}) == "unfinished"
    assert verdict(data | {"moves": []}) == "unfinished"


def test_names_and_the_games_key_are_free() -> None:
    data = changed(game="ü / ☃")
    data["seats"][0]["name"] = "Zoë | \u0000"
    assert verdict(data) == "ok"


def test_the_order_of_the_instants_is_not_checked() -> None:
    assert verdict(with_move(3, at="1999-12-31T23:59:59Z")) == "ok"


def test_a_leap_day_is_a_day() -> None:
    assert verdict(with_move(3, at="2028-02-29T00:00:00Z")) == "ok"


def test_who_left_has_cash_0() -> None:
    first = GAME["placings"][0][0]
    assert [c for s, c in enumerate(GAME["final"]["cash"]) if s != first] == [0] * (len(GAME["seats"]) - 1)


# -- damages of the form ----------------------------------------------------------------------------------

REQUIRED = [
    *("format", "ruleset", "rules_version", "game", "started_at", "finished_at", "options"),
    *("seats", "commitment", "moves"),
]


@pytest.mark.parametrize("name", REQUIRED)
def test_no_field_may_be_missing(name: str) -> None:
    assert "this is no record" in wrong(without(GAME, name))


def test_no_field_more() -> None:
    assert "this is no record" in wrong(changed(winner=1))
    data = changed()
    data["seats"][0]["rating"] = 25
    assert "this is no record" in wrong(data)


def test_an_entry_has_exactly_seat_move_at_by() -> None:
    assert "this is no record" in wrong(with_move(3, note="x"))
    for name in ("seat", "move", "at", "by"):
        data = changed()
        del data["moves"][3][name]
        assert "this is no record" in wrong(data)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("format", v) for v in (1.0, True, "1", None)),
        *(("rules_version", v) for v in (1.0, True, "1", None)),
        *(("seats", v) for v in ({}, None, ["Ada"])),
        *(("moves", v) for v in ({}, None, ["buy"])),
        *(("options", v) for v in ([], None, 86_400)),
        *(("placings", v) for v in ([0, 1], [["0"], ["1"]], [[0.0], [1.0]], [[True], [False]], {})),
        *(("final", v) for v in ([], "x", 1)),
        *((name, 1) for name in ("ruleset", "game", "started_at", "commitment", "seed", "server_seed")),
    ],
)
def test_fields_of_the_wrong_kind(name: str, value: Any) -> None:
    assert "this is no record" in wrong(changed(**{name: value}))


@pytest.mark.parametrize("kind", ["robot", "Person", "", None, 0])
def test_kinds_are_checked(kind: Any) -> None:
    data = changed()
    data["seats"][0]["kind"] = kind
    assert "this is no record" in wrong(data)


@pytest.mark.parametrize("by", ["site", "Player", "", None, 1])
def test_by_is_one_of_five(by: Any) -> None:
    assert "this is no record" in wrong(with_move(3, by=by))


@pytest.mark.parametrize("seat", [1.0, True, "1", None])
def test_seats_of_entries_are_json_integers(seat: Any) -> None:
    assert "this is no record" in wrong(with_move(3, seat=seat))


@pytest.mark.parametrize(
    "text",
    [
        *("", "null", "[]", "{}", '{"format": 1}', "x", "\ud800"),
        *(b"\xff", b"[" * 100_000, b'{"options":' + b"[" * 100_000, b'{"final":' + b'{"a":' * 100_000),
    ],
    ids=lambda text: ascii(text[:16]),
)
def test_what_is_no_record(text: bytes | str) -> None:
    with pytest.raises(record.RecordError, match="this is no record of format 1"):
        record.decode(text)


# -- damages of what is given -----------------------------------------------------------------------------


def test_another_format() -> None:
    assert "format 2" in wrong(changed(format=2))


@pytest.mark.parametrize("fields", [{"ruleset": "deluxe"}, {"rules_version": 2}, {"rules_version": 0}])
def test_unknown_rules(fields: Data) -> None:
    assert "no rules called" in wrong(changed(**fields))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"move_time": 59},
        {"move_time": 604_801},
        {"move_time": 60.0},
        {"move_time": True},
        {"move_time": "60"},
        {"move_time": 60, "rated": True},
    ],
    ids=str,
)
def test_options_are_exactly_a_move_time_in_bounds(options: Data) -> None:
    assert "move time" in wrong(changed(options=options))


@pytest.mark.parametrize("count", [0, 1, 5])
def test_number_of_seats(count: int) -> None:
    seat = {"name": "x", "kind": "person", "client_seed": "x"}
    assert "from 2 to 4" in wrong(reseeded(changed(seats=[seat] * count)))


@pytest.mark.parametrize("names", [["server_seed"], ["seed"], ["seed", "server_seed"]])
def test_a_running_games_record_has_no_seeds_and_cannot_be_verified(names: list[str]) -> None:
    assert "published when the game ends" in wrong(without(GAME, *names))


@pytest.mark.parametrize("change", [str.upper, lambda s: s[:-1], lambda s: s + "0", lambda s: ""])
def test_the_form_of_the_server_seed(change: Callable[[str], str]) -> None:
    seed = change(GAME["server_seed"])
    assert "64 lower-case hex digits" in wrong(reseeded(changed(server_seed=seed)))


@pytest.mark.parametrize("client_seed", ["", "x" * 65, "a b", "a|b", "é", "a\n"])
def test_the_form_of_client_seeds(client_seed: str) -> None:
    data = changed(PEOPLE)
    data["seats"][1]["client_seed"] = client_seed
    assert wrong(data).startswith("seat 1: the client seed")


def test_a_bots_client_seed_is_empty() -> None:
    data = changed()
    number = next(i for i, seat in enumerate(data["seats"]) if seat["kind"] == "bot")
    data["seats"][number]["client_seed"] = "x"
    assert wrong(reseeded(data)).startswith(f"seat {number}: a bot's client seed")


def test_the_commitment_is_derived() -> None:
    assert "commitment" in wrong(changed(commitment="0" * 64))
    assert "commitment" in wrong(changed(server_seed="0" * 64))


def test_the_seed_is_derived() -> None:
    assert "seed does not follow" in wrong(changed(seed="0" * 64))
    data = changed(PEOPLE)
    data["seats"][0]["client_seed"] += "x"
    assert "seed does not follow" in wrong(data)


def test_seats_are_in_the_order_of_their_seeds() -> None:
    data = changed(PEOPLE)
    data["seats"].reverse()
    assert "seed does not follow" in wrong(data)


TIMES = [
    *("", "2026-12-01", "2026-12-01 10:00:00", "2026-12-01T10:00:00", "2026-12-01T10:00:00+00:00"),
    *("2026-12-01T10:00:00.5Z", "2026-13-01T10:00:00Z", "2026-02-29T10:00:00Z", "2026-12-01T24:00:00Z"),
    *("2026-12-01T10:00:61Z", "2026-12-1T10:00:00Z", "2026-12-01t10:00:00z", "2026-12-01T10:00:00Z\n"),
    *(" 2026-12-01T10:00:00Z", "٢026-12-01T10:00:00Z", "…"),
]


@pytest.mark.parametrize("at", TIMES)
def test_at_is_utc_to_the_second(at: str) -> None:
    assert "is no time of the form" in wrong(with_move(4, at=at), 4)


@pytest.mark.parametrize("name", ["started_at", "finished_at"])
def test_start_and_finish_are_utc_to_the_second(name: str) -> None:
    assert "is no time of the form" in wrong(changed(**{name: "2026-12-01"}))


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


# -- the command -----------------------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """Give four files: a right record, an unfinished one, a wrong one, and no record."""
    unfinished = without(GAME, "placings", "final")
    unfinished["moves"].pop()
    contents = {
        "ok": json.dumps(GAME),
        "unfinished": json.dumps(unfinished),
        "wrong": json.dumps(with_move(6, move={"type": "nonsense"})),
        "none": "x",
    }
    paths = {name: tmp_path / f"{name}.json" for name in contents}
    for name, path in paths.items():
        path.write_text(contents[name])
    return paths | {"absent": tmp_path / "absent.json"}


def _run(*arguments: object, django: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the verifier in a process of its own, in which Django can't be imported."""
    (django / "django").mkdir(exist_ok=True)
    (django / "django" / "__init__.py").write_text("raise ImportError('no Django here')\n")
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "games.rules.record", *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{django}{os.pathsep}{ROOT}"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_verifier_runs_without_django(files: dict[str, Path], tmp_path: Path) -> None:
    done = _run(files["ok"], files["unfinished"], django=tmp_path)
    assert done.stdout.splitlines() == [f"{files['ok']}: ok", f"{files['unfinished']}: unfinished"]
    assert (done.returncode, done.stderr) == (0, "")


def test_the_verifier_exits_1_if_any_is_wrong(files: dict[str, Path], tmp_path: Path) -> None:
    done = _run(files["wrong"], files["ok"], django=tmp_path)
    lines = done.stdout.splitlines()
    assert lines[0].startswith(f"{files['wrong']}: wrong: move 6: ")
    assert lines[1] == f"{files['ok']}: ok"
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize(
    ("names", "code"),
    [(["ok"], 0), (["unfinished", "ok"], 0), (["none"], 1), (["absent", "ok"], 1)],
)
def test_exit_codes(
    names: list[str],
    code: int,
    files: dict[str, Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["record", *(str(files[name]) for name in names)])
    with pytest.raises(SystemExit) as caught:
        runpy.run_path(str(ROOT / "games" / "rules" / "record.py"), run_name="__main__")
    assert caught.value.code == code
    lines = capsys.readouterr().out.splitlines()
    verdicts = {"ok": "ok", "unfinished": "unfinished", "none": "wrong: ", "absent": "can't be read: "}
    assert len(lines) == len(names)
    for name, line in zip(names, lines, strict=True):
        assert line.startswith(f"{files[name]}: {verdicts[name]}")


def test_without_files_it_says_how_to_use_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["record"])
    with pytest.raises(SystemExit, match=r"usage: python -m games\.rules\.record"):
        runpy.run_path(str(ROOT / "games" / "rules" / "record.py"), run_name="__main__")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    lines: list[str] = []
    assert not record.verify_files([str(tmp_path)], lines.append)
    assert len(lines) == 1 and lines[0].startswith(f"{tmp_path}: can't be read: ")


# -- the finished games that must verify for ever -----------------------------------------------------------------

KEPT = sorted((ROOT / "tests" / "records").glob("*.json"))

#: Prints, for each record given, a digest of all states and events of its replay.
DIGEST = """
import hashlib, sys
from pathlib import Path
import msgspec
from games.rules import record
from games.rules.registry import rule_set
for path in sys.argv[1:]:
    kept = record.decode(Path(path).read_bytes())
    rules = rule_set(kept.ruleset, kept.rules_version)
    digest = hashlib.sha256()
    for step in record.replay(kept):
        digest.update(msgspec.json.encode(step.events))
        digest.update(rules.encode_state(step.state))
        for seat in range(len(kept.seats)):
            digest.update(msgspec.json.encode(rules.legal(step.state, seat)))
    print(Path(path).name, digest.hexdigest())
"""


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_kept_games_verify(path: Path) -> None:
    assert record.verify(record.decode(path.read_bytes())) == "ok"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_twenty_games_of_each_seat_count_are_kept(seats: int) -> None:
    counts = [len(msgspec.json.decode(path.read_bytes())["seats"]) for path in KEPT]
    assert counts.count(seats) >= 20


def test_replay_is_the_same_whatever_the_hash_seed() -> None:
    outputs = set()
    for hash_seed in ("0", "1", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", DIGEST, *map(str, KEPT)],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert len(done.stdout.splitlines()) == len(KEPT)
        outputs.add(done.stdout)
    assert len(outputs) == 1
