"""Deedland at the table's page: what is asked, what is offered, what is told, and what forms do."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from games import table
from games.models import Seat
from tests.pages.friends import Friends

JSON = {"accept": "application/json"}
WELL_STREET, PARKSIDE = 7, 31


@pytest.fixture
def friends(db: None, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Friends]:
    return lambda *args, **plan: Friends(monkeypatch, *args, **plan)


def ask(page: str) -> str:
    """Give what the panel says, in one line of words."""
    found = re.search(r'<section\s+id="ask".*?</section>', page, re.DOTALL)
    assert found is not None
    return " ".join(re.sub(r"<[^>]+>", " ", found.group()).split())


def press(game: Friends, seat: int, **form: Any) -> None:
    """Send a form of the table's page as a browser does, with the token that stands there."""
    response = game.post(seat, "move/", token=game.reading(seat).token, **form)
    assert response.status_code == 303, response.content


def play(game: Friends, seat: int, kind: str, **keys: Any) -> None:
    press(game, seat, move=json.dumps({"type": kind, **keys}))


class TestRolling:
    def test_whose_turn_it_is_rolls_by_a_press(self, friends: Callable[..., Friends]) -> None:
        game = friends().let(rolls="3+4")
        page = game.page(0)
        assert "Your turn. Roll the dice?" in ask(page)
        assert "then the clock rolls for you" in ask(page)
        assert "Ada may build and trade before rolling the dice." in ask(game.page(1))
        assert "then the clock rolls for Ada" in ask(game.page())
        play(game, 0, "roll")
        assert "Buy Well Street for 10000?" in ask(game.page(0))
        assert "then it goes to auction, where you may bid first" in ask(game.page(0))

    def test_before_rolling_one_builds_and_trades(self, friends: Callable[..., Friends]) -> None:
        page = friends().let(owner={1: 0, 3: 0, 39: 1}).page(0)
        assert "Build a house: 5000" in page and "Mortgage: +2500" in page and 'id="composer"' in page

    def test_after_a_double_another_turn_is_promised(self, friends: Callable[..., Friends]) -> None:
        game = friends().let(rolls="3+3")
        play(game, 0, "roll")
        assert "and another turn is yours" in ask(game.page(0))
        play(game, 0, "buy")
        assert "you rolled a double, so another turn is yours" in ask(game.page(0))
        play(game, 0, "end_turn")
        assert "Your turn. Roll the dice?" in ask(game.page(0))

    def test_jail_is_left_by_the_fine_or_a_double(self, friends: Callable[..., Friends]) -> None:
        game = friends().let(rolls="1+2 3+3", owner={3: 0, 16: 1}, jail=[0, 3], position=[0, 10])
        play(game, 0, "roll")
        play(game, 0, "end_turn")
        words = ask(game.page(1))
        assert "Pay 5000 and roll" in words and "Try for a double" in words and "then the clock rolls for you" in words
        play(game, 1, "roll")
        # By this double no other turn follows.
        assert "Ada is next" in ask(game.page(1))


class TestAuctions:
    def test_all_see_who_is_in_it_and_whose_the_best_bid_is(self, friends: Callable[..., Friends]) -> None:
        game = friends(("Ada", "Bob", "Cid")).let(rolls="3+4")
        play(game, 0, "roll")
        assert "goes to auction; you are asked first, then Bob and Cid, and round again" in ask(game.page(0))
        play(game, 0, "decline")
        words = ask(game.page(0))
        assert "Well Street at auction, no bid yet" in words and "It goes round and round" in words
        assert "Still in it, with their money: you (150000), Bob (150000) and Cid (150000)." in words
        press(game, 0, type="bid", amount="4000")
        words = ask(game.page(1))
        assert "Well Street at auction, Ada bids 4000" in words
        assert "Bid 4800" in words and "Bid 10000" in words
        for watching, best in ((None, "Ada bids"), (0, "You bid"), (2, "Ada bids")):
            words = ask(game.page(watching))
            assert f"{best} 4000, the best so far." in words
            assert "Still in it, with their money: Bob (150000)" in words
        play(game, 1, "pass")
        words = ask(game.page(2))
        assert "Pass Ada gets it for 4000" in words and "Bob (" not in words
        press(game, 2, type="bid", amount="5000")
        assert "Well Street at auction, Cid bids 5000" in ask(game.page(0))
        play(game, 0, "pass")
        assert game.state.owner[WELL_STREET] == 2

    def test_who_is_left_alone_is_told_so(self, friends: Callable[..., Friends]) -> None:
        game = friends().let(rolls="3+4")
        play(game, 0, "roll")
        play(game, 0, "decline")
        play(game, 0, "pass")
        words = ask(game.page(1))
        assert "Nobody is asked after you, so any bid takes it." in words and "Pass it stays unsold" in words


class TestDebts:
    def test_a_birthday_is_raised_by_who_is_not_on_turn(self, friends: Callable[..., Friends]) -> None:
        game = friends().let(rolls="1+1", fortune="F11", cash=[150_000, 400], owner={PARKSIDE: 1})
        play(game, 0, "roll")
        words = ask(game.page(1))
        assert "Raise 600 more" in words and "You owe 1000 to Ada and have 400." in words
        assert "Then Ada’s turn goes on." in words
        assert "then the clock mortgages, and sells buildings, for you until it is paid" in words
        assert "Bob has to raise 1000 for you." in ask(game.page(0))
        assert "Mortgage: +14500" in game.page(1) and "pays the debt" in game.page(1)
        assert "All that you own goes back to the bank." in game.page(1)
        play(game, 1, "mortgage", square=PARKSIDE)
        assert game.state.cash == [151_000, 13_900] and game.state.asked == 0


class TestDraws:
    def test_one_is_offered_answered_and_ends_the_game(self, friends: Callable[..., Friends]) -> None:
        game = friends(("Ada", "Bob", "Cid"))
        assert "Offer a draw" in game.page(1) and "Offer a draw" not in game.page()
        assert game.post(1, "draw/").status_code == 303
        offer = game.reading(0).draw
        assert offer is not None
        for seat, title in ((0, "Bob offers a draw"), (1, "You offer a draw"), (None, "Bob offers a draw")):
            page = game.page(seat)
            assert title in page
            assert ("Accept the draw" in page) == (seat == 0)
        assert "A draw is offered, and is still to be answered." in game.page(1)
        assert game.post(2, "draw/", answer="accept", token=offer.token).status_code == 303
        page = game.page(0)
        assert "Cid has accepted. Still to answer: you." in page
        assert f'name="token" value="{offer.token}"' in page
        assert game.post(0, "draw/", answer="accept", token=offer.token).status_code == 303
        assert "You, Bob and Cid played to a draw" in game.page(0)
        assert "You, Ada and Cid played to a draw" in game.page(1)

    def test_an_old_offers_answer_is_none_to_a_new_one(self, friends: Callable[..., Friends]) -> None:
        game = friends()
        game.post(1, "draw/")
        old = game.reading(0).draw
        assert old is not None
        assert game.post(0, "draw/", answer="refuse", token=old.token).status_code == 303
        assert "You have offered a draw, and can again after the next roll of the dice." in game.page(1)
        game.post(0, "draw/")
        late = game.post(1, "draw/", answer="accept", token=old.token)
        assert late.status_code == 409 and "That draw offer is over" in late.content.decode()
        assert game.game.status == "running"

    @pytest.mark.parametrize("form", [{"answer": "perhaps", "token": "0"}, {"answer": "accept"}, {"more": "1"}])
    def test_other_forms_are_refused_and_write_nothing(
        self, friends: Callable[..., Friends], form: dict[str, str]
    ) -> None:
        game = friends()
        game.post(1, "draw/")
        before = game.game.move_count
        assert game.post(0, "draw/", **form).status_code == 400
        assert game.game.move_count == before

    def test_a_game_with_an_agreed_end_has_none(self, people: Callable[..., Any]) -> None:
        game = people()
        assert "Offer a draw" not in game.page(0) and "End the game as it stands" in game.page(0)
        assert game.post(0, "draw/").status_code == 409


class TestClocks:
    def test_without_a_clock_nothing_is_counted_and_nothing_paused(self, friends: Callable[..., Friends]) -> None:
        game = friends(move_time=None)
        page = game.page(0)
        assert "Your turn. Roll the dice?" in ask(page) and "data-due" not in page and "no clock" in page
        assert "Propose a pause" not in page and "Offer a draw" in page

    def test_a_resting_clock_is_told(self, friends: Callable[..., Friends]) -> None:
        game = friends().let(clock_rests=True)
        Seat.objects.update(due_at=None)
        assert "The clock rests, for nobody has moved for long." in game.page(1)

    def test_a_missed_deadline_rolls(self, friends: Callable[..., Friends]) -> None:
        game = friends().let(rolls="3+4")
        game.later(timedelta(seconds=31))
        assert table.sweep() == 1
        page = game.page(0)
        assert "Buy Well Street for 10000?" in ask(page) and game.state.place == [0, 0]


class TestOrders:
    def test_one_to_roll_is_left_at_the_table(self, friends: Callable[..., Friends]) -> None:
        game = friends().let(rolls="3+4")
        assert "Roll for me" in game.page(0)
        assert game.post(0, "orders/", type="roll_dice").status_code == 303
        assert "Roll for me unless I can build or lift a mortgage" in game.page(0)
        assert "Buy Well Street for 10000?" in ask(game.page(0))

    def test_bids_are_told_as_the_auction_goes(self, friends: Callable[..., Friends]) -> None:
        game = friends().let(rolls="3+4")
        play(game, 0, "roll")
        play(game, 0, "decline")
        assert game.post(1, "orders/", type="bid_up_to", square=WELL_STREET, amount=9000).status_code == 303
        page = game.page(1)
        assert "you bid a fifth more than the best bid" in page and "the least that nobody asked" not in page
        press(game, 0, type="bid", amount="5000")
        assert "Well Street at auction, Bob bids 6000" in ask(game.page(0))

    def test_where_the_site_rolls_nobody_orders_it_to(self, people: Callable[..., Any]) -> None:
        game = people()
        page = game.page(0, "orders/")
        assert "Roll for me" not in page and "before I roll" not in page
        assert game.post(0, "orders/", type="roll_dice").status_code == 409
