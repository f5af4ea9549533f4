"""The waiting room, as browsers use it without JavaScript: sitting down, seeds, Ready, invitations, secret tables."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import Block, User
from games import guests, table
from games.models import Game, Invitation, Notice
from games.who import Who
from tests.games.company import browser, open_table, over, person, ready, running, sit
from tests.games.tables import JSON, Opener
from tests.pages.test_lobby import page, words

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


def at(game: Game, rest: str = "") -> str:
    return f"/games/{game.public_id}/{rest}"


def status(game: Game) -> str:
    return Game.objects.get(pk=game.pk).status


class TestSittingDown:
    def test_the_commitment_is_there_from_the_first_moment_for_all(self, ada: User, bob: User) -> None:
        game = open_table(ada, 3)
        for client in (browser(ada), browser(bob), Client()):
            text = page(client, at(game))
            assert game.commitment in text and "fingerprint of a secret" in text
            assert game.secret.server_seed not in client.get(at(game)).content.decode()

    def test_an_address_that_was_passed_on_tells_others_nothing_of_its_senders_acts(self, ada: User, bob: User) -> None:
        game = open_table(ada, 3)
        passed_on = at(game) + "?note=invited"
        assert "The invitation is on its way." in page(browser(ada), passed_on)
        assert "The invitation is on its way." not in page(browser(bob), passed_on)
        assert "Your seat is free again." in page(browser(bob), at(game) + "?note=stood-up")

    def test_sitting_down_brings_a_seed_and_shows_who_sits_there(self, ada: User, bob: User) -> None:
        game, client = open_table(ada, 3), browser(bob)
        assert "Sit down" in page(client, at(game))
        answer = client.post(at(game, "sit/"), {"client_seed": " my-own.seed "})
        assert (answer.status_code, answer["Location"]) == (303, at(game) + "?note=seated")
        assert game.seats.get(user=bob).client_seed == "my-own.seed"
        text = page(client, at(game))
        assert "Bob (you)" in text and "1 of 3 seats is free" in text and "Stand up" in text
        assert "Ada’s table" in text and "Your table" in page(browser(ada), at(game))

    def test_without_a_seed_the_site_draws_one_and_says_so(self, ada: User, bob: User) -> None:
        game = open_table(ada, 3)
        answer = browser(bob).post(at(game, "sit/"), {"client_seed": ""}, follow=True)
        assert "the site drew one for you" in words(answer.content.decode())
        assert len(game.seats.get(user=bob).client_seed) == 16

    def test_a_bad_seed_is_refused_in_the_room_and_seats_nobody(self, ada: User, bob: User) -> None:
        game = open_table(ada, 3)
        answer = browser(bob).post(at(game, "sit/"), {"client_seed": "a|b"})
        text = words(answer.content.decode())
        assert answer.status_code == 400 and "Your seed may be" in text and "Sit down" in text
        assert game.seats.count() == 1

    def test_the_last_seat_starts_the_game(self, ada: User, bob: User) -> None:
        game = open_table(ada)
        assert "the game starts at once" in page(browser(bob), at(game))
        browser(bob).post(at(game, "sit/"), {"client_seed": "x"})
        assert status(game) == "running" and browser(bob).get(at(game)).status_code == 200

    def test_who_has_no_account_is_led_to_one_and_back_to_the_table(self, ada: User) -> None:
        game = open_table(ada, 2, secret=True)
        link = at(game) + f"?key={game.link_key}"
        html = Client().get(link).content.decode()
        back = f"next={at(game)}%3Fkey%3D{game.link_key}"
        assert f'href="/accounts/signup/?{back}"' in html and f'href="/accounts/login/?{back}"' in html
        answer = Client().post(at(game, "sit/"), {"client_seed": "x", "key": game.link_key})
        assert answer.status_code == 303 and answer["Location"].startswith("/accounts/login/?next=")
        assert game.seats.count() == 1

    def test_somebody_blocked_is_told_in_neutral_words(self, ada: User, bob: User) -> None:
        game = open_table(ada, 3)
        Block.objects.create(user=ada, blocked=bob)
        answer = browser(bob).post(at(game, "sit/"), {"client_seed": "x"})
        assert answer.status_code == 409 and "You can&#x27;t sit down at this table." in answer.content.decode()
        assert "block" not in words(answer.content.decode()).lower()

    def test_a_full_table_says_so(self, ada: User, bob: User, wren: User) -> None:
        game = open_table(ada, 2, 60)
        sit(game, bob)
        text = page(browser(wren), at(game))
        assert "All seats are taken" in text and "Sit down" not in text
        assert browser(wren).post(at(game, "sit/"), {"client_seed": "x"}).status_code == 409

    def test_standing_up_gives_the_seat_back(self, ada: User, bob: User) -> None:
        game, client = open_table(ada, 3), browser(bob)
        sit(game, bob)
        assert client.post(at(game, "stand-up/"))["Location"] == at(game) + "?note=stood-up"
        assert game.seats.count() == 1
        secret = open_table(ada, 3, secret=True)
        sit(secret, bob)
        assert client.post(at(secret, "stand-up/"))["Location"] == "/games/mine/"

    def test_the_limit_of_games_is_told_with_its_own_status(self, ada: User, bob: User, settings: Any) -> None:
        game, other = open_table(ada, 3), open_table(ada, 3)
        sit(other, bob)
        settings.GAMES_PER_PERSON = 1
        answer = browser(bob).post(at(game, "sit/"), {"client_seed": "x"})
        assert answer.status_code == 429 and "which is the most at once" in words(answer.content.decode())


class TestSeeds:
    def test_the_opener_brings_a_seed_and_may_change_it(self, ada: User) -> None:
        game, client = open_table(ada, 3), browser(ada)
        assert "data-bring" in client.get(at(game)).content.decode()
        answer = client.post(at(game, "seed/"), {"client_seed": "first"}, headers=JSON)
        assert answer.json() == {"ok": True, "seed": "first"}
        html = client.get(at(game)).content.decode()
        assert 'value="first"' in html and "data-bring" not in html
        assert client.post(at(game, "seed/"), {"client_seed": "second"})["Location"] == at(game) + "?note=seed"
        client.post(at(game, "seed/"), {"client_seed": "|"}, headers=JSON)
        assert game.seats.get().client_seed == "second"

    def test_nobody_sees_anothers_seed_before_the_start(self, ada: User, bob: User) -> None:
        game = open_table(ada, 3)
        table.bring_seed(game.public_id, Who(user=ada.pk), "adas-own-seed")
        sit(game, bob)
        assert "adas-own-seed" in browser(ada).get(at(game)).content.decode()
        for client in (browser(bob), Client()):
            assert "adas-own-seed" not in client.get(at(game)).content.decode()

    def test_the_seed_brought_before_is_the_one_of_the_start(self, ada: User, bob: User) -> None:
        game, client = open_table(ada, 3), browser(ada)
        sit(game, bob)
        client.post(at(game, "seed/"), {"client_seed": "mine"})
        answer = client.post(at(game, "start/"))
        assert (answer.status_code, answer["Location"]) == (303, at(game))
        assert game.seats.get(user=ada).client_seed == "mine"

    def test_who_does_not_sit_there_brings_none(self, ada: User, bob: User) -> None:
        game = open_table(ada, 3)
        assert browser(bob).post(at(game, "seed/"), {"client_seed": "x"}).status_code == 403
        assert browser(bob).post(at(game, "seed/"), {"client_seed": "x"}, headers=JSON).status_code == 403


class TestStart:
    def test_ready_is_pressed_and_taken_back(self, ada: User, bob: User) -> None:
        game = open_table(ada, 3, 60)
        sit(game, bob)
        client = browser(bob)
        assert "not ready yet" in page(client, at(game))
        assert client.post(at(game, "ready/"), {"ready": "yes"}).status_code == 303
        assert "You are ready" in page(client, at(game))
        text = page(browser(ada), at(game))
        assert "Press Ready, then you can start" in text
        client.post(at(game, "ready/"), {"ready": "no"})
        assert not game.seats.filter(ready=True).exists()

    def test_the_opener_is_told_who_is_waited_for_and_starts_when_all_are_ready(self, ada: User, bob: User) -> None:
        game, client = open_table(ada, 3, 60), browser(ada)
        sit(game, bob)
        ready(game, ada)
        assert "Not ready yet: Bob" in page(client, at(game))
        refused = client.post(at(game, "start/"))
        assert refused.status_code == 409 and "pressed Ready" in words(refused.content.decode())
        ready(game, bob)
        assert "with the 2 of you who sit here" in page(client, at(game))
        assert client.post(at(game, "start/")).status_code == 303 and status(game) == "running"

    def test_an_old_ready_is_told_from_a_new_one(self, ada: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
        game = open_table(ada, 3, 60)
        sit(game, bob)
        browser(bob).post(at(game, "ready/"), {"ready": "yes"}, follow=True)
        assert "has not looked here" not in page(browser(ada), at(game))
        monkeypatch.setattr("games.table.instant.shift", timedelta(minutes=11))
        assert "was ready, but has not looked here for a while" in page(browser(ada), at(game))
        # Looking again is enough, as long as nobody has pressed Ready meanwhile.
        assert "You are ready" in page(browser(bob), at(game))
        assert "has not looked here" not in page(browser(ada), at(game))

    def test_with_a_longer_move_time_there_is_no_ready_to_press(self, ada: User) -> None:
        assert "Ready" not in page(browser(ada), at(open_table(ada, 3, 3_600)))

    def test_bots_take_the_empty_seats(self, ada: User) -> None:
        game, client = open_table(ada, 3, bots_fill=True), browser(ada)
        assert "bots take the 2 empty seats" in page(client, at(game))
        assert client.post(at(game, "start/")).status_code == 303
        assert game.seats.filter(kind="bot").count() == 2

    def test_the_opener_cancels_and_the_closed_table_explains_itself(self, ada: User, bob: User) -> None:
        game = open_table(ada, 3)
        sit(game, bob)
        assert browser(bob).post(at(game, "cancel/")).status_code == 403
        assert browser(ada).post(at(game, "cancel/")).status_code == 303
        for client in (browser(ada), browser(bob), Client()):
            text = page(client, at(game))
            assert "closed before its game started" in text and "within seven days" in text
            assert "Sit down" not in text and "Invite" not in text
        assert browser(bob).post(at(game, "ready/")).status_code == 409


class TestInvitations:
    def test_a_player_is_invited_by_name_whatever_its_capitals(self, ada: User, bob: User) -> None:
        game, client = open_table(ada, 3), browser(ada)
        answer = client.post(at(game, "invite/"), {"name": " bOB "}, follow=True)
        text = words(answer.content.decode())
        assert "The invitation is on its way" in text and "Invited so far: Bob." in text
        assert Notice.objects.get(kind="invitation").user == bob

    @pytest.mark.parametrize("name", ["Nobody_here", "Bo%", "<b>x</b>"])
    def test_an_unknown_name_is_said(self, ada: User, name: str) -> None:
        answer = browser(ada).post(at(open_table(ada, 3), "invite/"), {"name": name})
        assert answer.status_code == 400 and "Nobody here is called" in answer.content.decode()
        assert "<b>x" not in answer.content.decode()

    @pytest.mark.parametrize("name", ["", " ", "Boｂ", "B\u202eob", "Bob\nBcc: x", "x" * 21, "\0"])
    def test_what_can_be_no_name_is_not_repeated(self, ada: User, bob: User, name: str) -> None:
        answer = browser(ada).post(at(open_table(ada, 3), "invite/"), {"name": name})
        assert answer.status_code == 400 and "Write a player’s name." in answer.content.decode()
        assert not Invitation.objects.exists()

    def test_somebody_blocked_is_told_in_neutral_words(self, ada: User, bob: User) -> None:
        game = open_table(ada, 3)
        Block.objects.create(user=bob, blocked=ada)
        answer = browser(ada).post(at(game, "invite/"), {"name": "Bob"})
        assert answer.status_code == 409 and "can&#x27;t be invited to this table" in answer.content.decode()

    def test_who_does_not_sit_there_invites_nobody(self, ada: User, bob: User, wren: User) -> None:
        game = open_table(ada, 3)
        assert browser(bob).post(at(game, "invite/"), {"name": "Wren"}).status_code == 403
        assert Client().post(at(game, "invite/"), {"name": "Wren"}).status_code == 403
        assert not Invitation.objects.exists() and wren.pk

    def test_the_days_limit_has_its_own_status(self, ada: User, bob: User, wren: User, settings: Any) -> None:
        settings.INVITATIONS_PER_DAY = 1
        game, client = open_table(ada, 3), browser(ada)
        client.post(at(game, "invite/"), {"name": "Bob"})
        answer = client.post(at(game, "invite/"), {"name": "Wren"})
        assert answer.status_code == 429 and "within a day" in answer.content.decode()
        assert Invitation.objects.get().to == bob and wren.pk


class TestSecretTables:
    def test_it_is_seen_by_its_players_and_before_the_start_by_link_or_invitation(
        self, ada: User, bob: User, wren: User
    ) -> None:
        game = open_table(ada, 3, secret=True)
        link = at(game) + f"?key={game.link_key}"
        for client in (Client(), browser(bob)):
            for path in (at(game), at(game) + "?key=wrong", at(game, "live/")):
                assert client.get(path).status_code == 404
            assert client.get(link).status_code == 200
            assert client.get(at(game, f"live/?key={game.link_key}")).status_code == 200
        table.invite(game.public_id, Who(user=ada.pk), bob.pk)
        assert browser(bob).get(at(game)).status_code == 200
        assert browser(wren).post(at(game, "sit/"), {"client_seed": "x"}).status_code == 404
        assert browser(wren).post(at(game, "sit/"), {"client_seed": "x", "key": game.link_key}).status_code == 303

    def test_the_link_is_shown_to_those_who_sit_there(self, ada: User, bob: User) -> None:
        game = open_table(ada, 3, secret=True)
        shown = f"http://testserver{at(game)}?key={game.link_key}"
        assert shown in browser(ada).get(at(game)).content.decode()
        table.invite(game.public_id, Who(user=ada.pk), bob.pk)
        assert game.link_key not in browser(bob).get(at(game)).content.decode()
        assert game.link_key not in browser(ada).get(at(open_table(ada, 3))).content.decode()

    @pytest.mark.parametrize("rest", ["", "live/", "record.json", "replay/"])
    def test_after_the_start_its_players_alone_see_it(self, ada: User, bob: User, wren: User, rest: str) -> None:
        for game in (running(ada, bob, secret=True), over(ada, bob, secret=True)):
            assert browser(bob).get(at(game, rest)).status_code == 200
            for client in (browser(wren), Client()):
                assert client.get(at(game, rest)).status_code == 404
                assert client.get(at(game, f"{rest}?key={game.link_key}")).status_code == 404

    def test_it_is_in_no_list_of_others(self, ada: User, bob: User) -> None:
        games = [open_table(ada, 3, secret=True), running(ada, bob, secret=True), over(ada, bob, secret=True)]
        for path in ("/", "/games/", "/games/?show=play"):
            html = Client().get(path).content.decode()
            assert not any(game.public_id in html for game in games)


class TestLive:
    def test_the_room_comes_anew_when_somebody_sits_down_or_is_ready(self, ada: User, bob: User) -> None:
        game, client = open_table(ada, 3, 60), browser(ada)
        etag = client.get(at(game, "live/"))["ETag"]
        unchanged = client.get(at(game, "live/"), headers={"if-none-match": etag})
        assert unchanged.status_code == 304
        for change, seen in (
            (lambda: sit(game, bob), "Bob"),
            (lambda: ready(game, bob), "ready"),
            (lambda: table.stand_up(game.public_id, Who(user=bob.pk)), "2 of 3 seats are free"),
        ):
            change()
            answer = client.get(at(game, "live/"), headers={"if-none-match": etag})
            assert answer.status_code == 200 and seen in answer.content.decode()
            etag = answer["ETag"]

    def test_the_page_and_its_live_part_have_the_same_pieces(self, ada: User, bob: User) -> None:
        game = open_table(ada, 3, 60, secret=True)
        for client in (browser(ada), browser(bob)):
            query = f"?key={game.link_key}"
            ids = [
                set(
                    re.findall(
                        r'<(?:div|section)[^>]*? id="(room-[a-z]+|ask|live-meta)"', client.get(path).content.decode()
                    )
                )
                for path in (at(game) + query, at(game, "live/") + query)
            ]
            assert ids[0] == ids[1] and {"ask", "room-seats", "room-promise", "live-meta"} <= ids[0]


class TestOnceMore:
    def test_people_have_a_rematch_with_one_press(self, ada: User, bob: User, wren: User) -> None:
        game = over(ada, bob)
        assert "Rematch" in page(browser(ada), at(game)) and "Play again" not in page(browser(ada), at(game))
        assert "Rematch" not in page(browser(wren), at(game))
        answer = browser(ada).post(at(game, "rematch/"))
        again = Game.objects.get(rematch_of=game)
        assert (answer.status_code, answer["Location"]) == (303, at(again))
        assert browser(bob).post(at(game, "rematch/"))["Location"] == at(again)
        assert Notice.objects.get(kind="invitation").user == bob
        assert browser(wren).post(at(game, "rematch/")).status_code == 403

    def test_a_cancelled_rematch_makes_room_for_another(self, ada: User, bob: User) -> None:
        game = over(ada, bob)
        browser(ada).post(at(game, "rematch/"))
        first = Game.objects.get(rematch_of=game)
        table.cancel(first.public_id, Who(user=ada.pk))
        second = browser(bob).post(at(game, "rematch/"))["Location"]
        assert second != at(first) and status(Game.objects.get(rematch_of=game)) == "open"

    def test_who_comes_after_the_others_have_begun_is_told_so(self, ada: User, bob: User, wren: User) -> None:
        game = over(ada, bob, wren)
        browser(ada).post(at(game, "rematch/"))
        again = Game.objects.get(rematch_of=game)
        sit(again, bob)
        table.start(again.public_id, Who(user=ada.pk))
        answer = browser(wren).post(at(game, "rematch/"))
        assert answer.status_code == 409 and "begun their rematch without you" in words(answer.content.decode())
        assert browser(bob).post(at(game, "rematch/"))["Location"] == at(again)

    def test_against_bots_one_plays_again(self, tables: Opener, ada: User) -> None:
        for client, who in ((Client(), None), (browser(ada), Who(user=ada.pk))):
            played = tables.start(client=client)
            table.resign(played.id, who or played.who)
            text = page(client, played.url())
            assert "Play again" in text and "Rematch" not in text

    def test_the_table_page_leads_to_the_next_game_that_waits(self, ada: User, bob: User) -> None:
        games = [running(ada, bob) for _ in range(2)]
        for game in games:
            for user in (ada, bob):
                found = browser(user).get(at(game)).content.decode()
                other = games[1 - games.index(game)]
                due = other.seats.filter(user=user, due_at__isnull=False).exists()
                assert (f'href="{at(other)}"' in found) == due


class TestAgainstBots:
    def test_an_open_table_against_bots_asks_for_a_seed_and_starts(self, tables: Opener) -> None:
        opened = tables.open()
        text = page(opened.client, opened.url())
        assert "You against Bot 1" in text and "Start the game" in text and "Invite" not in text
        assert opened.client.post(opened.url("start/"), {"client_seed": "mine"}).status_code == 303

    def test_a_member_gets_the_same_one(self, ada: User, tables: Opener) -> None:
        played = tables.open(client=browser(ada))
        text = page(played.client, played.url())
        assert "You against Bot 1" in text and "Start the game" in text and "Invite" not in text
        assert "Against Bot 1" in page(played.client, "/")
        assert guests.COOKIE not in played.client.cookies
