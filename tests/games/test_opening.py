"""Tables before their games: who may sit down, start, cancel, invite; and limits that hold for presses at once."""

from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client

from accounts.leaving import delete_account
from accounts.models import Block, User
from games import guests, members, table
from games.models import Game, Invitation, Notice, Seat
from games.rules.chance import derive_seed
from games.rules.errors import MalformedMove, RulesError
from games.rules.registry import PLAYED, rule_set
from games.who import Who
from leaderboard.forms import GAMES
from tests.games.company import asked, browser, open_table, over, person, ready, running, sit
from tests.games.tables import JSON
from tests.games.test_concurrency import at_once


@pytest.fixture
def ada(db: None) -> User:
    return person("Ada")


@pytest.fixture
def bob(db: None) -> User:
    return person("Bob")


@pytest.fixture
def wren(db: None) -> User:
    return person("Wren")


def who(user: User) -> Who:
    return Who(user=user.pk)


def status(game: Game) -> str:
    return Game.objects.get(pk=game.pk).status


def sitting(game: Game) -> list[tuple[int, str]]:
    return list(game.seats.order_by("number").values_list("number", "name"))


class TestGames:
    def test_there_are_no_tables_for_a_game_that_is_not_played(
        self, ada: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("games.table.opening.PLAYED", ("landlord",))
        plan = table.Plan(2, {"move_time": 60, "bots": None})
        with pytest.raises(table.BadChoice, match="There are no tables for this game"):
            table.open_table(rule_set("deedland", 1), [members.sitter(ada)], plan)
        assert not Game.objects.exists()

    @pytest.mark.parametrize("name", ["ruleset", "rules", "game"])
    def test_a_form_that_names_another_game_opens_a_table_of_the_one_there_is(self, ada: User, name: str) -> None:
        fields = {"seats": "2", "move_time": "60", name: "deedland"}
        browser(ada).post("/games/new/", fields)
        assert set(Game.objects.values_list("ruleset", flat=True)) <= {"landlord"}

    def test_the_leaderboard_knows_the_games_that_are_played(self) -> None:
        assert list(GAMES) == list(PLAYED) == ["landlord", "deedland"]


class TestSeats:
    def test_the_last_seat_starts_the_game_with_everybodys_seed(self, ada: User, bob: User) -> None:
        game = open_table(ada)
        assert table.bring_seed(game.public_id, who(ada), "from-ada") == "from-ada"
        assert table.sit(game.public_id, members.sitter(bob), "from-bob") is True
        game.refresh_from_db()
        assert game.status == "running"
        seeds = list(game.seats.order_by("number").values_list("client_seed", flat=True))
        assert seeds == ["from-ada", "from-bob"]
        assert derive_seed(game.secret.server_seed, seeds) in game.secret.snapshot

    def test_a_seed_that_nobody_brought_is_drawn_at_the_start(self, ada: User, bob: User) -> None:
        game = open_table(ada)
        table.sit(game.public_id, members.sitter(bob), "")
        assert all(game.seats.values_list("client_seed", flat=True))

    @pytest.mark.parametrize("seed", ["a b", "x" * 65, "ä", "a|b", "a\n"])
    def test_a_bad_seed_seats_nobody(self, ada: User, bob: User, seed: str) -> None:
        game = open_table(ada, 3)
        with pytest.raises(table.BadClientSeed):
            table.sit(game.public_id, members.sitter(bob), seed)
        assert sitting(game) == [(0, "Ada")]

    def test_nobody_sits_twice_or_at_a_full_table(self, ada: User, bob: User, wren: User) -> None:
        game = open_table(ada, 2, move_time=60)
        sit(game, bob)
        for user in (ada, bob, wren):
            with pytest.raises(table.Full):
                sit(game, user)

    def test_one_needs_an_account(self, ada: User) -> None:
        game = open_table(ada)
        with pytest.raises(table.NotSeated, match="account"):
            table.sit(game.public_id, table.Sitter(Seat.Kind.GUEST, "Guest", Who(guest="0" * 64)), "")

    def test_standing_up_gives_the_seat_free_and_others_move_up(self, ada: User, bob: User, wren: User) -> None:
        game = open_table(ada, 4)
        sit(game, bob, wren)
        table.stand_up(game.public_id, who(bob))
        assert sitting(game) == [(0, "Ada"), (1, "Wren")]
        sit(game, bob)
        assert sitting(game) == [(0, "Ada"), (1, "Wren"), (2, "Bob")]

    def test_the_opener_cancels_instead_of_standing_up(self, ada: User, bob: User) -> None:
        game = open_table(ada, 3)
        sit(game, bob)
        with pytest.raises(table.WrongTime):
            table.stand_up(game.public_id, who(ada))
        with pytest.raises(table.NotSeated):
            table.cancel(game.public_id, who(bob))
        table.cancel(game.public_id, who(ada))
        assert status(game) == "closed"

    @pytest.mark.parametrize("blocker", [0, 1])
    def test_who_is_blocked_by_anybody_there_is_told_no_more_than_that(
        self, ada: User, bob: User, wren: User, blocker: int
    ) -> None:
        game = open_table(ada, 3)
        sit(game, wren)
        Block.objects.create(user=[ada, wren][blocker], blocked=bob)
        with pytest.raises(table.Full, match="You can't sit down at this table"):
            sit(game, bob)

    @pytest.mark.parametrize("act", ["sit", "stand_up", "ready", "seed", "invite", "cancel", "start"])
    @pytest.mark.parametrize("state", ["running", "closed", "finished"])
    def test_after_the_start_or_the_end_nothing_of_this_is_possible(
        self, ada: User, bob: User, wren: User, act: str, state: str
    ) -> None:
        if state == "closed":
            game = open_table(ada, 3)
            sit(game, bob)
            table.cancel(game.public_id, who(ada))
        else:
            game = running(ada, bob) if state == "running" else over(ada, bob)
        acts: dict[str, Any] = {
            "sit": lambda: sit(game, wren),
            "stand_up": lambda: table.stand_up(game.public_id, who(bob)),
            "ready": lambda: ready(game, bob),
            "seed": lambda: table.bring_seed(game.public_id, who(bob), "another"),
            "invite": lambda: table.invite(game.public_id, who(ada), wren.pk),
            "cancel": lambda: table.cancel(game.public_id, who(ada)),
            "start": lambda: table.start(game.public_id, who(ada)),
        }
        before = list(Seat.objects.filter(game=game).values()), Invitation.objects.count()
        with pytest.raises(table.WrongTime):
            acts[act]()
        assert (list(Seat.objects.filter(game=game).values()), Invitation.objects.count()) == before


class TestStart:
    def test_the_opener_may_start_with_fewer_players(self, ada: User, bob: User) -> None:
        game = open_table(ada, 4)
        with pytest.raises(table.WrongTime):
            table.start(game.public_id, who(ada))
        sit(game, bob)
        with pytest.raises(table.NotSeated):
            table.start(game.public_id, who(bob))
        table.start(game.public_id, who(ada))
        game.refresh_from_db()
        assert (game.status, game.size, game.seats.count()) == ("running", 2, 2)

    def test_bots_take_the_empty_seats_where_the_table_says_so(self, ada: User) -> None:
        game = open_table(ada, 3, bots_fill=True)
        table.start(game.public_id, who(ada))
        assert list(game.seats.order_by("number").values_list("kind", flat=True)) == ["person", "bot", "bot"]

    def test_with_a_short_move_time_all_press_ready_first(self, ada: User, bob: User) -> None:
        game = open_table(ada, move_time=60)
        sit(game, bob)
        assert status(game) == "open"
        ready(game, ada)
        with pytest.raises(table.WrongTime, match="Ready"):
            table.start(game.public_id, who(ada))
        ready(game, bob)
        assert status(game) == "running"
        # All are there, so the first wait is as long as every other.
        seat = asked(game)
        assert seat.due_at is not None and seat.since is not None
        assert seat.due_at - seat.since == timedelta(minutes=1)

    def test_ready_is_taken_back_by_a_press_and_when_the_company_changes(
        self, ada: User, bob: User, wren: User
    ) -> None:
        game = open_table(ada, 3, move_time=60)
        ready(game, ada)
        table.get_ready(game.public_id, who(ada), ready=False)
        assert not game.seats.filter(ready=True).exists()
        ready(game, ada)
        sit(game, bob)
        assert not game.seats.filter(ready=True).exists()
        ready(game, ada, bob)
        sit(game, wren)
        assert status(game) == "open" and not game.seats.filter(ready=True).exists()
        ready(game, ada, wren)
        table.stand_up(game.public_id, who(bob))
        assert not game.seats.filter(ready=True).exists()

    def test_who_was_ready_long_ago_and_went_away_is_asked_again(
        self, ada: User, bob: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = open_table(ada, move_time=60)
        sit(game, bob)
        ready(game, ada)
        game.seats.filter(user=ada).update(seen_at=table.now())
        monkeypatch.setattr("games.table.instant.shift", timedelta(minutes=11))
        ready(game, bob)
        assert status(game) == "open" and list(game.seats.filter(ready=True)) == [game.seats.get(user=bob)]
        ready(game, ada)
        assert status(game) == "running"

    def test_the_opener_does_not_start_on_an_old_ready_either(
        self, ada: User, bob: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = open_table(ada, 3, move_time=60)
        sit(game, bob)
        ready(game, bob)
        game.seats.filter(user=bob).update(seen_at=table.now())
        monkeypatch.setattr("games.table.instant.shift", timedelta(minutes=11))
        # Pressing Ready takes the old one back; a Start without it finds it too.
        game.seats.filter(user=ada).update(ready=True)
        with pytest.raises(table.WrongTime, match="Bob was ready, but has not looked"):
            table.start(game.public_id, who(ada))
        game.seats.filter(user=bob).update(seen_at=table.now())
        table.start(game.public_id, who(ada))
        assert status(game) == "running"

    def test_an_hour_is_long_enough_to_do_without(self, ada: User, bob: User) -> None:
        game = open_table(ada, move_time=3_600)
        sit(game, bob)
        assert status(game) == "running"

    def test_a_table_that_nobody_starts_closes_after_seven_days(
        self, ada: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = open_table(ada)
        monkeypatch.setattr("games.table.instant.shift", timedelta(days=7, seconds=-5))
        assert table.close_old_tables() == 0 and status(game) == "open"
        monkeypatch.setattr("games.table.instant.shift", timedelta(days=7, seconds=5))
        assert table.close_old_tables() == 1 and status(game) == "closed"


class TestOpening:
    @pytest.mark.parametrize("seats", [0, 1, 5])
    def test_a_game_has_two_to_four_seats(self, ada: User, seats: int) -> None:
        with pytest.raises(table.BadChoice):
            open_table(ada, seats)

    @pytest.mark.parametrize("move_time", [0, 59, 604_801, -60, 60.0, True, "60"])
    def test_a_move_time_is_a_minute_to_a_week(self, ada: User, move_time: Any) -> None:
        with pytest.raises(MalformedMove):
            open_table(ada, move_time=move_time)
        assert not Game.objects.exists()


class TestInvitations:
    def test_who_sits_there_invites_by_one_mail(self, ada: User, bob: User, wren: User) -> None:
        game = open_table(ada, 3)
        sit(game, bob)
        table.invite(game.public_id, who(bob), wren.pk)
        table.invite(game.public_id, who(ada), wren.pk)
        assert list(Notice.objects.filter(kind="invitation").values_list("user", flat=True)) == [wren.pk]
        with pytest.raises(table.NotSeated):
            table.invite(game.public_id, who(wren), bob.pk)

    def test_nobody_invites_who_sits_there_or_who_is_blocked(self, ada: User, bob: User, wren: User) -> None:
        game = open_table(ada, 3)
        sit(game, bob)
        Block.objects.create(user=wren, blocked=bob)
        with pytest.raises(table.Full, match="sits at this table"):
            table.invite(game.public_id, who(ada), bob.pk)
        with pytest.raises(table.Full, match="can't be invited"):
            table.invite(game.public_id, who(ada), wren.pk)
        assert not Invitation.objects.exists() and not Notice.objects.exists()

    def test_an_invitation_opens_a_secret_table(self, ada: User, bob: User, wren: User) -> None:
        game = open_table(ada, 3, secret=True)
        table.invite(game.public_id, who(ada), bob.pk)
        table.sit(game.public_id, members.sitter(bob), "")
        with pytest.raises(table.NotSeated):
            table.sit(game.public_id, members.sitter(wren), "")
        with pytest.raises(table.NotSeated):
            table.sit(game.public_id, members.sitter(wren), "", key="a-wrong-key")
        table.sit(game.public_id, members.sitter(wren), "", key=game.link_key)


class TestRematch:
    def test_one_press_opens_the_same_table_and_invites_all_who_sat_there(
        self, ada: User, bob: User, wren: User
    ) -> None:
        before = over(ada, bob, wren, rated=True, secret=True)
        again = table.rematch(before.public_id, members.sitter(bob))
        assert (again.opener, again.size, again.rated, again.secret_table, again.options) == (
            bob,
            3,
            True,
            True,
            before.options,
        )
        assert set(Invitation.objects.filter(game=again).values_list("to__name", flat=True)) == {"Ada", "Wren"}
        assert table.rematch(before.public_id, members.sitter(ada)) == again

    def test_who_does_not_want_to_meet_is_not_invited(self, ada: User, bob: User) -> None:
        before = over(ada, bob)
        Block.objects.create(user=ada, blocked=bob)
        table.rematch(before.public_id, members.sitter(bob))
        assert not Invitation.objects.exists()

    def test_pressed_and_cancelled_again_and_again_it_writes_no_more_mails_than_a_day_may_have(
        self, ada: User, bob: User, settings: Any
    ) -> None:
        settings.INVITATIONS_PER_DAY = 2
        before = over(ada, bob)
        Notice.objects.all().delete()
        for _ in range(4):
            again = table.rematch(before.public_id, members.sitter(ada))
            # Who may sit down there is no question of mails.
            assert Invitation.objects.filter(game=again, to=bob).exists()
            table.cancel(again.public_id, who(ada))
        assert Notice.objects.filter(user=bob).count() == 2

    def test_there_is_none_while_the_game_runs_and_for_who_watched(self, ada: User, bob: User, wren: User) -> None:
        with pytest.raises(table.WrongTime):
            table.rematch(running(ada, bob).public_id, members.sitter(ada))
        with pytest.raises(table.NotSeated):
            table.rematch(over(ada, bob).public_id, members.sitter(wren))


class TestLimits:
    def test_of_open_tables(self, ada: User, bob: User, settings: Any) -> None:
        settings.OPEN_TABLES_PER_PERSON = 2
        first, _ = open_table(ada), open_table(ada)
        with pytest.raises(table.TooMany, match="2 tables open"):
            open_table(ada)
        # Others' tables are not one's own.
        sit(open_table(bob, 3), ada)
        table.cancel(first.public_id, who(ada))
        open_table(ada)

    def test_of_games_with_seats_at_tables_that_may_start_at_any_time(
        self, ada: User, bob: User, wren: User, settings: Any
    ) -> None:
        settings.GAMES_PER_PERSON = 2
        going = running(bob, ada)
        sit(open_table(wren, 3), ada)
        third = open_table(wren, 3)
        with pytest.raises(table.TooMany, match="2 tables"):
            sit(third, ada)
        with pytest.raises(table.TooMany):
            open_table(ada)
        # Out of a game is out of the count, though others play on.
        table.resign(going.public_id, who(ada))
        sit(third, ada)

    def test_of_invitations_a_day(self, ada: User, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        settings.INVITATIONS_PER_DAY = 2
        game, people = open_table(ada, 3), [person(f"friend{n}") for n in range(3)]
        for friend in people[:2]:
            table.invite(game.public_id, who(ada), friend.pk)
        with pytest.raises(table.TooMany, match="2 invitations"):
            table.invite(game.public_id, who(ada), people[2].pk)
        monkeypatch.setattr("games.table.instant.shift", timedelta(days=1, seconds=5))
        table.invite(game.public_id, who(ada), people[2].pk)


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
class TestAtOnce:
    def test_no_more_tables_are_open_than_allowed(self, transactional_db: None, settings: Any) -> None:
        settings.OPEN_TABLES_PER_PERSON = 3
        ada = person("Ada")
        made = at_once(*[partial(_refused, open_table, ada) for _ in range(8)])
        assert sorted(made) == [False] * 3 + [True] * 5
        assert Game.objects.count() == 3

    def test_no_more_seats_are_taken_than_allowed(self, transactional_db: None, settings: Any) -> None:
        ada, bob = person("Ada"), person("Bob")
        settings.OPEN_TABLES_PER_PERSON = 6
        tables = [open_table(bob, 3) for _ in range(6)]
        settings.GAMES_PER_PERSON = 2
        made = at_once(*[partial(_refused, sit, game, ada) for game in tables])
        assert sorted(made) == [False] * 2 + [True] * 4
        assert Seat.objects.filter(user=ada).count() == 2

    def test_no_more_invitations_are_sent_than_allowed(self, transactional_db: None, settings: Any) -> None:
        ada, friends = person("Ada"), [person(f"friend{n}") for n in range(5)]
        settings.INVITATIONS_PER_DAY = 2
        tables = [open_table(ada, 3) for _ in friends]
        invite = [
            partial(_refused, table.invite, game.public_id, who(ada), friend.pk)
            for game, friend in zip(tables, friends, strict=True)
        ]
        assert sorted(at_once(*invite)) == [False] * 2 + [True] * 3
        assert Invitation.objects.count() == Notice.objects.count() == 2

    def test_two_who_play_with_each_other_may_go_at_once(self, transactional_db: None) -> None:
        ada, bob = person("Ada"), person("Bob")
        games = [running(ada, bob) for _ in range(8)]
        touch = [partial(Game.objects.filter(pk=game.pk).update, changes=n) for n, game in enumerate(games, 2)]
        # Rows lie in the order of their last change, which goes on: found as they lie, they'd be locked in two orders.
        at_once(partial(delete_account, ada), *touch, partial(delete_account, bob))
        assert set(Game.objects.values_list("status", flat=True)) == {"finished"}
        assert set(Seat.objects.values_list("name", flat=True)) == {"deleted player"}

    def test_a_game_that_ends_as_somebody_goes_who_is_out_of_it_ends_all_the_same(self, transactional_db: None) -> None:
        ada, bob, wren = person("Ada"), person("Bob"), person("Wren")
        games = [running(ada, bob, wren) for _ in range(8)]
        for game in games:
            table.resign(game.public_id, who(ada))
        at_once(partial(delete_account, ada), *[partial(table.resign, game.public_id, who(bob)) for game in games])
        assert set(Game.objects.values_list("status", flat=True)) == {"finished"}
        assert not Seat.objects.filter(name="Ada").exists()

    def test_of_many_who_want_the_last_seat_one_gets_it(self, transactional_db: None) -> None:
        game = open_table(person("Ada"))
        others = [person(f"friend{n}") for n in range(5)]
        made = at_once(*[partial(_refused, sit, game, other) for other in others])
        assert sorted(made) == [False] + [True] * 4
        assert game.seats.count() == 2 and status(game) == "running"

    def test_who_sits_down_while_the_account_is_deleted_leaves_no_name_behind(
        self, transactional_db: None, settings: Any
    ) -> None:
        ada = person("Ada")
        for number in range(8):
            other = person(f"Other-{number}")
            tables = [open_table(ada, 3) for _ in range(3)]
            settings.OPEN_TABLES_PER_PERSON = settings.GAMES_PER_PERSON = 100
            playing = running(other, ada)
            at_once(
                partial(delete_account, other),
                *[partial(_quietly, sit, game, other) for game in tables],
                partial(_quietly, table.resign, playing.public_id, who(ada)),
            )
            assert not User.objects.filter(name=other.name).exists()
            assert not Seat.objects.filter(name=other.name).exists()

    def test_a_guests_limit_holds_for_presses_at_once(self, transactional_db: None, settings: Any) -> None:
        settings.GUEST_GAMES_PER_SESSION = 2
        key = guests.new_key()
        for _ in range(2):
            game = guests.open_game(key, "192.0.2.1", 2)
            if _ == 0:
                table.start(game.public_id, Who(guest=guests.hashed(key)))
        # One game goes on and one table is open: no third, and no second table of that size.
        presses = [partial(_guest_opens, key, seats) for seats in (2, 3, 4, 2, 3, 4)]
        opened = at_once(*presses)
        assert opened == [game.public_id, None, None] * 2
        assert Game.objects.count() == 2

    def test_guests_do_not_wait_for_each_other_and_a_press_of_many_opens_one(self, transactional_db: None) -> None:
        keys = [guests.new_key() for _ in range(2)] * 3
        opened = at_once(*[partial(_guest_opens, key, 2) for key in keys])
        assert len(set(opened)) == 2 and Game.objects.count() == 2


def _quietly(act: Any, *given: Any) -> None:
    """Do something that may come too late."""
    with suppress(table.TableError, RulesError):
        act(*given)


def _refused(act: Any, *about: Any) -> bool:
    try:
        act(*about)
    except (table.TooMany, table.Full, table.WrongTime):
        return True
    return False


def _guest_opens(key: str, seats: int) -> str | None:
    try:
        return guests.open_game(key, "192.0.2.1", seats).public_id
    except guests.TooManyGames:
        return None


def test_a_closed_table_is_none_of_a_guests_games(db: None, settings: Any) -> None:
    settings.GUEST_GAMES_PER_SESSION = 1
    client = Client()
    opened = client.post("/play/", {"seats": 2}, headers=JSON).json()["id"]
    assert client.post("/play/", {"seats": 3}, headers=JSON).status_code == 429
    key = guests.hashed(guests.key_of(client.get("/").wsgi_request))
    table.cancel(opened, Who(guest=key))
    assert client.post("/play/", {"seats": 3}, headers=JSON).status_code == 201
    assert browser().get("/").status_code == 200
