"""The load: simulated players who open tables, sit down, play, offer, propose, leave orders, resign, and stay away."""

import json
import random
import threading
import time
from dataclasses import dataclass, field
from typing import Any

from tests.chaos import policy
from tests.chaos.journal import Act, Journal
from tests.chaos.web import Web

GAMES = "/api/v1/games/"
#: Games that a player has under way at a time, and the seconds between two acts.
AT_ONCE, BREATH = 3, (0.1, 0.5)
#: How often a player does what is no move, and of a game, how often one of its players stays away some time.
LEAVES_ORDER, PROPOSES, RESIGNS, STAYS_AWAY, BY_FORM = 0.05, 0.01, 0.008, 0.3, 0.25
#: What others know of a game is looked at anew after so many seconds.
OLD = 4.0


@dataclass
class Known:
    """What the load last saw of a game."""

    id: str
    entries: int = -1
    status: str = "open"
    #: By user: the seat. By seat: what is asked.
    asked: set[int] = field(default_factory=set)
    seen: float = 0.0


class Lobby:
    """What the players of a run know in common, so that none asks about a game for nothing."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        #: Tables with free seats: id and how many are free.
        self.open: list[str] = []
        self.known: dict[str, Known] = {}

    def saw(self, shape: dict[str, Any]) -> None:
        """Take in a reading of a game."""
        with self.lock:
            known = self.known.setdefault(shape["id"], Known(shape["id"]))
            known.seen = time.monotonic()
            if shape["move_count"] >= known.entries:
                known.entries, known.status = shape["move_count"], shape["status"]
                known.asked = {decision["seat"] for decision in shape["decisions"]}


class Player(threading.Thread):
    """One person with programs and a browser."""

    def __init__(self, number: int, seed: int, who: dict[str, Any], web: Web, lobby: Lobby, journal: Journal) -> None:
        super().__init__(daemon=True, name=f"player-{number}")
        self.number, self.user = number, who["user"]
        self.rng = random.Random(f"{seed}:{number}")
        self.web, self.lobby, self.journal = web, lobby, journal
        #: My seats, by game; and the games that I stay away from, with the number of acts left until then.
        self.seats: dict[str, int] = {}
        self.away: dict[str, int] = {}
        self.stop = threading.Event()
        self._keys = 0
        self.failed: BaseException | None = None

    def run(self) -> None:
        """Play until told to stop."""
        try:
            while not self.stop.is_set():
                self._one()
                self.stop.wait(self.rng.uniform(*BREATH))
        except BaseException as error:  # noqa: BLE001 - told at the end of the run
            self.failed = error

    def _one(self) -> None:
        running = [game for game in self.seats if self._status(game) in ("open", "running")]
        live = [game for game in running if self.away.get(game, 1) > 0]
        if len(live) < AT_ONCE:
            self._find_table()
            return
        self.rng.shuffle(live)
        for game in live:
            known = self.lobby.known[game]
            mine = known.status == "running" and self.seats[game] in known.asked
            if mine or time.monotonic() - known.seen > OLD:
                self._look_and_act(game)
                return

    def _status(self, game: str) -> str:
        known = self.lobby.known.get(game)
        return known.status if known else "open"

    # -- tables

    def _find_table(self) -> None:
        with self.lobby.lock:
            free = [game for game in self.lobby.open if game not in self.seats]
        if free:
            self._sit(self.rng.choice(free))
        else:
            self._open()

    def _open(self) -> None:
        size, bots = self.rng.choice(((2, False), (2, False), (3, False), (4, False), (3, True)))
        act = self._act("", -1, "room")
        asked = {"seats": size, "move_time": 60, "rated": not bots, "bots_fill": bots}
        answer = self.web.act(act, "POST", GAMES, asked)
        if answer is not None and act.acknowledged:
            shape = answer.data
            act.game = shape["id"]
            self._mine(shape)
            if bots:
                start = self._act(shape["id"], shape["you"]["seat"], "room")
                answer = self.web.act(start, "POST", f"{GAMES}{shape['id']}/start/", {})
                self._note(start, answer)
            else:
                with self.lobby.lock:
                    self.lobby.open.append(shape["id"])
                self._get_ready(shape["id"])
        self._note(act, None)

    def _sit(self, game: str) -> None:
        act = self._act(game, -1, "room")
        answer = self.web.act(act, "POST", f"{GAMES}{game}/sit/", {})
        self._note(act, answer)
        if answer is not None and act.acknowledged:
            shape = answer.data
            self._mine(shape)
            if shape["status"] == "open" and len(shape["seats"]) < shape["size"]:
                self._get_ready(game)
                return
            self._get_ready(game)
        with self.lobby.lock:
            if game in self.lobby.open:
                self.lobby.open.remove(game)

    def _get_ready(self, game: str) -> None:
        act = self._act(game, self.seats[game], "room")
        self._note(act, self.web.act(act, "POST", f"{GAMES}{game}/ready/", {"ready": True}))

    def _mine(self, shape: dict[str, Any]) -> None:
        self._see(shape)
        self.seats[shape["id"]] = shape["you"]["seat"]
        if self.rng.random() < STAYS_AWAY / 2:
            self.away[shape["id"]] = self.rng.randrange(1, 12)

    # -- games

    def _look_and_act(self, game: str) -> None:
        answer = self.web.read(f"{GAMES}{game}/")
        if answer is None or answer.status != 200:
            self.stop.wait(0.5)
            return
        shape = answer.data
        self._see(shape)
        if shape["status"] == "open":
            mine = next(seat for seat in shape["seats"] if seat["number"] == shape["you"]["seat"])
            if not mine["ready"]:
                self._get_ready(game)
            return
        you = shape["you"]
        if shape["status"] != "running" or you is None:
            return
        self.seats[game] = you["seat"]
        if any(seat["number"] == you["seat"] and seat["place"] for seat in shape["seats"]):
            # Out: nothing more is to be done here.
            self.away[game] = 0
            return
        if game in self.away:
            self.away[game] -= 1
        self._do_something(game, shape, you)

    def _do_something(self, game: str, shape: dict[str, Any], you: dict[str, Any]) -> None:
        draw = self.rng.random()
        address = f"{GAMES}{game}/"
        open_ones = [p for p in shape["proposals"] if you["seat"] not in p["accepted"]]
        if open_ones:
            accept = self.rng.random() < 0.7
            act = self._act(game, you["seat"], "answer")
            self._send(act, f"{address}proposals/{open_ones[0]['id']}/", {"accept": accept})
        elif draw < RESIGNS:
            act = self._act(game, you["seat"], "resign", [{"type": "resign"}])
            answer = self._send(act, f"{address}resign/", None)
            act.made = 1 if answer is not None and act.acknowledged else 0
        elif draw < RESIGNS + PROPOSES:
            act = self._act(game, you["seat"], "propose")
            # An end far more often than a pause, which would leave the game without deadlines for the rest of the run.
            wish = {"kind": "end"} if self.rng.random() < 0.8 else {"kind": "pause", "days": 1}
            self._send(act, f"{address}proposals/", wish)
        elif draw < RESIGNS + PROPOSES + LEAVES_ORDER and you["orders_open"]:
            order = self.rng.choice(you["orders_open"])
            act = self._act(game, you["seat"], "order", [order])
            self._send(act, f"{address}orders/", {"order": order})
        elif you["legal"] and any(decision["seat"] == you["seat"] for decision in shape["decisions"]):
            self._move(game, you)

    def _move(self, game: str, you: dict[str, Any]) -> None:
        moves = policy.move(self.rng, you["legal"], you["seat"])
        if not moves:
            return
        first = int(you["token"])
        if self.rng.random() < BY_FORM:
            act = self._act(game, you["seat"], "form", moves[:1], key="")
            act.first = first
            form = [("token", you["token"]), ("move", json.dumps(moves[0], separators=(",", ":")))]
            self._note(act, self.web.post_form(act, f"/games/{game}/move/", form))
            act.made = 1 if act.acknowledged else 0
            with self.lobby.lock:
                # What came of it the page would show: it is read anew.
                self.lobby.known[game].seen = 0.0
            return
        act = self._act(game, you["seat"], "moves", moves)
        act.first = first
        self._send(act, f"{GAMES}{game}/moves/", {"token": you["token"], "moves": moves})

    # -- what each act needs

    def _act(
        self, game: str, seat: int, kind: str, moves: list[dict[str, Any]] | None = None, key: str | None = None
    ) -> Act:
        self._keys += 1
        drawn = f"{self.number}-{self._keys}-{self.rng.randrange(10**9)}" if key is None else key
        return Act(self.number, self.user, game, seat, kind, list(moves or []), drawn)

    def _send(self, act: Act, path: str, body: Any) -> Any:
        answer = self.web.act(act, "POST", path, body)
        self._note(act, answer)
        return answer

    def _note(self, act: Act, answer: Any) -> None:
        if answer is not None and act.acknowledged and act.key:
            data = answer.data
            act.made = data.get("made", 0)
            shape = data.get("game", data)
            if isinstance(shape, dict) and "decisions" in shape:
                self._see(shape)
        self.journal.note(act)

    def _see(self, shape: dict[str, Any]) -> None:
        at = time.time()
        self.lobby.saw(shape)
        for decision in shape["decisions"]:
            if decision["due_at"]:
                self.journal.note_shown(shape["id"], decision["seat"], shape["move_count"], decision["due_at"], at)
