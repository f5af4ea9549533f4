"""Damaged records of Deedland: each kind of damage is refused, and for the reason that it gives."""

import copy
import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from games.proof.deedland_verify import Wrong, verify
from tests.proof.deedland_play import RandomGame

Data = dict[str, Any]
Damage = Callable[[Data], Any]


def resting() -> RandomGame:
    """A game in which the clock plays until it rests, and then a bot or person plays again."""
    played = RandomGame(5100)
    played.clock_share = 1.0
    while not played.game.clock_rests:
        played.play(*played.next_entry())
    return played.play_on(len(played.entries) + 1)


@cache
def game(name: str) -> str:
    """A game as text: a full one, a drawn one, one without a clock, one at the clock's rest, or one of people."""
    numbers = {"full": 5279, "drawn": 5107, "no clock": 5277}
    played = resting() if name == "rest" else RandomGame(numbers[name], patience=900).play_on(1_500)
    return json.dumps(played.record())


def index(data: Data, kind: str, by: str = "", *, last: bool = False) -> int:
    """Where the first, or the last, move of a type stands, made by somebody or by one of these."""
    found = [i for i, e in enumerate(data["moves"]) if e["move"]["type"] == kind and by in ("", e["by"])]
    return found[-1 if last else 0]


def entry(kind: str, made_by: str = "", /, **fields: Any) -> Damage:
    return lambda data: data["moves"][index(data, kind, made_by)].update(fields)


def move(kind: str, **fields: Any) -> Damage:
    return lambda data: data["moves"][index(data, kind)]["move"].update(fields)


def drop(kind: str, by: str = "", *, last: bool = False) -> Damage:
    return lambda data: data["moves"].pop(index(data, kind, by, last=last))


def top(**fields: Any) -> Damage:
    return lambda data: data.update(fields)


def option(**fields: Any) -> Damage:
    return lambda data: data["options"].update(fields)


def seat(number: int, **fields: Any) -> Damage:
    return lambda data: data["seats"][number].update(fields)


def final(change: Callable[[Data], Any]) -> Damage:
    return lambda data: change(data["final"])


def deed(**fields: Any) -> Damage:
    return lambda data: next(iter(data["final"]["squares"].values())).update(fields)


def without(key: str) -> Damage:
    return lambda data: data.pop(key)


def to_next_seat(kind: str) -> Damage:
    def change(data: Data) -> None:
        changed = data["moves"][index(data, kind)]
        changed["seat"] = (changed["seat"] + 1) % len(data["seats"])

    return change


def debt_run(data: Data) -> int:
    """Where the clock makes the second move of a debt's run."""
    raising, moves = ("sell", "mortgage"), data["moves"]
    return next(
        i
        for i, e in enumerate(moves)
        if e["by"] == moves[i - 1]["by"] == "clock" and {e["move"]["type"], moves[i - 1]["move"]["type"]} <= {*raising}
    )


def into_debt_run(seats_move: Data, by: str) -> Damage:
    """Put a move of the debtor, or of another, between two of a debt's run."""

    def change(data: Data) -> None:
        place = debt_run(data)
        new = {**data["moves"][place], "move": seats_move, "by": by}
        if by == "bot" and data["seats"][new["seat"]]["kind"] != "bot":
            new["by"] = "player"
        data["moves"].insert(place, new)

    return change


def run_by_hand(data: Data) -> None:
    changed = data["moves"][debt_run(data)]
    changed["by"] = "bot" if data["seats"][changed["seat"]]["kind"] == "bot" else "player"


def by_clock_at_rest(data: Data) -> None:
    data["moves"][-1].update(by="clock")


def clock_answers_draw(data: Data) -> None:
    data["moves"][index(data, "refuse_draw")].update(by="clock")


def accept_twice(data: Data) -> None:
    place = index(data, "accept_draw")
    data["moves"].insert(place, copy.deepcopy(data["moves"][place]))


def own_draw_accepted(data: Data) -> None:
    place = index(data, "offer_draw")
    data["moves"].insert(place + 1, {**data["moves"][place], "move": {"type": "accept_draw"}})


def draw_offered_twice(data: Data) -> None:
    place = index(data, "offer_draw")
    data["moves"].insert(place, copy.deepcopy(data["moves"][place]))


FULL: dict[str, tuple[Damage, str]] = {
    # Moves
    "a bid of nothing": (move("bid", amount=0), "does not beat"),
    "a bid beyond all money": (move("bid", amount=10**7), "has less than"),
    "a bid with a point": (move("bid", amount=4.0), "does not beat"),
    "a truth for a bid": (move("bid", amount=True), "does not beat"),
    "a bid without an amount": (
        lambda data: data["moves"][index(data, "bid")]["move"].pop("amount"),
        "the keys of bid",
    ),
    "a bid left out": (drop("bid"), "move"),
    "a bid of another seat": (to_next_seat("bid"), "is asked|may$|less than|not in"),
    "the first roll left out": (drop("roll"), "move 0:|move 1:"),
    "a roll in the middle left out": (lambda data: data["moves"].pop(index(data, "roll") + 50), "move|placings|final"),
    "the last move left out": (lambda data: data["moves"].pop(), "the game is not over"),
    "a move after the end": (lambda data: data["moves"].append(data["moves"][0]), "the game is over"),
    "no moves": (top(moves=[]), "the game is not over"),
    "moves that are no list": (top(moves={}), "moves is not a list"),
    "a roll made twice": (lambda data: data["moves"].insert(1, data["moves"][0]), "move 1:"),
    "a die in a roll": (move("roll", dice=[6, 6]), "the keys of roll"),
    "a square in a purchase": (move("buy", square=1), "the keys of buy"),
    "a purchase that is a skip": (entry("buy", move={"type": "skip"}), "no type of move"),
    "a time-out": (entry("end_turn", move={"type": "timeout"}), "no type of move"),
    "a list for a type": (entry("buy", move={"type": ["buy"]}), "no type of move"),
    "a move that is a text": (entry("buy", move="buy"), "the move is not an object"),
    "a purchase instead of a roll": (entry("roll", move={"type": "buy"}), "is not open at the decision roll"),
    "an answer instead of an offer": (entry("offer", move={"type": "accept"}), "not open"),
    "an offer to oneself": (
        lambda data: data["moves"][index(data, "offer")]["move"].update(to=data["moves"][index(data, "offer")]["seat"]),
        "no offer to",
    ),
    "money both ways": (move("offer", give_cash=1, get_cash=1), "both ways"),
    "an offer of no deed": (move("offer", give=[], get=[]), "must move a deed"),
    "a deed twice in an offer": (move("offer", give=[1, 1], get=[]), "twice"),
    "a house on nobody's square": (move("build", square=0), "does not own"),
    "a house on a station": (move("build", square=5), "does not own|no whole group"),
    "a mortgage on the jail": (move("mortgage", square=10), "does not own"),
    "a sale without a building": (move("sell", square=5), "does not own|no building"),
    "a mortgage paid off that there is not": (
        lambda data: data["moves"].insert(
            index(data, "unmortgage"), copy.deepcopy(data["moves"][index(data, "unmortgage")])
        ),
        "is not mortgaged|has less",
    ),
    # Entries
    "an entry without a time": (lambda data: data["moves"][3].pop("at"), "an entry has exactly"),
    "an entry with a roll in it": (entry("buy", rolled=7), "an entry has exactly"),
    "a time without its zone": (entry("buy", at="2026-12-01T10:00:00"), "is not a time"),
    "a day that there is not": (entry("buy", at="2026-02-30T10:00:00Z"), "is not a time"),
    "hour 24": (entry("buy", at="2026-12-01T24:00:00Z"), "is not a time"),
    "a seat that there is not": (entry("buy", seat=4), "there is no seat"),
    "a seat below 0": (entry("buy", seat=-1), "there is no seat"),
    "a seat with a point": (entry("buy", seat=1.0), "there is no seat"),
    "a seat that is a truth": (entry("buy", seat=True), "there is no seat"),
    "a person's move by a bot": (entry("roll", "player", by="bot"), "player or order or clock may"),
    "a bot's move by a person": (entry("roll", "bot", by="player"), "bot or clock may"),
    "a bot's move by an order": (entry("roll", "bot", by="order"), "bot or clock may"),
    "an agreed end": (entry("resign", by="agreed"), "clock may"),
    "a move by the site": (entry("buy", by="site"), "clock may"),
    "a move by a list": (entry("buy", by=["player"]), "clock may"),
    # The clock
    "a purchase by the clock": (entry("buy", by="clock"), "the clock's move is {'type': 'decline'}"),
    "a bid by the clock": (entry("bid", by="clock"), "the clock's move is {'type': 'pass'}"),
    "an offer by the clock": (entry("offer", by="clock"), "the clock's move is"),
    "a trade accepted by the clock": (entry("accept", by="clock"), "the clock's move is {'type': 'refuse'}"),
    "a withdrawal by the clock": (entry("withdraw", by="clock"), "is asked, and the clock played for"),
    "the fine paid by the clock": (entry("pay_fine", by="clock"), "the clock's move is {'type': 'roll'}"),
    "the card used by the clock": (entry("use_card", by="clock"), "the clock's move is {'type': 'roll'}"),
    "a draw refused by the clock": (clock_answers_draw, "the clock's move is|the clock played for"),
    "a resignation by the clock": (entry("resign", by="clock"), "the clock's move is|the clock played for"),
    "a safe move of a game without a clock": (option(move_time=None), "by the clock, and the game has none"),
    "another than the lowest square in a debt": (
        lambda data: data["moves"][debt_run(data)]["move"].update(square=39),
        "the clock's move is",
    ),
    "a debt's run taken up by hand": (run_by_hand, "something came between"),
    "a resignation in a debt's run": (into_debt_run({"type": "resign"}, "bot"), "something came between"),
    "a draw offered in a debt's run": (into_debt_run({"type": "offer_draw"}, "bot"), "something came between"),
    # Seeds
    "another commitment": (top(commitment="0" * 64), "committed to"),
    "another server seed": (top(server_seed="1" * 64), "committed to"),
    "a server seed in capitals": (top(server_seed="AB" * 32), "lower-case"),
    "no server seed": (without("server_seed"), "lower-case"),
    "another seed": (top(seed="5e" * 32), "does not follow"),
    "no seed": (without("seed"), "does not follow"),
    "another client seed": (seat(1, client_seed="another"), "does not follow"),
    "a client seed with a space": (seat(1, client_seed="an other"), "no proper client seed"),
    "a person without a client seed": (seat(1, client_seed=""), "no proper client seed"),
    "a bot with a client seed": (seat(0, client_seed="x"), "no proper client seed"),
    "seats in another order": (lambda data: data["seats"].reverse(), "does not follow|seat"),
    # What stands before the moves
    "another ruleset": (top(ruleset="landlord"), "ruleset is not deedland"),
    "format 2": (top(format=2), "format is not 1"),
    "a format with a point": (top(format=1.0), "format is not 1"),
    "a version that is a truth": (top(rules_version=True), "rules_version is not 1"),
    "dice in a record": (top(dice=[[1, 2]]), "the keys are not those"),
    "a number for a game": (top(game=7), "game is not a text"),
    "a start that is no time": (top(started_at="yesterday"), "started_at"),
    "an end that is no time": (top(finished_at="2026-12-01"), "finished_at"),
    "five seats": (lambda data: data["seats"].extend(data["seats"][:1]), "two to four"),
    "one seat": (lambda data: data.update(seats=data["seats"][:1]), "two to four"),
    "a rating in a seat": (seat(0, rating=25), "right form"),
    "a robot": (seat(0, kind="robot"), "has no kind"),
    "a move time of 59": (option(move_time=59), "move_time"),
    "a move time of 31": (option(move_time=31), "move_time"),
    "a move time of eight days": (option(move_time=604_801), "move_time"),
    "a move time with a point": (option(move_time=60.0), "move_time"),
    "a move time that is a truth": (option(move_time=True), "move_time"),
    "no move time": (lambda data: data["options"].pop("move_time"), "options are others"),
    "no bots' level": (lambda data: data["options"].pop("bots"), "options are others"),
    "another option": (option(chat=True), "options are others"),
    "bots without a level": (option(bots=None), "options.bots is not easy"),
    "bots of a level that there is not": (option(bots="grim"), "options.bots is not easy"),
    # The end
    "places the other way round": (lambda data: data["placings"].reverse(), "the placings are"),
    "places that are truths": (
        lambda data: data.update(placings=[[bool(s) if s < 2 else s for s in p] for p in data["placings"]]),
        "the placings are",
    ),
    "a place shared": (top(placings=[[0, 1, 2, 3]]), "the placings are"),
    "no places": (without("placings"), "the placings are"),
    "no final state": (without("final"), "the final state is"),
    "money at the end": (final(lambda end: end["cash"].append(end["cash"].pop() + 1)), "the final state is"),
    "money with a point": (final(lambda end: end.update(cash=[float(c) for c in end["cash"]])), "the final state"),
    "an owner at the end": (deed(owner=0), "the final state is"),
    "houses at the end": (deed(houses=6), "the final state is"),
    "a mortgage that is a number": (deed(mortgaged=0), "the final state is"),
    "a square more at the end": (final(lambda end: end["squares"].update({"0": {}})), "the final state is"),
    "a square less at the end": (final(lambda end: end["squares"].popitem()), "the final state is"),
    "turns in the final state": (final(lambda end: end.update(turns=1)), "the final state is"),
}

OTHERS: dict[str, tuple[str, Damage, str]] = {
    "a drawn game's first place for one": ("drawn", top(placings=[[0], [2], [1]]), "the placings are"),
    "a drawn game's seats in falling order": ("drawn", top(placings=[[2, 0], [1]]), "the placings are"),
    "a draw without its last acceptance": ("drawn", drop("accept_draw", last=True), "the game is not over"),
    "a draw without its offer": ("drawn", drop("offer_draw", last=True), "has no draw offer to answer"),
    "a draw accepted twice by one": ("drawn", accept_twice, "has no draw offer to answer|the game is over"),
    "a draw accepted by who offered it": ("drawn", own_draw_accepted, "has no draw offer to answer"),
    "a draw offered twice": ("drawn", draw_offered_twice, "a draw offer stands already"),
    "a square in a draw offer": ("drawn", move("offer_draw", square=1), "the keys of offer_draw"),
    "a level where no bot sits": ("drawn", option(bots="easy"), "options.bots is not null"),
    "a move by the clock where there is none": ("no clock", entry("end_turn", by="clock"), "the game has none"),
    "a move by the clock while it rests": ("rest", by_clock_at_rest, "which rests"),
}
DAMAGES = {name: ("full", *damage) for name, damage in FULL.items()} | OTHERS


@pytest.mark.parametrize(
    ("name", "verdict"), [("full", "ok"), ("drawn", "ok"), ("no clock", "ok"), ("rest", "unfinished")]
)
def test_the_games_themselves_are_right(name: str, verdict: str) -> None:
    assert verify(json.loads(game(name))) == verdict


def test_the_games_hold_what_is_damaged() -> None:
    data = json.loads(game("full"))
    assert len(data["moves"]) > 300 and len(data["final"]["squares"]) > 1 and len(data["placings"]) == 4
    assert json.loads(game("drawn"))["placings"] == [[0, 2], [1]]
    assert len({json.dumps(damaged(name)) for name in DAMAGES}) == len(DAMAGES)


def damaged(name: str) -> Data:
    """The game after a damage, as other data than before."""
    of, damage, _ = DAMAGES[name]
    data: Data = json.loads(game(of))
    damage(data)
    data = json.loads(json.dumps(data))
    assert json.dumps(data) != game(of)
    return data


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_record_is_refused_for_its_reason(name: str) -> None:
    with pytest.raises(Wrong) as refused:
        verify(damaged(name))
    assert re.search(DAMAGES[name][2], str(refused.value)), refused.value


@pytest.mark.parametrize("place", range(0, 550, 50))
def test_what_is_left_out_does_not_go_unseen(place: int) -> None:
    data = json.loads(game("full"))
    before = copy.deepcopy(data["moves"])
    del data["moves"][place]
    assert data["moves"] != before
    with pytest.raises(Wrong):
        verify(data)


@pytest.mark.parametrize("data", [None, [], "record", 1, {}, {"format": 1}])
def test_what_is_no_record_is_refused(data: Any) -> None:
    with pytest.raises(Wrong):
        verify(data)
