"""`manage.py selfplay` and the records it writes."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.bots.selfplay import server_seed
from games.rules.record import decode, verify
from tests.bots.tables import games


def selfplay(*args: str) -> str:
    out = StringIO()
    call_command("selfplay", *args, stdout=out)
    return out.getvalue()


def test_it_plays_without_the_database_and_tells_wins_turns_and_speed():
    told = selfplay("--games", "6", "--bots", "hard,medium,easy", "--seed", "told", "--jobs", "1")
    assert "seed: told" in told
    assert "6 games of 3 seats: 6 ended within 1500 turns, 0 not" in told
    for strength in ("easy", "medium", "hard"):
        assert f"{strength}: " in told
    wins = [int(line.split()[1]) for line in told.splitlines() if "wins in" in line]
    assert sum(wins) == 6
    assert "decisions a second" in told


def test_without_names_the_strength_is_drawn_from_each_games_seed():
    told = selfplay("--games", "9", "--seed", "drawn", "--jobs", "1")
    drawn = [int(line.split()[6]) for line in told.splitlines() if "drawn from the seed" in line]
    assert sum(drawn) == 9 and len(drawn) > 1


def test_without_a_seed_one_is_drawn_and_told():
    first, second = (selfplay("--games", "1", "--jobs", "1").splitlines()[0] for _ in range(2))
    assert first.startswith("seed: ") and first != second


def test_records_verify_and_the_same_seed_gives_the_same_bytes_on_any_number_of_processes(tmp_path: Path):
    for jobs in ("1", "2"):
        selfplay("--games", "5", "--seats", "4", "--seed", "x", "--jobs", jobs, "--out", str(tmp_path / jobs))
    names = [f"{n:05d}.json" for n in range(5)]
    assert sorted(p.name for p in (tmp_path / "1").iterdir()) == names
    for name in names:
        data = (tmp_path / "1" / name).read_bytes()
        assert data == (tmp_path / "2" / name).read_bytes()
        assert verify(decode(data)) == "ok"


def test_a_game_stopped_at_the_cap_is_written_with_its_seeds_and_without_placings(tmp_path: Path):
    told = selfplay("--games", "2", "--max-turns", "12", "--seed", "cap", "--jobs", "1", "--out", str(tmp_path))
    assert "0 ended within 12 turns, 2 not" in told
    data = (tmp_path / "00000.json").read_bytes()
    assert b'"placings"' not in data and b'"final"' not in data and b'"server_seed"' in data
    assert verify(decode(data)) == "unfinished"


def test_unlike_bots_move_on_by_a_seat_from_game_to_game():
    played = games("hard,medium,medium", 3)
    assert [game.strengths.index("hard") for game in played] == [0, 1, 2]


def test_server_seeds_follow_from_the_runs_text_and_the_games_number():
    assert server_seed("a", 0) == server_seed("a", 0)
    assert len({server_seed(text, n) for text in "ab" for n in range(5)}) == 10


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("--games", "0"), "number of games must be 1 or more"),
        (("--games", "many"), "'many' is no whole number"),
        (("--seats", "5"), "number of seats must be from 2 to 4"),
        (("--bots", "hard,wise"), "There is no bot 'wise'"),
        (("--bots", "hard,easy", "--seats", "3"), "2 bots for 3 seats"),
        (("--max-turns", "0"), "cap on turns must be 1 or more"),
        (("--jobs", "0"), "number of processes must be 1 or more"),
    ],
)
def test_bad_arguments_are_answered_by_a_sentence(args, sentence):
    with pytest.raises(CommandError, match=sentence):
        selfplay(*args)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match=r"can't be written to .*file"):
        selfplay("--games", "1", "--jobs", "1", "--out", str(tmp_path / "file" / "in"))
