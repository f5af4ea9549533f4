"""One command, no service: the stream of an embedded server, on SQLite, by looking several times a second."""

import html
import re
import time
from pathlib import Path

import httpx
import pytest

from tests.browser.site import Site
from tests.clock.processes import wait_until
from tests.stream.listener import Listener

pytestmark = pytest.mark.xdist_group("server")


def _answers(port: int) -> bool:
    try:
        return Listener(port, "/healthz").status == 200
    except OSError:
        return False


def test_an_embedded_server_streams_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "EMAIL_URL"):
        monkeypatch.delenv(name, raising=False)
    with Site(tmp_path / "var") as site, httpx.Client(base_url=site.url, timeout=30) as browser:
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', browser.get("/").text)
        assert token
        form = {"csrfmiddlewaretoken": token[1]}
        json = {"accept": "application/json"}
        opened = browser.post("/play/", data={**form, "seats": 2}, headers=json).json()
        browser.post(opened["start"], data={**form, "client_seed": "x"}, headers=json)
        page = browser.get(opened["table"])
        found = re.search(r'data-stream="(http://127\.0\.0\.1:(\d+))(/stream/games/[^"]+)"', page.text)
        assert found and found[1] in page.headers["Content-Security-Policy"]
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        # The pages are there first.
        wait_until(lambda: _answers(int(found[2])))
        with Listener(int(found[2]), found[3], Cookie=cookies, Origin=site.url) as reader:
            assert reader.headers["Access-Control-Allow-Origin"] == site.url
            reader.wait(1)
            decision, move = (
                re.search(rf'name="{name}"[^>]* value="([^"]+)"', page.text) for name in ("token", "move")
            )
            assert decision and move
            sent = {**form, "token": decision[1], "move": html.unescape(move[1])}
            answer = browser.post(f"{opened['table']}move/", data=sent)
            assert answer.status_code == 303
            made = time.monotonic()
            assert reader.wait(2)[1].at - made < 2.0
