"""The bots at Deedland: legal moves at every decision, what they do there that they do nowhere else."""

import random
from collections import Counter
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.bots import answer, answer_draw
from games.bots.selfplay import Plan, Played, run
from games.rules.chance import Chance
from games.rules.deedland import DEEDLAND
from games.rules.interface import STRENGTHS, Kind, Strength
from games.rules.property import moves
from games.rules.record import decode, verify
from tests.bots.tables import share
from tests.rules.candidates import offered
from tests.rules.deedland.random_play import RandomGame
from tests.rules.deedland.table import Table, group


def games(bots: tuple[Strength, ...], number: int, **changed: Any) -> list[Played]:
    """Play games of these bots."""
    plan = Plan(rule_set=DEEDLAND, games=number, seats=len(bots), bots=bots, seed="deedland", max_turns=1500, out=None)
    return list(run(plan, changed.get("jobs", 1)))


def selfplay(*args: str) -> str:
    out = StringIO()
    call_command("selfplay", *args, stdout=out)
    return out.getvalue()


# -- whole games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strength", STRENGTHS)
def test_every_move_of_a_bot_is_listed(strength: Strength) -> None:
    seen: Counter[str] = Counter()
    for number in range(4):
        seats = 2 + number % 3
        options = DEEDLAND.options(None, strength)
        state, _ = DEEDLAND.start(["bot"] * seats, Chance(f"{number + 7:064x}"), options)
        while state.decision != "over" and state.moves < 4_000:
            seat, decision = state.asked, state.decision
            move = answer(DEEDLAND, state, seat)
            assert offered(DEEDLAND.legal(state, seat), seat, move), f"{move} at {decision}"
            seen[decision] += 1
            DEEDLAND.apply(state, seat, move, "bot")
        assert state.decision == "over"
    assert seen.keys() >= {"roll", "jail", "buy", "auction", "manage"}


@pytest.mark.parametrize("strength", STRENGTHS)
def test_bots_answer_wherever_a_random_game_has_come_to(strength: Strength) -> None:
    for number in range(25):
        game, rng = RandomGame(number), random.Random(number)
        while not game.over and len(game.entries) < 200:
            state = game.state
            if rng.random() < 0.3:
                seat = state.asked
                assert offered(DEEDLAND.legal(state, seat), seat, answer(DEEDLAND, state, seat, strength))
            game.play(game.next_entry(game.listings()))


def test_the_stronger_wins_more() -> None:
    assert share(games(("hard", "easy"), 40), "hard") > 0.6
    assert share(games(("medium", "easy"), 40), "medium") > 0.55


@pytest.mark.long
def test_strengths() -> None:
    assert share(games(("hard", "medium"), 1_000, jobs=2), "hard") >= 0.6
    assert share(games(("medium", "easy"), 1_000, jobs=2), "medium") >= 0.7


@pytest.mark.long
@pytest.mark.parametrize("strength", STRENGTHS)
def test_games_of_four_bots_end(strength: Strength) -> None:
    played = games((strength,) * 4, 1_000, jobs=2)
    assert sum(game.winner is not None for game in played) >= 995


# -- what is Deedland's own ---------------------------------------------------------------------------------


def asked(table: Table, strength: Strength) -> Any:
    """Give a bot's move at a table, whoever's seat it is."""
    return answer(DEEDLAND, table.state, table.state.asked, strength)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_an_auction_takes_few_bids(strength: Strength) -> None:
    table = Table(3, rolls="1+3", at=[35, 0, 0], owner={38: 1}).roll(0).play(0, "decline")
    bids = 0
    while table.state.auction is not None:
        move = asked(table, strength)
        bids += isinstance(move, moves.Bid)
        DEEDLAND.apply(table.state, table.state.asked, move)
    assert 1 <= bids <= 40


@pytest.mark.parametrize("strength", ["medium", "hard"])
def test_a_second_offer_goes_to_another(strength: Strength) -> None:
    # Seat 0 lacks one street each of two groups: seat 1 has one of them, seat 2 the other.
    owner = {1: 0, 3: 1, 38: 0, 39: 2, 6: 1, 7: 2, 5: 0, 15: 0}
    table = Table(3, kinds=["bot"] * 3, cash=[150_000] * 3, owner=owner)
    to: list[int] = []
    while isinstance(move := asked(table, strength), moves.Offer):
        to.append(move.to)
        DEEDLAND.apply(table.state, 0, move)
        DEEDLAND.apply(table.state, move.to, moves.REFUSE)
        if table.state.decision != "manage" or table.state.turn != 0:
            break
    assert to and len(to) == len(set(to))


def test_easy_bots_make_no_offers_to_people() -> None:
    to: Counter[str] = Counter()
    for number in range(12):
        kinds: list[Kind] = ["person", "bot", "bot"]
        state, _ = DEEDLAND.start(kinds, Chance(f"{number:064x}"), DEEDLAND.options(None, "easy"))
        while state.decision != "over" and state.moves < 1_500:
            move = answer(DEEDLAND, state, state.asked)
            if isinstance(move, moves.Offer) and state.asked:
                to[kinds[move.to]] += 1
            DEEDLAND.apply(state, state.asked, move)
    assert to.keys() == {"bot"}


@pytest.mark.parametrize("strength", STRENGTHS)
def test_nothing_of_a_built_group_is_mortgaged(strength: Strength) -> None:
    table = Table(rolls="1+2", at=[36, 0], owner={39: 1, **group(2, 0)}, houses={6: 1, 7: 1}, cash=[0, 0]).roll(0)
    assert table.asked == ("debt", 0)
    while table.asked == ("debt", 0):
        move = asked(table, strength)
        assert offered(DEEDLAND.legal(table.state, 0), 0, move)
        DEEDLAND.apply(table.state, 0, move)
    assert table.cash[1] == 2_700


def test_who_is_behind_agrees_to_a_draw() -> None:
    table = Table(3, kinds=["person", "bot", "bot"], cash=[100_000, 75_000, 75_001]).play(0, "offer_draw")
    assert answer_draw(DEEDLAND, table.state, 1) == moves.ACCEPT_DRAW
    assert answer_draw(DEEDLAND, table.state, 2) == moves.REFUSE_DRAW
    # Deeds count, not money alone.
    rich = Table(3, kinds=["person", "bot", "bot"], cash=[100_000, 75_000, 0], owner={39: 1}).play(0, "offer_draw")
    assert answer_draw(DEEDLAND, rich.state, 1) == moves.REFUSE_DRAW


def test_a_game_without_bots_has_no_answers() -> None:
    with pytest.raises(TypeError, match="There are no bots for chess"):
        answer_draw(SimpleNamespace(key="chess"), None, 0)  # type: ignore[arg-type]


# -- the command --------------------------------------------------------------------------------------------


def test_selfplay_of_one_level(tmp_path: Path) -> None:
    told = selfplay(
        *("--ruleset", "deedland", "--level", "hard", "--games", "4", "--seats", "3", "--seed", "s"),
        *("--jobs", "1", "--out", str(tmp_path)),
    )
    assert "4 games of 3 seats: 4 ended within 1500 turns, 0 not" in told
    for path in tmp_path.iterdir():
        record = decode(path.read_bytes())
        assert (record.ruleset, record.options) == ("deedland", {"move_time": 86_400, "bots": "hard"})
        assert verify(record) == "ok"


def test_selfplay_without_a_level_is_of_medium_bots(tmp_path: Path) -> None:
    selfplay("--ruleset", "deedland", "--games", "1", "--jobs", "1", "--out", str(tmp_path))
    assert decode((tmp_path / "00000.json").read_bytes()).options["bots"] == "medium"


def test_a_level_is_one_name_for_all() -> None:
    told = selfplay("--level", "easy", "--games", "2", "--seats", "3", "--seed", "s", "--jobs", "1")
    assert "easy: 2 wins in 2 decided games (100.0%), 3 of 3 seats" in told
    with pytest.raises(CommandError, match="not by both"):
        selfplay("--level", "easy", "--bots", "hard,easy")
