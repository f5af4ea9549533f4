"""A mail server for tests: real SMTP on a free port of this machine, with all it received parsed.

with Listener() as post:
    ... send with EMAIL_HOST=127.0.0.1 and EMAIL_PORT=post.port, or EMAIL_URL=post.url ...
    post.wait_for(2)[0].subject

It can be told to refuse an address, to stall, and to be away.
"""

import asyncio
import logging
import time
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from html.parser import HTMLParser
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.landlord.server import free_port


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in ("href", "src", "action") and value]


@dataclass
class Received:
    """A mail as it arrived: who sent it to whom by the envelope, and what it says."""

    sender: str
    to: list[str]
    raw: bytes = field(repr=False)
    message: EmailMessage = field(repr=False)

    def header(self, name: str) -> str:
        """Give a header, decoded, on one line; empty if there is none."""
        return " ".join(str(self.message[name] or "").split())

    @property
    def subject(self) -> str:
        return self.header("Subject")

    @property
    def text(self) -> str:
        body = self.message.get_body(("plain",))
        assert body is not None
        return str(body.get_content()).replace("\r\n", "\n")

    @property
    def html(self) -> str:
        body = self.message.get_body(("html",))
        assert body is not None
        return str(body.get_content())

    @property
    def links(self) -> list[str]:
        """The addresses in both parts, each once, in order: those of the text first."""
        in_text = [word for word in self.text.split() if word.startswith(("http://", "https://"))]
        parser = _Links()
        parser.feed(self.html)
        return list(dict.fromkeys([*in_text, *parser.found]))

    def link(self, label: str) -> str:
        """Give the address of the choice whose label begins so, as the text has it below the choice."""
        lines = self.text.splitlines()
        found = [lines[n + 1].strip() for n, line in enumerate(lines) if line.startswith(f"* {label}")]
        assert found, f"no choice {label!r} in:\n{self.text}"
        return found[0]


class Listener:
    """The server; use it in a with statement. Up to four threads may send at once."""

    def __init__(self) -> None:
        self.port = free_port()
        self.received: list[Received] = []
        #: Answers to recipients, by address, such as "550 5.1.1 no such user"; and to the content of all mails.
        self.refuses: dict[str, str] = {}
        self.refuses_content = ""
        #: Seconds that the server thinks about each mail.
        self.stalls = 0.0
        #: How often somebody tried a recipient.
        self.tried: list[str] = []
        self._controller: Controller | None = None

    @property
    def url(self) -> str:
        """What EMAIL_URL has to be."""
        return f"smtp://127.0.0.1:{self.port}"

    def start(self) -> None:
        # It tells every line of every conversation.
        logging.getLogger("mail.log").setLevel(logging.ERROR)
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port, ready_timeout=20)
        self._controller.start()

    def stop(self) -> None:
        """Be away: connections are refused until `start`."""
        if self._controller is not None:
            self._controller.stop()
        self._controller = None

    def __enter__(self) -> "Listener":
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def take(self) -> list[Received]:
        """Give what has arrived since the last time."""
        taken, self.received[:] = list(self.received), []
        return taken

    def wait_for(self, count: int, patience: float = 20) -> list[Received]:
        """Wait until so many mails have arrived in all, and give them."""
        last = time.monotonic() + patience
        while len(self.received) < count:
            assert time.monotonic() < last, (
                f"{len(self.received)} of {count} mails: {[m.subject for m in self.received]}"
            )
            time.sleep(0.05)
        return list(self.received)

    # Called by aiosmtpd, whose names these are.

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.tried.append(address)
        if address in self.refuses:
            return self.refuses[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.stalls:
            await asyncio.sleep(self.stalls)
        if self.refuses_content:
            return self.refuses_content
        raw: Any = envelope.original_content or b""
        message = message_from_bytes(raw, policy=policy.default)
        self.received.append(Received(envelope.mail_from or "", list(envelope.rcpt_tos), raw, message))
        return "250 OK"
