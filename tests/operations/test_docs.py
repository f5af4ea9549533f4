"""docs/operations.md is true: commands, metrics and fields that it names are there, and the other way round."""

import re

import pytest
from django.conf import LazySettings
from django.core.management import get_commands, load_command_class
from django.test import Client

from games import table
from landlord import processes
from landlord.stream.database import Database
from landlord.stream.figures import Figures
from landlord.stream.hub import Hub
from landlord.stream.source import Source
from tests.games.tables import Opener
from tests.landlord.server import ROOT

PAGE = (ROOT / "docs" / "operations.md").read_text()


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def first_cells(text: str) -> list[str]:
    return re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)


def test_every_command_it_lists_exists_and_takes_what_is_written() -> None:
    lines = [re.findall(r"`([^`]+)`", cell)[0] for cell in first_cells(section("Commands"))]
    assert len(lines) >= 10
    for line in lines:
        name, *words = line.replace("[", "").replace("]", "").split()
        parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)
        known = {option for action in parser._actions for option in action.option_strings}
        assert {word for word in words if word.startswith("--")} <= known, line


def test_every_process_it_lists_exists_and_none_is_left_out() -> None:
    assert [cell.strip("`") for cell in first_cells(section("Start in full"))] == list(processes.ROLES)
    assert re.findall(r"manage\.py run (\w+)", section("Start in full")) == list(processes.ROLES)


@pytest.mark.django_db
def test_every_metric_it_lists_is_given_and_none_is_left_out(
    tables: Opener, client: Client, settings: LazySettings
) -> None:
    settings.SITE_URL = "http://localhost:8000"
    tables.open()
    table.sweep()
    text = client.get("/metrics", headers={"host": "localhost"}).content.decode()
    # The stream's process has some of its own.
    hub = Hub(Database())
    text += Figures(hub, Source(hub)).text().decode()
    given = set(re.findall(r"^# TYPE (landlord_\w+) ", text, re.MULTILINE))
    listed = {name for cell in first_cells(section("Watch it")) for name in re.findall(r"landlord_\w+", cell)}
    assert listed == {name for name in given if not name.endswith("_created")}


@pytest.mark.django_db
def test_every_field_of_healthz_is_explained(client: Client) -> None:
    table.sweep()
    found = set(client.get("/healthz").json()) - {"ok", "reasons"}
    listed = {name for cell in first_cells(section("Watch it")) for name in re.findall(r"`(\w+)`", cell)}
    assert found == {name for name in listed if not name.startswith("landlord_")}
