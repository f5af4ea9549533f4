"""The turn: rolling, moving, settling, managing, doubles."""

import pytest

from tests.rules.deedland.table import Table, group

# -- 1: the roll ------------------------------------------------------------------------------------------


def test_the_player_rolls_by_a_move() -> None:
    """Turn: 1: decision `roll`; the player rolls by a move."""
    table = Table(rolls="1+2").begin(0)
    assert (table.asked, table.state.rolls) == (("roll", 0), 0)
    table.play(0, "roll")
    assert (table.at[0], table.state.rolls) == (3, 1)


def test_in_jail_the_decision_is_jail() -> None:
    """Turn: 1: in jail: decision `jail`."""
    assert Table(jail=[3, 0], at=[10, 0]).begin(0).asked == ("jail", 0)


def test_managing_before_the_roll() -> None:
    """Decisions: `roll`: the turn's player; `roll`, managing."""
    table = Table(owner={**group(1, 0), 5: 0, 15: 1}, mortgaged=[5], houses={}).begin(0)
    assert table.legal(0) == [
        *("build 1", "build 3", "mortgage 1", "mortgage 3", "offer", "resign", "roll", "unmortgage 5"),
    ]
    table.play(0, "build", square=1)
    assert (table.asked, table.state.houses[1]) == (("roll", 0), 1)


# -- 2: doubles -------------------------------------------------------------------------------------------


def test_the_third_double_leads_to_jail() -> None:
    """Turn: 2: third double in a row: to jail instead of moving, and the turn ends at once, without `manage`."""
    table = Table(rolls="1+1 2+2 3+3", owner={39: 0, 6: 0}, fortune="F7", at=[18, 0]).roll(0)
    table.play(0, "end_turn").play(0, "roll").play(0, "decline")
    table.play(0, "pass").play(1, "pass").play(0, "end_turn").play(0, "roll")
    assert (table.at[0], table.state.jail[0], table.asked) == (10, 3, ("roll", 1))
    assert table.happened("turn_ended") == [{"event": "turn_ended", "seat": 0, "auto": True}]


def test_doubles_are_counted_over_turns_that_follow_on_each_other() -> None:
    """Turn: 2: doubles are counted over the turns of one player that follow on each other, and no longer."""
    table = Table(rolls="1+1 2+2 1+2 1+1", owner={39: 0, 1: 1}, at=[18, 0]).roll(0)
    assert table.state.doubles == 1
    table.play(0, "end_turn").play(0, "roll")
    assert table.state.doubles == 2
    table.play(0, "buy").play(0, "end_turn").play(0, "roll").play(0, "buy").play(0, "end_turn")
    assert (table.asked, table.state.doubles) == (("roll", 1), 0)
    table.play(1, "roll")
    assert table.state.doubles == 1


# -- 3: moving and settling -------------------------------------------------------------------------------


@pytest.mark.parametrize(("start", "salary"), [(37, 20_000), (38, 20_000), (36, 0)])
def test_salary(start: int, salary: int) -> None:
    """Turn: 3: salary if Start is passed or reached."""
    table = Table(rolls="1+2", at=[start, 0], owner={39: 0, 1: 0}).roll(0)
    assert table.cash[0] == 150_000 + salary


@pytest.mark.parametrize("p", [3, 5, 14])
def test_unowned(p: int) -> None:
    """Turn: 3: unowned street, station, utility: decision `buy`."""
    table = Table(rolls="1+2", at=[p - 3, 0]).roll(0)
    assert (table.asked, table.legal(0)) == (("buy", 0), ["buy", "decline", "resign"])
    table.play(0, "buy")
    assert table.owned(0) == [p]


def test_rent() -> None:
    """Turn: 3: owned by another player and not mortgaged: pay the rent."""
    assert Table(rolls="1+2", owner={3: 1}).roll(0).cash == [149_500, 150_500]


def test_mortgaged_earns_nothing() -> None:
    """Turn: 3: a mortgaged one earns no rent."""
    assert Table(rolls="1+2", owner={3: 1}, mortgaged=[3]).roll(0).cash == [150_000, 150_000]


def test_a_jailed_owner_collects() -> None:
    """Turn: 3: a jailed owner collects too."""
    assert Table(rolls="1+2", owner={3: 1}, jail=[0, 2], at=[0, 10]).roll(0).cash == [149_500, 150_500]


@pytest.mark.parametrize(("start", "tax"), [(1, 20_000), (34, 10_000)])
def test_tax(start: int, tax: int) -> None:
    """Turn: 3: tax: pay the bank."""
    assert Table(rolls="1+2", at=[start, 0], owner={1: 0}).roll(0).cash == [150_000 - tax, 150_000]


def test_card() -> None:
    """Turn: 3: card: draw and carry out."""
    assert Table(rolls="1+2", at=[5, 0], fortune="F10").roll(0).cash[0] == 160_000


def test_go_to_jail() -> None:
    """Turn: 3: Go to jail: to jail."""
    table = Table(rolls="1+2", at=[27, 0], owner={1: 0}).roll(0)
    assert (table.at[0], table.state.jail[0], table.asked) == (10, 3, ("manage", 0))


@pytest.mark.parametrize("p", [10, 20, 3])
def test_nothing(p: int) -> None:
    """Turn: 3: anything else, one's own deeds too: nothing."""
    table = Table(rolls="1+2", at=[p - 3, 0], owner={3: 0}).roll(0)
    assert (table.cash, table.state.jail, table.asked) == ([150_000] * 2, [0, 0], ("manage", 0))


# -- 4: managing ------------------------------------------------------------------------------------------


def test_manage_after_the_purchase() -> None:
    """Turn: 4: all settled, purchase included: decision `manage`, until `end_turn`."""
    table = Table(rolls="1+2").roll(0).play(0, "buy")
    assert table.asked == ("manage", 0)
    table.play(0, "mortgage", square=3)
    assert table.asked == ("manage", 0)
    assert table.play(0, "end_turn").asked == ("roll", 1)


def test_manage_after_the_auction() -> None:
    """Turn: 4: all settled, the auction included."""
    table = Table(rolls="1+2", owner={1: 0}).roll(0).play(0, "decline").play(0, "pass").play(1, "bid", amount=1)
    assert (table.asked, table.owned(1)) == (("manage", 0), [3])


def test_manage_after_the_debt() -> None:
    """Turn: 4: all settled, the debt included."""
    table = Table(rolls="1+2", owner={3: 1, 39: 0, 5: 0}, cash=[100, 0]).roll(0)
    assert table.play(0, "mortgage", square=39).asked == ("manage", 0)


def test_manage_in_jail() -> None:
    """Turn: 4: `manage` also in jail."""
    table = Table(rolls="1+2", jail=[3, 0], at=[10, 0], owner={1: 0}).begin(0).play(0, "roll")
    assert (table.asked, table.state.jail[0]) == (("manage", 0), 2)


def test_the_site_ends_a_turn_with_nothing_to_decide() -> None:
    """Turn: 4: when, `resign` and the draw moves apart, `end_turn` is the only legal move, the site makes it."""
    table = Table(rolls="1+2 1+3", at=[17, 0]).roll(0)
    assert table.asked == ("roll", 1)
    assert table.happened("turn_ended") == [{"event": "turn_ended", "seat": 0, "auto": True}]


def test_looked_at_after_an_offer() -> None:
    """Turn: 4: this is looked at also after an offer ends."""
    table = Table(rolls="1+2", owner={5: 1}, at=[17, 0]).roll(0)
    assert table.asked == ("manage", 0)
    table.play(0, "offer", to=1, get=[5], give_cash=1).play(1, "refuse")
    assert table.asked == ("roll", 1)


def test_looked_at_after_another_leaves() -> None:
    """Turn: 4: this is looked at also after another player leaves."""
    table = Table(3, rolls="1+2", owner={5: 1}, at=[17, 0, 0]).roll(0)
    assert table.asked == ("manage", 0)
    assert table.play(1, "resign").asked == ("roll", 2)


def test_offer_counts_as_legal() -> None:
    """Turn: 4: `offer` counts as legal while the turn's player or another to whom none was made owns a deed."""
    table = Table(3, owner={5: 1, **group(1, 2)}, houses={1: 1}).manage(0)
    assert "offer" in table.legal(0)
    table.play(0, "offer", to=1, get=[5]).play(1, "refuse")
    # Seat 2 has had no offer, but its group has a building: nothing is left to decide.
    assert table.asked == ("roll", 1)


def test_no_other_decision_is_made_by_the_site() -> None:
    """Turn: 4: no other decision is made by the site, even with one legal move (ruling)."""
    table = Table(rolls="1+2", cash=[0, 0]).roll(0)
    assert (table.asked, table.legal(0)) == (("buy", 0), ["decline", "resign"])


# -- 5: who is next ---------------------------------------------------------------------------------------


def test_another_turn_after_a_double() -> None:
    """Turn: 5: this turn's roll was a double: another turn of the same player, from step 1."""
    table = Table(rolls="1+2 1+1", owner={39: 0}, at=[18, 0]).roll(0)
    assert table.play(0, "buy").play(0, "end_turn").asked == ("roll", 1)
    table = Table(rolls="1+1", owner={39: 0}, at=[18, 0]).roll(0)
    assert table.play(0, "end_turn").asked == ("roll", 0)
    assert table.happened("turn_began") == [{"event": "turn_began", "seat": 0}]


def test_the_site_ends_such_a_turn_too() -> None:
    """Turn: 5: another turn follows also where the site ended this one."""
    assert Table(rolls="1+1", at=[18, 0]).roll(0).asked == ("roll", 0)


def test_another_turn_has_its_own_offers() -> None:
    """Turn: 5: another turn has its own offers."""
    table = Table(rolls="1+1", owner={39: 0}, at=[18, 0]).roll(0)
    table.play(0, "offer", to=1, give=[39]).play(1, "refuse").refused(0, "offer", to=1, give=[39])
    table.play(0, "end_turn")
    assert table.offers(0, "offer", to=1, give=[39])


def test_no_other_turn_in_jail() -> None:
    """Turn: 5: no other turn if the player is in jail."""
    table = Table(rolls="1+1", owner={39: 0}, at=[28, 0]).roll(0)
    assert table.play(0, "end_turn").asked == ("roll", 1)


def test_next_in_turn_order() -> None:
    """Turn: 5: else the next player in turn order who is not out."""
    table = Table(4, order=[2, 0, 3, 1], out=[0], rolls="1+2", owner={39: 2}, at=[0, 0, 17, 0]).roll(2)
    assert table.play(2, "end_turn").asked == ("roll", 3)


def test_to_jail() -> None:
    """Turn: to jail: square 10, no salary, three tries, no other turn for a double (ruling)."""
    table = Table(rolls="1+1", at=[34, 0], fortune="F5", owner={39: 0}).roll(0)
    assert (table.at[0], table.cash[0], table.state.jail[0], table.state.again) == (10, 150_000, 3, False)
