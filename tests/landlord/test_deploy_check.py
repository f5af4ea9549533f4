"""`manage.py check --deploy`: nothing to say of a site set up as it should be, a word where it is not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.landlord.server import ROOT
from tests.landlord.test_settings import FULL, STRONG

GOOD = FULL | {
    "DATABASE_URL": "postgresql://landlord:Zk3v9QmT7xWp2LsR@db.example/landlord",
    "SECRET_KEY": STRONG,
    "TRUSTED_PROXIES": "1",
    "OPERATOR": "Ada Example, ada@example.org",
}


def check(folder: Path, **environment: str) -> tuple[int, str]:
    """Run it in a process of its own; give its code and what it says."""
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "VAR_DIR": str(folder)} | environment,
        capture_output=True,
        check=False,
        text=True,
    )
    return done.returncode, done.stdout + done.stderr


def test_a_whole_site_has_nothing_to_be_told_of(tmp_path: Path) -> None:
    code, said = check(tmp_path, **GOOD)
    assert code == 0, said
    # Two that are silenced are a choice, which docs/security.md tells.
    assert "no issues (2 silenced)" in said


def test_what_is_dangerous_is_told_all_at_once(tmp_path: Path) -> None:
    code, said = check(
        tmp_path,
        **GOOD
        | {
            "SITE_URL": "http://games.example.org",
            "ALLOWED_HOSTS": "*",
            "EMAIL_URL": "smtp://landlord:secret@mail.example:587",
            "DATABASE_URL": "postgresql://landlord:landlord@db.example/landlord",
        },
    )
    assert code == 1
    for number in ("landlord.W002", "landlord.W003", "landlord.W004", "landlord.W005", "security.W012"):
        assert f"({number})" in said, said
    assert "secret@" not in said and "landlord:landlord" not in said


@pytest.mark.parametrize("proxies", ["0"])
def test_https_without_a_proxy_is_told_of(tmp_path: Path, proxies: str) -> None:
    code, said = check(tmp_path, **GOOD | {"TRUSTED_PROXIES": proxies})
    assert code == 1 and "(landlord.W001)" in said
