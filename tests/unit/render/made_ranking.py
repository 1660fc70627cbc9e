"""Made-up studies of several starts: each start has a trial that passed at its rate, and one above it that failed."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

from loadproof._engine import Delta
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.records.json_form import of_json
from loadproof.records.run import Run, Runtime
from loadproof.result.alike_variants import alike_variants
from loadproof.result.build import build_result
from loadproof.result.result import Answer
from loadproof.result.result_json import to_json
from loadproof.store.reader import RunReader
from loadproof.store.record import CampaignName, StartState
from loadproof.store.window import Window, WindowTally
from loadproof.store.writer import RunWriter

from ..store.made_run import (
    OPERATIONS,
    MadeClock,
    MadeShardReading,
    MadeTick,
    answered,
    description_of,
    directory_in,
)
from .made_result import assert_keeps_to_its_type

SETTLE_S, HOLD_S = 1, 3
CALLS = 100
"""Of each operation in a second."""


@dataclass(frozen=True)
class MadeStart:
    """A start of a variant; without a `rate` nothing passed on it."""

    variant: str
    start: int
    rate: float | None
    outcome: str = "found"
    p99_ms: float = 40.0
    cpu_cores: float = 0.5
    memory_mib: float = 200.0
    group: bool = True
    """Whether its control group could be read."""
    method: str = "capacity"
    width: float = 1.03
    """Of the interval within the start, to both sides; of plateaus the next one."""
    reason: str = ""
    completed: float | None = None
    """Of a plateau: what was completed per second where `rate` was due."""
    work_us: float | None = None
    """What a fixed piece of work took before it; after it three times as long."""

    @property
    def interval(self) -> tuple[float | None, float | None]:
        """As the method tells it."""
        if self.rate is None or self.outcome != "found":
            return (self.rate, None)
        return (self.rate if self.method == "plateaus" else self.rate / self.width), self.rate * self.width


SERVICES = [
    {"name": "postgres", "command": ["serve"], "cpus": 1.0, "memory_mib": 512.0},
    {"name": "api", "command": ["start"], "cpus": 1.0, "memory_mib": 1024.0},
    {"name": "beside", "command": ["noise"], "cpus": None, "memory_mib": None},
]


def study_of(variants: Sequence[str], placement: str = "apart", cpus: int = 1) -> dict[str, Any]:
    """Variants whose load goes to the second of three services."""
    described = [
        {
            "name": name,
            "driver": "process",
            "target": "http://127.0.0.1:${api.port}",
            "placement": placement,
            "cpus": cpus,
            "services": SERVICES,
            "simulated": None,
        }
        for name in variants
    ]
    return {
        "name": "four-stacks",
        "description": None,
        "file": "study.yaml",
        "preset": "quick",
        "variants": described,
    }


def ranked_result(
    place: Path,
    starts: Sequence[MadeStart],
    study: Mapping[str, Any] | None = None,
    runtimes: Sequence[Mapping[str, Any]] = (),
    others: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """The result of such a study, which keeps to the published schema; `others` are answers of other methods."""
    variants = list(dict.fromkeys(start.variant for start in starts))
    description = replace(description_of("run"), study=study or study_of(variants))
    clock = MadeClock()
    with RunWriter(directory_in(place), description, clock) as writer:
        numbers = count(1)
        answers = [_written(writer, clock, numbers, start) for start in starts]
        writer.ended()
        with writer.reader() as reader, ExitStack() as stack:
            told = [of_json(Answer, answer) for answer in (*answers, *others)]
            patched = patch("loadproof.result.build.answers_in", lambda *_: told)
            stack.enter_context(patched)
            if runtimes:
                stack.enter_context(patch("loadproof.result.build.run_facts", _with_runtimes(runtimes)))
            result = to_json(build_result(reader))
    assert_keeps_to_its_type(result)
    return result


def _with_runtimes(runtimes: Sequence[Mapping[str, Any]]) -> Any:
    from loadproof.result.run_facts import run_facts

    said = tuple(of_json(Runtime, runtime) for runtime in runtimes)

    def told(reader: RunReader, *rest: Any) -> Run:
        facts = run_facts(reader, *rest)
        return replace(facts, runtimes=said, alike=alike_variants(facts.study, said))

    return told


def _written(writer: RunWriter, clock: MadeClock, next_number: Iterator[int], start: MadeStart) -> dict[str, Any]:
    rate = start.rate or 100.0
    passed = start.rate is not None and start.outcome in ("found", "at_least")
    numbers = []
    if start.work_us is not None:
        writer.begin(CampaignName.STUDY, start.variant, start.start, start.work_us)
    if passed:
        numbers.append(_trial(writer, clock, next(next_number), start, rate, State.PASSED))
    if start.outcome not in ("at_least", "not_run"):
        above, slower = rate * start.width if passed else rate, replace(start, p99_ms=10.0 * start.p99_ms)
        numbers.append(_trial(writer, clock, next(next_number), slower, above, State.FAILED))
    if start.work_us is not None:
        writer.log_of(start.variant, start.start).end(StartState.COMPLETE, 3.0 * start.work_us)
    low, high = start.interval
    return {
        "variant": start.variant,
        "start": start.start,
        "method": start.method,
        "outcome": start.outcome,
        "sentence": f"The sentence of {start.variant}.",
        "reason": start.reason,
        "rate": (start.completed or start.rate) if passed else None,
        "n": None,
        "users": 0,
        "estimate": start.rate if passed and start.method == "capacity" else None,
        "low": low if passed else None,
        "high": high,
        "n_low": None,
        "n_high": None,
        "hold_s": None,
        "trials": numbers,
        "decisive": numbers[0] if numbers else None,
        "trends": [],
        "doubts": [],
    }


def _trial(writer: RunWriter, clock: MadeClock, number: int, start: MadeStart, rate: float, state: State) -> int:
    purposes = {"plateaus": Purpose.PLATEAU, "capacity": Purpose.CONFIRM if state is State.PASSED else Purpose.SEARCH}
    trial = Trial(purposes[start.method], rate, float(HOLD_S), float(SETTLE_S), start=start.start)
    writer.trial_started(number, trial, method=start.method, variant=start.variant)
    window = Window(SETTLE_S)
    for second in range(SETTLE_S + HOLD_S):
        # What settles is slow, and no part of the figures; one call in fifty is as slow as the p99.
        slow_ms = 2000.0 if second < SETTLE_S else start.p99_ms
        values_ms = [0.25 * slow_ms] * (CALLS - 2) + [slow_ms] * 2
        deltas = [answered(second, operation, values_ms) for operation in range(len(OPERATIONS))]
        cpu_cores, memory_mib = (9.0, 9e3) if second < SETTLE_S else (start.cpu_cores, start.memory_mib)
        source, memory = ("cgroup", "memory_mib") if start.group else ("process", "pss_mib")
        readings = [
            (f"{source}:api", "cpu_cores", "cores", cpu_cores),
            (f"{source}:api", memory, "MiB", memory_mib),
            ("process:api", "rss_mib", "MiB", 5e3),
            ("cgroup:postgres", "cpu_cores", "cores", 7.0),
        ]
        writer.readings(number, [(clock.now_s + 0.5, *reading) for reading in readings])
        clock.now_s += 1.0
        writer.tick(number, MadeTick(second, deltas, [MadeShardReading()]))
        if second >= SETTLE_S:
            for index, operation in enumerate(OPERATIONS):
                window.add(operation.name, _tally(deltas[index]))
    measurement = window.measurement(float(HOLD_S))
    writer.trial_ended(number, TrialResult(trial, measurement, Verdict(state, Message.said("as it was made"))))
    clock.now_s += 1.0
    return number


def _tally(delta: Delta) -> WindowTally:
    tally = WindowTally()
    tally.add(delta)
    return tally


def starts_of(variant: str, *rates: float, **options: Any) -> list[MadeStart]:
    """The starts of a variant, one for each rate."""
    return [MadeStart(variant, number, rate, **options) for number, rate in enumerate(rates, start=1)]


THREE = [
    *starts_of("go-pgx", 2080.0, 2100.0, 2120.0, cpu_cores=0.9, memory_mib=50.0),
    *starts_of("ktor", 1490.0, 1500.0, 1520.0),
    *starts_of("webflux", 1470.0, 1480.0, 1500.0, memory_mib=400.0),
]


def rows(result: dict[str, Any], index: int = 0) -> dict[str, dict[str, Any]]:
    """The variants of a ranking by their names."""
    return {variant["variant"]: variant for variant in result["rankings"][index]["variants"]}
