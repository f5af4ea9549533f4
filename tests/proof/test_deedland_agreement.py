"""Two programs, one page of rules: the verifier and the engine must agree on random games of Deedland.

Games are played on the engine, by chance, and move by move on the verifier. All that either knows of the game
is compared after each move, and moves of every kind, right and wrong, are tried on both, by every hand.
"""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.proof import deedland_verify as proof
from games.rules import record
from games.rules.deedland import DEEDLAND
from games.rules.errors import RulesError
from games.rules.property import moves
from games.rules.property.state import State
from tests.rules.candidates import candidates
from tests.rules.deedland.random_play import RandomGame

#: Games are known by their numbers; these are not those of the engine's own tests.
FIRST, ORDINARY, LONG, CHUNK = 1_000_000, 120, 5_000, 20
MOVES, LONG_GAME_MOVES = 300, 3_000
KEPT = sorted((Path(__file__).parents[1] / "records" / "deedland").glob("*.json"))
AT = "2026-12-01T10:00:00Z"
HANDS = ("player", "order", "bot", "clock", "agreed")


def state_of_engine(state: State, left: list[int]) -> dict[str, Any]:
    """The engine's state in the verifier's words; `left` are those who are out, in the order of leaving."""
    over, decision = state.decision == "over", state.decision
    outcome, told = DEEDLAND.outcome(state), DEEDLAND.standing_draw(state)
    holders = [seat for seat, held in enumerate(state.cards) if held]
    bids = dict(state.auction.bids) if state.auction else {}
    offer, debt = state.offer, state.debt
    return {
        **DEEDLAND.final(state),
        "position": state.position,
        "jail_tries": state.jail,
        "get_out_card": holders[0] if holders else None,
        "fortune": state.decks[0],
        "rolls_used": state.rolls,
        "out": left,
        "placings": outcome.placings if outcome else [],
        "decision": None if over else decision,
        "awaiting": None if over else state.asked,
        "turn": None if over else state.turn,
        "offered_to": [] if over else sorted(set(state.offered) - set(left)),
        "trade": None
        if offer is None
        else {
            "type": "offer",
            "to": offer.receiver,
            "give": offer.give,
            "get": offer.get,
            "give_cash": offer.give_cash,
            "get_cash": offer.get_cash,
            "before": offer.decision,
        },
        "auction": None
        if state.auction is None
        else [[seat, bids.get(seat, 0)] for seat in (state.asked, *state.auction.queue)],
        "debt": debt and {"debtor": debt.debtor, "amount": debt.amount, "creditor": debt.creditor},
        "moves_after_fine": debt is not None and debt.then == "move",
        "payments": [[p.payer, p.payee, p.amount] for p in state.payments if not {p.payer, p.payee} & set(left)],
        "draw_offer": told and {"by": told.giver, "to_answer": sorted(told.to_answer)},
        "draws_offered": [] if over else sorted(set(state.draw_offers) - set(left)),
        "clock_entries": state.clock_run,
        "clock_rests": state.clock_rests and not over,
    }


def differences(game: proof.Game, state: State) -> list[str]:
    """List in what the two differ. How doubles are kept is each program's own: what they lead to is compared."""
    one, other = game.state(), state_of_engine(state, game.out)
    assert one.keys() - other.keys() == {"doubles", "another_turn"}
    for seat in game.out:
        # Nothing asks where those who have left stood.
        for told in (one, other):
            told["position"] = [*told["position"][:seat], None, *told["position"][seat + 1 :]]
            told["jail_tries"] = [*told["jail_tries"][:seat], None, *told["jail_tries"][seat + 1 :]]
    return [f"{name}: {one[name]!r} and {other[name]!r}" for name in other if one[name] != other[name]]


class Duel(RandomGame):
    """A random game on the engine, and the same game on the verifier."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.game = proof.Game(self.seed, list(self.kinds))
        self.has_clock = self.options["move_time"] is not None
        assert not differences(self.game, self.state)

    def step(self) -> None:
        """Make a move in both, and compare."""
        seat, move, by = self.next_entry(self.listings())
        data = msgspec.to_builtins(move)
        self.play((seat, move, by))
        proof.check_entry(self.game, {"seat": seat, "move": data, "at": AT, "by": by}, self.has_clock)
        self.game.check(seat, data)
        self.game.play(seat, data, by)
        found = differences(self.game, self.state)
        assert not found, f"after {data} of seat {seat} by {by}, move {len(self.entries) - 1}: {found}"

    def compare_refusals(self, rng: random.Random) -> int:
        """Try moves of every kind on both; give how many were tried."""
        state, tried = self.state, 0
        text = DEEDLAND.encode_state(state)
        copy = DEEDLAND.decode_state(text)
        seats = range(len(self.kinds))
        drawing = [(s, move) for s in seats for move in (moves.OFFER_DRAW, moves.ACCEPT_DRAW, moves.REFUSE_DRAW)]
        for seat, move in [*candidates(state, rng), *drawing]:
            if seat not in seats:
                continue
            tried += 1
            data = msgspec.to_builtins(move)
            try:
                DEEDLAND.apply(copy, seat, move)
                right, copy = True, DEEDLAND.decode_state(text)
            except RulesError:
                right = False
            assert right == self._takes(lambda seat=seat, data=data: self.game.check(seat, data)), (seat, data)
            by = rng.choice(HANDS)
            entry = {"seat": seat, "move": data, "at": AT, "by": by}
            allowed = self._takes(lambda entry=entry: proof.check_entry(self.game, entry, self.has_clock))
            try:
                DEEDLAND.check_by(state, seat, move, by)
                assert allowed, entry
            except RulesError:
                assert not allowed, entry
        return tried

    @staticmethod
    def _takes(check: Any) -> bool:
        try:
            check()
        except proof.Wrong:
            return False
        return True


def duel(number: int) -> None:
    """Play a game on both; its record must verify on both."""
    game, rng = Duel(number), random.Random(number)
    for _ in range(LONG_GAME_MOVES if number % 25 == 7 else MOVES):
        if game.over:
            break
        if rng.random() < 1 / 60:
            assert game.compare_refusals(rng) > 100
        game.step()
    verdict = record.verify(game.record())
    assert proof.verify(msgspec.json.decode(record.encode(game.record()))) == verdict


@pytest.mark.parametrize("first", range(FIRST, FIRST + ORDINARY, CHUNK))
def test_random_games(first: int) -> None:
    for number in range(first, first + CHUNK):
        duel(number)


@pytest.mark.long
@pytest.mark.parametrize("first", range(FIRST + ORDINARY, FIRST + LONG, CHUNK))
def test_many_random_games(first: int) -> None:
    for number in range(first, first + CHUNK):
        duel(number)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_kept_games(path: Path) -> None:
    data = path.read_bytes()
    assert proof.verify(msgspec.json.decode(data)) == record.verify(record.decode(data)) == "ok"
