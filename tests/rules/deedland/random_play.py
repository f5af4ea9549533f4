"""Random games of Deedland: legal moves at random, offers, draws, resignations and the clock among them.

A game follows from its number alone. Each has its own temper (a weight for each type of move), so that
some games build and some never do, some trade and some hoard; in some the clock plays most of the time.
"""

import random
from typing import Any

import msgspec

from games.rules import record
from games.rules.chance import Chance, commitment, derive_seed
from games.rules.deedland import DEEDLAND
from games.rules.interface import STRENGTHS, By, Kind, Legal
from games.rules.property import moves
from games.rules.property.moves import BidForm, OfferForm

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
    moves.Roll: 2.0,
}
DRAWING = (moves.OFFER_DRAW, moves.ACCEPT_DRAW, moves.REFUSE_DRAW)
BEGUN, ENDED = "2026-12-01T10:00:00Z", "2026-12-01T11:00:00Z"


class RandomGame:
    """A game, played by chance from its number; `record()` gives what has been played so far."""

    def __init__(self, number: int) -> None:
        self.rng = rng = random.Random(f"deedland {number}")
        seats = 2 + number % 3
        self.kinds: list[Kind] = [rng.choice(("person", "guest", "bot", "bot")) for _ in range(seats)]
        self.server_seed = rng.randbytes(32).hex()
        self.client_seeds = ["" if k == "bot" else f"c{i}" for i, k in enumerate(self.kinds)]
        self.seed = derive_seed(self.server_seed, self.client_seeds)
        self.options: dict[str, Any] = {
            "move_time": rng.choice((30, 60, 604_800, None)),
            "bots": rng.choice(STRENGTHS) if "bot" in self.kinds else None,
        }
        self.entries: list[tuple[int, Any, By]] = []
        self.state, self.opening = DEEDLAND.start(self.kinds, Chance(self.seed), self.options)
        # From one in twenty to twenty times as likely as another type.
        self.temper = {kind: 20.0 ** rng.uniform(-1, 1) for kind in DEEDLAND.rules.moves}
        self.temper[moves.EndTurn] = max(self.temper[moves.EndTurn], 0.5)
        self.offering = rng.choice((0.0, 0.1, 1.0))
        self.shrewd = rng.random()
        if number % 2:
            # Builders: they buy what they can, agree to most trades, and so come to houses and debts.
            self.temper |= BUILDERS
            self.offering, self.shrewd = 1.0, 0.9
        self.leaving = rng.choice((0.0, 0.0005, 0.002))
        self.drawing = rng.choice((0.0, 0.01, 0.05))
        self.agreeing = rng.choice((0.1, 0.8))
        self.lapsing = rng.choice((0.0, 0.01, 0.3, 0.97))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.decision == "over"

    def next_entry(self, listings: dict[int, Legal]) -> tuple[int, Any, By]:
        """Choose who moves and how, from what each seat still in may do."""
        state, rng = self.state, self.rng
        if DEEDLAND.clock_goes_on(state):
            return self._by_clock()
        ticks = self.options["move_time"] is not None and not DEEDLAND.clock_rests(state)
        if ticks and rng.random() < self.lapsing:
            return self._by_clock()
        seat = state.asked
        draw = DEEDLAND.standing_draw(state)
        if draw is not None and rng.random() < 0.5:
            answer = moves.ACCEPT_DRAW if rng.random() < self.agreeing else moves.REFUSE_DRAW
            return self._by_hand(rng.choice(draw.to_answer), answer)
        if draw is None and rng.random() < self.drawing:
            other = rng.choice(state.seats_in())
            if moves.OFFER_DRAW in listings[other].moves:
                return self._by_hand(other, moves.OFFER_DRAW)
        if state.decision == "trade" and rng.random() < 0.1:
            seat = state.turn
        elif rng.random() < self.leaving:
            return self._by_hand(rng.choice(state.seats_in()), moves.RESIGN)
        return self._by_hand(seat, self._choose(seat, listings[seat]))

    def _by_clock(self) -> tuple[int, Any, By]:
        seat = self.state.asked
        return seat, DEEDLAND.on_timeout(self.state, seat), "clock"

    def _by_hand(self, seat: int, move: Any) -> tuple[int, Any, By]:
        by: By = "bot" if self.kinds[seat] == "bot" else self.rng.choice(("player", "order"))
        return seat, move, by

    def _choose(self, seat: int, listing: Legal) -> Any:
        options = [move for move in listing.moves if move is not moves.RESIGN and move not in DRAWING]
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
            return moves.Bid(min(form.high, form.low + self.rng.randrange(5_000)))
        return moves.Bid(self.rng.randint(form.low, form.high))

    def _offer(self, form: OfferForm, seat: int) -> moves.Offer:
        rng = self.rng
        to = rng.choice([s for s in form.to if form.squares[seat] or form.squares[s]])
        mine, theirs = form.squares[seat], form.squares[to]
        give = rng.sample(mine, min(len(mine), rng.randrange(3)))
        get = rng.sample(theirs, min(len(theirs), rng.randrange(3)))
        if rng.random() < self.shrewd:
            get = self._of_a_group(theirs, mine) or get
        if not give and not get:
            give, get = mine[:1], theirs[:1]
        give_cash = get_cash = 0
        if rng.random() < 0.5:
            give_cash = rng.randint(0, form.cash[seat])
        else:
            get_cash = rng.randint(0, form.cash[to])
        return moves.Offer(to, give, get, give_cash, get_cash)

    def _of_a_group(self, theirs: list[int], mine: list[int]) -> list[int]:
        """Give the receiver's deeds of a group of which the giver has one already."""
        for p in mine:
            wanted = [q for q in theirs if q in DEEDLAND.rules.board.group[p]]
            if wanted:
                return wanted
        return []

    def play(self, entry: tuple[int, Any, By]) -> list[Any]:
        """Make a move and note it down first: what breaks is in the record as its last move."""
        self.entries.append(entry)
        seat, move, by = entry
        DEEDLAND.check_by(self.state, seat, move, by)
        return DEEDLAND.apply(self.state, seat, move, by)

    def listings(self) -> dict[int, Legal]:
        """Give what each seat still in may do."""
        return {s: DEEDLAND.legal(self.state, s) for s in self.state.seats_in()}

    def record(self) -> record.Record:
        """Give the record so far, with the seeds; with placings and final if the game is over."""
        outcome = DEEDLAND.outcome(self.state)
        ending = {} if outcome is None else {"placings": outcome.placings, "final": DEEDLAND.final(self.state)}
        names = [f"{kind.capitalize()} {seat}" for seat, kind in enumerate(self.kinds)]
        return record.Record(
            format=record.FORMAT,
            ruleset=DEEDLAND.key,
            rules_version=DEEDLAND.version,
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
