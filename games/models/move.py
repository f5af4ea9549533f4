"""The entries of a record: added, and never changed."""

from typing import Any, NoReturn

from django.db import models

from games.models.game import Game


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
    #: Of a time-out: the deadline that was missed.
    due_at = models.DateTimeField(null=True)
    #: What happened: a JSON list of events.
    events = models.TextField()

    objects = MoveQuerySet.as_manager()

    class Meta:
        ordering = ("game", "number")
        constraints = (models.UniqueConstraint(fields=["game", "number"], name="one_move_of_each_number"),)
        # Small, since time-outs are few: how late they were made is asked for again and again.
        indexes = (models.Index(fields=["at"], name="move_by_clock", condition=models.Q(by="clock")),)

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
