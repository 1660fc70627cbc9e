"""The shipped study of users on this machine, beside the log of its server."""

import json
import os
import platform
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import Any

from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory
from loadproof.store.window import WindowTally
from ruamel.yaml import YAML

from bench.accuracy.server_log import Served, read_requests
from bench.child import run_child
from bench.machine import cpu_model
from bench.real.product import Others
from bench.users.logged_apdex import logged_apdexes

__all__ = ["EDGE_MS", "OfficeLoad", "run_office"]

STUDY = Path(__file__).parents[2] / "studies/users/study.yaml"
EDGE_MS = 50
"""A call that arrives so near to the start or the end of the span may be due on the other side of it."""
_EDGE_NS = EDGE_MS * 1_000_000
_NS_PER_S = 1e9
_END_OF_TIME_S = 1e9
_KEYS = ("calls", "satisfied", "tolerating")
_LONGEST_S = 3600.0
_BEFORE = "before: "


@dataclass(frozen=True, slots=True)
class OfficeLoad:
    """One load: facts about it and its rows by operation, as they are kept."""

    facts: Mapping[str, Any]
    rows: list[Mapping[str, Any]]

    @property
    def entry(self) -> dict[str, Any]:
        """The load as a record keeps it."""
        return {**self.facts, "rows": self.rows}


def run_office(place: Path, preset: str | None, others: Others) -> OfficeLoad:
    """Runs the study in `place`, beside `others`, and counts its calls by its result and by the server's log.

    Raises BenchError if the run fails.
    """
    log, run = place / "office.csv", place / "run"
    study = _with_log(place, log)
    words = ["run", study, "--out", run, "--shared-machine", *(("--preset", preset) if preset else ())]
    load_average = os.getloadavg()[0]
    with _CpuWatch() as watch, others.at_work():
        ended = run_child([sys.executable, "-m", "loadproof", *words], timeout_s=_LONGEST_S, accepted=(0, 3, 4))
    result = json.loads((run / "result.json").read_text(encoding="utf-8"))
    (trial,) = result["trials"]
    measurement = trial["measurement"]
    facts = {
        "exit_code": ended.exit_code,
        "state": result["state"],
        "sentence": result["sentence"],
        "doubts": [doubt["code"] for doubt in result["doubts"]],
        "wall_s": round(ended.wall_s, 1),
        "beside": others.name,
        "machine": f"{cpu_model(_lines('/proc/cpuinfo'))}, {os.cpu_count()} cores, Linux {platform.release()}",
        "load_average": round(load_average, 2),
        "users": trial["users"],
        "users_by_kind": trial["users_by_kind"],
        "span_s": measurement["duration_s"],
        "left_out_s": measurement["left_out_s"],
        "calls_per_s": measurement["rate"],
        "lateness_ms": measurement["lateness_ms"],
        "machine_cpu_percent": watch.mean_percent,
        "machine_cpu_most_percent": watch.most_percent,
        "loadproof_cpu_s": round(ended.cpu_s, 1),
    }
    return OfficeLoad(facts, list(_rows(study, run, trial, list(read_requests(log)))))


def _with_log(place: Path, log: Path) -> Path:
    """The shipped study with a log of its server."""
    study = YAML().load(STUDY)
    study["stand"]["services"]["office"]["command"].append(f"--log={log}")
    file = place / "study.yaml"
    with file.open("w", encoding="utf-8") as written:
        YAML().dump(study, written)
    return file


def _rows(study: Path, run: Path, trial: Mapping[str, Any], requests: list[Served]) -> Iterator[dict[str, Any]]:
    """Counts of each operation by both sides: of the judged span, and of the whole load with the ramp."""
    profile = YAML().load(study)["profile"]["operations"]
    paths = {name: written["request"].split("/")[1] for name, written in profile.items()}
    measured = trial["measurement"]["operations"]
    targets_ns = {
        paths[name]: round(measured[name]["apdex"]["target_s"] * _NS_PER_S)
        for name in profile
        if measured[name].get("apdex")
    }
    spans_s = list(_judged_spans_s(run, trial))
    logged = [logged_apdexes(requests, begin_s, end_s, targets_ns) for begin_s, end_s in spans_s]
    whole, stored = logged_apdexes(requests, 0.0, _END_OF_TIME_S, targets_ns), _stored(run)
    edges_ns = [round(edge_s * _NS_PER_S) for span_s in spans_s for edge_s in span_s]
    for name, path in paths.items():
        own = [one for one in requests if one.operation == path]
        calls = stored.get(name, WindowTally())
        row: dict[str, Any] = {
            "operation": name,
            "sent": calls.sent,
            "sent_before": stored.get(f"{_BEFORE}{name}", WindowTally()).sent,
            "arrived": len(own),
        }
        if path in targets_ns and calls.apdex is not None:
            apdex = measured[name]["apdex"]
            near_edges = sum(abs(one.arrival_ns - edge_ns) <= _EDGE_NS for one in own for edge_ns in edges_ns)
            row |= {
                "target_ms": round(targets_ns[path] / 1e6),
                "span": _counts(apdex["samples"], apdex["satisfied"], apdex["tolerating"]),
                "span_interval": [apdex["low"], apdex["score"], apdex["high"]],
                "span_logged": _counts(*(sum(getattr(one[path], key) for one in logged) for key in _KEYS)),
                "span_near": sum(one[path].near for one in logged),
                "span_edges": near_edges,
                "whole": _counts(sum(calls.apdex.due), sum(calls.apdex.satisfied), sum(calls.apdex.tolerating)),
                "whole_logged": _counts(*(getattr(whole[path], key) for key in _KEYS)),
                "whole_near": whole[path].near,
            }
        yield row


def _counts(*counts: int) -> dict[str, int]:
    return dict(zip(_KEYS, counts, strict=True))


def _judged_spans_s(run: Path, trial: Mapping[str, Any]) -> Iterator[tuple[float, float]]:
    """Judged parts of the trial, seconds of CLOCK_MONOTONIC: its span without the seconds that are left out."""
    with closing(sqlite3.connect(f"file:{run / 'run.db'}?mode=ro", uri=True)) as connection:
        ((began_s,),) = connection.execute("SELECT started_monotonic FROM trial")
    begin_s, end_s = (began_s + trial[key] - trial["started_s"] for key in ("span_begin_s", "span_end_s"))
    for left_begin_s, left_end_s in trial["measurement"]["left_out_s"]:
        yield begin_s, began_s + left_begin_s
        begin_s = began_s + left_end_s
    yield begin_s, end_s


def _stored(run: Path) -> dict[str, WindowTally]:
    """All calls of the load, by row."""
    found: dict[str, WindowTally] = {}
    with RunReader(RunDirectory.open(run)) as reader:
        for window in reader.windows(1):
            for name, tally in window.operations.items():
                found.setdefault(name, WindowTally()).add(tally)
    return found


class _CpuWatch:
    """Use of all processors while it is entered: the mean, and the most in 10 s."""

    _STEP_S = 10.0

    def __init__(self) -> None:
        self._readings: list[tuple[int, int]] = []
        self._ended = Event()
        self._thread = Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "_CpuWatch":
        self._readings.append(_busy_ticks())
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        self._readings.append(_busy_ticks())

    def _watch(self) -> None:
        while not self._ended.wait(self._STEP_S):
            self._readings.append(_busy_ticks())

    @property
    def mean_percent(self) -> float:
        """Mean use of the machine, per cent."""
        return _percent(self._readings[0], self._readings[-1])

    @property
    def most_percent(self) -> float:
        """Use of the machine in the busiest ten seconds, per cent."""
        # The last reading may come at any time after the one before it.
        steps = list(zip(self._readings, self._readings[1:], strict=False))
        return max(_percent(*step) for step in steps[:-1] or steps)


def _busy_ticks() -> tuple[int, int]:
    """Ticks of all processors that were busy, and all ticks (proc(5), stat)."""
    ticks = [int(word) for word in _lines("/proc/stat")[0].split()[1:9]]
    return sum(ticks) - ticks[3] - ticks[4], sum(ticks)


def _percent(before: tuple[int, int], after: tuple[int, int]) -> float:
    return round(100.0 * (after[0] - before[0]) / max(1, after[1] - before[1]), 1)


def _lines(path: str) -> list[str]:
    return Path(path).read_text(encoding="utf-8").splitlines()
