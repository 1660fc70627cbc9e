"""When a heap is full: forecast from the first half of a soak, and as it was; the book shop in a small heap."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from loadproof.judge.leak import Span, live_set_trend

from bench.error import BenchError
from bench.method.table import Claim, MethodTable
from bench.real.product import ran
from bench.real.record import Entry, Record, Run

__all__ = ["EXHAUSTION_RUNS", "exhaustion_tables"]

_STUDY = Path(__file__).parents[2] / "studies" / "book" / "study.yaml"
_SLO = "slo: [p99<350ms, errors<1%, rate±5%]"
"""What breaks long before the service is gone would end its soak."""
_RUNS = 5
_WITHIN_S = 1800.0
_MOST_OFF = 0.2
_SERIES = "SELECT at_s, value FROM reading JOIN series ON series.id = series WHERE probe = 'java:book' AND name = ?"


def _run(_record: Record, place: Path) -> Entry:
    """Until the service is gone; the forecast is what the soak would have said had it ended half way."""
    text = _STUDY.read_text(encoding="utf-8").replace("../../stands", str(_STUDY.parents[2] / "stands"))
    if _SLO not in text:
        raise BenchError(f"{_STUDY}: there is no {_SLO}. Cure: see that its SLO is replaced by one that ends no soak")
    file = place / "study.yaml"
    file.write_text(text.replace(_SLO, "slo: [errors<15%]"), encoding="utf-8")
    entry = ran(str(file), place, "run", "--preset", "exhaustion", within_s=_WITHIN_S, more=_ended)
    with closing(sqlite3.connect(f"file:{next(place.glob('run-*')) / 'run.db'}?mode=ro", uri=True)) as database:
        alive = [(at_s - entry["began_s"], mib) for at_s, mib in database.execute(_SERIES, ("live_set_mib",))]
        limits = [mib for _, mib in database.execute(_SERIES, ("heap_max_mib",))]
    half = Span(entry["span_begin_s"], entry["ended_s"] / 2.0)
    trend = live_set_trend(alive, half, limits[-1])
    if trend is None:
        raise BenchError("too few collections told what was alive in the first half. Cure: see that the study does so")
    full = [trend.full_after_s(pace) for pace in (trend.per_s, trend.per_s_high, trend.per_s_low)]
    return {
        **entry,
        "trials": len(entry["trials"]),
        "heap_mib": limits[-1],
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


EXHAUSTION_RUNS: Mapping[str, Run] = {f"small heap {number}": _run for number in range(1, _RUNS + 1)}


def exhaustion_tables(record: Record) -> Iterable[MethodTable]:
    """Of what was run so far."""
    entries = record.of(EXHAUSTION_RUNS)
    right = sum(abs(_off(entry)) <= _MOST_OFF for entry in entries)
    yield MethodTable(
        f"A leak fills a heap: forecast at half of the time, and the end: {len(entries)} of {_RUNS}",
        ("run", "heap, MiB", "alive at last, MiB", "forecast at, s", "full at, s", "ended at, s", "off, %", "doubts"),
        [_row(entry) for entry in entries],
        (Claim(f"forecasts of {len(entries)} within 20 %", float(right), least=float(_RUNS)),),
    )


def _off(entry: Entry) -> float:
    about_s = entry["forecast_s"][0]
    return float("inf") if about_s is None else about_s / entry["ended_s"] - 1.0


def _row(entry: Entry) -> Sequence[str]:
    about_s, least_s, most_s = (f"{one:.0f}" if one is not None else "never" for one in entry["forecast_s"])
    return (
        entry["name"],
        f"{entry['heap_mib']:.0f}",
        f"{entry['last_alive_mib']:.1f}",
        f"{entry['half_s']:.0f}",
        f"{about_s} ({least_s} to {most_s}), {entry['shape']}",
        f"{entry['ended_s']:.0f}",
        f"{100.0 * _off(entry):+.1f}",
        ", ".join(sorted({doubt["code"] for doubt in entry["doubts"]})),
    )
