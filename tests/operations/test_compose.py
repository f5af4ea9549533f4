"""The compose file and the image: what can be checked of them without Docker. Their commands run in test_processes."""

import re
import tomllib
from typing import Any

import pytest

from landlord import processes
from landlord.celery import app
from tests.landlord.server import ROOT
from tests.operations.compose import VARIABLE, compose, ours, text, variables

FILE = compose()
SERVICES: dict[str, Any] = FILE["services"]


def documented() -> set[str]:
    """The names in the tables of docs/settings.md."""
    return set(re.findall(r"^\| `([A-Z_]+)`", (ROOT / "docs" / "settings.md").read_text(), re.MULTILINE))


def test_it_has_every_process_and_what_they_need() -> None:
    assert set(SERVICES) == {"migrate", *processes.ROLES, "postgres", "redis", "mailpit"}
    for role in processes.ROLES:
        assert SERVICES[role]["command"] == ["python", "manage.py", "run", role]


def test_each_queue_has_a_worker() -> None:
    served = [queue for queues in processes.QUEUES.values() for queue in queues]
    assert sorted(served) == sorted(queue.name for queue in app.conf.task_queues)


def test_each_task_that_beat_starts_has_a_queue_that_is_served() -> None:
    app.loader.import_default_modules()
    queues = {queue.name for queue in app.conf.task_queues}
    for entry in app.conf.beat_schedule.values():
        assert entry["task"] in app.tasks
        assert app.conf.task_routes.get(entry["task"], {"queue": app.conf.task_default_queue})["queue"] in queues


def test_ticks_expire_so_that_none_pile_up() -> None:
    for name, entry in app.conf.beat_schedule.items():
        if entry["schedule"].total_seconds() < 60:
            assert 0 < entry["options"]["expires"] <= 600, name


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_a_service_that_ends_is_started_again_and_is_looked_after(name: str) -> None:
    service = SERVICES[name]
    if name == "migrate":
        assert service["restart"].startswith("on-failure:")
        assert service["healthcheck"] == {"disable": True}
        return
    assert service["restart"] == "unless-stopped"
    if name != "web":
        # The image's own check asks the web server.
        assert service["healthcheck"]["test"][0] == "CMD"
    if name in processes.ROLES and name != "web":
        assert service["healthcheck"]["test"][1:] == ["python", "landlord/alive.py", name]


def test_what_is_named_exists() -> None:
    for name, service in SERVICES.items():
        for other, how in service.get("depends_on", {}).items():
            assert other in SERVICES, name
            assert how["condition"] in ("service_healthy", "service_completed_successfully")
            if how["condition"] == "service_healthy":
                assert "test" in SERVICES[other]["healthcheck"]
        volumes = {volume.split(":")[0] for volume in service.get("volumes", [])}
        assert volumes <= set(FILE["volumes"]), name
        assert set(service["networks"]) <= set(FILE["networks"]), name


def test_nobody_starts_before_the_database_is_migrated() -> None:
    for name, service in ours(SERVICES).items():
        if name != "migrate":
            assert service["depends_on"]["migrate"]["condition"] == "service_completed_successfully"
    assert SERVICES["migrate"]["command"] == ["python", "manage.py", "migrate", "--noinput"]


def test_it_needs_no_edit_and_every_variable_is_documented() -> None:
    assert variables() <= documented()
    # Each has a default, so that nothing has to be set.
    assert "$" not in VARIABLE.sub("", text())
    for name, service in ours(SERVICES).items():
        assert set(service["environment"]) <= documented(), name


def test_no_secret_is_in_it_and_only_web_stream_and_mails_can_be_reached() -> None:
    for service in ours(SERVICES).values():
        assert "SECRET_KEY" not in service["environment"]
        assert service["environment"]["SECRET_KEY_FILE"] == "/keys/secret-key"
        assert "keys:/keys" in service["volumes"]
    assert {name for name, service in SERVICES.items() if "ports" in service} == {"web", "stream", "mailpit"}
    for name in ("web", "stream", "mailpit"):
        assert all(port.startswith("127.0.0.1:") for port in SERVICES[name]["ports"])
    assert FILE["networks"]["inside"]["internal"] is True
    assert SERVICES["postgres"]["networks"] == SERVICES["redis"]["networks"] == ["inside"]


def test_variables_reach_the_services() -> None:
    given = {"HOST": "0.0.0.0", "PORT": "80", "EMAIL_URL": "", "POSTGRES_PASSWORD": "xyz"}
    services = compose(given)["services"]
    assert services["web"]["ports"] == ["0.0.0.0:80:8000"]
    assert services["mail"]["environment"]["EMAIL_URL"] in ("", None)
    assert ":xyz@postgres" in services["web"]["environment"]["DATABASE_URL"]
    assert services["postgres"]["environment"]["POSTGRES_PASSWORD"] == "xyz"


def test_the_stream_is_where_pages_are_told_to_look_for_it() -> None:
    services = compose({"HOST": "0.0.0.0", "STREAM_PORT": "81"})["services"]
    assert services["stream"]["ports"] == ["0.0.0.0:81:81"]
    for role in ("web", "stream"):
        assert str(services[role]["environment"]["STREAM_PORT"]) == "81"


class TestImage:
    LINES = (ROOT / "Dockerfile").read_text().replace("\\\n", " ").splitlines()

    def instructions(self, name: str) -> list[str]:
        return [line.removeprefix(f"{name} ") for line in self.LINES if line.startswith(f"{name} ")]

    def test_what_it_copies_is_there_and_is_sent_to_it(self) -> None:
        sent = {
            line.removeprefix("!") for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")
        }
        copied: set[str] = set()
        for line in self.instructions("COPY"):
            if not line.startswith("--from"):
                copied |= set(line.split()[:-1])
        assert copied == sent
        assert all((ROOT / name).exists() for name in copied)
        # Whatever the program imports or reads when it runs.
        packages = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["root_packages"]
        assert {"manage.py", "templates", "static", *packages} <= copied

    def test_it_runs_as_nobody_in_particular(self) -> None:
        user = self.instructions("USER")
        assert user == ["landlord"]
        last_root = max(n for n, line in enumerate(self.LINES) if line.startswith("RUN useradd"))
        assert (
            last_root
            < self.LINES.index("USER landlord")
            < self.LINES.index('CMD ["python", "manage.py", "run", "web"]')
        )

    def test_it_has_no_secret_and_a_health_check(self) -> None:
        assert not [line for line in self.LINES if re.search(r"SECRET_KEY|PASSWORD|TOKEN", line)]
        collected = next(line for line in self.LINES if "collectstatic" in line)
        assert collected.endswith("rm var/secret-key")
        assert self.instructions("HEALTHCHECK")[0].endswith('CMD ["python", "landlord/alive.py", "web"]')

    def test_it_installs_the_locks_first_part_by_fingerprint(self) -> None:
        command = next(line for line in self.LINES if "pip install" in line)
        assert "--require-hashes" in command and "sed '/^# Development/,$d' /tmp/requirements.lock" in command
        lock = (ROOT / "requirements.lock").read_text()
        runtime = lock.split("\n# Development")[0]
        assert runtime != lock
        entries = re.findall(r"^([a-z0-9][a-z0-9._-]*)(?:\[.*?\])?==(\S+)((?:.*\\\n)*.*)", runtime, re.MULTILINE)
        assert len(entries) > 30
        for name, version, rest in entries:
            assert re.search(r"--hash=sha256:[0-9a-f]{64}", rest), (name, version)
        names = {name for name, _, _ in entries}
        assert {"django", "celery", "granian", "psycopg", "psycopg-binary", "prometheus-client"} <= names
        assert not {"pytest", "mypy", "ruff"} & names
        # As installed here: the tests ran with what the image gets.
        from importlib.metadata import PackageNotFoundError, version

        for name, locked, rest in entries:
            if ";" in rest.split("\\")[0]:
                continue
            try:
                assert version(name) == locked.rstrip("\\")
            except PackageNotFoundError:
                pytest.fail(f"{name} is in the lock and not installed")

    def test_its_python_is_one_that_the_lock_is_for(self) -> None:
        versions = re.findall(r"^FROM python:3\.(\d+)-slim", "\n".join(self.LINES), re.MULTILINE)
        assert len(versions) == 2 and len(set(versions)) == 1
        assert 11 <= int(versions[0]) <= 14
