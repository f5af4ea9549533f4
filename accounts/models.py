"""The person with an account, and what the site keeps about that person."""

from typing import Any, ClassVar
from zoneinfo import available_timezones

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.contrib.sessions.base_session import AbstractBaseSession
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models.functions import Lower
from django.utils import timezone

from accounts import names


class UserManager(BaseUserManager["User"]):
    """Makes users, and finds them however they write their name."""

    def create_user(self, email: str, name: str, password: str | None = None, **fields: Any) -> "User":
        """Save a new user and return it. Without a password nobody can sign in as it.

        The address is not confirmed by this: that is a row of allauth's EmailAddress.
        """
        user = self.model(email=email, name=name, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    # Django's commands name the arguments by the model's fields, and pass all of them by name.
    def create_superuser(self, email: str, name: str, password: str | None = None, **fields: Any) -> "User":
        """Save a new user who may do everything in the admin, and return it."""
        return self.create_user(email, name, password, is_staff=True, is_superuser=True, **fields)

    # Django's stubs type the argument of a user model's natural key as optional.
    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the user with this name, whatever its capitals."""
        return self.get(name__iexact=username or "")


def normalized(email: str) -> str:
    """Return the address as it is kept: capitals never tell two mailboxes apart in practice."""
    return email.strip().lower()


def validate_time_zone(name: str) -> None:
    """Raise ValidationError for a name that is in no list of time zones."""
    if name not in available_timezones():
        raise ValidationError("The site does not know this time zone.", code="time_zone")


class User(AbstractBaseUser, PermissionsMixin):
    """Someone with an account: signs in with an address, is called by a name.

    Several rows may carry one address until one of them has confirmed it, so that signing up does not
    tell whether an address is known. Which one is confirmed stands in allauth's EmailAddress alone.
    """

    email = models.EmailField("e-mail address", db_index=True)
    name = models.CharField(
        max_length=names.LONGEST,
        unique=True,
        validators=[names.validate],
        error_messages={"unique": "Somebody else has this name."},
    )
    is_active = models.BooleanField("may sign in", default=True)
    is_staff = models.BooleanField("may see the admin", default=False)
    joined = models.DateTimeField(default=timezone.now, editable=False)
    time_zone = models.CharField(max_length=64, default="UTC", validators=[validate_time_zone])
    on_leaderboard = models.BooleanField("may be listed on the leaderboard", default=False)
    table_chat = models.BooleanField("sees the chat at tables", default=True, db_default=True)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    class Meta:
        constraints = (
            models.UniqueConstraint(
                Lower("name"), name="user_name_unique", violation_error_message="Somebody else has this name."
            ),
            # Names stand in pages, in mail and in mail's headers: no way into a row may bring another letter.
            models.CheckConstraint(condition=models.Q(name__regex=names.PATTERN), name="user_name_letters"),
        )

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Bring the address into the form in which it is compared; the name stays as it was written."""
        # Not the base class's, which would bring look-alike letters of the name into plain ones.
        self.email = normalized(self.email)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the row. Also code that skips clean() must not make a second form of one address."""
        self.email = normalized(self.email)
        # Django ends the sessions of all browsers with the password, whichever way it is set. Programs' tokens go too:
        # who sets a new one may fear that somebody has been in the account, and made one.
        new_password = self._password is not None and self.pk is not None  # type: ignore[attr-defined]
        with transaction.atomic():
            super().save(*args, **kwargs)
            if new_password:
                self.tokens.all().delete()

    def get_full_name(self) -> str:
        """Return the name that others see."""
        return self.name

    def get_short_name(self) -> str:
        """Return the name that others see."""
        return self.name


class MailPreferences(models.Model):
    """Which mails of games a person wants. Without a row: all of them."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, primary_key=True, related_name="mail_preferences")
    turn = models.BooleanField("your move", default=True)
    reminder = models.BooleanField("a reminder before your time is over", default=True)
    offer = models.BooleanField("somebody offers you a trade", default=True)
    auction = models.BooleanField("an auction you may bid in", default=True)
    news = models.BooleanField("a game started, a game over, a proposal to pause or end", default=True)
    invitation = models.BooleanField("somebody invites you to a table", default=True)
    orders = models.BooleanField("what your standing orders did, once a day at most", default=True, db_default=True)

    #: The kinds of mail that can be switched, in the order in which the page shows them.
    KINDS: ClassVar[tuple[str, ...]] = ("turn", "reminder", "offer", "auction", "news", "invitation", "orders")

    class Meta:
        verbose_name_plural = "mail preferences"

    def __str__(self) -> str:
        return f"mail preferences of user {self.user_id}"


class Block(models.Model):
    """A person does not want to meet another: not at the same table, and no mail from there."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocked_by")
    since = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["user", "blocked"], name="block_once"),
            models.CheckConstraint(condition=~models.Q(user=models.F("blocked")), name="block_not_oneself"),
        )

    def __str__(self) -> str:
        return f"user {self.user_id} blocks user {self.blocked_id}"


class MailStop(models.Model):
    """An address to which no more mail goes, and why."""

    class Reason(models.TextChoices):
        """Bounce: the mailbox does not exist. Complaint: its owner called our mail unwanted."""

        BOUNCE = "bounce"
        COMPLAINT = "complaint"

    address = models.EmailField("e-mail address", unique=True)
    reason = models.CharField(max_length=9, choices=Reason.choices)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.reason} of an address"


class AccountMail(models.Model):
    """A mail about an account that is still to be sent: kept until it is out, and no longer."""

    to = models.EmailField()
    subject = models.CharField(max_length=200)
    body = models.TextField()
    written = models.DateTimeField(default=timezone.now)
    due = models.DateTimeField(default=timezone.now, db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"account mail {self.pk}, tried {self.tries} times"


class PersonalToken(models.Model):
    """A program acts for a person with it. The token itself is shown once and kept nowhere."""

    class Scope(models.TextChoices):
        """What may be done with it; who may play may read too."""

        READ = "read", "Read only"
        PLAY = "play", "Read and play"

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField("what it is for", max_length=40)
    scope = models.CharField("what it may do", max_length=4, choices=Scope.choices)
    #: SHA-256: the token is 256 random bits, which nobody finds by trying.
    hashed = models.CharField(max_length=64, unique=True, editable=False)
    since = models.DateTimeField(default=timezone.now, editable=False)
    #: To the minute.
    last_used = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ("-since", "-pk")

    def __str__(self) -> str:
        return f"token {self.pk} of user {self.user_id}"


class AuditQuerySet(models.QuerySet["AuditEntry"]):
    """Rows that are only ever added."""

    def update(self, **fields: Any) -> int:
        """Raise TypeError: what has been written stays."""
        raise TypeError("The audit is only ever added to.")

    def delete(self) -> Any:
        """Raise TypeError: what has been written stays."""
        raise TypeError("The audit is only ever added to.")


class AuditEntry(models.Model):
    """Something that somebody with more rights than a player did, or looked at. Never changed, never deleted.

    PostgreSQL itself refuses to change rows (migration 0007).
    """

    class Way(models.TextChoices):
        """By which way it was done: on a page of the back room, or by a command on the machine."""

        PAGE = "page"
        COMMAND = "command"

    at = models.DateTimeField(default=timezone.now, db_index=True)
    by = models.CharField("by way of", max_length=7, choices=Way.choices)
    #: No foreign key: the entry outlives the account, and so does the name of who was trusted with these rights.
    actor = models.PositiveBigIntegerField(null=True)
    actor_name = models.CharField("who", max_length=20)
    act = models.CharField("did what", max_length=40)
    #: Such as "accounts.user 17". Numbers and no names, since people's names must be able to go.
    subject = models.CharField("to what", max_length=120, blank=True)
    detail = models.CharField(max_length=200, blank=True)

    objects = AuditQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)
        verbose_name = "entry of the audit"
        verbose_name_plural = "audit"

    def __str__(self) -> str:
        return f"{self.actor_name}: {self.act} {self.subject}".strip()

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the row. Raises TypeError for one that is there."""
        if self.pk is not None:
            raise TypeError("The audit is only ever added to.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        """Raise TypeError: what has been written stays."""
        raise TypeError("The audit is only ever added to.")


class GivenAnswer(models.Model):
    """What a program was answered to a request that named a key: repeated, it is answered the same for a day."""

    #: The number of a User. No foreign key: its lock would be held while the request waits for a game, which
    #: the deletion of the account may hold (accounts.leaving deletes these rows itself).
    caller = models.PositiveBigIntegerField()
    key = models.CharField(max_length=64)
    #: SHA-256 of method, address and body: the same key for another request is a mistake.
    request = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(default="")
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["caller", "key"], name="one_answer_to_each_key"),)

    def __str__(self) -> str:
        return f"answer {self.pk} to user {self.caller}"


class Session(AbstractBaseSession):
    """A session that says whose it is, so that all of one person's can be ended."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="sessions")

    @classmethod
    def get_session_store_class(cls) -> type[Any]:
        """Give the class that reads and writes these rows."""
        from accounts.sessions import SessionStore

        return SessionStore
