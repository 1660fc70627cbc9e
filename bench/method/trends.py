"""How often the trends of response time and errors in a soak are called right, and whole healthy soaks wrong."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

import numpy as np
from loadproof.judge.steadiness import SoakSeries, trend_of
from loadproof.model.message import Message
from loadproof.records.trend import Steadiness
from loadproof.stats.robust_slope import robust_slope

from bench.method.effort import Effort
from bench.method.table import Claim, MethodTable
from tests.unit.judge.simulated_soak import SimulatedSoak
from tests.unit.stats.made_series import Series, autoregressive, warm_up

__all__ = ["CASES", "Case", "calls_of", "covered", "trends", "whole_soaks"]

LEVEL_MS = 100.0
_NOISE_MS = 10.0
_LENGTHS = (60, 120)
_MEMORIES = (0.0, 0.5, 0.8)
_RUNS = 400
_SOAKS = 400
_SERVICES = 3
_MOVED = (Steadiness.NOT_STEADY, Steadiness.NEVER_STEADY)
_PIECES = 4


def _line(count: int) -> Series:
    return np.linspace(0.0, 1.0, count)


CASES: Mapping[str, Callable[[int], Series]] = {
    "level": np.zeros,
    "+10 %": lambda count: 10.0 * _line(count),
    "+40 %": lambda count: 40.0 * _line(count),
    "+60 % in the second half": lambda count: 60.0 * np.clip(2.0 * _line(count) - 1.0, 0.0, None),
    "begins at +100 % and levels off": lambda count: warm_up(count, 100.0),
}
"""What a median response time of 100 ms does besides its noise of 10 %."""


@dataclass(frozen=True, slots=True)
class Case:
    """Runs of one case: so many values, whose noise remembers so much."""

    name: str
    count: int
    memory: float
    runs: int
    seed: tuple[int, ...]


def calls_of(case: Case) -> Counter[Steadiness]:
    """What is said of the figures of a case."""
    rng = np.random.default_rng(np.random.SeedSequence(case.seed))
    told = Counter[Steadiness]()
    for _ in range(case.runs):
        noise = _NOISE_MS * autoregressive(rng, case.count, case.memory)
        values = (LEVEL_MS + noise + CASES[case.name](case.count)).tolist()
        figure = SoakSeries("response_p50_ms", "ms", Message("figure-response-p50"), values, 1.0, 0.1, 0.0)
        told[trend_of(figure).steadiness] += 1
    return told


def covered(case: Case) -> float:
    """The share of intervals of 95 % that hold the true slope, 0."""
    rng = np.random.default_rng(np.random.SeedSequence(case.seed))
    slopes = (robust_slope(autoregressive(rng, case.count, case.memory).tolist()) for _ in range(case.runs))
    return sum(slope.low <= 0.0 <= slope.high for slope in slopes) / case.runs


def whole_soaks(runs: int, seed: tuple[int, ...]) -> Counter[Steadiness]:
    """What is said of healthy soaks of 120 s with three services: six figures each.

    The median of each second moves by 10 % and remembers half of that; each memory stands at its level with a noise
    of 0.2 %.
    """
    told = Counter[Steadiness]()
    for child in np.random.SeedSequence(seed).spawn(runs):
        rng = np.random.default_rng(child)
        memories = [80.0 + 0.16 * autoregressive(rng, 200, 0.5) for _ in range(_SERVICES)]
        medians_ms = 5.0 * np.exp(0.1 * autoregressive(rng, 200, 0.5))
        soak = SimulatedSoak(120, 150, 5, partial(_at, medians_ms), partial(_at, np.full(200, 0.001)), 0.0)
        _, shown = soak.run_with([partial(_at, memory) for memory in memories], int(rng.integers(2**31)))
        told[shown.steadiness] += 1
    return told


def _at(series: Series, second: float) -> float:
    return float(series[int(second)])


def trends(effort: Effort) -> MethodTable:
    """Single figures by case, length and memory of the noise; then whole soaks."""
    runs, pieces = effort.runs(_RUNS), effort.runs(_SOAKS, _PIECES) // _PIECES
    plan = [
        Case(name, count, memory, runs, (effort.seed, 607, number))
        for number, (count, memory, name) in enumerate(product(_LENGTHS, _MEMORIES, CASES))
    ]
    told = effort.map(calls_of, plan)
    levels = [case for case in plan if case.name == "level"]
    coverage = effort.map(covered, levels)
    wholes = effort.map(partial(whole_soaks, pieces), [(effort.seed, 608, piece) for piece in range(_PIECES)])
    whole = sum(wholes, Counter[Steadiness]())
    rows: list[list[str | float]] = [
        [f"response, {case.name}", case.count, case.memory, *_shares(counter)]
        for case, counter in zip(plan, told, strict=True)
    ]
    rows.append([f"whole healthy soak, {3 + _SERVICES} figures", "120", "", *_shares(whole)])
    healthy = [counter for case, counter in zip(plan, told, strict=True) if case.name == "level"]
    claims = [
        Claim("false alarms of a single figure, %", _moved(healthy), most=5.0),
        Claim("intervals that hold the slope, %", 100.0 * sum(coverage) / len(coverage), 93.0, 97.5),
        Claim(f"false alarms of a whole soak of {3 + _SERVICES} figures, %", _moved([whole]), most=5.0),
        Claim("+60 % in the second half called steady, %", _steady(plan, told, "+60 % in the second half"), most=1.0),
    ]
    facts = {"runs a row": str(runs), "whole soaks": str(_PIECES * pieces), "seed": str(effort.seed)}
    columns = ("series", "values", "AR(1)", *(f"{steadiness.value.replace('_', ' ')} %" for steadiness in Steadiness))
    return MethodTable("What is said of response times and of whole soaks", columns, rows, claims, facts)


def _shares(told: Counter[Steadiness]) -> list[float]:
    return [100.0 * told[steadiness] / max(1, told.total()) for steadiness in Steadiness]


def _moved(told: Sequence[Counter[Steadiness]]) -> float:
    moved = sum(counter[steadiness] for counter in told for steadiness in _MOVED)
    return 100.0 * moved / sum(counter.total() for counter in told)


def _steady(plan: Sequence[Case], told: Sequence[Counter[Steadiness]], name: str) -> float:
    found = [counter for case, counter in zip(plan, told, strict=True) if case.name == name]
    return 100.0 * sum(one[Steadiness.STEADY] for one in found) / sum(one.total() for one in found)
