"""A game from the opening of its table on, and apart from it what nobody may see yet."""

from datetime import timedelta

from django.conf import settings
from django.db import models

from games.models.names import ID_LENGTH, new_link_key, new_public_id


class Game(models.Model):
    """One game, from the opening of its table on."""

    class Status(models.TextChoices):
        """Open: seats are taken, nothing is drawn yet. Running. Finished: it has placings.

        Closed: it never started; its opener cancelled it, or nobody started it in time.
        """

        OPEN = "open"
        RUNNING = "running"
        FINISHED = "finished"
        CLOSED = "closed"

    public_id = models.CharField(max_length=ID_LENGTH, unique=True, default=new_public_id, editable=False)
    ruleset = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField()
    commitment = models.CharField(max_length=64)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    #: Who opened the table: starts it early, cancels it. Nobody once that account is deleted.
    opener = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="opened_games"
    )
    #: How many seats the table has; those not taken yet have no row.
    size = models.PositiveSmallIntegerField(default=2)
    rated = models.BooleanField(default=False)
    #: Seen by its players only, and before the start by whoever has the link with this key.
    secret_table = models.BooleanField(default=False)
    link_key = models.CharField(max_length=16, default=new_link_key, editable=False)
    #: Bots take the seats that are empty when it starts.
    bots_fill = models.BooleanField(default=False)
    rematch_of = models.OneToOneField("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematch")
    #: The operator has struck the result: it moves no rating. The reason is shown.
    void = models.CharField(max_length=200, default="", blank=True)
    #: What happened before the first decision: a JSON list of events.
    opening = models.TextField(default="")
    #: Entries of the record so far.
    move_count = models.PositiveIntegerField(default=0)
    #: What has changed beside moves and all can see: who sits, who is ready, proposals, a stop of the clocks.
    changes = models.PositiveIntegerField(default=0)
    #: A bot is asked, and its answer was left to the worker.
    bots_due = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    #: When the game last changed.
    moved_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    #: Places, first place first, each a list of seat numbers.
    placings = models.JSONField(null=True)
    #: An agreed pause: until then no clock runs.
    paused_until = models.DateTimeField(null=True)
    #: When the site last stood still while deadlines ran here, and by how much it moved them.
    stood_still_at = models.DateTimeField(null=True)
    stood_still_for = models.DurationField(null=True)

    class Meta:
        indexes = (
            models.Index(fields=["created_at"], name="game_open_by_age", condition=models.Q(status="open")),
            models.Index(fields=["status", "moved_at"], name="game_by_change"),
            models.Index(fields=["moved_at"], name="game_bots_due", condition=models.Q(bots_due=True)),
            models.Index(
                fields=["finished_at"], name="game_rated_by_end", condition=models.Q(status="finished", rated=True)
            ),
        )

    def __str__(self) -> str:
        return f"{self.ruleset} {self.public_id}"

    @property
    def move_time(self) -> timedelta | None:
        """How long a move may take; None in a game without a clock."""
        seconds = self.options["move_time"]
        return None if seconds is None else timedelta(seconds=seconds)


class GameSecret(models.Model):
    """What a running game keeps to itself: the server's seed, and the state, which holds the seed.

    `snapshot` is the state's JSON as text (jsonb is slower here, and does not keep it byte for
    byte); empty until the game starts. Once the game has finished the server's seed is published.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="secret")
    server_seed = models.CharField(max_length=64)
    snapshot = models.TextField(default="")

    def __str__(self) -> str:
        return f"secrets of game {self.game_id}"
