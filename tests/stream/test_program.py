"""What programs hear: every entry of the record once, whatever happens to the processes between."""

import json
import signal
import time
from typing import Any

import pytest

from accounts import tokens
from accounts.models import PersonalToken
from games.models import Game
from games.table import now
from tests.api.conftest import Program
from tests.clock.processes import wait_until
from tests.clock.tables import Played, person
from tests.stream.conftest import Streaming
from tests.stream.moves import move

pytestmark = [pytest.mark.xdist_group("server"), pytest.mark.django_db(transaction=True)]

READ = PersonalToken.Scope.READ
#: A look of the stream's own comes this often at most.
LOOK = 6.0


def at(game: Played) -> str:
    return f"/api/v1/games/{game.id}/stream/"


def as_told(game: Played) -> list[Any]:
    """The entries as the address of events tells them."""
    answer = Program().get(f"games/{game.id}/events/?limit=200")
    return list(json.loads(answer.content)["entries"])


def test_it_has_what_the_events_have_and_ends_with_the_game(stream: Streaming, game: Played) -> None:
    move(game)
    with stream.get(at(game)) as reader:
        reader.wait(2)
        move(game)
        reader.wait(3)
        game.resign(0)
        reader.until_closed()
    last = Game.objects.get(public_id=game.id).move_count - 1
    assert reader.ids == [*map(str, range(-1, last + 1)), "over"]
    assert [json.loads(event.data) for event in reader.events[:-1]] == as_told(game)
    end = reader.events[-1]
    assert end.name == "over" and json.loads(end.data) == {"status": "finished", "last": last}
    # A browser that comes back by itself is told that it need not.
    assert stream.get(at(game), Last_Event_ID="over").status == 204
    with stream.get(at(game), Last_Event_ID=str(last)) as again:
        again.until_closed()
        assert again.ids == ["over"]


def test_it_goes_on_after_the_last_one_that_the_client_has(stream: Streaming, game: Played) -> None:
    for _ in range(4):
        move(game)
    with stream.get(f"{at(game)}?since=1") as reader:
        reader.wait(2)
        # What a client brings back goes before what stands in the address that it first called.
        with stream.get(f"{at(game)}?since=0", Last_Event_ID="2") as again:
            again.wait(1)
            move(game)
            assert [e.id for e in reader.wait(3)] == ["2", "3", "4"]
            assert [e.id for e in again.wait(2)] == ["3", "4"]


def test_far_behind_it_comes_in_pages_and_nothing_is_missing(stream: Streaming, game: Played) -> None:
    from games.models import Move

    row, first = Game.objects.get(public_id=game.id), 350
    Move.objects.bulk_create(
        Move(game=row, number=n, seat=0, move='{"type":"pass"}', by="player", at=now(), events="[]")
        for n in range(row.move_count, first)
    )
    with stream.get(f"{at(game)}?since=-1") as reader:
        time.sleep(0.2)
        Game.objects.filter(pk=row.pk).update(move_count=first)
        reader.wait(first, LOOK + 10)
        move(game)
        reader.wait(first + 1)
        assert reader.ids == [str(n) for n in range(first + 1)]


def test_before_the_start_it_waits_for_it(stream: Streaming, game: Played) -> None:
    Game.objects.filter(public_id=game.id).update(started_at=None, status=Game.Status.OPEN)
    with stream.get(at(game)) as reader:
        time.sleep(0.3)
        assert reader.status == 200 and not reader.events
        Game.objects.filter(public_id=game.id).update(started_at=now(), status=Game.Status.RUNNING)
        assert reader.wait(1, LOOK)[0].id == "-1"


def test_a_token_that_is_taken_away_ends_its_stream(stream: Streaming, game: Played) -> None:
    ada = person("ada")
    token = tokens.make(ada, "a test", READ)
    with stream.get(at(game), Authorization=f"Bearer {token}") as reader:
        reader.wait(1)
        tokens.revoke(ada, ada.tokens.get().pk)
        reader.until_closed(3)
    again = stream.get(at(game), Authorization=f"Bearer {token}")
    assert again.status == 401 and json.loads(again.body)["code"] == "bad_token"
    assert again.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("bad", ["since=x", "since=-3", "since=1&since=2", "other=1", "since=99999999", "a&" * 1500])
def test_what_can_not_be_read_is_refused(stream: Streaming, game: Played, bad: str) -> None:
    answer = stream.get(f"{at(game)}?{bad}")
    told = json.loads(answer.body)
    assert (answer.status, told["code"]) == (400, "malformed_request") and told["detail"]
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_a_secret_game_is_told_to_its_players_programs_alone(stream: Streaming, game: Played) -> None:
    Game.objects.filter(public_id=game.id).update(secret_table=True)
    assert stream.get(at(game)).status == 404
    for name, status in (("cleo", 404), ("bob", 200)):
        token = tokens.make(person(name), "a test", READ)
        with stream.get(at(game), Authorization=f"Bearer {token}") as reader:
            assert reader.status == status


def test_nothing_is_lost_or_told_twice_when_the_stream_is_killed(stream: Streaming, game: Played) -> None:
    ids: list[str] = []
    with stream.get(at(game)) as reader:
        move(game)
        reader.wait(2)
        stream.process.kill()
        reader.until_closed()
        ids += reader.ids
    move(game)
    stream.start()
    move(game)
    with stream.get(at(game), Last_Event_ID=ids[-1]) as reader:
        reader.wait(2)
        move(game)
        reader.wait(3)
        ids += reader.ids
    assert ids == [str(n) for n in range(-1, Game.objects.get(public_id=game.id).move_count)]


def test_nothing_is_lost_or_told_twice_when_redis_is_killed(stream: Streaming, game: Played) -> None:
    with stream.get(at(game)) as reader:
        move(game)
        reader.wait(2)
        stream.redis.kill()
        move(game)
        reader.wait(3, LOOK)
        stream.redis.start()
        wait_until(lambda: b'"redis": "ok"' in stream.get("/healthz").body)
        move(game)
        reader.wait(4, 2)
        assert reader.ids == ["-1", "0", "1", "2"]


def test_a_redis_that_hangs_slows_no_move_and_the_stream_looks_by_itself(stream: Streaming, game: Played) -> None:
    with stream.get(at(game)) as reader:
        move(game)
        reader.wait(2)
        stream.redis._process.send_signal(signal.SIGSTOP)
        try:
            began = time.monotonic()
            move(game)
            took = time.monotonic() - began
            reader.wait(3, LOOK)
        finally:
            stream.redis._process.send_signal(signal.SIGCONT)
        assert took < 0.4, "the move waited for Redis"
        assert reader.ids == ["-1", "0", "1"]
