"""The rows of the chat. Games and people go without asking for them: the database takes these along.

The references to games and people are made by migration 0001 itself, so that PostgreSQL deletes what hangs on a row
that goes; a program of the version before, which knows no chat, could else delete neither.
"""

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models import Game

#: Characters of a message.
LONGEST = 500


class Chat(models.Model):
    """A game's chat, from its first message on. Its row is what writers lock: the game's own is never waited for."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="chat", db_constraint=False)
    #: The number of the last message.
    last = models.PositiveIntegerField(default=0)
    #: Moves with everything that readers may see: messages that come, and that go.
    changes = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"chat of game {self.game_id}"


class Message(models.Model):
    """What somebody wrote at a table. Numbered from 1 in its chat; numbers of messages that went are not used again."""

    chat = models.ForeignKey(Chat, models.CASCADE, related_name="messages", db_index=False, db_constraint=False)
    number = models.PositiveIntegerField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="messages", db_constraint=False)
    text = models.CharField(max_length=LONGEST)
    at = models.DateTimeField()
    #: By the staff, after a report: nobody sees it any more.
    taken_off = models.BooleanField(default=False)

    class Meta:
        ordering = ("chat", "number")
        constraints = (models.UniqueConstraint(fields=["chat", "number"], name="one_message_of_each_number"),)

    def __str__(self) -> str:
        return f"message {self.number} of game {self.chat_id}"


class Mute(models.Model):
    """A person reads nothing that another writes, at any table. The other is not told."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutes", db_constraint=False)
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="muted_by", db_constraint=False)
    since = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["user", "muted"], name="mute_once"),
            models.CheckConstraint(condition=~models.Q(user=models.F("muted")), name="mute_not_oneself"),
        )

    def __str__(self) -> str:
        return f"user {self.user_id} mutes user {self.muted_id}"


class Report(models.Model):
    """A reader asks the staff to look at a message. It goes with the message."""

    class Verdict(models.TextChoices):
        """Not looked at yet; the message was taken off; it stays."""

        OPEN = "open", "to be looked at"
        TAKEN_OFF = "off", "message taken off"
        LEFT = "left", "message left"

    message = models.ForeignKey(Message, models.CASCADE, related_name="reports", db_constraint=False)
    #: Nobody once that account is deleted.
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="chat_reports", db_constraint=False
    )
    at = models.DateTimeField()
    verdict = models.CharField(max_length=4, choices=Verdict.choices, default=Verdict.OPEN)
    settled_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["message", "by"], name="one_report_of_each_reader"),)
        indexes = (models.Index(fields=["at"], name="report_open_by_age", condition=models.Q(verdict="open")),)

    def __str__(self) -> str:
        return f"report of message {self.message_id}"
