"""`python -m bench.users COMMAND`: Apdex of `known-truth office` by the log of the server.

`log LOG` prints the Apdex of each operation in a window. `check` runs the shipped study of users, alone and beside a
process that takes a core now and then, and compares its counts with the log; it fills docs/results/users. What was run
is kept in runs.jsonl there; remove it to start again.
"""

import argparse
import math
import sys
import tempfile
from pathlib import Path

from bench.accuracy.server_log import read_requests
from bench.document import filled
from bench.error import BenchError
from bench.real.product import NOBODY, Others
from bench.real.record import Record
from bench.terminal import tell
from bench.users.checked_load import disagreements, load_part
from bench.users.logged_apdex import LoggedApdex, logged_apdexes
from bench.users.office_load import run_office

_NS_PER_MS = 1_000_000
_RESULTS = Path(__file__).parents[2] / "docs/results/users"
_WRITER = "python -m bench.users check"
_LOADS = {
    "No busy process beside it": NOBODY,
    "Beside a process that takes one core for 2 s of every 8 s": Others("2 of every 8 s", 1, 4.0, 2.0, 8.0),
}


def main() -> None:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(prog="python -m bench.users", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    log = commands.add_parser("log", help="print the Apdex of each operation that has a target")
    log.add_argument("log", type=Path, help="log of known-truth office")
    log.add_argument("--begin", type=_seconds, required=True, help="start of the window, seconds of CLOCK_MONOTONIC")
    log.add_argument("--end", type=_seconds, required=True, help="end of the window (exclusive)")
    log.add_argument(
        "--target",
        type=_target,
        action="append",
        required=True,
        metavar="OPERATION=MS",
        help="target T of an operation, milliseconds; may be given several times",
    )
    check = commands.add_parser("check", help="run the study of users, and compare its counts with the log")
    check.add_argument("--preset", help="preset of the study; only prints, and keeps nothing")
    options = parser.parse_args()
    if options.command == "log":
        _print_log(options)
        return
    try:
        failed = _check(options.preset)
    except BenchError as error:
        sys.exit(f"error: {error}")
    sys.exit(1 if failed else 0)


def _print_log(options: argparse.Namespace) -> None:
    """Print one line for each operation that has a target."""
    try:
        counts = logged_apdexes(read_requests(options.log), options.begin, options.end, dict(options.target))
    except OSError as error:
        sys.exit(f"error: {options.log} cannot be read: {error.strerror}. Give the file of --log of known-truth")
    except (ValueError, KeyError):
        sys.exit(f"error: {options.log} is no log of known-truth. Give the file of --log of known-truth")
    for operation, counted in counts.items():
        print(_line(operation, counted))


def _check(preset: str | None) -> bool:
    """Run the loads that are not in the record, print and store their tables; True if any disagrees with its log."""
    with tempfile.TemporaryDirectory(prefix="loadproof-users-") as directory:
        record = Record(_RESULTS / "runs.jsonl" if preset is None else Path(directory) / "runs.jsonl")
        for number, (name, others) in enumerate(_LOADS.items()):
            if name not in record:
                tell(f"{name}: the study of users is run")
                place = Path(directory) / str(number)
                place.mkdir()
                record.add(name, run_office(place, preset, others).entry)
        parts = [load_part(entry) for entry in record]
        print("\n\n".join(parts))
        if preset is None:
            document = _RESULTS / "README.md"
            document.write_text(filled(document.read_text(encoding="utf-8"), "\n\n".join(parts), _WRITER), "utf-8")
        return any(disagreements(entry) for entry in record)


def _seconds(text: str) -> float:
    seconds = float(text)
    if not math.isfinite(seconds):
        raise argparse.ArgumentTypeError(f"{text} is no number of seconds")
    return seconds


def _target(text: str) -> tuple[str, int]:
    operation, _, target_ms = text.partition("=")
    try:
        target_ns = round(float(target_ms) * _NS_PER_MS)
    except (ValueError, OverflowError):
        target_ns = 0
    if not operation or target_ns < 1:
        raise argparse.ArgumentTypeError(f"{text} is not OPERATION=MS, such as form=800")
    return operation, target_ns


def _line(operation: str, counted: LoggedApdex) -> str:
    apdex = "no calls" if counted.apdex is None else f"{counted.apdex:.4f}"
    return (
        f"{operation}: Apdex {apdex}; calls {counted.calls}, satisfied {counted.satisfied}, "
        f"tolerating {counted.tolerating}, within 2 ms of T or 4T {counted.near}"
    )


if __name__ == "__main__":
    main()
