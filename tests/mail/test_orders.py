"""What a player's standing orders did is told by mail: by the next one of the game, else once a day."""

from collections.abc import Callable

import pytest

from accounts import mailing
from games import table
from games.models import Notice, Seat
from tests.clock.tables import Played, Tables, offer, person
from tests.clock.virtual import DAY, MINUTE, VirtualClock
from tests.mail import moments
from tests.mail.listener import Received
from tests.mail.test_letters import both_say

Mails = Callable[..., list[Received]]
DONE = "Your standing orders did this for you: "


@pytest.fixture
def game(people: Tables, mails: Mails) -> Played:
    """A game of three whose first mails have gone; ada is in her own turn."""
    played = people.start(3)
    mails()
    return played


def refuse_ahead(game: Played, seat: int = 1) -> None:
    """Let an order of bob's refuse an offer of ada's, which does not end her turn."""
    game.order(seat, type="refuse_all")
    game.arrange(moments.position(0, "manage", s24=0, s21=1))
    game.play(0, offer(seat, give=[24]))
    assert game.entries[-1] == (seat, "refuse", "order")


def test_the_next_mail_of_the_game_tells_it_in_both_parts(game: Played, mails: Mails) -> None:
    refuse_ahead(game)
    assert mails("bob") == [], "nothing is asked of bob, and the day is not over"
    game.arrange(moments.asked_to_buy(1))
    (mail,) = mails("bob")
    assert mail.subject.startswith("Your move")
    both_say(mail, f"{DONE}refused ada’s offer.", "You refused ada’s offer, by your standing order.")


def test_it_is_told_once(game: Played, mails: Mails) -> None:
    refuse_ahead(game)
    for told in (True, False):
        game.arrange(moments.asked_to_buy(1))
        (mail,) = mails("bob")
        assert (DONE in mail.text) is told
    assert Notice.objects.get(kind="orders", user=person("bob")).status == "waiting"
    assert not [mail for mail in mails("bob", after=DAY) if mail.subject.startswith("Done by")]
    assert Notice.objects.get(kind="orders", user=person("bob")).status == "dropped"


def test_whose_game_goes_on_without_a_mail_is_told_after_a_day_at_most(
    game: Played, mails: Mails, clock: VirtualClock
) -> None:
    refuse_ahead(game)
    game.play(0, offer(1, give=[24], get_cash=3))
    (mail,) = [mail for mail in mails("bob", after=DAY) if mail.subject.startswith("Done by")]
    assert mail.subject == "Done by your standing orders (against ada and cleo)"
    both_say(mail, f"{DONE}refused ada’s offer, 2 times.", "What your standing orders did", "Nothing is asked of you")
    assert f"http://testserver/games/{game.id}/orders/" in mail.links
    assert "No more mail about your standing orders" in " ".join(mail.text.split())
    assert mails("bob", after=DAY) == []


def test_it_says_what_was_done_in_the_order_in_which_it_was(game: Played, mails: Mails) -> None:
    game.arrange(moments.asked_to_buy(1, s1=0))
    game.order(1, type="buy_if_left", least=50)
    game.order(1, type="end_turn")
    assert game.entries[:2] == [(1, "buy", "order"), (1, "end_turn", "order")]
    (mail,) = [mail for mail in mails("bob", after=DAY) if DONE in mail.text]
    both_say(mail, f"{DONE}bought Market Cross for 32; ended the turn.")


def test_nobody_else_is_told_of_it(game: Played, mails: Mails) -> None:
    refuse_ahead(game)
    arrived = [mail for mail in mails(after=DAY) if mail.to != ["bob@example.org"]]
    assert arrived and not any(DONE in mail.text or "your standing order" in mail.text for mail in arrived)


def test_whoever_has_seen_the_table_since_is_not_told_again(game: Played, mails: Mails, clock: VirtualClock) -> None:
    refuse_ahead(game)
    clock.go(MINUTE)
    Seat.objects.filter(game__public_id=game.id, number=1).update(seen_at=table.now())
    assert not [mail for mail in mails("bob", after=DAY) if DONE in mail.text]
    game.arrange(moments.asked_to_buy(1))
    (mail,) = mails("bob")
    assert DONE not in mail.text and "by your standing order" in mail.text


def test_the_daily_mail_can_be_switched_off_and_the_others_tell_it_all_the_same(game: Played, mails: Mails) -> None:
    mailing.set_wanted(person("bob"), "orders", wanted=False)
    refuse_ahead(game)
    assert not [mail for mail in mails("bob", after=DAY) if mail.subject.startswith("Done by")]
    game.arrange(moments.asked_to_buy(1))
    (mail,) = mails("bob")
    assert DONE in mail.text


def test_the_mail_of_the_end_tells_what_was_done_last(game: Played, mails: Mails) -> None:
    refuse_ahead(game)
    game.resign(2)
    game.resign(0)
    (mail,) = mails("bob")
    assert mail.subject.startswith("The game is over")
    both_say(mail, f"{DONE}refused ada’s offer.")
    assert not [mail for mail in mails("bob", after=DAY) if mail.subject.startswith("Done by")]


def test_more_than_a_mail_has_room_for_is_counted(game: Played, mails: Mails) -> None:
    game.order(1, type="refuse_all")
    game.arrange(moments.position(0, "manage", s24=0))
    for square in range(14):

        def managing(state, square: int = square) -> None:  # type: ignore[no-untyped-def]
            state.turn, state.offers = square % 2 * 2, 0
            state.owner[24] = state.turn
            state.ask("manage", state.turn)

        game.arrange(managing)
        giver = square % 2 * 2
        game.play(giver, offer(1, give=[24], get_cash=square + 1))
    (mail,) = [mail for mail in mails("bob", after=DAY) if mail.subject.startswith("Done by")]
    both_say(mail, "refused ada’s offer, 7 times; refused cleo’s offer, 7 times.")
