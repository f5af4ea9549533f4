"""script/audit: a known hole fails it, one set aside does not until its day, and silence is called silence."""

import importlib.util
import tomllib
from datetime import date
from typing import Any

import pytest

from tests.landlord.server import ROOT

_spec = importlib.util.spec_from_file_location("audit_script", ROOT / "script" / "audit.py")
assert _spec and _spec.loader
audit: Any = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(audit)

TODAY = date(2027, 1, 1)
GOOD = {"name": "good", "version": "1.0", "vulns": []}
SILENT = {"name": "silent", "skip_reason": "Dependency not found"}
HOLE = {"id": "PYSEC-2026-1", "aliases": ["CVE-2026-9"], "fix_versions": ["1.1"], "description": "x"}
BAD = {"name": "bad", "version": "1.0", "vulns": [HOLE]}
ASIDE = {"id": "CVE-2026-9", "package": "bad", "until": date(2027, 1, 1), "why": "Nothing here calls it."}


def judged(*packages: dict[str, Any], ignored: list[dict[str, Any]] | None = None) -> tuple[int, str]:
    code, lines = audit.verdict({"dependencies": list(packages)}, ignored or [], TODAY)
    return code, "\n".join(lines)


def test_nothing_known_is_good() -> None:
    assert judged(GOOD) == (0, "1 of 1 packages audited.")


def test_a_known_hole_fails_and_says_what_mends_it() -> None:
    code, said = judged(GOOD, BAD)
    assert code == 1 and "KNOWN HOLE: PYSEC-2026-1 in bad 1.0; fixed in 1.1" in said


def test_one_set_aside_does_not_until_its_day() -> None:
    code, said = judged(GOOD, BAD, ignored=[ASIDE])
    assert code == 0 and "Nothing here calls it." in said
    code, said = judged(BAD, ignored=[{**ASIDE, "until": date(2026, 12, 31)}])
    assert code == 1 and "was set aside until 2026-12-31" in said
    assert judged(BAD, ignored=[{**ASIDE, "package": "other"}])[0] == 1


def test_silence_is_called_silence_and_fails_nothing() -> None:
    code, said = judged(SILENT, SILENT)
    assert code == 0 and said.startswith("NOT AUDITED")
    code, said = judged(GOOD, SILENT)
    assert code == 0 and "not audited, since nothing is told of them: silent" in said


def test_an_auditor_that_says_nothing_fails_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def away(_lock: object) -> None:
        raise OSError("No route.")

    monkeypatch.setattr(audit, "asked", away)
    assert audit.main() == 0
    assert capsys.readouterr().out.startswith("NOT AUDITED")


def test_what_is_set_aside_has_a_reason_and_a_day() -> None:
    for each in tomllib.loads((ROOT / "script" / "advisories.toml").read_text())["ignored"]:
        assert each["why"].strip() and isinstance(each["until"], date) and each["id"] and each["package"]
