"""How many offers a turn has: some to anybody, or one to each player."""

from dataclasses import dataclass

from games.rules.errors import IllegalMove
from games.rules.property.state import State


@dataclass(frozen=True)
class SomeATurn:
    """So many offers a turn, to whomever; see `rules.OfferLimits`."""

    most: int

    def receivers(self, state: State) -> list[int]:
        """List all others still in while an offer is left."""
        if state.offers >= self.most:
            return []
        turn = state.turn
        return [seat for seat, place in enumerate(state.place) if not place and seat != turn]

    def left(self, state: State) -> int:
        """Give how many of them are left."""
        return self.most - state.offers

    def check(self, state: State, to: int) -> None:
        """Raise IllegalMove if none is left."""
        if state.offers >= self.most:
            raise IllegalMove("You have made all your offers of this turn.")

    def note(self, state: State, to: int) -> None:
        """Keep nothing: their number is all that counts."""


@dataclass(frozen=True)
class OneToEach:
    """One offer to each player a turn; see `rules.OfferLimits`."""

    def receivers(self, state: State) -> list[int]:
        """List the others still in to whom none was made in this turn."""
        none = (state.turn, *state.offered)
        return [seat for seat, place in enumerate(state.place) if not place and seat not in none]

    def left(self, state: State) -> int:
        """Give how many of those there are."""
        return len(self.receivers(state))

    def check(self, state: State, to: int) -> None:
        """Raise IllegalMove if that player had one."""
        if to in state.offered:
            raise IllegalMove("You have made that player an offer this turn.")

    def note(self, state: State, to: int) -> None:
        """Keep who had one."""
        state.offered.append(to)
