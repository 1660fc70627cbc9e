"""A healthy service raises no finding, however its memory, its counts and its collector go up and down.

The memories are those on which the judge of leaks is measured (bench/method/memory_kinds.py), and those of its tests.
"""

import math
from collections.abc import Callable
from typing import cast

import numpy as np
import pytest
from loadproof.findings.causes import shown_beside
from loadproof.judge.leak import Span
from loadproof.judge.service_memory import Memory, ServiceMemory
from loadproof.judge.soak_memory import memory_trends
from loadproof.judge.verdict import State
from loadproof.records.finding import Finding
from loadproof.records.trend import Trend
from loadproof.system.runtime import Collector

from bench.method.memory_kinds import HEALTHY, UNTOLD, Kind
from bench.method.memory_series import Series, Service

from ..judge.simulated_soak import SimulatedSoak
from ..stats.made_series import autoregressive, sawtooth, warm_up
from .made_holds import held

SECONDS = 3600
KINDS = {**HEALTHY, "collections rarer than the soak": UNTOLD["collections rarer than the soak"]}
"""But for a cache that takes longer than the soak to fill, which the judge may call a leak (docs/method/leaks.md)."""
SEEDS = (1, 2)
NOISE = 0.2 * autoregressive(np.random.default_rng(5), SECONDS, 0.5)
PLACE = np.linspace(0.0, 1.0, SECONDS)
OF_TESTS: dict[str, Callable[[], Series]] = {
    "level": lambda: 100.0 + NOISE,
    "freed every 17 s": lambda: 100.0 + sawtooth(np.random.default_rng(6), SECONDS, 30.0, 17.0),
    "freed every 250 s": lambda: 100.0 + sawtooth(np.random.default_rng(6), SECONDS, 30.0, 250.0),
    "freed every 900 s": lambda: 100.0 + sawtooth(np.random.default_rng(6), SECONDS, 30.0, 900.0),
    "cache that has filled": lambda: 150.0 + NOISE - warm_up(SECONDS, 50.0),
    "cache that still fills": lambda: 100.0 + NOISE + 60.0 * (1.0 - np.exp(-PLACE)),
    "heap that fills": lambda: 512.0 - 360.0 * np.exp(-np.arange(float(SECONDS)) / 400.0) + NOISE,
}


def found_in(used: Series, collector: Collector, live_set: Memory, limit_mib: float) -> list[Finding]:
    """What is told of a soak and of a hold of the same memory, and of counts that go the same way."""
    heap_max_mib = limit_mib if live_set else None
    memory = ServiceMemory(cast(Memory, list(enumerate(used.tolist()))), live_set, limit_mib, collector, heap_max_mib)
    judged = memory_trends({"api": memory}, Span(0.0, float(SECONDS)))
    lines = tuple(trend for trend in judged if isinstance(trend, Trend))
    # As stored: who collects is not known of each service.
    known = memory if collector is not Collector.UNKNOWN else ServiceMemory(live_set=live_set, limit_mib=limit_mib)
    counts = np.round(used * (200.0 / used[0])).tolist()
    read = {("process:api", "descriptors"): counts}
    return [*shown_beside(held(read, SECONDS, lines=lines)), *shown_beside(held({}, SECONDS, memory={"api": known}))]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", KINDS)
def test_no_healthy_memory_of_the_tables_is_a_finding(name: str, seed: int) -> None:
    kind = KINDS[name]
    service = Service.by_chance(np.random.default_rng((seed, list(KINDS).index(name))), SECONDS)
    values = kind.series_of(service)
    collector, live_set = known_of(kind, values)
    assert found_in(values, collector, live_set, service.level + service.room) == []


def known_of(kind: Kind, values: Series) -> tuple[Collector, Memory]:
    """What is known of its collector, and its live sets, once for each collection."""
    if not kind.is_live_set:
        return Collector.UNKNOWN if kind.may_hold_garbage else Collector.NONE, ()
    collected = np.flatnonzero(np.diff(values)) + 1
    return Collector.JAVA, [(float(at_s), float(values[at_s])) for at_s in collected]


@pytest.mark.parametrize("name", OF_TESTS)
def test_no_healthy_memory_of_the_judge_is_a_finding(name: str) -> None:
    assert found_in(OF_TESTS[name](), Collector.NONE, (), 600.0) == []


@pytest.mark.parametrize("seed", range(5))
def test_a_collector_that_stops_a_service_now_and_then_is_no_finding(seed: int) -> None:
    rng = np.random.default_rng(seed)
    # One second in twenty a pause of a tenth of it or so, in the first minutes half as many.
    is_paused = rng.random(SECONDS) < np.where(PLACE < 0.1, 0.025, 0.05)
    paused = np.where(is_paused, rng.gamma(2.0, 0.05, SECONDS), 0.0)
    assert shown_beside(held({("java:api", "gc_pause_share"): paused.tolist()}, SECONDS)) == []


@pytest.mark.parametrize(
    ("memory_mib", "collector", "told"),
    [
        (lambda _: 100.0, Collector.NONE, []),
        (lambda second: 100.0 + 30.0 * (1.0 - math.exp(-second / 10.0)), Collector.NONE, []),
        (lambda second: 100.0 + second % 7.0, Collector.UNKNOWN, []),
        (lambda second: 100.0 + 2.0 * second, Collector.JAVA, []),
        (lambda second: 100.0 + 2.0 * second, Collector.UNKNOWN, []),
        (lambda second: 100.0 + 2.0 * second, Collector.NONE, ["memory-growth"]),
    ],
    ids=["level", "warm-up", "freed", "garbage of a VM", "garbage of who knows whom", "leak"],
)
def test_what_is_told_of_a_soak_is_what_its_judge_says(
    memory_mib: Callable[[float], float], collector: Collector, told: list[str]
) -> None:
    verdict, shown = SimulatedSoak(hold_s=120, collector=collector).run(memory_mib)
    lines = [trend for trend in shown.trends if trend.shape is not None]
    assert verdict.state is State.PASSED
    assert [finding.cause for finding in shown_beside(held({}, 120, lines=lines))] == 2 * told
