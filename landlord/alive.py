"""Whether one process of a full installation is at work: what a container's health check asks.

    python landlord/alive.py web|stream|worker|mail|clock|beat

A worker leaves a mark after each task and beat one at each tick, and both come every second. The web
server and the stream are asked over HTTP. Run as a file it loads nothing but the standard library, since it is run
every few seconds for years.
"""

import http.client
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

#: A mark older than this was left by a process that has stopped working, in seconds.
FRESH = 30.0
#: How long the web server may take to answer, in seconds.
PATIENCE = 5.0


def mark_of(role: str, var_dir: Path) -> Path:
    """Give the file whose time tells when a process of this role was last at work."""
    return var_dir / "alive" / role


def leave_mark(role: str, var_dir: Path) -> None:
    """Note that a process of this role is at work."""
    mark = mark_of(role, var_dir)
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()


def reason_against_mark(role: str, var_dir: Path) -> str | None:
    """Say why a process of this role does not seem to be at work, or give None."""
    try:
        age = time.time() - mark_of(role, var_dir).stat().st_mtime
    except FileNotFoundError:
        return f"{role} has done nothing yet."
    return f"{role} has done nothing for {age:.0f} s." if age > FRESH else None


def reason_against_web(port: int) -> str | None:
    """Say why the web server of this machine does not work, or give None.

    Only of itself and of its database: a web server is no less well when another process is down, and
    whoever takes it out of service then would close the site for good.
    """
    found = _asked(port)
    if isinstance(found, Exception):
        return f"The web server gives no answer: {found}"
    return None if found.get("database") == "ok" else "The web server does not reach its database."


def reason_against_stream(port: int) -> str | None:
    """Say why the stream of this machine does not work, or give None."""
    found = _asked(port)
    if isinstance(found, Exception):
        return f"The stream gives no answer: {found}"
    return None if found.get("ok") else "The stream has not been able to look at the games for a while."


def _asked(port: int) -> dict[str, Any] | Exception:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        found: dict[str, Any] = json.loads(connection.getresponse().read())
    except (OSError, http.client.HTTPException, ValueError) as error:
        return error
    finally:
        connection.close()
    return found


def main(role: str) -> str | None:
    """Say why the process of this role is not well, or give None."""
    if role == "web":
        return reason_against_web(int(os.environ.get("PORT") or 8000))
    if role == "stream":
        return reason_against_stream(int(os.environ.get("STREAM_PORT") or int(os.environ.get("PORT") or 8000) + 1))
    return reason_against_mark(role, Path(os.environ.get("VAR_DIR") or Path(__file__).resolve().parents[1] / "var"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
