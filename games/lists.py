"""Lists of games: what waits for somebody, a person's own games, the lobby. Reads only, a few queries each.

Like games.queries it hands on views, never a state or a seed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache, partial
from typing import Any, cast

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce

from accounts.models import Block, User
from games.models import WAITED_ON, Game, Invitation, Seat, SiteClock
from games.rules.interface import Legal, RuleSet, View
from games.rules.registry import rule_set
from games.signals import looking_for_rating
from games.who import Who
from landlord.prepared import Prepared

#: How many games a page of a list has.
PAGE_LENGTH = 25
#: Of lists with wishes so many statements are kept.
LISTS_KEPT = 128
#: Games of one's own that are going on: more than a person may have at once.
MOST_GOING_ON = 100
#: Move times by what they feel like, in seconds; the last bound is beyond the longest.
BANDS: Mapping[str, tuple[int, int]] = {
    "minutes": (0, 3_600),
    "hours": (3_600, 86_400),
    "days": (86_400, 604_801),
}
#: The band of games without a clock.
WITHOUT = "none"


@dataclass(frozen=True)
class Waiting:
    """How many games wait for somebody, and the one with the nearest deadline."""

    count: int = 0
    game_id: str = ""
    due_at: datetime | None = None


@dataclass(frozen=True)
class Standing:
    """A running or open game of somebody's own; `view` and `legal` are None before the start."""

    game: Game
    seats: Sequence[Seat]
    rules: RuleSet[Any]
    reader: int
    view: View | None = None
    legal: Legal | None = None
    #: When the operator stopped all clocks, if they are.
    stopped_at: datetime | None = None

    @property
    def mine(self) -> Seat:
        """The reader's own seat."""
        return self.seats[self.reader]

    @property
    def next_due(self) -> datetime | None:
        """The nearest deadline of the game, whoever's it is."""
        return min((seat.due_at for seat in self.seats if seat.due_at), default=None)


@dataclass(frozen=True)
class Wanted:
    """What somebody looks for in the lobby; None and empty are anything.

    `least` is the opener's share of games that ended without a time-out, in percent: who has finished
    none has no share, and is left out. `rating` is the least that the opener's may be: whoever shows
    none to others is left out.
    """

    ruleset: str = ""
    seats: int | None = None
    band: str = ""
    rated: bool | None = None
    least: int = 0
    rating: int = 0


@dataclass(frozen=True)
class Page:
    """A page of a list, counted from 1, and whether there is another after it."""

    games: Sequence[Game]
    number: int
    more: bool


def next_waiting(who: Who, *, but_not: str = "") -> Waiting:
    """Count the games that wait for somebody, and find the one with the nearest deadline. One query.

    `but_not` is the game that they are looking at already.
    """
    if not who.guest and who.user is None:
        return Waiting()
    rows = (
        _waiting_by_guest(user=who.user or 0, guest=who.guest, but_not=but_not)
        if who.guest
        else _waiting(user=who.user or 0, but_not=but_not)
    )
    return Waiting(len(rows), *rows[0]) if rows else Waiting()


@partial(Prepared, user=int, but_not=str)
def _waiting(user: int, but_not: str) -> QuerySet[Seat, Any]:
    return _nearest_first(Seat.objects.filter(user=user), but_not)


@partial(Prepared, user=int, guest=str, but_not=str)
def _waiting_by_guest(user: int, guest: str, but_not: str) -> QuerySet[Seat, Any]:
    return _nearest_first(Seat.objects.filter(Q(user=user) | Q(guest_key=guest)), but_not)


def _nearest_first(seats: QuerySet[Seat], but_not: str) -> QuerySet[Seat, Any]:
    # Without a place, as all who are waited on: the index tells that, so that no row of a game that is over is read.
    waiting = seats.filter(WAITED_ON, place=0).exclude(game__public_id=but_not)
    by_deadline = waiting.order_by(F("due_at").asc(nulls_last=True), "pk")
    return by_deadline.values_list("game__public_id", "due_at")[:MOST_GOING_ON]


def calls(user: int) -> tuple[int, int]:
    """Count the games that wait for somebody with an account, and the tables they are invited to; one query."""
    found: list[tuple[int, int]] = _calls(user=user)
    return found[0] if found else (0, 0)


@partial(Prepared, user=int)
def _calls(user: int) -> QuerySet[User, Any]:
    waiting = Seat.objects.filter(WAITED_ON, user=OuterRef("pk"), place=0).order_by().values("user")
    asked = _asked_to(user).order_by().values("to")
    counts = (waiting.annotate(n=Count("pk")).values("n"), asked.annotate(n=Count("pk")).values("n"))
    return User.objects.filter(pk=user).values_list(*(Coalesce(Subquery(count), 0) for count in counts))


def going_on(who: Who) -> list[Standing]:
    """List somebody's running and open games, in no order; two queries."""
    if not who.guest and who.user is None:
        return []
    games = _going_on_of_guest(user=who.user or 0, guest=who.guest) if who.guest else _going_on(user=who.user or 0)
    standings = (_standing(game, who) for game in games)
    return [standing for standing in standings if standing is not None]


@partial(Prepared, user=int)
def _going_on(user: int) -> QuerySet[Game]:
    return _not_over(Seat.objects.filter(user=user))


@partial(Prepared, user=int, guest=str)
def _going_on_of_guest(user: int, guest: str) -> QuerySet[Game]:
    return _not_over(Seat.objects.filter(Q(user=user) | Q(guest_key=guest)))


def _not_over(seats: QuerySet[Seat]) -> QuerySet[Game]:
    return (
        _with_seats(Game.objects.defer("opening"))
        .filter(pk__in=seats.values("game"), status__in=(Game.Status.RUNNING, Game.Status.OPEN))
        .select_related("secret")
        .annotate(stopped_at=Subquery(SiteClock.objects.values("stopped_at")[:1]))
        .order_by("-moved_at")[:MOST_GOING_ON]
    )


def finished(who: Who, number: int = 1) -> Page:
    """List somebody's finished games, the last one first; two queries."""
    if not who.guest and who.user is None:
        return Page((), number, more=False)
    games = _with_seats(Game.objects.defer("opening")).filter(pk__in=_games_of(who), status=Game.Status.FINISHED)
    found = list(_part(games.order_by("-finished_at", "-pk"), number, PAGE_LENGTH))
    return _page(found, number, PAGE_LENGTH)


def invitations(user: int) -> list[Invitation]:
    """List the open tables that somebody is invited to and does not sit at, each with its game; two queries."""
    return _invitations(user=user)


@partial(Prepared, user=int)
def _invitations(user: int) -> QuerySet[Invitation]:
    asked = (
        _asked_to(user)
        .select_related("game", "by")
        .defer("game__opening")
        .prefetch_related(Prefetch("game__seats", Seat.objects.order_by("number")))
    )
    return asked.order_by("-at")[:PAGE_LENGTH]


def _asked_to(user: int) -> QuerySet[Invitation]:
    sits = Seat.objects.filter(game=OuterRef("game"), user=user)
    return Invitation.objects.filter(to_id=user, game__status=Game.Status.OPEN).filter(
        ~Exists(sits), ~Exists(_blocked_at("game", user))
    )


def invited(game: Game) -> list[str]:
    """List the names of those who are invited to a table; one query."""
    return list(Invitation.objects.filter(game=game).order_by("at").values_list("to__name", flat=True))


def games_of_guest(who: Who, limit: int = 50) -> list[Game]:
    """List a guest's games with their seats: running ones first, then open, then finished."""
    if not who.guest:
        return []
    rank = Case(
        When(status=Game.Status.RUNNING, then=Value(0)),
        When(status=Game.Status.OPEN, then=Value(1)),
        default=Value(2),
        output_field=IntegerField(),
    )
    mine = Seat.objects.filter(guest_key=who.guest).values("game")
    return list(_with_seats(Game.objects.defer("opening")).filter(pk__in=mine).order_by(rank, "-moved_at")[:limit])


def a_finished_game() -> Game | None:
    """Give the public game that finished last, for a newcomer to step through."""
    over = _with_seats(Game.objects.defer("opening")).filter(
        status=Game.Status.FINISHED, move_count__gt=0, secret_table=False
    )
    return over.order_by("-moved_at").first()


def open_tables(wanted: Wanted, user: int | None = None, number: int = 1, *, length: int | None = None) -> Page:
    """List public tables with a free seat, the newest first; two queries.

    Those where somebody blocks the reader, or is blocked by the reader, are left out. Each game has
    `over` and `late`: of its opener's games with other people, how many are over, and how many of these
    ended by a missed deadline.
    """
    length = length or PAGE_LENGTH
    if user is None:
        return _page(_open_tables(wanted, number, length, signed_in=False)(), number, length)
    return _page(_open_tables(wanted, number, length, signed_in=True)(user=user), number, length)


# One for each list that is asked for; those that are asked for again and again stay.
@lru_cache(LISTS_KEPT)
def _open_tables(wanted: Wanted, number: int, length: int, *, signed_in: bool) -> Prepared[Game]:
    def build(user: int | None = None) -> QuerySet[Game]:
        return _part(tables_open(wanted, user).order_by("-created_at", "-pk"), number, length)

    return Prepared(build, user=int) if signed_in else Prepared(build)


def tables_open(wanted: Wanted, user: int | None = None) -> QuerySet[Game]:
    """Give what `open_tables` lists, in no order."""
    taken = Seat.objects.filter(game=OuterRef("pk")).order_by().values("game").annotate(n=Count("pk")).values("n")
    games = (
        _public(wanted)
        .filter(status=Game.Status.OPEN, opener__isnull=False)
        .annotate(taken=Subquery(taken, output_field=IntegerField()))
        .filter(taken__lt=F("size"))
    )
    if user is not None:
        games = games.filter(~Exists(_blocked_at("pk", user)))
    return games


def in_play(wanted: Wanted, number: int = 1) -> Page:
    """List public games going on in which people play with each other, the last move first; two queries."""
    return _page(_in_play(wanted, number, PAGE_LENGTH)(), number, PAGE_LENGTH)


@lru_cache(LISTS_KEPT)
def _in_play(wanted: Wanted, number: int, length: int) -> Prepared[Game]:
    return Prepared(lambda: _part(games_in_play(wanted).order_by("-moved_at", "-pk"), number, length))


def games_in_play(wanted: Wanted) -> QuerySet[Game]:
    """Give what `in_play` lists, in no order."""
    people = Seat.objects.filter(game=OuterRef("pk")).exclude(kind=Seat.Kind.BOT).order_by()
    count = people.values("game").annotate(n=Count("pk")).values("n")
    return (
        _public(wanted)
        .filter(status=Game.Status.RUNNING)
        .annotate(people=Subquery(count, output_field=IntegerField()))
        .filter(people__gt=1)
    )


def games_of(who: Who, *statuses: Game.Status) -> QuerySet[Game]:
    """Give somebody's own games that are in one of these states, with their seats, in no order."""
    return _with_seats(Game.objects.defer("opening")).filter(pk__in=_games_of(who), status__in=statuses)


def _public(wanted: Wanted) -> QuerySet[Game]:
    games = _with_seats(Game.objects.defer("opening")).filter(secret_table=False).select_related("opener")
    games = games.annotate(over=_games_over(), late=_games_over(fate=Seat.Fate.TIMED_OUT))
    if wanted.ruleset:
        games = games.filter(ruleset=wanted.ruleset)
    if wanted.seats is not None:
        games = games.filter(size=wanted.seats)
    if wanted.band == WITHOUT:
        games = games.filter(options__move_time=None)
    elif wanted.band:
        low, high = BANDS[wanted.band]
        games = games.filter(options__move_time__gte=low, options__move_time__lt=high)
    if wanted.rated is not None:
        games = games.filter(rated=wanted.rated)
    if wanted.least:
        games = games.filter(over__gt=0, late__lte=F("over") * (100 - wanted.least) / 100)
    if wanted.rating:
        for _, shown in looking_for_rating.send(Wanted, least=wanted.rating):
            games = games.filter(Exists(cast("QuerySet[Any]", shown)))
    return games


def _games_over(**only: str) -> Any:
    # Games against bots alone promise nobody anything: they say nothing of how reliable somebody is.
    company = Seat.objects.filter(game=OuterRef("game")).exclude(kind=Seat.Kind.BOT).exclude(pk=OuterRef("pk"))
    over = Seat.objects.filter(Exists(company), user=OuterRef("opener"), place__gt=0, **only).order_by()
    counted = over.values("user").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def _blocked_at(game: str, user: int) -> QuerySet[Block]:
    # Two levels out: the seats are asked for from within the blocks, and these from within the list.
    sitters = Seat.objects.filter(game=OuterRef(OuterRef(game)), user__isnull=False).values("user")
    return Block.objects.filter(Q(user=user, blocked__in=sitters) | Q(blocked=user, user__in=sitters))


def _games_of(who: Who) -> QuerySet[Seat, Any]:
    return Seat.objects.filter(_seat_of(who)).values("game")


def _seat_of(who: Who) -> Q:
    mine = Q(pk__in=[])
    if who.user is not None:
        mine |= Q(user=who.user)
    if who.guest:
        mine |= Q(guest_key=who.guest)
    return mine


def _with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.prefetch_related(Prefetch("seats", Seat.objects.order_by("number")))


def _part(games: QuerySet[Game], number: int, length: int) -> QuerySet[Game]:
    # One more than is shown tells whether there is a next page; counting them all would be a query more.
    first = (number - 1) * length
    return games[first : first + length + 1]


def _page(found: Sequence[Game], number: int, length: int) -> Page:
    return Page(found[:length], number, more=len(found) > length)


def _standing(game: Game, who: Who) -> Standing | None:
    secret, seats = game.secret, list(game.seats.all())
    # The game is handed on to pages; its secrets are not to hang on it.
    Game._meta.get_field("secret").delete_cached_value(game)  # noqa: SLF001
    rules = rule_set(game.ruleset, game.rules_version)
    reader = next((seat.number for seat in seats if who.sits_at(seat)), None)
    if reader is None:
        # Stood up between the two statements.
        return None
    if game.status == Game.Status.OPEN:
        return Standing(game, seats, rules, reader)
    state = rules.decode_state(secret.snapshot)
    view, legal = rules.view(state, reader), rules.legal(state, reader)
    return Standing(game, seats, rules, reader, view, legal, stopped_at=getattr(game, "stopped_at", None))
