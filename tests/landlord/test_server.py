"""script/server for real: the address, the second start, a taken port, the end."""

import os
import re
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.landlord.server import Server, alive, free_port, tree

# They start whole servers: side by side on two cores they would measure each other.
pytestmark = pytest.mark.xdist_group("server")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tree(tmp_path_factory.mktemp("tree"))


def test_a_newcomer_gets_a_page_and_ctrl_c_ends_everything(folder: Path) -> None:
    with Server(folder) as server:
        assert server.wait_for_address() == f"http://127.0.0.1:{server.port}/"
        with server.get() as page:
            assert page.status == 200
            assert "default-src 'none'" in page.headers["Content-Security-Policy"]
            html = page.read().decode()
        sheet = re.search(r'href="(/static/[^"]+\.css)"', html)
        assert sheet, "the page has a style sheet"
        with server.get(sheet[1]) as style:
            assert "immutable" in style.headers["Cache-Control"]
        children = server.children()
        assert any("granian" in line for line in children.values())
        assert any("celery" in line for line in children.values())

        assert server.end(signal.SIGINT) == 0
        assert server.output.count("Landlord is at") == 1
        assert "Traceback" not in server.output
        assert alive(list(children)) == []
    assert (folder / "var" / "secret-key").stat().st_mode & 0o777 == 0o600


def test_the_second_start_takes_less_than_five_seconds(folder: Path, figure: Callable[[str], None]) -> None:
    for start in range(2):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with Server(folder) as server:
            server.wait_for_address()
            assert server.end(signal.SIGTERM) == 0
            assert "Traceback" not in server.output
        assert server.seconds_to_address
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        work = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        name = ("first", "second")[start]
        figure(f"script/server, {name} start: {server.seconds_to_address:.2f} s, {work:.2f} s of processors' time")
    # The clock on the wall also counts what the tests beside this one do; a start that has the
    # machine to itself takes less of it than of the processors' time.
    assert work < 5


def test_forms_that_never_arrive_whole_stop_nobody_else(folder: Path) -> None:
    with Server(folder) as server, ExitStack() as senders:
        server.wait_for_address()
        with server.get() as page:
            cookie = page.headers["Set-Cookie"].split(";")[0]
        for _ in range(5):
            sender = senders.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            head = f"POST /play/ HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nCookie: {cookie}\r\n"
            form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nseats"
            sender.sendall(f"{head}{form}".encode())
        for _ in range(10):
            with server.get() as page:
                assert page.status == 200


def test_a_taken_port_is_told_in_plain_words(folder: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with Server(folder, port=port) as server:
            assert server.wait() == 1
    assert f"Port {port} is taken" in server.output
    assert f"PORT={port + 1} script/server" in server.output
    assert "Traceback" not in server.output


@pytest.mark.parametrize("port", ["many", "0", "70000"])
def test_a_port_that_is_none_is_told_in_plain_words(folder: Path, port: str) -> None:
    with Server(folder, PORT=port) as server:
        assert server.wait() != 0
    assert "PORT must be" in server.output
    assert "Traceback" not in server.output


@pytest.mark.parametrize("broken", ["landlord.sqlite3", "static"])
def test_a_folder_that_cannot_be_used_is_told_in_plain_words(folder: Path, tmp_path: Path, broken: str) -> None:
    (tmp_path / broken).write_bytes(b"no database and no folder" * 50)
    with Server(folder, VAR_DIR=str(tmp_path)) as server:
        assert server.wait() == 1
    assert f"VAR_DIR is {tmp_path}" in server.output
    assert "Traceback" not in server.output


def test_when_one_process_dies_the_other_is_stopped_too(folder: Path) -> None:
    with Server(folder) as server:
        server.wait_for_address()
        children = server.children()
        os.kill(next(pid for pid, line in children.items() if "celery" in line), signal.SIGKILL)
        assert server.wait() == 1
        assert "Landlord stops, because the worker has ended by itself" in server.output
        assert alive(list(children)) == []


def _python_that_says(folder: Path, version: str) -> str:
    """A program that is a Python of another version, as far as the script asks."""
    fake = folder / f"python-{version}"
    numbers = version.replace(".", ", ")
    fake.write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -c "import sys; sys.version_info = ({numbers}); exec(sys.argv[1])" "$2"\n'
    )
    fake.chmod(0o755)
    return str(fake)


@pytest.mark.parametrize("version", ["3.9", "3.10", "3.15"])
def test_another_python_is_told_in_plain_words(tmp_path: Path, version: str) -> None:
    with Server(tree(tmp_path, with_environment=False), PYTHON=_python_that_says(tmp_path, version)) as server:
        assert server.wait() == 1
    assert f"is Python {version}. Landlord needs Python 3.11 to 3.14" in server.output
    assert "PYTHON=" in server.output
    assert not (tmp_path / ".venv").exists()


def test_no_python_at_all_is_told_in_plain_words(tmp_path: Path) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("sh", "dirname", "sed", "uname", "cat", "cksum"):
        found = subprocess.run(["which", name], capture_output=True, check=True, text=True).stdout.strip()
        (programs / name).symlink_to(found)
    with Server(tree(tmp_path / "tree", with_environment=False), PATH=str(programs)) as server:
        assert server.wait() == 1
    assert "There is no python3 on this machine" in server.output


@pytest.mark.long
def test_a_fresh_clone_sets_itself_up(tmp_path: Path) -> None:
    folder = tree(tmp_path / "tree", with_environment=False)
    with Server(folder, port=free_port(), HOME=str(tmp_path)) as server:
        server.wait_for_address(600)
        with server.get() as page:
            assert page.status == 200
        assert server.end() == 0
    assert not (folder / ".venv" / "bin" / "pytest").exists(), "the server needs no test tools"
