"""Who sits at a game, and the clock of each seat."""

from django.conf import settings
from django.db import models

from games.models.game import Game


class Seat(models.Model):
    """A seat of a game and who sits there."""

    class Kind(models.TextChoices):
        """A person has an account, a guest a browser's session, a bot neither."""

        PERSON = "person"
        GUEST = "guest"
        BOT = "bot"

    class Fate(models.TextChoices):
        """How a seat left: by its debts, in person, by a missed deadline, or as all agreed."""

        BANKRUPT = "bankrupt"
        RESIGNED = "resigned"
        TIMED_OUT = "timed_out"
        AGREED = "agreed"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=6, choices=Kind.choices)
    name = models.CharField(max_length=20)
    client_seed = models.CharField(max_length=64, default="", blank=True)
    #: SHA-256 of the key in the guest's cookie; the key itself is kept nowhere.
    guest_key = models.CharField(max_length=64, default="", blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="seats",
    )
    #: Before the start: all who sit at a table of short move time press Ready.
    ready = models.BooleanField(default=False)
    #: The place the seat has got; 0 while it is in.
    place = models.PositiveSmallIntegerField(default=0)
    #: How the seat left the game; empty while it is in, and for who was in at the end.
    fate = models.CharField(max_length=9, choices=Fate.choices, default="", blank=True)
    #: The seat's clock (games.clock): the wait that it last had, what for, and since when it runs, if it does.
    wait = models.PositiveIntegerField(default=0)
    asked = models.CharField(max_length=12, default="", blank=True)
    since = models.DateTimeField(null=True, blank=True)
    #: The deadline, while the clock runs.
    due_at = models.DateTimeField(null=True, blank=True)
    #: What is left of the move time while the clock of that wait stands, as a giver's does during an offer.
    left = models.DurationField(null=True, blank=True)
    #: How many moves in a row the clock has made here, the player having made none since.
    clock_moves = models.PositiveSmallIntegerField(default=0, db_default=0)
    #: What has changed that only who sits here can see: orders.
    own_changes = models.PositiveIntegerField(default=0)
    #: When a page of this game was last in sight of who sits here.
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("game", "number")
        constraints = (models.UniqueConstraint(fields=["game", "number"], name="one_seat_of_each_number"),)
        indexes = (
            models.Index(fields=["guest_key"], name="seat_by_guest", condition=~models.Q(guest_key="")),
            models.Index(fields=["due_at"], name="seat_by_deadline", condition=models.Q(due_at__isnull=False)),
            # A person's games in the order in which they were opened, and who of two was ahead, with no look at rows.
            models.Index(fields=["user", "game", "place"], name="seat_by_person"),
        )

    def __str__(self) -> str:
        return f"{self.name}, seat {self.number}"

    @property
    def waited_on(self) -> bool:
        """Whether this seat is waited on, with a deadline or without one: see WAITED_ON."""
        return self.since is not None and self.left is None


#: The seats that are waited on: `Seat.waited_on` as a condition.
WAITED_ON = models.Q(since__isnull=False, left__isnull=True)
