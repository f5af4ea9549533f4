"""A game played by hypothesis, which looks for the shortest series of moves that breaks something."""

import random
from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.rules.chance import Chance
from games.rules.interface import Kind
from games.rules.landlord import LANDLORD
from games.rules.property import moves
from games.rules.property.moves import BidForm
from games.rules.property.state import State
from tests.rules import invariants
from tests.rules.candidates import check_agreement
from tests.rules.table import OPTIONS

kinds = st.lists(st.sampled_from(["person", "guest", "bot"]), min_size=2, max_size=4)


class Game(RuleBasedStateMachine):
    """Any game of Landlord, its seed chosen too; the common invariants after every move."""

    state: State

    @initialize(kinds=kinds, seed=st.binary(min_size=32, max_size=32))
    def start(self, kinds: list[Kind], seed: bytes) -> None:
        self.state, events = LANDLORD.start(kinds, Chance(seed.hex()), OPTIONS)
        invariants.check_all([150] * len(kinds), events, self.state)

    def running(self) -> bool:
        return self.state.decision != "over"

    def make(self, seat: int, move: Any) -> None:
        before = self.state.cash[:]
        number = self.state.moves
        events = LANDLORD.apply(self.state, seat, move)
        invariants.check_all(before, events, self.state)
        assert self.state.moves == number + 1
        assert LANDLORD.decode_events(msgspec.json.encode(events)) == events

    @precondition(running)
    @rule(data=st.data())
    def listed(self, data: st.DataObject) -> None:
        seat = self.state.asked
        listed = [m for m in LANDLORD.legal(self.state, seat).moves if m != moves.RESIGN]
        self.make(seat, data.draw(st.sampled_from(listed)))

    @precondition(lambda self: self.state.decision == "auction")
    @rule(data=st.data())
    def bid(self, data: st.DataObject) -> None:
        (form,) = LANDLORD.legal(self.state, self.state.asked).forms
        assert isinstance(form, BidForm)
        self.make(self.state.asked, moves.Bid(data.draw(st.integers(form.low, form.high))))

    @precondition(lambda self: self.state.decision in ("jail", "manage"))
    @rule(data=st.data())
    def offer(self, data: st.DataObject) -> None:
        seat = self.state.asked
        forms = LANDLORD.legal(self.state, seat).forms
        if not forms:
            return
        (form,) = forms
        to = data.draw(st.sampled_from(form.to))
        give = data.draw(st.lists(st.sampled_from(form.squares[seat] or [0]), unique=True, max_size=2))
        get = data.draw(st.lists(st.sampled_from(form.squares[to] or [0]), unique=True, max_size=2))
        move = moves.Offer(
            to,
            [p for p in give if p in form.squares[seat]],
            [p for p in get if p in form.squares[to]],
            data.draw(st.integers(0, form.cash[seat])),
            0,
        )
        if move.give or move.get:
            self.make(seat, move)

    @precondition(running)
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        if data.draw(st.integers(0, 7)) == 0:
            self.make(data.draw(st.sampled_from(self.state.seats_in())), moves.RESIGN)

    @precondition(running)
    @rule()
    def time_out(self) -> None:
        if self.state.decision in ("auction", "trade"):
            self.make(self.state.asked, moves.TIMEOUT)

    @rule(number=st.integers(0, 2**32))
    def try_candidates(self, number: int) -> None:
        check_agreement(self.state, random.Random(number))

    @invariant()
    def outcome_exactly_when_over(self) -> None:
        outcome = LANDLORD.outcome(self.state)
        assert (outcome is None) == bool(LANDLORD.decisions(self.state))


TestGame = Game.TestCase
TestGame.settings = settings(
    max_examples=100,
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
