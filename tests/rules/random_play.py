"""Random games of Landlord: legal moves at random, offers, resignations and time-outs among them.

A game follows from its number alone. Each has its own temper (a weight for each type of move), so that
some games build and some never do, some trade and some hoard.
"""

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from games.rules import record
from games.rules.chance import Chance, commitment, derive_seed
from games.rules.interface import By, Kind, Legal
from games.rules.landlord import LANDLORD
from games.rules.property import moves
from games.rules.property.moves import BidForm, OfferForm
from games.rules.property.state import State

TYPES = (
    moves.PayFine,
    moves.UseCard,
    moves.Roll,
    moves.Buy,
    moves.Decline,
    moves.Pass,
    moves.Build,
    moves.Sell,
    moves.Mortgage,
    moves.Unmortgage,
    moves.Accept,
    moves.Refuse,
    moves.Withdraw,
    moves.EndTurn,
)
BUILDERS: dict[Any, float] = {
    moves.Buy: 20.0,
    moves.Decline: 1.0,
    moves.Build: 20.0,
    moves.Sell: 0.05,
    moves.Mortgage: 0.02,
    moves.Unmortgage: 1.0,
    moves.Accept: 4.0,
    moves.Refuse: 1.0,
    moves.EndTurn: 1.0,
}
BEGUN, ENDED = "2026-12-01T10:00:00Z", "2026-12-01T11:00:00Z"


class RandomGame:
    """A game, played by chance from its number; `record()` gives what has been played so far."""

    def __init__(self, number: int, *, people_only: bool = False) -> None:
        self.rng = rng = random.Random(f"landlord {number}")
        seats = 2 + number % 3
        bots = () if people_only else ("bot", "bot")
        self.kinds: list[Kind] = [rng.choice(("person", "guest", *bots)) for _ in range(seats)]
        self.server_seed = rng.randbytes(32).hex()
        self.client_seeds = ["" if k == "bot" else f"c{i}" for i, k in enumerate(self.kinds)]
        self.seed = derive_seed(self.server_seed, self.client_seeds)
        self.options = {"move_time": rng.choice((60, 86_400, 604_800))}
        self.entries: list[tuple[int, Any, By]] = []
        self.state, self.opening = LANDLORD.start(self.kinds, Chance(self.seed), self.options)
        # From one in twenty to twenty times as likely as another type.
        self.temper = {kind: 20.0 ** rng.uniform(-1, 1) for kind in TYPES}
        self.temper[moves.EndTurn] = max(self.temper[moves.EndTurn], 0.5)
        self.offering = rng.choice((0.0, 0.1, 1.0))
        self.shrewd = rng.random()
        if number % 2:
            # Builders: they buy what they can, agree to most trades, and so come to houses and debts.
            self.temper |= BUILDERS
            self.offering, self.shrewd = 1.0, 0.9
        self.leaving = rng.choice((0.0, 0.0005, 0.002))
        self.lapsing = rng.choice((0.0, 0.0005, 0.01))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.decision == "over"

    def next_entry(self, listings: dict[int, Legal]) -> tuple[int, Any, By]:
        """Choose who moves and how, from what each seat still in may do."""
        state, rng = self.state, self.rng
        chance = rng.random()
        if chance < self.lapsing and (state.decision in ("auction", "trade") or chance < 0.0005):
            return state.asked, moves.TIMEOUT, "clock"
        seat = state.asked
        if state.decision == "trade" and rng.random() < 0.1:
            seat = state.turn
        elif rng.random() < self.leaving:
            return self._by_hand(rng.choice(state.seats_in()), moves.RESIGN)
        return self._by_hand(seat, self._choose(seat, listings[seat]))

    def _by_hand(self, seat: int, move: Any) -> tuple[int, Any, By]:
        return seat, move, "bot" if self.kinds[seat] == "bot" else "player"

    def _choose(self, seat: int, listing: Legal) -> Any:
        options = [move for move in listing.moves if move is not moves.RESIGN]
        weights = [self.temper[type(move)] for move in options]
        for form in listing.forms:
            if isinstance(form, BidForm):
                options.append(self._bid(form))
                weights.append(1.0)
            else:
                options.append(self._offer(form, seat))
                weights.append(self.offering)
        return self.rng.choices(options, weights)[0]

    def _bid(self, form: BidForm) -> moves.Bid:
        if self.rng.random() < self.shrewd:
            return moves.Bid(min(form.high, form.low + self.rng.randrange(10)))
        return moves.Bid(self.rng.randint(form.low, form.high))

    def _offer(self, form: OfferForm, seat: int) -> moves.Offer:
        rng = self.rng
        to = rng.choice(form.to)
        mine, theirs = form.squares[seat], form.squares[to]
        if not mine and not theirs:
            to = next(s for s in form.to if form.squares[s])
            theirs = form.squares[to]
        give = rng.sample(mine, min(len(mine), rng.randrange(3)))
        get = rng.sample(theirs, min(len(theirs), rng.randrange(3)))
        if rng.random() < self.shrewd:
            get = self._of_a_set(theirs, mine) or get
        if not give and not get:
            give, get = mine[:1], theirs[:1]
        give_cash = get_cash = 0
        if rng.random() < 0.5:
            give_cash = rng.randint(0, form.cash[seat])
        else:
            get_cash = rng.randint(0, form.cash[to])
        return moves.Offer(to, give, get, give_cash, get_cash)

    def _of_a_set(self, theirs: list[int], mine: list[int]) -> list[int]:
        """Give the receiver's squares of a street set of which the giver has one already."""
        for p in mine:
            group = LANDLORD.rules.board.group[p]
            wanted = [q for q in theirs if q in group]
            if wanted:
                return wanted
        return []

    def play(self, entry: tuple[int, Any, By]) -> list[Any]:
        """Make a move and note it down first: what breaks is in the record as its last move."""
        self.entries.append(entry)
        seat, move, by = entry
        LANDLORD.check_by(self.state, seat, move, by)
        return LANDLORD.apply(self.state, seat, move)

    def listings(self) -> dict[int, Legal]:
        """Give what each seat still in may do."""
        return {s: LANDLORD.legal(self.state, s) for s in self.state.seats_in()}

    def record(self) -> record.Record:
        """Give the record so far, with the seeds; with placings and final if the game is over."""
        outcome = LANDLORD.outcome(self.state)
        ending = (
            {}
            if outcome is None
            else {
                "placings": outcome.placings,
                "final": LANDLORD.final(self.state),
            }
        )
        names = [f"{kind.capitalize()} {seat}" for seat, kind in enumerate(self.kinds)]
        return record.Record(
            format=record.FORMAT,
            ruleset=LANDLORD.key,
            rules_version=LANDLORD.version,
            game="random",
            started_at=BEGUN,
            finished_at=None if outcome is None else ENDED,
            options=self.options,
            seats=[
                record.SeatEntry(name, kind, seed)
                for name, kind, seed in zip(names, self.kinds, self.client_seeds, strict=True)
            ],
            commitment=commitment(self.server_seed),
            server_seed=self.server_seed,
            seed=self.seed,
            moves=[
                record.Entry(seat, msgspec.Raw(msgspec.json.encode(move)), BEGUN, by) for seat, move, by in self.entries
            ],
            **ending,
        )


def random_states(number: int, moves_at_most: int) -> Iterator[State]:
    """Give the state of a random game after each of its moves: one object, changed in place."""
    game = RandomGame(number)
    yield game.state
    while not game.over and len(game.entries) < moves_at_most:
        game.play(game.next_entry(game.listings()))
        yield game.state
