"""The pieces of the leaderboard and of players' pages: each is drawn once for all that it shows, and kept by that."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from games.present.pieces import Pieces, piece
from leaderboard import charts, profile
from leaderboard.board import Line
from leaderboard.forms import GAMES
from leaderboard.models import Rating
from leaderboard.played import GameLine, Other
from leaderboard.profile import Player
from leaderboard.rating import estimate, uncertainty

_NUMBERS = {2: "Two", 3: "Three", 4: "Four"}
#: Charts and what is about them are some kilobytes each.
CHARTS_KEPT = 512
_courses = Pieces[SafeString](CHARTS_KEPT)


@dataclass(frozen=True)
class _Row:
    """A line of the leaderboard as it is shown; of the fifty on a page hardly any differs from one look to the next."""

    name: str
    place: int | None
    games: int
    wins: int
    rating: int
    sigma: float
    places: int
    trend: tuple[int, ...]
    mine: bool

    @property
    def uncertainty(self) -> int:
        """One deviation of the estimate, on the scale that is shown."""
        return uncertainty(self.sigma)

    @property
    def average(self) -> str:
        """The mean of the places."""
        return f"{self.places / self.games:.2f}"

    @property
    def spark(self) -> SafeString:
        """The ratings of the last games, drawn."""
        return charts.spark(self.trend)


@dataclass(frozen=True)
class _Playing:
    """A running game on a player's page."""

    id: str
    title: str
    others: tuple[Other, ...]
    rated: bool
    place: int


@dataclass(frozen=True)
class _Finished:
    """A finished game on a player's page; when it ended is said in the reader's time zone."""

    id: str
    title: str
    others: tuple[Other, ...]
    place: int
    ended: str
    day: str
    rated: bool
    struck: bool
    with_change: bool
    change: int | None

    @property
    def people(self) -> int:
        """How many sat at the table."""
        return len(self.others) + 1

    @property
    def lost(self) -> int:
        """How much the rating fell."""
        return max(0, -(self.change or 0))


@dataclass(frozen=True)
class _Answers:
    """How long a player takes to answer."""

    player: str
    counts: tuple[int, ...]

    @property
    def chart(self) -> SafeString:
        """The times, drawn."""
        return charts.answer_chart(self.counts, self.player)

    @property
    def total(self) -> int:
        """How many answers are counted."""
        return sum(self.counts)


_row: Callable[[_Row], SafeString] = piece("leaderboard/_line.html", "line")
_playing: Callable[[_Playing], SafeString] = piece("leaderboard/_playing.html", "line")
_finished: Callable[[_Finished], SafeString] = piece("leaderboard/_finished.html", "line")
_answers: Callable[[_Answers], SafeString] = piece("leaderboard/_answers.html", "times", CHARTS_KEPT)


def row(line: Line, *, mine: bool = False) -> SafeString:
    """Give a line of the leaderboard; `mine`: it is the reader's."""
    of = line.rating
    return _row(_Row(line.name, line.place, of.games, of.wins, of.rating, of.sigma, of.places, tuple(of.trend), mine))


def playing(line: GameLine) -> SafeString:
    """Give a running game's line."""
    return _playing(_Playing(line.id, GAMES[line.ruleset], line.others, line.rated, line.place))


def finished(line: GameLine, this_year: int, *, with_change: bool) -> SafeString:
    """Give a finished game's line; a day of `this_year` is said without its year.

    `with_change`: the reader may see how the rating moved.
    """
    ended, day = "", ""
    if line.finished_at is not None:
        at = localtime(line.finished_at)
        ended, day = at.isoformat(), f"{at.day} {at:%b}" if at.year == this_year else f"{at.day} {at:%b %Y}"
    title, struck = GAMES[line.ruleset], bool(line.void)
    return _finished(
        _Finished(line.id, title, line.others, line.place, ended, day, line.rated, struck, with_change, line.change)
    )


def course(rating: Rating, player: Player, heading: int, *, several: bool) -> SafeString:
    """Give what is told of a rating's course and places, under a heading of this number. Two queries, or none.

    `several`: the player has ratings in more than one game. It is kept by all of the rating's row, which no game can
    change without changing the doubles that the rating comes to.
    """
    stands = (rating.key_id, rating.ruleset, rating.mu, rating.sigma, rating.games, rating.wins, rating.places)
    key = (player.name, heading, several, *stands, tuple(rating.trend), rating.last_played)
    kept = _courses.get(key)
    if kept is not None:
        return kept
    played, record = profile.course(rating), profile.record(rating)
    most = max(record, default=0)
    told = {
        "heading": heading,
        "several": several,
        "title": GAMES[rating.ruleset],
        "row": rating,
        "estimate": estimate(rating.mu),
        "chart": charts.rating_chart(played.ratings, played.times, player.name, GAMES[rating.ruleset]),
        "charted": len(played.times),
        "places": range(1, most + 1),
        "record": [
            (_NUMBERS.get(people, str(people)), sum(counts), [*counts, *[None] * (most - people)])
            for people, counts in record.items()
        ],
    }
    made = SafeString(render_to_string("leaderboard/_course.html", told).strip())
    # A game may have been rated, or struck, after the row was read: then this is of another row.
    if played.last == rating.skill and sum(map(sum, record.values())) == rating.games:
        _courses.keep(key, made)
    return made


def answer_times(counts: Sequence[int], player: str) -> SafeString:
    """Give what is told of how long a player takes to answer; `counts` go by answers.SPANS."""
    return _answers(_Answers(player, tuple(counts)))
