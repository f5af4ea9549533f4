"""Random games of Deedland made by the verifier's own reading of the rules, without the engine.

A game is known by its number: seats, kinds, clock, the players' habits and all that they do follow from it.
"""

import hashlib
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from games.proof.deedland_verify import DECISIONS, DRAW_MOVES, PAYING_OFF, STREET_GROUPS, Game, Move, Wrong

Data = dict[str, Any]

START = datetime(2026, 12, 1, 10, tzinfo=UTC)
SQUARES = range(-1, 41)
#: How often each move is taken when all could be; what isn't named: 10.
HABITS: dict[str, dict[str, float]] = {
    "keen": {"buy": 200, "build": 60, "bid": 20, "sell": 0.3, "mortgage": 0.3, "accept": 30, "decline": 4},
    "wild": {},
    "idle": {"build": 1, "offer": 1, "sell": 1, "mortgage": 1, "unmortgage": 1},
}


def is_legal(game: Game, seat: int, move: Move) -> bool:
    """Whether the verifier takes a move."""
    try:
        game.check(seat, move)
    except Wrong:
        return False
    return True


def bids(game: Game, seat: int, rng: random.Random) -> Iterator[Move]:
    """Bids about the top one and about all that the seat has, and one between."""
    top, cash = game.top_bid(), game.cash[seat]
    for amount in {top, top + 1, top + rng.randrange(1, 8_000), cash, cash + 1}:
        yield {"type": "bid", "amount": amount}


def some(squares: list[int], rng: random.Random, most: int) -> list[int]:
    """A few squares, in any order."""
    return rng.sample(squares, min(len(squares), rng.randrange(most + 1)))


def offers(game: Game, seat: int, rng: random.Random) -> Iterator[Move]:
    """A few offers to each, most of them such as could be made, some for a street that completes a group."""
    for other in range(len(game.cash)):
        mine, theirs = game.squares_of(seat), game.squares_of(other)
        for _ in range(4):
            give, get = some(mine, rng, 2), some(theirs, rng, 2)
            sums = [rng.choice((0, 1, rng.randrange(40_000))), 0]
            rng.shuffle(sums)
            offer: Move = {"type": "offer", "to": other, "give": give, "get": get}
            yield offer | {"give_cash": sums[0], "get_cash": sums[1]}
        for streets in STREET_GROUPS:
            wanted = [street for street in streets if street in theirs]
            if wanted and all(game.owner.get(street) in (seat, other) for street in streets):
                give_cash = min(game.cash[seat], rng.randrange(30_000))
                yield {"type": "offer", "to": other, "give": [], "get": wanted, "give_cash": give_cash, "get_cash": 0}


def of_kind(game: Game, seat: int, kind: str, rng: random.Random) -> list[Move]:
    """The legal moves of one type; of bids and offers a few."""
    found: Iterator[Move]
    if kind in ("build", "sell", "mortgage", "unmortgage"):
        found = ({"type": kind, "square": square} for square in SQUARES)
    elif kind == "bid":
        found = bids(game, seat, rng)
    elif kind == "offer":
        found = offers(game, seat, rng)
    else:
        found = iter([{"type": kind}])
    return [move for move in found if is_legal(game, seat, move)]


def legal(game: Game, seat: int, rng: random.Random) -> list[Move]:
    """All moves that a seat may make, of bids and offers a few."""
    kinds = sorted({"resign", *DRAW_MOVES}.union(*DECISIONS.values()))
    return [move for kind in kinds for move in of_kind(game, seat, kind, rng)]


class RandomGame:
    """A random game that is going on, and its record so far; after `patience` entries its players soon give up."""

    def __init__(self, number: int, *, patience: int = 3_000) -> None:
        self.rng = rng = random.Random(number)
        self.server_seed = hashlib.sha256(f"deedland {number}".encode()).hexdigest()
        count = 2 + number % 3
        mix = rng.choice((("person",), ("bot",), ("person", "guest", "bot"), ("person", "bot")))
        self.kinds = [rng.choice(mix) for _ in range(count)]
        self.client_seeds = ["" if kind == "bot" else f"seat-{number}.{i}" for i, kind in enumerate(self.kinds)]
        self.patience = patience
        clock = rng.random() < 0.7
        self.move_time = rng.choice((30, 60, 604_800)) if clock else None
        self.level = rng.choice(("easy", "medium", "hard")) if "bot" in self.kinds else None
        self.seed = hashlib.sha256("|".join([self.server_seed, *self.client_seeds]).encode()).hexdigest()
        self.habit = HABITS[rng.choice(("keen", "keen", "keen", "wild", "idle"))]
        self.clock_share = rng.choice((0.02, 0.02, 0.02, 0.3, 0.3, 0.97)) if clock else 0.0
        self.peace = rng.choice((0.2, 0.2, 0.9))  # how readily a draw is accepted
        self.game = Game(self.seed, self.kinds)
        self.entries: list[Data] = []

    @property
    def over(self) -> bool:
        """Whether the game has come to its end."""
        return bool(self.game.placings)

    def chosen(self, seat: int) -> Move:
        """A move of the seat that is waited on, by habit."""
        weights = {kind: self.habit.get(kind, 10) for kind in DECISIONS[self.game.stage]}
        cash = self.game.cash[seat]
        if self.habit is HABITS["keen"] and all(PAYING_OFF[s] + 20_000 > cash for s in self.game.mortgaged):
            weights["unmortgage"] = 0.1
        kinds = sorted(weights, key=lambda kind: self.rng.random() ** (1 / weights[kind]), reverse=True)
        for kind in kinds:
            found = of_kind(self.game, seat, kind, self.rng)
            if found:
                return self.rng.choice(found)
        raise AssertionError("somebody is waited on and can't move")

    def next_entry(self) -> tuple[int, Move, str]:
        """Choose seat, move, and in whose name: mostly the one waited on, by chance the clock, a draw or a leaver."""
        game, rng = self.game, self.rng
        asked = game.awaiting()
        assert asked is not None
        given_up = len(self.entries) > self.patience and rng.random() < 0.15
        if game.clock_raises or (not given_up and not game.clock_rests and rng.random() < self.clock_share):
            return asked, game.safe_move(), "clock"
        seat, move, chance = asked, self.chosen(asked), rng.random()
        if given_up or chance < 0.0005:
            seat, move = rng.choice(game.still_in()), {"type": "resign"}
        elif chance < 0.02 and game.stage == "trade":
            seat, move = game.turn, {"type": "withdraw"}
        elif chance < 0.03 or (game.to_answer and chance < 0.3):
            seat = rng.choice(game.to_answer or game.still_in())
            kind = "offer_draw"
            if game.to_answer:
                kind = "accept_draw" if rng.random() < self.peace else "refuse_draw"
            if is_legal(game, seat, {"type": kind}):
                move = {"type": kind}
            else:
                seat = asked
        return seat, move, "bot" if self.kinds[seat] == "bot" else rng.choice(("player", "player", "order"))

    def play(self, seat: int, move: Move, by: str) -> None:
        """Make a move, and write it down."""
        self.game.play(seat, move, by)
        at = START + timedelta(seconds=31 * len(self.entries))
        self.entries.append({"seat": seat, "move": move, "at": f"{at:%Y-%m-%dT%H:%M:%SZ}", "by": by})

    def play_on(self, most: int) -> "RandomGame":
        """Play to the end, or until there are this many entries."""
        while not self.over and len(self.entries) < most:
            self.play(*self.next_entry())
        return self

    def record(self) -> Data:
        """The record so far, as a finished game's if it is over."""
        seats = zip(self.kinds, self.client_seeds, strict=True)
        end = {"placings": self.game.placings, "final": self.game.holdings()} if self.over else {}
        return {
            "format": 1,
            "ruleset": "deedland",
            "rules_version": 1,
            "game": "random",
            "started_at": "2026-12-01T10:00:00Z",
            "finished_at": self.entries[-1]["at"] if self.over else None,
            "options": {"move_time": self.move_time, "bots": self.level},
            "seats": [{"name": "x", "kind": kind, "client_seed": brought} for kind, brought in seats],
            "commitment": hashlib.sha256(self.server_seed.encode()).hexdigest(),
            "server_seed": self.server_seed,
            "seed": self.seed,
            "moves": self.entries,
            **end,
        }
