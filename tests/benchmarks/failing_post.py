"""`python -m tests.benchmarks.failing_post PORT JOURNAL SEED SHARE`: a mail server that fails at random, by a seed.

A process of its own, so that it takes nothing from the worker that is measured. The journal has a line of JSON for
each mail that it has taken, and for each that it failed at.
"""

import asyncio
import json
import logging
import random
import sys
import time
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session

#: How it fails: before the content, with an answer that means "later"; in the middle of the content; or it takes the
#: mail, and is gone before it says so.
REFUSES, BREAKS_OFF, TAKES_AND_FAILS = WAYS = ("refuses", "breaks-off", "takes-and-fails")


class FailingPost:
    """Called by aiosmtpd, whose names of methods these are."""

    def __init__(self, journal: Path, seed: int, share: float) -> None:
        self._journal = journal.open("a", buffering=1)
        self._random, self._share = random.Random(seed), share

    def note(self, way: str, envelope: Envelope) -> None:
        """Write down what became of a mail; `way` is empty where all went well."""
        content: Any = envelope.content or b""
        ids = [_header(content, name) for name in (b"Message-ID", b"References")]
        told = {"at": time.time(), "way": way, "id": ids[0], "thread": ids[1], "size": len(content)}
        self._journal.write(json.dumps(told) + "\n")

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        fails = self._random.random() < self._share
        way = self._random.choice(WAYS) if fails else ""
        if way == REFUSES:
            self.note(way, envelope)
            return "450 4.2.0 Not now"
        session.way = way  # type: ignore[attr-defined]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        way = session.way  # type: ignore[attr-defined]
        self.note(way, envelope)
        if way == TAKES_AND_FAILS and server.transport is not None:
            server.transport.abort()
        return "250 OK"


class _Server(SMTP):
    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        if self.session is not None and getattr(self.session, "way", "") == BREAKS_OFF:
            assert self.transport is not None and self.envelope is not None
            await self.push("354 End data with <CR><LF>.<CR><LF>")
            self.event_handler.note(BREAKS_OFF, self.envelope)
            self.transport.abort()
            return
        await super().smtp_DATA(arg)


def _header(content: bytes, name: bytes) -> str:
    head, _, _ = content.partition(b"\r\n\r\n")
    found = [line for line in head.replace(b"\r\n ", b" ").split(b"\r\n") if line.startswith(name + b":")]
    return found[0].partition(b":")[2].strip().decode() if found else ""


async def serve(port: int, journal: Path, seed: int, share: float) -> None:
    """Take mail until the process is ended."""
    post = FailingPost(journal, seed, share)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: _Server(post, enable_SMTPUTF8=True, loop=loop), "127.0.0.1", port)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    logging.getLogger("mail.log").setLevel(logging.ERROR)
    asyncio.run(serve(int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])))
