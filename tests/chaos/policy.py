"""What a simulated player does: drawn by a seeded generator from what the site says is legal."""

import random
from typing import Any

#: How much each move is liked; what is not here, a little.
LIKES = {
    "buy": 30,
    "decline": 4,
    "end_turn": 14,
    "build": 10,
    "roll": 8,
    "pay_fine": 4,
    "accept": 5,
    "refuse": 5,
    "pass": 8,
    "withdraw": 2,
    "unmortgage": 1,
    "sell": 2,
    "mortgage": 1,
    "bid": 8,
    "offer": 3,
}
#: Moves that belong together in one request.
TOGETHER = {"buy": {"type": "end_turn"}}


def move(rng: random.Random, legal: dict[str, Any], seat: int) -> list[dict[str, Any]]:
    """Give the moves of one request, in order; empty where nothing but to resign is left."""
    choices: list[tuple[dict[str, Any], float]] = [
        (each, LIKES.get(each["type"], 0.5)) for each in legal["moves"] if each["type"] != "resign"
    ]
    choices += [(_filled(rng, form, seat), LIKES[form["form"]]) for form in legal["forms"]]
    if not choices:
        return []
    chosen = rng.choices([c for c, _ in choices], [w for _, w in choices])[0]
    follows = TOGETHER.get(chosen["type"])
    return [chosen, follows] if follows and rng.random() < 0.3 else [chosen]


def _filled(rng: random.Random, form: dict[str, Any], seat: int) -> dict[str, Any]:
    if form["form"] == "bid":
        return {"type": "bid", "amount": min(form["high"], form["low"] + rng.randrange(4))}
    to = rng.choice(form["to"])
    mine, others = form["squares"][seat], form["squares"][to]
    give = rng.sample(mine, min(len(mine), rng.randrange(2)))
    get = rng.sample(others, min(len(others), 1))
    money = rng.randrange(1, 20)
    return {
        "type": "offer",
        "to": to,
        "give": sorted(give),
        "get": sorted(get),
        "give_cash": min(money, form["cash"][seat]) if get else 0,
        "get_cash": 0 if get else min(money, form["cash"][to]),
    }
