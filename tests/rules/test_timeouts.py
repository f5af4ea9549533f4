"""The rules' section "Clock", as far as the rules know of it: what a time-out does, and which wait is which."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.rules import record
from games.rules.errors import IllegalMove, NotYourDecision
from games.rules.interface import By
from games.rules.landlord import LANDLORD
from games.rules.property import events, moves
from games.rules.property.state import State
from tests.rules.random_play import RandomGame
from tests.rules.table import Table

LAPSING = {"auction", "trade"}
KINDS = ["jail", "buy", "auction", "manage", "trade", "debt"]
MANAGING = (moves.Build, moves.Sell, moves.Mortgage, moves.Unmortgage)

Wait = tuple[int, int, str]


def waiting(state: State) -> Wait | None:
    """Give (wait, seat, kind) of the decision waited for, as the table sees it; None when all is over."""
    decisions = LANDLORD.decisions(state)
    if not decisions:
        return None
    (decision,) = decisions
    return decision.wait, decision.seat, decision.kind


def copied(state: State) -> State:
    """Give a state of its own, equal to the one given."""
    return LANDLORD.decode_state(LANDLORD.encode_state(state))


def games(count: int) -> Iterator[RandomGame]:
    """Give random games to play: the caller plays them."""
    return (RandomGame(number) for number in range(count))


# -- what a time-out does -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [*KINDS, "over", "no such kind"])
def test_which_missed_deadline_costs_the_chance_only(kind: str) -> None:
    """Clock: `auction`, `trade`: the chance lapses; at the turn's own decisions the player is out."""
    assert LANDLORD.lapses(kind) == (kind in LAPSING)


def test_a_time_out_is_a_pass_a_refusal_or_a_leaving() -> None:
    """Clock: it counts as `pass` or `refuse`, and he stays in; else he is out, as by resigning."""
    seen: dict[str, int] = dict.fromkeys(KINDS, 0)
    for game in games(60):
        for _ in range(250):
            if game.over:
                break
            if game.rng.random() < 0.2 or game.state.decision in {"debt", "jail", "auction"}:
                seen[game.state.decision] += 1
                check_time_out(game.state)
            game.play(game.next_entry(game.listings()))
    assert min(seen.values()) >= 20, seen


def check_time_out(state: State) -> None:
    """Check on copies what the clock's entry makes of a state, by each seat."""
    asked, kind = state.asked, state.decision
    instead = {"auction": moves.PASS, "trade": moves.REFUSE}.get(kind, LANDLORD.resignation())
    timed_out, by_hand = copied(state), copied(state)
    entry = LANDLORD.on_timeout(state, asked)
    LANDLORD.check_by(state, asked, entry, "clock")
    told = LANDLORD.apply(timed_out, asked, entry)
    LANDLORD.apply(by_hand, asked, instead)
    assert LANDLORD.encode_state(timed_out) == LANDLORD.encode_state(by_hand)
    if LANDLORD.lapses(kind):
        assert timed_out.place[asked] == 0 or LANDLORD.outcome(timed_out)
        assert marks_a_lapse(told[0])
    else:
        left = next(event for event in told if isinstance(event, events.Left))
        assert (left.seat, left.why, left.place) == (asked, "timeout", len(state.seats_in()))
        assert left.heir == (state.debt.creditor if state.debt is not None else None)
    for seat in set(range(len(state.cash))) - {asked}:
        with pytest.raises(NotYourDecision):
            LANDLORD.apply(copied(state), seat, moves.TIMEOUT)


def marks_a_lapse(event: Any) -> bool:
    """Tell whether an event says that a chance was not taken in time."""
    return getattr(event, "lapsed", False) or getattr(event, "how", "") == "lapsed"


def test_a_time_out_in_a_debt_gives_the_creditor_everything() -> None:
    """Leaving: a time-out is a bankruptcy: cash, squares and cards, beyond the debt too."""
    owner = {37: 1, 39: 1, 5: 0, 15: 0, 6: 0, 7: 0, 9: 0}
    table = Table(
        3,
        owner=owner,
        houses={37: 1, 39: 1, 6: 1},
        mortgaged=[15],
        cash=[4, 100, 100],
        cards=[["P3"], [], []],
        at=[36, 0, 0],
        rolls="1+2 1+2",
    ).begin(0)
    assert table.asked == ("debt", 0)
    table.play(0, "timeout")
    assert (table.cash, table.state.cards) == ([0, 100 + 4 + 2, 100], [[], ["P3"], []])
    assert (table.owned(1), table.mortgages()) == ([5, 6, 7, 9, 15, 37, 39], [15])
    assert (table.state.place, table.state.houses[6]) == ([3, 0, 0], 0)


@pytest.mark.parametrize("by", ["order", "agreed"])
def test_only_the_clock_enters_a_time_out(by: By) -> None:
    """Record: a time-out is `by` `clock`, whatever the decision."""
    for kinds in (["person", "person"], ["bot", "person"]):
        table = Table(2, owner={39: 0}, kinds=kinds)  # type: ignore[arg-type]
        with pytest.raises(IllegalMove, match="clock's entry"):
            LANDLORD.check_by(table.state, 0, moves.TIMEOUT, by)


# -- which wait is which --------------------------------------------------------------------------------


def test_each_wait_has_a_number_of_its_own() -> None:
    """Clock: each new decision starts a new wait; managing, another's leaving and an offer's end do not.

    Over random games: a wait's number never names another seat or kind of decision; one that was left
    is come back to only after an offer; and what has to go on does go on.
    """
    resumed = kept = 0
    for game in games(80):
        known: dict[int, Wait] = {}
        for _ in range(300):
            before, offer = waiting(game.state), game.state.offer
            if before is None:
                break
            known[before[0]] = before
            turns = game.state.turns
            seat, move, by = game.next_entry(game.listings())
            game.play((seat, move, by))
            after = waiting(game.state)
            if after is None or game.state.turns != turns:
                assert after is None or after[0] not in known
                continue
            if after[0] in known:
                assert after == known[after[0]]
                if offer is None or after == before:
                    # The wait goes on: he has managed, or somebody else has left.
                    assert after == before
                    assert isinstance(move, MANAGING) or seat != before[1]
                    kept += 1
                else:
                    # The giver is back at what he was asked before.
                    assert (after[0], after[1], after[2]) == (offer.wait, offer.giver, offer.decision)
                    resumed += 1
            elif before[2] != "debt":
                # A new wait: not by managing, unless it paid a debt.
                assert not isinstance(move, MANAGING)
                assert seat == before[1]
    assert resumed >= 50 and kept >= 50


@pytest.mark.parametrize("decision", ["jail", "manage"])
@pytest.mark.parametrize("how", ["accept", "refuse", "withdraw", "timeout", "resign"])
def test_the_giver_goes_on_in_the_same_wait(decision: str, how: str) -> None:
    """Clock: while an offer stands the giver's clock stops; when it ends, he goes on with what he had left."""
    jail = [2, 0, 0] if decision == "jail" else [0, 0, 0]
    table = Table(3, owner={39: 0, 5: 0, 37: 2}, jail=jail, at=[10, 0, 0])
    if decision == "jail":
        table.begin(0)
    before = waiting(table.state)
    table.play(0, "mortgage", square=5).play(0, "offer", to=1, give=[39], get_cash=1)
    asked = waiting(table.state)
    assert before is not None and asked is not None
    assert asked[0] > before[0] and asked[1:] == (1, "trade")
    table.play(0 if how == "withdraw" else 1, how)
    assert waiting(table.state) == before
    # A second offer is a wait of its own, and ends in the same wait of the giver's once more.
    table.play(0, "offer", to=2, give=[5])
    second = waiting(table.state)
    assert second is not None and second[0] > asked[0]
    table.play(2, "refuse")
    assert waiting(table.state) == before


@pytest.mark.parametrize("seat", [0, 3])
def test_a_bidders_wait_goes_on_when_others_leave(seat: int) -> None:
    """Clock: another player's leaving changes no deadline, the leaver be it whose turn it is."""
    table = Table(4, rolls="1+2").begin(0).play(0, "decline")
    before = waiting(table.state)
    table.play(seat, "resign")
    assert waiting(table.state) == before


@pytest.mark.parametrize("answer", ["buy", "decline"])
def test_managing_after_a_purchase_or_an_auction_is_a_new_wait(answer: str) -> None:
    """Clock: each new decision starts a new wait, even for the same player."""
    table = Table(2, owner={5: 0}, rolls="1+2").begin(0)
    buying = waiting(table.state)
    table.play(0, answer)
    if answer == "decline":
        table.play(1, "pass")
    managing = waiting(table.state)
    assert buying is not None and managing is not None
    assert managing[0] > buying[0] and managing[1:] == (0, "manage")


def test_each_bidder_has_a_wait_of_his_own() -> None:
    """Clock: each new decision starts a new wait."""
    table = Table(4, rolls="1+2", owner={5: 0}).begin(0)
    waits = [waiting(table.state)]
    for seat, kind in ((0, "decline"), (1, "pass"), (2, "timeout"), (3, "pass")):
        waits.append(waiting(table.play(seat, kind).state))
    assert [w and w[1:] for w in waits] == [
        (0, "buy"),
        (1, "auction"),
        (2, "auction"),
        (3, "auction"),
        (0, "manage"),
    ]
    numbers = [w[0] for w in waits if w]
    assert numbers == sorted(set(numbers))


# -- an agreed end --------------------------------------------------------------------------------------


def agreed_order(state: State) -> list[int]:
    """List who is entered as resigned by an agreement, and last the richest, from what the rules tell.

    Rising net worth; of equals the higher index in the turn order first.
    """
    worth, order = LANDLORD.net_worths(state), LANDLORD.seats_in(state)
    return sorted(order, key=lambda seat: (worth[seat], -order.index(seat)))


def agree(game: RandomGame) -> None:
    """Enter an agreed end. What follows from one entry may put the next out first: it is looked at again."""
    for seat in agreed_order(game.state)[:-1]:
        if not game.over and not game.state.place[seat]:
            game.play((seat, LANDLORD.resignation(), "agreed"))


def test_an_agreed_end_leaves_the_richest_first() -> None:
    """Clock: `resign` for all but the richest in rising order of net worth, `by` `agreed`."""
    places: set[int] = set()
    for number in range(120):
        game = RandomGame(number, people_only=True)
        game.leaving = game.lapsing = 0.0
        length = random.Random(number).randrange(5, 250)
        while not game.over and len(game.entries) < length:
            game.play(game.next_entry(game.listings()))
        if game.over:
            continue
        order, out = agreed_order(game.state), game.state.place[:]
        agree(game)
        outcome = LANDLORD.outcome(game.state)
        assert outcome is not None
        assert outcome.placings[: len(order)] == [[seat] for seat in reversed(order)]
        assert all(place == 0 or place == game.state.place[seat] for seat, place in enumerate(out))
        assert record.verify(game.record()) == "ok"
        places.add(len(order))
    assert places == {2, 3, 4}


def test_an_agreed_entry_may_bankrupt_another_before_his_own() -> None:
    """Leaving: if it was his turn, the turn passes on: the next player rolls, and may owe more than he has."""
    owner, houses = {37: 3, 39: 3, 5: 0}, {37: 4, 39: 4}
    table = Table(4, owner=owner, houses=houses, cash=[1, 40, 90, 10], at=[0, 36, 0, 0], rolls="1+2 4+6 4+6")
    assert agreed_order(table.state) == [0, 1, 2, 3]
    table.play(0, "resign")
    assert LANDLORD.seats_in(table.state) == [2, 3]
    assert "out of this game" in table.refused(1, "resign")
    table.play(2, "resign")
    outcome = LANDLORD.outcome(table.state)
    assert outcome is not None and outcome.placings == [[3], [2], [1], [0]]


def test_of_equals_the_higher_index_in_the_turn_order_resigns_first() -> None:
    """Clock: equal: the higher index in the turn order first."""
    table = Table(4, order=[2, 0, 3, 1], owner={39: 1}, cash=[150, 104, 150, 90])
    assert LANDLORD.net_worths(table.state) == [150, 150, 150, 90]
    assert LANDLORD.seats_in(table.state) == [2, 0, 3, 1]
    assert agreed_order(table.state) == [3, 1, 0, 2]


def test_net_worths_are_by_seat_and_nothing_for_who_is_out() -> None:
    """Leaving: net worth: cash, squares at their price, mortgaged ones at half, buildings at cost."""
    table = Table(4, owner={37: 0, 39: 0, 5: 2}, houses={39: 1}, mortgaged=[5], cash=[10, 20, 30, 0], out=[3])
    assert LANDLORD.net_worths(table.state) == [10 + 44 + 46 + 20, 20, 30 + 12, 0]
    assert LANDLORD.seats_in(table.state) == [0, 1, 2]


def test_whose_turn_it_is_while_another_is_asked() -> None:
    table = Table(3, rolls="1+2", order=[1, 2, 0]).begin(1).play(1, "decline")
    assert (LANDLORD.turn_of(table.state), table.asked) == (1, ("auction", 2))
