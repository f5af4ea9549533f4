"""Auctions: round and round, a pass is final."""

from typing import Any

import pytest

from tests.rules.deedland.table import Table


def auction(seats: int = 3, **given: Any) -> Table:
    """Give an auction of square 3, just opened by seat 0's declining; each owns a deed to manage."""
    owner = {39: 0, 5: 1, 15: 2}
    return (
        Table(seats, **({"rolls": "1+2", "owner": {p: s for p, s in owner.items() if s < seats}} | given))
        .roll(0)
        .play(0, "decline")
    )


def test_all_still_in_the_decliner_first() -> None:
    """Auction: all players still in, in turn order, the decliner first, and round again."""
    table = auction(4, order=[3, 0, 2, 1], out=[2])
    asked = []
    for amount in range(1, 8):
        asked.append(table.state.asked)
        table.play(table.state.asked, "bid", amount=amount)
    assert asked == [0, 1, 3, 0, 1, 3, 0]


def test_the_moves() -> None:
    """Decisions: `auction`: one bidder: `bid` with `amount`, `pass`."""
    table = auction(cash=[10_000, 7_000, 0])
    assert table.legal(0) == ["bid 1-10000", "pass", "resign"]
    assert table.legal(1) == ["resign"]
    table.play(0, "bid", amount=500)
    assert table.legal(1) == ["bid 501-7000", "pass", "resign"]


@pytest.mark.parametrize("amount", [-1, 0, 499, 500, 7_001])
def test_bids_out_of_bounds(amount: int) -> None:
    """Auction: a bid is a whole number above the top bid, at least 1, at most the bidder's cash."""
    table = auction(cash=[10_000, 7_000, 0]).play(0, "bid", amount=500)
    assert table.refused(1, "bid", amount=amount)


def test_at_least_one() -> None:
    """Auction: the first bid is at least 1."""
    assert auction().refused(0, "bid", amount=0) == "A bid must be 1 or more."
    assert auction().offers(0, "bid", amount=1)


def test_a_pass_is_final() -> None:
    """Auction: who passes is out of the auction."""
    table = auction().play(0, "bid", amount=1).play(1, "pass").play(2, "bid", amount=2).play(0, "bid", amount=3)
    assert table.asked == ("auction", 2)
    table.play(2, "pass")
    assert (table.owned(0), table.cash[0], table.asked) == ([3, 39], 149_997, ("manage", 0))


def test_passed_over() -> None:
    """Auction: who cannot make a legal bid when his turn comes is passed over, and is out of it too (ruling)."""
    table = auction(cash=[10, 5, 20]).play(0, "bid", amount=5)
    assert table.asked == ("auction", 2)
    assert table.happened("passed_over") == [{"event": "passed_over", "seat": 1, "square": 3}]
    table.state.cash[1] = 1_000
    assert table.play(2, "bid", amount=6).asked == ("auction", 0)
    assert table.play(0, "bid", amount=7).asked == ("auction", 2)


def test_the_decliner_without_money_is_passed_over() -> None:
    """Auction: a decliner without a coin is passed over at once."""
    assert auction(cash=[0, 5, 20]).asked == ("auction", 1)


def test_the_last_one_takes_it_at_once() -> None:
    """Auction: as soon as the top bidder is the only one left in it, he pays the bank and takes the deed."""
    table = auction(2).play(0, "pass").play(1, "bid", amount=9_000)
    assert (table.owned(1), table.cash, table.asked) == ([3, 5], [150_000, 141_000], ("manage", 0))


def test_unsold() -> None:
    """Auction: with nobody left and no bid it stays with the bank."""
    table = auction().play(0, "pass").play(1, "pass").play(2, "pass")
    assert (table.state.owner[3], table.asked) == (-1, ("manage", 0))
    assert table.happened("unsold") == [{"event": "unsold", "square": 3}]


def test_nobody_can_bid() -> None:
    """Auction: nobody left and no bid, also where nobody has a coin."""
    table = auction(2, cash=[0, 0])
    assert (table.state.owner[3], table.asked) == (-1, ("manage", 0))


def test_left_alone_without_a_bid() -> None:
    """Auction: one who is left alone without a bid is asked all the same."""
    table = auction(2).play(0, "pass")
    assert (table.asked, table.legal(1)) == (("auction", 1), ["bid 1-150000", "pass", "resign"])


# -- leaving an auction -------------------------------------------------------------------------------------


def test_the_top_bidder_leaves() -> None:
    """Leaving: a standing auction goes on: the top bid is the highest of those still in it (ruling)."""
    table = auction().play(0, "bid", amount=5).play(1, "bid", amount=9).play(1, "resign")
    assert (table.asked, table.legal(2)) == (("auction", 2), ["bid 6-150000", "pass", "resign"])
    assert table.play(2, "pass").owned(0) == [3, 39]
    assert table.cash[0] == 149_995


def test_bids_of_those_who_passed_count_no_more() -> None:
    """Exact points: bids of those who passed count no more after a leaving."""
    table = auction(4).play(0, "bid", amount=5).play(1, "bid", amount=9).play(2, "bid", amount=12)
    table.play(3, "pass").play(0, "pass").play(1, "pass")
    assert table.owned(2) == [3, 15]
    table = auction(4).play(0, "bid", amount=5).play(1, "bid", amount=9).play(2, "bid", amount=12)
    table.play(3, "bid", amount=13).play(0, "pass").play(1, "pass").play(2, "resign")
    # Only seat 3 is left in it.
    assert (table.owned(3), table.cash[3]) == ([3], 149_987)


def test_a_passed_bid_is_not_the_top_bid() -> None:
    """Leaving: nobody who is out of the auction comes back (ruling)."""
    table = auction().play(0, "bid", amount=5).play(1, "bid", amount=9).play(2, "bid", amount=10).play(0, "pass")
    table.play(2, "resign")
    # Seat 1 is asked, and the top bidder and alone; seat 0's bid counts no more.
    assert (table.owned(1), table.cash[1]) == ([3, 5], 149_991)


def test_the_one_asked_leaves() -> None:
    """Leaving: if he was waited on, the next one is asked."""
    assert auction().play(0, "bid", amount=5).play(1, "resign").asked == ("auction", 2)


def test_who_is_waited_on_stays_so() -> None:
    """Leaving: else who is waited on stays so; the wait is the same."""
    table = auction().play(0, "bid", amount=5)
    wait = table.state.wait
    table.play(2, "resign")
    assert (table.asked, table.state.wait) == (("auction", 1), wait)


def test_unless_he_is_the_top_bidder_and_alone() -> None:
    """Leaving: unless he is now the top bidder and alone (ruling)."""
    table = auction().play(0, "bid", amount=5).play(1, "bid", amount=9).play(2, "pass")
    table.play(1, "resign")
    assert (table.owned(0), table.cash[0], table.asked) == ([3, 39], 149_995, ("manage", 0))


def test_alone_without_a_bid_after_a_leaving() -> None:
    """Leaving: one who is left alone without a bid stays asked."""
    table = auction().play(0, "pass").play(1, "bid", amount=9).play(1, "resign")
    assert (table.asked, table.legal(2)) == (("auction", 2), ["bid 1-150000", "pass", "resign"])


def test_bids_of_those_who_were_passed_over_count_no_more() -> None:
    """Leaving: the top bid is then the highest of those still in the auction: not of one who was passed over."""
    table = auction(3, cash=[5, 100, 100]).play(0, "bid", amount=5).play(1, "bid", amount=9)
    table.play(2, "bid", amount=10)
    # Seat 0 has no more than its bid: out of it. Seat 1 leaves, and seat 2 is the top bidder and alone.
    assert table.asked == ("auction", 1)
    assert table.play(1, "resign").owned(2) == [3, 15]
    table = auction(4, cash=[5, 100, 100, 100]).play(0, "bid", amount=5).play(1, "bid", amount=9).play(2, "pass")
    table.play(3, "bid", amount=10).play(3, "resign")
    # Seat 0 was passed over; seat 1, who is asked, is the top bidder and alone.
    assert (table.owned(1), table.cash[1]) == ([3, 5], 91)


def test_the_decliner_leaves() -> None:
    """Leaving: if it was his turn, it passes on only once a standing auction is over."""
    table = auction().play(0, "resign")
    assert table.asked == ("auction", 1)
    table.play(1, "bid", amount=3).play(2, "pass")
    assert (table.owned(1), table.asked) == ([3, 5], ("roll", 1))


def test_the_decliner_leaves_after_a_double() -> None:
    """Leaving: the turn passes on without another turn for a double."""
    table = auction(rolls="1+1", at=[1, 0, 0]).play(0, "pass").play(0, "resign")
    assert table.play(1, "pass").play(2, "pass").asked == ("roll", 1)
