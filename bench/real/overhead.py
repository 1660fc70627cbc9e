"""Overheads of a real service whose truth is known: it is told to burn 0, 2, 5 and 8 % more, within its starts."""

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.error import BenchError
from bench.method.table import Claim, MethodTable
from bench.real.product import ran
from bench.real.record import Entry, Record, Run
from tests.contract.stand_process import binary_of

__all__ = ["OVERHEAD_RUNS", "overhead_study", "overhead_tables"]

_RUNS = 4
_BURN_US = 1000
_MORE_US = {"zero": 0, "two": 20, "five": 50, "eight": 80}
_LEAST_TOLD = 3
"""Of the runs."""
_WITHIN_S = 2.0 * 3600.0
_FIGURES = ("cpu", "mean", "memory")


def overhead_study() -> str:
    """Five starts of eight minutes of one server whose requests cost a millisecond, and more at each level.

    A cycle of five levels is 25 s with slots of 5 s: what is switched has no after-effects that would need more.
    """
    burn = f'[{binary_of("known-truth")}, burn, --cpu-us, "{_BURN_US}", --listen, "127.0.0.1:${{port}}"]'
    url = "http://127.0.0.1:${api.port}/burn?more_us"
    levels = "".join(
        f'      {name}: {{on: "POST {url}={more_us}", off: "POST {url}=0"}}\n' for name, more_us in _MORE_US.items()
    )
    return (
        "name: burns within a start\n"
        f"stand:\n  target: http://127.0.0.1:${{api.port}}\n  services: {{api: {{command: {burn}}}}}\n"
        "profile: {operations: {read: {request: GET /read}}}\nslo: [p99<1s]\n"
        "methods:\n  overhead:\n    rate: 250\n    starts: 5\n    slot: 5s\n    hold: 8m\n    bound: 5%\n"
        f"    levels:\n{levels}"
    )


def _run(_record: Record, place: Path) -> Entry:
    """What its result says of each level; trials are counted alone."""
    file = place / "study.yaml"
    file.write_text(overhead_study(), encoding="utf-8")
    entry = ran(str(file), place, "run", within_s=_WITHIN_S, more=_told)
    return {**entry, "trials": len(entry["trials"])}


def _told(result: Mapping[str, Any]) -> Mapping[str, Any]:
    if not result["overheads"]:
        raise BenchError(f"no start came to its end: {result['sentence']}. Cure: see its doubts")
    (one,) = result["overheads"]
    slots = [slot for slot in one["slots"] if slot["purpose"] == "compare"]
    return {
        "measured": one["measured"],
        "verdict": one["verdict"],
        "levels": [{key: value for key, value in figure.items() if key != "messages"} for figure in one["levels"]],
        "switches": one["switches"],
        "left_out": sum(not slot["counts"] for slot in slots),
        "slots": len(slots),
    }


OVERHEAD_RUNS: Mapping[str, Run] = {f"burns within a start {number}": _run for number in range(1, _RUNS + 1)}


def overhead_tables(record: Record) -> Iterable[MethodTable]:
    """Account of the trials so far."""
    entries = record.of(OVERHEAD_RUNS)
    yield _levels_table(entries)
    yield _switches_table(entries)


def _levels_table(entries: Sequence[Entry]) -> MethodTable:
    """The truth is what is burnt more over what off used in all of these runs."""
    offs = [_figure(entry, "zero", "cpu")["off"] for entry in entries]
    off_ms = math.fsum(offs) / len(offs) if offs else math.nan
    truths = {name: 0.1 * more_us / off_ms for name, more_us in _MORE_US.items()}
    rows = [
        (
            entry["name"],
            str(entry["measured"]),
            *(_shown(_figure(entry, name, "cpu"), truth) for name, truth in truths.items()),
            "; ".join(_others(entry, name) for name in truths),
            *_course(entry),
        )
        for entry in entries
    ]
    verdicts = {name: [_figure(entry, name, "cpu")["verdict"] for entry in entries] for name in truths}
    inside = sum(_holds(_figure(entry, name, "cpu"), truth) for entry in entries for name, truth in truths.items())
    runs = len(entries)
    return MethodTable(
        f"CPU per request of a server that burns 0, 2, 5 and 8 % more, against a bound of 5 %: {runs} of {_RUNS}",
        (
            "run",
            "starts",
            *(f"{name}: truth +{truth:.2f} %" for name, truth in truths.items()),
            f"verdicts of {' and '.join(_FIGURES[1:])}",
            "slots left out",
            "minutes",
            "doubts",
        ),
        rows,
        (
            Claim(f"0 % shown, in {runs} runs", float(verdicts["zero"].count("shown")), least=float(_LEAST_TOLD)),
            Claim(f"8 % refuted, in {runs} runs", float(verdicts["eight"].count("refuted")), least=float(_LEAST_TOLD)),
            Claim(f"2 % refuted, in {runs} runs", float(verdicts["two"].count("refuted")), most=0.0),
            Claim(
                f"truths of {runs * len(truths)} inside their intervals", float(inside), least=0.85 * runs * len(truths)
            ),
        ),
        {"CPU per request of off": f"{off_ms:.4f} ms", "five": "some 5 %, the bound itself, is not judged"},
    )


def _switches_table(entries: Sequence[Entry]) -> MethodTable:
    return MethodTable(
        "What a switch cost, by the level that was switched to",
        ("run", "level", "switches", "took, ms", "CPU beyond what the level uses, ms"),
        [
            (
                entry["name"],
                one["level"],
                str(one["switches"]),
                f"{1e3 * one['took_s']:.1f}",
                _interval(one["cpu_ms"], one["cpu_low_ms"], one["cpu_high_ms"]),
            )
            for entry in entries
            for one in entry["switches"]
        ],
    )


def _figure(entry: Entry, level: str, metric: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = next(one for one in entry["levels"] if (one["level"], one["metric"]) == (level, metric))
    return found


def _holds(figure: Mapping[str, Any], truth: float) -> bool:
    return figure["low"] is not None and bool(figure["low"] <= truth <= figure["high"])


def _shown(figure: Mapping[str, Any], truth: float) -> str:
    told = _interval(figure["effect_percent"], figure["low"], figure["high"])
    return f"{told}, {figure['verdict']}" + ("" if _holds(figure, truth) else " **outside**")


def _others(entry: Entry, level: str) -> str:
    read = {one["metric"]: one["verdict"] for one in entry["levels"] if one["level"] == level}
    return f"{level}: " + " and ".join(str(read.get(metric, "not read")) for metric in _FIGURES[1:])


def _interval(value: float | None, low: float | None, high: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:+.2f}" if low is None or high is None else f"{value:+.2f} ({low:+.2f} to {high:+.2f})"


def _course(entry: Entry) -> tuple[str, str, str]:
    doubts = ", ".join(sorted({doubt["code"] for doubt in entry["doubts"]}))
    return f"{entry['left_out']} of {entry['slots']}", f"{entry['wall_s'] / 60.0:.1f}", doubts
