"""What no browser sends, to the web server itself."""

import re
import socket
import time
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests import collected
from tests.landlord.server import Server, tree

pytestmark = pytest.mark.xdist_group("server")

MB = 2**20
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tree(tmp_path_factory.mktemp("tree"))
    collected.lay_out(folder / "var")
    with Server(folder, TRUSTED_PROXIES="1") as running:
        running.wait_for_address()
        yield running


def ask(
    server: Server, head: bytes, body: Iterable[bytes] = (), host: bytes = b"localhost"
) -> tuple[int, bytes, float]:
    """Send a head and what follows it; give the status, the answer's head, and the seconds that it took."""
    first, _, headers = head.partition(b"\r\n")
    began, answer = time.monotonic(), b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        try:
            connection.sendall(b"%s HTTP/1.1\r\nHost: localhost\r\n%s\r\n" % (first, headers))
            for piece in body:
                connection.sendall(piece)
        except OSError:
            # It has been answered and closed before all of it was sent.
            pass
        try:
            while b"\r\n\r\n" not in answer and (more := connection.recv(65_536)):
                answer += more
        except ConnectionResetError:
            pass
    assert answer.startswith(b"HTTP/1."), answer[:200]
    return int(answer.split()[1]), answer.partition(b"\r\n\r\n")[0], time.monotonic() - began


def memory(server: Server) -> int:
    """What all processes of the server have in memory, in MB."""
    told = [Path(f"/proc/{pid}/status").read_text() for pid in server.children()]
    return sum(int(found[1]) for text in told if (found := re.search(r"VmRSS:\s+(\d+)", text))) // 1024


HEADS = {
    "a writing that is none": b"Content-Type: text/html; charset=zlib\r\n",
    "a parameter of another writing": b"Content-Type: x; a*=zlib'b'c\r\n",
    "a long cookie": b"Cookie: " + b"x" * 300_000 + b"\r\n",
    "a thousand headers": b"".join(b"X-A%d: 1\r\n" % n for n in range(1_000)),
    "two hosts": b"Host: evil.example\r\n",
    "a NUL": b"X-A: a\0b\r\n",
    "no length": b"Content-Length: x\r\n",
    "a length below nothing": b"Content-Length: -1\r\n",
    "a length of gigabytes": b"Content-Length: 99999999999\r\n",
    "two lengths": b"Content-Length: 4\r\nContent-Length: 5\r\n",
    "a length and pieces": b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
    "half a line": b"X-A\r\n",
    "letters of any kind": b"X-A: \xff\xfe\xed\xa0\x80\r\n",
}


def test_heads_of_no_good_will_are_answered_at_once(server: Server) -> None:
    for name, more in HEADS.items():
        status, _, seconds = ask(server, b"GET /rules/\r\n" + more)
        assert status < 500 and seconds < 5, (name, status, seconds)
    for method in (b"TRACE", b"CONNECT", b"FOO", b"OPTIONS"):
        status, _, seconds = ask(server, method + b" /games/\r\n")
        assert 400 <= status < 500 and seconds < 5, (method, status)
    for path in (b"/" + b"x" * 60_000, b"/%00", b"/%ff%fe", b"//evil.example/%2e%2e", b"/static/../../etc/passwd"):
        status, head, _ = ask(server, b"GET " + path + b"\r\n")
        assert 300 <= status < 500 and b"evil.example" not in head, (path[:40], status)


@pytest.mark.parametrize("address", [b"/play/", b"/accounts/login/", b"/api/v1/games/", b"/games/bcdfghjkmnpq/move/"])
def test_forty_megabytes_are_refused_at_once_and_not_kept(server: Server, address: bytes) -> None:
    ask(server, b"GET /rules/\r\n")
    before = memory(server)
    piece = b"x" * MB
    whole = b"POST %s\r\n%sContent-Length: %d\r\n" % (address, FORM, 40 * MB)
    in_pieces = b"POST %s\r\n%sTransfer-Encoding: chunked\r\n" % (address, FORM)
    for head, body in (
        (whole, [piece] * 40),
        (in_pieces, [b"%x\r\n%s\r\n" % (MB, piece)] * 40),
    ):
        status, _, seconds = ask(server, head, body)
        assert 400 <= status < 500 and seconds < 10, (status, seconds)
    assert memory(server) - before < 40
    assert ask(server, b"GET /rules/\r\n")[0] == 200


def test_a_second_line_of_forwarded_addresses_does_not_hide_the_proxys(server: Server) -> None:
    """What a proxy adds in a line of its own counts, whatever stood in the sender's."""
    left = []
    for n in range(3):
        forwarded = b"X-Forwarded-For: 10.0.0.%d\r\nX-Forwarded-For: 192.0.2.2\r\n" % n
        status, head, _ = ask(server, b"GET /api/v1/games/\r\n" + forwarded)
        assert status == 200
        told = {name: int(head.partition(b"-%s: " % name)[2].split()[0]) for name in (b"remaining", b"reset")}
        left.append((told[b"reset"], told[b"remaining"]))
    for (reset, remaining), (next_reset, next_remaining) in pairwise(left):
        # Unless the minute has turned over.
        assert next_remaining == remaining - 1 or next_reset > reset
