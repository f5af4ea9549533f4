"""The verifier as a command without Django, and the finished games that must verify for ever."""

import json
import os
import runpy
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from games.rules import record
from tests.rules.records import GAME, ROOT, with_move, without

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
