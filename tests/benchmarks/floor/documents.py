"""The floor's documents: as large as a game's state, or of forty squares that fill a page of a wanted size."""

import json
import random
from functools import lru_cache

from tests.benchmarks.floor.models import Document

SQUARES = 40
FIGURES = ("Price", "Rent", "1 house", "Hotel", "Mortgage")


def of_size(size: int) -> Document:
    """Make a document whose JSON has `size` bytes, nearly."""
    rows = [[n * 7 % 40, "moved"] for n in range(max(size - 26, 0) // 14)]
    return Document.objects.create(body=json.dumps({"moves": 0, "rows": rows}))


def for_page(fill: int = 0, drawn: int = 0) -> Document:
    """Make a document of forty squares, whose page has `fill` more bytes a square, `drawn` of 1000 being words."""
    squares = [
        {
            "position": n,
            "name": f"Square number {n}",
            "group": f"g{n % 8}",
            "owner": ("ada", "bob", "cleo", "dan")[n % 4],
            "state": "rent 26, whole set",
            "figures": [[what, n * 10 + i] for i, what in enumerate(FIGURES)],
        }
        for n in range(SQUARES)
    ]
    return Document.objects.create(body=json.dumps({"squares": squares, "fill": fill, "drawn": drawn}))


@lru_cache
def texts(fill: int, drawn: int) -> list[str]:
    """Give the text that fills each square: words, which take a while to compress, then one letter again and again.

    Made once, as what stands in a template is.
    """
    rng = random.Random(1)
    words = ["".join(rng.choices("etaoinshrdlucmfwyp", k=rng.randint(2, 9))) for _ in range(400)]
    many = fill * drawn // 1000
    return [" ".join(rng.choices(words, k=many // 2))[:many] + "x" * (fill - many) for _square in range(SQUARES)]
