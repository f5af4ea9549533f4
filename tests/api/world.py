"""A site with games in every situation, for requests that are made from the OpenAPI document."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.apps import apps
from django.db import connection

from accounts import tokens
from accounts.models import GivenAnswer, PersonalToken, User
from games import members, queries, table
from games.chat import writing
from games.models import Game, Proposal
from games.rules.chance import Chance, derive_seed
from games.rules.deedland import DEEDLAND
from games.rules.landlord import LANDLORD
from games.rules.property import moves
from games.rules.property.engine import PropertyGame
from games.who import Who
from leaderboard.step import rate_finished
from tests.api import deedland
from tests.api.conftest import PLAY, READ
from tests.games.company import DAY, open_table, over, person, ready, running, sit

#: The games, with what each asks its players for, and how many moves lead there at most, in one of a hundred games.
SITUATIONS: tuple[tuple[PropertyGame, int, tuple[str, ...]], ...] = (
    (LANDLORD, 14, ("jail", "buy", "auction", "manage", "trade", "debt")),
    (DEEDLAND, 30, ("roll", "jail", "buy", "auction", "manage", "trade", "debt")),
)


#: Tables of each kind.
TABLES: tuple[dict[str, Any], ...] = (
    {"move_time": 600, "rated": True},
    {"bots_fill": True},
    {"ruleset": "deedland"},
    {"ruleset": "deedland", "move_time": None, "secret": True},
    {"ruleset": "deedland", "bots_fill": True, "bots": "medium"},
)


@dataclass(frozen=True)
class Target:
    """What a request may be pointed at: who calls, and what stands in its address, query and body."""

    caller: str
    path: dict[str, str] = field(default_factory=dict)
    query: dict[str, str] = field(default_factory=dict)
    body: dict[str, Any] | None = None


class World:
    """The site: its people and games, and the rows that all of it has left in the database."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        self.ada, self.bob, self.eve = (person(name) for name in ("Ada", "Bob", "Eve"))
        User.objects.filter(pk=self.ada.pk).update(on_leaderboard=True)
        self.tokens = {user: tokens.make(user, "plays", PLAY) for user in (self.ada, self.bob, self.eve)}
        reads = tokens.make(self.ada, "reads", READ)
        for token in (*self.tokens.values(), reads):
            # The first use is noted, and this is not what a request is looked at for.
            tokens.found(token)
        self.games: list[Game] = []
        #: By the name of an operation what it can be carried out at.
        self.targets: dict[str, list[Target]] = defaultdict(list)
        self._open_tables()
        self._games_in_play()
        self._games_over()
        #: Most often those who may: the others are turned away at the door.
        self.callers = [*self.tokens.values(), *self.tokens.values(), "", "landlord_unknown", reads]
        self._hash = _hash_of_all_rows()
        self.before = self.rows()

    def rows(self) -> str:
        """Give a hash of every row of every table, but for answers kept by key and when tokens were last used."""
        with connection.cursor() as cursor:
            cursor.execute(self._hash)
            (found,) = cursor.fetchone()
        return str(found)

    def _aim(self, name: str, user: User, game: Game, *, number: int = 0, body: dict[str, Any] | None = None) -> None:
        path = {"game_id": game.public_id} | ({"number": str(number)} if number else {})
        self.targets[name].append(Target(self.tokens[user], path, body=body))

    def _open_tables(self) -> None:
        shared = open_table(self.ada, 3, bots_fill=True, rated=True)
        sit(shared, self.bob)
        secret = open_table(self.ada, 3, secret=True, move_time=600)
        table.invite(secret.public_id, Who(user=self.ada.pk), self.bob.pk)
        closed = open_table(self.bob)
        table.cancel(closed.public_id, Who(user=self.bob.pk))
        waiting = open_table(self.bob, 2, move_time=60)
        sit(waiting, self.ada)
        short = open_table(self.bob, 3, move_time=60)
        sit(short, self.ada)
        ready(short, self.ada)
        self.games += [shared, secret, closed, waiting, short]
        seed = {"client_seed": "a-seed"}
        self._aim("sit", self.eve, shared, body=seed)
        self._aim("sit", self.eve, secret, body=seed | {"key": secret.link_key})
        self._aim("start", self.ada, shared, body=seed)
        self._aim("stand_up", self.bob, shared)
        for user, game in ((self.ada, shared), (self.bob, shared), (self.ada, secret)):
            self._aim("bring_seed", user, game, body=seed)
            self._aim("invite", user, game, body={"name": "Eve"})
        for user in (self.ada, self.bob):
            self._aim("ready", user, short)
        for user, game in ((self.ada, shared), (self.bob, shared), (self.ada, secret)):
            writing.write(game.public_id, Who(user=user.pk), "hello")
            self._aim("write", user, game, body={"text": "hello again"})
        # Of each of the two one message; what Bob writes, Eve does not read.
        self._aim_at_messages(shared)
        self._aim("cancel", self.ada, shared)
        self._aim("cancel", self.ada, secret)
        of_host = deedland.hosted(self.ada, self.bob, move_time=30)
        self.games.append(of_host)
        for time in (30, 60, None):
            self._aim("set_move_time", self.ada, of_host, body={"move_time": time})
        for chosen in TABLES:
            self.targets["open_game"].append(Target(self.tokens[self.eve], body={"seats": 3} | chosen))
        self.targets["game"].append(
            Target(self.tokens[self.eve], {"game_id": secret.public_id}, {"key": secret.link_key})
        )

    def _aim_at_messages(self, game: Game) -> None:
        for user, number in ((self.ada, 2), (self.bob, 1), (self.eve, 1)):
            self._aim("mute", user, game, number=number)
            self._aim("report_message", user, game, number=number)
        writing.mute(game.public_id, Who(user=self.eve.pk), 2)
        self.targets["unmute"].append(Target(self.tokens[self.eve], {"name": "Bob"}))

    def _games_in_play(self) -> None:
        at_each = [self._at(rules, kind, far) for rules, far, kinds in SITUATIONS for kind in kinds]
        for game in at_each:
            asked = game.seats.get(due_at__isnull=False)
            mover = self.ada if asked.user_id == self.ada.pk else self.bob
            reading = queries.table(game.public_id, Who(user=mover.pk))
            assert reading.legal is not None
            for move in reading.legal.moves:
                body = {"token": reading.token, "moves": [msgspec.to_builtins(move)]}
                self._aim("play", mover, game, body=body)
            for user in (self.ada, self.bob):
                self._aim("resign", user, game)
                self._aim("propose", user, game, body={"kind": "pause", "days": 3})
                for order in queries.table(game.public_id, Who(user=user.pk)).orders_open:
                    self._aim("leave_order", user, game, body={"order": msgspec.to_builtins(order)})
        proposed, paused = running(self.ada, self.bob), running(self.ada, self.bob, secret=True)
        asked_to = table.propose(proposed.public_id, Who(user=self.ada.pk), Proposal.Kind.END, 0)
        self._aim("answer_proposal", self.bob, proposed, number=asked_to.pk)
        table.leave_order(proposed.public_id, Who(user=self.ada.pk), '{"type":"end_turn"}')
        ((order, _),) = queries.table(proposed.public_id, Who(user=self.ada.pk)).orders
        self._aim("take_order_off", self.ada, proposed, number=order)
        pause = table.propose(paused.public_id, Who(user=self.ada.pk), Proposal.Kind.PAUSE, 2)
        table.answer_proposal(paused.public_id, Who(user=self.bob.pk), pause.pk, yes=True)
        drawing = self._draw_offered()
        self.games += [*at_each, proposed, paused, drawing]

    def _draw_offered(self) -> Game:
        """Give a game without a clock in which Ada has offered Bob a draw."""
        game = deedland.friends(self.ada, self.bob, move_time=None)
        deedland.move(game, self.ada, "offer_draw")
        draw = queries.table(game.public_id, Who(user=self.bob.pk)).draw
        assert draw is not None
        for answer in ("accept_draw", "refuse_draw"):
            self._aim("play", self.bob, game, body={"token": draw.token, "moves": [{"type": answer}]})
        return game

    def _games_over(self) -> None:
        finished = [over(self.ada, self.bob, rated=rated, secret=not rated) for rated in (True, False)]
        drawn = deedland.friends(self.ada, self.bob, rated=True)
        deedland.move(drawn, self.bob, "offer_draw")
        deedland.move(drawn, self.ada, "accept_draw")
        finished.append(drawn)
        self.games += finished
        rate_finished()
        for name in ("Ada", "bob", "Eve"):
            self.targets["player"].append(Target(self.tokens[self.ada], {"name": name}))
        for user in (self.ada, self.bob):
            for game in finished:
                self._aim("rematch", user, game)
                self.targets["replay"] += [
                    Target(self.tokens[user], {"game_id": game.public_id}, {"move": str(move)}) for move in (-1, 0, 1)
                ]

    def _at(self, rules: PropertyGame, kind: str, far: int) -> Game:
        """Give a game between Ada and Bob that has come to a kind of decision."""
        server_seed, made = _way_to(rules, kind, far)
        with self._monkeypatch.context() as patched:
            patched.setattr("games.table.opening.secrets", SimpleNamespace(token_hex=lambda _: server_seed))
            plan = table.Plan(2, rules.options(DAY, None), bots_fill=False)
            game = table.open_table(rules, [members.sitter(self.ada)], plan)
        ada, bob = (Who(user=user.pk) for user in (self.ada, self.bob))
        table.bring_seed(game.public_id, ada, "ada")
        sit(game, self.bob)
        if not rules.tables.mixed:
            ready(game, self.ada, self.bob)
            table.start(game.public_id, ada)
        for seat, move in made:
            who = (ada, bob)[seat]
            table.play(game.public_id, who, queries.table(game.public_id, who).token, [msgspec.json.encode(move)])
        reading = queries.table(game.public_id, ada)
        assert [decision.kind for decision in reading.decisions] == [kind]
        return reading.game


Made = Sequence[tuple[int, moves.PropertyMove]]


def _way_to(rules: PropertyGame, kind: str, far: int) -> tuple[str, Made]:
    """Find a game that soon comes to a kind of decision: the server's seed, and the moves with their seats."""
    for number in range(100):
        server_seed = f"{number:064x}"
        chance = Chance(derive_seed(server_seed, ["ada", "bob"]))
        state, _ = rules.start(["person", "person"], chance, rules.options(DAY, None))
        made: list[tuple[int, moves.PropertyMove]] = []
        while state.decision not in (kind, "over") and len(made) < far:
            made.append((state.asked, _towards(rules, kind, state)))
            rules.apply(state, *made[-1])
        if state.decision == kind:
            return server_seed, made
    raise AssertionError(f"{kind}: no such decision in a hundred games")


def _towards(rules: PropertyGame, kind: str, state: Any) -> moves.PropertyMove:
    seat = state.asked
    own = [square for square, owner in enumerate(state.owner) if owner == seat]
    offers = any(isinstance(form, moves.OfferForm) for form in rules.legal(state, seat).forms)
    if kind == "auction" and state.decision == "buy":
        return moves.DECLINE
    if kind == "trade" and offers and own:
        return moves.Offer(1 - seat, own[:1], [], 0, 1)
    if kind == "debt" and state.decision == "trade":
        return moves.ACCEPT
    if kind == "debt" and offers and len(own) > 1 and state.cash[seat] > 0:
        # Whoever has squares and gives all money away soon owes some.
        return moves.Offer(1 - seat, own[:1], [], state.cash[seat], 0)
    legal = {type(move): move for move in rules.legal(state, seat).moves}
    usual = (moves.Buy, moves.EndTurn, moves.Pass, moves.Refuse, moves.Roll, moves.Decline, moves.Mortgage)
    return next(legal[kind] for kind in usual if kind in legal)


def _hash_of_all_rows() -> str:
    """Give one query for all: a table's rows are hashed in an order of their own, and then all tables' hashes."""
    hashes = []
    for model in apps.get_models(include_auto_created=True):
        if model is GivenAnswer or not model._meta.managed:
            continue
        left_out = {"last_used"} if model is PersonalToken else set()
        columns = [f'x."{f.column}"' for f in model._meta.local_concrete_fields if f.column not in left_out]
        row = f"ROW({', '.join(columns)})::text"
        rows = f"string_agg({row}, ';' ORDER BY x.\"{model._meta.pk.column}\")"
        hashes.append(f"(SELECT md5(coalesce({rows}, '')) FROM \"{model._meta.db_table}\" x)")
    return f"SELECT concat_ws(',', {', '.join(hashes)})"
