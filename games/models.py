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


def new_link_key() -> str:
    """Draw the key in a secret table's link: 16 characters, some 76 bits."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(16))


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


class SiteClock(models.Model):
    """One row: when the sweep last looked, and whether the operator has stopped all clocks."""

    swept_at = models.DateTimeField()
    stopped_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return "the site's clock"


class Standstill(models.Model):
    """A gap in which no sweep looked: running deadlines were moved by its length, once."""

    began = models.DateTimeField()
    ended = models.DateTimeField()
    #: Games whose deadlines were moved.
    games = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"standstill of {self.began:%Y-%m-%d %H:%M}"


class CalendarFeed(models.Model):
    """A person's private calendar of deadlines. Deleted, its address leads nowhere from then on."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calendar_feed")
    #: By this the feed is found; its address holds a keyed hash of it besides (games.feeds).
    name = models.CharField(max_length=16, unique=True, default=new_link_key, editable=False)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"calendar feed of user {self.user_id}"
