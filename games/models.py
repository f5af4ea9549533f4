"""The rows of a game: who sits, every move, and apart from them what nobody may see yet.

`games.table` alone writes these. What a running game keeps to itself stands in GameSecret, a table
of its own, so that no listing, admin page or serializer of a Game can come near it.
"""

import secrets
from typing import Any, NoReturn

from django.conf import settings
from django.db import models

# Without vowels and look-alikes: no words come out, and an id can be read aloud.
ID_LETTERS = "23456789bcdfghjkmnpqrstvwxz"
ID_LENGTH = 12


def new_public_id() -> str:
    """Draw a game's name in addresses: 12 characters, some 57 bits, not to be guessed."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


class Game(models.Model):
    """One game, from the opening of its table on."""

    class Status(models.TextChoices):
        """Open: seats are taken, nothing is drawn yet. Running. Finished: it has placings."""

        OPEN = "open"
        RUNNING = "running"
        FINISHED = "finished"

    public_id = models.CharField(max_length=ID_LENGTH, unique=True, default=new_public_id, editable=False)
    ruleset = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField()
    commitment = models.CharField(max_length=64)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    #: What happened before the first decision: a JSON list of events.
    opening = models.TextField(default="")
    #: Entries of the record so far.
    move_count = models.PositiveIntegerField(default=0)
    #: A bot is asked, and its answer was left to the worker.
    bots_due = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    #: When the game last changed.
    moved_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    #: Places, first place first, each a list of seat numbers.
    placings = models.JSONField(null=True)

    class Meta:
        indexes = (
            models.Index(fields=["status", "moved_at"], name="game_by_change"),
            models.Index(fields=["moved_at"], name="game_bots_due", condition=models.Q(bots_due=True)),
        )

    def __str__(self) -> str:
        return f"{self.ruleset} {self.public_id}"


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


class Seat(models.Model):
    """A seat of a game and who sits there."""

    class Kind(models.TextChoices):
        """A person has an account, a guest a browser's session, a bot neither."""

        PERSON = "person"
        GUEST = "guest"
        BOT = "bot"

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
    #: The place the seat has got; 0 while it is in.
    place = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("game", "number")
        constraints = (models.UniqueConstraint(fields=["game", "number"], name="one_seat_of_each_number"),)
        indexes = (models.Index(fields=["guest_key"], name="seat_by_guest", condition=~models.Q(guest_key="")),)

    def __str__(self) -> str:
        return f"{self.name}, seat {self.number}"


class AppendOnly(TypeError):
    """Somebody tried to change or delete an entry of a record."""

    def __init__(self) -> None:
        super().__init__("A record's entries are never changed, and go only with the whole game.")


class MoveQuerySet(models.QuerySet["Move"]):
    """Moves can be read and added; nothing else."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Refuse: raises AppendOnly."""
        raise AppendOnly

    def delete(self) -> NoReturn:
        """Refuse: raises AppendOnly."""
        raise AppendOnly


class Move(models.Model):
    """An entry of a game's record: one decision, and what followed from it without another.

    Entries are added and never changed. They go with their game when that is purged.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    #: The move's JSON, exactly as the rules define it.
    move = models.TextField()
    by = models.CharField(max_length=6)
    at = models.DateTimeField()
    #: What happened: a JSON list of events.
    events = models.TextField()

    objects = MoveQuerySet.as_manager()

    class Meta:
        ordering = ("game", "number")
        constraints = (models.UniqueConstraint(fields=["game", "number"], name="one_move_of_each_number"),)

    def __str__(self) -> str:
        return f"move {self.number} of game {self.game_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the entry. Raises AppendOnly if it stands already."""
        if not self._state.adding:
            raise AppendOnly
        kwargs["force_insert"] = True
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse: raises AppendOnly."""
        raise AppendOnly
