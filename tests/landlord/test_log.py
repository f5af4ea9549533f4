"""The log keeps secrets and addresses to itself."""

import json
import logging
from collections.abc import Iterator

import pytest
import structlog
from django.conf import settings
from django.core.exceptions import BadRequest, DisallowedHost, RequestDataTooBig

SECRETS = [
    "ada@example.org",
    "203.0.113.9",
    "2001:db8:85a3:8d3:1319:8a2e:370:7348",
    "hunter2",
    "0123456789abcdef-seed",
]


@pytest.fixture
def logged() -> Iterator[list[str]]:
    lines: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    handler = Keep()
    handler.setFormatter(_formatter())
    logger = logging.getLogger("landlord.tests")
    logger.addHandler(handler)
    yield lines
    logger.removeHandler(handler)


def _formatter() -> logging.Formatter:
    described = dict(settings.LOGGING["formatters"]["line"])
    formatter: logging.Formatter = described.pop("()")(**described)
    return formatter


def test_no_address_and_no_secret_is_written(logged: list[str]) -> None:
    log = structlog.get_logger("landlord.tests")
    log.warning("seen at 203.0.113.9", user="ada@example.org", password="hunter2", server_seed=SECRETS[4])
    log.warning("seen at 2001:db8:85a3:8d3:1319:8a2e:370:7348", remote_address="anything")
    logging.getLogger("landlord.tests").warning("mail to %s from %s", "ada@example.org", "203.0.113.9")
    try:
        raise ValueError("Key (email)=(ada@example.org) exists")
    except ValueError:
        log.exception("failed")
    assert len(logged) == 4
    assert not [secret for secret in SECRETS if secret in "\n".join(logged)]
    assert "Traceback" in logged[3]


@pytest.mark.parametrize("refused", [DisallowedHost, RequestDataTooBig, BadRequest])
def test_a_request_that_was_refused_leaves_no_traceback(logged: list[str], refused: type[Exception]) -> None:
    try:
        raise refused("what was sent")
    except Exception as error:
        logging.getLogger("landlord.tests").error("refused", exc_info=error)
    assert json.loads(logged[0])["event"] == "refused"
    assert "Traceback" not in logged[0] and "exception" not in logged[0]


def test_times_and_versions_are_no_addresses(logged: list[str]) -> None:
    structlog.get_logger("landlord.tests").warning("Python 3.11.7 at 12:30:45", games=3)
    line = json.loads(logged[0])
    assert line["event"] == "Python 3.11.7 at 12:30:45"
    assert line["games"] == 3
    assert line["level"] == "warning"
