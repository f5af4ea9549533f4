"""Who calls: by a personal token, or by a browser's session with its CSRF token; and what they may do."""

from typing import Any

from django.http import QueryDict
from rest_framework.authentication import BaseAuthentication, CSRFCheck
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS, BasePermission

from accounts import tokens
from accounts.models import PersonalToken, User
from games.api.problems import BEARER, Refused
from games.who import Who


class ByToken(BaseAuthentication):
    """`Authorization: Bearer` with a personal token."""

    def authenticate(self, request: Any) -> tuple[User, PersonalToken] | None:
        """Give the token's person; None where no token is brought. Raises AuthenticationFailed."""
        kind, _, given = request.headers.get("Authorization", "").partition(" ")
        if not kind:
            return None
        token = tokens.found(given.strip()) if kind.lower() == "bearer" else None
        if token is None:
            raise AuthenticationFailed
        return token.user, token

    def authenticate_header(self, request: Any) -> str:
        """Tell how one authenticates, for answers with 401."""
        return BEARER


class BySession(BaseAuthentication):
    """The session of a browser; what changes something needs the site's CSRF token in `X-CSRFToken`."""

    def authenticate(self, request: Any) -> tuple[User, None] | None:
        """Give whoever is signed in; None for anybody else. Raises Refused."""
        sent = request._request  # noqa: SLF001
        if not isinstance(sent.user, User) or not sent.user.is_active:
            return None
        check = CSRFCheck(lambda _: None)
        # The token stands in the header: no form is looked for, whose parts could be too broken to be read.
        sent.POST = QueryDict()
        check.process_request(sent)
        if check.process_view(sent, None, (), {}):
            raise Refused("csrf_failed")
        return sent.user, None


class MayPlay(BasePermission):
    """Anybody may read what anybody may see; acting needs an account, and a token that may play."""

    def has_permission(self, request: Any, view: Any) -> bool:
        """Tell whether the caller may go on. Raises Refused."""
        if request.method in SAFE_METHODS and not getattr(view, "of_a_person", False):
            return True
        if not isinstance(request.user, User):
            return False
        token = request.auth
        acts = request.method not in SAFE_METHODS
        if acts and isinstance(token, PersonalToken) and token.scope != PersonalToken.Scope.PLAY:
            raise Refused("insufficient_scope")
        return True


def who(request: Any) -> Who:
    """Tell the table who calls: somebody with an account, or anybody."""
    return Who(user=request.user.pk if isinstance(request.user, User) else None)
