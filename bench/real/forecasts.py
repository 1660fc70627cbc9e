"""What `plan` forecast of the real runs, beside what happened."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.method.table import Claim, MethodTable
from bench.real.product import planned
from bench.real.record import Entry, Record

__all__ = ["FEWEST_RUNS", "ForecastRow", "forecast_once", "forecast_rows", "forecasts_table"]

FEWEST_RUNS = 20
_SLACK_PART, _SLACK_S = 0.02, 2.0
"""A load of known length has an interval of no width; what is open at its end is waited for."""
_COLUMNS = ("runs", "number", "time within the interval, %", "sooner, %", "later, %", "took / forecast median")
_MORE = ("interval high / low", "counts", "counts within, %")


def forecast_once(name: str, study: str, record: Record, place: Path) -> dict[str, Any]:
    """What `plan` says of a study, which is the same for each run of it: planned before its first, and kept."""
    kept = f"plan of {name}"
    if kept not in record:
        file = place / "planned.yaml"
        file.write_text(study, encoding="utf-8")
        record.add(kept, {"plan": planned(file)})
    plan: dict[str, Any] = dict(record[kept]["plan"])
    return plan


@dataclass(frozen=True, slots=True)
class ForecastRow:
    """One real run: its time under load and its calls, as forecast and as they were."""

    group: str
    low_s: float
    median_s: float
    high_s: float
    took_s: float
    counts: tuple[bool, ...] = ()
    """Of each plateau that an answer rests on, whether its calls lie within what was forecast."""

    @property
    def side(self) -> int:
        """-1: sooner than the interval says, 1: later, 0: within."""
        slack_s = max(_SLACK_S, _SLACK_PART * self.median_s)
        if self.took_s < self.low_s - slack_s:
            return -1
        return int(self.took_s > self.high_s + slack_s)


def forecast_rows(group: str, entries: Iterable[Entry]) -> Iterator[ForecastRow]:
    """Those of the entries that were planned and gave trials."""
    for entry in entries:
        forecast, took_s = entry.get("forecast"), entry.get("took_s")
        if not forecast or took_s is None:
            continue
        time_s, calls = forecast["time_s"], forecast["calls"]
        counts = [
            calls[method][0] <= happened <= calls[method][1]
            for method, happened in entry.get("calls", {}).items()
            if method in calls
        ]
        yield ForecastRow(group, time_s["low"], time_s["median"], time_s["high"], took_s, tuple(counts))


def forecasts_table(rows: Sequence[ForecastRow]) -> MethodTable:
    """A row for each group, and all of them together."""
    groups = {"all": list(rows)}
    for row in rows:
        groups.setdefault(row.group, []).append(row)
    counts = [is_within for row in rows for is_within in row.counts]
    quiet = [row for row in rows if row.group.endswith("nobody beside")]
    return MethodTable(
        "Forecasts of `loadproof plan` beside real runs",
        (*_COLUMNS, *_MORE),
        [_row(name, own) for name, own in groups.items() if own],
        (
            Claim("real runs", float(len(rows)), least=FEWEST_RUNS),
            Claim("times with nobody beside within the 80 % interval, %", _percent(quiet), least=75.0),
            Claim("counts within what was forecast, %", _share(counts), least=95.0),
        ),
        {"told of the services": "nothing", "added to the intervals": "2 %, at least 2 s"},
    )


def _row(name: str, rows: Sequence[ForecastRow]) -> tuple[str | float, ...]:
    ratios = sorted(row.took_s / row.median_s for row in rows)
    widths = sorted(row.high_s / row.low_s for row in rows)
    counts = [is_within for row in rows for is_within in row.counts]
    return (
        name,
        str(len(rows)),
        _percent(rows),
        _share([row.side < 0 for row in rows]),
        _share([row.side > 0 for row in rows]),
        ratios[len(ratios) // 2],
        widths[len(widths) // 2],
        str(len(counts)),
        _share(counts) if counts else "",
    )


def _percent(rows: Sequence[ForecastRow]) -> float:
    return _share([row.side == 0 for row in rows])


def _share(held: Sequence[bool]) -> float:
    return 100.0 * sum(held) / len(held) if held else math.nan
