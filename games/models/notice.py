"""The outbox: mails to be sent."""

from django.conf import settings
from django.db import models

from games.models.game import Game


class Notice(models.Model):
    """The outbox: a mail to be sent. Written with the move, delivered by a task; unique, so never doubled."""

    class Kind(models.TextChoices):
        """What is told. TURN, RESUMED and REMINDER are of a wait that can put its player out.

        RESUMED: an offer of the player's has ended, and the clock that stood for it runs again.
        """

        TURN = "turn"
        RESUMED = "resumed"
        REMINDER = "reminder"
        OFFER = "offer"
        AUCTION = "auction"
        BID = "bid"
        STARTED = "started"
        OUT = "out"
        OVER = "over"
        PROPOSAL = "proposal"
        PAUSED = "paused"
        INVITATION = "invitation"
        #: What a player's standing orders did, where no other mail of the game has told it.
        ORDERS = "orders"
        #: A draw is offered.
        DRAW = "draw"
        #: The clock has moved for a player, and the game waits for somebody else by now.
        CLOCK = "clock"

    class Status(models.TextChoices):
        """Waiting, taken by a worker, sent; dropped: not wanted any more; failed: given up."""

        WAITING = "waiting"
        TAKEN = "taken"
        SENT = "sent"
        DROPPED = "dropped"
        FAILED = "failed"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notices")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    #: The user's seat; None for an invitation.
    seat = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    #: What it is about: of TURN, REMINDER, OFFER and BID the wait, of RESUMED the wait and, above its 32 bits, the
    #: number of moves then; of AUCTION the number of the move that opened it, of PROPOSAL and PAUSED the proposal,
    #: of ORDERS the number of the day since the game's start, of DRAW that of the offer, of CLOCK the number of moves
    #: then, else 0.
    wait = models.PositiveBigIntegerField(default=0)
    created_at = models.DateTimeField()
    #: Not before this.
    send_at = models.DateTimeField()
    status = models.CharField(max_length=7, choices=Status.choices, default=Status.WAITING)
    #: A worker that has taken it and not reported by then is dead: another takes it.
    taken_until = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)
    #: How many entries the game's record had when the mail was written: up to there it has told what happened.
    told = models.PositiveIntegerField(null=True)
    #: Why it was dropped or failed, or why the last attempt did; no address in it.
    why = models.CharField(max_length=200, default="", blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["game", "user", "kind", "wait"], name="one_notice_of_each_kind"),
        )
        indexes = (
            models.Index(
                fields=["send_at"], name="notice_to_send", condition=models.Q(status__in=["waiting", "taken"])
            ),
            models.Index(fields=["status", "created_at"], name="notice_by_status"),
        )

    def __str__(self) -> str:
        return f"{self.kind} notice {self.pk}"
