"""The clock: safe moves, runs in a debt, rest; and whose hand may make which entry."""

from typing import Any

import pytest

from games.rules.chance import Chance
from games.rules.deedland import DECISIONS, DEEDLAND
from games.rules.errors import IllegalMove, MalformedMove
from games.rules.landlord import LANDLORD
from games.rules.property import moves
from tests.rules.deedland.table import SEED, Table, group
from tests.rules.table import Table as LandlordTable


def idle(entries: int, **given: Any) -> Table:
    """Give a table at which nobody is there, and the clock has made so many entries."""
    table = Table(rolls="1+2 3+4 " * 80, owner={39: 0, 1: 1}, **given).begin(0)
    for _ in range(entries):
        table.tick()
    return table


# -- options ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("time", [30, 60, 61, 604_800, None])
def test_move_times(time: int | None) -> None:
    """Clock: move time: 30 seconds, or 60 to 604,800, or none."""
    DEEDLAND.check_options({"move_time": time, "bots": None})


@pytest.mark.parametrize("time", [29, 31, 59, 604_801, 0, True, 30.0, "30", [], -30])
def test_no_other_move_times(time: object) -> None:
    """Clock: no other move time."""
    with pytest.raises(MalformedMove, match="seconds, 30 or from 60 to 604800, or null"):
        DEEDLAND.check_options({"move_time": time, "bots": None})


@pytest.mark.parametrize("options", [{}, {"move_time": 30}, {"bots": None}, {"move_time": 30, "bots": None, "x": 1}])
def test_exactly_the_options(options: dict[str, object]) -> None:
    """Record: `options` is exactly `move_time` and `bots`."""
    with pytest.raises(MalformedMove, match="`move_time` and `bots`"):
        DEEDLAND.check_options(options)


@pytest.mark.parametrize("level", ["", "Easy", 1, True, ["easy"]])
def test_levels(level: object) -> None:
    """Record: the bots' level is `easy`, `medium` or `hard`, or null."""
    with pytest.raises(MalformedMove, match="The bots' level"):
        DEEDLAND.check_options({"move_time": 30, "bots": level})


@pytest.mark.parametrize(("kinds", "level"), [(["person", "bot"], None), (["person", "guest"], "easy")])
def test_a_level_exactly_with_bots(kinds: Any, level: str | None) -> None:
    """Record: the level is null exactly if no seat is a bot."""
    with pytest.raises(MalformedMove, match="exactly where no bot plays"):
        DEEDLAND.start(kinds, Chance(SEED), {"move_time": 30, "bots": level})


def test_options_are_made() -> None:
    """Interface: options are made of a move time and a level."""
    assert DEEDLAND.options(None, "easy") == {"move_time": None, "bots": "easy"}


# -- safe moves -------------------------------------------------------------------------------------------


def test_roll() -> None:
    """Clock: at `roll` the safe move is `roll`."""
    assert Table(rolls="1+2", owner={39: 0}).begin(0).tick().at[0] == 3


def test_jail() -> None:
    """Clock: at `jail` it is `roll`: neither the fine nor the card (ruling)."""
    table = Table(rolls="1+2", jail=[3, 0], at=[10, 0], cards=[["F6"], []], owner={39: 0}).begin(0).tick()
    assert (table.state.jail[0], table.cash[0], table.state.cards[0]) == (2, 150_000, ["F6"])


def test_a_third_miss_costs_the_fine() -> None:
    """Clock: a third miss costs the fine all the same."""
    assert Table(rolls="1+2", jail=[1, 0], at=[10, 0], owner={13: 0}).begin(0).tick().cash[0] == 145_000


def test_buy() -> None:
    """Clock: at `buy` it is `decline`; he is then asked for a bid as anybody, in a new wait."""
    table = Table(rolls="1+2").roll(0)
    wait = table.state.wait
    assert (table.tick().asked, table.state.wait > wait) == (("auction", 0), True)


def test_auction() -> None:
    """Clock: at `auction` it is `pass`."""
    table = Table(rolls="1+2").roll(0).play(0, "decline").tick()
    assert table.asked == ("auction", 1)
    assert table.happened("passed")[0]["seat"] == 0


def test_manage() -> None:
    """Clock: at `manage` it is `end_turn`."""
    assert Table(owner={39: 0}).tick().asked == ("roll", 1)


def test_trade() -> None:
    """Clock: at `trade` it is `refuse`, for the receiver."""
    table = Table(owner={39: 0}).play(0, "offer", to=1, give=[39]).tick()
    assert (table.asked, table.owned(0)) == (("manage", 0), [39])


def test_debt_mortgages_the_lowest_square() -> None:
    """Clock: at `debt` it is `mortgage` of the lowest square that he may mortgage."""
    table = Table(rolls="1+2", owner={3: 1, 39: 0, **group(2, 0), 5: 0}, houses={6: 1}, cash=[0, 0]).roll(0).tick()
    assert (table.mortgages(), table.cash) == ([5], [9_500, 500])


def test_debt_sells_from_the_lowest_square() -> None:
    """Clock: if there is none, `sell` on the lowest square that he may sell from (ruling)."""
    owner = {3: 1, **group(2, 0), **group(8, 0)}
    table = Table(rolls="1+2", owner=owner, houses={6: 1, 7: 2, 9: 1, 39: 1}, cash=[0, 0]).roll(0).tick()
    assert (table.state.houses[6:10], table.cash) == ([1, 1, 0, 1], [2_000, 500])


def test_nobody_else_is_played_for() -> None:
    """Clock: the clock plays for the player waited on."""
    with pytest.raises(IllegalMove, match="the player waited on only"):
        DEEDLAND.on_timeout(Table().state, 1)


def test_the_clock_plays_for_a_bots_seat_too() -> None:
    """Exact points: the clock plays for a bot's seat too."""
    assert Table(kinds=["bot", "person"], owner={39: 0}).tick().asked == ("roll", 1)


def test_what_a_missed_deadline_costs() -> None:
    """Clock: however often it plays for somebody, he stays in (ruling)."""
    assert all(DEEDLAND.lapses(kind) for kind in DECISIONS)


def test_a_day_at_most() -> None:
    """Clock: while an offer stands the receiver has the move time, but a day at most; nobody else."""
    assert [kind for kind in DECISIONS if DEEDLAND.a_day_at_most(kind)] == ["trade"]


def test_waits_that_go_on() -> None:
    """Clock: building, selling, mortgaging, paying off, draw moves and another's leaving change no wait."""
    table = Table(3, owner={**group(1, 0), 5: 0}).begin(0)
    wait = table.state.wait
    for move in ({"kind": "build", "square": 1}, {"kind": "sell", "square": 1}, {"kind": "mortgage", "square": 5}):
        table.play(0, **move)  # type: ignore[arg-type]
    table.play(0, "unmortgage", square=5).play(0, "offer_draw").play(1, "refuse_draw").play(2, "resign")
    assert (table.state.wait, table.asked) == (wait, ("roll", 0))


def test_each_new_decision_is_a_new_wait() -> None:
    """Clock: each new decision starts a new wait, even for the same player."""
    table = Table(rolls="1+2", owner={39: 0}).begin(0)
    waits = [table.state.wait, *(table.play(0, kind).state.wait for kind in ("roll", "buy", "end_turn"))]
    assert waits == sorted(set(waits))


# -- runs in a debt ---------------------------------------------------------------------------------------


def running() -> Table:
    """Give a debt of 2,700 of which the clock has raised 2,500: it has to go on."""
    owner = {39: 1, **group(1, 0)}
    return Table(rolls="1+2", at=[36, 0], owner=owner, cash=[0, 0]).roll(0).tick()


def test_a_raising_move_ends_no_wait() -> None:
    """Clock: in a debt a raising move ends no wait: the site goes on with safe moves until the debt is paid."""
    table = Table(rolls="1+2", at=[36, 0], owner={39: 1, **group(1, 0)}, cash=[0, 0]).roll(0)
    wait = table.state.wait
    table.tick()
    assert (table.state.wait, table.mortgages(), DEEDLAND.clock_goes_on(table.state)) == (wait, [1], True)
    table.tick()
    assert (table.mortgages(), table.cash, DEEDLAND.clock_goes_on(table.state)) == ([1, 3], [3_300, 2_700], False)


@pytest.mark.parametrize(("seat", "kind"), [(0, "resign"), (1, "resign"), (1, "offer_draw"), (0, "offer_draw")])
def test_nothing_comes_between(seat: int, kind: str) -> None:
    """Exact points: within a debt's run of the clock not even a resignation or draw move comes between."""
    assert running().wrong_hand(seat, kind, "player") == (
        "The clock raises what is owed until it is paid; nothing comes between."
    )


def test_the_debtor_may_raise_before_the_clock_begins() -> None:
    """Clock: what the debtor raises himself begins no run of the clock's."""
    table = Table(rolls="1+2", at=[36, 0], owner={39: 1, **group(1, 0)}, cash=[0, 0]).roll(0)
    table.play(0, "mortgage", square=1)
    assert (table.asked, DEEDLAND.clock_goes_on(table.state)) == (("debt", 0), False)
    table.play(1, "offer_draw").tick()
    assert (table.cash, table.state.draw) == ([3_300, 2_700], None)


def test_between_two_payments_of_a_list_anything_may_come() -> None:
    """Clock: each payment of a list is a debt of its own: a run ends with each."""
    first = {"rolls": "1+2", "at": [5, 0, 0], "cash": [0, 0, 0], "fortune": "F16"}
    table = Table(3, owner={1: 0, 3: 0, 39: 1}, **first).roll(0).tick()  # type: ignore[arg-type]
    assert (table.asked, DEEDLAND.clock_goes_on(table.state)) == (("debt", 0), False)
    table.play(1, "offer_draw")


# -- rest -------------------------------------------------------------------------------------------------


def test_the_clock_rests_when_nobody_is_there() -> None:
    """Clock: a wait that begins when the last 40 entries of the record are all the clock's has no deadline."""
    assert not DEEDLAND.clock_rests(idle(39).state)
    table = idle(40)
    assert DEEDLAND.clock_rests(table.state)
    assert DEEDLAND.view(table.state, None).clock_rests
    safe = DEEDLAND.on_timeout(table.state, table.state.asked)
    with pytest.raises(IllegalMove, match="The clock rests until somebody moves"):
        DEEDLAND.check_by(table.state, table.state.asked, safe, "clock")


def test_the_last_40_include_the_one_that_began_the_wait() -> None:
    """Exact points: the last 40 entries include the one that began the wait."""
    table = Table(rolls="1+2 3+4 " * 80, owner={39: 0, 1: 1}).begin(0)
    for entries in range(1, 41):
        table.tick()
        assert DEEDLAND.clock_rests(table.state) == (entries == 40)


@pytest.mark.parametrize("kind", ["offer_draw", "move", "resign"])
def test_any_entry_by_hand_ends_the_rest(kind: str) -> None:
    """Clock: the next move of anybody still in, a draw move too, gives the one waited on a full move time."""
    table = Table(3, rolls="1+2 3+4 " * 80, owner={39: 0, 1: 1}).begin(0)
    for _ in range(40):
        table.tick()
    asked = table.asked
    if kind == "move":
        move = {"roll": "roll", "buy": "buy", "auction": "pass", "manage": "end_turn"}[asked[0]]
        table.play(asked[1], move)
    else:
        other = (asked[1] + 1) % 3
        table.play(other, kind)
    assert not DEEDLAND.clock_rests(table.state)
    table.tick()


def test_managing_ends_the_rest() -> None:
    """Exact points: the rest ends with the next entry not `by` `clock`, the waited player's managing included."""
    table = Table(rolls="1+2 3+4 " * 80, owner={39: 0, 1: 1}).begin(0)
    while not DEEDLAND.clock_rests(table.state) or table.asked[0] not in ("roll", "manage"):
        table.tick()
        if DEEDLAND.clock_rests(table.state) and table.asked[0] not in ("roll", "manage"):
            # Another hand, and forty more.
            table.play(table.state.asked, "pass" if table.asked[0] == "auction" else "decline")
    seat = table.state.asked
    wait = table.state.wait
    table.play(seat, "mortgage", square=39 if seat == 0 else 1)
    assert (DEEDLAND.clock_rests(table.state), table.state.wait) == (False, wait)
    table.tick()


def test_a_debts_run_may_pass_40() -> None:
    """Exact points: a debt's run may pass 40: its wait began before."""
    owner = {39: 1, **group(1, 0)}
    table = Table(rolls="1+2", at=[36, 0], owner=owner, cash=[0, 0]).roll(0)
    table.state.clock_run = 39
    table.tick()
    assert (table.state.clock_run, DEEDLAND.clock_rests(table.state)) == (40, False)
    table.tick()
    assert (table.state.clock_run, DEEDLAND.clock_rests(table.state)) == (41, True)


# -- hands ------------------------------------------------------------------------------------------------


def test_the_clock_makes_no_other_move() -> None:
    """Record: an entry `by` `clock` that is not the safe move of the state it is made in is wrong."""
    table = Table(owner={39: 0})
    assert table.wrong_hand(0, "mortgage", "clock", square=39) == "The clock makes no other move than the safe one."
    assert "waited on only" in table.wrong_hand(1, "end_turn", "clock")


def test_no_clock_in_a_game_without_one() -> None:
    """Record: an entry by the clock in a game without a clock is wrong."""
    table = Table(owner={39: 0}, clock=False)
    assert table.wrong_hand(0, "end_turn", "clock") == "This game has no clock."
    assert not DEEDLAND.clock_rests(table.state)


def test_hands() -> None:
    """Record: `by` is `bot` or `clock` for a bot's seat; `player`, `order` or `clock` for any other; no `agreed`."""
    table = Table(kinds=["person", "bot"], owner={39: 0})
    assert "A bot plays" in table.wrong_hand(0, "end_turn", "bot")
    assert "A bot plays" in table.wrong_hand(1, "resign", "player")
    assert "A bot plays" in table.wrong_hand(1, "resign", "order")
    assert "no agreed end" in table.wrong_hand(0, "resign", "agreed")
    for by in ("player", "order", "clock"):
        DEEDLAND.check_by(table.state, 0, table.move("end_turn"), by)


def test_there_is_no_time_out() -> None:
    """Record: there is no move `timeout`."""
    with pytest.raises(MalformedMove):
        Table().move("timeout")
    with pytest.raises(IllegalMove, match="no such move"):
        DEEDLAND.apply(Table().state, 0, moves.TIMEOUT)


def test_landlord_has_no_draws() -> None:
    """Interface: a game without draws lists none, takes none, and reads none."""
    state = LandlordTable().state
    assert not any(isinstance(move, moves.DrawMove) for seat in (0, 1) for move in LANDLORD.legal(state, seat).moves)
    with pytest.raises(IllegalMove, match="no such move"):
        LANDLORD.apply(state, 0, moves.OFFER_DRAW)
    for move in (moves.ACCEPT_DRAW, moves.REFUSE_DRAW):
        with pytest.raises(IllegalMove, match="no draw offer"):
            LANDLORD.apply(state, 0, move)
    with pytest.raises(MalformedMove):
        LANDLORD.decode_move(b'{"type":"offer_draw"}')
    assert LANDLORD.standing_draw(state) is None
    assert not LANDLORD.clock_rests(state) and not LANDLORD.clock_goes_on(state)
    assert LANDLORD.a_day_at_most("auction") and not LANDLORD.a_day_at_most("manage")
    assert LANDLORD.options(60, "easy") == {"move_time": 60}
