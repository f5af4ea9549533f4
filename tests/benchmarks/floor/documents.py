"""The floor's documents: as large as a game's state, or of forty squares that fill a page of a wanted size."""

import json

from tests.benchmarks.floor.models import Document

FIGURES = ("Price", "Rent", "1 house", "Hotel", "Mortgage")


def of_size(size: int) -> Document:
    """Make a document whose JSON has `size` bytes, nearly."""
    rows = [[n * 7 % 40, "moved"] for n in range(max(size - 26, 0) // 14)]
    return Document.objects.create(body=json.dumps({"moves": 0, "rows": rows}))


def for_page(fill: int = 0) -> Document:
    """Make a document of forty squares, whose page has `fill` more bytes a square."""
    squares = [
        {
            "position": n,
            "name": f"Square number {n}",
            "group": f"g{n % 8}",
            "owner": ("ada", "bob", "cleo", "dan")[n % 4],
            "state": "rent 26, whole set",
            "figures": [[what, n * 10 + i] for i, what in enumerate(FIGURES)],
        }
        for n in range(40)
    ]
    return Document.objects.create(body=json.dumps({"squares": squares, "fill": "x" * fill}))
