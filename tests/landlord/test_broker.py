"""Workers and beat come back within seconds to a broker that was away, and never give it up."""

import pytest

from landlord.broker import LONGEST_PAUSE
from landlord.celery import app
from tests.landlord.server import free_port


class Enough(Exception):
    pass


def test_the_pauses_between_tries_do_not_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kombu.utils.functional.sleep", lambda seconds: None)
    pauses: list[float] = []

    def note(_error: Exception, pause: float) -> None:
        pauses.append(pause)
        if len(pauses) == 150:
            raise Enough

    # As a worker's consumer and beat call it, on a connection as they get it.
    connection = app.connection_for_write(f"redis://127.0.0.1:{free_port()}/0")
    with pytest.raises(Enough):
        connection.ensure_connection(note, app.conf.broker_connection_max_retries)
    assert max(pauses) == LONGEST_PAUSE == pauses[-1]
