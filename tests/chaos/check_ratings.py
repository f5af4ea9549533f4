"""Every finished rated game has its turn once, and the ratings are what a rebuild makes of the games."""

from collections.abc import Callable, Iterator

from tests.chaos.evidence import Finding
from tests.chaos.rows import Rows, ratings


def check(rows: Rows, url: str, rebuild: Callable[[str], None] | None) -> Iterator[Finding]:
    """Look at the numbers and changes; compare all ratings with what `rebuild` makes of the database at `url`."""
    numbers = [row["number"] for row in rows.rated]
    if numbers != list(range(1, len(numbers) + 1)):
        yield Finding("rated games are numbered wrongly", f"{numbers}")
    rated = {row["game_id"] for row in rows.rated}
    for game in rows.games.values():
        due = game["status"] == "finished" and game["rated"] and not game["void"]
        if due != (game["id"] in rated):
            yield Finding("a game was rated that should not be, or not rated", game["public_id"])
        people = [seat["number"] for seat in rows.seats[game["id"]] if seat["kind"] == "person"]
        changes = [change["seat"] for change in rows.changes[game["id"]]]
        if due and len(people) >= 2 and sorted(changes) != people:
            yield Finding("a game did not move its players' ratings once", f"{game['public_id']}: {changes}")
    if rebuild is None:
        return
    before = ratings(url)
    rebuild(url)
    after = ratings(url)
    if before != after:
        differing = sum(a != b for a, b in zip(before, after, strict=False)) + abs(len(before) - len(after))
        yield Finding("ratings are not those of a rebuild", f"{differing} of {len(after)} rows differ")
