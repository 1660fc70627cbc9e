"""Comparisons within a budget: of a server with itself, and with one that needs 6 % more CPU for each request.

The server burns a number of iterations, so its CPU follows the speed of the machine, as that of any service does.
"""

import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.error import BenchError
from bench.method.table import Claim, MethodTable
from bench.real.comparisons import compared
from bench.real.product import NOBODY, Others
from bench.real.record import CACHE, Entry, Record, Run

__all__ = ["BUDGET_RUNS", "budget_study", "budget_tables"]

_SERVER = Path(__file__).parent / "burning_server.go"
_ITERATIONS = 130_000
_MORE = 0.06
_RUNS = 5
_BUDGET = "12m"
_ONE_CORE = Others("a process that uses one core", 1, 0.0, 86_400.0)
_CALIBRATION = "cost of the iterations"
_MOST_FALSE, _LEAST_SEEN = 1, 4


def budget_study(more: int, name: str, seed: int, budget: str = _BUDGET) -> str:
    """A server beside one, `name`, that burns `more` iterations for each request."""

    def command(iterations: int) -> str:
        return f'{{command: [{_server()}, -listen, "127.0.0.1:${{port}}", -iterations, "{iterations}"]}}'

    return (
        f"name: compared within {budget}\nseed: {seed}\n"
        f"stand:\n  target: http://127.0.0.1:${{api.port}}\n  services: {{api: {command(_ITERATIONS)}}}\n"
        f"variants:\n  base: {{}}\n  {name}: {{services: {{api: {command(_ITERATIONS + more)}}}}}\n"
        "profile: {operations: {read: {request: GET /read}}}\nslo: [p99<1s]\n"
        f"methods: {{compare: {{rate: 300, rounds: 5, budget: {budget}}}}}\n"
    )


def _server() -> Path:
    """The server, built where it is not there or older than its source."""
    binary = CACHE / "burning-server"
    if not binary.exists() or binary.stat().st_mtime < _SERVER.stat().st_mtime:
        CACHE.mkdir(parents=True, exist_ok=True)
        built = subprocess.run(
            ["go", "build", "-o", str(binary), str(_SERVER)], capture_output=True, text=True, check=False
        )
        if built.returncode:
            raise BenchError(f"{_SERVER.name} cannot be built: {built.stderr.strip()[-500:]}. Cure: run `make stands`")
    return binary


def _calibrated(_record: Record, place: Path) -> Entry:
    """Share of the burn in the CPU of a request: its growth with twice the iterations."""
    return compared(budget_study(_ITERATIONS, "twice", 900), place)


@dataclass(frozen=True, slots=True)
class _Budgeted:
    """A comparison of a server with one that needs 6 % more CPU, or with itself."""

    name: str
    seed: int
    differs: bool
    others: Others = NOBODY

    def run(self, record: Record, place: Path) -> Entry:
        """The entry of this run. Raises BenchError where the cost of the iterations is not known yet."""
        if _CALIBRATION not in record:
            raise BenchError(f"{_CALIBRATION} is not measured. Cure: run it first, without --only")
        more = round(_ITERATIONS * _MORE / _share(record[_CALIBRATION])) if self.differs else 0
        return {**compared(budget_study(more, "other", self.seed), place, self.others), "more_iterations": more}


_APART = tuple(_Budgeted(f"6 % more, {number}", 1000 + number, True) for number in range(1, _RUNS + 1))
_SAME = tuple(_Budgeted(f"the same, {number}", 2000 + number, False) for number in range(1, _RUNS + 1))
_BESIDE = (
    _Budgeted(f"6 % more beside {_ONE_CORE.name}", 3001, True, _ONE_CORE),
    _Budgeted(f"the same beside {_ONE_CORE.name}", 3002, False, _ONE_CORE),
)
BUDGET_RUNS: Mapping[str, Run] = {
    _CALIBRATION: _calibrated,
    **{one.name: one.run for one in (*_APART, *_SAME, *_BESIDE)},
}


def budget_tables(record: Record) -> Iterable[MethodTable]:
    """Account of the trials so far."""
    apart, same = (record.of(one.name for one in runs) for runs in (_APART, _SAME))
    seen = sum(_cpu(entry)["decision"] == "different" for entry in apart)
    wrong = sum(any(pair["decision"] == "different" for pair in entry["pairs"]) for entry in same)
    facts = {"rounds at most": "5", "budget": "12 minutes", "rate": "300/s"}
    if _CALIBRATION in record:
        facts["CPU per request with twice the iterations"] = f"{100.0 * _share(record[_CALIBRATION]):+.1f} %"
    yield MethodTable(
        f"CPU per request of two servers within a budget: {len(apart) + len(same)} of {2 * _RUNS}",
        ("run", "truth, %", "CPU per request, %", "decision", "any difference", "rounds", "cycles", "slope", "minutes"),
        [
            *_rows(apart, 100.0 * _MORE),
            *_rows(same, 0.0),
            *_rows(record.of([_BESIDE[0].name]), 100.0 * _MORE),
            *_rows(record.of([_BESIDE[1].name]), 0.0),
        ],
        (
            Claim(f"6 % called different, in {len(apart)} runs", float(seen), least=float(_LEAST_SEEN)),
            Claim(f"the same called different, in {len(same)} runs", float(wrong), most=float(_MOST_FALSE)),
        ),
        facts,
    )


def _share(entry: Entry) -> float:
    return float(_cpu(entry)["effect_percent"]) / 100.0


def _cpu(entry: Entry) -> Mapping[str, Any]:
    found: Mapping[str, Any] = next(pair for pair in entry["pairs"] if pair["metric"] == "cpu")
    return found


def _rows(entries: Sequence[Entry], truth: float) -> Iterable[tuple[str | float, ...]]:
    for entry in entries:
        pair = _cpu(entry)
        interval = "" if pair["low"] is None else f" ({pair['low']:+.2f} to {pair['high']:+.2f})"
        different = ", ".join(one["metric"] for one in entry["pairs"] if one["decision"] == "different")
        yield (
            entry["name"],
            truth,
            f"{pair['effect_percent']:+.2f}{interval}",
            pair["decision"],
            different or "–",
            str(entry["rounds"]),
            ", ".join(map(str, entry["cycles"])),
            "–" if entry["machine_slope"] is None else f"{entry['machine_slope']:.2f}",
            f"{entry['wall_s'] / 60.0:.1f}",
        )
