"""The seeds of a running game, and what follows from them, leave the site nowhere."""

import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.http import HttpResponse
from django.test import Client
from django.urls import get_resolver
from django.views.debug import ExceptionReporter

from accounts.models import User
from games import queries, secrecy, table, tasks
from games.models import Game, GameSecret, Seat
from games.rules.landlord import LANDLORD
from games.table import locked
from landlord import prepared
from tests.games.tables import BUY, DECLINE, JSON, RESIGN, Opener, Played
from tests.staff import staff_browser


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """Everything that any part of the program logs, statements to the database included."""
    names = ["", *logging.root.manager.loggerDict]
    levels = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.DEBUG)
    connection.force_debug_cursor = True
    caplog.handler.setLevel(logging.DEBUG)
    yield caplog
    connection.force_debug_cursor = False
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


@pytest.fixture
def staff(db: None) -> Client:
    return staff_browser(User.objects.create_superuser("staff@example.org", "staff", "a long password"))


def needles(played: Played) -> list[str]:
    """What must not be seen: the seeds, and the order of what is still in the decks."""
    decks = [json.dumps(deck, separators=(",", ":"))[1:-1] for deck in json.loads(played.secret.snapshot)["decks"]]
    spoken = [deck.replace('"', "&#x27;").replace(",", ", ") for deck in decks]
    return [played.secret.server_seed, played.seed, *decks, *spoken, *[s.replace("&#x27;", "'") for s in spoken]]


def assert_hidden(played: Played, text: str) -> None:
    for needle in needles(played):
        assert needle not in text


def seen(response: HttpResponse) -> str:
    return f"{response.headers}{response.cookies}{response.content.decode()}"


def logged(log: pytest.LogCaptureFixture) -> str:
    """All records, with everything that hangs on them: a formatter may print any of it."""
    return "\n".join(f"{record.getMessage()} {record.__dict__} {record.exc_text}" for record in log.records) + log.text


def test_what_is_looked_for_is_there_to_be_found(started: Played) -> None:
    snapshot = started.secret.snapshot
    server_seed, seed, *decks = needles(started)
    assert seed in snapshot and all(deck in snapshot for deck in decks[:2])
    assert len(server_seed) == len(seed) == 64


def names(resolver: Any) -> set[str]:
    return {name for name in resolver.reverse_dict if isinstance(name, str)}


class TestPages:
    ADDRESSES = ("", "live/", "record.json", "replay/", "replay/?move=0", "replay/?move=last", "replay.json")
    #: There when the game is over, or for those who play alone; asked before, or by others, they say so.
    AFTERWARDS = ("report/", "board.png", "orders/", "chat/", "chat/live/")
    LISTS = (
        "/",
        "/rules/",
        "/fair-play/",
        "/games/",
        "/games/?show=play",
        "/games/mine/",
        "/games/new/",
        "/calendar/",
        "/accounts/settings/chat/",
    )
    #: What takes a form at a table, beside moves and the start.
    POSTS = (
        "time",
        "draw",
        "chat",
        "chat/about",
        "sit",
        "seed",
        "stand-up",
        "ready",
        "cancel",
        "invite",
        "rematch",
        "resign",
        "propose",
        "orders",
    )

    def test_every_address_of_the_site_is_looked_at_here(self) -> None:
        # A new address belongs into the tuples above, into the posts below or here.
        pages = {
            "home",
            "game",
            "game-live",
            "record",
            "replay",
            "film",
            "report",
            "board-picture",
            "rules",
            "fair-play",
            "chat",
            "chat-live",
        }
        lists = {"lobby", "my-games", "table-new", "calendar", "chat-settings"}
        posts = {"play", "game-start", "move", "game-resign", "game-propose", "game-orders", "game-rematch"}
        posts |= {"table-sit", "table-seed", "table-stand-up", "table-ready", "table-cancel", "table-invite"}
        posts |= {"table-time", "game-draw", "chat-about"}
        # These know a row of a table by its number, and answer as the others do.
        posts |= {"game-proposal", "game-order-off"}
        # The picture is one of AFTERWARDS, the verifier a file; the rest is opened by a key that its owner alone
        # has (tests/mail, tests/pages).
        others = {"board-picture", "verifier", "decision", "decided", "unsubscribe", "calendar-feed"}
        assert names(get_resolver("games.pages.urls")) == pages | lists | posts | others

    def test_no_page_shows_a_running_games_secrets(
        self, started: Played, log: pytest.LogCaptureFixture, staff: Client
    ) -> None:
        started.send(DECLINE)
        for client in (started.client, Client(), staff):
            for address in self.ADDRESSES:
                for headers in ({}, JSON):
                    response = client.get(started.url(address), headers=headers)
                    assert response.status_code == 200
                    assert_hidden(started, seen(response))
            for address in self.AFTERWARDS:
                assert_hidden(started, seen(client.get(started.url(address))))
            for path in self.LISTS:
                assert_hidden(started, seen(client.get(path)))
        assert_hidden(started, logged(log))

    def test_no_answer_to_a_post_shows_them(self, opened: Played, log: pytest.LogCaptureFixture) -> None:
        answers = [opened.client.post("/play/", {"seats": 2}, headers=JSON), opened.start(**JSON)]
        answers += [opened.send(BUY), opened.send(BUY, token="0"), opened.send({"type": "timeout"})]
        answers += [opened.client.post(opened.url("move/"), form) for form in ({}, {"token": "0", "move": "{"})]
        answers += [Client().post(opened.url("move/"), {"token": "0", "move": "{}"}), opened.start()]
        assert sorted({answer.status_code for answer in answers}) == [200, 201, 400, 403, 409]
        for address in self.POSTS[:-3]:
            for client in (Client(), opened.client):
                answers.append(client.post(opened.url(f"{address}/"), {"client_seed": "x"}, follow=True))
        for answer in answers:
            assert_hidden(opened, seen(answer))
        assert_hidden(opened, logged(log))

    def test_no_answer_to_a_wish_shows_them(self, started: Played) -> None:
        for address in self.POSTS[::-1]:
            for client in (Client(), started.client):
                answer = client.post(started.url(f"{address}/"), {"client_seed": "x", "kind": "end"})
                if started.game.status == "running":
                    assert_hidden(started, seen(answer))

    def test_an_open_tables_seed_is_hidden_too(
        self, tables: Opener, log: pytest.LogCaptureFixture, staff: Client
    ) -> None:
        opened = tables.open()
        for client in (opened.client, Client(), staff):
            for address in self.ADDRESSES:
                assert opened.secret.server_seed not in seen(client.get(opened.url(address)))
        assert opened.secret.server_seed not in logged(log)

    def test_both_are_published_the_moment_it_ends(self, started: Played) -> None:
        started.send(RESIGN)
        served = started.client.get(started.url("record.json")).json()
        assert (served["server_seed"], served["seed"]) == (started.server_seed, started.seed)
        page = Client().get(started.url()).content.decode()
        assert started.server_seed in page and started.seed in page


class TestAdmin:
    def addresses(self, played: Played) -> list[str]:
        game = played.game
        move = game.moves.get(number=0)
        return [
            "/admin/",
            "/admin/games/",
            "/admin/games/game/",
            f"/admin/games/game/?q={game.public_id}",
            f"/admin/games/game/{game.pk}/change/",
            f"/admin/games/game/{game.pk}/history/",
            "/admin/games/move/",
            f"/admin/games/move/?q={game.public_id}",
            f"/admin/games/move/{move.pk}/change/",
            f"/admin/games/move/{move.pk}/history/",
        ]

    def test_no_admin_page_shows_a_running_games_secrets(
        self, started: Played, staff: Client, log: pytest.LogCaptureFixture
    ) -> None:
        started.send(DECLINE)
        for address in self.addresses(started):
            response = staff.get(address)
            assert response.status_code == 200, address
            assert_hidden(started, seen(response))
        assert_hidden(started, logged(log))

    def test_no_game_is_found_there_by_its_seed(self, started: Played, staff: Client) -> None:
        for seed in (started.seed, started.server_seed):
            assert started.id not in staff.get("/admin/games/game/", {"q": seed[:12]}).content.decode()

    def test_the_game_is_found_there(self, started: Played, staff: Client) -> None:
        started.send(DECLINE)
        for address in self.addresses(started)[2:4]:
            assert started.id in staff.get(address).content.decode()

    def test_nothing_is_changed_added_or_deleted_there(self, started: Played, staff: Client) -> None:
        started.send(DECLINE)
        game, move = started.game, started.game.moves.get(number=0)
        before = started.rows()
        for model, pk in (("game", game.pk), ("move", move.pk)):
            for address in ("add/", f"{pk}/change/", f"{pk}/delete/"):
                response = staff.post(f"/admin/games/{model}/{address}", {"status": "finished", "post": "yes"})
                assert response.status_code == 403, address
        form = {"action": "delete_selected", "_selected_action": [game.pk], "post": "yes"}
        staff.post("/admin/games/game/", form)
        assert started.rows() == before

    @pytest.mark.parametrize("model", ["gamesecret", "seat"])
    def test_secrets_and_seats_have_no_page_there(self, started: Played, staff: Client, model: str) -> None:
        assert staff.get(f"/admin/games/{model}/").status_code == 404

    def test_who_is_no_staff_sees_nothing_there(self, started: Played) -> None:
        started.send(DECLINE)
        for address in self.addresses(started):
            assert started.client.get(address).status_code == 302


def fail(*_: Any, **__: Any) -> Any:
    raise RuntimeError("a mistake in the program")


def fail_in_the_database(*_: Any, **__: Any) -> Any:
    raise DatabaseError("a mistake in the database")


UPDATE = prepared._update


def no_statement(*key: Any) -> Any:
    sql, fields = UPDATE(*key)
    return sql.replace("UPDATE", "UPSET"), fields


FAILURES: dict[str, tuple[str, Callable[..., Any]]] = {
    "reading the state": ("games.rules.property.engine._state_decoder", fail),
    "a bot": ("games.bots.CHOOSERS", fail),
    "the rules": ("games.rules.property.apply.turn.run", fail),
    "writing the state": ("games.rules.property.engine._state_encoder", fail),
    "saving the moves": ("games.table.locked.insert", fail_in_the_database),
    "saving the secrets": ("games.table.locked.save_fields", fail_in_the_database),
    "a statement": ("landlord.prepared._update", no_statement),
    "the page": ("games.present.table.context", fail),
}


@pytest.mark.parametrize("debug", [False, True], ids=["", "with DEBUG on"])
@pytest.mark.parametrize(("place", "failure"), FAILURES.values(), ids=FAILURES)
def test_no_error_page_shows_a_running_games_secrets(
    started: Played,
    log: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
    place: str,
    failure: Callable[..., Any],
    debug: bool,
) -> None:
    settings.DEBUG = debug
    started.client.raise_request_exception = False
    hidden = needles(started)
    form = {"token": "0", "move": [json.dumps(DECLINE)]}
    for headers in ({"accept": "text/html"}, JSON):
        with monkeypatch.context() as patched:
            patched.setattr(place, failure)
            response = started.client.post(started.url("move/"), form, headers=headers)
            if place.endswith("context") and response.status_code == 303:
                response = started.client.get(started.url(), headers=headers)
        if response.status_code == 409:
            # The first round's move stands where only its page failed; then this is an old page.
            continue
        assert response.status_code == 500
        text = seen(response) + logged(log)
        for needle in hidden:
            assert needle not in text


@pytest.mark.parametrize("active", [False, True])
def test_no_report_of_an_error_shows_them(started: Played, settings: Any, active: bool) -> None:
    settings.DEBUG = active
    try:
        table.play(started.id, started.who, "0", ['{"type":"end_turn"}'])
    except ValueError as error:
        reporter = ExceptionReporter(None, type(error), error, error.__traceback__)
        frames = [name for frame in reporter.get_traceback_frames() for name, _ in frame["vars"]]
        assert "state" in frames and "table" in frames
        page = reporter.get_traceback_html()
        assert "not shown: a running game" in page
        assert_hidden(started, page + reporter.get_traceback_text())
    else:
        raise AssertionError("the move was taken")


def test_no_object_shows_them_when_printed(started: Played) -> None:
    started.send(DECLINE)
    game = started.game
    things: list[object] = [
        game,
        started.secret,
        queries.table(started.id, started.who),
        queries.replay(started.id, 0, started.who),
        queries.stamp(started.id, started.who),
        locked.running(game, list(game.seats.all()), table.now()),
        *Seat.objects.all(),
        *game.moves.all(),
        *Game.objects.all(),
        *GameSecret.objects.all(),
    ]
    for thing in things:
        assert_hidden(started, f"{thing!r} {thing}")
    assert started.seed not in repr(started.state)


def test_the_worker_logs_none(tables: Opener, log: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.table.answering.BOT_MOVES_AT_ONCE", 0)
    played = tables.start(seats=3, wish=lambda state: state.asked != 0)
    monkeypatch.setattr("games.table.answering.BOT_MOVES_AT_ONCE", 200)
    assert tasks.answer_for_bots.delay is not None and tasks.answer_for_bots() == 1
    assert_hidden(played, logged(log))


def test_statements_are_logged_but_for_those_of_the_secrets(started: Played, log: pytest.LogCaptureFixture) -> None:
    started.send(DECLINE)
    text = logged(log)
    assert "UPDATE" in text and 'INSERT INTO "games_move"' in text
    assert secrecy.HIDDEN in [record.getMessage() for record in log.records]
    assert 'UPDATE "games_gamesecret"' not in text


def test_the_guard_of_the_log_is_set_once() -> None:
    logger = logging.getLogger("django.db.backends")
    before = len(logger.filters)
    secrecy.guard_statement_log()
    assert len(logger.filters) == before >= 1


def test_no_view_of_the_game_holds_chance(started: Played) -> None:
    for seat in (None, 0, 1):
        assert_hidden(started, repr(LANDLORD.view(started.state, seat)))
