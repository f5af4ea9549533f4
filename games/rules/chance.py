"""Everything that chance decides, derived from a game's 32-byte seed by HMAC-SHA256.

The seed stays out of every representation: a state that lands in a traceback shows no dice.
"""

import hashlib
import hmac
import re
from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec

T = TypeVar("T")

SERVER_SEED = re.compile(r"[0-9a-f]{64}\Z")
CLIENT_SEED = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")


def commitment(server_seed: str) -> str:
    """Give the SHA-256, in hex, of a server seed's 64 characters: what is shown before the game.

    >>> commitment("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")[:8]
    '6c86c6aa'
    """
    return hashlib.sha256(server_seed.encode("ascii")).hexdigest()


def derive_seed(server_seed: str, client_seeds: Iterable[str]) -> str:
    """Give the game's seed, in hex: SHA-256 of `server_seed|client0,client1...`, joined by `|`.

    A bot's client seed is the empty string. Raises UnicodeEncodeError unless all is ASCII.
    """
    return hashlib.sha256("|".join([server_seed, *client_seeds]).encode("ascii")).hexdigest()


class Chance(msgspec.Struct, frozen=True, gc=False):
    """A game's source of chance: every draw is a pure function of the seed, a label and a number."""

    seed: str

    def __repr__(self) -> str:
        return "Chance(seed=<secret>)"

    def draw(self, label: str, n: int) -> int:
        """Give a whole number below 2**256: HMAC-SHA256 of `label:n` under the seed, big-endian."""
        digest = hmac.digest(bytes.fromhex(self.seed), b"%s:%d" % (label.encode(), n), "sha256")
        return int.from_bytes(digest, "big")

    def dice(self, k: int) -> tuple[int, int]:
        """Give both dice of roll number k, counted from 0 over the whole game."""
        v = self.draw("dice", k) % 36
        return v // 6 + 1, v % 6 + 1

    def shuffle(self, things: Sequence[T], label: str) -> list[T]:
        """Give the things in the order drawn under a label (Fisher-Yates from the end)."""
        shuffled = list(things)
        for i in range(len(shuffled) - 1, 0, -1):
            j = self.draw(label, i) % (i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return shuffled
