"""The rows of ratings. All but the keys, the numbers and who had left are derived: `rebuild_ratings` makes them anew.

A rating belongs to a key and not to a user, so that it goes on counting for the others when the account goes.
"""

from django.conf import settings
from django.db import models

from games.models import Game
from leaderboard.rating import Skill, shown, uncertainty


class RatingKey(models.Model):
    """Who is rated: a number that stays when the account, and with it the name, has gone."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="rating_key"
    )
    #: When the person answered whether the leaderboard may list them; the answer stands with the account.
    asked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"rating key {self.pk}"


class SeatKey(models.Model):
    """Whose seat it was, kept when the account goes and the seat forgets it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField()
    key = models.ForeignKey(RatingKey, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "seat"], name="one_key_of_each_seat"),)

    def __str__(self) -> str:
        return f"key {self.key_id} at seat {self.seat} of game {self.game_id}"


class RatingClock(models.Model):
    """One row, and the lock under which games are rated: one after another, in the order of their numbers."""

    #: The number of the game rated last.
    number = models.PositiveBigIntegerField(default=0)
    #: Every game that finished before this was looked at.
    looked_to = models.DateTimeField(null=True)
    #: Every entry of a record up to this id is counted in AnswerTimes.
    counted_to = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.number} games rated"


class RatedGame(models.Model):
    """A finished rated game has had its turn; its number says when, and a rebuild follows the numbers.

    One with fewer than two people has a number too, and changes nothing.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="rated_as")
    number = models.PositiveBigIntegerField(unique=True)

    def __str__(self) -> str:
        return f"rated game number {self.number}"


class RatingChange(models.Model):
    """What one game made of one person's rating. `place` is the one among the `people` of the table."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rating_changes")
    key = models.ForeignKey(RatingKey, on_delete=models.CASCADE, related_name="changes")
    ruleset = models.CharField(max_length=20)
    #: The game's number (RatedGame).
    number = models.PositiveBigIntegerField()
    seat = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    people = models.PositiveSmallIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    #: When the game ended.
    at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "key"], name="one_change_of_each_game"),)
        indexes = (models.Index(fields=["key", "ruleset", "number"], name="change_by_key"),)

    def __str__(self) -> str:
        return f"key {self.key_id}, game {self.number}: {self.before} to {self.after}"

    @property
    def before(self) -> int:
        """The rating shown before the game."""
        return shown(self.mu_before, self.sigma_before)

    @property
    def after(self) -> int:
        """The rating shown after the game."""
        return shown(self.mu, self.sigma)

    @property
    def by(self) -> int:
        """How the rating shown moved."""
        return self.after - self.before


class Rating(models.Model):
    """Where one person stands in one game, after all rated games."""

    key = models.ForeignKey(RatingKey, on_delete=models.CASCADE, related_name="ratings")
    ruleset = models.CharField(max_length=20)
    mu = models.FloatField()
    sigma = models.FloatField()
    #: The whole number that is shown.
    rating = models.IntegerField()
    games = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    #: The sum of the places, each among the people of its table.
    places = models.PositiveIntegerField()
    provisional = models.BooleanField()
    #: The ratings shown before and after each of the last ten games, eleven at most, oldest first.
    trend = models.JSONField()
    last_played = models.DateTimeField()
    #: May be listed: its person wants it and may sign in. A copy, so that an index holds those alone.
    listed = models.BooleanField(default=False)
    #: Played within the last thirty days, as of the last hour.
    active = models.BooleanField(default=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["key", "ruleset"], name="one_rating_of_each_game"),)
        indexes = (
            models.Index(
                fields=["ruleset", "provisional", "-rating", "key"],
                name="rating_listed",
                condition=models.Q(listed=True),
            ),
            models.Index(
                fields=["ruleset", "provisional", "-rating", "key"],
                name="rating_listed_active",
                condition=models.Q(listed=True, active=True),
            ),
            models.Index(fields=["last_played"], name="rating_active", condition=models.Q(active=True)),
        )

    def __str__(self) -> str:
        return f"key {self.key_id}: {self.rating}"

    @property
    def skill(self) -> Skill:
        """The estimate that the number is made from."""
        return Skill(self.mu, self.sigma)

    @property
    def uncertainty(self) -> int:
        """One deviation of the estimate, on the scale that is shown."""
        return uncertainty(self.sigma)

    @property
    def average_place(self) -> float:
        """The mean of the places."""
        return self.places / self.games


class AnswerTimes(models.Model):
    """How long a person takes to answer: how many answers fell into each span of leaderboard.answers."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="answer_times"
    )
    counts = models.JSONField()

    def __str__(self) -> str:
        return f"answer times of user {self.user_id}"
