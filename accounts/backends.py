"""Sign-in by address and password, where several accounts may carry one address."""

from functools import partial
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest

from accounts import mailing
from accounts.models import User, normalized
from landlord.prepared import Prepared

#: Of more accounts with one address the confirmed and the oldest ones are tried. Each costs a hash.
MOST = 12


def carriers(address: str) -> list[User]:
    """Give the accounts that carry an address: first who confirmed it, then the oldest."""
    rows = EmailAddress.objects.filter(user_id=OuterRef("pk"), email=normalized(address))
    users = User.objects.annotate(confirmed=Exists(rows.filter(verified=True)), listed=Exists(rows))
    return list(users.filter(Q(email=normalized(address)) | Q(listed=True)).order_by("-confirmed", "pk")[:MOST])


class ByAddress(AuthenticationBackend):
    """Tries the password on every account that carries the address.

    allauth looks no further than the one that confirmed it. Then somebody who signs up with another's
    address and can't sign in again would know that it is confirmed.
    """

    def authenticate(  # type: ignore[override]
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        email: str | None = None,
        only: int | None = None,
        **_others: Any,
    ) -> User | None:
        """Give the account with this address (`email`, or `username` as Django names it) and `password`.

        The time it takes does not tell whether the address is confirmed by an account: a hash is spent for
        that one in any case, and one more at least for those who have not confirmed it.
        """
        address = email or username
        if not address or not password:
            return None
        users = carriers(address)
        if only is not None:
            return next((user for user in users if user.pk == only and self._is(user, password)), None)
        found: User | None = None
        for user in users:
            if self._check_password(user, password) and found is None:
                found = user
        unconfirmed = sum(not user.confirmed for user in users)  # type: ignore[attr-defined]
        for _spare in range(1 + max(1, unconfirmed) - len(users)):
            self._mitigate_timing_attack(password)
        return found

    def _is(self, user: User, password: str) -> bool:
        return self.user_can_authenticate(user) and user.check_password(password)

    def get_user(self, user_id: Any) -> User | None:
        """Give who is signed in, together with the mailbox that every page's head may speak of: one query."""
        user = next(iter(_signed_in(user=int(user_id))), None)
        return user if user is not None and self.user_can_authenticate(user) else None


@partial(Prepared, user=int)
def _signed_in(user: int) -> QuerySet[User]:
    return mailing.with_mailbox(User.objects.filter(pk=user))
