"""Whoever followed a game by the stream was told each entry once and in order, whatever broke in between."""

from collections.abc import Iterator

from tests.chaos.evidence import Evidence, Finding
from tests.chaos.rows import Rows, move_of


def check(rows: Rows, evidence: Evidence) -> Iterator[Finding]:
    """Compare what the readers were told with the records."""
    for reading in evidence.readings:
        game = rows.by_name[reading.game]
        entries = rows.moves[game["id"]]
        numbers = [number for number, _ in reading.entries]
        if numbers != list(range(len(numbers))):
            yield Finding("a stream lost or repeated entries", f"{reading.game}: {numbers}")
            continue
        for entry, (_, told) in zip(entries, reading.entries, strict=False):
            if (told["seat"], told["move"], told["by"]) != (entry["seat"], move_of(entry), entry["by"]):
                yield Finding("a stream told something else", f"{reading.game} number {entry['number']}")
        if len(numbers) != len(entries) and not reading.left:
            yield Finding("a stream did not tell all", f"{reading.game}: {len(numbers)} of {len(entries)}")
