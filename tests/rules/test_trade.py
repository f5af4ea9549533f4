"""The rules' section "Decisions": offer and trade."""

import pytest

from tests.rules.table import Table

OWNER = {39: 0, 5: 0, 37: 1, 15: 1, 1: 2}


def offering(seats: int = 3, **setup: object) -> Table:
    """Give a table where seat 0 manages and owns 5 and 39, seat 1 15 and 37, seat 2 square 1."""
    owner = {p: s for p, s in OWNER.items() if s < seats}
    return Table(seats, **({"owner": owner} | setup))  # type: ignore[arg-type]


def test_an_offer_waits_on_its_receiver_only() -> None:
    """Decisions: offer: while an offer stands only its receiver is waited on."""
    table = offering().play(0, "offer", to=1, give=[39], get=[37], give_cash=5)
    assert table.asked == ("trade", 1)
    assert table.legal(1) == ["accept", "refuse", "resign"]
    assert table.legal(0) == ["resign", "withdraw"]
    assert table.legal(2) == ["resign"]
    for kind in ("end_turn", "accept", "refuse"):
        assert "Another player" in table.refused(0, kind)
    for kind in ("accept", "refuse"):
        assert "Another player" in table.refused(2, kind)
    for seat in (1, 2):
        assert "no standing offer" in table.refused(seat, "withdraw")


def test_accept() -> None:
    """Decisions: trade: `accept`: squares and money pass."""
    table = offering().play(0, "offer", to=1, give=[39], get=[37, 15], give_cash=7).play(1, "accept")
    assert (table.owned(0), table.owned(1), table.cash) == ([5, 15, 37], [39], [143, 157, 150])
    assert table.asked == ("manage", 0)


def test_accept_with_money_the_other_way() -> None:
    """Decisions: offer: `get_cash` is the receiver's."""
    table = offering().play(0, "offer", to=2, give=[39], get_cash=150).play(2, "accept")
    assert (table.owned(2), table.cash) == ([1, 39], [300, 150, 0])


@pytest.mark.parametrize("how", ["refuse", "withdraw", "timeout"])
def test_an_offer_that_ends_moves_nothing(how: str) -> None:
    """Decisions: offer: `withdraw`, `refuse` (and a lapse) end it; the giver's decision is as before."""
    table = offering()
    wait = table.state.wait
    table.play(0, "offer", to=1, give=[39], get=[37], give_cash=5)
    table.play(0 if how == "withdraw" else 1, how)
    assert (table.owned(0), table.owned(1), table.cash) == ([5, 39], [15, 37], [150] * 3)
    assert (table.asked, table.state.wait, table.state.offer) == (("manage", 0), wait, None)
    ends = {"refuse": "refused", "withdraw": "withdrawn", "timeout": "lapsed"}
    assert table.happened("offer_ended") == [{"event": "offer_ended", "seat": 0, "to": 1, "how": ends[how]}]


def test_a_receiver_in_time_trouble_stays_in() -> None:
    """Clock: `trade`: his chance lapses: it counts as `refuse`, and he stays in."""
    table = offering().play(0, "offer", to=1, give=[39]).play(1, "timeout")
    assert table.state.place == [0, 0, 0]


def test_an_offer_is_a_new_wait() -> None:
    """Clock: each new decision starts a new wait; while an offer stands the giver's clock stops."""
    table = offering()
    wait = table.state.wait
    table.play(0, "offer", to=1, give=[39])
    assert table.state.wait > wait
    first = table.state.wait
    table.play(1, "refuse").play(0, "offer", to=1, give=[5])
    assert table.state.wait > first


def test_offers_at_jail() -> None:
    """Decisions: offer: at `jail` and `manage`; after it the giver's decision is what it was."""
    table = offering(jail=[2, 0, 0], at=[10, 0, 0]).begin(0)
    for kind in ("refuse", "accept"):
        table.play(0, "offer", to=1, give=[table.owned(0)[0]]).play(1, kind)
        assert table.asked == ("jail", 0)
    assert "all your offers" in table.refused(0, "offer", to=1, give=[39])
    # What is made at jail counts at manage too: two a turn.
    table.state.chance = Table(2, rolls="1+2").state.chance
    table.play(0, "roll")
    assert table.asked == ("manage", 0)
    assert "all your offers" in table.refused(0, "offer", to=1, give=[39])


def test_two_offers_a_turn_however_they_end() -> None:
    """Decisions: offer: two offers a turn, however they end."""
    table = offering().play(0, "offer", to=1, give=[39]).play(1, "accept")
    table.play(0, "offer", to=2, give=[5]).play(0, "withdraw")
    assert table.asked == ("manage", 0)
    assert not table.offers(0, "offer", to=1, give=[5])
    assert "all your offers" in table.refused(0, "offer", to=1, give=[5])


def test_offers_are_counted_anew_each_turn() -> None:
    """Decisions: offer: two a turn."""
    table = offering(2, rolls="4+6 4+6").play(0, "offer", to=1, give=[39]).play(1, "refuse")
    table.play(0, "offer", to=1, give=[5]).play(1, "refuse").play(0, "end_turn").play(1, "end_turn")
    assert table.state.turn == 0
    assert table.offers(0, "offer", to=1, give=[39])


@pytest.mark.parametrize("to", [-1, 3, 10**20])
def test_to_a_seat(to: int) -> None:
    """Decisions: offer: `to` is a seat number."""
    assert "no such seat" in offering().refused(0, "offer", to=to, give=[39])


def test_to_another_player() -> None:
    """Decisions: offer: to one other player."""
    assert "another player" in offering().refused(0, "offer", to=0, give=[39])


def test_to_one_still_in() -> None:
    """Decisions: offer: to one other player still in."""
    table = offering(owner={39: 0, 37: 1}, out=[2])
    assert "out of the game" in table.refused(0, "offer", to=2, give=[39])


def test_at_least_one_square_moves() -> None:
    """Decisions: offer: at least one square moves."""
    assert "at least one square" in offering().refused(0, "offer", to=1, give_cash=5)
    for squares in ({"give": [39]}, {"get": [37]}):
        assert offering().offers(0, "offer", to=1, **squares)


def test_squares_of_giver_and_receiver() -> None:
    """Decisions: offer: `give` squares of the giver, `get` squares of the receiver."""
    table = offering()
    for wrong in ({"give": [37]}, {"get": [39]}, {"give": [1]}, {"get": [1]}, {"give": [24]}, {"get": [0]}):
        assert "isn't owned" in table.refused(0, "offer", to=1, **wrong)
    for wrong in ({"give": [-1]}, {"get": [40]}, {"give": [39, 10**20]}):
        assert "no such square" in table.refused(0, "offer", to=1, **wrong)


def test_none_twice() -> None:
    """Decisions: offer: none twice."""
    for wrong in ({"give": [39, 39]}, {"get": [37, 15, 37]}):
        assert "twice" in offering().refused(0, "offer", to=1, **wrong)


def test_in_any_order() -> None:
    """Decisions: offer: in any order."""
    for give in ([5, 39], [39, 5]):
        table = offering().play(0, "offer", to=1, give=give, get=[37, 15]).play(1, "accept")
        assert (table.owned(0), table.owned(1)) == ([15, 37], [5, 39])


def test_one_sum_only() -> None:
    """Decisions: offer: at most one of the two sums is above 0."""
    assert "not on both" in offering().refused(0, "offer", to=1, give=[39], give_cash=1, get_cash=1)


def test_from_nothing() -> None:
    """Decisions: offer: `give_cash`, `get_cash` from 0."""
    for wrong in ({"give_cash": -1}, {"get_cash": -5}, {"give_cash": -1, "get_cash": 1}):
        assert "less than 0" in offering().refused(0, "offer", to=1, give=[39], **wrong)
    assert offering().offers(0, "offer", to=1, give=[39], give_cash=0, get_cash=0)


def test_the_payer_has_it() -> None:
    """Decisions: offer: the payer has it."""
    table = offering(cash=[10, 20, 30])
    assert table.offers(0, "offer", to=1, get=[37], give_cash=10)
    assert "10" in table.refused(0, "offer", to=1, get=[37], give_cash=11)
    assert table.offers(0, "offer", to=1, give=[39], get_cash=20)
    assert "20" in table.refused(0, "offer", to=1, give=[39], get_cash=21)


def test_the_whole_set_must_be_bare() -> None:
    """Decisions: offer: no square of a set that has any building (ruling: the whole set is bare)."""
    table = offering(owner={37: 0, 39: 0, 5: 0, 31: 1, 32: 1, 34: 1}, houses={37: 1, 31: 1})
    for wrong in ({"give": [39]}, {"give": [37]}, {"get": [34]}, {"give": [5], "get": [31]}):
        assert "has buildings" in table.refused(0, "offer", to=1, **wrong)
    assert table.offers(0, "offer", to=1, give=[5])


def test_mortgaged_squares_pass_mortgaged_at_no_fee() -> None:
    """Decisions: offer: mortgaged squares pass mortgaged, at no fee (ruling)."""
    table = offering(mortgaged=[39]).play(0, "offer", to=1, give=[39]).play(1, "accept")
    assert (table.mortgages(), table.owned(1), table.cash) == ([39], [15, 37, 39], [150] * 3)


def test_cards_are_not_traded() -> None:
    """Decisions: offer: get-out cards are not traded."""
    table = offering(cards=[["F8"], ["P3"], []]).play(0, "offer", to=1, give=[39]).play(1, "accept")
    assert table.state.cards == [["F8"], ["P3"], []]


def test_the_receivers_leaving_ends_it() -> None:
    """Decisions: offer: a receiver's leaving the game ends it; the giver's decision is as before."""
    table = offering()
    wait = table.state.wait
    table.play(0, "offer", to=1, give=[39]).play(1, "resign")
    assert (table.asked, table.state.wait, table.owned(0)) == (("manage", 0), wait, [5, 39])
    assert table.happened("offer_ended")[0]["how"] == "left"


def test_the_receivers_leaving_may_end_the_turn() -> None:
    """Turn 5: looked at also after an offer ends or another player leaves."""
    table = Table(3, owner={37: 1}, rolls="1+2").manage(0)
    table.play(0, "offer", to=1, get=[37]).play(1, "resign")
    assert table.asked == ("buy", 2)


def test_the_givers_leaving_ends_it() -> None:
    """Decisions: offer: a giver's leaving the game ends it, and the turn passes on."""
    table = offering(rolls="1+2").play(0, "offer", to=2, give=[39]).play(0, "resign")
    assert (table.asked, table.state.offer, table.owned(2)) == (("buy", 1), None, [1])


def test_a_third_players_leaving_leaves_it_standing() -> None:
    """Decisions: offer: only the receiver's or giver's leaving ends it."""
    table = offering().play(0, "offer", to=2, give=[39]).play(1, "resign")
    assert table.asked == ("trade", 2)
    table.play(2, "accept")
    assert table.owned(2) == [1, 39]


def test_withdraw_needs_an_offer() -> None:
    """Decisions: trade: `withdraw` by the one who offered."""
    assert "no standing offer" in offering().refused(0, "withdraw")


def test_accept_needs_an_offer() -> None:
    """Decisions: trade: `accept`, `refuse` by the player offered to."""
    for kind in ("accept", "refuse"):
        assert "manage or end" in offering().refused(0, kind)
        assert "Another player" in offering().refused(1, kind)


def test_a_trade_may_end_the_turn() -> None:
    """Turn 5: looked at also after an offer ends: an accepted one too."""
    # Seat 0 gives all it has to the last seat but keeps an offer: it is asked. The second ends it.
    table = Table(2, owner={39: 0}, rolls="1+2").play(0, "offer", to=1, give=[39]).play(1, "accept")
    assert table.asked == ("manage", 0)
    table.play(0, "offer", to=1, get=[39]).play(1, "refuse")
    assert table.asked == ("buy", 1)


# -- what bots were refused, kept for them in the state ----------------------------------------------


def test_what_a_bot_was_refused_is_kept() -> None:
    """Bots: an offer for one square that was refused or lapsed is remembered with its worth."""
    table = offering(kinds=["bot", "person", "person"])
    table.play(0, "offer", to=1, get=[37], give_cash=50).play(1, "refuse")
    table.play(0, "offer", to=2, give=[39], get=[1]).play(2, "timeout")
    kept = [(r.giver, r.receiver, r.square, r.worth) for r in table.state.refusals]
    assert kept == [(0, 1, 37, 50 - 44), (0, 2, 1, 46 - 10)]


def test_the_worth_of_a_refused_offer_counts_what_the_receiver_would_pay() -> None:
    """Bots: the worth is the receiver's gain: what it gets less what it gives, money included."""
    table = offering(kinds=["bot", "person", "person"], mortgaged=[39])
    table.play(0, "offer", to=1, give=[39], get=[15], get_cash=9).play(1, "refuse")
    assert [r.worth for r in table.state.refusals] == [23 - 24 - 9]


def test_the_best_refused_offer_is_kept() -> None:
    """Bots: of several refused offers for one square the best for the receiver counts."""
    table = offering(kinds=["bot", "person", "person"], mortgaged=[37])
    table.play(0, "offer", to=1, get=[37], give_cash=50).play(1, "refuse")
    table.play(0, "offer", to=1, get=[37], give_cash=40).play(1, "refuse")
    assert [r.worth for r in table.state.refusals] == [50 - 22]


def test_nothing_is_kept_of_persons_withdrawn_or_wider_offers() -> None:
    """Bots: only a bot's own offers for one square, refused or lapsed, are remembered."""
    person = offering().play(0, "offer", to=1, get=[37]).play(1, "refuse")
    withdrawn = offering(kinds=["bot", "person", "person"])
    withdrawn.play(0, "offer", to=1, get=[37]).play(0, "withdraw")
    wider = offering(kinds=["bot", "person", "person"])
    wider.play(0, "offer", to=1, get=[37, 15]).play(1, "refuse")
    assert [t.state.refusals for t in (person, withdrawn, wider)] == [[], [], []]
