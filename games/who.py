"""Who asks: the guest of a browser's session or, once there are accounts, a person."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from games.models import Seat
from games.rules.interface import Kind


@dataclass(frozen=True)
class Who:
    """A guest by the hash of the session's key, a person by the account's number; else anybody."""

    guest: str = ""
    user: int | None = None

    def sits_at(self, seat: Seat) -> bool:
        """Tell whether this is who may answer for a seat."""
        if seat.kind == Seat.Kind.GUEST:
            return bool(self.guest) and seat.guest_key == self.guest
        if seat.kind == Seat.Kind.PERSON:
            return self.user is not None and seat.user_id == self.user
        return False


ANYBODY = Who()


def kinds_of(seats: Iterable[Seat]) -> list[Kind]:
    """Give who sits at the seats, in their order, as the rules call it."""
    return [cast("Kind", str(seat.kind)) for seat in seats]
