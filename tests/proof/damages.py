"""Damages to a finished game: to its record, and to what the replay page shows of it.

Three programs check games. The engine and the verifier read the record and claim to see all that is
wrong with it. The browser's check compares the record's chance, moves and places with what is shown,
and says that it checks no more.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from games.rules import record
from games.rules.record import Record

Data = dict[str, Any]
#: Changes a record or a film in place.
Damage = Callable[[Data], Any]

GAME = Path(__file__).parents[1] / "records" / "random-3-37.json"


def game() -> Data:
    """Give the game that is damaged: people and bots, with auctions, trades, buildings and mortgages."""
    data: Data = json.loads(GAME.read_text())
    return data


def decoded() -> Record:
    """Give the same game as the engine reads it."""
    return record.decode(GAME.read_bytes())


def _first(data: Data, kind: str, by: str | None = None) -> Data:
    found: Data = next(e for e in data["moves"] if e["move"]["type"] == kind and by in (None, e["by"]))
    return found


def _move(kind: str, **fields: Any) -> Damage:
    return lambda data: _first(data, kind)["move"].update(fields)


def _other_move(kind: str, **move: Any) -> Damage:
    return lambda data: _first(data, kind).update(move=move)


def _drop(place: Callable[[Data], int]) -> Damage:
    return lambda data: data["moves"].pop(place(data))


def _index(data: Data, kind: str, *, last: bool = False) -> int:
    found = [i for i, e in enumerate(data["moves"]) if e["move"]["type"] == kind]
    return found[-1 if last else 0]


def _next_seat(entry: Data, seats: int) -> None:
    entry["seat"] = (entry["seat"] + 1) % seats


def _flip(text: str, at: int = 0) -> str:
    """Change one hex digit."""
    return text[:at] + format(int(text[at], 16) ^ 1, "x") + text[at + 1 :]


def _longer(seat: Data) -> str:
    return f"{seat['client_seed'][:63]}x"


def _square(change: Callable[[Data], Any]) -> Damage:
    return lambda data: change(next(iter(data["final"]["squares"].values())))


def _client(data: Data) -> Data:
    found: Data = next(seat for seat in data["seats"] if seat["client_seed"])
    return found


#: To the record; all three see them.
SEEN_BY_ALL: dict[str, Damage] = {
    "a bid one lower than it was, and so too low": _move("bid", amount=0),
    "a bid beyond all money": _move("bid", amount=10_000),
    "a bid left out": _drop(lambda data: _index(data, "bid")),
    "the last bid left out": _drop(lambda data: _index(data, "bid", last=True)),
    "the first move left out": _drop(lambda _: 0),
    "the tenth move left out": _drop(lambda _: 10),
    "a move in the middle left out": _drop(lambda data: len(data["moves"]) // 2),
    "the last move left out": _drop(lambda _: -1),
    "the last purchase left out": _drop(lambda data: _index(data, "buy", last=True)),
    "a move made twice": lambda data: data["moves"].insert(6, data["moves"][5]),
    "the first and second half changed over": lambda data: data.update(moves=data["moves"][20:] + data["moves"][:20]),
    "a move after the end": lambda data: data["moves"].append(data["moves"][0]),
    "no moves at all": lambda data: data.update(moves=[]),
    "the first move put down to the next seat": lambda data: _next_seat(data["moves"][0], len(data["seats"])),
    "the end of a turn put down to the next seat": lambda data: _next_seat(_first(data, "end_turn"), 3),
    "a bid put down to the next seat": lambda data: _next_seat(_first(data, "bid"), 3),
    "a house put down to the next seat": lambda data: _next_seat(_first(data, "build"), 3),
    "seats in another order": lambda data: data["seats"].reverse(),
    "a purchase turned into a skip": _other_move("buy", type="skip"),
    "a purchase turned into the end of the turn": _other_move("buy", type="end_turn"),
    "an answer given before the offer": _other_move("offer", type="accept"),
    "a house on a square of nobody's": _move("build", square=0),
    "a mortgage on the jail": _move("mortgage", square=10),
    "an offer to oneself": lambda data: _first(data, "offer")["move"].update(to=_first(data, "offer")["seat"]),
    "an offer of money both ways": _move("offer", give_cash=1, get_cash=1),
    "a person's move put down to the clock": lambda data: _first(data, "buy", "player").update(by="clock"),
    "a move at a time that there is not": lambda data: _first(data, "buy").update(at="2026-02-30T10:00:00Z"),
    "another commitment": lambda data: data.update(commitment="0" * 64),
    "one digit of the commitment": lambda data: data.update(commitment=_flip(data["commitment"], 40)),
    "one digit of the server's seed": lambda data: data.update(server_seed=_flip(data["server_seed"], 63)),
    "the server's seed in capitals": lambda data: data.update(server_seed="AB" * 32),
    "one digit of the seed": lambda data: data.update(seed=_flip(data["seed"])),
    "the seed of another game": lambda data: data.update(seed="5e" * 32),
    "a client seed with a letter more": lambda data: _client(data).update(
        client_seed=_client(data)["client_seed"] + "x"
    ),
    "a client seed taken away": lambda data: _client(data).update(client_seed=""),
    "places the other way round": lambda data: data["placings"].reverse(),
    "first and second changed over": lambda data: data["placings"].insert(0, data["placings"].pop(1)),
    "a place shared": lambda data: data.update(placings=[[0, 1, 2]]),
    "a place left out": lambda data: data["placings"].pop(),
    "no places": lambda data: data.pop("placings"),
}

#: To the record; the browser's check says that it does not look there.
SEEN_BY_ENGINE_AND_FILE: dict[str, Damage] = {
    "money at the end": lambda data: data["final"]["cash"].__setitem__(0, data["final"]["cash"][0] + 1),
    "an owner at the end": _square(lambda deed: deed.update(owner=(deed["owner"] + 1) % 3)),
    "houses at the end": _square(lambda deed: deed.update(houses=(deed["houses"] + 1) % 6)),
    "a mortgage at the end": _square(lambda deed: deed.update(mortgaged=not deed["mortgaged"])),
    "a square left out at the end": lambda data: data["final"]["squares"].popitem(),
    "another format": lambda data: data.update(format=2),
    "rules of another version": lambda data: data.update(rules_version=2),
    "a move time that there is not": lambda data: data.update(options={"move_time": 1}),
}


def _events(film: Data, kind: str) -> list[Data]:
    return [event for step in film["steps"] for event in step["events"] if event["event"] == kind]


def _other_die(event: Data, die: str) -> None:
    event[die] = event[die] % 6 + 1


def _other_card(event: Data) -> None:
    letter, number = event["card"][0], int(event["card"][1:])
    event["card"] = f"{letter}{number % 12 + 1}"


def _turned(film: Data) -> None:
    """Change the dice of a roll that is no double over: the sum stays."""
    event = next(event for event in _events(film, "rolled") if event["first"] != event["second"])
    event["first"], event["second"] = event["second"], event["first"]


def _rolled_step(film: Data) -> Data:
    found: Data = next(step for step in film["steps"] if any(e["event"] == "rolled" for e in step["events"]))
    return found


def _without(kind: str) -> Damage:
    def leave_out(film: Data) -> None:
        step = next(step for step in film["steps"] if any(e["event"] == kind for e in step["events"]))
        step["events"] = [event for event in step["events"] if event["event"] != kind]

    return leave_out


def _words(kind: str, before: str, after: str) -> Damage:
    def reword(film: Data) -> None:
        step = next(step for step in film["steps"] if any(e["event"] == kind for e in step["events"]))
        step["lines"] = [[seat, re.sub(before, after, text)] for seat, text in step["lines"]]

    return reword


def _shown_move(kind: str) -> Damage:
    def change(film: Data) -> None:
        step = next(step for step in film["steps"] if step["move"] and step["move"]["type"] == kind)
        step["move"]["amount"] = step["move"].get("amount", 0) + 1

    return change


def _shown_seat(film: Data) -> None:
    film["steps"][5]["seat"] = (film["steps"][5]["seat"] + 1) % 3


#: To what the page shows; the record is right, so only the browser's check can see them, and must.
SEEN_BY_THE_BROWSER: dict[str, Damage] = {
    "the first die of the first roll": lambda film: _other_die(_events(film, "rolled")[0], "first"),
    "the second die of a roll in the middle": lambda film: _other_die(_events(film, "rolled")[9], "second"),
    "a die of the last roll": lambda film: _other_die(_events(film, "rolled")[-1], "first"),
    "dice the other way round": _turned,
    "a roll left out": _without("rolled"),
    "a roll made up": lambda film: _rolled_step(film)["events"].append(_events(film, "rolled")[0]),
    "dice in words": _words("rolled", r"rolled \d", "rolled 7"),
    "a card": lambda film: _events(film, "drew")[0].update(
        card="F9" if _events(film, "drew")[0]["card"] != "F9" else "F10"
    ),
    "the last card": lambda film: _other_card(_events(film, "drew")[-1]),
    "a card left out": _without("drew"),
    "a card in words": _words("drew", r": .*", ": the bank keeps its money."),
    "the turn order": lambda film: film["order"].reverse(),
    "a name": lambda film: film["names"].__setitem__(0, "Somebody"),
    "a bid that was shown higher": _shown_move("bid"),
    "a move that was shown for another seat": _shown_seat,
    "a step left out": lambda film: film["steps"].pop(12),
    "the places": lambda film: _events(film, "ended")[0]["placings"].reverse(),
}
