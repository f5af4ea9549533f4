"""A table of Deedland as a case wants it: the verifier's game with known dice, cards, money and deeds."""

import copy
from typing import Any

from games.proof.deedland_verify import Game, Wrong, check_entry

SEED = "f605e55489098b96abc9d2b2040bf03c77f8230b80422c0c0e4271cff9abfceb"
AT = "2026-12-01T10:00:00Z"


class Table(Game):
    """A game of people in the order of their seats; `rolls` are the dice to come, `deck` the cards on top."""

    def __init__(self, *rolls: tuple[int, int], seats: int = 3, kinds: str = "", deck: str = "") -> None:
        names = {"p": "person", "g": "guest", "b": "bot"}
        super().__init__(SEED, [names[kind] for kind in kinds or "p" * seats])
        self.rolls = list(rolls)
        self.order = list(range(len(self.kinds)))
        self.turn, self.stage = 0, "roll"
        top = deck.split()
        self.deck = top + [card for card in self.deck if card not in top]

    def _roll(self) -> bool:
        super()._roll()
        self.dice = self.rolls.pop(0)
        return self.dice[0] == self.dice[1]

    def owns(self, seat: int, *squares: int, houses: int = 0, mortgaged: bool = False) -> "Table":
        """Give a seat deeds, with that many buildings on each, or mortgaged."""
        for square in squares:
            self.owner[square], self.houses[square] = seat, houses
            self.mortgaged |= {square} if mortgaged else set()
        return self

    def stands(self, seat: int, square: int) -> "Table":
        """Put a pawn on a square."""
        self.position[seat] = square
        return self

    def has(self, seat: int, cash: int) -> "Table":
        """Set a seat's money."""
        self.cash[seat] = cash
        return self

    def jailed(self, seat: int, tries: int = 3) -> "Table":
        """Put a seat into jail; the decision is `jail` if it is its turn."""
        self.position[seat], self.tries[seat] = 10, tries
        if seat == self.turn:
            self.stage = "jail"
        return self

    def keeps_card(self, seat: int) -> "Table":
        """Have a seat hold the get-out card."""
        self.card_holder = seat
        self.deck.remove("F6")
        return self

    def does(self, seat: int, kind: str, *, by: str = "player", **fields: Any) -> "Table":
        """Have a seat make a move; `by` is checked as in a record with a clock."""
        move = {"type": kind, **fields}
        if self.kinds[seat] == "bot" and by == "player":
            by = "bot"
        check_entry(self, {"seat": seat, "move": move, "at": AT, "by": by}, True)
        self.play(seat, move, by)
        return self

    def clock(self, times: int = 1) -> "Table":
        """Have the clock make its move."""
        for _ in range(times):
            asked = self.awaiting()
            assert asked is not None
            safe = self.safe_move()
            check_entry(self, {"seat": asked, "move": safe, "at": AT, "by": "clock"}, True)
            self.play(asked, safe, "clock")
        return self

    def refuses(self, seat: int, kind: str, *, by: str = "player", **fields: Any) -> bool:
        """Whether this is refused, with the state as it was; tried on a copy."""
        tried = copy.deepcopy(self)
        try:
            tried.does(seat, kind, by=by, **fields)
        except Wrong:
            assert tried.state() == self.state()
            return True
        return False

    def waits(self, decision: str, seat: int) -> bool:
        """Whether this decision is waited for, from this seat alone."""
        return self.stage == decision and self.awaiting() == seat


def offer(to: int, give: Any = (), get: Any = (), give_cash: Any = 0, get_cash: Any = 0) -> dict[str, Any]:
    """The fields of an offer."""
    lists = {"give": list(give), "get": list(get)}
    return {"to": to, **lists, "give_cash": give_cash, "get_cash": get_cash}
