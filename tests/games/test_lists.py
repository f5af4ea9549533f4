"""The lists: what waits, one's own games, the lobby and its filters."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Block, User
from games import lists, table
from games.lists import Wanted
from games.models import Game, Seat
from games.who import ANYBODY, Who
from tests.games import company
from tests.games.company import asked, open_table, over, person, running, sit
from tests.games.tables import Opener

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(db: None) -> User:
    return person("Ada")


@pytest.fixture
def bob(db: None) -> User:
    return person("Bob")


@pytest.fixture
def wren(db: None) -> User:
    return person("Wren")


def queries_of(read: Callable[[], Any]) -> int:
    with CaptureQueriesContext(
        connection,
    ) as made:
        read()
    return len(made)


def listed(page: lists.Page) -> list[str]:
    return [game.public_id for game in page.games]


class TestWhatWaits:
    def test_games_that_wait_for_somebody_are_counted_and_the_nearest_deadline_is_first(
        self, ada: User, bob: User
    ) -> None:
        games = [running(ada, bob, move_time=hours * 3_600) for hours in (40, 20, 30)]
        mine = {game.public_id: asked(game).due_at for game in games if asked(game).user == ada}
        his = {game.public_id: asked(game).due_at for game in games if asked(game).user == bob}
        for user, due in ((ada, mine), (bob, his)):
            found = lists.next_waiting(Who(user=user.pk))
            assert found.count == len(due)
            if due:
                assert found.game_id == min(due, key=due.__getitem__)
                assert found.due_at == due[found.game_id]

    def test_the_game_one_looks_at_is_left_out(self, ada: User, bob: User) -> None:
        game = running(ada, bob)
        user = asked(game).user
        assert user is not None
        assert lists.next_waiting(Who(user=user.pk)).game_id == game.public_id
        assert lists.next_waiting(Who(user=user.pk), but_not=game.public_id) == lists.Waiting()

    def test_a_finished_game_waits_for_nobody(self, ada: User, bob: User) -> None:
        over(ada, bob)
        assert lists.next_waiting(Who(user=ada.pk)) == lists.next_waiting(Who(user=bob.pk)) == lists.Waiting()

    def test_guests_are_told_too_and_strangers_nothing(self, tables: Opener) -> None:
        played = tables.start()
        who = played.who
        assert lists.next_waiting(who).game_id == played.id
        assert queries_of(lambda: lists.next_waiting(ANYBODY)) == 0
        assert queries_of(lambda: lists.next_waiting(who)) == 1


class TestOnesOwn:
    def test_running_and_open_games_are_listed_with_what_is_asked(self, ada: User, bob: User) -> None:
        going, waiting = running(ada, bob), open_table(ada, 3)
        over(ada, bob)
        found = {standing.game.public_id: standing for standing in lists.going_on(Who(user=ada.pk))}
        assert set(found) == {going.public_id, waiting.public_id}
        assert found[waiting.public_id].view is None and found[going.public_id].view is not None
        assert found[going.public_id].next_due == asked(going).due_at
        assert found[going.public_id].mine.user == ada

    def test_what_a_list_gets_hangs_on_no_secret(self, ada: User, bob: User) -> None:
        running(ada, bob)
        (standing,) = lists.going_on(Who(user=ada.pk))
        assert "secret" not in standing.game._state.fields_cache
        assert "seed" not in repr(standing.view)

    def test_finished_games_come_by_pages_the_last_one_first(
        self, ada: User, bob: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        games = [over(ada, bob).public_id for _ in range(3)]
        monkeypatch.setattr(lists, "PAGE_LENGTH", 2)
        monkeypatch.setattr(lists, "PAGE_LENGTH", 2)
        first, second = lists.finished(Who(user=ada.pk)), lists.finished(Who(user=ada.pk), 2)
        assert listed(first) + listed(second) == games[::-1]
        assert first.more and not second.more
        assert lists.finished(ANYBODY).games == ()

    def test_it_takes_two_queries_however_many_games(self, ada: User, bob: User) -> None:
        for _ in range(3):
            running(ada, bob)
            open_table(ada)
        assert queries_of(lambda: lists.going_on(Who(user=ada.pk))) == 2

    def test_invitations_are_listed_until_one_sits_down(self, ada: User, bob: User, wren: User) -> None:
        game = open_table(ada, 3, secret=True)
        table.invite(game.public_id, Who(user=ada.pk), bob.pk)
        assert [i.game.public_id for i in lists.invitations(bob.pk)] == [game.public_id]
        assert not lists.invitations(wren.pk) and not lists.invitations(ada.pk)
        assert queries_of(lambda: lists.invitations(bob.pk)) == 2
        sit(game, bob)
        assert not lists.invitations(bob.pk)

    @pytest.mark.parametrize("end", ["cancelled", "started", "blocked"])
    def test_an_invitation_is_over_with_its_table(self, ada: User, bob: User, wren: User, end: str) -> None:
        game = open_table(ada, 2)
        table.invite(game.public_id, Who(user=ada.pk), bob.pk)
        if end == "cancelled":
            table.cancel(game.public_id, Who(user=ada.pk))
        elif end == "started":
            sit(game, wren)
        else:
            Block.objects.create(user=bob, blocked=ada)
        assert not lists.invitations(bob.pk)


class TestTheLobby:
    def test_open_tables_with_a_free_seat_are_listed_the_newest_first(
        self, ada: User, bob: User, tables: Opener
    ) -> None:
        first, second = open_table(ada, 3), open_table(bob, 2)
        full = open_table(ada, 2, move_time=60)
        sit(full, bob)
        open_table(ada, secret=True)
        running(ada, bob)
        table.cancel(open_table(bob).public_id, Who(user=bob.pk))
        tables.open()
        page = lists.open_tables(Wanted())
        assert listed(page) == [second.public_id, first.public_id] and not page.more
        assert [game.taken for game in page.games] == [1, 1]  # type: ignore[attr-defined]

    def test_games_in_play_are_those_of_people_in_public(self, ada: User, bob: User, tables: Opener) -> None:
        game = running(ada, bob)
        running(ada, bob, secret=True)
        over(ada, bob)
        open_table(ada)
        tables.start()
        tables.start(client=company.browser(ada))
        assert listed(lists.in_play(Wanted())) == [game.public_id]

    @pytest.mark.parametrize(
        ("wanted", "found"),
        [
            (Wanted(seats=2), "AC"),
            (Wanted(seats=4), "B"),
            (Wanted(seats=3), ""),
            (Wanted(band="minutes"), "A"),
            (Wanted(band="hours"), "B"),
            (Wanted(band="days"), "C"),
            (Wanted(rated=True), "C"),
            (Wanted(rated=False), "AB"),
            (Wanted(seats=2, rated=False), "A"),
        ],
    )
    def test_filters(self, ada: User, wanted: Wanted, found: str) -> None:
        games = {
            open_table(ada, 2, 3_599).public_id: "A",
            open_table(ada, 4, 3_600).public_id: "B",
            open_table(ada, 2, 86_400, rated=True).public_id: "C",
        }
        assert "".join(sorted(games[game] for game in listed(lists.open_tables(wanted)))) == found

    def test_an_opener_is_as_reliable_as_the_games_with_people_that_ended_without_a_time_out(
        self, ada: User, bob: User, tables: Opener
    ) -> None:
        for _ in range(4):
            over(ada, bob)
        late = over(ada, bob)
        Seat.objects.filter(game=late, user=ada).update(fate=Seat.Fate.TIMED_OUT)
        # Against bots one may come and go, and a game going on says nothing yet.
        alone = tables.start(client=company.browser(ada))
        Seat.objects.filter(game__public_id=alone.id).update(place=1, fate=Seat.Fate.TIMED_OUT)
        running(ada, bob)
        game = open_table(ada)
        (shown,) = lists.open_tables(Wanted()).games
        assert (shown.over, shown.late) == (5, 1)  # type: ignore[attr-defined]
        for least, found in ((80, [game.public_id]), (81, []), (100, [])):
            assert listed(lists.open_tables(Wanted(least=least))) == found

    def test_who_has_finished_nothing_is_new_and_not_reliable(self, ada: User) -> None:
        open_table(ada)
        assert not lists.open_tables(Wanted(least=50)).games
        assert lists.open_tables(Wanted()).games[0].over == 0  # type: ignore[attr-defined]

    @pytest.mark.parametrize("who", ["the reader", "the opener", "one who sits there"])
    def test_tables_of_people_who_do_not_want_to_meet_are_not_offered(
        self, ada: User, bob: User, wren: User, who: str
    ) -> None:
        game = open_table(ada, 3)
        sit(game, wren)
        blocks = {"the reader": (bob, ada), "the opener": (ada, bob), "one who sits there": (wren, bob)}
        user, blocked = blocks[who]
        Block.objects.create(user=user, blocked=blocked)
        assert not lists.open_tables(Wanted(), bob.pk).games
        assert listed(lists.open_tables(Wanted(), person("Tamsin").pk)) == [game.public_id]
        assert listed(lists.open_tables(Wanted())) == [game.public_id]

    def test_it_takes_two_queries_however_many_tables(self, ada: User, bob: User) -> None:
        for _ in range(3):
            open_table(ada, 3)
            running(ada, bob)
        assert queries_of(lambda: lists.open_tables(Wanted(least=1), ada.pk)) == 1
        assert queries_of(lambda: lists.open_tables(Wanted(), ada.pk)) == 2
        assert queries_of(lambda: lists.in_play(Wanted())) == 2

    def test_pages_do_not_overlap(self, ada: User, settings: Any) -> None:
        settings.OPEN_TABLES_PER_PERSON = 100
        games = [open_table(ada, 3).public_id for _ in range(5)]
        pages = [lists.open_tables(Wanted(), None, number, length=2) for number in (1, 2, 3, 4)]
        assert [listed(page) for page in pages] == [games[:2:-1], games[2:0:-1], games[:1], []]
        assert [page.more for page in pages] == [True, True, False, False]


def test_a_deadline_moved_by_a_pause_is_still_the_nearest(ada: User, bob: User) -> None:
    game = running(ada, bob)
    seat = asked(game)
    assert seat.due_at is not None
    seat.due_at += timedelta(days=14)
    seat.save(update_fields=["due_at"])
    assert lists.next_waiting(Who(user=seat.user_id)).due_at == seat.due_at
    assert Game.objects.get(pk=game.pk).status == "running"
