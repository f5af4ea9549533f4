"""Work out again what chance decided in a finished game. Needs Python 3.9 and nothing else.

Run it as: python3 by_hand.py record.json, and if you like the number of rolls.
"""

import hashlib
import hmac
import json
import sys
from pathlib import Path


def sha256(text: str) -> str:
    """Give the SHA-256 of a text in hex."""
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def draw(seed: str, label: str, n: int) -> int:
    """Give the number that the seed has for a label and a count."""
    message = f"{label}:{n}".encode("ascii")
    return int.from_bytes(hmac.digest(bytes.fromhex(seed), message, "sha256"), "big")


def shuffle(seed: str, label: str, things: list[str]) -> list[str]:
    """Give the things in the order that the seed has for a label."""
    for i in range(len(things) - 1, 0, -1):
        j = draw(seed, label, i) % (i + 1)
        things[i], things[j] = things[j], things[i]
    return things


DECKS = {
    "landlord": (("fortune", "F", 12), ("post", "P", 12)),
    "deedland": (("fortune", "F", 16),),
}


def main() -> None:
    """Read the record and print each thing beside what it should be."""
    record = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    clients = [seat["client_seed"] for seat in record["seats"]]
    promise = sha256(record["server_seed"])
    seed = sha256("|".join([record["server_seed"], *clients]))
    print("commitment", promise, "right" if promise == record["commitment"] else "WRONG")
    print("seed", seed, "right" if seed == record["seed"] else "WRONG")
    print("turn order", *shuffle(seed, "order", [str(seat) for seat in range(len(clients))]))
    drawn = ["easy", "medium", "hard"][draw(seed, "bot-strength", 0) % 3]
    print("bots", record["options"].get("bots", drawn))
    for deck, letter, size in DECKS[record["ruleset"]]:
        cards = [letter + str(number) for number in range(1, size + 1)]
        print(deck, *shuffle(seed, "shuffle:" + deck, cards))
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    rolls = [draw(seed, "dice", k) % 36 for k in range(count)]
    print("rolls", *(f"{v // 6 + 1}+{v % 6 + 1}" for v in rolls))


if __name__ == "__main__":
    main()
