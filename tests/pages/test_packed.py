"""Pages put together of blocks that were compressed before."""

import gzip
import random
import re
import zlib

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from games.pages import packed

BETWEEN = re.compile("<now>|<token>")
GZIP = {"Accept-Encoding": "br, gzip"}


def words(number: int, seed: int = 1) -> str:
    rng = random.Random(seed)
    kinds = ("rent", "Größe", "dice", "deed", "house", "“all”")
    return " ".join(f"{rng.choice(kinds)}{rng.random()}" for _ in range(number))


def filled(text: str, blocks: list[packed.Block], **headers: str) -> HttpResponse:
    response = HttpResponse(text, headers={"ETag": '"a.1"'})
    packed.fill(RequestFactory().get("/", headers=headers), response, blocks)
    return response


@pytest.mark.parametrize(
    "text",
    [
        words(300),
        f"{words(5)}<now>{words(200)}<token>{words(3)}<token>{words(400, 2)}",
        f"<token>{words(150)}<token>",
        f"{words(150)}<now>{words(150, 2)}",
        "<now>",
        "",
    ],
    ids=["whole", "pieces", "between", "two", "a mark", "nothing"],
)
def test_what_was_packed_in_pieces_is_the_text_whether_compressed_or_not(text: str) -> None:
    marked, blocks = packed.marked(text, BETWEEN)
    for now in ("12:00", words(500, 3)):
        told = text.replace("<now>", now)
        marked_now = marked.replace("<now>", now)
        assert filled(marked_now, blocks).content.decode() == told
        answer = filled(marked_now, blocks, **GZIP)
        assert answer["Content-Encoding"] == "gzip"
        assert gzip.decompress(answer.content).decode() == told
        # What stands between two marks was compressed apart, and gains nothing by it being told twice.
        assert len(answer.content) < len(zlib.compress(told.encode())) * 1.1 + 200


def test_only_long_stretches_are_blocks_and_what_differs_is_in_none() -> None:
    marked, blocks = packed.marked(f"{words(5)}<now>{words(200)}<token>{words(3)}", BETWEEN)
    assert [block.plain.decode() for block in blocks] == [words(200)]
    assert "<now>" in marked and "<token>" in marked and words(5) in marked and len(marked) < 500


def test_a_block_is_compressed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    marked, blocks = packed.marked(words(200), BETWEEN)
    assert gzip.decompress(filled(marked, blocks, **GZIP).content).decode() == words(200)
    kept = blocks[0].deflated
    filled(marked, blocks, **GZIP)
    assert blocks[0].deflated is kept


def test_an_answer_says_what_it_depends_on_and_its_tag_is_of_the_text() -> None:
    marked, blocks = packed.marked(words(200), BETWEEN)
    plain, compressed = filled(marked, blocks), filled(marked, blocks, **GZIP)
    assert plain["Vary"] == compressed["Vary"] == "Accept-Encoding"
    assert plain["ETag"] == '"a.1"' and compressed["ETag"] == 'W/"a.1"'
    assert not plain.has_header("Content-Encoding")
    assert filled(marked, blocks, **{"Accept-Encoding": "br"}).content == plain.content


def test_the_length_differs_by_chance_from_one_answer_to_the_next() -> None:
    marked, blocks = packed.marked(words(200), BETWEEN)
    assert len({len(filled(marked, blocks, **GZIP).content) for _ in range(50)}) > 5


def test_nobody_can_write_a_mark() -> None:
    marked, blocks = packed.marked(words(200), BETWEEN)
    (mark,) = re.findall(r"[0-9a-f]{32}\d{4}", marked)
    assert mark.endswith("0000") and len(mark) == 36
    assert packed.marked("0" * 36, BETWEEN) == ("0" * 36, [])
    assert filled("0" * 36, blocks).content == b"0" * 36
