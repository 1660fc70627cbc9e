"""`python -m bench.users LOG`: prints the Apdex of each operation of `known-truth office`, by the log of the server."""

import argparse
import math
import sys
from pathlib import Path

from bench.accuracy.server_log import read_requests
from bench.users.logged_apdex import LoggedApdex, logged_apdexes

_NS_PER_MS = 1_000_000


def main() -> None:
    """Print one line for each operation that has a target."""
    parser = argparse.ArgumentParser(prog="python -m bench.users", description=__doc__)
    parser.add_argument("log", type=Path, help="log of known-truth office")
    parser.add_argument("--begin", type=_seconds, required=True, help="start of the window, seconds of CLOCK_MONOTONIC")
    parser.add_argument("--end", type=_seconds, required=True, help="end of the window (exclusive)")
    parser.add_argument(
        "--target",
        type=_target,
        action="append",
        required=True,
        metavar="OPERATION=MS",
        help="target T of an operation, milliseconds; may be given several times",
    )
    options = parser.parse_args()
    try:
        counts = logged_apdexes(read_requests(options.log), options.begin, options.end, dict(options.target))
    except OSError as error:
        sys.exit(f"error: {options.log} cannot be read: {error.strerror}. Give the file of --log of known-truth")
    except (ValueError, KeyError):
        sys.exit(f"error: {options.log} is no log of known-truth. Give the file of --log of known-truth")
    for operation, counted in counts.items():
        print(_line(operation, counted))


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
