"""What the site keeps about a person, given out or deleted."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction

from accounts import sessions
from accounts.models import AccountMail, Block, GivenAnswer, MailPreferences, MailStop, User
from accounts.signals import collecting, person_leaving


def own_data(user: User) -> dict[str, Any]:
    """Collect all that the site keeps about a person, for JSON; the password's hash and other secrets stay here."""
    preferences = MailPreferences.objects.filter(user=user).first() or MailPreferences(user=user)
    addresses = EmailAddress.objects.filter(user=user).order_by("pk")
    stops = MailStop.objects.filter(address__in=_addresses(user))
    factors = Authenticator.objects.filter(user=user).order_by("pk")
    blocked = Block.objects.filter(user=user).select_related("blocked").order_by("pk")
    data: dict[str, Any] = {
        "account": {
            "name": user.name,
            "address": user.email,
            "joined": user.joined,
            "last_sign_in": user.last_login,
            "time_zone": user.time_zone,
            "on_leaderboard": user.on_leaderboard,
            "table_chat": user.table_chat,
            "staff": user.is_staff,
        },
        "addresses": [{"address": a.email, "confirmed": a.verified, "primary": a.primary} for a in addresses],
        "mail_stopped": [{"address": s.address, "reason": s.reason, "at": s.at} for s in stops],
        "mail_wanted": {kind: getattr(preferences, kind) for kind in MailPreferences.KINDS},
        "second_factors": [{"kind": f.type, "since": f.created_at, "last_used": f.last_used_at} for f in factors],
        "tokens": [
            {"name": t.name, "scope": t.scope, "since": t.since, "last_used": t.last_used} for t in user.tokens.all()
        ],
        "blocked": [{"name": b.blocked.name, "since": b.since} for b in blocked],
    }
    for _, more in collecting.send(sender=User, user=user):
        assert isinstance(more, dict)
        data.update(more)
    return data


def delete_account(user: User) -> None:
    """Delete a person's account and every trace of it here, all or nothing.

    Others let go first, by `person_leaving`: an error of theirs stops it.
    """
    with transaction.atomic():
        # Not yet the lock that new rows about the person wait for: a move under way, which holds its game,
        # may be writing a mail to them, and what follows waits for that game.
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        person_leaving.send(sender=User, user=user)
        addresses = _addresses(user)
        MailStop.objects.filter(address__in=addresses).delete()
        AccountMail.objects.filter(to__in=addresses).delete()
        GivenAnswer.objects.filter(caller=user.pk).delete()
        # The admin's history tells names.
        LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk)).delete()
        sessions.end_all(user.pk)
        user.delete()


def _addresses(user: User) -> list[str]:
    known = set(EmailAddress.objects.filter(user=user).values_list("email", flat=True))
    return sorted(known | {user.email})
