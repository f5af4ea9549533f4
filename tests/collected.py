"""The static files as a site's start collects them, laid ready for the sites that tests start.

To compress all of them takes eight seconds of a processor, and they are the same for each. What a start does without
them is shown by tests/landlord/test_server.py, the build of the image by tests/operations/test_processes.py.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: Kept from run to run.
KEPT = ROOT / "var" / "for-tests"

COLLECT = "import django; django.setup(); from landlord import static_files; static_files.collect()"


def lay_out(var: Path) -> None:
    """Give a site's folder the collected files: its start finds that nothing has changed since."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _collected()
        shutil.copytree(KEPT / "static", var / "static", dirs_exist_ok=True)


@cache
def _collected() -> None:
    """Collect what has changed since the last run; once in a process, since nothing changes while tests run."""
    services = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SITE_URL", "EMAIL_URL")
    environment = {name: value for name, value in os.environ.items() if name not in services}
    environment |= {"DJANGO_SETTINGS_MODULE": "landlord.settings", "VAR_DIR": str(KEPT)}
    subprocess.run([sys.executable, "-c", COLLECT], cwd=ROOT, env=environment, check=True)
