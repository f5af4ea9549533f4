"""What the log says and what it never says: no secrets, no one's address."""

import re
import sys
from typing import Any

import structlog
from django.core.exceptions import BadRequest, SuspiciousOperation
from structlog.typing import EventDict, Processor, WrappedLogger

SECRET_NAMES = re.compile(
    r"password|passwd|secret|token|cookie|authorization|api_?key|seed|session_?key|email|address|\bip\b",
    re.IGNORECASE,
)
MAIL_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
# Four numbers with dots, and at least three groups with colons: version numbers and times of day
# have fewer parts.
NETWORK_ADDRESS = re.compile(
    r"\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<![\w:])(?:[0-9a-f]{1,4}:){3,7}(?::?[0-9a-f]{1,4})+", re.IGNORECASE
)
#: What the log itself writes: looked through for every line, they would cost more than all the rest.
OWN = {"level", "logger", "timestamp", "request_id", "task_id"}
#: Longer than a game's id; no page of ours has so long a name.
LONG_PART_OF_PATH = re.compile(r"/[^/\s]{20,}")


def without_secrets(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Hide fields whose names promise a secret, and addresses inside any text."""
    for name, value in event.items():
        if name in OWN:
            continue
        if name != "event" and SECRET_NAMES.search(name):
            event[name] = "(hidden)"
        elif isinstance(value, str):
            event[name] = NETWORK_ADDRESS.sub("(address)", MAIL_ADDRESS.sub("(address)", value))
    return event


def _no_trace_of_bad_requests(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Leave out the traceback of a request that was refused: it is no mistake of ours, and anybody can send many."""
    info = event.get("exc_info")
    kind = info[0] if isinstance(info, tuple) else type(info)
    if isinstance(kind, type) and issubclass(kind, SuspiciousOperation | BadRequest):
        del event["exc_info"]
    return event


def _no_trace_of_an_absence(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Say that the database is away in a word: whoever asked it would tell the same at length, each time."""
    # Not at the top: the settings are still being read.
    from games import database

    info = event.get("exc_info")
    error = info[1] if isinstance(info, tuple) else info if isinstance(info, BaseException) else sys.exc_info()[1]
    if info and database.is_away(error):
        del event["exc_info"]
        event["why"] = database.AWAY
    return event


def _no_keys_in_paths(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Shorten addresses of this site: links of mails, of a new password and of secret tables are keys."""
    if str(event.get("logger", "")).startswith("django.") and isinstance(event.get("event"), str):
        event["event"] = LONG_PART_OF_PATH.sub("/(hidden)", event["event"])
    return event


def _shared() -> list[Processor]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _no_trace_of_bad_requests,
        _no_trace_of_an_absence,
        _no_keys_in_paths,
        # Before the secrets are taken out, since an exception's text may hold an address too.
        structlog.processors.format_exc_info,
        without_secrets,
    ]


def _not_below_warning(level: str) -> str:
    return "ERROR" if level == "ERROR" else "WARNING"


def settings(level: str) -> dict[str, Any]:
    """Return Django's LOGGING, and set structlog up to write through it."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_shared(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    renderer: Processor = (
        structlog.dev.ConsoleRenderer() if sys.stderr.isatty() else structlog.processors.JSONRenderer()
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _shared(),
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        # Django's default would also mail errors to the administrators, request and all.
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            # landlord.requests tells of each request, those that failed included.
            "django.request": {"level": "CRITICAL"},
            # Ticks come every second; those that fail are told of at a higher level.
            **{name: {"level": _not_below_warning(level)} for name in ("celery.app.trace", "celery.worker.strategy")},
        },
    }
