"""The held loads of a stored run, by variant, and what each start of it showed under one of them."""

import hashlib
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from loadproof.judge.measured_span import MeasuredSpan
from loadproof.judge.round_figures import RoundFigures, RoundUse, figures_of_round
from loadproof.methods.trial import Purpose
from loadproof.result.memory_parts import JudgedSpan, memory_parts, use_of_memory
from loadproof.result.plain_text import printable
from loadproof.store.reader import RunReader
from loadproof.store.record import TrialRecord
from loadproof.store.window import Window
from loadproof.system.path_lookup import real_path

__all__ = ["HeldLoads", "MemorySource", "StoredLoad", "common_loads"]

_PURPOSES = (Purpose.LOAD, Purpose.SOAK, Purpose.CONFIRM, Purpose.PLATEAU)
"""Purposes of trials that hold a rate for its own sake, the most informative first."""
_SAME_RATE = 1e-3
_CPU_SOURCES = ("cgroup", "process")
MemorySource = tuple[str, str]
_MEMORY_SOURCES: tuple[MemorySource, ...] = (("cgroup", "memory_mib"), ("process", "pss_mib"))


@dataclass(frozen=True, slots=True)
class StoredLoad:
    """A load that was held: what for, its rate in calls/s, and closed users beside it."""

    purpose: Purpose
    rate: float
    users: int

    def is_as(self, other: "StoredLoad") -> bool:
        """Return True if both are one load: rates may differ by 0.1 %.

        >>> StoredLoad(Purpose.LOAD, 100.0, 0).is_as(StoredLoad(Purpose.LOAD, 100.04, 0))
        True
        """
        same = (self.purpose, self.users) == (other.purpose, other.users)
        return same and math.isclose(self.rate, other.rate, rel_tol=_SAME_RATE)


class HeldLoads:
    """Held loads of one run; every method raises RunDirectoryError if the run is damaged."""

    def __init__(self, reader: RunReader) -> None:
        """Reads the trials; what they measured is read when it is asked for."""
        self._reader = reader
        self.description = reader.description
        self.directory: Path = reader.directory.path
        self.name = printable(self.directory.name or real_path(self.directory).name)
        self.invalid = 0
        """Held loads that bear no comparison as they are not valid."""
        self.of_variant: dict[str | None, dict[StoredLoad, list[TrialRecord]]] = {}
        with reader.damage_named():
            for record in reader.trials():
                load = self._load_of(record)
                self.invalid += record.trial.purpose in _PURPOSES and self._state(record) == "invalid"
                if load is not None:
                    self.of_variant.setdefault(record.variant, {}).setdefault(load, []).append(record)

    @cached_property
    def profile_hash(self) -> str:
        """The same for runs that send the same calls in the same way, whatever the target and the rate."""
        told = self.description
        with self._reader.damage_named():
            requests = [[one.name, one.request] for one in told.operations]
            sent = [told.arrivals, _scenario(told.plan.get("scenario")), requests]
            return hashlib.sha256(json.dumps(sent, sort_keys=True).encode()).hexdigest()

    @property
    def weights(self) -> dict[str, float]:
        """The share of each operation, of any sum."""
        whole = math.fsum(one.weight for one in self.description.operations if one.kind == "operation") or 1.0
        return {one.name: one.weight / whole for one in self.description.operations if one.kind == "operation"}

    @property
    def is_virtual(self) -> bool:
        """True if the service of the run was simulated."""
        return self.description.environment.get("time") == "virtual"

    @cached_property
    def memory_source(self) -> MemorySource | None:
        """Source of the memory readings of the services; None if memory was not read."""
        names = {(probe.partition(":")[0], name) for probe, name, _ in self._reader.series_names()}
        return next((source for source in _MEMORY_SOURCES if source in names), None)

    @cached_property
    def _services(self) -> tuple[str, ...]:
        probes = (probe.partition(":") for probe, _, _ in self._reader.series_names())
        return tuple(dict.fromkeys(name for source, _, name in probes if source in _CPU_SOURCES))

    def starts(self, variant: str | None, load: StoredLoad) -> dict[int, list[TrialRecord]]:
        """The trials under this load, or the same but for rounding, by the number of their start."""
        found: dict[int, list[TrialRecord]] = {}
        for own, records in self.of_variant.get(variant, {}).items():
            if own.is_as(load):
                for record in records:
                    found.setdefault(record.trial.start, []).append(record)
        return found

    def calls(self, variant: str | None, load: StoredLoad, names: Sequence[str]) -> dict[str, float]:
        """Return the number of calls that were due under this load, by operation."""
        with self._reader.damage_named():
            measured = [
                self._reader.measurement(record).operations
                for records in self.starts(variant, load).values()
                for record in records
            ]
            return {name: float(sum(one[name].due for one in measured if name in one)) for name in names}

    def figures(
        self,
        variant: str | None,
        load: StoredLoad,
        shares: Mapping[str, float],
        memory: MemorySource | None,
        *,
        with_cpu: bool,
    ) -> list[RoundFigures]:
        """Return the metrics of each start under this load.

        `shares` of operations weight the total. Without `shares`, all calls have the same weight. Memory and its parts
        are read only if `memory` gives their source.
        """
        with self._reader.damage_named():
            return [
                figures_of_round(
                    variant or "",
                    number,
                    [self._span(record) for record in records],
                    shares,
                    replace(
                        RoundUse() if memory is None else self._memory_use(records),
                        cpu_ms_per_request=self._cpu_ms(records) if with_cpu else None,
                        memory_mib=self._memory_mib(records, memory),
                    ),
                )
                for number, records in self.starts(variant, load).items()
            ]

    def _span(self, record: TrialRecord) -> MeasuredSpan:
        """The judged seconds, as far as they were not rolled up together with others."""
        begin_s, length_s, left_out = self._span_of(record)
        span = Window(begin_s, flows=self.description.flows)
        for window in self._reader.windows(record.number):
            end_s = window.second + window.seconds
            is_left_out = any(begin < end_s and window.second < end for begin, end in left_out)
            if begin_s <= window.second and end_s <= begin_s + length_s and not is_left_out:
                for name, tally in window.operations.items():
                    span.add(name, tally)
        return span.measurement(self._reader.measurement(record).duration_s)

    def _cpu_ms(self, records: Sequence[TrialRecord]) -> float | None:
        """Return the CPU of all services per completed call, in ms; None: unknown.

        For a simulated service: the mean time that a call spent in the service.
        """
        if self.is_virtual:
            spans = [self._span(record).service for record in records]
            calls = sum(span.count for span in spans)
            return math.fsum(span.mean_ms * span.count for span in spans if span.count) / calls if calls else None
        used_s, calls_done = 0.0, 0.0
        for record in records:
            cores = self._read(record, [(source, "cpu_cores") for source in _CPU_SOURCES])
            if cores is None:
                return None
            measured = self._reader.measurement(record)
            used_s += cores * measured.duration_s
            calls_done += measured.rate * measured.duration_s
        return 1e3 * used_s / calls_done if calls_done > 0.0 and used_s > 0.0 else None

    def _memory_mib(self, records: Sequence[TrialRecord], source: MemorySource | None) -> float | None:
        held = [] if source is None else [self._read(record, [source]) for record in records]
        known = [mib for mib in held if mib]
        return math.fsum(known) / len(known) if known and len(known) == len(held) else None

    def _memory_use(self, records: Sequence[TrialRecord]) -> RoundUse:
        return use_of_memory(memory_parts(self._reader, map(self._judged_span, records))[0].values())

    def _read(self, record: TrialRecord, sources: Sequence[MemorySource]) -> float | None:
        """The mean over the span, summed over services, each by the first source that read it; None without any."""
        begin_s, length_s, _ = self._span_of(record)
        span = record.started_s + begin_s, record.started_s + begin_s + length_s
        found = [
            next(
                (
                    value
                    for source, name in sources
                    if (value := self._reader.mean_reading(f"{source}:{service}", name, *span)) is not None
                ),
                None,
            )
            for service in self._services
        ]
        known = [value for value in found if value is not None and value >= 0.0]
        return math.fsum(known) if known else None

    def began_s(self, variant: str | None, load: StoredLoad) -> list[float]:
        """Return the time at which each start was first under this load, in seconds since the run began.

        The list is empty in virtual time, because virtual time does not drift.
        """
        starts = {} if self.is_virtual else self.starts(variant, load)
        return [min(record.started_s for record in records) for records in starts.values()]

    def held_s(self, variant: str | None, load: StoredLoad) -> float:
        """Return the mean judged time of a start under this load, in seconds."""
        with self._reader.damage_named():
            starts = self.starts(variant, load)
            measured = (self._reader.measurement(record) for records in starts.values() for record in records)
            whole = math.fsum(one.duration_s for one in measured)
            return whole / len(starts) if starts else 0.0

    def passed(self, variant: str | None, load: StoredLoad) -> bool:
        """Return True if every start passed under this load."""
        records = [record for own in self.starts(variant, load).values() for record in own]
        return all(self._state(record) == "passed" for record in records)

    def _state(self, record: TrialRecord) -> str | None:
        verdict = self._reader.verdict(record)
        return None if verdict is None else verdict.state

    def _load_of(self, record: TrialRecord) -> StoredLoad | None:
        """Return the load of a trial; None if the trial bears no comparison.

        A trial bears none if it is no hold, has no known rate or no call due, or was cut short, run again or not valid.
        """
        trial = record.trial
        if trial.purpose not in _PURPOSES or trial.rate is None or not (trial.rate > 0.0 or trial.users):
            return None
        if record.cut_short or record.superseded or self._state(record) in (None, "invalid"):
            return None
        return StoredLoad(trial.purpose, trial.rate, trial.users or 0) if self._reader.measurement(record).due else None

    def _span_of(self, record: TrialRecord) -> tuple[int, int, Sequence[Sequence[int]]]:
        """Return the first second of the span in the trial, its length in seconds, and its left-out parts."""
        measured = self._reader.measurement(record)
        length_s = measured.duration_s + sum(end - begin for begin, end in measured.left_out_s)
        return math.ceil(record.trial.ramp_s + record.trial.settle_s), round(length_s), measured.left_out_s

    def _judged_span(self, record: TrialRecord) -> JudgedSpan:
        begin_s, length_s, _ = self._span_of(record)
        return record, begin_s, begin_s + length_s


def common_loads(a: HeldLoads, variant_a: str | None, b: HeldLoads, variant_b: str | None) -> Iterator[StoredLoad]:
    """Loads that both were held under, what says most first: of one purpose the highest rate that A passed."""
    shared = [load for load in a.of_variant.get(variant_a, {}) if b.starts(variant_b, load)]
    yield from sorted(
        shared,
        key=lambda load: (_PURPOSES.index(load.purpose), *_order(load, a.passed(variant_a, load))),
    )


def _order(load: StoredLoad, passed: bool) -> tuple[float, ...]:
    """The highest of those that passed, else the lowest: far above what a service carries queues are compared."""
    sign = -1.0 if passed else 1.0
    return (sign, sign * load.rate, sign * load.users)


def _scenario(plan: Any) -> Any:
    """Return the scenario of a stored plan without the numbers of users, which are part of the load.

    >>> _scenario({"users": [{"flow": "buy", "most": 9}]}) == _scenario({"users": [{"flow": "buy", "count": 5}]})
    True
    """
    if not isinstance(plan, dict) or not isinstance(plan.get("users"), list):
        return plan
    numbers = ("most", "count")  # A count until the number of users was part of a trial.
    kinds = [
        {key: value for key, value in kind.items() if key not in numbers} if isinstance(kind, dict) else kind
        for kind in plan["users"]
    ]
    return {**plan, "users": kinds}
