"""Walks the table of rights."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from tests.rights.situations import KINDS, RUNNING, SECRET_RUNNING, Situation, arrange
from tests.rights.table_of_rights import NEEDS_NO_ROW, OTHERS, RIGHTS, Right

pytestmark = pytest.mark.django_db

CELLS = [
    pytest.param(right, kind, id=f"{right.method} {right.name}, {right.situation}: {kind}")
    for right in RIGHTS
    for kind in KINDS
]


@pytest.mark.parametrize(("right", "kind"), CELLS)
def test_the_table_holds(right: Right, kind: str) -> None:
    situation = arrange(right.situation)
    client = situation.client(kind)
    form = right.form(situation, kind)
    expected = right.statuses[KINDS.index(kind)]
    if isinstance(expected, tuple):
        assert situation.game is not None and right.situation in (RUNNING, SECRET_RUNNING)
        asked = situation.game.seats.get(due_at__isnull=False)
        expected = expected[0 if asked.user_id == situation.people[kind].pk else 1]
    address = _address(right, situation)
    before = _rows(situation)
    answer = client.post(address, form) if right.method == "POST" else client.get(address)
    assert answer.status_code == expected, answer.content.decode()[:2000]
    if right.method == "GET" or expected >= 400:
        assert _rows(situation) == before, "a refusal, or a look, has changed the game"


def test_every_address_of_the_site_has_its_rows() -> None:
    known = {right.name for right in RIGHTS} | set(NEEDS_NO_ROW)
    missing = {name for name in _names() if name not in known and not name.startswith(OTHERS)}
    assert not missing, f"who may do what at {sorted(missing)}?"


def test_every_row_names_an_address() -> None:
    names = set(_names())
    assert {right.name for right in RIGHTS if ":" not in right.name} <= names


def _address(right: Right, situation: Situation) -> str:
    game = situation.game.public_id if situation.game else ""
    number = situation.known.get("proposal", 1)
    for arguments in ([], [game], [game, number], [situation.people["player"].name]):
        try:
            return reverse(right.name, args=arguments) + right.query
        except NoReverseMatch:
            continue
    raise AssertionError(f"no address named {right.name}")


def _rows(situation: Situation) -> list[Any]:
    from games.models import Game, Invitation, Move, Proposal, Seat, StandingOrder

    if situation.game is None:
        return []
    mine = {"game": situation.game}
    seats = Seat.objects.filter(**mine).order_by("number").values()
    return [
        list(Game.objects.filter(pk=situation.game.pk).values()),
        # Presence is what a look may write.
        [{name: value for name, value in seat.items() if name != "seen_at"} for seat in seats],
        *(list(model.objects.filter(**mine).order_by("pk").values()) for model in (Move, Proposal, Invitation)),
        list(StandingOrder.objects.filter(**mine).order_by("pk").values()),
    ]


def _names() -> Iterator[str]:
    def walk(patterns: list[Any], space: str) -> Iterator[str]:
        for pattern in patterns:
            if isinstance(pattern, URLResolver):
                inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
                yield from walk(pattern.url_patterns, inner)
            elif isinstance(pattern, URLPattern) and pattern.name:
                yield f"{space}{pattern.name}"

    return walk(get_resolver().url_patterns, "")
