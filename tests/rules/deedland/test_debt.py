"""Debts, of anybody, and lists of payments between players."""

from typing import Any

from tests.rules.deedland.table import Table, group


def rent(**given: Any) -> Table:
    """Give a table of three whose seat 0 has come to square 39, seat 1's, with 100 in cash: the rent is 2,700."""
    first = {"rolls": "1+2", "at": [36, 0, 0], "cash": [100, 0, 0], "owner": {39: 1, 5: 0, 15: 0}}
    return Table(3, **(first | given)).roll(0)


def birthday(**given: Any) -> Table:
    """Give a table of four on whose seat 1's birthday seat 2, the first to pay, is 400 short."""
    first = {"rolls": "1+2", "at": [0, 5, 0, 0], "cash": [5_000, 5_000, 600, 5_000], "fortune": "F11"}
    return Table(4, **(first | {"owner": {39: 2, 5: 1}} | given)).roll(1)


# -- debts ------------------------------------------------------------------------------------------------


def test_whoever_owes_more_raises_it() -> None:
    """Debt: whoever owes more than his cash raises it: `sell`, `mortgage`."""
    table = rent(owner={39: 1, **group(1, 0), 5: 0}, houses={1: 1})
    assert (table.asked, table.legal(0)) == (("debt", 0), ["mortgage 5", "resign", "sell 1"])
    assert "to raise what you owe" in table.refused(0, "build", square=3)


def test_the_site_pays_as_soon_as_cash_covers_it() -> None:
    """Debt: as soon as cash covers it the site pays and the game goes on where it stopped."""
    table = rent().play(0, "mortgage", square=5)
    assert (table.cash, table.asked) == ([7_400, 2_700, 0], ("manage", 0))


def test_bankrupt_at_once() -> None:
    """Debt: if cash + all buildings sold + everything unmortgaged mortgaged is less than the debt, bankrupt at once."""
    table = rent(owner={39: 1, 1: 0}, cash=[199, 0, 0])
    assert (table.state.place, table.asked) == ([3, 0, 0], ("roll", 1))
    assert rent(owner={39: 1, 1: 0}, cash=[200, 0, 0]).asked == ("debt", 0)
    table = rent(owner={39: 1, **group(1, 0)}, houses={1: 1}, mortgaged=[], cash=[0, 0, 0])
    assert table.asked == ("debt", 0)


def test_raising_at_buy() -> None:
    """Decisions: `buy`: `buy` (cash >= price), `decline`; raising (ruling)."""
    table = Table(rolls="1+2", cash=[6_000, 0], owner={5: 0, **group(2, 0)}, houses={6: 1}).roll(0)
    assert table.legal(0) == ["decline", "mortgage 5", "resign", "sell 6"]
    assert table.refused(0, "buy") == "The price is 7000, and you have 6000."
    assert table.play(0, "mortgage", square=5).play(0, "buy").owned(0) == [3, 5, 6, 7, 9]


def test_a_hotel_counts_five_buildings_sold() -> None:
    """Debt: all buildings sold: a hotel is five of them."""
    table = rent(owner={39: 1, **group(1, 0)}, houses={1: 5, 3: 5}, mortgaged=[], cash=[0, 0, 0], at=[36, 0, 0])
    assert table.asked == ("debt", 0)


# -- lists of payments --------------------------------------------------------------------------------------


def test_a_list_in_turn_order_from_the_drawers_left() -> None:
    """Payments: one for each other player then in, in turn order from the drawer's left."""
    table = Table(4, rolls="1+2", order=[2, 0, 3, 1], out=[3], at=[5, 0, 0, 0], fortune="F16").roll(0)
    paid = [e["payee"] for e in table.happened("paid") if e["why"] == "card"]
    assert paid == [1, 2]


def test_a_debt_of_a_player_not_on_turn() -> None:
    """Payments: each is paid or raised (decision `debt`, whoever the debtor is) before the next one begins."""
    table = birthday()
    assert (table.asked, table.state.turn, table.cash) == (("debt", 2), 1, [5_000, 5_000, 600, 5_000])
    table.play(2, "mortgage", square=39)
    assert (table.cash, table.asked) == ([4_000, 8_000, 18_600, 4_000], ("manage", 1))


def test_the_debtor_is_waited_on_whosever_turn_it_is() -> None:
    """Decisions: `debt`: the debtor, whosever turn it is: raising."""
    table = birthday()
    assert (table.legal(2), table.legal(1)) == (["mortgage 39", "resign"], ["resign"])


def test_a_bankrupt_payer() -> None:
    """Payments: a payment bankrupts its payer before the next one begins."""
    table = birthday(owner={5: 1})
    assert table.state.place == [0, 0, 4, 0]
    assert (table.cash, table.asked) == ([4_000, 7_600, 0, 4_000], ("manage", 1))


def test_a_resigning_payer() -> None:
    """Leaving: if the debtor was another than the turn's player, the list of payments goes on."""
    table = birthday().play(2, "resign")
    assert (table.cash, table.asked, table.state.payments) == ([4_000, 7_000, 0, 4_000], ("manage", 1), [])


def test_a_payment_whose_payer_has_left_falls_away() -> None:
    """Payments: a payment whose payer has left by the time it is reached falls away."""
    table = birthday().play(3, "resign").play(0, "resign").play(2, "mortgage", square=39)
    assert table.cash == [0, 6_000, 18_600, 0]


def test_a_payment_whose_receiver_has_left_falls_away() -> None:
    """Payments: a payment whose receiver has left falls away, and the standing one is owed to the bank."""
    table = birthday(order=[1, 2, 3, 0]).play(1, "resign")
    assert table.asked == ("debt", 2)
    table.play(2, "mortgage", square=39)
    # Seat 2 has paid the bank; what seats 3 and 0 had still to pay fell away.
    assert (table.cash, table.asked) == ([5_000, 0, 18_600, 5_000], ("roll", 2))


def test_the_drawers_square_is_settled_when_the_list_is_done() -> None:
    """Payments: when the list is done, the drawer's square is settled: a double has another turn."""
    table = birthday(rolls="1+1", at=[0, 6, 0, 0]).play(2, "mortgage", square=39)
    assert table.play(1, "end_turn").asked == ("roll", 1)


def test_chair_in_debt() -> None:
    """Payments: the chair's payments are debts one after another, each a wait of its own."""
    first = {"rolls": "1+2", "at": [5, 0, 0], "cash": [2_600, 0, 0], "fortune": "F16"}
    table = Table(3, owner={5: 0, 15: 0, 39: 1}, **first).roll(0)  # type: ignore[arg-type]
    assert (table.cash, table.asked) == ([100, 2_500, 0], ("debt", 0))
    assert table.play(0, "mortgage", square=5).cash == [7_600, 2_500, 2_500]
    table = Table(3, owner={1: 0, 3: 0, 39: 1}, **first | {"cash": [0, 0, 0]}).roll(0)  # type: ignore[arg-type]
    wait = table.state.wait
    table.play(0, "mortgage", square=1)
    assert (table.asked, table.cash, table.state.wait > wait) == (("debt", 0), [0, 2_500, 0], True)


def test_chair_bankrupt_midway() -> None:
    """Payments: what a bankrupt chair still had to pay falls away, and the turn passes on."""
    table = Table(3, rolls="1+2", at=[5, 0, 0], cash=[2_600, 0, 0], fortune="F16", owner={39: 1}).roll(0)
    assert (table.state.place, table.cash, table.asked) == ([3, 0, 0], [0, 2_500, 100], ("roll", 1))
    assert table.state.payments == []


def test_chair_resigns_in_debt() -> None:
    """Leaving: who resigns in a debt to a player: that debt comes to nothing."""
    table = Table(4, rolls="1+2", at=[5, 0, 0, 0], cash=[2_600, 0, 0, 0], fortune="F16", owner={5: 0}).roll(0)
    table.play(0, "resign")
    assert (table.cash, table.asked, table.state.owner[5]) == ([0, 2_500, 0, 0], ("roll", 1), -1)


def test_two_debtors_of_a_list() -> None:
    """Exact points: each payment of a list is a debt and a wait of its own, and between two anything may come."""
    table = birthday(cash=[5_000, 5_000, 600, 700], owner={39: 2, 5: 1, 15: 3})
    wait = table.state.wait
    table.play(2, "mortgage", square=39)
    assert (table.asked, table.state.wait > wait) == (("debt", 3), True)
    table.play(0, "offer_draw").play(0, "resign")
    assert table.asked == ("debt", 3)
    # Seat 0, who was to pay last, is gone.
    assert table.play(3, "mortgage", square=15).asked == ("manage", 1)
    assert table.cash == [0, 7_000, 18_600, 9_700]
