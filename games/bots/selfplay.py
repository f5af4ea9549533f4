"""Bots against each other, without the database: whole games, on all cores, with their records."""

import hashlib
import signal
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from games.bots import answer
from games.rules import record
from games.rules.chance import SERVER_SEED, Chance, commitment, derive_seed
from games.rules.interface import STRENGTHS, RuleSet, Strength
from games.rules.record import Entry, Record, SeatEntry

MOVE_TIME = 86_400
#: The level of games whose bots are neither named nor drawn.
LEVEL: Strength = "medium"

#: Self-play has no clock. A fixed beginning and a second a move let a run be repeated to the byte.
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)

#: Games handed to a process at a time.
CHUNK = 10


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A run of self-play: `bots` one strength a seat, None where each game's seed draws it.

    `max_turns` is the turn after which a game is stopped, `out` the folder for the records, if any.
    """

    rule_set: RuleSet[Any]
    games: int
    seats: int
    bots: tuple[Strength, ...] | None
    seed: str
    max_turns: int
    out: Path | None


class Played(msgspec.Struct, frozen=True):
    """One game: strengths by seat, the winner's seat (None: stopped), turns, moves and processor seconds."""

    number: int
    strengths: tuple[Strength, ...]
    winner: int | None
    turns: int
    moves: int
    seconds: float


def check(plan: Plan) -> None:
    """Raise ValueError with a sentence for the user if a run can't be made as planned."""
    seats = plan.rule_set.seats
    if plan.games < 1:
        raise ValueError("The number of games must be 1 or more.")
    if plan.seats not in seats:
        raise ValueError(f"The number of seats must be from {seats[0]} to {seats[-1]}.")
    if plan.max_turns < 1:
        raise ValueError("The cap on turns must be 1 or more.")
    if plan.bots is None:
        return
    for name in plan.bots:
        if name not in STRENGTHS:
            raise ValueError(f"There is no bot {name!r}: choose among {', '.join(STRENGTHS)}.")
    if len(plan.bots) != plan.seats:
        raise ValueError(f"{len(plan.bots)} bots for {plan.seats} seats: name one for each seat.")


def server_seed(text: str, number: int) -> str:
    """Give the server seed of a game of a run: the SHA-256 of the run's seed text and its number."""
    return hashlib.sha256(f"{text}|{number}".encode(errors="surrogateescape")).hexdigest()


def line_up(plan: Plan, number: int) -> tuple[Strength, ...] | None:
    """Give the strengths by seat in a game: those planned, moved on by one seat from game to game."""
    if plan.bots is None:
        return None
    shift = number % plan.seats
    return plan.bots[-shift:] + plan.bots[:-shift] if shift else plan.bots


def chooses_level(rules: RuleSet[Any]) -> bool:
    """Tell whether a game's options name the level of its bots; else its seed draws it."""
    return rules.options(MOVE_TIME, LEVEL) != rules.options(MOVE_TIME, None)


def options_of(plan: Plan) -> dict[str, Any]:
    """Give the options of a run's games: where these name one level for all bots, that of the first planned."""
    return plan.rule_set.options(MOVE_TIME, plan.bots[0] if plan.bots else LEVEL)


def play(plan: Plan, number: int) -> Played:
    """Play one game of a run, and write its record if the plan has a folder for it."""
    rules = plan.rule_set
    secret = server_seed(plan.seed, number)
    assert SERVER_SEED.match(secret)
    seed = derive_seed(secret, [""] * plan.seats)
    named = line_up(plan, number)
    state, _ = rules.start(["bot"] * plan.seats, Chance(seed), options_of(plan))
    level = rules.strength(state)
    assert level is not None
    strengths = named or (level,) * plan.seats
    entries: list[tuple[int, Any]] = []
    began = time.process_time()
    while decisions := rules.decisions(state):
        if state.turns > plan.max_turns:
            break
        seat = decisions[0].seat
        move = answer(rules, state, seat, strengths[seat])
        rules.apply(state, seat, move, "bot")
        entries.append((seat, move))
    seconds = time.process_time() - began
    outcome = rules.outcome(state)
    if plan.out is not None:
        _write(plan, plan.out, number, secret, seed, entries, state)
    winner = outcome.placings[0][0] if outcome else None
    return Played(number, strengths, winner, state.turns, len(entries), seconds)


def _write(
    plan: Plan,
    out: Path,
    number: int,
    secret: str,
    seed: str,
    entries: Sequence[tuple[int, Any]],
    state: Any,
) -> None:
    rules = plan.rule_set
    outcome = rules.outcome(state)
    written = Record(
        format=record.FORMAT,
        ruleset=rules.key,
        rules_version=rules.version,
        game=f"selfplay-{number}",
        started_at=_at(0),
        finished_at=_at(len(entries)) if outcome else None,
        options=options_of(plan),
        seats=[SeatEntry(f"Bot {seat + 1}", "bot", "") for seat in range(plan.seats)],
        commitment=commitment(secret),
        moves=[
            Entry(seat, msgspec.Raw(msgspec.json.encode(move)), _at(n), "bot")
            for n, (seat, move) in enumerate(entries, 1)
        ],
        server_seed=secret,
        seed=seed,
        placings=outcome.placings if outcome else msgspec.UNSET,
        final=rules.final(state) if outcome else msgspec.UNSET,
    )
    (out / f"{number:05d}.json").write_bytes(record.encode(written))


def _at(seconds: int) -> str:
    return (BEGINNING + timedelta(seconds=seconds)).strftime(record.TIME)


def run(plan: Plan, jobs: int) -> Iterator[Played]:
    """Play all games of a run on so many processes, and give them in the order of their numbers.

    Raises ValueError as `check` does, and OSError if a record can't be written.
    """
    check(plan)
    if plan.out is not None:
        plan.out.mkdir(parents=True, exist_ok=True)
    if jobs == 1:
        for number in range(plan.games):
            yield play(plan, number)
        return
    chunk = max(1, min(CHUNK, plan.games // (4 * jobs)))
    executor = ProcessPoolExecutor(jobs, initializer=_leave_signals_to_the_parent)
    try:
        yield from executor.map(partial(_play_by_key, _portable(plan)), range(plan.games), chunksize=chunk)
    finally:
        # After Ctrl-C only the games in hand are played to their end.
        executor.shutdown(cancel_futures=True)


def _leave_signals_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


# A rule set is full of functions and stays at home; the processes look it up by its key.
Portable = tuple[str, int, dict[str, Any]]


def _portable(plan: Plan) -> Portable:
    rest = {name: value for name, value in vars(plan).items() if name != "rule_set"}
    return plan.rule_set.key, plan.rule_set.version, rest


def _play_by_key(portable: Portable, number: int) -> Played:
    from games.rules.registry import rule_set

    key, version, rest = portable
    return play(Plan(rule_set=rule_set(key, version), **rest), number)


def summary(plan: Plan, games: Sequence[Played], seconds: float, jobs: int) -> list[str]:
    """Give what a run has shown, in lines for the terminal; `seconds` is its time by the clock."""
    ended = [game for game in games if game.winner is not None]
    turns = sorted(game.turns for game in games)
    moves = sum(game.moves for game in games)
    busy = sum(game.seconds for game in games)
    stopped = len(games) - len(ended)
    middle = turns[len(turns) // 2]
    lines = [
        f"{len(games)} games of {plan.seats} seats: {len(ended)} ended within {plan.max_turns} turns, {stopped} not",
        f"turns a game: {middle} in the middle, {turns[-1]} at most; decisions a turn: {moves / sum(turns):.2f}",
    ]
    for strength in STRENGTHS:
        seats = sum(game.strengths.count(strength) for game in ended)
        if not seats:
            continue
        if plan.bots is None:
            drawn = sum(game.strengths[0] == strength for game in ended)
            lines.append(f"{strength}: drawn from the seed in {drawn} of the games that ended")
            continue
        won = sum(game.strengths[game.winner] == strength for game in ended)  # type: ignore[index]
        lines.append(
            f"{strength}: {won} wins in {len(ended)} decided games ({won / len(ended):.1%}),"
            f" {seats / len(ended):.2g} of {plan.seats} seats"
        )
    lines.append(
        f"{sum(turns) / seconds:,.0f} turns and {moves / seconds:,.0f} decisions a second on {jobs}"
        f" process{'es' if jobs > 1 else ''}; {sum(turns) / busy:,.0f} and {moves / busy:,.0f} a second of one core"
    )
    return lines
