"""Queries that are put together once give what the querysets give of which they were made."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection
from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game, Move, Notice, Seat
from landlord.prepared import Prepared, insert, save_fields
from tests.games.tables import Opener

pytestmark = pytest.mark.both_databases


def seated(game: int, name: str) -> QuerySet[Seat]:
    return (
        Seat.objects.filter(game=game, name=name)
        .select_related("game")
        .annotate(more=Exists(Seat.objects.filter(game=OuterRef("game")).exclude(pk=OuterRef("pk"))))
    )


def test_rows_come_with_what_is_read_beside_them(tables: Opener) -> None:
    games = [tables.start().game, tables.start().game]
    ask = Prepared(seated, game=int, name=str)
    for game in games:
        for seat in Seat.objects.filter(game=game):
            with CaptureQueriesContext(connection) as captured:
                (found,) = ask(game=game.pk, name=seat.name)
                assert found.game == game and found.game.options == game.options
            assert len(captured) == 1
            assert (found, found.more) == (seat, True)  # type: ignore[attr-defined]
            assert [getattr(found, f.attname) for f in Seat._meta.concrete_fields] == [
                getattr(seat, f.attname) for f in Seat._meta.concrete_fields
            ]
    assert ask(game=games[0].pk, name="nobody") == []


def test_tuples_and_prefetches_and_slices(tables: Opener) -> None:
    game = tables.start().game
    numbers = Prepared(
        lambda game: Seat.objects.filter(game=game).order_by("-number").values_list("number", flat=True)[:1], game=int
    )
    assert numbers(game=game.pk) == [1]
    rows: Any = Prepared(
        lambda game: Seat.objects.filter(game=game).order_by("number").values("number", "name"), game=int
    )
    assert rows(game=game.pk) == list(Seat.objects.filter(game=game).order_by("number").values("number", "name"))
    fetched: Any = Prepared(
        lambda game: Game.objects.filter(public_id=game).prefetch_related(
            Prefetch("seats", Seat.objects.order_by("number"))
        ),
        game=str,
    )
    (found,) = fetched(game=game.public_id)
    with CaptureQueriesContext(connection) as captured:
        assert [seat.number for seat in found.seats.all()] == [0, 1]
    assert not captured.captured_queries


def test_a_text_is_a_value_and_no_part_of_the_statement(tables: Opener) -> None:
    game = tables.start().game
    ask = Prepared(seated, game=int, name=str)
    for name in ("' OR 1=1 --", "%s", "\ue0001\ue000"):
        assert ask(game=game.pk, name=name) == []


def test_a_value_that_is_asked_for_nowhere_is_a_mistake(db: None) -> None:
    ask = Prepared(lambda game, name: Seat.objects.filter(game=game), game=int, name=str)
    with pytest.raises(TypeError, match="name"):
        ask(game=1, name="Ada")


def test_columns_are_written_as_save_writes_them(tables: Opener) -> None:
    game = tables.start().game
    seat = Seat.objects.filter(game=game).first()
    assert seat is not None
    instant = datetime(2027, 3, 1, 12, tzinfo=UTC)
    seat.left, seat.due_at, seat.ready, seat.fate = timedelta(seconds=90), instant, True, Seat.Fate.RESIGNED
    game.placings, game.paused_until, game.moved_at, game.rated = [[1], [0]], None, instant, True
    save_fields(seat, ["left", "due_at", "ready", "fate"])
    save_fields(game, ["placings", "paused_until", "moved_at"])
    written, found = Seat.objects.get(pk=seat.pk), Game.objects.get(pk=game.pk)
    assert (written.left, written.due_at, written.ready, written.fate) == (
        timedelta(seconds=90),
        instant,
        True,
        "resigned",
    )
    assert (found.placings, found.paused_until, found.moved_at, found.rated) == ([[1], [0]], None, instant, False)


def test_a_row_that_is_gone_is_not_written(tables: Opener) -> None:
    game = tables.start().game
    Game.objects.filter(pk=game.pk).delete()
    with pytest.raises(DatabaseError, match="is gone"):
        save_fields(game, ["changes"])


def test_rows_are_added_as_they_are_by_django(tables: Opener) -> None:
    game = tables.start().game
    user = User.objects.create_user("ada@example.org", "ada")
    at = datetime(2027, 3, 1, 12, tzinfo=UTC)
    insert(
        [Move(game=game, number=90 + n, seat=n, move="{}", by="clock", at=at, due_at=None, events="[]") for n in (0, 1)]
    )
    made = Move.objects.filter(game=game, number__gte=90).values_list("number", "seat", "by", "at", "due_at", "events")
    assert list(made) == [(90, 0, "clock", at, None, "[]"), (91, 1, "clock", at, None, "[]")]
    notices = [
        Notice(game=game, user=user, kind=Notice.Kind.TURN, wait=n, created_at=at, send_at=at) for n in (1, 2, 1)
    ]
    insert(notices, ignore_conflicts=True)
    kept = Notice.objects.filter(game=game, user=user).order_by("wait").values_list("wait", "status", "seat", "why")
    assert list(kept) == [(1, "waiting", None, ""), (2, "waiting", None, "")]
    insert([])


def test_a_row_that_is_there_already_is_told(tables: Opener) -> None:
    game = tables.start().game
    with pytest.raises(IntegrityError):
        insert([Seat(game=game, number=0, kind="bot", name="Bot 1")])
