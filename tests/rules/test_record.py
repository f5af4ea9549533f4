"""The game record, format 1: right ones, and damages of its form and of what is given."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.rules import record
from tests.rules.records import GAME, PEOPLE, Data, changed, reseeded, verdict, with_move, without, wrong

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
