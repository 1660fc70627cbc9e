"""A switch that does nothing, a known burn of 5 %, and how far claims of a cost can be trusted on this machine."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.error import BenchError
from bench.method.table import Claim, MethodTable
from bench.real.product import ran
from bench.real.record import Entry, Record, Run
from tests.contract.stand_process import binary_of

__all__ = ["PROFILING_RUNS", "profiling_study", "profiling_tables"]

_NOTHINGS, _BURNS = 10, 5
_BURN_US, _MORE_US = 1000, 50
_MOST_CLAIMED, _MOST_OUTSIDE = 2, 1
_WITHIN_S = 3600.0
_FIGURES = ("cpu", "mean", "memory", "errors")
_CONFIDENCE = 0.95
"""Confidence of the interval of one figure: of four intervals some leave out 0 by chance."""


def profiling_study(more_us: int, seed: int) -> str:
    """Five short starts of a server that burns a millisecond for each request, and `more_us` more at its level."""
    burn = f'[{binary_of("known-truth")}, burn, --cpu-us, "{_BURN_US}", --listen, "127.0.0.1:${{port}}"]'
    url = "http://127.0.0.1:${api.port}/burn?more_us"
    return (
        f"name: burns {more_us} us more\nseed: {seed}\n"
        f"stand:\n  target: http://127.0.0.1:${{api.port}}\n  services: {{api: {{command: {burn}}}}}\n"
        "profile: {operations: {read: {request: GET /read}}}\nslo: [p99<1s]\n"
        "methods:\n  overhead:\n    rate: 250\n    starts: 5\n    hold: 90s\n    bound: 5%\n"
        f'    toggle: {{on: "POST {url}={more_us}", off: "POST {url}=0"}}\n'
    )


@dataclass(frozen=True, slots=True)
class _Switched:
    """Five starts in which so much more is burnt at the level, or nothing."""

    more_us: int
    seed: int

    def run(self, _record: Record, place: Path) -> Entry:
        """The entry of this run."""
        file = place / "study.yaml"
        file.write_text(profiling_study(self.more_us, self.seed), encoding="utf-8")
        entry = ran(str(file), place, "run", within_s=_WITHIN_S, more=_levels_of)
        return {**{name: value for name, value in entry.items() if name != "answers"}, "trials": len(entry["trials"])}


def _levels_of(result: Mapping[str, Any]) -> Mapping[str, Any]:
    if not result["overheads"]:
        raise BenchError(f"no start came to its end: {result['sentence']}. Cure: see its doubts")
    (one,) = result["overheads"]
    kept = ("metric", "verdict", "effect_percent", "points", "low", "high", "off", "on")
    return {
        "measured": one["measured"],
        "verdict": one["verdict"],
        "levels": [{key: figure[key] for key in kept} for figure in one["levels"]],
    }


_NOTHING = {f"a switch that does nothing, {n}": _Switched(0, 4000 + n).run for n in range(1, _NOTHINGS + 1)}
_FIVE = {f"a burn of 5 %, {n}": _Switched(_MORE_US, 5000 + n).run for n in range(1, _BURNS + 1)}
PROFILING_RUNS: Mapping[str, Run] = {**_NOTHING, **_FIVE}


def profiling_tables(record: Record) -> Iterable[MethodTable]:
    """Account of the runs so far."""
    nothing, five = record.of(_NOTHING), record.of(_FIVE)
    claimed = sum("cpu" in _claims(entry) for entry in nothing)
    any_claimed = sum(bool(_claims(entry)) for entry in nothing)
    by_chance = len(nothing) * (1.0 - _CONFIDENCE ** len(_FIGURES))
    # What a request costs with nothing more, the kernel's part in it, over all runs.
    offs = [_figure(entry, "cpu")["off"] for entry in (*nothing, *five)]
    truth = 0.1 * _MORE_US / (math.fsum(offs) / len(offs)) if offs else math.nan
    outside = sum(not _holds(_figure(entry, "cpu"), truth) for entry in five)
    yield MethodTable(
        f"A switch that does nothing, and one that burns 5 % more: {len(nothing) + len(five)} of {_NOTHINGS + _BURNS}",
        ("run", "truth, %", "CPU per request, %", "verdict", "claims of an effect", "starts", "minutes"),
        [*_rows(nothing, 0.0), *_rows(five, truth)],
        (
            Claim(
                f"nothing, claimed to cost or save CPU, of {len(nothing)}", float(claimed), most=float(_MOST_CLAIMED)
            ),
            # Of those that were run so far, as the one above.
            *(
                [Claim(f"5 % outside its interval, of {len(five)}", float(outside), most=float(_MOST_OUTSIDE))]
                if five
                else []
            ),
        ),
        {
            "starts of each": "5",
            "load of a start": "90 s",
            "rate": "250/s",
            "nothing, with an effect of any of the four figures": f"{any_claimed}; by chance {by_chance:.1f}",
        },
    )


def _rows(entries: Sequence[Entry], truth: float) -> Iterable[tuple[str | float, ...]]:
    for entry in entries:
        cpu = _figure(entry, "cpu")
        yield (
            entry["name"],
            round(truth, 2),
            f"{cpu['effect_percent']:+.2f} ({cpu['low']:+.2f} to {cpu['high']:+.2f})",
            entry["verdict"],
            ", ".join(_claims(entry)) or "–",
            str(entry["measured"]),
            f"{entry['wall_s'] / 60.0:.1f}",
        )


def _claims(entry: Entry) -> list[str]:
    """Metrics whose interval leaves out no effect."""
    return [one["metric"] for one in entry["levels"] if one["metric"] in _FIGURES and not _holds(one, 0.0)]


def _figure(entry: Entry, metric: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = next(one for one in entry["levels"] if one["metric"] == metric)
    return found


def _holds(figure: Mapping[str, Any], truth: float) -> bool:
    return figure["low"] is not None and bool(figure["low"] <= truth <= figure["high"])
