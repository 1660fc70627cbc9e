"""The design of the profiling study's source, once for real: in one start half an hour off, then half an hour on.

Beside it the same with nothing switched: by how much two halves of one start differ on their own.
"""

import subprocess
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
from loadproof.errors import LoadproofError
from loadproof.stand.stand import Stand
from loadproof.study.load_study import load_study
from ruamel.yaml import YAML

from bench.error import BenchError
from bench.method.table import MethodTable
from bench.real.product import ran
from bench.real.record import Entry, Record, Run

__all__ = ["SOURCE_RUNS", "source_tables"]

_ROOT = Path(__file__).parents[2]
_STUDY = _ROOT / "studies" / "profiling-overhead" / "study.yaml"
_PROFILER = _ROOT / "stands" / "jvm" / "async-profiler"
_SERVICES = ("mall-1", "mall-2")
_LIMIT_CORES = 1.0
"""CPU limit of both services together in the preset quick."""
_GENTLE_RATE, _GENTLE_S = 50, 60
_RATE, _HALF_S = 600, 1800
_EVERY_S = 10.0
_PATIENCE_S = 120.0


@dataclass(frozen=True, slots=True)
class _Halves:
    """One start of the study's services, and two halves of it; with `switches` the profiler is on in the second."""

    switches: bool

    def run(self, _record: Record, place: Path) -> Entry:
        """The entry of this run. Raises BenchError if a step fails."""
        settings = load_study(_STUDY, preset="quick").variants[0].stand
        try:
            with Stand(settings, place / "logs") as stand:
                processes = [psutil.Process(stand.services[name].process_id) for name in _SERVICES]
                gentle = _held(stand.target_urls, processes, place, _GENTLE_RATE, _GENTLE_S)
                off = _held(stand.target_urls, processes, place, _RATE, _HALF_S)
                if self.switches:
                    _switch("on", processes, "cpu,alloc,wall")
                second = _held(stand.target_urls, processes, place, _RATE, _HALF_S)
                samples = _switch("off", processes) if self.switches else ""
        except LoadproofError as error:
            raise BenchError(f"{error}. Cure: see the log of the service") from error
        held = (gentle, off, second)
        return {
            "state": "held",
            "exit_code": max(one.pop("exit_code") for one in held),
            "by_others": sorted({code for one in held for code in one.pop("by_others")}),
            "wall_s": sum(one["wall_s"] for one in held),
            "off": off,
            "second": second,
            "samples": samples,
        }


def _held(
    targets: Sequence[str], processes: Sequence[psutil.Process], place: Path, rate: int, hold_s: int
) -> dict[str, Any]:
    """CPU ms per request, mean MiB, and mean response of the services while `rate` is held."""
    profile = YAML(typ="safe").load(_STUDY)["profile"] | {"base_rate": rate}
    study = {
        "name": "half",
        "stand": {"driver": "external", "targets": [*targets]},
        "profile": profile,
        "slo": ["p99<5s"],
        "methods": {"load": {"rate": rate, "hold": f"{hold_s}s"}},
    }
    file = place / "half.yaml"
    with file.open("w", encoding="utf-8") as written:
        YAML(typ="safe").dump(study, written)
    ended, sizes = threading.Event(), list[float]()
    reader = threading.Thread(target=_read_memory, args=(processes, sizes, ended))
    reader.start()
    began_s = _cpu_s(processes)
    try:
        entry = ran(str(file), place, "run", "--shared-machine", within_s=hold_s + _PATIENCE_S, more=_measured)
    finally:
        ended.set()
        reader.join()
    used_s = _cpu_s(processes) - began_s
    return {
        "exit_code": entry["exit_code"],
        "by_others": entry["by_others"],
        "rate": entry["completed_per_s"],
        "completed": entry["completed"],
        "errors": entry["errors"],
        "mean_ms": entry["mean_ms"],
        "cpu_ms": 1000.0 * used_s / entry["completed"],
        "memory_mib": sum(sizes) / len(sizes),
        "wall_s": entry["wall_s"],
    }


def _measured(result: Mapping[str, Any]) -> Mapping[str, Any]:
    measurement = result["trials"][-1]["measurement"]
    if not measurement["completed"]:
        raise BenchError(f"no call was answered: {result['sentence']}. Cure: see the logs of the services")
    return {
        "completed": measurement["completed"],
        "errors": measurement["missing"],
        "mean_ms": measurement["response_ms"]["mean"],
    }


def _cpu_s(processes: Sequence[psutil.Process]) -> float:
    return sum(process.cpu_times().user + process.cpu_times().system for process in processes)


def _read_memory(processes: Sequence[psutil.Process], sizes: list[float], ended: threading.Event) -> None:
    while True:
        sizes.append(sum(process.memory_info().rss for process in processes) / 2**20)
        if ended.wait(_EVERY_S):
            return


def _switch(step: str, processes: Sequence[psutil.Process], *modes: str) -> str:
    ids = ",".join(str(process.pid) for process in processes)
    command = [str(_PROFILER), step, ids, *modes]
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE_S, check=False)
    except subprocess.TimeoutExpired as error:
        raise BenchError(f"the profiler was not switched {step} within {_PATIENCE_S:g} s") from error
    if ended.returncode:
        raise BenchError(f"the profiler was not switched {step}: {ended.stderr.strip()[-300:]}")
    return ended.stdout.strip()


SOURCE_RUNS: Mapping[str, Run] = {
    "off, then on": _Halves(switches=True).run,
    "off, then off": _Halves(switches=False).run,
}


def source_tables(record: Record) -> Iterable[MethodTable]:
    """What the source's design says of the runs so far; nothing before the first."""
    entries = record.of(SOURCE_RUNS)
    if not entries:
        return
    yield MethodTable(
        "The design of the source on this machine: the second half hour of a start against the first",
        ("halves", "CPU per request, %", "CPU, points of the limit", "memory, %", "mean response, %", "failed calls"),
        [_row(entry) for entry in entries],
        (),
        {"rate": f"{_RATE}/s", "half": f"{_HALF_S // 60} min", "warm-up": f"{_GENTLE_S} s at {_GENTLE_RATE}/s"},
    )


def _row(entry: Entry) -> tuple[str | float, ...]:
    off, second = entry["off"], entry["second"]
    cpu, memory, mean = (
        f"{100.0 * (second[key] / off[key] - 1.0):+.2f}" for key in ("cpu_ms", "memory_mib", "mean_ms")
    )
    cores = (second["cpu_ms"] * second["rate"] - off["cpu_ms"] * off["rate"]) / 1000.0
    return (
        entry["name"],
        cpu,
        f"{100.0 * cores / _LIMIT_CORES:+.2f}",
        memory,
        mean,
        f"{off['errors']} and {second['errors']}",
    )
