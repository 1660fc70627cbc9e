"""Soaks of real Java services in a small heap of G1: which are told as leaks, healthy ones or those that leak."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from bench.method.table import Claim, MethodTable
from bench.real.diagnoses import home_of
from bench.real.product import Others, ran
from bench.real.record import Entry, Record, Run
from tests.known_services import HEALTHY, LEAKS, KnownService, study_of

__all__ = ["LIVE_SET_RUNS", "live_set_tables"]

_WITHIN_S = 300.0
_JDKS = ("25", "17")
_BESIDE = Others("3 of every 10 s of a core", 1, 5.0, 3.0, 10.0)
# With each collection of what is young it looks for what is alive, as the book shop does; so small a young generation
# is full within seconds.
_FLAGS = ("-Xmx96m", "-Xmn6m", "-XX:+UseG1GC", "-XX:-G1UseAdaptiveIHOP", "-XX:InitiatingHeapOccupancyPercent=0")
_OUTSIDE_OF_HEAP = ("known.Plugins", "known.FrameQueue", "known.Backends")
_HEALTHY = tuple(replace(one, flags=_FLAGS) for one in HEALTHY if one.runtime == "java")
_LEAKS = tuple(replace(one, flags=_FLAGS) for one in LEAKS if one.name not in _OUTSIDE_OF_HEAP)
_LEAK = "leak"


def _run(service: KnownService, jdk: str, _record: Record, place: Path) -> Entry:
    """What a soak of 100 s at 100 calls/s says of its memory; a leak of 4 KiB with each call leaves half of it free."""
    file = place / "study.yaml"
    study = study_of(service, home_of(jdk), "settle: 12s, hold: 100s", "threads: never, heap: never")
    file.write_text(study, encoding="utf-8")
    return ran(str(file), place, "run", within_s=_WITHIN_S, others=_BESIDE, more=_told)


def _told(result: Mapping[str, Any]) -> Mapping[str, Any]:
    (answer,) = result["answers"]
    of_memory = [trend for trend in answer["trends"] if trend["name"].endswith(" of api")]
    return {
        "outcome": answer["outcome"],
        "memory": [
            {name: trend[name] for name in ("name", "shape", "begin", "end", "per_hour", "text")}
            for trend in of_memory
            if trend["shape"] is not None
        ],
        "leak_facts": [finding["text"] for finding in result["findings"] if finding["cause"] == "memory-growth"],
    }


LIVE_SET_RUNS: Mapping[str, Run] = {
    f"{service.name}, JDK {jdk}": partial(_run, service, jdk) for jdk in _JDKS for service in (*_HEALTHY, *_LEAKS)
}


def live_set_tables(record: Record) -> Iterable[MethodTable]:
    """Account of the trials so far."""
    for title, services in (("Healthy services", _HEALTHY), ("Services that leak", _LEAKS)):
        what = {f"{service.name}, JDK {jdk}": service.what for jdk in _JDKS for service in services}
        entries = record.of(what)
        if not entries:
            continue
        least, most = (None, 0.0) if services is _HEALTHY else (float(len(entries)), None)
        told = float(sum(_is_leak(entry) for entry in entries))
        yield MethodTable(
            f"{title}: {len(entries)} of {len(what)} runs, beside a process that takes {_BESIDE.name}",
            ("service", "what it does", "what its soak says", "from, MiB", "to, MiB", "outcome", "doubts"),
            [row for entry in entries for row in _rows(entry, what[entry["name"]])],
            (Claim(f"of {len(entries)} told as a leak", told, least=least, most=most),),
        )


def _is_leak(entry: Entry) -> bool:
    return bool(entry["leak_facts"]) or any(trend["shape"] == _LEAK for trend in entry["memory"])


def _rows(entry: Entry, what: str) -> Iterable[Sequence[str]]:
    doubts = ", ".join(sorted({doubt["code"] for doubt in entry["doubts"]}))
    for trend in entry["memory"]:
        says = f"{trend['name'].partition(' of ')[0]}: {trend['shape']}"
        figures = (f"{trend['begin']:.1f}", f"{trend['end']:.1f}")
        yield (entry["name"], what, says, *figures, entry["outcome"], doubts)
