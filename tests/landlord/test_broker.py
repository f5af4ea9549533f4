"""Workers and beat come back within seconds to a broker that was away, and never give it up."""

import logging
from pathlib import Path

import pytest

from landlord.broker import LONGEST_PAUSE
from landlord.celery import app
from tests.clock.processes import RealRedis
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


def test_a_connection_that_was_lost_with_work_in_hand_is_closed_without_an_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    redis = RealRedis(tmp_path)
    with app.connection_for_write(redis.url) as connection:
        queue = connection.SimpleQueue("work")
        queue.put({"a": "tick"})
        queue.put({"another": "tick"})
        done, _waiting = queue.get(timeout=5), queue.get(timeout=5)
        redis.kill()
        # What a worker's consumer comes to when the connection is lost while tasks are under way.
        connection._do_close_transport()
        # One of them comes to its end, and that is noted where it was taken from.
        done.ack_log_error(logging.getLogger(), connection.connection_errors)
        assert "Couldn't ack" in caplog.text
        connection.close()
