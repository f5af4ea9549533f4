"""The game record, format 1: read, write, play again, verify. Runs without Django.

`python -m games.rules.record FILE...` prints one line a file and exits 1 if any is wrong.
"""

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

import msgspec

from games.rules.chance import CLIENT_SEED, SERVER_SEED, Chance, commitment, derive_seed
from games.rules.errors import RulesError
from games.rules.interface import By, Event, Kind, RuleSet
from games.rules.registry import rule_set

FORMAT = 1
TIME = "%Y-%m-%dT%H:%M:%SZ"
_TIME_FORM = re.compile(r"\d{4}-\d\d-\d\dT([01]\d|2[0-3]):\d\d:\d\dZ\Z", re.ASCII)


class RecordError(ValueError):
    """A record is wrong; `number` is that of the first wrong move, None if it is no move's fault."""

    def __init__(self, reason: str, number: int | None = None) -> None:
        super().__init__(reason if number is None else f"move {number}: {reason}")
        self.number = number


class SeatEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sat at a seat; a bot's client seed is empty."""

    name: str
    kind: Kind
    client_seed: str


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One decision: the move's JSON as it stands, who made it and when (UTC, whole seconds)."""

    seat: int
    move: msgspec.Raw
    at: str
    by: By


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game's record. What a running game keeps to itself is left out: seeds, placings, final."""

    format: int
    ruleset: str
    rules_version: int
    game: str
    started_at: str
    finished_at: str | None
    options: dict[str, Any]
    seats: list[SeatEntry]
    commitment: str
    moves: list[Entry]
    server_seed: str | msgspec.UnsetType = msgspec.UNSET
    seed: str | msgspec.UnsetType = msgspec.UNSET
    placings: list[list[int]] | msgspec.UnsetType | None = msgspec.UNSET
    final: dict[str, Any] | msgspec.UnsetType | None = msgspec.UNSET


_decoder = msgspec.json.Decoder(Record)
_encoder = msgspec.json.Encoder()


def encode(record: Record) -> bytes:
    """Write a record as JSON, compact, ready to be served or kept."""
    return _encoder.encode(record)


def decode(data: bytes | str) -> Record:
    """Read a record. Raises RecordError, which says what is wrong with its form."""
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise RecordError(f"this is no record of format {FORMAT}: {error}") from None


class Step(msgspec.Struct):
    """The game after one entry: its number (-1: the start), the state itself, what happened."""

    number: int
    state: Any
    events: Sequence[Event]


def replay(record: Record) -> Iterator[Step]:
    """Play a record again, giving the start and then a step for each entry.

    The state is one and the same object throughout, changed in place: take what you need of it
    before asking for the next step. Raises RecordError at the first entry that is wrong.
    """
    rules, chance = _rules_and_chance(record)
    kinds = [seat.kind for seat in record.seats]
    try:
        state, events = rules.start(kinds, chance, record.options)
    except RulesError as error:
        raise RecordError(str(error)) from None
    yield Step(-1, state, events)
    for number, entry in enumerate(record.moves):
        try:
            _check_time(entry.at)
            move = rules.decode_move(entry.move)
            if not 0 <= entry.seat < len(kinds):
                raise RecordError(f"there is no seat {entry.seat}")
            rules.check_by(state, entry.seat, move, entry.by)
            events = rules.apply(state, entry.seat, move, entry.by)
        except (RulesError, RecordError) as error:
            raise RecordError(str(error), number) from None
        yield Step(number, state, events)


def verify(record: Record) -> Literal["ok", "unfinished"]:
    """Check a whole record against its seeds and rules.

    Gives `unfinished` for a game without placings whose moves are all legal. Raises RecordError with
    the number of the first wrong move, or with what else is wrong.
    """
    _check_time(record.started_at)
    if record.finished_at is not None:
        _check_time(record.finished_at)
    state = None
    for step in replay(record):
        state = step.state
    rules = rule_set(record.ruleset, record.rules_version)
    outcome = rules.outcome(state)
    placings, final = _given(record.placings), _given(record.final)
    if outcome is None:
        if placings is not None or final is not None:
            raise RecordError("placings and final are given, and the game is not over")
        return "unfinished"
    if placings is None or final is None:
        raise RecordError("the game is over, and placings or final are missing")
    if placings != outcome.placings:
        raise RecordError(f"the placings are {outcome.placings}, not {placings}")
    # Compared as JSON text: in Python true equals 1 and 4.0 equals 4.
    if _canonical(final) != _canonical(rules.final(state)):
        raise RecordError("final is not the state that the moves lead to")
    return "ok"


def _rules_and_chance(record: Record) -> tuple[RuleSet[Any], Chance]:
    if record.format != FORMAT:
        raise RecordError(f"format {record.format}: this program reads format {FORMAT}")
    server_seed, seed = _given(record.server_seed), _given(record.seed)
    if server_seed is None or seed is None:
        raise RecordError("the seeds are missing: they are published when the game ends")
    if not SERVER_SEED.match(server_seed):
        raise RecordError("server_seed is not 64 lower-case hex digits")
    for number, seat in enumerate(record.seats):
        if seat.kind == "bot" and seat.client_seed:
            raise RecordError(f"seat {number}: a bot's client seed is empty")
        if seat.kind != "bot" and not CLIENT_SEED.match(seat.client_seed):
            raise RecordError(f"seat {number}: the client seed is not 1 to 64 of A-Z a-z 0-9 . _ -")
    if record.commitment != commitment(server_seed):
        raise RecordError("the commitment is not that of the server seed")
    if seed != derive_seed(server_seed, [seat.client_seed for seat in record.seats]):
        raise RecordError("the seed does not follow from the server seed and the client seeds")
    try:
        return rule_set(record.ruleset, record.rules_version), Chance(seed)
    except RulesError as error:
        raise RecordError(str(error)) from None


def _given(value: Any) -> Any:
    return None if value is msgspec.UNSET else value


def _canonical(value: Any) -> bytes:
    return msgspec.json.encode(value, order="sorted")


def _check_time(text: str) -> None:
    try:
        if not _TIME_FORM.match(text):
            raise ValueError
        datetime.fromisoformat(text)
    except ValueError:
        raise RecordError(f"{text!r} is no time of the form YYYY-MM-DDTHH:MM:SSZ") from None


def verify_files(paths: Sequence[str], say: Callable[[str], object]) -> bool:
    """Verify files and say a line for each. Gives True if none is wrong."""
    all_right = True
    for path in paths:
        try:
            verdict: str = verify(decode(Path(path).read_bytes()))
        except OSError as error:
            verdict, all_right = f"can't be read: {error.strerror}", False
        except RecordError as error:
            verdict, all_right = f"wrong: {error}", False
        say(f"{path}: {verdict}")
    return all_right


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python -m games.rules.record FILE...")
    sys.exit(0 if verify_files(sys.argv[1:], print) else 1)
