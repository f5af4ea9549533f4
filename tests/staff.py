"""Members of staff, as they come into the back room: signed in, with a second factor that they have just shown."""

import time

from allauth.account.internal.flows import login
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.mfa.utils import is_mfa_enabled
from django.test import Client

from accounts.models import User


def staff_browser(user: User, shown: float = 0.0) -> Client:
    """Open a browser of somebody who has signed in with an app's code, so many seconds ago."""
    if not is_mfa_enabled(user):
        TOTP.activate(user, generate_totp_secret())
    client = Client()
    client.force_login(user)
    session = client.session
    session[login.AUTHENTICATION_METHODS_SESSION_KEY] = [{"method": "mfa", "at": time.time() - shown}]
    session[login._AUTHENTICATION_METHODS_USER_SESSION_KEY] = str(user.pk)
    session.save()
    return client
