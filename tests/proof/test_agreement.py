"""Two programs, one page of rules: the verifier and the engine must agree on random games.

Games are played on the engine, by chance, and move by move on the verifier. Both states are
compared after each move, moves of every kind are tried on both, and the record must verify.
Damaged records must be refused by both, and with the same number where both name a move.
"""

import copy
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.proof import landlord_verify as proof
from games.rules import record
from games.rules.errors import RulesError
from games.rules.interface import By
from games.rules.landlord import LANDLORD
from games.rules.property import moves
from games.rules.property.state import State
from tests.benchmarks.random_policy import pick
from tests.proof.state import differences
from tests.rules.candidates import candidates
from tests.rules.random_play import RandomGame

Data = dict[str, Any]

#: Games are known by their numbers; these are not those of the engine's own tests.
FIRST, ORDINARY, LONG, CHUNK = 1_000_000, 300, 20_000, 50
#: Moves of a game at most; one game in 25 goes on much longer.
MOVES, LONG_GAME_MOVES = 400, 4_000


class Duel(RandomGame):
    """A random game on the engine, and the same game on the verifier."""

    def __init__(self, number: int) -> None:
        super().__init__(number, people_only=number % 5 == 0)
        self.number = number
        self.game = proof.Game(self.seed, list(self.kinds))
        assert not differences(self.game, self.state)

    def next_entry(self, listings: dict[int, Any]) -> tuple[int, Any, By]:
        """Choose as `RandomGame` does or, in every third game, as the benchmark's player."""
        seat, move, by = super().next_entry(listings)
        if self.number % 3 == 0 and not isinstance(move, moves.Resign | moves.Timeout | moves.Withdraw):
            move = pick(self.rng, listings[seat], seat)
        if by == "player":
            by = self.rng.choice(("player", "order"))
            bot_in = any(self.kinds[other] == "bot" for other in self.state.seats_in())
            if isinstance(move, moves.Resign) and not bot_in:
                by = "agreed"
        return seat, move, by

    def step(self) -> None:
        """Make a move in both, and compare."""
        entry = self.next_entry(self.listings())
        seat, move, by = entry
        plain = msgspec.to_builtins(move)
        proof.check_entry(self.game, {"seat": seat, "move": plain, "at": "2026-12-01T10:00:00Z", "by": by})
        self.game.play(seat, plain)
        self.play(entry)
        assert not differences(self.game, self.state)

    def data(self) -> Data:
        """The record as plain data."""
        plain: Data = json.loads(record.encode(self.record()))
        return plain


def refused_by_engine(state: State, seat: int, move: Any) -> bool:
    """Whether the engine refuses a move given as plain data; it is made if not."""
    try:
        LANDLORD.apply(state, seat, LANDLORD.decode_move(json.dumps(move)))
    except RulesError:
        return True
    return False


def refused_by_proof(game: proof.Game, seat: int, move: Any) -> bool:
    """Whether the verifier refuses a move given as plain data."""
    try:
        game.check(seat, move)
    except proof.Wrong:
        return True
    return False


def distorted(move: Data, rng: random.Random) -> Data:
    """A move with one thing wrong in its form, most of the time."""
    move = copy.deepcopy(move)
    key = rng.choice(list(move))
    value = move[key]
    match rng.randrange(5):
        case 0:
            del move[key]
        case 1:
            move[rng.choice(("square", "amount", "to", "give", "note"))] = rng.choice((1, [], "x"))
        case 2 if isinstance(value, list):
            move[key] = [*value, rng.choice((1.0, True, "1", None, [1], {}, -1, 40))]
        case 3 if isinstance(value, int):
            move[key] = rng.choice((float(value), bool(value), str(value), [value]))
        case _:
            move[key] = rng.choice((None, 1, 0, -1, 1.5, True, "buy", "roll", [], {}, 10**30))
    return move


def try_moves(duel: Duel, rng: random.Random) -> int:
    """Try right and wrong moves on copies of both states; the number of moves tried."""
    state, game = duel.state, duel.game
    text, seats = LANDLORD.encode_state(state), range(len(state.cash))
    listed = [(s, move) for s in seats for move in LANDLORD.legal(state, s).moves]
    pairs = [*candidates(state, rng), *listed, *((s, moves.TIMEOUT) for s in seats)]
    plain = [(seat, msgspec.to_builtins(move)) for seat, move in pairs]
    plain += [(seat, distorted(move, rng)) for seat, move in plain]
    theirs = LANDLORD.decode_state(text)
    for seat, move in plain:
        refused = refused_by_engine(theirs, seat, move)
        assert refused_by_proof(game, seat, move) == refused, (seat, move, refused)
        if not refused:
            ours = copy.deepcopy(game)
            ours.play(seat, move)
            assert not differences(ours, theirs), (seat, move)
            theirs = LANDLORD.decode_state(text)
    assert not differences(game, state)
    return len(plain)


def play_both(number: int) -> Duel:
    """Play a game on both programs and have both check its record."""
    duel = Duel(number)
    try:
        for _ in range(LONG_GAME_MOVES if number % 25 == 7 else MOVES):
            if duel.rng.random() < 1 / 200:
                assert try_moves(duel, random.Random(len(duel.entries))) > 250
            if duel.over:
                break
            duel.step()
        expected = "ok" if duel.over else "unfinished"
        assert proof.verify(duel.data()) == expected
        assert record.verify(duel.record()) == expected
    except Exception as error:
        error.add_note(f"game {number}, after move {len(duel.entries) - 1}")
        raise
    return duel


@pytest.mark.parametrize("chunk", range(ORDINARY // CHUNK))
def test_random_games(chunk: int) -> None:
    for number in range(FIRST + chunk * CHUNK, FIRST + (chunk + 1) * CHUNK):
        play_both(number)


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(LONG // CHUNK))
def test_many_random_games(chunk: int) -> None:
    for number in range(FIRST + ORDINARY + chunk * CHUNK, FIRST + ORDINARY + (chunk + 1) * CHUNK):
        play_both(number)


def test_kept_games() -> None:
    """The finished games kept for ever verify here too."""
    kept = sorted((Path(__file__).parents[1] / "records").glob("*.json"))
    assert kept
    for path in kept:
        assert proof.verify(json.loads(path.read_text())) == "ok"


# -- damages ---------------------------------------------------------------------------------


def verdicts(data: Data) -> tuple[str, str]:
    """What the verifier and the engine say: `ok`, `unfinished`, `move N`, or `wrong`."""
    try:
        ours = proof.verify(data)
    except proof.Wrong as reason:
        ours = str(reason).split(":")[0] if str(reason).startswith("move ") else "wrong"
    try:
        theirs: str = record.verify(record.decode(json.dumps(data)))
    except record.RecordError as reason:
        theirs = "wrong" if reason.number is None else f"move {reason.number}"
    return ours, theirs


def agree(data: Data) -> str:
    """Check that both say the same; gives what the verifier says.

    The engine reads a record's form as a whole before it plays, and so names no move where an entry
    is of the wrong form.
    """
    ours, theirs = verdicts(data)
    assert ours == theirs or (ours.startswith("move ") and theirs == "wrong"), (ours, theirs)
    return ours


def finished_games() -> Iterator[Data]:
    """Finished games of some length with squares owned at their end, one with people only."""
    for people_only in (False, True):
        for number in range(FIRST, FIRST + 500):
            game = RandomGame(number, people_only=people_only)
            while not game.over and len(game.entries) < 200:
                game.play(game.next_entry(game.listings()))
            data: Data = json.loads(record.encode(game.record()))
            kinds = {entry["move"]["type"] for entry in data["moves"]}
            if game.over and len(game.entries) > 30 and data["final"]["squares"] and "bid" in kinds:
                yield data
                break


GAMES = list(finished_games())

Damage = Callable[[Data], Any]


def number_of(data: Data, kind: str) -> int:
    return next(i for i, entry in enumerate(data["moves"]) if entry["move"]["type"] == kind)


def entry(kind: str, **fields: Any) -> Damage:
    """Change the first entry with a move of this type."""
    return lambda data: data["moves"][number_of(data, kind)].update(fields)


def move(kind: str, **fields: Any) -> Damage:
    """Change the first move of this type."""
    return lambda data: data["moves"][number_of(data, kind)]["move"].update(fields)


def top(**fields: Any) -> Damage:
    return lambda data: data.update(fields)


def final(change: Callable[[Data], Any]) -> Damage:
    return lambda data: change(data["final"])


def deed(**fields: Any) -> Damage:
    return lambda data: next(iter(data["final"]["squares"].values())).update(fields)


def seat(number: int, **fields: Any) -> Damage:
    return lambda data: data["seats"][number].update(fields)


def flip_seat(data: Data) -> None:
    """Put a move down to the next seat."""
    entry = data["moves"][number_of(data, "end_turn")]
    entry["seat"] = (entry["seat"] + 1) % len(data["seats"])


def flip_by(data: Data) -> None:
    """Put a person's move down to a bot, or a bot's to a person."""
    entry = data["moves"][0]
    entry["by"] = "player" if entry["by"] == "bot" else "bot"


DAMAGES: dict[str, Damage] = {
    "bid too high": move("bid", amount=10**6),
    "bid 0": move("bid", amount=0),
    "bid float": move("bid", amount=4.0),
    "bid bool": move("bid", amount=True),
    "bid text": move("bid", amount="4"),
    "bid without amount": lambda data: data["moves"][number_of(data, "bid")]["move"].pop("amount"),
    "first move dropped": lambda data: data["moves"].pop(0),
    "tenth move dropped": lambda data: data["moves"].pop(10),
    "last move dropped": lambda data: data["moves"].pop(),
    "move twice": lambda data: data["moves"].insert(5, data["moves"][5]),
    "two moves swapped": lambda data: data["moves"].insert(0, data["moves"].pop(number_of(data, "bid"))),
    "move after the end": lambda data: data["moves"].append(data["moves"][0]),
    "no moves": top(moves=[]),
    "other move type": entry("end_turn", move={"type": "skip"}),
    "die in a move": move("end_turn", dice=[6, 6]),
    "extra key in a move": move("buy", square=1),
    "extra key in an entry": entry("buy", rolled=7),
    "entry without at": lambda data: data["moves"][3].pop("at"),
    "move a text": entry("buy", move="buy"),
    "other seat": flip_seat,
    "seat out of range": entry("buy", seat=4),
    "seat below 0": entry("buy", seat=-1),
    "seat float": entry("buy", seat=0.0),
    "seat bool": entry("buy", seat=False),
    "by of the other kind": flip_by,
    "by clock": entry("buy", by="clock"),
    "by agreed": entry("buy", by="agreed"),
    "by nobody": entry("buy", by="site"),
    "timeout by hand": entry("buy", move={"type": "timeout"}),
    "time without zone": entry("buy", at="2026-12-01T10:00:00"),
    "time that is none": entry("buy", at="2026-02-30T10:00:00Z"),
    "hour 24": entry("buy", at="2026-12-01T24:00:00Z"),
    "fraction of a second": entry("buy", at="2026-12-01T10:00:00.5Z"),
    "bad start": top(started_at="yesterday"),
    "bad finish": top(finished_at="2026-12-01"),
    "other commitment": top(commitment="0" * 64),
    "other server seed": top(server_seed="1" * 64),
    "server seed in capitals": lambda data: data.update(server_seed=data["server_seed"].upper()),
    "other seed": top(seed="0" * 64),
    "other client seed": seat(0, client_seed="another"),
    "other kind": seat(0, kind="robot"),
    "seats reversed": lambda data: data["seats"].reverse(),
    "placings reversed": lambda data: data["placings"].reverse(),
    "placings bool": lambda data: data.update(placings=[[bool(s) for s in p] for p in data["placings"]]),
    "placings tied": lambda data: data.update(placings=[[0, 1, 2, 3]]),
    "no placings": lambda data: data.pop("placings"),
    "no final": lambda data: data.pop("final"),
    "cash off by one": final(lambda end: end["cash"].append(end["cash"].pop() + 1)),
    "cash float": final(lambda end: end.update(cash=[float(cash) for cash in end["cash"]])),
    "house more": deed(houses=6),
    "houses bool": deed(houses=False),
    "mortgaged a number": deed(mortgaged=0),
    "owner another": deed(owner=9),
    "square more": final(lambda end: end["squares"].update({"0": {}})),
    "extra key in final": final(lambda end: end.update(turns=1)),
    "extra key in a record": top(dice=[[1, 2]]),
    "extra key in a seat": seat(0, rating=25),
    "format 2": top(format=2),
    "format float": top(format=1.0),
    "version bool": top(rules_version=True),
    "other rules": top(ruleset="deluxe"),
    "move time short": top(options={"move_time": 59}),
    "move time float": top(options={"move_time": 60.0}),
    "no move time": top(options={}),
}


@pytest.mark.parametrize("name", DAMAGES)
@pytest.mark.parametrize("number", range(len(GAMES)))
def test_both_refuse_a_damaged_record(number: int, name: str) -> None:
    data = copy.deepcopy(GAMES[number])
    assert agree(data) == "ok"
    DAMAGES[name](data)
    assert agree(data) not in ("ok", "unfinished")


VALUES: tuple[Any, ...] = (
    None,
    0,
    1,
    2,
    -1,
    1.0,
    0.5,
    True,
    False,
    "",
    "x",
    "buy",
    "pass",
    "clock",
    [],
    [0],
    {},
    10**30,
)


def spoil(data: Any, rng: random.Random) -> None:
    """Change one thing anywhere in a record."""
    holder = data
    while True:
        places = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        if not places:
            return
        place = rng.choice(places)
        inner = holder[place]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.95:
            holder = inner
            continue
        match rng.randrange(4):
            case 0:
                del holder[place]
            case 1 if type(inner) is int:
                holder[place] = inner + rng.choice((-1, 1))
            case 2 if isinstance(holder, list):
                holder.insert(rng.choice(places), copy.deepcopy(inner))
            case _:
                holder[place] = rng.choice(VALUES)
        return


def spoil_and_compare(first: int, games: int) -> int:
    """Spoil records at random and compare what both say; the number refused."""
    refused = 0
    for number in range(first, first + games):
        rng = random.Random(f"spoiled {number}")
        data = copy.deepcopy(rng.choice(GAMES))
        del data["moves"][rng.choice((20, 40, 200)) :]
        if rng.random() < 0.5:
            data.pop("placings")
            data.pop("final")
        spoil(data, rng)
        refused += agree(data) not in ("ok", "unfinished")
    return refused


def test_records_spoiled_at_random() -> None:
    assert spoil_and_compare(0, 500) > 300


@pytest.mark.long
def test_many_records_spoiled_at_random() -> None:
    assert spoil_and_compare(500, 20_000) > 12_000
