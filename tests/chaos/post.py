"""The mail server of a run: it keeps a journal of what it accepted, and fails in the ways that it is told to."""

import asyncio
import time
from dataclasses import asdict, dataclass
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.mail.listener import Listener


@dataclass
class Accepted:
    """A mail that the server has: when it came, its id, whom it is to, and whether it said so."""

    at: float
    message_id: str
    to: str
    subject: str
    #: False where it took the mail and failed before its yes, so that the sender can't know.
    told: bool


class Post(Listener):
    """A listener with a journal. `way` is how it fails at the moment: "", "refuses", "fails-after" or "stalls"."""

    def __init__(self) -> None:
        super().__init__()
        self.way = ""
        self.accepted: list[Accepted] = []
        self.refused = 0

    def journal(self) -> list[dict[str, Any]]:
        """Give what was accepted, in order."""
        return [asdict(mail) for mail in self.accepted]

    async def handle_MAIL(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.way == "refuses":
            self.refused += 1
            return "421 4.3.2 Not now"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        way = self.way
        if way == "stalls":
            # It has taken nothing yet: whoever loses patience is right to come again.
            while self.way == "stalls":
                await asyncio.sleep(0.1)
            self.refused += 1
            return "451 4.3.0 That took too long"
        answer = await super().handle_DATA(server, session, envelope)
        mail = self.received.pop()
        if answer.startswith("250"):
            self.accepted.append(
                Accepted(time.time(), mail.header("Message-ID"), ", ".join(mail.to), mail.subject, way == "")
            )
        if way == "fails-after":
            if server.transport is not None:
                server.transport.abort()
            return "451 4.3.0 Lost"
        return answer
