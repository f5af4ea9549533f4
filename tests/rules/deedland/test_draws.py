"""Draw offers."""

import pytest

from games.rules.deedland import DEEDLAND
from games.rules.errors import IllegalMove
from games.rules.landlord import LANDLORD
from games.rules.property import moves
from tests.rules.deedland.table import Table


def test_by_anybody_at_any_time() -> None:
    """Draws: `offer_draw` by any player still in, at any time, whoever is waited on."""
    for seat in range(3):
        table = Table(3, owner={5: 0, 15: 1}).play(0, "offer", to=1, give=[5]).play(seat, "offer_draw")
        assert table.asked == ("trade", 1)
        assert table.happened("draw_offered") == [{"event": "draw_offered", "seat": seat}]


def test_not_by_one_who_is_out() -> None:
    """Draws: who is out can neither offer nor answer."""
    table = Table(3, out=[2])
    assert table.refused(2, "offer_draw") == "You are out of this game."
    assert table.play(0, "offer_draw").refused(2, "accept_draw") == "You are out of this game."


def test_not_while_one_stands() -> None:
    """Draws: if no draw offer stands."""
    table = Table(3).play(0, "offer_draw")
    assert table.refused(1, "offer_draw") == "There is a draw offer already: it has to be answered first."


def test_once_a_roll() -> None:
    """Draws: he has made none since the last roll of the dice, whoever rolled."""
    table = Table(rolls="1+2", owner={39: 0, 3: 1}).play(0, "offer_draw").play(1, "refuse_draw")
    assert table.refused(0, "offer_draw") == "You have offered a draw since the dice were last rolled."
    table.play(1, "offer_draw").play(0, "refuse_draw").play(0, "end_turn").play(1, "roll")
    assert table.offers(0, "offer_draw") and table.offers(1, "offer_draw")


def test_a_roll_of_another_kind_counts() -> None:
    """Draws: before the first roll: since the start; a roll in jail counts as any."""
    table = Table(rolls="1+2", jail=[0, 3], at=[0, 10]).play(1, "offer_draw").play(0, "refuse_draw")
    assert table.refused(1, "offer_draw")
    table.begin(1)
    assert table.refused(1, "offer_draw")
    assert table.play(1, "roll").offers(1, "offer_draw")


def test_who_may_answer() -> None:
    """Draws: `accept_draw`, `refuse_draw` by any other player still in who has not answered."""
    table = Table(3).play(0, "offer_draw")
    assert table.legal(1, draws=True) == ["accept_draw", "refuse_draw", "resign"]
    assert table.refused(0, "accept_draw") == "The draw offer is your own: the others answer it."
    assert Table().refused(0, "refuse_draw") == "There is no draw offer to answer."


def test_an_answer_cannot_be_changed() -> None:
    """Draws: an answer can't be changed, an offer can't be taken back (ruling)."""
    table = Table(3).play(0, "offer_draw").play(1, "accept_draw")
    assert table.refused(1, "refuse_draw") == "You have accepted the draw: an answer can't be changed."
    assert table.refused(0, "refuse_draw") == "The draw offer is your own: the others answer it."


def test_when_all_have_accepted_the_game_is_drawn() -> None:
    """Draws: when every other player still in has accepted, the game is drawn: over at once."""
    table = Table(3).play(0, "offer_draw").play(2, "accept_draw")
    assert table.placings is None
    table.play(1, "accept_draw")
    assert (table.placings, DEEDLAND.decisions(table.state)) == ([[0, 1, 2]], ())


def test_all_still_in_share_the_first_place() -> None:
    """Draws: all players still in share the first place, the others keep theirs."""
    table = Table(4).play(2, "resign").play(3, "offer_draw").play(0, "accept_draw").play(1, "accept_draw")
    assert table.placings == [[0, 1, 3], [2]]


@pytest.mark.parametrize("what", ["auction", "trade", "debt"])
def test_what_stands_comes_to_nothing(what: str) -> None:
    """Draws: a standing auction, trade or debt comes to nothing."""
    if what == "auction":
        table = Table(rolls="1+2").roll(0).play(0, "decline").play(0, "bid", amount=5)
    elif what == "trade":
        table = Table(owner={5: 0}).play(0, "offer", to=1, give=[5])
    else:
        table = Table(rolls="1+2", owner={3: 1, 5: 0}, cash=[0, 0]).roll(0)
    assert table.asked[0] == what
    state = table.play(0, "offer_draw").play(1, "accept_draw").state
    assert (state.auction, state.offer, state.debt, table.placings) == (None, None, None, [[0, 1]])
    assert table.owned(1) in ([], [3])


def test_one_refusal_ends_the_offer() -> None:
    """Draws: one refusal ends the offer."""
    table = Table(3).play(0, "offer_draw").play(1, "accept_draw").play(2, "refuse_draw")
    assert table.state.draw is None
    assert table.happened("draw_ended") == [{"event": "draw_ended", "seat": 2, "how": "refused"}]


def test_playing_on_ends_the_offer() -> None:
    """Draws: so does any other move of a player who has still to answer it."""
    table = Table(3, owner={5: 0}).play(1, "offer_draw").play(0, "mortgage", square=5)
    assert table.state.draw is None
    assert table.happened("draw_ended") == [{"event": "draw_ended", "seat": 0, "how": "played_on"}]


def test_withdrawing_is_playing_on() -> None:
    """Draws: `withdraw` ends the offer too (ruling)."""
    table = Table(3, owner={5: 0, 15: 0}).play(0, "offer", to=1, give=[5]).play(2, "offer_draw")
    assert table.play(0, "withdraw").state.draw is None


def test_the_clock_plays_on() -> None:
    """Draws: a move that the clock makes for him ends the offer too (ruling)."""
    table = Table(3, owner={5: 0}).play(1, "offer_draw").tick()
    assert table.state.draw is None


def test_moves_of_those_who_agree_leave_it_standing() -> None:
    """Draws: moves of the one who offered, and of those who have accepted, leave it standing (ruling)."""
    table = Table(3, rolls="1+2", owner={5: 0}, at=[0, 17, 0]).play(0, "offer_draw").play(0, "mortgage", square=5)
    assert table.state.draw is not None
    table.play(1, "accept_draw").play(0, "end_turn").play(1, "roll")
    assert table.state.draw is not None
    assert table.play(2, "accept_draw").placings == [[0, 1, 2]]


def test_what_follows_without_a_move_is_nobodys_playing_on() -> None:
    """Draws: what follows without a move (payments, the site's `end_turn`, being passed over) is no playing on."""
    table = Table(3, rolls="1+2", at=[5, 0, 0], fortune="F11", cash=[0, 5_000, 5_000]).begin(0)
    table.play(0, "offer_draw").play(0, "roll")
    assert (table.cash, table.asked) == ([2_000, 4_000, 4_000], ("roll", 1))
    assert table.state.draw is not None


@pytest.mark.parametrize("who", [0, 1, 2])
def test_it_lapses_when_anybody_leaves(who: int) -> None:
    """Draws: when anybody leaves, it lapses."""
    table = Table(4).play(0, "offer_draw").play(1, "accept_draw").play(who, "resign")
    assert table.state.draw is None
    assert table.happened("draw_ended") == [{"event": "draw_ended", "seat": who, "how": "left"}]


def test_it_lapses_with_a_bankruptcy() -> None:
    """Draws: it lapses also with a bankruptcy of one who has accepted."""
    table = Table(3, rolls="1+2", owner={3: 1}, cash=[0, 0, 0]).begin(0)
    table.play(1, "offer_draw").play(0, "accept_draw").play(0, "roll")
    assert (table.state.place[0], table.state.draw) == (3, None)


def test_a_draw_offer_is_no_decision() -> None:
    """Draws: nobody is waited on for it, no wait begins or ends."""
    table = Table(3)
    wait = table.state.wait
    table.play(1, "offer_draw").play(2, "accept_draw")
    assert (table.asked, table.state.wait) == (("manage", 0), wait)
    assert [d.seat for d in DEEDLAND.decisions(table.state)] == [0]


def test_who_answers_in_which_order() -> None:
    """Draws: the bots answer one after another from the left of the one who offered (ruling)."""
    table = Table(4, order=[2, 0, 3, 1]).play(3, "offer_draw").play(0, "accept_draw")
    told = DEEDLAND.standing_draw(table.state)
    assert told is not None
    assert (told.giver, told.to_answer) == (3, (1, 2))


def test_each_offer_has_a_token_of_its_own() -> None:
    """Interface: an answer to a draw offer names that offer's own token."""
    table = Table(3)
    assert DEEDLAND.standing_draw(table.state) is None
    first = DEEDLAND.standing_draw(table.play(0, "offer_draw").state)
    same = DEEDLAND.standing_draw(table.play(1, "accept_draw").state)
    table.play(2, "refuse_draw").play(1, "offer_draw")
    second = DEEDLAND.standing_draw(table.state)
    assert first is not None and same is not None and second is not None
    assert first.token == same.token != second.token


def test_what_a_move_has_to_name() -> None:
    """Engine: an offer may come at any time; an answer names its offer, all else the moves so far."""
    table = Table(3).play(2, "offer_draw").play(1, "accept_draw")
    told = DEEDLAND.standing_draw(table.state)
    assert told is not None
    accept, refuse = DEEDLAND.draw_answer(accept=True), DEEDLAND.draw_answer(accept=False)
    assert (accept, refuse, DEEDLAND.draw_offer()) == (moves.ACCEPT_DRAW, moves.REFUSE_DRAW, moves.OFFER_DRAW)
    assert DEEDLAND.token(table.state, 0, accept) == DEEDLAND.token(table.state, 0, refuse) == told.token
    assert DEEDLAND.token(table.state, 0, DEEDLAND.draw_offer()) is None
    assert DEEDLAND.token(table.state, 0, moves.ROLL) == DEEDLAND.decisions(table.state)[0].token
    assert DEEDLAND.token(table.play(0, "refuse_draw").state, 1, accept) == "", "it stands no more"


def test_answers_take_no_press_away() -> None:
    """Engine: an answer to a draw offer changes nothing for who is waited on; an offer, or any other move, does."""
    table = Table(4, owner={1: 0, 3: 0})

    def token() -> str:
        return DEEDLAND.decisions(table.state)[0].token

    begun = token()
    table.play(3, "offer_draw")
    offered = token()
    table.play(1, "accept_draw").play(2, "refuse_draw")
    assert begun != offered == token() == DEEDLAND.token(table.state, 0, moves.END_TURN)
    table.play(0, "end_turn")
    assert token() == str(table.state.moves)


def test_where_there_are_none() -> None:
    """Engine: draws: none in Landlord, and no move for them."""
    assert DEEDLAND.draws and not LANDLORD.draws
    with pytest.raises(IllegalMove):
        LANDLORD.draw_offer()
    with pytest.raises(IllegalMove):
        LANDLORD.draw_answer(accept=True)


def test_the_view_tells_of_it() -> None:
    """View: everybody sees a draw offer and who has accepted; nothing in a view changes later."""
    table = Table(3).play(0, "offer_draw")
    view = DEEDLAND.view(table.state, None)
    table.play(1, "accept_draw")
    assert view.draw is not None and (view.draw.giver, view.draw.accepted, view.draw_offers) == (0, [], (0,))
    later = DEEDLAND.view(table.state, 2).draw
    assert later is not None and later.accepted == [1]
