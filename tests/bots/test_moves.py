"""What bots are handed, and that they answer every decision by a legal move, in finitely many of them."""

import inspect
import os
import subprocess
import sys

import msgspec
import pytest

from games import bots
from games.bots import answer
from games.bots.knowledge import knowledge
from games.bots.landing import landings_per_turn
from games.rules.chance import Chance
from games.rules.landlord import LANDLORD
from games.rules.property import moves
from tests.bots.tables import OPTIONS, is_listed, position

STRENGTHS = ("easy", "medium", "hard")
LONGEST_TURN = 120


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_move_of_a_bot_is_listed_and_every_turn_ends(strength, seats):
    for game in range(4):
        state, _ = LANDLORD.start(["bot"] * seats, Chance(f"{game + 7:064x}"), OPTIONS)
        turn, in_turn, decided = 0, 0, set()
        while state.decision != "over" and state.turns < 600:
            seat = state.asked
            decided.add(state.decision)
            move = answer(LANDLORD, state, seat, strength)
            assert move != moves.RESIGN
            assert is_listed(state, seat, move)
            in_turn = in_turn + 1 if state.turns == turn else 1
            turn = state.turns
            assert in_turn < LONGEST_TURN
            LANDLORD.apply(state, seat, move)
        assert {"buy", "auction", "manage"} <= decided


@pytest.mark.parametrize("strength", STRENGTHS)
def test_in_one_turn_no_bot_lifts_a_mortgage_that_it_has_just_taken(strength):
    for game in range(6):
        state, _ = LANDLORD.start(["bot"] * 3, Chance(f"{game + 70:064x}"), OPTIONS)
        turn, taken = 0, set()
        while state.decision != "over" and state.turns < 600:
            if state.turns != turn:
                turn, taken = state.turns, set()
            move = answer(LANDLORD, state, state.asked, strength)
            if isinstance(move, moves.Mortgage):
                assert move.square not in taken
                taken.add(move.square)
            if isinstance(move, moves.Unmortgage):
                assert move.square not in taken
            LANDLORD.apply(state, state.asked, move)


def test_a_bot_is_handed_its_view_its_legal_moves_and_its_own_number_and_no_seed(monkeypatch):
    handed = []

    def choose(view, legal, number, known):
        handed.append((view, legal(), number(), known))
        return moves.END_TURN

    monkeypatch.setitem(bots.CHOOSERS, "hard", choose)
    state = position([100, 100], {0: [1], 1: [3]})
    assert answer(LANDLORD, state, 0, "hard") == moves.END_TURN
    [(view, legal, number, known)] = handed
    assert view == LANDLORD.view(state, 0)
    assert legal == LANDLORD.legal(state, 0)
    assert number == state.chance.draw("bot:0", state.moves)
    assert known is knowledge(LANDLORD.rules)
    assert state.chance.seed.encode() not in msgspec.json.encode([view, legal])


def test_the_strength_is_the_games_own_unless_another_is_named(monkeypatch):
    asked = []
    for name in STRENGTHS:
        monkeypatch.setitem(bots.CHOOSERS, name, lambda *_, name=name: asked.append(name))
    state = position([100, 100], {0: [1]})
    answer(LANDLORD, state, 0)
    assert asked == [state.strength]


def test_a_game_without_bots_is_refused_in_words():
    class Patience:
        key = "patience"

    with pytest.raises(TypeError, match="no bots for patience"):
        answer(Patience(), None, 0)  # type: ignore[arg-type]


def test_no_bot_draws_chance_of_its_own():
    for module in (bots.easy, bots.medium, bots.hard, bots.bargains, bots.position, bots.offers, bots.raising):
        source = inspect.getsource(module)
        assert "import random" not in source
        assert "chance" not in {word for line in source.splitlines() if "import" in line for word in line.split(".")}


HASHED = """
import hashlib
from tests.bots.tables import games
from pathlib import Path
import tempfile
out = Path(tempfile.mkdtemp())
for bots in ("hard,medium,easy", "hard,hard", "easy,easy,medium,hard"):
    games(bots, 5, out=out / bots)
print(hashlib.sha256(b"".join(p.read_bytes() for p in sorted(out.rglob("*.json")))).hexdigest())
"""


def test_games_are_the_same_to_the_byte_under_three_hash_seeds():
    prints = set()
    for hash_seed in ("0", "1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            [sys.executable, "-c", HASHED], env=environment, capture_output=True, text=True, check=True
        )
        prints.add(done.stdout)
    assert len(prints) == 1
    assert len(prints.pop().strip()) == 64


def test_hard_bots_leave_jail_early_in_the_game_and_stay_when_rents_are_high():
    early = position([100, 100], {0: [1], 1: [3]}, decision="jail")
    early.jail[0], early.position[0] = 3, 10
    late = position(
        [100, 100],
        {0: [1, 5, 15, 25, 35, 13, 27, 37, 39, 31], 1: [3, 6, 7, 9, 11, 12, 14, 16, 18, 19, 21, 22, 24, 26, 28, 29]},
        decision="jail",
        houses=dict.fromkeys([16, 18, 19, 6, 7, 9], 4),
    )
    late.jail[0], late.position[0] = 3, 10
    for strength in ("medium", "hard"):
        assert answer(LANDLORD, early, 0, strength) == moves.PAY_FINE
        assert answer(LANDLORD, late, 0, strength) == moves.ROLL


def test_a_get_out_card_is_used_before_money_is_paid():
    state = position([100, 100], {0: [1], 1: [3]}, decision="jail")
    state.jail[0], state.position[0], state.cards[0] = 3, 10, ["F8"]
    for strength in STRENGTHS:
        assert answer(LANDLORD, state, 0, strength) == moves.USE_CARD


def test_medium_and_hard_build_on_a_whole_set_and_lift_a_mortgage_that_keeps_them_from_it():
    whole = position([200, 100], {0: [16, 18, 19], 1: [3]})
    stopped = position([200, 100], {0: [16, 18, 19], 1: [3]}, mortgaged=[18])
    for strength in ("medium", "hard"):
        assert answer(LANDLORD, whole, 0, strength) in (moves.BUILD[16], moves.BUILD[18], moves.BUILD[19])
        assert answer(LANDLORD, stopped, 0, strength) == moves.UNMORTGAGE[18]


def test_a_debt_is_raised_by_loans_on_loose_squares_before_houses_are_sold():
    state = position([0, 100], {0: [16, 18, 19, 1], 1: [3]}, houses={16: 3, 18: 3, 19: 3})
    state.ask("debt", 0)
    for strength in ("medium", "hard"):
        assert answer(LANDLORD, state, 0, strength) == moves.MORTGAGE[1]


def test_who_moves_comes_more_often_to_what_lies_past_the_jail_than_to_what_lies_before_go_to_jail():
    landed = landings_per_turn(LANDLORD.rules)
    assert landed[30] == 0
    # A throw brings one to a square, a double to another, a card once more: a little over one a turn.
    assert 1 < sum(landed) < 1.3
    assert landed[18] > landed[3]
    # Cards name these two.
    assert landed[24] > landed[22] and landed[39] > landed[37]
