"""The engine behind the interface that every game offers: start, decisions, view, outcome, JSON."""

import random
from typing import Any, get_args

import msgspec
import pytest

from games.rules import interface
from games.rules.chance import Chance
from games.rules.errors import GameOver, IllegalMove, MalformedMove, NotYourDecision, RulesError
from games.rules.interface import Leaving, RuleSet
from games.rules.landlord import LANDLORD
from games.rules.property import moves
from games.rules.property.events import (
    Auctioned,
    Bought,
    Built,
    Left,
    Lifted,
    Mortgaged,
    Paid,
    PropertyEvent,
    Sold,
    cash_flow,
)
from games.rules.property.state import State
from games.rules.property.view import PropertyView
from games.rules.registry import RULE_SETS, rule_set
from tests.rules.candidates import check_agreement
from tests.rules.random_play import RandomGame
from tests.rules.table import OPTIONS, Table


def test_landlord_is_version_1() -> None:
    assert (LANDLORD.key, LANDLORD.version) == ("landlord", 1)
    assert rule_set("landlord", 1) is LANDLORD
    assert RULE_SETS["landlord", 1] is LANDLORD


@pytest.mark.parametrize(("key", "version"), [("landlord", 2), ("deluxe", 1), ("", 0)])
def test_unknown_rules(key: str, version: int) -> None:
    with pytest.raises(RulesError, match="There are no rules called"):
        rule_set(key, version)


def test_landlord_offers_all_of_the_interface() -> None:
    names = [n for n in vars(RuleSet) if not n.startswith("_")]
    assert len(names) > 15
    assert all(hasattr(LANDLORD, name) for name in names)


@pytest.mark.parametrize("seats", [0, 1, 5, 10])
def test_two_to_four_seats_only(seats: int) -> None:
    """Board: two, three or four seats."""
    with pytest.raises(MalformedMove, match="from 2 to 4"):
        LANDLORD.start(["person"] * seats, Chance("00" * 32), OPTIONS)


@pytest.mark.parametrize("time", [60, 61, 86_400, 604_800])
def test_move_times(time: int) -> None:
    """Clock: a table's move time is 60 to 604,800 seconds."""
    LANDLORD.check_options({"move_time": time})
    state, _ = LANDLORD.start(["person", "bot"], Chance("00" * 32), {"move_time": time})
    assert state.rolls > 0


@pytest.mark.parametrize(
    "options",
    [
        *({"move_time": t} for t in (59, 604_801, 0, -60, 60.0, True, "60", None, [60], 10**30)),
        {},
        {"move_time": 60, "rated": True},
        {"movetime": 60},
    ],
    ids=str,
)
def test_wrong_options(options: dict[str, Any]) -> None:
    """Clock: a move time, a whole number in bounds, and nothing else."""
    with pytest.raises(MalformedMove, match=r"from 60 to 604800|exactly the move time"):
        LANDLORD.check_options(options)
    with pytest.raises(MalformedMove):
        LANDLORD.start(["person", "bot"], Chance("00" * 32), options)


def test_the_token_changes_with_every_move() -> None:
    """Interface: `token` changes with every accepted move, `wait` with each new wait."""
    table = Table(2, owner={39: 0, 5: 0})
    seen = []
    for kind, square in (("mortgage", 39), ("unmortgage", 39), ("mortgage", 5)):
        (decision,) = LANDLORD.decisions(table.state)
        assert (decision.seat, decision.kind) == (0, "manage")
        seen.append((decision.wait, decision.token))
        table.play(0, kind, square=square)
    assert len({wait for wait, _ in seen}) == 1
    assert len({token for _, token in seen}) == 3


def test_a_refused_move_leaves_the_token() -> None:
    table = Table(2, owner={39: 0})
    before = LANDLORD.decisions(table.state)
    table.refused(0, "build", square=39)
    assert LANDLORD.decisions(table.state) == before


def test_nobody_decides_when_the_game_is_over() -> None:
    table = Table(2, owner={39: 0}).play(1, "resign")
    assert LANDLORD.decisions(table.state) == ()
    outcome = LANDLORD.outcome(table.state)
    assert outcome is not None and outcome.placings == [[0], [1]]


def test_errors_say_what_kind_they_are() -> None:
    """Errors: malformed, not allowed now, not yours, over are different errors."""
    table = Table(2, owner={39: 0})
    with pytest.raises(NotYourDecision):
        LANDLORD.apply(table.state, 1, moves.END_TURN)
    with pytest.raises(NotYourDecision):
        LANDLORD.apply(table.state, 2, moves.RESIGN)
    with pytest.raises(NotYourDecision):
        LANDLORD.apply(table.state, -1, moves.RESIGN)
    with pytest.raises(IllegalMove) as caught:
        LANDLORD.apply(table.state, 0, moves.BUY)
    assert type(caught.value) is IllegalMove
    table.play(1, "resign")
    with pytest.raises(GameOver):
        LANDLORD.apply(table.state, 0, moves.END_TURN)


def test_on_timeout_is_the_clocks_entry() -> None:
    table = Table(2, owner={39: 0})
    assert LANDLORD.on_timeout(table.state, 0) == moves.TIMEOUT


def test_view_shows_the_table() -> None:
    """View: what everybody sees of the table."""
    table = Table(3, at=[36, 0, 0], owner={5: 0}, rolls="1+2", cards=[["F8"], [], []]).begin(0)
    table.play(0, "decline").play(1, "bid", amount=7)
    view = LANDLORD.view(table.state, 2)
    assert isinstance(view, PropertyView)
    assert view.seat == 2
    assert (view.decision, view.asked, view.turn) == ("auction", 2, 0)
    assert view.auction is not None
    assert (view.auction.square, view.auction.best, view.auction.queue) == (39, (1, 7), ())
    assert view.cards == (("F8",), (), ())
    assert (view.dice, view.offers_left, view.rolls) == ((1, 2), 2, 1)
    assert (view.offer, view.debt, view.refusals) == (None, None, ())
    assert LANDLORD.view(Table(2).state, None).auction is None


def test_all_seats_see_the_same() -> None:
    """View: all is open but the chance still to come."""
    state = Table(3, owner={5: 0}).state
    views = [msgspec.structs.replace(LANDLORD.view(state, s), seat=None) for s in (None, 0, 1, 2)]
    assert views == [views[0]] * 4


def test_final() -> None:
    """Record: final: cash by seat, and the squares that are owned."""
    table = Table(2, owner={39: 0, 37: 0, 5: 1}, houses={39: 5, 37: 4}, mortgaged=[5])
    assert LANDLORD.final(table.state) == {
        "cash": [150, 150],
        "squares": {
            "5": {"owner": 1, "houses": 0, "mortgaged": True},
            "37": {"owner": 0, "houses": 4, "mortgaged": False},
            "39": {"owner": 0, "houses": 5, "mortgaged": False},
        },
    }


CHECKS: list[tuple[str, list[Any], Any, str, bool]] = [
    ("person", ["person", "bot"], moves.BUY, "player", True),
    ("guest", ["guest", "bot"], moves.BUY, "player", True),
    ("person", ["person", "bot"], moves.BUY, "order", True),
    ("bot", ["bot", "person"], moves.BUY, "bot", True),
    ("person", ["person", "bot"], moves.BUY, "bot", False),
    ("bot", ["bot", "person"], moves.BUY, "player", False),
    ("bot", ["bot", "person"], moves.BUY, "order", False),
    ("person", ["person", "bot"], moves.TIMEOUT, "clock", True),
    ("bot", ["bot", "person"], moves.TIMEOUT, "clock", True),
    ("person", ["person", "bot"], moves.TIMEOUT, "player", False),
    ("bot", ["bot", "person"], moves.TIMEOUT, "bot", False),
    ("person", ["person", "bot"], moves.BUY, "clock", False),
    ("person", ["person", "guest"], moves.RESIGN, "agreed", True),
    ("person", ["person", "guest"], moves.BUY, "agreed", False),
    ("person", ["person", "bot"], moves.RESIGN, "agreed", False),
    ("bot", ["bot", "person"], moves.RESIGN, "agreed", False),
    ("person", ["person", "bot"], moves.RESIGN, "player", True),
]


@pytest.mark.parametrize(("kind", "kinds", "move", "by", "right"), CHECKS)
def test_whose_hand(kind: str, kinds: list[Any], move: Any, by: Any, right: bool) -> None:
    """Record: `by`: player, order, bot for a bot's seat, clock for time-outs, agreed for resignations."""
    assert kinds[0] == kind
    state = Table(2, kinds=kinds).state
    if right:
        LANDLORD.check_by(state, 0, move, by)
    else:
        with pytest.raises(IllegalMove):
            LANDLORD.check_by(state, 0, move, by)


def test_an_agreed_end_is_possible_once_the_bots_are_out() -> None:
    """Record: `agreed` stands only with `resign` while no bot is in."""
    table = Table(3, kinds=["person", "person", "bot"], owner={39: 0})
    with pytest.raises(IllegalMove, match="without a bot"):
        LANDLORD.check_by(table.state, 0, moves.RESIGN, "agreed")
    table.play(2, "resign")
    LANDLORD.check_by(table.state, 0, moves.RESIGN, "agreed")


def test_every_kind_of_event_comes_back_from_its_json() -> None:
    """Events: all come back from JSON, and together they cover every kind there is."""
    seen: set[type] = set()
    for number in range(400):
        game = RandomGame(number)
        assert _round_trip(game.opening) == game.opening
        while not game.over and len(game.entries) < 120:
            events = game.play(game.next_entry(game.listings()))
            assert _round_trip(events) == events
            seen |= {type(e) for e in events}
        if seen == set(get_args(PropertyEvent)):
            return
    raise AssertionError(f"never seen: {set(get_args(PropertyEvent)) - seen}")


def _round_trip(events: list[Any]) -> list[Any]:
    return LANDLORD.decode_events(msgspec.json.encode(events))


def test_events_that_move_no_money() -> None:
    """Events: cash_flow of what moves no money is empty."""
    table = Table(2, owner={39: 0}).play(0, "offer", to=1, give=[39], get_cash=5)
    assert [cash_flow(e) for e in table.events] == [[]]
    table.play(1, "accept")
    assert [cash_flow(e) for e in table.events] == [[(0, 5), (1, -5)]]


def test_events_that_move_money() -> None:
    """Events: cash_flow of a payment has its payer, its payee or both; the bank is neither."""
    assert cash_flow(Paid(None, 1, 20, "salary", None)) == [(1, 20)]
    assert cash_flow(Paid(0, None, 5, "fine", None)) == [(0, -5)]
    assert cash_flow(Paid(0, 1, 4, "rent", 6)) == [(0, -4), (1, 4)]
    assert [cash_flow(e) for e in (Bought(0, 6, 10), Auctioned(0, 6, 10), Lifted(0, 6, 10))] == [[(0, -10)]] * 3
    assert cash_flow(Built(0, 6, 1, 10)) == [(0, -10)]
    assert cash_flow(Sold(0, 6, 0, 5)) == cash_flow(Mortgaged(0, 6, 5)) == [(0, 5)]


def test_who_has_left_is_read_off_what_happened() -> None:
    """Engine: `leavings` lists who left, at which place, and why."""
    left = [Left(2, "timeout", 4, None, 0, 9, [], []), Bought(0, 6, 10), Left(0, "bankrupt", 3, 1, 0, 0, [], [])]
    assert LANDLORD.leavings(left) == [Leaving(2, 4, "timeout"), Leaving(0, 3, "bankrupt")]


def test_who_is_in_is_listed_in_turn_order() -> None:
    """Engine: `seats_in` gives the seats still in, from the first of the turn order."""
    table = Table(4, order=[2, 0, 3, 1], out=[0])
    assert LANDLORD.seats_in(table.state) == [2, 3, 1]


def test_cash_flow_of_leaving() -> None:
    """Events: a leaver's buildings are sold, then his cash goes to his heir, or to nobody."""
    to_bank = Left(0, "resigned", 3, None, 14, 20, [6], [])
    assert cash_flow(to_bank) == [(0, -6)]
    to_heir = Left(0, "bankrupt", 3, 2, 14, 20, [6], [])
    assert cash_flow(to_heir) == [(0, -6), (2, 20)]


def test_refusing_is_agreed_on_by_listing_and_check() -> None:
    """Engine: `apply` refuses everything `legal` does not offer, and changes nothing."""
    for number in range(60):
        game = RandomGame(number)
        for _ in range(number):
            if game.over:
                break
            game.play(game.next_entry(game.listings()))
        assert check_agreement(game.state, random.Random(number)) > 100


def test_a_state_comes_back_exactly() -> None:
    """Engine: a state's JSON gives the state back, and the two go on alike."""
    game = RandomGame(3)
    while not game.over and len(game.entries) < 200:
        copy: State = LANDLORD.decode_state(LANDLORD.encode_state(game.state))
        entry = game.next_entry(game.listings())
        assert LANDLORD.apply(copy, entry[0], entry[1]) == game.play(entry)
        assert copy == game.state


def test_interface_names_strengths_in_rising_order() -> None:
    assert interface.STRENGTHS == ("easy", "medium", "hard")
