"""Whose hand may make which move, and what the clock does when a deadline has passed."""

from dataclasses import dataclass

from games.rules.errors import IllegalMove
from games.rules.interface import By
from games.rules.property import moves
from games.rules.property.deeds import mortgageable, sellable
from games.rules.property.moves import MORTGAGE, SELL, AnyMove
from games.rules.property.rules import Made, Rules
from games.rules.property.state import DecisionKind, State

#: The clock rests when so many entries, the last ones, are all its own.
RESTS_AFTER = 40


NO_BOT = "A bot plays for a bot's seat, and for no other."


@dataclass(frozen=True)
class TimeOuts:
    """A missed deadline is a time-out, an entry of its own; players may agree on an end."""

    clock_plays = False

    def on_timeout(self, rules: Rules, state: State, seat: int) -> AnyMove:
        """Give the time-out."""
        return moves.TIMEOUT

    def check_by(self, rules: Rules, state: State, seat: int, move: AnyMove, by: By) -> None:
        """Raise IllegalMove unless this hand may make this move for this seat."""
        if by == "clock" or isinstance(move, moves.Timeout):
            if by != "clock" or not isinstance(move, moves.Timeout):
                raise IllegalMove("A time-out is the clock's entry, and its only one.")
            return
        if (by == "bot") != (state.kinds[seat] == "bot"):
            raise IllegalMove(NO_BOT)
        if by == "agreed":
            bots_in = any(state.kinds[s] == "bot" for s in state.seats_in())
            if bots_in or not isinstance(move, moves.Resign):
                raise IllegalMove("An agreed end is resignations, in a game without a bot.")


#: What the clock does at a decision, debts apart: nothing of it costs or risks anything not owed already.
SAFE: dict[DecisionKind, AnyMove] = {
    "roll": moves.ROLL,
    "jail": moves.ROLL,
    "buy": moves.DECLINE,
    "auction": moves.PASS,
    "manage": moves.END_TURN,
    "trade": moves.REFUSE,
}


@dataclass(frozen=True)
class SafeMoves:
    """At a missed deadline the clock makes a safe move, and in a debt one after another until it is paid."""

    clock_plays = True

    def on_timeout(self, rules: Rules, state: State, seat: int) -> AnyMove:
        """Give the safe move of the seat waited on. Raises IllegalMove if it is not waited on."""
        if state.asked != seat:
            raise IllegalMove("The clock runs against the player waited on only.")
        if state.decision != "debt":
            return SAFE[state.decision]
        # Whoever is asked can raise what he owes, so there is always one of the two.
        loans = mortgageable(rules, state, seat)
        return MORTGAGE[min(loans)] if loans else SELL[min(sellable(rules.board, state, seat))]

    def check_by(self, rules: Rules, state: State, seat: int, move: AnyMove, by: By) -> None:
        """Raise IllegalMove unless this hand may make this move for this seat."""
        if by == "agreed":
            raise IllegalMove("There is no agreed end in this game: it can be drawn.")
        if by == "clock":
            if state.clockless:
                raise IllegalMove("This game has no clock.")
            if state.clock_rests:
                raise IllegalMove("The clock rests until somebody moves.")
            if move != self.on_timeout(rules, state, seat):
                raise IllegalMove("The clock makes no other move than the safe one.")
            return
        if state.clock_goes_on:
            raise IllegalMove("The clock raises what is owed until it is paid; nothing comes between.")
        if (by == "bot") != (state.kinds[seat] == "bot"):
            raise IllegalMove(NO_BOT)


def note_clock(state: State, made: Made) -> None:
    """Keep what the clock's rest and its runs depend on, after an entry."""
    if made.by != "clock":
        state.clock_run = 0
        state.clock_rests = state.clock_goes_on = False
        return
    state.clock_run += 1
    state.clock_goes_on = state.decision == "debt" and state.wait == made.wait
    state.clock_rests = state.wait != made.wait and state.clock_run >= RESTS_AFTER
