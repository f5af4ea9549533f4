"""`python -m tests.chaos`, which script/chaos calls: a run with faults, the checker, and a summary."""

import argparse
import json
import signal
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from tests.chaos.run import Run, carried_out
from tests.chaos.summary import checked, figures, told

#: Seconds a run takes for each kill, and at least.
SECONDS_A_KILL, SHORTEST = 4.0, 75.0


def main(arguments: list[str]) -> int:
    """Carry a run out and print what came of it; 1 on any finding, else 0."""
    parser = argparse.ArgumentParser(prog="script/chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=20, help="how many processes are killed (20)")
    parser.add_argument("--seed", type=int, default=1, help="another number gives other faults and other players (1)")
    parser.add_argument("--seconds", type=float, help="how long faults and load last (4 a kill, and 75 at least)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write figures and findings there too")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep journals and logs in this folder")
    asked = parser.parse_args(arguments)
    seconds = asked.seconds or max(SHORTEST, asked.kills * SECONDS_A_KILL)
    if asked.kills < 0 or seconds < 30:
        parser.error("a run lasts 30 seconds at least, and has no fewer than 0 kills")

    # Ended from outside, a run takes with it what it has started.
    signal.signal(signal.SIGTERM, signal.default_int_handler)

    def say(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory(prefix="landlord-chaos-") as made:
        # PostgreSQL runs as another user than root does, who must reach its folder.
        folder = Path(made)
        folder.chmod(0o755)
        with carried_out(asked.kills, asked.seed, seconds, folder, say) as run:
            checked(run)
            numbers = figures(run)
            if asked.keep:
                _keep(run, folder, asked.keep)
    print(told(run, numbers))
    if asked.json:
        asked.json.write_text(json.dumps(numbers, indent=1) + "\n")
    return 1 if run.findings else 0


def _keep(run: Run, folder: Path, to: Path) -> None:
    to.mkdir(parents=True, exist_ok=True)
    (to / "journal.json").write_text(json.dumps(run.evidence.journal.as_data()))
    (to / "mails.json").write_text(json.dumps([asdict(mail) for mail in run.evidence.mails]))
    (to / "faults.json").write_text(json.dumps([asdict(fault) for fault in run.evidence.faults]))
    for log in folder.glob("*.log"):
        (to / log.name).write_bytes(log.read_bytes())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
