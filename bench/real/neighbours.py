"""First runs beside one busy neighbour: how many are not valid or undecided, in this version and in another one."""

import itertools
import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.method.table import Claim, MethodTable
from bench.real.loads import SMALL_SERVICE
from bench.real.product import Others, ran
from bench.real.record import Entry, Record, Run
from bench.real.searches import SERVICES, Service

__all__ = ["neighbour_runs", "neighbour_tables"]

_ROOT = Path(__file__).parents[2]
_TRUTH = _ROOT / "stands/known-truth/target/release/known-truth"
_STATUS = _ROOT / "stands/status-sqlite/target/release/status-sqlite"
_JAVA = _ROOT / "tests/servers/java/LeakingServer.java"
_FIRST_ID = "022c7d83-2978-49fe-aa6c-fa6f12293d49"
"""Identifiers of the rows that status-sqlite always makes."""
_NEIGHBOUR = Others("1 core, all the time", 1, 0.0, 3600.0)
_WITHIN_S = 600.0
_EARLIER = "earlier version: "
_MOST_UNTOLD = 3.0


@dataclass(frozen=True, slots=True)
class _Asked:
    """A service, the rate of its loads and the SLO of its user."""

    service: Service
    rate: int
    slo: str


_ASKED = (
    _Asked(
        Service(
            "known-truth, 1 ms of CPU a call",
            lambda port: (_TRUTH, "burn", "--cpu-us", "1000", "--listen", f"127.0.0.1:{port}", "--die-with-parent"),
            "/",
        ),
        300,
        "p99<50ms",
    ),
    _Asked(
        Service(
            "status-sqlite",
            lambda port: (
                *(_STATUS, "--database", "status.db", "--rows", "10000"),
                *("--listen", f"127.0.0.1:{port}", "--die-with-parent"),
            ),
            f"/status/{_FIRST_ID}",
        ),
        500,
        "p99<50ms",
    ),
    _Asked(
        Service("asyncio, Python", lambda port: (sys.executable, SMALL_SERVICE, "steady", str(port)), "/"),
        300,
        "p99<50ms",
    ),
    _Asked(
        Service(
            "http.server of Python",
            lambda port: (
                *(sys.executable, "-m", "http.server", str(port)),
                *("--bind", "127.0.0.1", "--directory", str(_ROOT / "stands")),
            ),
            "/README.md",
        ),
        100,
        "p99<100ms",
    ),
    _Asked(SERVICES[0], 100, "p99<100ms"),
    _Asked(
        Service(
            "HTTP server of Java",
            lambda port: (
                *(shutil.which("java") or "java", "-Xmx128m", "-Dsun.net.httpserver.nodelay=true"),
                *(_JAVA, str(port), "1", "0", "4"),
            ),
            "/",
        ),
        300,
        "p99<50ms",
    ),
)


@dataclass(frozen=True, slots=True)
class _FirstRun:
    """A command as a user types it first, on one service."""

    asked: _Asked
    verb: str
    has_slo: bool

    @property
    def name(self) -> str:
        """As the table shows it."""
        return "; ".join(self.cells)

    @property
    def cells(self) -> tuple[str, str]:
        """The service, and what is asked of it."""
        return self.asked.service.name, f"{self.verb}, {self.asked.slo if self.has_slo else 'no SLO on time'}"

    @property
    def words(self) -> tuple[str, ...]:
        """The options of the command."""
        slo = ("--slo", self.asked.slo) if self.has_slo else ()
        if self.verb == "load":
            return ("load", "--rate", str(self.asked.rate), "--for", "20s", *slo)
        return ("capacity", "--budget", "1m", *slo)

    def run(self, _record: Record, place: Path, python: str | Path) -> Entry:
        """The entry of the run, on a service that has just been started."""
        with self.asked.service.running(place) as url:
            return ran(url, place, *self.words, within_s=_WITHIN_S, others=_NEIGHBOUR, python=python)


_FIRST_RUNS = tuple(
    _FirstRun(asked, verb, has_slo) for verb in ("load", "capacity") for has_slo in (True, False) for asked in _ASKED
)


def neighbour_runs(python: Path | None) -> Mapping[str, Run]:
    """All 24; `python` is the interpreter of an earlier version, which is run in place of this one."""
    prefix, interpreter = ("", sys.executable) if python is None else (_EARLIER, str(python))
    return {f"{prefix}{one.name}": partial(one.run, python=interpreter) for one in _FIRST_RUNS}


def neighbour_tables(record: Record) -> Iterable[MethodTable]:
    """A row per command: its outcome in this version and, if it was run, in the earlier one."""
    now, before = (record.of([f"{prefix}{one.name}" for one in _FIRST_RUNS]) for prefix in ("", _EARLIER))
    versions = {_EARLIER: ("earlier version", "answer", "doubts")} if before else {}
    versions |= {"": ("this version", "answer", "doubts")}
    rows = [
        (
            *one.cells,
            *itertools.chain.from_iterable(_outcome(record, f"{prefix}{one.name}") for prefix in versions),
        )
        for one in _FIRST_RUNS
        if any(f"{prefix}{one.name}" in record for prefix in versions)
    ]
    untold = {
        f"not valid or undecided in {name}": f"{sum(not _is_told(entry) for entry in entries)} of {len(entries)}"
        for name, entries in (("the earlier version", before), ("this version", now))
        if entries
    }
    yield MethodTable(
        f"First runs beside a process that takes {_NEIGHBOUR.name}",
        ("service", "command", *itertools.chain.from_iterable(versions.values())),
        rows,
        (
            Claim(
                f"not valid or undecided, of {len(now)}",
                float(sum(not _is_told(one) for one in now)),
                most=_MOST_UNTOLD,
            ),
        )
        if now
        else (),
        untold,
    )


def _is_told(entry: Entry) -> bool:
    """True if the run ended with an answer: its state is neither not valid nor undecided."""
    return entry["state"] in ("passed", "failed")


def _outcome(record: Record, name: str) -> tuple[str, str, str]:
    """State with exit code, answer and doubts of a run; empty if it was not run."""
    if name not in record:
        return "", "", ""
    entry = record[name]
    doubts = ", ".join(sorted({doubt["code"] for doubt in entry["doubts"]}))
    return f"{entry['state']} ({entry['exit_code']})", str(entry["sentence"]), doubts
