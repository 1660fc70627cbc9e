"""`python -m bench.accuracy`: loads every server of known truth, shows what came of it, fills docs/accuracy.md."""

import argparse
import os
import platform
import sys
import tempfile
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from loadproof.system.awake import kept_awake

from bench.accuracy.case import cases_of
from bench.accuracy.document import generated_part, write_tables
from bench.accuracy.matrix import run_cases
from bench.accuracy.modes import MODES
from bench.accuracy.peers import PEER_CASES, PeerRow, run_peers
from bench.accuracy.row import Row
from bench.error import BenchError
from bench.machine import cpu_model

_LEAST_S, _MOST_S = 3, 30
_BUDGET_S = 40 * 60
"""No load begins later than this; what is left then has no row."""


def main() -> None:
    """The whole matrix, or some modes of it; a missed target is shown, and is no fault of the run."""
    options = _options()
    began, began_s = datetime.now(UTC), time.monotonic()
    load_average = os.getloadavg()[0]
    modes = [MODES[name] for name in options.only or MODES]
    cases = list(cases_of(modes, options.seconds))
    try:
        with kept_awake(), tempfile.TemporaryDirectory(prefix="loadproof-accuracy-") as directory:
            place = Path(directory)
            peers = [] if options.no_peers else _peers(place, {mode.name for mode in modes})
            rows = run_cases(cases, place, options.side_by_side, began_s + _BUDGET_S, _tell)
    except BenchError as error:
        sys.exit(f"error: {error}")
    took_s = time.monotonic() - began_s
    machine = f"{cpu_model(Path('/proc/cpuinfo').read_text(encoding='utf-8').splitlines())}, {os.cpu_count()} cores"
    outcomes = Counter(row.outcome.partition(":")[0] for row in rows)
    facts = [
        f"Date: {began:%Y-%m-%d %H:%M} UTC; it took {took_s / 60:.0f} minutes",
        f"Machine: {machine}, Linux {platform.release()}; load average before the first load {load_average:.2g}",
        f"Loads: {len(rows)} of {len(cases)} ({', '.join(f'{n} {name}' for name, n in sorted(outcomes.items()))}); "
        f"{len(cases) - len(rows)} not run for want of time",
    ]
    part = generated_part(facts, rows, peers)
    print(f"\n{part}")
    if options.only is None and options.seconds is None and not options.no_peers:
        try:
            write_tables(part)
        except BenchError as error:
            sys.exit(f"error: {error}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.accuracy", description=__doc__)
    parser.add_argument("--only", choices=list(MODES), action="append", help="this server alone; no document")
    parser.add_argument(
        "--seconds",
        type=_seconds,
        help="of every load, 3 to 30 [as long as each server needs]; no document",
    )
    parser.add_argument("--side-by-side", type=int, default=max(1, (os.cpu_count() or 1) // 4), help="loads at a time")
    parser.add_argument("--no-peers", action="store_true", help="leave out wrk2, oha and k6")
    return parser.parse_args()


def _seconds(text: str) -> int:
    if not text.isdecimal() or not _LEAST_S <= int(text) <= _MOST_S:
        raise argparse.ArgumentTypeError(f"{text} is not {_LEAST_S} to {_MOST_S}")
    return int(text)


def _peers(place: Path, modes: set[str]) -> list[PeerRow]:
    return [row for case in PEER_CASES if case.mode.name in modes for row in run_peers(case, place)]


def _tell(row: Row) -> None:
    print(f"{row.case.name}: {row.outcome}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
