"""Who asks: the guest of a browser's session, a person with an account, or both in one."""

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
        if self.user is not None and seat.user_id == self.user:
            return True
        return bool(self.guest) and seat.guest_key == self.guest


ANYBODY = Who()


def kinds_of(seats: Iterable[Seat]) -> list[Kind]:
    """Give who sits at the seats, in their order, as the rules call it."""
    return [cast("Kind", str(seat.kind)) for seat in seats]
