"""Every acknowledged move stands in its record once and in order, nobody else's does, and every record verifies."""

import json
from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from games.proof import landlord_verify
from tests.chaos.evidence import Evidence, Finding
from tests.chaos.journal import Act
from tests.chaos.rows import Row, Rows, move_of

Claims = dict[tuple[str, int], Act]


def check(rows: Rows, evidence: Evidence) -> Iterator[Finding]:
    """Compare the records with what the load was told, and each with the rules."""
    claims: Claims = {}
    yield from _acknowledged(rows, evidence, claims)
    yield from _asked_for(rows, evidence, claims)
    yield from _in_order(claims)
    yield from _rooms(rows, evidence)
    yield from _answers(rows, evidence)
    for game in rows.started():
        yield from _record(rows, game, evidence.records.get(game["public_id"]))


def _acknowledged(rows: Rows, evidence: Evidence, claims: Claims) -> Iterator[Finding]:
    for act in evidence.journal.acts:
        if not act.acknowledged or act.kind not in ("moves", "form", "resign"):
            continue
        game = rows.by_name.get(act.game)
        if game is None:
            yield Finding("an acknowledged move is lost", f"there is no game {act.game}")
            continue
        entries = {entry["number"]: entry for entry in rows.moves[game["id"]]}
        if act.kind == "resign":
            numbers = [
                n for n, e in entries.items() if (e["seat"], e["by"], move_of(e)) == (act.seat, "player", act.moves[0])
            ]
            if len(numbers) != 1:
                yield Finding(
                    "an acknowledged move is lost", f"{len(numbers)} resignations of seat {act.seat} in {act.game}"
                )
                continue
        else:
            assert act.first is not None
            numbers = list(range(act.first, act.first + act.made))
        for number, move in zip(numbers, act.moves, strict=False):
            entry = entries.get(number)
            if entry is None or (entry["seat"], entry["by"]) != (act.seat, "player") or move_of(entry) != move:
                there = "nothing" if entry is None else f"{entry['by']} {entry['seat']} {entry['move']}"
                yield Finding(
                    "an acknowledged move is lost", f"{act.game} number {number}: {there}, not {act.seat} {move}"
                )
            elif (act.game, number) in claims:
                yield Finding("two acknowledged requests made one move", f"{act.game} number {number}")
            else:
                claims[act.game, number] = act


def _asked_for(rows: Rows, evidence: Evidence, claims: Claims) -> Iterator[Finding]:
    unclear = defaultdict(list)
    ordered, proposed = set(), set()
    for act in evidence.journal.acts:
        if act.may_be_done and not act.acknowledged:
            unclear[act.game, act.seat].append(act)
        if act.kind == "order" and act.may_be_done:
            ordered.add((act.game, act.seat))
        if act.kind in ("propose", "answer") and act.may_be_done:
            proposed.add(act.game)
    for game in rows.started():
        name = game["public_id"]
        for entry in rows.moves[game["id"]]:
            by, where = entry["by"], f"{name} number {entry['number']}: seat {entry['seat']} {entry['move']}"
            if by == "player" and (name, entry["number"]) not in claims:
                if not any(_may_be(act, entry) for act in unclear[name, entry["seat"]]):
                    yield Finding("a move that nobody made", where)
            elif by == "order" and (name, entry["seat"]) not in ordered:
                yield Finding("a move by an order that nobody gave", where)
            elif by == "agreed" and name not in proposed:
                yield Finding("an end that nobody proposed", where)


def _may_be(act: Act, entry: Row) -> bool:
    if act.first is None:
        return move_of(entry) in act.moves
    n = entry["number"] - act.first
    return 0 <= n < len(act.moves) and act.moves[n] == move_of(entry)


def _in_order(claims: Claims) -> Iterator[Finding]:
    latest: dict[str, float] = {}
    for (game, number), act in sorted(claims.items(), key=lambda item: item[0]):
        if act.ended < latest.get(game, 0.0):
            yield Finding("acknowledged moves are out of order", f"{game} number {number}")
        latest[game] = max(latest.get(game, 0.0), act.began)


def _rooms(rows: Rows, evidence: Evidence) -> Iterator[Finding]:
    for act in evidence.journal.acts:
        if not act.acknowledged or not act.game:
            continue
        game = rows.by_name.get(act.game)
        if game is None or all(seat["user_id"] != act.user for seat in rows.seats[game["id"]]):
            yield Finding("an acknowledged seat is lost", f"user {act.user} in {act.game}")
        elif act.kind == "propose" and all(p["seat"] != act.seat for p in rows.proposals[game["id"]]):
            yield Finding("an acknowledged proposal is lost", f"seat {act.seat} in {act.game}")


def _answers(rows: Rows, evidence: Evidence) -> Iterator[Finding]:
    asked = {}
    for act in evidence.journal.acts:
        if not act.key:
            continue
        asked[act.user, act.key] = act
        kept = rows.answers.get((act.user, act.key))
        if act.status in (200, 201, 409) and kept is None:
            yield Finding("an answer is not kept for its key", f"{act.kind} in {act.game}: {act.status}")
        elif kept is not None and act.status is not None and kept["status"] != act.status:
            yield Finding("a key has another answer than was given", f"{kept['status']}, given was {act.status}")
        elif kept is not None and act.made and json.loads(kept["body"])["made"] != act.made:
            yield Finding("a key has another answer than was given", f"{act.game}: other moves made")
    for key, kept in rows.answers.items():
        if key not in asked:
            yield Finding("an answer is kept that nobody asked for", str(key))
        elif not kept["status"] or not kept["body"]:
            yield Finding("an answer is kept half", str(key))


def _record(rows: Rows, game: Row, published: bytes | None) -> Iterator[Finding]:
    name, entries = game["public_id"], rows.moves[game["id"]]
    if [entry["number"] for entry in entries] != list(range(game["move_count"])):
        yield Finding("a record has gaps or doubles", f"{name}: {game['move_count']} moves, {len(entries)} entries")
    secret = rows.secrets.get(game["id"])
    if secret is None or not secret["snapshot"]:
        yield Finding("a game has no state", name)
        return
    state = json.loads(secret["snapshot"])
    if state["moves"] != game["move_count"]:
        yield Finding("state and record differ", f"{name}: {state['moves']} and {game['move_count']} moves")
    if published is None:
        yield Finding("a record is not to be had", name)
        return
    record: dict[str, Any] = json.loads(published)
    told = [(entry["seat"], entry["move"], entry["by"]) for entry in record["moves"]]
    if told != [(entry["seat"], move_of(entry), entry["by"]) for entry in entries]:
        yield Finding("the published record is not that of the database", name)
    if "server_seed" not in record or record["server_seed"] is None:
        brought = "|".join([secret["server_seed"], *(seat["client_seed"] for seat in record["seats"])])
        record |= {"server_seed": secret["server_seed"], "seed": sha256(brought.encode()).hexdigest()}
    try:
        said = landlord_verify.verify(record)
        replayed = landlord_verify.game_of(record)
        for entry in record["moves"]:
            replayed.play(entry["seat"], entry["move"])
    except landlord_verify.Wrong as reason:
        yield Finding("a record does not verify", f"{name}: {reason}")
        return
    if said != ("ok" if game["status"] == "finished" else "unfinished"):
        yield Finding("a record does not verify", f"{name}: {said}, and the game is {game['status']}")
    if (replayed.cash, replayed.position) != (state["cash"], state["position"]):
        yield Finding("state and record differ", f"{name}: money or places")
