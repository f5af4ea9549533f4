"""Who is who in sentences: the reader is "you", everybody else has a name."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Cast:
    """The names by seat, and the reader's seat, None for somebody who watches."""

    names: Sequence[str]
    reader: int | None

    def subject(self, seat: int | None) -> str:
        """Name who does something; None is the bank."""
        if seat is None:
            return "The bank"
        return "You" if seat == self.reader else self.names[seat]

    def object(self, seat: int | None) -> str:
        """Name whom something is done to; None is the bank."""
        if seat is None:
            return "the bank"
        return "you" if seat == self.reader else self.names[seat]

    def first(self, seats: Sequence[int]) -> list[int]:
        """Put the reader before the others, who stay as they are: "You" begins what is said of several."""
        return sorted(seats, key=lambda seat: seat != self.reader)

    def whose(self, seat: int) -> str:
        """Name whose something is."""
        return "your" if seat == self.reader else f"{self.names[seat]}’s"

    def owner(self, seat: int) -> str:
        """Name whose something is where a sentence begins: a name stands there as its player writes it."""
        return "Your" if seat == self.reader else f"{self.names[seat]}’s"

    def was(self, seat: int) -> str:
        """Give "was" or "were"."""
        return "were" if seat == self.reader else "was"

    def has(self, seat: int) -> str:
        """Give "has" or "have"."""
        return "have" if seat == self.reader else "has"

    def mark(self, seat: int) -> str:
        """Give the letter on a seat's pawn: a trailing digit of the name, or its first letter."""
        name = self.names[seat]
        return name[-1] if name[-1:].isdigit() else name[:1].upper()


def listing(things: Sequence[str], last: str = "and") -> str:
    """Join things as a sentence does: "a, b and c"; `last` is the word before the last one."""
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} {last} {things[-1]}"
