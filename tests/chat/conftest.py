"""A table at which two people can write to each other, and others who look on."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from games.models import Game
from games.who import Who
from tests.games.company import browser, person, running
from tests.games.tables import Opener

JSON = {"accept": "application/json"}


@dataclass
class Talk:
    """A game between Ada and Bob; Eve has an account and no seat."""

    game: Game
    ada: User
    bob: User
    eve: User

    def url(self, rest: str = "") -> str:
        return f"/games/{self.game.public_id}/chat/{rest}"

    def write(self, user: User, text: str, **headers: str) -> HttpResponse:
        return browser(user).post(self.url(), {"text": text}, headers=headers)

    def said(self, user: User, text: str) -> int:
        """Write as somebody does, and give the number of the message."""
        answer = self.write(user, text, **JSON)
        assert answer.status_code == 200, answer.content
        return int(self.game.chat.messages.latest("number").number)

    def page(self, user: User | None = None, rest: str = "") -> str:
        answer = browser(user).get(self.url(rest))
        assert answer.status_code == 200
        return answer.content.decode()

    def about(self, user: User | None, **form: Any) -> HttpResponse:
        return browser(user).post(self.url("about/"), form, headers=JSON)

    def who(self, user: User) -> Who:
        return Who(user=user.pk)


Browser = Callable[[User | None], Client]


def talk_between() -> Talk:
    cache.clear()
    ada, bob, eve = (person(name) for name in ("Ada", "Bob", "Eve"))
    return Talk(running(ada, bob), ada, bob, eve)


@pytest.fixture
def talk(db: None) -> Talk:
    return talk_between()


@pytest.fixture
def tables(db: None, monkeypatch: pytest.MonkeyPatch) -> Opener:
    return Opener(monkeypatch)
