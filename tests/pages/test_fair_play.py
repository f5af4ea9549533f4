"""The fair-play page: whatever it tells readers to run is run here, and gives what it says."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import msgspec
import pytest
from django.test import Client

from games.rules.chance import Chance, commitment, derive_seed
from games.rules.landlord import LANDLORD
from games.rules.record import Entry, Record, SeatEntry, decode, encode
from games.rules.registry import PLAYED
from tests.pages.page_tree import by_id, codes, parse, rows, text, with_class
from tests.pages.test_rules_page import check_anchors, check_no_inline

ROOT = Path(__file__).parents[2]
OF_DEEDLAND = ROOT / "tests" / "records" / "deedland" / "bots-2-00.json"
COMMITMENT = "6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b"
SEED = "f605e55489098b96abc9d2b2040bf03c77f8230b80422c0c0e4271cff9abfceb"
ROLLS = "5+2 5+2 3+2 4+5 1+6 2+6 3+4 2+2 3+5 4+2"


@pytest.fixture
def page(client: Client, db: None) -> Element:
    response = client.get("/fair-play/")
    assert response.status_code == 200
    return parse(response.content)


def raw(element: Element) -> str:
    return "".join(element.itertext())


def run(command: str, folder: Path) -> str:
    """Run a command of the page as a reader's shell would, with this Python as `python3`."""
    (folder / "bin").mkdir(exist_ok=True)
    for name in ("python3", "python"):
        link = folder / "bin" / name
        if not link.exists():
            link.symlink_to(sys.executable)
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env={"PATH": f"{folder / 'bin'}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout.strip()


def shown(page: Element, name: str) -> tuple[str, str]:
    """Give a command of the page and the answer that stands under it."""
    block = by_id(page, f"run-{name}")
    command, answer = block.find("code"), block.find("samp")
    assert command is not None
    assert answer is not None
    return raw(command), raw(answer).strip()


@pytest.mark.parametrize(("name", "answer"), [("commitment", COMMITMENT), ("seed", SEED), ("rolls", ROLLS)])
def test_each_command_gives_what_the_page_says(page: Element, tmp_path: Path, name: str, answer: str) -> None:
    command, said = shown(page, name)
    assert said == answer
    assert run(command, tmp_path) == said


def test_the_script_of_the_page_gives_what_the_page_says(page: Element, tmp_path: Path) -> None:
    save(page, tmp_path)
    command, said = shown(page, "by-hand")
    assert run(command, tmp_path) == said
    assert said.splitlines() == [
        f"commitment {COMMITMENT} right",
        f"seed {SEED} right",
        "turn order 0 1 2",
        "bots medium",
        "fortune F2 F4 F12 F1 F8 F7 F3 F6 F10 F5 F11 F9",
        "post P7 P12 P3 P8 P4 P1 P10 P5 P9 P11 P6 P2",
        f"rolls {ROLLS}",
    ]


def test_the_script_of_the_page_finds_a_broken_promise(page: Element, tmp_path: Path) -> None:
    save(page, tmp_path)
    record = json.loads((tmp_path / "record.json").read_text())
    record["server_seed"] = "ff" * 32
    (tmp_path / "record.json").write_text(json.dumps(record))
    lines = run("python3 by_hand.py record.json", tmp_path).splitlines()
    assert lines[0].endswith(" WRONG")
    assert lines[1].endswith(" WRONG")


def test_the_script_of_the_page_reads_the_record_of_a_game(page: Element, tmp_path: Path) -> None:
    save(page, tmp_path)
    record = finished_game()
    (tmp_path / "record.json").write_bytes(encode(record))
    lines = run("python3 by_hand.py record.json 25", tmp_path).splitlines()
    chance = Chance(str(record.seed))
    assert lines[0] == f"commitment {record.commitment} right"
    assert lines[1] == f"seed {record.seed} right"
    assert lines[2] == "turn order " + " ".join(map(str, chance.shuffle(range(2), "order")))
    assert lines[6] == "rolls " + " ".join("{}+{}".format(*chance.dice(k)) for k in range(25))


@pytest.mark.parametrize("key", PLAYED)
def test_the_verifier_runs_as_the_page_says(page: Element, client: Client, tmp_path: Path, key: str) -> None:
    [section] = [e for e in page.iter("section") if e.get("aria-labelledby") == "verifier"]
    commands = [raw(e).strip() for e in section.iter("pre")]
    own = [f"python {played}_verify.py record.json" for played in PLAYED]
    assert commands == [*own, "python manage.py verify FILE..."]
    file = tmp_path / "record.json"
    file.write_bytes(encode(finished_game()) if key == "landlord" else OF_DEEDLAND.read_bytes())
    # The first with the downloaded file alone, in a folder of its own.
    (tmp_path / f"{key}_verify.py").write_bytes(downloaded(page, client, f"{key}_verify.py"))
    assert run(own[PLAYED.index(key)], tmp_path) == "record.json: ok"
    words = commands[-1].replace("FILE...", str(file)).split()
    done = subprocess.run([sys.executable, *words[1:]], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.strip()) == (0, f"{file}: ok"), done.stderr


def downloaded(page: Element, client: Client, name: str) -> bytes:
    """Give what the page's link to a verifier leads to."""
    [link] = {a.get("href") for a in page.iter("a") if text(a) == name}
    response = client.get(str(link))
    assert response.status_code == 200 and response["Content-Type"].startswith("text/x-python")
    return response.content


def test_the_script_of_the_page_reads_a_record_of_deedland(page: Element, tmp_path: Path) -> None:
    save(page, tmp_path)
    (tmp_path / "record.json").write_bytes(OF_DEEDLAND.read_bytes())
    read = decode(OF_DEEDLAND.read_bytes())
    lines = run("python3 by_hand.py record.json", tmp_path).splitlines()
    cards = Chance(str(read.seed)).shuffle([f"F{n}" for n in range(1, 17)], "shuffle:fortune")
    assert lines[0].endswith(" right") and lines[1].endswith(" right")
    assert lines[3:5] == [f"bots {read.options['bots']}", f"fortune {' '.join(cards)}"]


def test_the_page_tells_what_each_game_leaves_to_chance(page: Element) -> None:
    [section] = [e for e in page.iter("section") if e.get("aria-labelledby") == "draws"]
    said = text(section)
    assert "Landlord has Fortune, 12 cards, under shuffle:fortune and Post, 12 cards, under shuffle:post." in said
    assert "Deedland has Fortune, 16 cards, under shuffle:fortune." in said
    assert "In Deedland whoever opens the table chooses it" in said
    assert "In Landlord the number for bot-strength:0" in said


def test_one_roll_is_followed_by_hand(page: Element) -> None:
    [v] = {int(n) for n in re.findall(r"leaves (\d+) when divided by 36", text(page))}
    assert (v // 6 + 1, v % 6 + 1) == (5, 2)
    assert f"{v} // 6 + 1 is 5, and {v} % 6 + 1 is 2" in text(page)


def test_the_page_says_when_the_seeds_are_known(page: Element) -> None:
    table = {row[0]: row[1:] for row in rows(by_id(page, "when-table"))}
    assert table["Server seed and seed"] == ["secret", "secret", "shown at once"]
    assert table["Commitment"] == ["shown", "shown", "shown"]


def test_the_page_owns_up_to_what_the_owner_of_the_server_can_do(page: Element) -> None:
    assert "Whoever runs the server can read the seed of a running game" in text(page)


def test_every_label_of_a_draw_is_named(page: Element) -> None:
    [section] = [e for e in page.iter("section") if e.get("aria-labelledby") == "draws"]
    named = " ".join(codes(section))
    labels = ["dice:k", "order", "bot-strength:0", "bot:SEAT:q"]
    for label in [*labels, *(deck.label for deck in LANDLORD.rules.decks)]:
        assert label in named


def test_the_record_is_described_key_by_key_on_the_page_and_in_the_document(page: Element) -> None:
    [section] = [e for e in page.iter("section") if e.get("aria-labelledby") == "record"]
    document = re.findall(r"`([^`\n]+)`", (ROOT / "docs/record-format.md").read_text())
    for described in (codes(section), document):
        assert keys(json.loads(encode(finished_game()))) <= set(described)


def test_the_contents_name_every_section_in_order(page: Element) -> None:
    [contents] = with_class(page, "toc")
    listed = [(e.get("href", "")[1:], text(e)) for e in contents.iter("a")]
    [prose] = with_class(page, "prose")
    assert listed == [(e.get("id"), text(e)) for e in prose.iter("h2")]
    assert len(listed) == 10


def test_the_page_has_no_double_anchor_and_no_style_or_script_of_its_own(page: Element) -> None:
    check_anchors(page)
    check_no_inline(page)


def test_the_page_is_only_read(client: Client, db: None) -> None:
    refused = client.post("/fair-play/", headers={"accept": "application/json"})
    assert refused.status_code == 405


def save(page: Element, folder: Path) -> None:
    (folder / "by_hand.py").write_text(raw(by_id(page, "by-hand")))
    (folder / "record.json").write_text(raw(by_id(page, "example-record")))


def keys(value: Any) -> set[str]:
    return set(_keys(value))


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "move":
                yield key
                continue
            if not key.isdigit():
                yield key
            yield from _keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _keys(inner)


def finished_game() -> Record:
    """Give the record of a game of two that one player resigned, the other owning a square."""
    server_seed = "5a" * 32
    clients = ["left.hand", "right-hand"]
    seed = derive_seed(server_seed, clients)
    state, _ = LANDLORD.start(["guest", "guest"], Chance(seed), {"move_time": 604800})
    entries = []
    for _ in range(8):
        [decision] = LANDLORD.decisions(state)
        offered = LANDLORD.legal(state, decision.seat).moves
        wanted = ("buy", "end_turn", "roll", "pass", "decline")
        types = {type(m).__struct_config__.tag: m for m in offered}
        name = next((w for w in wanted if w in types), None)
        assert name is not None
        LANDLORD.apply(state, decision.seat, types[name])
        entries.append((decision.seat, f'{{"type":"{name}"}}'))
    leaver = 0
    LANDLORD.apply(state, leaver, LANDLORD.decode_move('{"type":"resign"}'))
    entries.append((leaver, '{"type":"resign"}'))
    outcome = LANDLORD.outcome(state)
    assert outcome is not None
    final = LANDLORD.final(state)
    assert final["squares"]
    return Record(
        format=1,
        ruleset="landlord",
        rules_version=1,
        game="example",
        started_at="2026-11-30T10:00:00Z",
        finished_at="2026-11-30T11:00:00Z",
        options={"move_time": 604800},
        seats=[SeatEntry(f"Guest {n}", "guest", client) for n, client in enumerate(clients)],
        commitment=commitment(server_seed),
        moves=[Entry(seat, _raw(move), "2026-11-30T10:30:00Z", "player") for seat, move in entries],
        server_seed=server_seed,
        seed=seed,
        placings=outcome.placings,
        final=final,
    )


def _raw(move: str) -> Any:
    return msgspec.Raw(move.encode())
