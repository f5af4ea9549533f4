"""The rules' section "Decisions": buy and auction."""

import pytest

from tests.rules.table import Table


def at_buy(seats: int = 3, **setup: object) -> Table:
    """Give a table where seat 0 stands on 39, price 46, and is asked whether to buy it."""
    setup = {"at": [36] + [0] * (seats - 1), "rolls": "1+2"} | setup
    return Table(seats, **setup).begin(0)  # type: ignore[arg-type]


def at_auction(seats: int = 3, **setup: object) -> Table:
    """Give a table where 39 is auctioned after seat 0 declined it; somebody is asked."""
    return at_buy(seats, owner={5: 0}, **setup).play(0, "decline")


def test_buy() -> None:
    """Decisions: buy: `buy` (cash >= price)."""
    table = at_buy(owner={5: 0}).play(0, "buy")
    assert (table.cash[0], table.owned(0), table.asked) == (104, [5, 39], ("manage", 0))


def test_buying_with_the_last_penny() -> None:
    """Decisions: buy: cash >= price."""
    table = at_buy(cash=[46, 9, 9])
    assert table.legal(0) == ["buy", "decline", "resign"]
    table.play(0, "buy")
    assert table.cash[0] == 0


def test_too_little_money_to_buy() -> None:
    """Decisions: buy: not with less than the price."""
    table = at_buy(cash=[45, 9, 9])
    assert table.legal(0) == ["decline", "resign"]
    sentence = table.refused(0, "buy")
    assert "46" in sentence and "45" in sentence


def test_raising_before_buying() -> None:
    """Decisions: buy: raising; the wait goes on."""
    owner = {37: 0, 5: 0, 6: 0, 7: 0, 9: 0}
    table = at_buy(cash=[30, 9, 9], owner=owner, houses={6: 1}, rolls="1+2")
    assert table.legal(0) == [
        *("decline", "mortgage 37", "mortgage 5", "mortgage 7", "mortgage 9", "resign", "sell 6"),
    ]
    wait = table.state.wait
    table.play(0, "sell", square=6).play(0, "mortgage", square=37)
    assert (table.asked, table.state.wait, table.cash[0]) == (("buy", 0), wait, 54)
    table.play(0, "buy")
    assert table.cash[0] == 8


def test_no_building_lifting_or_offering_while_buying() -> None:
    """Decisions: buy: raising only; an offer only at `jail` and `manage`."""
    table = at_buy(owner={37: 0, 1: 0, 3: 0, 5: 1}, mortgaged=[37])
    assert "whether to buy" in table.refused(0, "build", square=1)
    assert "whether to buy" in table.refused(0, "unmortgage", square=37)
    assert "whether to buy" in table.refused(0, "offer", to=1, get=[5])


@pytest.mark.parametrize("kind", ["buy", "decline", "pass", "end_turn", "roll", "pay_fine", "use_card"])
def test_only_the_turns_player_answers(kind: str) -> None:
    """Decisions: buy: the turn's player is waited on."""
    assert "Another player" in at_buy().refused(1, kind)


def test_an_auction_follows_a_decline() -> None:
    """Decisions: auction: after `decline`, one bidder is asked."""
    table = at_buy(owner={5: 0}).play(0, "decline")
    assert table.asked == ("auction", 1)
    assert table.legal(1) == ["bid 1-150", "pass", "resign"]
    assert table.legal(0) == table.legal(2) == ["resign"]


@pytest.mark.parametrize(("order", "asked"), [([0, 1, 2, 3], [1, 2, 3]), ([2, 0, 3, 1], [3, 1, 2])])
def test_bidders_are_asked_from_the_decliners_left(order: list[int], asked: list[int]) -> None:
    """Decisions: auction: every other player gets one chance, in turn order from the decliner's left."""
    table = at_auction(4, order=order)
    seen = []
    while table.asked[0] == "auction":
        seen.append(table.asked[1])
        table.play(table.asked[1], "pass")
    assert seen == asked
    assert table.asked == ("manage", 0)


def test_the_decliner_is_not_asked() -> None:
    """Decisions: auction: every other player: not the decliner."""
    table = at_auction(2).play(1, "bid", amount=1)
    assert (table.owned(1), table.cash) == ([39], [150, 149])


def test_players_who_are_out_are_not_asked() -> None:
    """Decisions: auction: every other player still in."""
    table = at_auction(3, out=[1])
    assert table.asked == ("auction", 2)


@pytest.mark.parametrize("amount", [-1, 0, 151, 10**30])
def test_bounds_of_the_first_bid(amount: int) -> None:
    """Decisions: auction: a bid is at least 1, at most the bidder's cash."""
    sentence = at_auction().refused(1, "bid", amount=amount)
    assert ("1 or more" in sentence) if amount < 1 else ("150" in sentence)


def test_a_bid_beats_the_best_so_far() -> None:
    """Decisions: auction: a bid is a whole number above the best so far."""
    table = at_auction().play(1, "bid", amount=40)
    assert table.legal(2) == ["bid 41-150", "pass", "resign"]
    assert "41 or more" in table.refused(2, "bid", amount=40)
    table.play(2, "bid", amount=41)
    assert (table.owned(2), table.cash) == ([39], [150, 150, 109])
    assert table.asked == ("manage", 0)


def test_a_bid_of_all_ones_cash() -> None:
    """Decisions: auction: at most the bidder's cash."""
    table = at_auction(2).play(1, "bid", amount=150)
    assert (table.cash, table.owned(1)) == ([150, 0], [39])


@pytest.mark.parametrize("cash", [40, 39, 0])
def test_who_cannot_beat_the_best_bid_is_passed_over(cash: int) -> None:
    """Decisions: auction: who cannot make a legal bid is passed over without being asked."""
    table = at_auction(4, cash=[150, 150, cash, 150]).play(1, "bid", amount=40)
    assert table.asked == ("auction", 3)
    assert table.happened("passed_over") == [{"event": "passed_over", "seat": 2, "square": 39}]


def test_whose_cash_is_one_more_is_asked() -> None:
    """Decisions: auction: a legal bid is one above the best."""
    table = at_auction(cash=[150, 150, 41]).play(1, "bid", amount=40)
    assert table.legal(2) == ["bid 41-41", "pass", "resign"]


def test_nobody_has_any_money() -> None:
    """Decisions: auction: with nobody to be asked it is over at once, unsold."""
    table = at_auction(cash=[150, 0, 0])
    assert table.asked == ("manage", 0)
    assert table.happened("unsold") == [{"event": "unsold", "square": 39}]
    assert table.state.owner[39] == -1


def test_each_has_one_chance() -> None:
    """Decisions: auction: one chance: nobody is asked again when another bids more."""
    table = at_auction().play(1, "bid", amount=1).play(2, "bid", amount=2)
    assert table.asked == ("manage", 0)
    assert table.owned(2) == [39]


def test_passing_is_final() -> None:
    """Decisions: auction: `pass` makes no bid."""
    table = at_auction().play(1, "pass").play(2, "bid", amount=1)
    assert table.owned(2) == [39]


def test_without_a_bid_it_stays_unsold() -> None:
    """Decisions: auction: with no bid it stays unsold."""
    table = at_auction().play(1, "pass").play(2, "pass")
    assert (table.asked, table.state.owner[39], table.cash) == (("manage", 0), -1, [150] * 3)


def test_the_best_bid_pays_the_bank() -> None:
    """Decisions: auction: the best bid pays the bank and takes the square."""
    table = at_auction().play(1, "bid", amount=10).play(2, "pass")
    assert (table.owned(1), table.cash) == ([39], [150, 140, 150])
    assert table.happened("auctioned") == [{"event": "auctioned", "seat": 1, "square": 39, "amount": 10}]


def test_a_chance_not_taken_in_time_is_a_pass() -> None:
    """Decisions: auction: a chance not taken in time is a `pass`."""
    table = at_auction().play(1, "bid", amount=10).play(2, "timeout")
    assert (table.owned(1), table.state.place) == ([39], [0, 0, 0])
    assert table.happened("passed") == [{"event": "passed", "seat": 2, "square": 39, "lapsed": True}]


def test_bidders_do_not_raise() -> None:
    """Decisions: auction: `bid` and `pass` only."""
    table = at_buy(owner={5: 0, 25: 1}).play(0, "decline")
    assert "for a bid" in table.refused(1, "mortgage", square=25)
    assert "for a bid" in table.refused(1, "offer", to=0, give=[25])
    assert "for a bid" in table.refused(1, "end_turn")


def test_only_the_one_asked_bids() -> None:
    """Decisions: auction: one bidder is waited on."""
    table = at_auction()
    for seat in (0, 2):
        assert "Another player" in table.refused(seat, "bid", amount=1)
        assert "Another player" in table.refused(seat, "pass")


def test_bids_at_an_auction_only() -> None:
    """Decisions: `bid` and `pass` at `auction`."""
    table = at_buy()
    assert "whether to buy" in table.refused(0, "bid", amount=1)
    assert "whether to buy" in table.refused(0, "pass")


# -- leaving, while an auction stands ---------------------------------------------------------------


def test_an_auction_goes_on_without_the_one_asked() -> None:
    """Leaving: a standing auction goes on without him: the one who is asked."""
    table = at_auction(4).play(1, "resign")
    assert (table.asked, table.legal(2)) == (("auction", 2), ["bid 1-150", "pass", "resign"])


def test_an_auction_goes_on_without_one_still_to_be_asked() -> None:
    """Leaving: a standing auction goes on without him: one who is still to be asked."""
    table = at_auction(4).play(2, "resign")
    assert table.asked == ("auction", 1)
    table.play(1, "pass")
    assert table.asked == ("auction", 3)
    assert table.happened("passed_over") == []


def test_the_last_one_asked_leaves() -> None:
    """Leaving: a standing auction that has nobody left to ask is over."""
    table = at_auction(3).play(1, "bid", amount=3).play(2, "resign")
    assert (table.asked, table.owned(1), table.cash) == (("manage", 0), [39], [150, 147, 0])


def test_the_best_bid_of_those_still_in_stands() -> None:
    """Leaving: if the best bid was his, the best bid of those still in stands (ruling)."""
    table = at_auction(4).play(1, "bid", amount=10).play(2, "bid", amount=20).play(2, "resign")
    assert (table.asked, table.legal(3)) == (("auction", 3), ["bid 11-150", "pass", "resign"])
    assert "11 or more" in table.refused(3, "bid", amount=10)
    table.play(3, "pass")
    assert (table.owned(1), table.cash) == ([39], [150, 140, 0, 150])


def test_whoever_is_still_to_be_asked_need_beat_only_that() -> None:
    """Leaving: whoever is still to be asked need beat only that (ruling)."""
    table = at_auction(4).play(1, "bid", amount=10).play(2, "bid", amount=20).play(2, "resign")
    table.play(3, "bid", amount=11)
    assert (table.owned(3), table.cash[3]) == ([39], 139)


def test_no_bid_is_left() -> None:
    """Leaving: with no bid of those still in, the next need bid only 1."""
    table = at_auction(3).play(1, "bid", amount=100).play(1, "resign")
    assert table.legal(2) == ["bid 1-150", "pass", "resign"]
    table.play(2, "pass")
    assert (table.state.owner[39], table.asked) == (-1, ("manage", 0))


def test_a_lower_bid_is_taken_out_too() -> None:
    """Leaving: the best bid of those still in stands: a lower one of his is gone as well."""
    table = at_auction(4).play(1, "bid", amount=10).play(2, "bid", amount=20)
    table.play(1, "resign").play(2, "resign")
    # Seats 0 and 3 are in; none of them has bid.
    assert table.legal(3) == ["bid 1-150", "pass", "resign"]


def test_nobody_passed_over_is_asked_again() -> None:
    """Leaving: nobody who has bid, passed or been passed over is asked again (ruling)."""
    table = at_auction(4, cash=[150, 150, 15, 150]).play(1, "bid", amount=20)
    assert table.asked == ("auction", 3)
    table.play(1, "resign")
    assert table.legal(3) == ["bid 1-150", "pass", "resign"]
    table.play(3, "pass")
    assert (table.asked, table.state.owner[39]) == (("manage", 0), -1)


def test_the_turn_passes_on_once_the_auction_is_over() -> None:
    """Leaving: if it was his turn, the turn passes on once a standing auction is over."""
    table = at_auction(4, rolls="1+2 1+2").play(0, "resign")
    assert (table.asked, table.state.turn) == (("auction", 1), 0)
    table.play(1, "pass").play(2, "bid", amount=5).play(3, "pass")
    assert (table.owned(2), table.cash[2]) == ([39], 145)
    assert table.asked == ("buy", 1)


def test_after_a_double_the_leavers_turn_passes_on_too() -> None:
    """Leaving: the turn passes on once a standing auction is over, double or not."""
    table = Table(3, at=[35, 0, 0], rolls="2+2 1+2").begin(0).play(0, "decline").play(0, "resign")
    table.play(1, "pass").play(2, "pass")
    assert (table.asked, table.state.rolls) == (("buy", 1), 2)


def test_the_turn_passes_on_when_the_last_bidder_leaves_too() -> None:
    """Leaving: if the last one asked leaves as well, the auction is over and the turn passes on."""
    table = at_auction(4, rolls="1+2 1+2").play(0, "resign").play(1, "pass").play(2, "pass")
    table.play(3, "resign")
    assert table.asked == ("buy", 1)


def test_the_turn_goes_on_when_the_last_bidder_leaves() -> None:
    """Turn 4: all settled, auction included: one that a bidder's leaving ended, too."""
    table = Table(3, at=[35, 0, 0], rolls="2+2 4+6", owner={15: 1}).begin(0).play(0, "decline")
    table.play(1, "bid", amount=9).play(2, "resign")
    assert (table.owned(1), table.at[0], table.asked) == ([15, 39], 9, ("buy", 0))


def test_a_leaver_is_not_asked_to_manage_after_the_auction() -> None:
    """Leaving: the turn passes on once a standing auction is over, whatever could be offered."""
    table = at_auction(4, rolls="1+2 1+2")
    table.state.owner[15] = 1
    table.play(0, "resign").play(1, "pass").play(2, "pass").play(3, "resign")
    assert table.asked == ("buy", 1)


def test_a_standing_auction_comes_to_nothing_at_the_end() -> None:
    """Leaving: when one player is left a standing auction comes to nothing."""
    table = at_auction(2)
    table.play(0, "resign")
    assert (table.asked, table.state.auction, table.state.owner[39]) == (("over", -1), None, -1)
    assert table.cash == [0, 150]
    bidder = at_auction(3).play(1, "bid", amount=9).play(2, "resign")
    assert bidder.owned(1) == [39]
    three = at_auction(3).play(1, "bid", amount=9).play(0, "resign").play(2, "resign")
    assert (three.asked, three.cash, three.state.owner[39]) == (("over", -1), [0, 150, 0], -1)
