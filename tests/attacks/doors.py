"""The two ways in: the forms of the pages, and the API. An attack comes to both."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.test import Client

from accounts import tokens
from accounts.models import PersonalToken, User

Move = Mapping[str, Any]


@dataclass(frozen=True)
class Told:
    """An answer: its status, the sentence of a refusal, and the answer itself."""

    status: int
    sentence: str
    answer: HttpResponse

    @property
    def taken(self) -> bool:
        return self.status < 400


class Door(ABC):
    """Somebody at one of the two ways in."""

    name: str
    #: Whether requests are counted.
    limited = False

    @abstractmethod
    def play(self, game: str, token: str, *moves: Move, **headers: str) -> Told: ...

    @abstractmethod
    def token(self, game: str) -> str:
        """Give the token of this moment, as the reader is given it."""

    @abstractmethod
    def act(self, game: str, what: str, **fields: Any) -> Told:
        """Do anything else at a table, by the last part of its address."""

    @abstractmethod
    def once_more(self) -> Door:
        """Give the same person at another browser or program, for another thread."""


class Page(Door):
    """A browser."""

    name = "the page"

    def __init__(self, client: Client) -> None:
        self.client = client

    def play(self, game: str, token: str, *moves: Move, **headers: str) -> Told:
        form = {"token": token, "move": [json.dumps(move) for move in moves]}
        return self._post(f"/games/{game}/move/", form)

    def token(self, game: str) -> str:
        shown = self.client.get(f"/games/{game}/").content.decode()
        return shown.partition('name="token" value="')[2].partition('"')[0]

    def act(self, game: str, what: str, **fields: Any) -> Told:
        if what == "resign":
            fields = {"sure": "yes", **fields}
        if what == "proposals":
            what = "propose"
        if "accept" in fields:
            fields["answer"] = "accept" if fields.pop("accept") else "refuse"
        if "order" in fields:
            fields |= fields.pop("order")
        what = f"{what}/off" if what.startswith("orders/") else what
        return self._post(f"/games/{game}/{what}/", {name: str(value) for name, value in fields.items()})

    def once_more(self) -> Page:
        client = Client()
        client.cookies = self.client.cookies
        return Page(client)

    def _post(self, path: str, form: Mapping[str, Any]) -> Told:
        answer = self.client.post(path, form, headers={"accept": "application/json"})
        told = answer.json() if answer["Content-Type"] == "application/json" else {}
        return Told(answer.status_code, told.get("notice", ""), answer)


class Program(Door):
    """A program with a personal token."""

    name, limited = "the API", True

    def __init__(self, token: str) -> None:
        self.bearer, self.client = token, Client()

    def play(self, game: str, token: str, *moves: Move, **headers: str) -> Told:
        return self._send("post", f"games/{game}/moves/", {"token": token, "moves": list(moves)}, headers)

    def token(self, game: str) -> str:
        you = self.client.get(f"/api/v1/games/{game}/", headers=self._headers({})).json()["you"]
        return str(you["token"]) if you else ""

    def act(self, game: str, what: str, **fields: Any) -> Told:
        method = "delete" if what.startswith("orders/") else "post"
        return self._send(method, f"games/{game}/{what}/", fields or None, {})

    def once_more(self) -> Program:
        return Program(self.bearer)

    def _send(self, method: str, path: str, body: Any, headers: Mapping[str, str]) -> Told:
        sent = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        answer = getattr(self.client, method)(f"/api/v1/{path}", **sent, headers=self._headers(headers))
        told = json.loads(answer.content) if answer.status_code >= 400 else {}
        return Told(answer.status_code, told.get("detail", ""), answer)

    def _headers(self, more: Mapping[str, str]) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.bearer}"} | {n.replace("_", "-"): v for n, v in more.items()}


def page(user: User) -> Page:
    """Give somebody's browser, signed in."""
    client = Client()
    client.force_login(user)
    return Page(client)


def program(user: User) -> Program:
    """Give a program with a new token of somebody's, which has been used once."""
    made = Program(tokens.make(user, "a test", PersonalToken.Scope.PLAY))
    # The first use within a minute is noted, whatever it asks.
    made.client.get("/api/v1/account/", headers={"Authorization": f"Bearer {made.bearer}"})
    return made


#: Each with the name that a test shows.
DOORS: dict[str, Callable[[User], Door]] = {"the page": page, "the API": program}
