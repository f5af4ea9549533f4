"""Pages put together of blocks that are compressed once.

A gzip stream (RFC 1952) is a row of deflated blocks, and one that ends at a whole byte and looks back to nothing, as
after zlib's full flush (RFC 1951), may be made apart from the others. So only what is new in a page is compressed.
"""

import re
import secrets
import struct
import zlib
from collections.abc import Sequence
from functools import cached_property

from django.http import HttpRequest, HttpResponse
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_vary_headers

#: A text shorter than this, in characters, gains nothing by being a block.
WORTH_IT = 2000

# What stands in a text where a block goes; nobody can know it, and so write it.
_MARK = secrets.token_hex(16)
_MARKS = re.compile(rf"{_MARK}(\d{{4}})".encode())


class Block:
    """A text that is compressed when it is first sent so, and then kept like that."""

    def __init__(self, text: str) -> None:
        self.plain = text.encode()

    @cached_property
    def deflated(self) -> bytes:
        """It, deflated so that anything may stand before and after it."""
        packer = _packer()
        return packer.compress(self.plain) + packer.flush(zlib.Z_FULL_FLUSH)


def marked(text: str, between: re.Pattern[str]) -> tuple[str, list[Block]]:
    """Give a text with marks in the places of its long stretches, and those as blocks, to be kept.

    `between`, without groups, matches what differs from answer to answer, and stays where it is.
    """
    blocks: list[Block] = []
    told, end = [], 0

    def add(stretch: str) -> None:
        if len(stretch) >= WORTH_IT:
            told.append(f"{_MARK}{len(blocks):04}")
            blocks.append(Block(stretch))
        else:
            told.append(stretch)

    for found in between.finditer(text):
        add(text[end : found.start()])
        told.append(found.group())
        end = found.end()
    add(text[end:])
    return "".join(told), blocks


def fill(request: HttpRequest, response: HttpResponse, blocks: Sequence[Block]) -> None:
    """Put blocks in the places of their marks in an answer; compressed, if whoever asks takes that."""
    text = _MARKS.split(response.content)
    parts = [blocks[int(part)] if n % 2 else part for n, part in enumerate(text)]
    patch_vary_headers(response, ["Accept-Encoding"])
    if re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")):
        response.content = gzipped(parts)
        response["Content-Encoding"] = "gzip"
        if response.get("ETag", "").startswith('"'):
            # It is of the text, and no longer of the bytes.
            response["ETag"] = f"W/{response['ETag']}"
    else:
        response.content = b"".join(part.plain if isinstance(part, Block) else part for part in parts)


def gzipped(parts: Sequence[bytes | Block]) -> bytes:
    """Give one gzip stream of texts and blocks.

    Its header has a name of random length, as Django's: so nobody can tell by its length what stands in a page
    (BREACH).
    """
    name = b"a" * secrets.randbelow(GZipMiddleware.max_random_bytes)
    made = [b"\x1f\x8b\x08\x08\0\0\0\0\0\xff", name, b"\0"]
    packer, checked, size = _packer(), 0, 0
    for part in parts:
        plain = part.plain if isinstance(part, Block) else part
        checked, size = zlib.crc32(plain, checked), size + len(plain)
        if isinstance(part, Block):
            made.append(part.deflated)
        elif part:
            made += [packer.compress(part), packer.flush(zlib.Z_FULL_FLUSH)]
    made += [packer.flush(zlib.Z_FINISH), struct.pack("<LL", checked, size & 0xFFFFFFFF)]
    return b"".join(made)


def _packer() -> "zlib._Compress":
    # Without zlib's own header and end, at the level of Django's compression.
    return zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
