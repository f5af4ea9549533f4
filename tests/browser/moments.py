"""Games at moments of one's choice, for a browser to look at.

A moment is searched with the rules alone, seed by seed: the guest plays as the medium bot would. What
was found is then played at a real table, through the one writer, by a guest whose cookie a browser
can be given.
"""

import copy
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.http import HttpRequest
from django.test import Client
from playwright.sync_api import BrowserContext

from games import bots, guests, table
from games.models import Game, GameSecret, Move, Seat
from games.rules.chance import Chance, derive_seed
from games.rules.interface import Kind
from games.rules.landlord import LANDLORD
from games.rules.property import moves
from games.rules.property.moves import OfferForm
from tests.browser.site import Site
from tests.games.tables import CLIENT_SEED, JSON, Played
from tests.pages.friends import Friends
from tests.pages.people import People

#: Asked with the state whenever seat 0, the guest's, is waited on, and at the end.
Wish = Callable[[Any], bool]

#: Turns after which most of the valley has an owner.
MIDDLE = 40
LONGEST = 2_000


def _asked(state: Any, kind: str) -> bool:
    return bool(state.decision == kind and state.asked == 0)


def in_jail(state: Any) -> bool:
    return _asked(state, "jail")


def may_buy(state: Any) -> bool:
    """A square that can be paid for, after no double, when some have owners already."""
    price = LANDLORD.rules.board.price[state.position[0]]
    return _asked(state, "buy") and not state.again and state.turns > 8 and state.cash[0] >= price


def too_poor_to_buy(state: Any) -> bool:
    price = LANDLORD.rules.board.price[state.position[0]]
    return _asked(state, "buy") and state.cash[0] < price and state.owner.count(0) > 2


def may_bid(state: Any) -> bool:
    """Somebody has bid already."""
    return _asked(state, "auction") and bool(state.auction.bids)


def may_build(state: Any) -> bool:
    """There is something to build, to sell, to mortgage and to trade."""
    if not _asked(state, "manage") or state.turns < MIDDLE:
        return False
    listed = LANDLORD.legal(state, 0)
    kinds = {type(move) for move in listed.moves}
    return kinds >= {moves.Build, moves.Sell, moves.Mortgage} and any(isinstance(f, OfferForm) for f in listed.forms)


def may_trade(state: Any) -> bool:
    """Both sides have something to trade, and nothing is built yet."""
    return _asked(state, "manage") and state.owner.count(0) > 1 and state.owner.count(1) > 1 and not any(state.houses)


def has_an_offer(state: Any) -> bool:
    return _asked(state, "trade")


def in_debt(state: Any) -> bool:
    return _asked(state, "debt") and len(LANDLORD.legal(state, 0).moves) > 2


def in_the_middle(state: Any) -> bool:
    """Most squares have owners, and houses stand."""
    return _asked(state, "manage") and state.turns >= MIDDLE and any(state.houses) and state.moves > 80


def at_the_end(state: Any) -> bool:
    return bool(state.decision == "over")


@dataclass(frozen=True)
class Way:
    """How a moment is come to: the server's seed, and the guest's moves as JSON."""

    server_seed: str
    moves: tuple[str, ...]


@lru_cache
def way_to(wish: Wish, seats: int) -> Way:
    """Find a game that comes to a moment, and its shortest beginning up to there."""
    for number in range(400):
        server_seed = f"{number:064x}"
        found = _played_to(wish, seats, server_seed)
        if found is not None:
            return Way(server_seed, tuple(msgspec.json.encode(move).decode() for move in found))
    raise AssertionError(f"{wish.__name__}: no such moment in four hundred games")


def _played_to(wish: Wish, seats: int, server_seed: str) -> list[Any] | None:
    chance = Chance(derive_seed(server_seed, [CLIENT_SEED, *[""] * (seats - 1)]))
    bots_beside: list[Kind] = ["bot"] * (seats - 1)
    state, _ = LANDLORD.start(["guest", *bots_beside], chance, dict(guests.OPTIONS))
    made: list[Any] = []
    for _move in range(LONGEST):
        seat = state.asked
        if seat in (0, -1) and wish(state):
            return made
        if state.decision == "over":
            return None
        move = bots.answer(LANDLORD, state, seat, "medium" if seat == 0 else None)
        if seat == 0:
            made.append(move)
        LANDLORD.apply(state, seat, move)
    return None


@dataclass(frozen=True)
class Kept:
    """The rows of a game at a moment. The database is emptied after each test; to play hundreds of moves takes long."""

    played: Played
    game: Game
    secret: GameSecret
    seats: tuple[Seat, ...]
    moves: tuple[Move, ...]

    @classmethod
    def of(cls, played: Played) -> "Kept":
        """Read a game's rows."""
        game = played.game
        seats, moves_made = Seat.objects.filter(game=game), Move.objects.filter(game=game)
        return cls(played, game, played.secret, tuple(seats), tuple(moves_made))

    def fits(self) -> bool:
        """Tell whether the database has room for them: the same game is not there already."""
        return not Game.objects.filter(pk=self.game.pk).exists()

    def lay_out(self) -> Played:
        """Write the rows as they were, under their own numbers: those are never given again."""
        Game.objects.bulk_create([copy.copy(self.game)])
        GameSecret.objects.bulk_create([copy.copy(self.secret)])
        Seat.objects.bulk_create([copy.copy(seat) for seat in self.seats])
        Move.objects.bulk_create([copy.copy(move) for move in self.moves])
        return self.played


_kept: dict[tuple[Wish, int], Kept] = {}


class Moments:
    """Sets games up in the database that the site reads."""

    def __init__(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        self._site = site
        self._monkeypatch = monkeypatch

    def open(self, seats: int = 2, server_seed: str = f"{0:064x}") -> Played:
        """Open a table; it is not started yet."""
        client = Client()
        with self._monkeypatch.context() as patched:
            patched.setattr("games.table.opening.secrets", SimpleNamespace(token_hex=lambda _: server_seed))
            response = client.post("/play/", {"seats": seats}, headers=JSON)
        assert response.status_code == 201, response.content
        return Played(response.json()["id"], client, server_seed)

    def at(self, wish: Wish, seats: int = 2) -> Played:
        """Bring a game to a moment: by its moves, and from the second time on by its rows as they were then."""
        kept = _kept.get((wish, seats))
        if kept is not None and kept.fits():
            return kept.lay_out()
        played = self.anew(wish, seats)
        if kept is None:
            _kept[wish, seats] = Kept.of(played)
        return played

    def anew(self, wish: Wish, seats: int = 2) -> Played:
        """Bring a game to a moment that has a number of its own: nobody can have kept anything of it."""
        way = way_to(wish, seats)
        played = self.open(seats, way.server_seed)
        who = played.who
        table.start(played.id, who, CLIENT_SEED)
        for move in way.moves:
            table.play(played.id, who, played.token, [move])
        assert wish(played.state)
        return played

    def key(self, played: Played) -> str:
        """Give the key of the guest who plays a game, as that browser keeps it."""
        request = HttpRequest()
        request.COOKIES[guests.COOKIE] = self._cookie(played)
        return guests.key_of(request)

    def seat(self, context: BrowserContext, played: Played) -> None:
        """Let a browser profile be the guest's who plays this game."""
        context.add_cookies([{"name": guests.COOKIE, "value": self._cookie(played), "url": self._site.url}])

    def people(self, names: tuple[str, ...]) -> People:
        """Give a game between people with accounts; the first is asked whether to buy."""
        return People(self._monkeypatch, names)

    def friends(self, names: tuple[str, ...] = ("Ada", "Bob"), move_time: int | None = 30) -> Friends:
        """Give a game of Deedland between people with accounts; the first is asked to roll."""
        return Friends(self._monkeypatch, names, move_time)

    def sign_in(self, context: BrowserContext, people: People, seat: int) -> None:
        """Let a browser profile be the one of somebody at a table of people."""
        session = people.clients[seat].cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": session, "url": self._site.url}])

    @staticmethod
    def _cookie(played: Played) -> str:
        return str(played.client.cookies[guests.COOKIE].value)
