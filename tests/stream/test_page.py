"""What the page of a table hears: that something changed, at once, only what is its reader's, and never what."""

import re
import time
from collections.abc import Callable

import pytest
from django.test import Client

from accounts import leaving, suspending
from accounts.models import User
from games.models import Game, Seat
from tests.clock.tables import BUY, RESIGN, Played, Tables, person
from tests.stream.conftest import PER_PERSON, Streaming
from tests.stream.listener import Listener
from tests.stream.moves import move

pytestmark = [pytest.mark.xdist_group("server"), pytest.mark.django_db(transaction=True)]

WITHIN = 0.5
#: Ways in are looked at this soon after something has become of one.
SOON = 3.0
#: Long enough for news that were to come to have come.
A_WHILE = 0.7

Cookie = Callable[[User], str]


def at(game: Played) -> str:
    return f"/stream/games/{game.id}/"


def test_a_move_is_heard_of_within_half_a_second(
    stream: Streaming, game: Played, figure: Callable[[str], None]
) -> None:
    with stream.get(at(game)) as reader:
        assert reader.status == 200
        assert reader.headers["Content-Type"].startswith("text/event-stream")
        assert "no-store" in reader.headers["Cache-Control"]
        assert reader.wait(1)[0].name == "now"
        took = []
        for n in range(4):
            move(game)
            began = time.monotonic()
            took.append(reader.wait(2 + n)[-1].at - began)
        figure(f"a move reached an open page's stream after {max(took):.3f} s at most")
        assert min(took) < WITHIN
        assert {event.name for event in reader.events[1:]} == {"changed"}


def test_nothing_is_said_but_public_numbers(stream: Streaming, game: Played, cookie: Cookie) -> None:
    with stream.get(at(game)) as anybody, stream.get(at(game), Cookie=cookie(person("ada"))) as player:
        for reader in (anybody, player):
            reader.wait(1)
        move(game)
        told = [(e.id, e.name, e.data) for e in anybody.wait(2)]
        assert told == [(e.id, e.name, e.data) for e in player.wait(2)]
        row = Game.objects.get(public_id=game.id)
        assert told[-1][0] == f"running.{row.move_count}.{row.changes}.0" == told[-1][2]
        assert all(re.fullmatch(r"running\.\d+\.\d+\.\d+", number) for number, _, _ in told)


def test_an_order_is_heard_of_by_its_owner_alone(stream: Streaming, game: Played, cookie: Cookie) -> None:
    ada, bob = person("ada"), person("bob")
    with (
        stream.get(at(game), Cookie=cookie(ada)) as other,
        stream.get(at(game), Cookie=cookie(bob)) as owner,
        stream.get(at(game)) as anybody,
    ):
        for reader in (owner, other, anybody):
            reader.wait(1)
        game.order(1, type="end_turn")
        assert owner.wait(2)[1].name == "changed"
        # The same number as before: not even the owner's tells of it.
        assert owner.ids[0] == owner.ids[1]
        time.sleep(A_WHILE)
        assert len(other.events) == len(anybody.events) == 1


def test_the_waiting_room_hears_who_sits_down_and_the_start(stream: Streaming, tables: Tables) -> None:
    from games import table
    from games.rules.landlord import LANDLORD
    from games.who import Who

    ada, bob = person("ada"), person("bob")
    sitter = table.Sitter(Seat.Kind.PERSON, "ada", Who(user=ada.pk))
    opened = table.open_table(LANDLORD, [sitter], table.Plan(2, {"move_time": 86_400}))
    with stream.get(f"/stream/games/{opened.public_id}/") as reader:
        assert reader.wait(1)[0].id.startswith("open.")
        table.sit(opened.public_id, table.Sitter(Seat.Kind.PERSON, "bob", Who(user=bob.pk)), "x")
        assert reader.wait(2)[-1].id.startswith("running.")


def test_a_game_that_ends_ends_its_streams_and_opens_no_more(stream: Streaming, game: Played) -> None:
    with stream.get(at(game)) as reader:
        reader.wait(1)
        game.play(0, RESIGN)
        assert reader.wait(2)[-1].id.startswith("finished.")
        reader.until_closed()
    with stream.get(at(game)) as late:
        assert late.status == 204


def test_a_secret_table_is_heard_of_by_its_players_alone(stream: Streaming, game: Played, cookie: Cookie) -> None:
    Game.objects.filter(public_id=game.id).update(secret_table=True)
    key = Game.objects.get(public_id=game.id).link_key
    stranger = cookie(person("cleo"))
    for path in (at(game), f"{at(game)}?key={key}"):
        for headers in ({}, {"Cookie": stranger}, {"Cookie": "sessionid=" + "x" * 32}):
            assert stream.get(path, **headers).status == 404
    assert stream.get("/stream/games/222222222222/").status == 404
    with stream.get(at(game), Cookie=cookie(person("ada"))) as player:
        assert player.status == 200


def test_the_key_of_a_secret_table_opens_its_waiting_room(stream: Streaming, game: Played) -> None:
    Game.objects.filter(public_id=game.id).update(secret_table=True, status=Game.Status.OPEN)
    key = Game.objects.get(public_id=game.id).link_key
    assert stream.get(at(game)).status == 404
    assert stream.get(f"{at(game)}?key=wrong").status == 404
    with stream.get(f"{at(game)}?key={key}") as guest:
        assert guest.status == 200
        # Whoever had the link watches no further than to the start.
        Game.objects.filter(public_id=game.id).update(status=Game.Status.RUNNING)
        game.play(0, BUY)
        guest.until_closed()


def signs_out(client: Client, user: User) -> None:
    assert client.post("/accounts/logout/").status_code in (302, 303)


def sets_a_password(client: Client, user: User) -> None:
    user.set_password("another one of many letters")
    user.save()


def is_suspended(client: Client, user: User) -> None:
    suspending.suspend(user)


def goes(client: Client, user: User) -> None:
    leaving.delete_account(user)


@pytest.mark.parametrize("ends", [signs_out, sets_a_password, is_suspended, goes])
def test_a_way_in_that_ends_ends_its_streams(
    stream: Streaming, game: Played, ends: Callable[[Client, User], None]
) -> None:
    cleo = person("cleo")
    client = Client()
    client.force_login(cleo, backend="accounts.backends.ByAddress")
    session = f"sessionid={client.cookies['sessionid'].value}"
    with stream.get(at(game), Cookie=session) as reader, stream.get(at(game)) as anybody:
        reader.wait(1)
        ends(client, cleo)
        reader.until_closed(SOON)
        assert not anybody.closed


def test_nobody_has_more_streams_than_one_may(stream: Streaming, game: Played, cookie: Cookie) -> None:
    session = cookie(person("ada"))
    opened = [stream.get(at(game), Cookie=session) for _ in range(PER_PERSON)]
    assert [reader.status for reader in opened] == [200] * PER_PERSON
    refused = stream.get(at(game), Cookie=session)
    assert refused.status == 429 and b"limit_reached" in refused.body
    for reader in opened:
        reader.__exit__()

    def one_more() -> bool:
        with stream.get(at(game), Cookie=session) as again:
            return again.status == 200

    refused.until(one_more, "a place that was given back")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://127.0.0.1:1"}, 200),
        ({"Origin": "http://127.0.0.1:9"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "evil.example"}, 400),
        ({"Accept": "text/html"}, 406),
    ],
)
def test_pages_of_this_site_alone_may_read_it(
    stream: Streaming, game: Played, headers: dict[str, str], status: int
) -> None:
    with stream.get(at(game), **headers) as reader:
        assert reader.status == status
        allowed = reader.headers["Access-Control-Allow-Origin"]
        assert allowed == (headers["Origin"] if status == 200 else None)


def test_it_tells_how_it_is(stream: Streaming, game: Played) -> None:
    with stream.get(at(game)) as reader:
        reader.wait(1)
        assert b'"ok": true' in stream.get("/healthz").body
        told = stream.get("/metrics", Host="localhost").body.decode()
        assert re.search(r'landlord_streams_open\{kind="table"\} [1-9]', told)
        assert "landlord_stream_hears_redis 1.0" in told
    assert stream.get("/metrics", Host="localhost", X_Forwarded_For="1.2.3.4").status == 403


def test_a_listener_that_is_gone_is_forgotten(stream: Streaming, game: Played) -> None:
    with stream.get(at(game)) as reader:
        reader.wait(1)

    def forgotten() -> bool:
        return b'landlord_streams_open{kind="table"} 0.0' in stream.get("/metrics", Host="localhost").body

    Listener.until(reader, forgotten, "that it is forgotten")
