"""`python -m bench.accuracy.stalls`: stalls of the generator against servers of known truth; fills docs/accuracy.md."""

import argparse
import os
import platform
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.accuracy.document import DOCUMENT
from bench.accuracy.standstill import KINDS
from bench.accuracy.truth_server import measured, started, truth_server
from bench.child import pinned_to
from bench.document import filled
from bench.error import BenchError
from bench.machine import cpu_model

__all__ = ["HEALTHY", "TOO_SLOW", "StallCase", "StallRow", "Standstill", "run_case", "table"]

WRITER = "python -m bench.accuracy.stalls"
_HOLD_S, _LONG_HOLD_S = 14, 24
_LIMIT_MS = 100
_QUANTILES = {"p50": 0.5, "p90": 0.9, "p99": 0.99}
_ALLOWED_PART, _ALLOWED_MS = 0.02, 1.0
_LIGHT_RATE, _SIDE_BY_SIDE = 1000, 2
_PACING_MS = {50: 1000, 300: 1000, 1000: 500, 20000: 100}
"""Of the users of each rate: so many milliseconds a round."""


@dataclass(frozen=True, slots=True)
class Standstill:
    """How the generator is held up: at what seconds of the load, and for how long each time."""

    kind: str
    at_s: tuple[float, ...]
    length_s: float

    @property
    def name(self) -> str:
        """As the table shows it."""
        times = f"{len(self.at_s)} × " if len(self.at_s) > 1 else ""
        return f"{self.kind}, {times}{self.length_s:g} s"


SINGLE, ROW = (4.3,), (4.3, 5.1, 7.9)
STANDSTILLS = (
    *(Standstill("stopped", SINGLE, length_s) for length_s in (0.3, 0.5, 1.0, 3.0)),
    Standstill("stopped", ROW, 0.5),
    Standstill("frozen", SINGLE, 1.0),
    Standstill("frozen", ROW, 0.5),
    Standstill("starved", SINGLE, 1.0),
)


@dataclass(frozen=True, slots=True)
class StallCase:
    """A load and what holds its generator up; `excess`: the rate in capacities of the server, None: it has no limit."""

    standstill: Standstill
    rate: int
    users: bool
    excess: float | None = None

    @property
    def name(self) -> str:
        """As the table and tests show it."""
        load = "users" if self.users else "open"
        excess = "" if self.excess is None else f", {self.excess:g} × capacity"
        return f"{self.standstill.name}, {self.rate}/s {load}{excess}"

    @property
    def server(self) -> tuple[str, ...]:
        """Its mode: fast with some slow answers, or a queue that is too small for the load."""
        if self.excess is None:
            return ("mixture", "--fast-us", "2000", "--slow-us", "20000", "--share", "0.05")
        workers = 4 if self.rate > 100 else 1
        return ("workers", "--count", str(workers), "--service-us", str(round(1e6 * workers * self.excess / self.rate)))

    @property
    def hold_s(self) -> int:
        """How long the load is."""
        return _HOLD_S if self.excess is None else _LONG_HOLD_S

    def options(self, place: Path) -> list[str]:
        """Of `loadproof load`."""
        common = ["--for", f"{self.hold_s}s", "--arrivals", "constant"]
        if not self.users:
            return [*common, "--rate", str(self.rate), "--slo", f"p99<{_LIMIT_MS}ms"]
        # Users of a service that is too slow have no pause: so many that they break the SLO by waiting for each other.
        pacing_ms = _PACING_MS[self.rate]
        count = self.rate * pacing_ms // 1000
        # The ramp spreads them over a round: all at once would be a burst each time.
        pacing = f", ramp: {pacing_ms}ms, pacing: {pacing_ms}ms"
        if self.excess is not None:
            count, pacing = max(8, round(self.excess * 4 * self.rate * _LIMIT_MS / 1000)), ""
        profile = place / "users.yaml"
        profile.write_text(
            f"operations:\n  get: {{request: GET /, slo: p99<{_LIMIT_MS}ms}}\nflows:\n  visit: {{steps: [get]}}\n"
            f"users:\n  all: {{flow: visit, count: {count}{pacing}}}\n",
            encoding="utf-8",
        )
        return [*common, "--profile", str(profile)]


RATES = (50, 300, 1000, 20000)
HEALTHY = [
    StallCase(standstill, rate, users)
    for standstill in STANDSTILLS
    for users in (False, True)
    for rate in RATES
    if not (users and standstill.kind == "starved")
]
TOO_SLOW = [
    StallCase(standstill, rate, users, excess)
    for standstill in STANDSTILLS
    for users, rate in ((False, 50), (False, 1000), (True, 300))
    for excess in (1.1, 1.5)
]


@dataclass(frozen=True, slots=True)
class StallRow:
    """What became of a load; quantiles as (measured, true) in ms of the calls that were judged."""

    case: StallCase
    exit_code: int
    result: dict[str, Any]
    quantiles_ms: dict[str, tuple[float, float]] = field(default_factory=dict)

    @property
    def state(self) -> str:
        """Of the verdict."""
        return str(self.result["verdict"]["state"])

    @property
    def doubts(self) -> list[str]:
        """Codes."""
        return [doubt["code"] for doubt in self.result["doubts"]]

    @property
    def fault(self) -> str:
        """What is not as it must be; empty where all is."""
        if self.case.excess is not None:
            return "" if self.state == "failed" and self.exit_code == 3 else "a service that is too slow was let go"
        if self.state == "failed" or self.exit_code == 3:
            return "the service was blamed"
        if "generator-stalled" not in self.doubts:
            return "the stall was not told"
        wrong = [name for name, (shown, truth) in self.quantiles_ms.items() if not _is_near(shown, truth)]
        return f"{', '.join(wrong)} off" if wrong and self.is_compared else ""

    @property
    def is_compared(self) -> bool:
        """True if its response times are the service's: a pass stands beside late calls, and its times hold them."""
        return self.state == "passed" and "late-sends" not in self.doubts


def _is_near(shown_ms: float, true_ms: float) -> bool:
    return abs(shown_ms - true_ms) <= max(_ALLOWED_MS, _ALLOWED_PART * true_ms)


def run_case(case: StallCase, place: Path) -> StallRow:
    """Loads a server while the generator is held up. Raises BenchError where there is no result."""
    cores = sorted(os.sched_getaffinity(0))
    core, others = cores[-1], cores[:-1] or cores
    log = place / "calls.csv"
    is_starved = case.standstill.kind == "starved"
    with pinned_to(others if is_starved else None):
        server = truth_server(place / "server.log", *case.server, "--log", str(log))
    with server:
        with pinned_to([core] if is_starved else None):
            process = started(server.url, place / "run", "load", *case.options(place))
        began_s = _began_s(place / "run", process)
        with KINDS[case.standstill.kind](process.pid, core) as stand_still:
            for at_s in case.standstill.at_s:
                time.sleep(max(0.0, began_s + at_s - time.monotonic()))
                stand_still(case.standstill.length_s)
            result = measured(process, case.hold_s + 60.0)
    row = StallRow(case, process.returncode, result)
    return (
        row if case.excess is not None else StallRow(case, process.returncode, result, _beside_truth(row, log, began_s))
    )


def _began_s(run: Path, process: subprocess.Popen[str]) -> float:
    """When the load began, on the clock of this machine, as its store says."""
    deadline_s = time.monotonic() + 30.0
    while time.monotonic() < deadline_s and process.poll() is None:
        try:
            with closing(sqlite3.connect(f"file:{run / 'run.db'}?mode=ro", uri=True)) as database:
                row = database.execute("SELECT started_monotonic FROM trial").fetchone()
        except sqlite3.Error:
            row = None
        if row is not None:
            return float(row[0])
        time.sleep(0.02)
    raise BenchError(
        f"the load did not begin: {process.communicate()[1][-500:] if process.poll() is not None else run}"
    )


def _beside_truth(row: StallRow, log: Path, began_s: float) -> dict[str, tuple[float, float]]:
    """The quantiles of the judged calls beside those of the server's own record of the same seconds."""
    shown = row.result["response_ms"]
    trial = row.result["trials"][0]
    begin = trial["span_begin_s"] - trial["started_s"]
    stretches = _judged(begin, trial["span_end_s"] - trial["started_s"], row.result["left_out_s"])
    arrived, took_ms = _record(log)
    at_s = arrived / 1e9 - began_s
    chosen = np.zeros(len(at_s), dtype=bool)
    for first_s, last_s in stretches:
        chosen |= (at_s >= first_s) & (at_s < last_s)
    if not chosen.any() or shown["p50"] is None:
        return {}
    return {
        name: (shown[name], float(np.quantile(took_ms[chosen], quantile, method="inverted_cdf")))
        for name, quantile in _QUANTILES.items()
    }


def _judged(begin_s: float, end_s: float, left_out: Iterable[Sequence[int]]) -> Iterator[tuple[float, float]]:
    for first, last in left_out:
        yield begin_s, float(first)
        begin_s = float(last)
    yield begin_s, end_s


def _record(log: Path) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """When each answered request arrived (ns), and how long it took (ms)."""
    lines = [line.split(",") for line in log.read_text(encoding="ascii").splitlines()[1:]]
    answered = [(int(cells[3]), int(cells[6])) for cells in lines if len(cells) == 7 and cells[6]]
    arrived, sent = np.array(answered, dtype=np.int64).reshape(-1, 2).T
    return arrived, (sent - arrived) / 1e6


def table(rows: Sequence[StallRow]) -> str:
    """A line for each load."""
    head = (
        "held up",
        "load",
        "outcome",
        "exit",
        "judged, s",
        "worst lateness, ms",
        *(f"{q}, ms" for q in _QUANTILES),
        "",
    )
    lines = [head, ("---",) * len(head)]
    for row in rows:
        measured_ms = [
            f"{row.quantiles_ms[q][0]:.4g} / {row.quantiles_ms[q][1]:.4g}" if q in row.quantiles_ms else ""
            for q in _QUANTILES
        ]
        late_ms = row.result["verdict"]["worst_lateness_ms"]
        name, _, load = row.case.name.rpartition(" s, ")
        cells = (
            f"{name} s",
            load,
            row.state,
            str(row.exit_code),
            f"{row.result['duration_s']:g}",
            f"{late_ms or 0.0:,.0f}",
        )
        lines.append((*cells, *measured_ms, f"**{row.fault}**" if row.fault else "as it must be"))
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _part(rows: Sequence[StallRow], began: datetime) -> str:
    cores = cpu_model(Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines())
    healthy = [row for row in rows if row.case.excess is None]
    slow = [row for row in rows if row.case.excess is not None]
    compared = [row for row in healthy if row.is_compared]
    facts = [
        f"Date: {began:%Y-%m-%d %H:%M} UTC. Machine: {cores}, {os.cpu_count()} cores, Linux {platform.release()}",
        f"Services that keep the SLO: blamed in {sum(row.state == 'failed' for row in healthy)} of {len(healthy)} "
        f"loads, passed in {sum(row.state == 'passed' for row in healthy)}",
        f"Of those that passed with no call late, quantiles within max(2 %, 1 ms) of the server's record: "
        f"{sum(not row.fault for row in compared)} of {len(compared)}",
        f"Services that are too slow: failed in {sum(row.state == 'failed' for row in slow)} of {len(slow)} loads",
    ]
    return "\n\n".join(["\n".join(f"- {fact}" for fact in facts), table(healthy), table(slow)])


def _told(case: StallCase) -> StallRow:
    with tempfile.TemporaryDirectory(prefix="loadproof-stalls-") as place:
        row = run_case(case, Path(place))
    print(f"{case.name}: {row.state}, exit {row.exit_code}, {row.quantiles_ms} {row.doubts} {row.fault}", flush=True)
    return row


def main() -> None:
    """All loads; a fault is shown, and ends with 1."""
    parser = argparse.ArgumentParser(prog=WRITER, description=__doc__)
    parser.add_argument("--only", help="cases whose name holds this text; no document")
    chosen = parser.parse_args().only
    cases = [case for case in (*HEALTHY, *TOO_SLOW) if chosen is None or chosen in case.name]
    began = datetime.now(UTC)
    # What is bound to a core, or takes one, has the machine for itself.
    light = [case for case in cases if case.rate <= _LIGHT_RATE and case.standstill.kind != "starved"]
    with ThreadPoolExecutor(_SIDE_BY_SIDE) as pool:
        found = dict(zip(light, pool.map(_told, light), strict=True))
    found |= {case: _told(case) for case in cases if case not in found}
    rows = [found[case] for case in cases]
    if chosen is None:
        DOCUMENT.write_text(filled(DOCUMENT.read_text(encoding="utf-8"), _part(rows, began), WRITER), encoding="utf-8")
    sys.exit(1 if any(row.fault for row in rows) else 0)


if __name__ == "__main__":
    main()
