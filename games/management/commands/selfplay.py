"""`manage.py selfplay`: bots play each other, without the database."""

import os
import secrets
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any, cast

from django.core.management.base import BaseCommand, CommandError

from games.bots.selfplay import LEVEL, Plan, Played, check, chooses_level, run, summary
from games.rules.interface import STRENGTHS, Strength
from games.rules.registry import RULE_SETS, newest


def whole_number(text: str) -> int:
    """Read an option's whole number. Raises ArgumentTypeError with a sentence."""
    try:
        return int(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no whole number.") from None


class Command(BaseCommand):
    """Plays games of bots against bots, tells who won and how fast, and writes their records."""

    help = "Play games of bots against bots, without the database, on all cores."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name the options; all have a default but the cap on what the machine can do."""
        parser.add_argument("--ruleset", choices=sorted({key for key, _ in RULE_SETS}), default="landlord")
        parser.add_argument("--level", choices=STRENGTHS, help="one strength for all, as --bots with one name")
        parser.add_argument("--games", type=whole_number, default=100, help="how many games (100)")
        parser.add_argument("--seats", type=whole_number, help="seats of each game (2, or one a bot named)")
        parser.add_argument(
            "--bots",
            help="strengths, one a seat, such as hard,medium; one for all seats will do. They move"
            " on by a seat from game to game. Without this, each game's seed draws one for all, or,"
            f" where the table chooses it, all are {LEVEL}",
        )
        parser.add_argument("--seed", help="any text; the same text gives the same games")
        parser.add_argument(
            "--max-turns", type=whole_number, default=1500, help="turns after which a game is stopped (1500)"
        )
        parser.add_argument("--out", type=Path, help="folder for one record file a game")
        parser.add_argument("--jobs", type=whole_number, help="processes (one a core)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play the games. Raises CommandError for options that make no sense."""
        jobs = options["jobs"]
        if jobs is None:
            jobs = os.cpu_count() or 1
        if jobs < 1:
            raise CommandError("The number of processes must be 1 or more.")
        plan = self._plan(options)
        jobs = min(jobs, plan.games)
        self.stdout.write(f"seed: {plan.seed}")
        began = time.perf_counter()
        try:
            games = self._play(plan, jobs)
        except OSError as error:
            raise CommandError(f"The records can't be written to {plan.out}: {error.strerror}.") from None
        except KeyboardInterrupt:
            raise CommandError("Stopped.") from None
        for line in summary(plan, games, time.perf_counter() - began, jobs):
            self.stdout.write(line)
        if plan.out is not None:
            self.stdout.write(f"{len(games)} records in {plan.out}")

    def _plan(self, options: dict[str, Any]) -> Plan:
        names = None
        rules = newest(options["ruleset"])
        if options["level"] is not None:
            if options["bots"] is not None:
                raise CommandError("Name the bots' strengths by --bots or by --level, not by both.")
            names = [options["level"]]
        elif options["bots"] is None and chooses_level(rules):
            names = [LEVEL]
        elif options["bots"] is not None:
            names = [name.strip() for name in options["bots"].split(",")]
        seats = options["seats"]
        if seats is None:
            seats = len(names) if names is not None and len(names) > 1 else 2
        if names is not None and len(names) == 1:
            names *= max(seats, 1)
        plan = Plan(
            rule_set=rules,
            games=options["games"],
            seats=seats,
            bots=None if names is None else cast(tuple[Strength, ...], tuple(names)),
            seed=secrets.token_hex(8) if options["seed"] is None else options["seed"],
            max_turns=options["max_turns"],
            out=options["out"],
        )
        try:
            check(plan)
        except ValueError as error:
            raise CommandError(str(error)) from None
        return plan

    def _play(self, plan: Plan, jobs: int) -> list[Played]:
        watched = sys.stderr.isatty()
        games: list[Played] = []
        shown = 0.0
        for game in run(plan, jobs):
            games.append(game)
            now = time.monotonic()
            if watched and (now - shown > 0.2 or len(games) == plan.games):
                shown = now
                print(f"\r{len(games)} of {plan.games} games", end="", file=sys.stderr, flush=True)
        if watched:
            print(file=sys.stderr)
        return games
