"""`python -m bench.gc_logs`: logs of every collector, made here, as `loadproof gc` and GCToolkit read them.

Fills docs/results/gc-logs. Needs JDK 17 and 25, and what scripts/prepare_peers.sh installs.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from bench.error import BenchError
from bench.gc_logs.comparison import gaps_between
from bench.gc_logs.dense_log import write_dense_log
from bench.gc_logs.document import ComparedLog, log_table, speed_table, write_tables
from bench.gc_logs.made_logs import java_homes, logs_to_make
from bench.gc_logs.readings import PEER, our_reading, peer_reading, run_ours, run_peer, vm_counts
from bench.gc_logs.speed import OUR_ROUNDS, Speed, our_speed, peer_speed
from bench.machine import cpu_model
from bench.terminal import tell

_SECONDS = 4
_MEBIBYTES = 1024
_DENSE = {"jdk25-g1": True, "jdk25-serial": False}
"""What most services write; what has most pauses a byte. Whether the peer, which takes minutes, reads it too."""


def main() -> None:
    """Makes the logs, compares, measures, writes; a difference that nothing explains ends with 1."""
    options = _options()
    began = datetime.now(UTC)
    load_average = os.getloadavg()[0]
    try:
        homes = java_homes(options.java_home)
        java = homes[min(homes)] / "bin/java"
        with tempfile.TemporaryDirectory(prefix="loadproof-gc-logs-") as directory:
            place = options.keep or Path(directory)
            place.mkdir(parents=True, exist_ok=True)
            paths = [log.make(place, options.seconds) for log in logs_to_make(homes)]
            compared = [_compared(java, path, is_kept=options.keep is not None) for path in paths]
            measured = _measured(paths, java, Path(directory), options.mebibytes)
    except BenchError as error:
        sys.exit(f"error: {error}")
    part = "\n\n".join(
        [
            "\n".join(_facts(began, load_average, homes, options)),
            log_table(compared),
            *([speed_table(measured)] if measured else []),
        ]
    )
    print(part)
    if not options.no_document:
        write_tables(part)
    sys.exit(any(not gap.is_known for log in compared for gap in log.gaps))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.gc_logs", description=__doc__)
    parser.add_argument("--java-home", type=Path, action="append", help="a JDK [17 and 25 of /usr/lib/jvm]")
    parser.add_argument("--seconds", type=int, default=_SECONDS, help=f"of each log [{_SECONDS}]")
    parser.add_argument("--mebibytes", type=int, default=_MEBIBYTES, help=f"of a dense log [{_MEBIBYTES}]; 0: none")
    parser.add_argument("--keep", type=Path, help="leave the logs, and what GCToolkit says of each, in this folder")
    parser.add_argument("--no-document", action="store_true", help="leave docs/results/gc-logs as it is")
    return parser.parse_args()


def _compared(java: Path, path: Path, *, is_kept: bool) -> ComparedLog:
    told = run_peer(java, path)[1]
    if is_kept:
        path.with_suffix(".json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    ours, peer = our_reading(run_ours(path)[1]), peer_reading(told)
    log = path.read_bytes()
    compared = ComparedLog(path.stem, len(log) / 1e3, ours, peer, gaps_between(ours, peer, vm_counts(log)))
    tell(f"{path.stem}: {ours.pauses.count} pauses, {peer.pauses.count} of them by {PEER}")
    return compared


def _measured(paths: Iterable[Path], java: Path, scratch: Path, mebibytes: int) -> list[Speed]:
    measured: list[Speed] = []
    for path in paths:
        if mebibytes and path.stem in _DENSE:
            dense = scratch / f"{path.stem}-dense.log"
            write_dense_log(path, dense, mebibytes << 20)
            measured.append(our_speed(dense, tell))
            if _DENSE[path.stem]:
                measured.append(peer_speed(dense, java, tell))
            dense.unlink()
    return measured


def _facts(began: datetime, load_average: float, homes: dict[int, Path], options: argparse.Namespace) -> Iterable[str]:
    cpuinfo = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    yield f"- Date: {began:%Y-%m-%d %H:%M} UTC"
    yield (
        f"- Machine: {cpu_model(cpuinfo)}, {os.cpu_count()} cores, Linux {platform.release()}; Python "
        f"{platform.python_version()}; load average before the first log {load_average:.2g}"
    )
    yield f"- JDKs: {', '.join(map(str, homes))}; the peer is {PEER}, on JDK {min(homes)}"
    yield f"- Logs: {options.seconds} s each, `-Xlog:gc*`, heap of 96 MiB"
    yield "- Of two figures the first is ours, the second the peer's"
    priority = ", all at idle priority" if os.sched_getscheduler(0) == os.SCHED_IDLE else ""
    yield f"- Speed: medians of {OUR_ROUNDS} runs of ours, one run of the peer{priority}"


if __name__ == "__main__":
    main()
