"""What players want beside their moves: orders, proposals, company."""

from django.conf import settings
from django.db import models

from games.models.game import Game


class StandingOrder(models.Model):
    """What a player wants done without being asked. Private: read by the table, shown to its owner alone."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="orders")
    seat = models.PositiveSmallIntegerField()
    #: The order's JSON, as the rules define it.
    order = models.TextField()
    created_at = models.DateTimeField()

    class Meta:
        ordering = ("game", "id")

    def __str__(self) -> str:
        return f"order of seat {self.seat} in game {self.game_id}"


class Proposal(models.Model):
    """A pause or an end that takes all people's consent."""

    class Kind(models.TextChoices):
        """To stop all clocks for some days, or the game as it stands."""

        PAUSE = "pause"
        END = "end"

    class Status(models.TextChoices):
        """Open until all have accepted (held), one has refused, or its day is over (lapsed)."""

        OPEN = "open"
        HELD = "held"
        REFUSED = "refused"
        LAPSED = "lapsed"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="proposals")
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=5, choices=Kind.choices)
    #: Of a pause: 1 to 14.
    days = models.PositiveSmallIntegerField(default=0)
    proposed_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    #: Seat numbers of those who have accepted, the proposer first.
    accepted = models.JSONField(default=list)
    status = models.CharField(max_length=7, choices=Status.choices, default=Status.OPEN)

    class Meta:
        ordering = ("game", "id")
        constraints = (
            models.UniqueConstraint(
                fields=["game", "kind"], condition=models.Q(status="open"), name="one_open_proposal_of_each_kind"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} proposed by seat {self.seat} in game {self.game_id}"


class Invitation(models.Model):
    """A named player is asked to sit down at an open table; at a secret one it is the way in."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="invitations")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations_sent")
    to = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations")
    at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "to"], name="one_invitation_of_each_player"),)

    def __str__(self) -> str:
        return f"invitation to game {self.game_id}"
