"""Bodies, addresses and headers that no browser and no program of good will sends."""

import json
import resource
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client, RequestFactory

from landlord.incoming import without_charset
from landlord.wsgi import application
from tests.attacks.doors import program
from tests.attacks.unchanged import nothing_written
from tests.clock.tables import Played, Tables, person

pytestmark = pytest.mark.django_db

MB = 2**20
FORM, PARTS, JSON = "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json"
BUY = b"token=0&move=%7B%22type%22%3A%22buy%22%7D"

#: Content types that say another writing than the site's.
WRITINGS = (
    "utf-16", "utf-32", "utf-7", "latin-1", "cp037", "idna", "punycode", "unicode_escape", "hex", "zlib", "rot13",
    "bz2", "nonsense", "", "x" * 5000,
)  # fmt: skip


class AsServed(Client):
    """A browser whose requests reach Django as the web server's do."""

    def _base_environ(self, **request: Any) -> dict[str, Any]:
        environ = super()._base_environ(**request)
        environ["CONTENT_TYPE"] = without_charset(environ.get("CONTENT_TYPE", ""))
        return dict(environ)


def part(name: str, value: bytes, more: bytes = b"") -> bytes:
    return b'--x\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n' % (name.encode(), more, value)


@pytest.fixture
def game(tables: Tables) -> Played:
    return tables.start(2)


@pytest.fixture
def browser(game: Played) -> Client:
    client = AsServed(raise_request_exception=False)
    client.force_login(person("ada"))
    return client


@pytest.fixture
def bearer(game: Played) -> dict[str, str]:
    return {"Authorization": f"Bearer {program(person('ada')).bearer}"}


@pytest.fixture
def _bounded() -> Iterator[None]:
    """What is sent is not worth more than a few times its own size of memory, nor seconds."""
    began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 150 * 1024
    assert time.monotonic() - began < 60


@pytest.mark.usefixtures("_bounded")
class TestLarge:
    FORMS: dict[str, tuple[bytes, str]] = {
        "one field": (b"token=0&move=" + b"x" * 10 * MB, FORM),
        "a field without end": (b"x" * 10 * MB, FORM),
        "many fields": (b"&".join([b"move=1"] * 1_500_000), FORM),
        "many percents": (b"move=" + b"%" * 10 * MB, FORM),
        "a part": (part("token", b"0") + part("move", b"x" * 10 * MB) + b"--x--\r\n", PARTS),
        "a file": (part("move", b"x" * 10 * MB, b'; filename="x"') + b"--x--\r\n", PARTS),
        "many parts": (part("move", b"1") * 150_000 + b"--x--\r\n", PARTS),
        "a part's head": (b"--x\r\nContent-Disposition: form-data; name=" + b"x" * 10 * MB, PARTS),
        "text": (b"x" * 10 * MB, "text/plain"),
    }

    @pytest.mark.parametrize("name", FORMS)
    @pytest.mark.parametrize("what", ["move", "sit"])
    def test_a_form_of_ten_megabytes_is_refused(self, game: Played, browser: Client, name: str, what: str) -> None:
        body, kind = self.FORMS[name]
        with nothing_written():
            answer = browser.generic("POST", f"/games/{game.id}/{what}/", body, kind)
        # What is no form at all sits down nowhere, at a table that is taken.
        assert answer.status_code == 400 or (what == "sit" and answer.status_code == 409), answer.content[:300]
        assert "<h1" in answer.content.decode()

    @pytest.mark.parametrize("letter", [b"[", b'"', b" ", b"9"])
    def test_a_body_of_ten_megabytes_is_refused(self, game: Played, bearer: dict[str, str], letter: bytes) -> None:
        body = letter * 10 * MB
        with nothing_written():
            for what in ("moves", "orders", "proposals", "sit"):
                answer = Client().generic("POST", f"/api/v1/games/{game.id}/{what}/", body, JSON, headers=bearer)
                assert answer.status_code == 413 and answer.json()["code"] == "body_too_large"
            keyed = {**bearer, "Idempotency-Key": "k-1"}
            answer = Client().generic("DELETE", f"/api/v1/games/{game.id}/orders/1/", body, JSON, headers=keyed)
            assert answer.status_code == 413


class TestBodies:
    BAD: dict[str, bytes] = {
        "100,000 brackets": b"[" * 100_000,
        "100,000 brackets in a move": b'{"token":"0","moves":[' + b"[" * 100_000 + b"]" * 100_000 + b"]}",
        "100,000 objects in a move": b'{"token":"0","moves":[' + b'{"type":' * 20_000 + b"1" + b"}" * 20_000 + b"]}",
        "a NUL": b'{"token":"0\x00","moves":[{"type":"buy"}]}',
        "invalid UTF-8": b'{"token":"\xff","moves":[{"type":"buy"}]}',
        "an overlong slash": b'{"token":"\xc0\xaf","moves":[{"type":"buy"}]}',
        "a surrogate in UTF-8": b'{"token":"\xed\xa0\x80","moves":[{"type":"buy"}]}',
        "half a surrogate": b'{"token":"\\ud800","moves":[{"type":"buy"}]}',
        "the other half": b'{"token":"\\udc00x","moves":[{"type":"buy"}]}',
        "UTF-16": '{"token":"0","moves":[{"type":"buy"}]}'.encode("utf-16"),
        "a mark of the order of bytes": b'\xef\xbb\xbf{"token":"0","moves":[{"type":"buy"}]}',
        "NaN": b'{"token":"0","moves":[{"type":"bid","amount":NaN}]}',
        "infinity": b'{"token":"0","moves":[{"type":"bid","amount":Infinity}]}',
        "much": b'{"token":"0","moves":[{"type":"bid","amount":1e999999}]}',
        "two bodies": b'{"token":"0","moves":[{"type":"buy"}]}{"token":"0","moves":[]}',
        "an unfinished one": b'{"token":"0","moves":[{"type":"buy"}]',
        "no moves": b'{"token":"0","moves":[]}',
        "five moves": b'{"token":"0","moves":[1,2,3,4,5]}',
        "a number for the token": b'{"token":0,"moves":[{"type":"buy"}]}',
        "a long token": b'{"token":"' + b"0" * 200_000 + b'","moves":[{"type":"buy"}]}',
        "a key of the language": b'{"__proto__":{},"token":"0","moves":[{"type":"buy"}]}',
    }

    def test_what_can_not_be_read_is_refused_in_a_sentence(self, game: Played, bearer: dict[str, str]) -> None:
        with nothing_written():
            for name, body in self.BAD.items():
                address = f"/api/v1/games/{game.id}/moves/"
                answer = Client().generic("POST", address, body, headers=bearer, CONTENT_TYPE=JSON)
                assert answer.status_code == 400, (name, answer.content)
                told = answer.json()
                assert told["code"] in ("malformed_request", "malformed_move") and 10 < len(told["detail"]) < 300, name

    def test_a_number_of_a_hundred_thousand_digits_is_no_sum(self, game: Played, bearer: dict[str, str]) -> None:
        for amount in (b"9" * 100_000, b"-" + b"9" * 100_000, b"1" + b"0" * 5_000):
            body = b'{"token":"0","moves":[{"type":"bid","amount":%s}]}' % amount
            with nothing_written():
                answer = Client().generic("POST", f"/api/v1/games/{game.id}/moves/", body, JSON, headers=bearer)
            assert answer.status_code in (400, 409) and len(answer.content) < 2_000

    @pytest.mark.parametrize("again", [b'"token":"9","token":"0"', b'"token":"0","token":"9"'])
    def test_of_a_key_that_stands_twice_the_last_counts(
        self, game: Played, bearer: dict[str, str], again: bytes
    ) -> None:
        body = b'{%s,"moves":[{"type":"buy"}]}' % again
        answer = Client().generic("POST", f"/api/v1/games/{game.id}/moves/", body, JSON, headers=bearer)
        assert answer.status_code == (200 if again.endswith(b'"0"') else 409)

    def test_a_move_whose_keys_stand_twice_is_one_move_or_none(self, game: Played, bearer: dict[str, str]) -> None:
        body = b'{"token":"0","moves":[{"type":"buy","type":"decline"}]}'
        answer = Client().generic("POST", f"/api/v1/games/{game.id}/moves/", body, JSON, headers=bearer)
        assert answer.status_code in (200, 400) and len(game.entries) <= 1

    FORMS: dict[str, tuple[bytes, str]] = {
        "NUL bytes": (b"token=0&move=%00", FORM),
        "NUL in a name": (b"tok\x00en=0&move=1", FORM),
        "invalid UTF-8": (b"token=%ff%fe&move=%c0%af", FORM),
        "half a surrogate": (b"token=%ed%a0%80&move=1", FORM),
        "a name twice": (b"token=0&token=0&move=1", FORM),
        "parts without end": (part("token", b"0"), PARTS),
        "parts in parts": (part("token", part("token", b"0")), "multipart/mixed; boundary=x"),
        "base64 that is none": (part("move", b"!", b"\r\nContent-Transfer-Encoding: base64"), PARTS),
        "JSON": (b'{"token":"0","move":"{}"}', JSON),
    }  # fmt: skip

    def test_a_form_that_can_not_be_read_is_refused(self, game: Played, browser: Client) -> None:
        with nothing_written():
            for name, (body, kind) in self.FORMS.items():
                for what in ("move", "resign", "orders", "propose"):
                    answer = browser.generic("POST", f"/games/{game.id}/{what}/", body, kind)
                    assert answer.status_code == 400, (name, what, answer.status_code)
                    assert "<h1" in answer.content.decode()


class TestWritings:
    @pytest.mark.parametrize("charset", WRITINGS, ids=lambda name: name[:20] or "none")
    def test_no_writing_of_the_senders_choice_breaks_a_page(
        self, game: Played, browser: Client, bearer: dict[str, str], charset: str
    ) -> None:
        declared = {"CONTENT_TYPE": f"text/plain; charset={charset}"}
        with nothing_written("games_seat"):
            # Half a surrogate in UTF-7 and in another way of writing, a NUL, and what is no text in any.
            for query in ("%2B2AA-", "%5Cud800", "%00", "x%9c"):
                for page in ("/", "/games/", f"/games/{game.id}/", "/accounts/login/"):
                    address = f"{page}?key={query}&note={query}&next={query}&show={query}&page={query}"
                    answer = browser.get(address, **declared)
                    assert answer.status_code < 500, (page, query)
                for what in ("", "events/"):
                    address = f"/api/v1/games/{game.id}/{what}?key={query}"
                    answer = AsServed().get(address, headers=bearer, **declared)
                    assert answer.status_code in (200, 400), (what, query)

    @pytest.mark.parametrize("charset", WRITINGS, ids=lambda name: name[:20] or "none")
    def test_nor_a_form(self, game: Played, browser: Client, charset: str) -> None:
        fields = part("token", b"+2AA-") + part("move", b"+2AA-") + part("key", b"+2AA-") + part("name", b"\\ud800")
        bodies = [(fields + b"--x--\r\n", PARTS), (b"token=%2B2AA-&move=%2B2AA-&key=%2B2AA-&client_seed=%2B2AA-", FORM)]
        with nothing_written():
            for body, kind in bodies:
                for what in ("move", "sit", "orders", "invite", "seed", "propose"):
                    answer = browser.generic("POST", f"/games/{game.id}/{what}/", body, f"{kind}; charset={charset}")
                    assert 400 <= answer.status_code < 500, (what, kind)

    @pytest.mark.parametrize(
        "declared", [*(f"text/plain; charset={c}" for c in WRITINGS), "x; a*=zlib'b'c", "x; charset*=a'b'c"]
    )
    def test_the_web_server_loads_what_reads_utf_8_alone(self, declared: str) -> None:
        told: list[str] = []
        environ = RequestFactory()._base_environ(PATH_INFO="/rules/", QUERY_STRING="a=%2B2AA-", CONTENT_TYPE=declared)
        body = b"".join(application(environ, lambda status, headers: told.append(status)))
        assert told == ["200 OK"] and b"<h1" in body

    @pytest.mark.parametrize(
        ("sent", "read"),
        [
            (PARTS, PARTS),
            (f"{PARTS}; charset=zlib", PARTS),
            ('multipart/form-data; charset=utf-7; boundary="a b"', "multipart/form-data; boundary=a b"),
            ("text/html;CHARSET=x", "text/html"),
            (JSON, JSON),
            ("", ""),
        ],
    )
    def test_the_rest_of_a_content_type_stays(self, sent: str, read: str) -> None:
        assert without_charset(sent) == read


class TestAddressesAndHeaders:
    def test_a_very_long_address_is_answered(self, game: Played, browser: Client, bearer: dict[str, str]) -> None:
        with nothing_written("games_seat"):
            for address in (
                f"/games/{game.id}/?key={'x' * 200_000}",
                f"/games/{'x' * 200_000}/",
                "/games/?" + "&".join(f"a{n}=1" for n in range(20_000)),
                "/games/?page=" + "9" * 5_000,
                f"/games/{game.id}/replay/?move=" + "9" * 5_000,
                "/players/" + "x" * 100_000 + "/",
                "/" + "%00" * 1_000,
                "/%ff%fe/",
                "/games/../../etc/passwd",
                "/static/../landlord/settings.py",
                "/static/%2e%2e/%2e%2e/etc/passwd",
                "//evil.example/",
            ):
                answer = browser.get(address)
                assert answer.status_code < 500, address[:60]
                assert "evil.example" not in answer.get("Location", "")
            for query in (
                "key=" + "x" * 200_000,
                "x=1",
                "key=a&key=b",
                "since=" + "9" * 5_000,
                "limit=-1",
                "cursor=%00",
            ):
                answer = Client().get(f"/api/v1/games/{game.id}/events/?{query}", headers=bearer)
                assert answer.status_code == 400 and answer.json()["code"] == "malformed_request", query[:40]

    @pytest.mark.parametrize(
        "value",
        ["x" * 200_000, "\x00", "é\xff", "\xed\xa0\x80", "=;" * 5_000],
        ids=["long", "a NUL", "no UTF-8", "half a surrogate", "many separators"],
    )
    def test_headers_of_any_kind_are_answered(self, game: Played, bearer: dict[str, str], value: str) -> None:
        names = (
            "Cookie", "If-None-Match", "Accept", "Accept-Encoding", "Accept-Language", "User-Agent", "Origin",
            "Referer", "X-Forwarded-For", "X-In-Sight", "Sec-Purpose", "X-Request-ID", "Idempotency-Key",
            "Last-Event-ID", "Range", "X-CSRFToken", "If-Modified-Since", "Content-Encoding",
        )  # fmt: skip
        for name in names:
            for address in (f"/games/{game.id}/", f"/games/{game.id}/live/", "/accounts/login/"):
                answer = Client(raise_request_exception=False).get(address, headers={name: value})
                assert answer.status_code < 500, (name, address)
            answer = Client().get(f"/api/v1/games/{game.id}/", headers={**bearer, name: value})
            assert answer.status_code == 200, name
            answer = Client().post(f"/api/v1/games/{game.id}/ready/", headers={**bearer, name: value})
            assert 400 <= answer.status_code < 500, name

    def test_a_host_that_is_not_this_one_is_refused(self, game: Played) -> None:
        for host in ("evil.example", "testserver.evil.example", "testserver@evil.example", "x\x00", "a" * 5_000):
            for address in (f"/games/{game.id}/", "/accounts/password/reset/", "/api/v1/games/"):
                answer = Client(raise_request_exception=False).get(address, headers={"host": host})
                assert answer.status_code == 400 and "evil.example" not in answer.content.decode(), host

    def test_what_is_packed_is_not_unpacked(self, game: Played, bearer: dict[str, str]) -> None:
        import gzip

        body = gzip.compress(json.dumps({"token": "0", "moves": [{"type": "buy"}]}).encode() + b" " * MB)
        headers: dict[str, Any] = {**bearer, "Content-Encoding": "gzip"}
        answer = Client().generic("POST", f"/api/v1/games/{game.id}/moves/", body, JSON, headers=headers)
        assert answer.status_code == 400 and not game.entries
