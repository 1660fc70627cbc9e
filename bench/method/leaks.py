"""How often leaks are found, and healthy memories called leaks, by kind of memory and length of the soak."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import cast

import numpy as np
from loadproof.judge.leak import MemoryShape, MemoryTrend, Span, live_set_trend, memory_trend
from loadproof.judge.service_memory import Memory

from bench.method.effort import Effort
from bench.method.memory_kinds import HEALTHY, LEAKING, UNTOLD, UNTOLD_LEAKS, Kind
from bench.method.memory_series import Service
from bench.method.table import Claim, MethodTable

__all__ = ["LENGTHS_H", "Called", "Soaks", "called", "leaks"]

LENGTHS_H = (1, 8, 24, 72)
_GROUPS: Mapping[str, tuple[Mapping[str, Kind], int]] = {
    "healthy": (HEALTHY, 100),
    "leaks": (LEAKING, 80),
    "healthy, cannot be told": (UNTOLD, 60),
    "leaks, hardly told": (UNTOLD_LEAKS, 60),
}
"""The kinds of each group, and the published runs of each kind and length."""
_KINDS = {name: kind for kinds, _ in _GROUPS.values() for name, kind in kinds.items()}
_RUNS_AT_ONCE = 20


@dataclass(frozen=True, slots=True)
class Soaks:
    """Soaks of one kind and length from one seed."""

    group: str
    kind: str
    hours: int
    runs: int
    seed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Called:
    """What was said of soaks; of those called leaks, how many intervals of the pace held the true one."""

    soaks: Soaks
    shapes: Counter[MemoryShape]
    covered: int


def called(soaks: Soaks) -> Called:
    """Judges these soaks."""
    seconds, shapes, covered = 3600 * soaks.hours, Counter[MemoryShape](), 0
    for seed in np.random.SeedSequence(soaks.seed).spawn(soaks.runs):
        service = Service.by_chance(np.random.default_rng(seed), seconds)
        kind = _KINDS[soaks.kind]
        found = _trend(kind, service)
        if found is None:
            shapes[MemoryShape.CANNOT_TELL] += 1
            continue
        shapes[found.shape] += 1
        holds = found.per_s_low <= service.leak_mib_per_s <= found.per_s_high
        covered += found.shape is MemoryShape.LEAK and holds
    return Called(soaks, shapes, covered)


def _trend(kind: Kind, service: Service) -> MemoryTrend | None:
    """What the judge says; None: it was collected too seldom."""
    values = kind.series_of(service)
    readings = np.column_stack((service.at_s, values))
    span, limit_mib = Span(0.0, float(service.seconds)), service.level + service.room
    if kind.is_live_set:
        collected = np.flatnonzero(np.diff(values)) + 1
        return live_set_trend(cast(Memory, readings[collected]), span, limit_mib)
    return memory_trend(cast(Memory, readings), span, limit_mib, waits_for_collector=kind.may_hold_garbage)


def leaks(effort: Effort) -> MethodTable:
    """Every kind at every length."""
    plan: list[Soaks] = []
    for group, (kinds, published) in _GROUPS.items():
        for number, (kind, hours) in enumerate(product(kinds, LENGTHS_H)):
            left = effort.runs(published)
            while left > 0:
                runs = min(left, _RUNS_AT_ONCE)
                seed = (effort.seed, 606, list(_GROUPS).index(group), number, left)
                plan.append(Soaks(group, kind, hours, runs, seed))
                left -= runs
    # Three days take the longest: they go first, so that no process is left alone with them.
    plan.sort(key=lambda soaks: -soaks.hours)
    found = effort.map(called, plan)
    rows: list[list[str | float]] = [
        [
            group,
            kind,
            f"{hours} h",
            *_shares([one for one in found if one.soaks.kind == kind and one.soaks.hours == hours]),
        ]
        for group, (kinds, _) in _GROUPS.items()
        for kind, hours in product(kinds, LENGTHS_H)
    ]
    return MethodTable(
        "What is said of the memory of services",
        ("truth", "memory", "soak", *(f"{shape.value.replace('_', ' ')} %" for shape in MemoryShape)),
        rows,
        _claims(found),
        _facts(found, effort),
    )


def _claims(found: Sequence[Called]) -> list[Claim]:
    healthy, leaking = _of_group(found, "healthy"), _of_group(found, "leaks")
    rare = [one for one in found if one.soaks.kind == "collections rarer than the soak"]
    detected = sum(one.shapes[MemoryShape.LEAK] for one in leaking)
    claims = [
        Claim("leaks found that would fill the memory within 10 lengths of the soak, %", _leaks(leaking), least=95.0),
        Claim("false alarms over all healthy soaks, %", _leaks(healthy), most=1.0),
        Claim("healthy soaks too short to tell, %", _untold(healthy), most=20.0),
    ]
    if detected:
        covered = 100.0 * sum(one.covered for one in leaking) / detected
        claims.append(Claim("intervals of the pace that hold it, of leaks found, %", covered, least=93.0))
    claims.append(
        Claim("false alarms where no collection was seen and no live set is known, %", _leaks(rare), most=1.0)
    )
    return claims


def _facts(found: Sequence[Called], effort: Effort) -> dict[str, str]:
    counts = {group: sum(one.soaks.runs for one in _of_group(found, group)) for group in ("healthy", "leaks")}
    by_length = ", ".join(
        f"{hours} h {_leaks([one for one in _of_group(found, 'healthy') if one.soaks.hours == hours]):.2g}"
        for hours in LENGTHS_H
    )
    unseen = [one for one in found if one.soaks.kind == "leak, no collection seen"]
    return {
        "healthy soaks": f"{counts['healthy']:,}",
        "leaks": f"{counts['leaks']:,}",
        "false alarms by length, %": by_length,
        "leaks told without a collection seen or a live set known, %": f"{_leaks(unseen):.2g}",
        "seed": str(effort.seed),
    }


def _of_group(found: Sequence[Called], group: str) -> list[Called]:
    return [one for one in found if one.soaks.group == group]


def _leaks(found: Sequence[Called]) -> float:
    return _share(found, MemoryShape.LEAK)


def _share(found: Sequence[Called], shape: MemoryShape) -> float:
    return 100.0 * sum(one.shapes[shape] for one in found) / max(1, sum(one.soaks.runs for one in found))


def _untold(found: Sequence[Called]) -> float:
    return _share(found, MemoryShape.TOO_SHORT) + _share(found, MemoryShape.CANNOT_TELL)


def _shares(found: Sequence[Called]) -> list[float]:
    return [_share(found, shape) for shape in MemoryShape]
