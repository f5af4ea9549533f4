"""The pages of rules and the fair-play page. Every figure on them comes from the rule sets themselves."""

from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.humanize.templatetags.humanize import apnumber
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games import clock
from games.chat.models import LONGEST
from games.guests import OPTIONS as GUEST_OPTIONS
from games.pages import errors
from games.pages.rules_figures import figures, numbers
from games.pages.rules_index import FAIR_PLAY, RULINGS, SECTIONS
from games.present.clocks import length
from games.present.table import rules_of
from games.rules.chance import Chance, commitment, derive_seed
from games.rules.interface import STRENGTHS
from games.rules.landlord import OFFERS_A_TURN
from games.rules.property.hands import RESTS_AFTER
from games.rules.property.moves import Timeout
from games.rules.property.rules import Rules
from games.rules.record import FORMAT
from games.rules.registry import PLAYED, newest

#: The example on the pages: anybody can compute it again.
EXAMPLE_SERVER_SEED = bytes(range(32)).hex()
EXAMPLE_CLIENT_SEEDS = ("ada", "bob", "")
EXAMPLE_ROLLS = 10

_SHARES = {2: "half", 5: "fifth", 10: "tenth"}

BY_HAND = Path(__file__).with_name("by_hand.py")


@errors.only("GET")
def rules(request: HttpRequest, key: str = PLAYED[0]) -> HttpResponse:
    """Show the whole of a game's rules; without a name those of the first game."""
    if key not in PLAYED:
        raise Http404("There is no game of this name here.")
    return render(request, f"rules/{key}.html", {**rules_context(key), **_settings()})


@errors.only("GET")
def fair_play(request: HttpRequest) -> HttpResponse:
    """Show how chance works, how to check it, and the form of a game's record."""
    return render(request, "fair_play.html", {**fair_play_context(), **_settings()})


def _settings() -> dict[str, Any]:
    return {"keep_days": settings.GUEST_GAME_KEEP_DAYS}


@cache
def rules_context(key: str) -> dict[str, Any]:
    """Give what a game's page of rules shows: the rule set is a constant, so it is made once."""
    rules = rules_of(newest(key))
    return {
        **figures(rules),
        "key": key,
        "games": [(other, newest(other).title) for other in PLAYED],
        "sections": SECTIONS[key],
        "rulings": RULINGS[key],
        "c": _clock(rules),
        "strengths": STRENGTHS,
        "offers": apnumber(OFFERS_A_TURN),
        "guests_move_time": length(timedelta(seconds=GUEST_OPTIONS["move_time"])),
        "most_letters": LONGEST,
        "other_times": [_seconds(time) for time in rules.tables.other_move_times if time is not None],
        "last_example": EXAMPLE_ROLLS - 1,
        "example": example(rules),
    }


@cache
def fair_play_context() -> dict[str, Any]:
    """Give what the fair-play page shows."""
    games = [rules_of(newest(key)) for key in PLAYED]
    first = games[0]
    return {
        "sections": FAIR_PLAY,
        "format": FORMAT,
        "games": [_checked(rules) for rules in games],
        "drawing": " and ".join(rules.title for rules in games if not rules.tables.levels),
        "first": first,
        "n": numbers(first),
        "strengths": STRENGTHS,
        "example": example(first),
        "by_hand": BY_HAND.read_text(encoding="utf-8"),
    }


def _checked(rules: Rules) -> dict[str, Any]:
    """Give what the fair-play page tells of one game."""
    times, others = rules.tables.move_times, rules.tables.other_move_times
    also = ["null for no clock" if time is None else str(time) for time in others]
    return {
        "key": rules.key,
        "title": rules.title,
        "decks": rules.decks,
        "levels": rules.tables.levels,
        "draws": rules.draws,
        "timeouts": Timeout in rules.moves,
        "times": f"from {times[0]} to {times[-1]}{''.join(f', or {time}' for time in also)}",
    }


def _seconds(time: int) -> str:
    return f"{time} seconds"


@cache
def _example_seed() -> str:
    return derive_seed(EXAMPLE_SERVER_SEED, EXAMPLE_CLIENT_SEEDS)


def example(rules: Rules) -> dict[str, Any]:
    """Give what chance decides in the example game: the test values of the rules."""
    chance = Chance(_example_seed())
    first = chance.draw("dice", 0)
    return {
        "server_seed": EXAMPLE_SERVER_SEED,
        "client_seeds": EXAMPLE_CLIENT_SEEDS,
        "commitment": commitment(EXAMPLE_SERVER_SEED),
        "seed": _example_seed(),
        "joined": "|".join((EXAMPLE_SERVER_SEED, *EXAMPLE_CLIENT_SEEDS)),
        "first_draw": str(first),
        "first_remainder": first % 36,
        "rolls": [chance.dice(k) for k in range(EXAMPLE_ROLLS)],
        "order": chance.shuffle(range(len(EXAMPLE_CLIENT_SEEDS)), "order"),
        "decks": [(deck.name, chance.shuffle(list(deck.cards), deck.label)) for deck in rules.decks],
        "strength": STRENGTHS[chance.draw("bot-strength", 0) % len(STRENGTHS)],
    }


def _clock(rules: Rules) -> dict[str, Any]:
    """Give the lengths of the clock's rules, in words."""
    with_people = rules.tables.with_people
    assert with_people is not None
    return {
        "longest_chance": length(clock.LONGEST_CHANCE),
        "least_share": _SHARES[clock.LEAST_SHARE],
        "least_left": length(clock.LEAST_LEFT),
        "first_wait": length(clock.FIRST_WAIT),
        "grace": f"{clock.GRACE.total_seconds():g} seconds",
        "longest_gap": length(clock.LONGEST_GAP),
        "pause_days": (clock.PAUSE_DAYS[0], clock.PAUSE_DAYS[-1]),
        "proposal_stands": length(clock.PROPOSAL_STANDS),
        "proposals_every": length(clock.PROPOSALS_EVERY),
        "with_people": length(timedelta(seconds=with_people)),
        "rests_after": RESTS_AFTER,
    }
