"""Programs that call the API."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client

from accounts import tokens
from accounts.models import PersonalToken, User
from games import tasks

PLAY, READ = PersonalToken.Scope.PLAY, PersonalToken.Scope.READ
START = "/api/v1/"


@dataclass
class Program:
    """A program with somebody's token, or with none."""

    token: str = ""
    client: Client = field(default_factory=Client)

    @classmethod
    def of(cls, user: User, scope: PersonalToken.Scope = PLAY) -> Program:
        return cls(tokens.make(user, "a test", scope))

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self.client.get(START + path, headers=self._headers(headers))

    def post(self, path: str, body: Any = None, **headers: str) -> HttpResponse:
        sent = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        return self.client.post(START + path, **sent, headers=self._headers(headers))

    def delete(self, path: str) -> HttpResponse:
        return self.client.delete(START + path, headers=self._headers({}))

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        own = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return own | {name.replace("_", "-"): value for name, value in more.items()}


def refused(answer: HttpResponse, status: int, code: str) -> None:
    """Hold that this is a problem document with this status and code."""
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == "application/problem+json", answer["Content-Type"]
    told = json.loads(answer.content)
    assert set(told) == {"type", "title", "status", "detail", "code"}, told
    assert (told["status"], told["code"]) == (status, code) and told["detail"], told


@pytest.fixture
def worker() -> Iterator[None]:
    """Make the bots' moves that requests leave over, as the worker does."""
    done = threading.Event()

    def work() -> None:
        while not done.wait(0.1):
            tasks.answer_for_bots()
        connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    yield
    done.set()
    thread.join()


def with_dice(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Let games be opened with a seed: some have no end in sight when one side never asks for a trade."""
    monkeypatch.setattr("games.table.opening.secrets", SimpleNamespace(token_hex=lambda _: f"{number:064x}"))
