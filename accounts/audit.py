"""The audit: what those with more rights than a player did, and what they looked at.

Written by the pages of the back room (accounts.back_room) and by the commands that the operator runs on the
machine. Rows are only ever added (accounts.models.AuditEntry).
"""

from django.db.models import Model

from accounts.models import AuditEntry, User

#: Who runs commands: whoever may do so on the machine may do all else there too, so no name would prove more.
OPERATOR = "operator"


def by_person(person: User, act: str, subject: Model | str = "", detail: str = "") -> None:
    """Note what somebody did on a page."""
    _add(AuditEntry.Way.PAGE, act, subject, detail, person.pk, person.name)


def by_command(act: str, subject: Model | str = "", detail: str = "") -> None:
    """Note what the operator did by a command."""
    _add(AuditEntry.Way.COMMAND, act, subject, detail, None, OPERATOR)


def named(subject: Model) -> str:
    """Give a row's kind and number, which say nothing more once the row is gone."""
    return f"{subject._meta.label_lower} {subject.pk}"  # noqa: SLF001 - public but for its name


def _add(way: AuditEntry.Way, act: str, subject: Model | str, detail: str, actor: int | None, actor_name: str) -> None:
    told = named(subject) if isinstance(subject, Model) else subject
    # A NUL, which an address can bring, is no text for PostgreSQL.
    act, told, detail = (text.replace("\0", "") for text in (act, told, detail))
    AuditEntry.objects.create(
        by=way, actor=actor, actor_name=actor_name, act=act[:40], subject=told[:120], detail=detail[:200]
    )
