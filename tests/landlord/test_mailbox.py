"""An embedded server's mail: files that only their owner reads, and a page for the machine itself alone."""

import errno
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection
from django.http import HttpResponse
from django.test import Client
from django.urls import include, path

from landlord.urls import handler404
from landlord.urls import urlpatterns as of_the_site

__all__ = ["handler404"]

urlpatterns = [*of_the_site, path("mail/", include("landlord.mailbox"))]


@pytest.fixture
def box(db: None, settings: Any, tmp_path: Path) -> Path:
    settings.ROOT_URLCONF = "tests.landlord.test_mailbox"
    settings.MAIL_DIR = tmp_path / "mail"
    settings.MAIL_IS_SHOWN = True
    settings.SITE_URL = ""
    settings.EMAIL_BACKEND = "landlord.mailbox.EmailBackend"
    settings.ALLOWED_HOSTS = ["*"]
    return tmp_path / "mail"


def send(subject: str = "Reset <it>", link: str = "http://127.0.0.1:8000/accounts/reset/x/") -> None:
    message = EmailMultiAlternatives(subject, f"Open this:\n{link}\n<script>alert(1)</script>", to=["ada@example.org"])
    message.attach_alternative(
        f'<p style="color:red">Open <a href="{link}">this</a><script>1</script></p>', "text/html"
    )
    assert get_connection().send_messages([message]) == 1


def get(address: str, **more: Any) -> HttpResponse:
    extra = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "127.0.0.1:8000", **more}
    return Client().get(address, **extra)


def test_mails_are_files_that_only_their_owner_reads(box: Path) -> None:
    send()
    send("Another")
    files = sorted(box.iterdir())
    assert len(files) == 2 and all(file.suffix == ".eml" for file in files)
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in files) and box.stat().st_mode & 0o777 == 0o700


def test_a_full_disk_leaves_no_half_of_a_mail(box: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = Path.write_bytes

    def run_full(file: Path, data: bytes) -> int:
        write(file, data[:100])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", run_full)
    with pytest.raises(OSError, match="No space left"):
        send()
    assert list(box.iterdir()) == []


def test_the_page_lists_them_with_their_text_and_links(box: Path) -> None:
    assert "No mail yet" in get("/mail/").content.decode()
    send()
    page = get("/mail/").content.decode()
    assert "Reset &lt;it&gt;" in page and "ada@example.org" in page
    name = next(box.iterdir()).stem
    page = get(f"/mail/{name}/").content.decode()
    assert '<a href="http://127.0.0.1:8000/accounts/reset/x/"' in page
    assert "<script>alert" not in page and "&lt;script&gt;" in page


def test_its_html_is_shown_with_its_styles_and_nothing_else_of_its_own(box: Path) -> None:
    send()
    answer = get(f"/mail/{next(box.iterdir()).stem}/html/")
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "style-src 'unsafe-inline'" in policy and "sandbox" in policy
    assert "script-src" not in policy and "allow-scripts" not in policy
    assert answer["Cache-Control"] == "private, no-store" and answer["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize(
    "more",
    [
        {"REMOTE_ADDR": "192.168.1.20"},
        {"REMOTE_ADDR": ""},
        {"HTTP_HOST": "rebound.example"},
        {"HTTP_HOST": "rebound.example:8000"},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
        {"HTTP_VIA": "1.1 proxy"},
    ],
    ids=str,
)
def test_nobody_else_sees_any(box: Path, more: dict[str, str]) -> None:
    send()
    name = next(box.iterdir()).stem
    for address in ("/mail/", f"/mail/{name}/", f"/mail/{name}/html/"):
        assert get(address, **more).status_code == 404


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "[::1]"])
def test_the_machines_own_names_do(box: Path, host: str) -> None:
    remote = "::1" if host.startswith("[") else "127.0.0.1"
    assert get("/mail/", HTTP_HOST=host, REMOTE_ADDR=remote).status_code == 200
    assert get("/mail/", HTTP_HOST=host, REMOTE_ADDR="::ffff:127.0.0.1").status_code == 200


@pytest.mark.parametrize("name", ["x", "..", "%2e%2e", "20260101T000000000000-00000000", ".20260101T000000000000-0"])
def test_there_is_no_way_to_another_file(box: Path, name: str) -> None:
    send()
    assert get(f"/mail/{name}/").status_code == 404


def test_where_mail_goes_out_there_is_no_such_page(box: Path, settings: Any) -> None:
    settings.MAIL_IS_SHOWN = False
    assert get("/mail/").status_code == 404
    settings.ROOT_URLCONF = "landlord.urls"
    assert get("/mail/").status_code == 404


def test_it_takes_no_posts(box: Path) -> None:
    assert Client().post("/mail/", REMOTE_ADDR="127.0.0.1", HTTP_HOST="localhost").status_code == 405
