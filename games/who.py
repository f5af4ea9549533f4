"""Who asks: the guest of a browser's session or, once there are accounts, a person."""

from dataclasses import dataclass

from games.models import Seat


@dataclass(frozen=True)
class Who:
    """A guest by the hash of the session's key, a person by the account's number; neither: anybody."""

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
