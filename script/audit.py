"""What script/audit runs: pip-audit over requirements.lock, and a verdict in plain words."""

import json
import subprocess
import sys
import tempfile
import tomllib
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
ADVISORIES = ROOT / "script" / "advisories.toml"
#: For one package's answer, and for all of it, in seconds.
PATIENCE = 10
PATIENCE_IN_ALL = 600


def asked(lock: Path) -> dict[str, Any]:
    """Give what pip-audit found out about a lock file. Raises OSError, with what it said, if that was nothing."""
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder) / "found.json"
        command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--requirement", str(lock)]
        command += ["--format", "json", "--output", str(found), "--progress-spinner", "off"]
        try:
            done = subprocess.run(
                [*command, "--timeout", str(PATIENCE)],
                capture_output=True,
                check=False,
                text=True,
                timeout=PATIENCE_IN_ALL,
            )
        except subprocess.TimeoutExpired as error:
            raise OSError("It did not answer in time.") from error
        if not found.exists() or not found.read_text().strip():
            raise OSError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "It said nothing.")
        told: dict[str, Any] = json.loads(found.read_text())
    return told


def verdict(told: dict[str, Any], ignored: list[dict[str, Any]], today: date) -> tuple[int, list[str]]:
    """Give the exit code and what to say of it."""
    packages = told["dependencies"]
    known = [package for package in packages if "vulns" in package]
    if not known:
        said = f"NOT AUDITED: the service that knows of holes told nothing of any of {len(packages)} packages. "
        return 0, [said + "It can't be reached from this machine, or what stands between them answers in its place."]
    lines, failed = [], False
    for package in known:
        for hole in package["vulns"]:
            names = {hole["id"], *hole.get("aliases", ())}
            aside = next((each for each in ignored if each["id"] in names and each["package"] == package["name"]), None)
            told_of = f"{hole['id']} in {package['name']} {package['version']}"
            if aside is not None and today <= aside["until"]:
                lines.append(f"set aside until {aside['until']}: {told_of}: {aside['why']}")
                continue
            failed = True
            better = ", ".join(hole.get("fix_versions", ())) or "no version yet"
            late = "" if aside is None else f" (was set aside until {aside['until']})"
            lines.append(f"KNOWN HOLE: {told_of}; fixed in {better}{late}")
    unknown = [package["name"] for package in packages if "vulns" not in package]
    if unknown:
        lines.append(f"not audited, since nothing is told of them: {', '.join(sorted(unknown))}")
    lines.append(f"{len(known)} of {len(packages)} packages audited.")
    return int(failed), lines


def main() -> int:
    """Audit, say what came of it, and give the exit code."""
    ignored = tomllib.loads(ADVISORIES.read_text())["ignored"]
    try:
        told = asked(LOCK)
    except OSError as error:
        told_why = str(error)
        print(f"NOT AUDITED: the service that knows of holes could not be asked. {told_why}")
        return 0
    code, lines = verdict(told, ignored, datetime.now(UTC).date())
    print("\n".join(lines))
    return code


if __name__ == "__main__":
    sys.exit(main())
