"""Settings from the environment: what is refused, and what follows from what."""

import json
import os
import re
import secrets
import subprocess
import sys
from pathlib import Path

import pytest

from tests.landlord.server import ROOT

FULL = {
    "DATABASE_URL": "postgresql://landlord:secret@db.example/landlord",
    "REDIS_URL": "redis://queue.example/0",
    "SITE_URL": "https://games.example.org",
    "EMAIL_URL": "smtp+tls://landlord:secret@mail.example:587",
}
STRONG = secrets.token_urlsafe(50)
ASK = """
import json
from landlord import settings
names = json.loads(input())
print(json.dumps({name: getattr(settings, name, None) for name in names}, default=str))
"""


class Refused(Exception):
    """The settings could not be loaded."""


def settings(folder: Path, *names: str, **environment: str) -> dict[str, object]:
    """Load the settings in a process of its own, with nothing but this in the environment."""
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "VAR_DIR": str(folder)} | environment,
        input=json.dumps(names),
        capture_output=True,
        check=False,
        text=True,
    )
    if done.returncode:
        raise Refused(done.stderr.strip().splitlines()[-1])
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_the_machine_can_be_named_by_its_name(tmp_path: Path) -> None:
    assert settings(tmp_path, "HOST", HOST="localhost") == {"HOST": "127.0.0.1"}


def test_with_nothing_set_it_is_embedded(tmp_path: Path) -> None:
    found = settings(tmp_path, "EMBEDDED", "DEBUG", "DATABASES", "CELERY_BROKER_URL", "SESSION_COOKIE_SECURE")
    assert found["EMBEDDED"] is True
    assert found["DEBUG"] is False
    assert found["SESSION_COOKIE_SECURE"] is False
    assert str(found["CELERY_BROKER_URL"]).startswith("memory:")
    assert str(tmp_path / "landlord.sqlite3") in str(found["DATABASES"])


def test_what_is_set_to_nothing_counts_as_not_set(tmp_path: Path) -> None:
    # As docker-compose.yml and many a shell hand on what nobody has set.
    written = (ROOT / "docs" / "settings.md").read_text()
    names = re.findall(r"^\| `([A-Z_]+)` \|", written, re.MULTILINE)
    assert {"DATABASE_URL", "SECRET_KEY", "PORT", "EMAIL_URL"} < set(names)
    empty = dict.fromkeys(names, "") | {"VAR_DIR": str(tmp_path)}
    told = (
        "EMBEDDED",
        "DATABASES",
        "PORT",
        "STREAM_PORT",
        "ALLOWED_HOSTS",
        "SECRET_KEY",
        "EMAIL_BACKEND",
        "SITE_ADDRESS",
    )
    assert settings(tmp_path, *told, **empty) == settings(tmp_path, *told)


def test_the_embedded_key_is_drawn_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    first = settings(tmp_path, "SECRET_KEY")
    assert settings(tmp_path, "SECRET_KEY") == first
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600
    assert len(str(first["SECRET_KEY"])) >= 50
    assert settings(tmp_path / "other", "SECRET_KEY") != first


def test_in_full_the_address_says_how_cookies_travel(tmp_path: Path) -> None:
    names = ("EMBEDDED", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE")
    found = settings(tmp_path, *names, "SECURE_HSTS_SECONDS", SECRET_KEY=STRONG, **FULL)
    assert found["EMBEDDED"] is False
    assert "games.example.org" in str(found["ALLOWED_HOSTS"])
    assert found["CSRF_TRUSTED_ORIGINS"] == ["https://games.example.org"]
    assert found["SESSION_COOKIE_SECURE"] is True
    assert found["CSRF_COOKIE_SECURE"] is True
    assert found["SECURE_HSTS_SECONDS"] == 31_536_000
    assert not (tmp_path / "secret-key").exists()


@pytest.mark.parametrize("weak", ["change-me", "a" * 80, "django-insecure-" + "abcdefghij" * 5, "x" * 10 + "y" * 45])
def test_a_weak_key_is_refused(tmp_path: Path, weak: str) -> None:
    with pytest.raises(Refused, match="SECRET_KEY is too weak") as refused:
        settings(tmp_path, SECRET_KEY=weak, **FULL)
    assert weak not in str(refused.value)
    with pytest.raises(Refused, match="SECRET_KEY is too weak"):
        settings(tmp_path, SECRET_KEY=weak)


def test_in_full_no_key_is_made_up(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="SECRET_KEY must be set"):
        settings(tmp_path, **FULL)


@pytest.mark.parametrize("missing", ["DATABASE_URL", "REDIS_URL"])
def test_postgresql_and_redis_belong_together(tmp_path: Path, missing: str) -> None:
    with pytest.raises(Refused, match="belong together"):
        settings(tmp_path, SECRET_KEY=STRONG, **{name: value for name, value in FULL.items() if name != missing})


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("GUEST_GAMES_PER_SESSION", "0", "must be at least 1"),
        ("GUEST_GAME_KEEP_DAYS", "soon", "must be a whole number"),
        ("TRUSTED_PROXIES", "-1", "must be at least 0"),
        ("METRICS_TOKEN", "short", "must have at least 20"),
        ("METRICS_TOKEN", "a" * 40, "must have at least 20"),
        ("SECRET_KEY_FALLBACKS", "change-me", "is too weak"),
        ("SECURITY_CONTACT", "nobody", "must be an e-mail address"),
        ("HSTS", "everything", "must be host, subdomains or preload"),
        ("WEB_PROCESSES", "0", "must be at least 1"),
        ("PORT", "65536", "must be at most 65535"),
        ("SITE_URL", "games.example.org", "must be a whole address"),
        ("SITE_URL", "http://[x", "must be a whole address"),
        ("LOG_LEVEL", "LOUD", "must be DEBUG, INFO"),
        ("VAR_DIR", "/dev/null/x", "is /dev/null/x, which is no folder"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, name: str, value: str, words: str) -> None:
    with pytest.raises(Refused, match=f"{name} {words}"):
        settings(tmp_path, **{name: value})


@pytest.mark.parametrize("kept", [b"", b"too short", b"\xa0" * 80], ids=["empty", "short", "no text"])
def test_a_broken_key_file_is_named_and_left_alone(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / "secret-key").write_bytes(kept)
    with pytest.raises(Refused, match="secret-key holds no good secret key"):
        settings(tmp_path)
    assert (tmp_path / "secret-key").read_bytes() == kept


def test_a_key_that_is_no_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "secret-key").mkdir()
    with pytest.raises(Refused, match=r"can't be read from .*secret-key"):
        settings(tmp_path)


def test_what_is_set_to_nothing_is_not_set(tmp_path: Path) -> None:
    empty = dict.fromkeys(("HOST", "LOG_LEVEL", "PORT", "TRUSTED_PROXIES", "EMAIL_URL", "METRICS_TOKEN"), "")
    found = settings(tmp_path, "HOST", "PORT", "TRUSTED_PROXIES", **empty)
    assert found == {"HOST": "127.0.0.1", "PORT": 8000, "TRUSTED_PROXIES": 0}
    # Asked in full, where no key is written there.
    found = settings(tmp_path, "VAR_DIR", **FULL, SECRET_KEY=STRONG, VAR_DIR="")
    assert found["VAR_DIR"] == str(ROOT / "var")


def test_limits_come_from_the_environment(tmp_path: Path) -> None:
    found = settings(tmp_path, "GUEST_GAMES_PER_SESSION", "TRUSTED_PROXIES", GUEST_GAMES_PER_SESSION="3")
    assert found == {"GUEST_GAMES_PER_SESSION": 3, "TRUSTED_PROXIES": 0}


def test_a_server_open_to_the_house_answers_to_any_name(tmp_path: Path) -> None:
    assert "*" in str(settings(tmp_path, "ALLOWED_HOSTS", HOST="0.0.0.0")["ALLOWED_HOSTS"])
    assert "*" not in str(settings(tmp_path, "ALLOWED_HOSTS")["ALLOWED_HOSTS"])
    closed = settings(tmp_path, "ALLOWED_HOSTS", HOST="0.0.0.0", SITE_URL="http://box.example")
    assert "*" not in str(closed["ALLOWED_HOSTS"])


def test_every_setting_is_documented_and_nothing_else_is() -> None:
    code = (ROOT / "landlord" / "settings.py").read_text()
    read = set(re.findall(r'(?:_at_least|env(?:\.[a-z_]+)?)\(\s*"([A-Z_]+)"', code))
    assert len(read) >= 24
    page = (ROOT / "docs" / "settings.md").read_text()
    documented: dict[str, set[str]] = {}
    for section in page.split("\n## ")[1:]:
        documented[section.splitlines()[0]] = set(re.findall(r"^\| `([A-Z_]+)`", section, re.MULTILINE))
    # Those of the last tables are read elsewhere, which is checked where it is.
    scripts = documented.pop("For the two scripts")
    script = (ROOT / "script" / "environment.sh").read_text() + (ROOT / "script" / "test").read_text()
    assert [name for name in scripts if f"{name}:-" not in script] == []
    alone = documented.pop("For docker-compose.yml alone")
    compose = (ROOT / "docker-compose.yml").read_text()
    assert [name for name in alone if f"${{{name}:-" not in compose] == []
    assert read == set().union(*documented.values())


def test_in_full_the_key_may_stand_in_a_file_and_is_drawn_once(tmp_path: Path) -> None:
    file = tmp_path / "keys" / "secret-key"
    first = settings(tmp_path, "SECRET_KEY", **FULL, SECRET_KEY_FILE=str(file))
    assert first["SECRET_KEY"] == file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    assert settings(tmp_path, "SECRET_KEY", **FULL, SECRET_KEY_FILE=str(file)) == first
    assert (
        settings(tmp_path, "SECRET_KEY", **FULL, SECRET_KEY_FILE=str(file), SECRET_KEY=STRONG)["SECRET_KEY"] == STRONG
    )
    file.write_text("change-me")
    with pytest.raises(Refused, match="secret-key holds no good secret key"):
        settings(tmp_path, **FULL, SECRET_KEY_FILE=str(file))


def test_a_socket_of_this_machine_can_be_the_queue(tmp_path: Path) -> None:
    found = settings(
        tmp_path, "CELERY_BROKER_URL", SECRET_KEY=STRONG, **(FULL | {"REDIS_URL": "unix:///run/redis.sock"})
    )
    assert found["CELERY_BROKER_URL"] == "redis+socket:///run/redis.sock"


def test_a_key_of_before_still_counts(tmp_path: Path) -> None:
    older = secrets.token_urlsafe(50)
    found = settings(tmp_path, "SECRET_KEY_FALLBACKS", SECRET_KEY=STRONG, SECRET_KEY_FALLBACKS=f"{older},{STRONG}")
    assert found == {"SECRET_KEY_FALLBACKS": [older, STRONG]}
    assert settings(tmp_path, "SECRET_KEY_FALLBACKS") == {"SECRET_KEY_FALLBACKS": []}


def test_over_tls_cookies_are_of_this_host_alone(tmp_path: Path) -> None:
    names = ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "SESSION_COOKIE_HTTPONLY", "CSRF_COOKIE_HTTPONLY")
    over_tls = settings(tmp_path, *names, SECRET_KEY=STRONG, **FULL)
    assert over_tls == {
        "SESSION_COOKIE_NAME": "__Host-sessionid",
        "CSRF_COOKIE_NAME": "__Host-csrftoken",
        "SESSION_COOKIE_HTTPONLY": True,
        "CSRF_COOKIE_HTTPONLY": True,
    }
    # Browsers take the name over TLS only.
    assert settings(tmp_path, *names)["SESSION_COOKIE_NAME"] is None


@pytest.mark.parametrize(("told", "subdomains", "preload"), [("", 0, 0), ("subdomains", 1, 0), ("preload", 1, 1)])
def test_hsts_is_for_this_host_until_the_operator_says_more(
    tmp_path: Path, told: str, subdomains: int, preload: int
) -> None:
    names = ("SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")
    found = settings(tmp_path, *names, SECRET_KEY=STRONG, HSTS=told, **FULL)
    assert found == {names[0]: bool(subdomains), names[1]: bool(preload)}


def test_whoever_comes_without_tls_is_led_to_it_where_a_proxy_says_how_they_came(tmp_path: Path) -> None:
    names = ("SECURE_SSL_REDIRECT", "SECURE_PROXY_SSL_HEADER")
    assert settings(tmp_path, *names, SECRET_KEY=STRONG, TRUSTED_PROXIES="1", **FULL) == {
        "SECURE_SSL_REDIRECT": True,
        "SECURE_PROXY_SSL_HEADER": ["HTTP_X_FORWARDED_PROTO", "https"],
    }
    # Else all of them would be led for ever.
    assert settings(tmp_path, *names, SECRET_KEY=STRONG, **FULL) == dict.fromkeys(names)
