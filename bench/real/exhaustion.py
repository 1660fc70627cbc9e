"""When a heap is full: forecast from the first half of a soak, and as it was; a book shop and another service."""

import json
import sqlite3
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from loadproof.judge.leak import Span, live_set_trend

from bench.error import BenchError
from bench.method.table import Claim, MethodTable
from bench.real.diagnoses import home_of
from bench.real.product import ran
from bench.real.record import Entry, Record, Run

__all__ = ["EXHAUSTION_RUNS", "book_study", "exhaustion_tables"]

_STUDY = Path(__file__).parents[2] / "studies" / "book" / "study.yaml"
_QUEUE = Path(__file__).parents[2] / "tests" / "servers" / "java" / "LeakingServer.java"
_SLO = "slo: [p99<350ms, errors<1%, rate±5%]"
"""What breaks long before the service is gone would end its soak."""
_PRESET = "  exhaustion:\n    pause: 0s\n    variants: [{variant}]\n"
_FAULTY, _SMALL_HEAP = "faulty", "small-heap"
_RUNS = 5
_WITHIN_S = 1800.0
_MOST_OFF = 0.2
_SERIES = "SELECT at_s, value FROM reading JOIN series ON series.id = series WHERE probe LIKE 'java:%' AND name = ?"


@dataclass(frozen=True, slots=True)
class _Small:
    """A service that leaks in a small heap, and the study that soaks it."""

    name: str
    study: Callable[[Path], str]
    """Its text, for a directory of its own."""
    words: tuple[str, ...] = ()
    runs: int = 1


def book_study(variant: str, _place: Path) -> str:
    """The text of the study in which one variant of the book shop is soaked until it is gone. Raises BenchError."""
    text = _STUDY.read_text(encoding="utf-8").replace("../../stands", str(_STUDY.parents[2] / "stands"))
    parts = {
        _SLO: "slo: [errors<15%]",
        _PRESET.format(variant=_FAULTY): _PRESET.format(variant=variant),
    }
    for part, instead in parts.items():
        if part not in text:
            raise BenchError(f"{_STUDY}: there is no {part}. Cure: see that its soak goes on until the heap is full")
        text = text.replace(part, instead)
    return text


def _queue(jdk: str, heap_mib: int, kept_mib: int, rate: int, place: Path) -> str:
    """Keeps 4 KiB of each call in a queue, and makes a mebibyte of garbage beside it; no rule was made on it."""
    home = home_of(jdk)
    subprocess.run([str(home / "bin/javac"), "-d", str(place), str(_QUEUE)], check=True, capture_output=True)
    flags = ["-Dsun.net.httpserver.nodelay=true", f"-Xmx{heap_mib}m", "-XX:+UseG1GC", "-XX:+ExitOnOutOfMemoryError"]
    load = ["${port}", str(kept_mib), "4", "1024"]
    command = [str(home / "bin/java"), *flags, "-cp", str(place), _QUEUE.stem, *load]
    return (
        "name: exhaustion\n"
        "stand:\n"
        "  target: http://127.0.0.1:${api.port}\n"
        f"  services: {{api: {{command: {json.dumps(command)}}}}}\n"
        "profile: {operations: {call: {request: GET /}}}\n"
        "slo: [errors<15%]\n"
        f"methods: {{soak: {{rate: {rate}, ramp: 5s, settle: 10s, hold: 6m}}}}\n"
    )


_SMALL = (
    _Small("book shop, 36 MiB", partial(book_study, _FAULTY), ("--preset", "exhaustion"), _RUNS),
    _Small("book shop, 20 MiB", partial(book_study, _SMALL_HEAP), ("--preset", "exhaustion"), _RUNS),
    _Small("queue, JDK 17, 16 MiB", partial(_queue, "17", 16, 2, 25)),
    _Small("queue, JDK 25, 16 MiB", partial(_queue, "25", 16, 2, 25)),
    _Small("queue, JDK 17, 28 MiB", partial(_queue, "17", 28, 4, 50)),
    _Small("queue, JDK 25, 28 MiB", partial(_queue, "25", 28, 4, 50)),
    _Small("queue, JDK 25, 64 MiB", partial(_queue, "25", 64, 10, 100)),
)


def _run(small: _Small, _record: Record, place: Path) -> Entry:
    """Until the service is gone; the forecast is what the soak would have said had it ended half way."""
    file = place / "study.yaml"
    file.write_text(small.study(place), encoding="utf-8")
    entry = ran(str(file), place, "run", *small.words, within_s=_WITHIN_S, more=_ended)
    with closing(sqlite3.connect(f"file:{next(place.glob('run-*')) / 'run.db'}?mode=ro", uri=True)) as database:
        alive = [(at_s - entry["began_s"], mib) for at_s, mib in database.execute(_SERIES, ("live_set_mib",))]
        limits = [mib for _, mib in database.execute(_SERIES, ("live_set_max_mib",))]
        heaps = [mib for _, mib in database.execute(_SERIES, ("heap_max_mib",))]
    half = Span(entry["span_begin_s"], entry["ended_s"] / 2.0)
    trend = live_set_trend(alive, half, limits[-1])
    if trend is None:
        raise BenchError(
            f"too few collections told what was alive until half of {entry['ended_s']:.0f} s: {len(alive)} in all. "
            "Cure: see that the study gives a cold service little load at first"
        )
    full = [trend.full_after_s(pace) for pace in (trend.per_s, trend.per_s_high, trend.per_s_low)]
    return {
        **entry,
        "trials": len(entry["trials"]),
        "heap_mib": heaps[-1],
        "may_live_mib": limits[-1],
        "shape": trend.shape.value,
        "half_s": half.stop_s,
        "forecast_s": [None if after is None else half.stop_s + after for after in full],
        "last_alive_mib": alive[-1][1],
    }


def _ended(result: Mapping[str, Any]) -> Mapping[str, Any]:
    (trial,) = result["trials"]
    gone = [event["at_s"] for event in result["run"]["events"] if event["kind"] == "died"]
    if not gone:
        raise BenchError(f"the service did not end: {result['sentence']}. Cure: see its doubts")
    return {
        "began_s": trial["started_s"],
        "span_begin_s": trial["span_begin_s"],
        "ended_s": gone[0] - trial["started_s"],
    }


EXHAUSTION_RUNS: Mapping[str, Run] = {
    f"{small.name}, run {number}" if small.runs > 1 else small.name: partial(_run, small)
    for small in _SMALL
    for number in range(1, small.runs + 1)
}
_KINDS = {
    kind: [name for name in EXHAUSTION_RUNS if name.startswith(kind)]
    for kind in ("book shop, 36 MiB", "book shop, 20 MiB", "queue")
}


def exhaustion_tables(record: Record) -> Iterable[MethodTable]:
    """Account of the trials so far."""
    for kind, names in _KINDS.items():
        entries = record.of(names)
        if not entries:
            continue
        right = sum(abs(_off(entry)) <= _MOST_OFF for entry in entries)
        yield MethodTable(
            f"{kind}: {len(entries)} of {len(names)} runs",
            (
                "run",
                "may live, MiB",
                "alive at last, MiB",
                "forecast at, s",
                "full at, s",
                "ended at, s",
                "off, %",
                "doubts",
            ),
            [_row(entry) for entry in entries],
            (Claim(f"forecasts of {len(entries)} within 20 %", float(right), least=float(len(entries))),),
        )


def _off(entry: Entry) -> float:
    about_s = entry["forecast_s"][0]
    return float("inf") if about_s is None else about_s / entry["ended_s"] - 1.0


def _row(entry: Entry) -> Sequence[str]:
    about_s, least_s, most_s = (f"{one:.0f}" if one is not None else "never" for one in entry["forecast_s"])
    return (
        entry["name"],
        f"{entry['may_live_mib']:.1f}",
        f"{entry['last_alive_mib']:.1f}",
        f"{entry['half_s']:.0f}",
        f"{about_s} ({least_s} to {most_s}), {entry['shape']}",
        f"{entry['ended_s']:.0f}",
        f"{100.0 * _off(entry):+.1f}",
        ", ".join(sorted({doubt["code"] for doubt in entry["doubts"]})),
    )
