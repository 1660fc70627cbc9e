"""The rounds of a comparison as the store has them: what each variant showed in each, slot by slot.

What is read while a run lasts is what any later report reads.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from loadproof.judge.measured_span import MeasuredSpan
from loadproof.judge.round_figures import (
    RoundFigures,
    RoundUse,
    cpu_ms_per_request,
    curve_of_round,
    figures_of_round,
)
from loadproof.methods.compare.machine import CompareRound
from loadproof.methods.cycles import CycledDetails
from loadproof.methods.trial import Purpose, Trial
from loadproof.model.typed_json import as_written
from loadproof.records.answer import Answer
from loadproof.records.comparison import Slot
from loadproof.result.memory_parts import memory_parts, use_of_memory
from loadproof.result.slot_collections import SlotCollections, slot_collections
from loadproof.result.slot_readings import SlotReadings
from loadproof.store.reader import RunReader
from loadproof.store.record import StartState, TrialRecord
from loadproof.store.record import VariantUse as UseReading

__all__ = [
    "MEASURED",
    "SINGLE_STARTS",
    "MeasuredRound",
    "compared_variants",
    "cycle_differences",
    "measured_rounds",
]

MEASURED = "measured"
"""The outcome of a variant that a round has figures of."""
SINGLE_STARTS = "single-starts"
"""The kind of the event that says why variants are started one at a time from then on."""
_READING = ("GET ", "HEAD ", "OPTIONS ")


@dataclass(frozen=True, slots=True)
class MeasuredRound:
    """One round that came to its end, with the figures of the variants that it measured."""

    number: int
    began_s: float
    answers: Mapping[str, Answer]
    """Stored answers, by variant."""
    figures: Mapping[str, RoundFigures] = field(default_factory=dict)
    idle_cores: Mapping[str, float] = field(default_factory=dict)
    slots: tuple[Slot, ...] = ()
    writes: Mapping[str, int] = field(default_factory=dict)
    """Completed calls of the round that may have changed data, by variant."""
    curves: Mapping[str, tuple[float | None, ...]] = field(default_factory=dict)
    """Response times at `CURVE_QUANTILES`, by variant."""
    company: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """Logarithms of what a variant shows in company over what it shows alone, by variant and metric."""
    collections: Mapping[str, SlotCollections] = field(default_factory=dict)
    """Garbage collections in the slots that count, by variant."""


def compared_variants(study: Mapping[str, Any] | None) -> list[str]:
    """The names of the variants that a stored study compares: those on which nothing else alone is run.

    >>> compared_variants({"variants": [{"name": "a"}, {"name": "b", "only": ["soak"]}]})
    ['a']
    """
    written = (study or {}).get("variants", ())
    return [str(one["name"]) for one in written if one.get("only") is None or CompareRound.name in one["only"]]


def measured_rounds(reader: RunReader) -> list[MeasuredRound]:
    """The rounds that came to their end, in their order. Raises RunDirectoryError."""
    answers: dict[int, dict[str, Answer]] = {}
    for variant, number, method, answer in reader.answers():
        if method == CompareRound.name:
            answers.setdefault(number, {})[str(variant)] = answer
    if not answers:
        return []
    starts: dict[int, dict[str, float]] = {}
    for start in reader.starts():
        if start.number in answers and start.state is not StartState.SUPERSEDED:
            starts.setdefault(start.number, {})[start.variant] = start.began_s
    asked = set(compared_variants(reader.description.study))
    is_single = any(event.kind == SINGLE_STARTS for event in reader.events())
    records = [record for record in reader.trials() if record.method == CompareRound.name and not record.superseded]
    uses = reader.variant_uses()
    return [
        _RoundReader(
            reader,
            number,
            min(starts[number].values()),
            answers[number],
            [record for record in records if record.trial.start == number],
            [use for use in uses if use.start == number],
            is_single=is_single,
        ).round()
        for number in sorted(answers)
        # One that was cut has no answer of those that were up.
        if starts.get(number, {}).keys() == answers[number].keys()
        # Single starts begin one after the other: a round that was cut lacks those to come.
        and (not is_single or answers[number].keys() >= asked)
    ]


def _users_alone(trial: Trial) -> bool:
    """Return True if users alone made the load of a slot: a slower variant was asked less."""
    return trial.rate == 0.0 and bool(trial.users)


def cycle_differences(measured: MeasuredRound) -> list[float]:
    """The difference of logarithms of CPU per request in each cycle: the mean of the others less the first variant.

    A cycle that lacks a figure is left out.
    """
    cycles: dict[int, dict[str, float]] = {}
    for name, figures in measured.figures.items():
        for cycle, (cpu_ms, _) in figures.cycle_costs.items():
            cycles.setdefault(cycle, {})[name] = math.log(cpu_ms)
    names = sorted(measured.figures)
    return [
        math.fsum(shown[name] for name in names[1:]) / (len(names) - 1) - shown[names[0]]
        for _, shown in sorted(cycles.items())
        if len(names) > 1 and shown.keys() >= set(names)
    ]


def _cycle_costs(name: str, slots: Sequence[Slot], *, is_single: bool) -> dict[int, tuple[float, float | None]]:
    """Slots over which CPU per request is read: from the first counted one to the last, disturbed ones too."""
    counted = [slot.trial for slot in slots if slot.counts and (not is_single or slot.variant == name)]
    return {
        slot.cycle: (slot.cpu_ms_per_request, slot.generator_us_per_call)
        for slot in slots
        if counted and slot.variant == name and counted[0] <= slot.trial <= counted[-1] and slot.cpu_ms_per_request
    }


class _RoundReader:
    """Reads one round."""

    def __init__(
        self,
        reader: RunReader,
        number: int,
        began_s: float,
        answers: Mapping[str, Answer],
        records: Sequence[TrialRecord],
        uses: Sequence[UseReading],
        *,
        is_single: bool,
    ) -> None:
        self._reader = reader
        self._number = number
        self._began_s = began_s
        self._answers = answers
        self._records = records
        self._used = {(use.trial, use.boundary, use.variant): use for use in uses}
        self._is_single = is_single
        """Each variant has cycles of its own, and nobody is beside it."""
        with reader.damage_named():
            counted = {name: set(answer.details_of(CycledDetails).cycles) for name, answer in answers.items()}
        every = set[int]().union(*counted.values())
        self._counted = counted if is_single else dict.fromkeys(counted, every)
        self._measured = [name for name, answer in answers.items() if answer.outcome == MEASURED]
        self._readings = SlotReadings(reader)
        self._completed = {record.number: self._readings.completed(record) for record in records}

    def round(self) -> MeasuredRound:
        idle = {name: cores for name in self._answers if (cores := self._idle_cores(name)) is not None}
        collections = {name: slot_collections(self._reader, self._counted_of(name)) for name in self._measured}
        slots = tuple(self._slot(record) for record in self._records)
        figures = {
            name: replace(
                self._figures(name, idle.get(name, 0.0), collections[name]),
                cycle_costs=_cycle_costs(name, slots, is_single=self._is_single),
            )
            for name in self._measured
        }
        return MeasuredRound(
            self._number,
            self._began_s,
            self._answers,
            figures,
            idle,
            slots,
            self._writes(),
            {name: curve_of_round(self._spans(name), self._readings.shares) for name in self._measured},
            dict(self._company()),
            collections,
        )

    def _writes(self) -> dict[str, int]:
        rows = self._reader.description.operations
        writing = {row.name for row in rows if row.kind == "operation" and not row.request.startswith(_READING)}
        found = dict.fromkeys(self._measured, 0)
        # Single starts may warm up for longer than others: those slots are no part of what all have done alike.
        records = [record for record in self._records if not self._is_single or self._counts(record)]
        for record in records if writing else ():
            for window in self._reader.windows(record.number) if record.variant in found else ():
                tallies = (tally for name, tally in window.operations.items() if name in writing)
                found[str(record.variant)] += sum(tally.completed for tally in tallies)
        return found

    def _counts(self, record: TrialRecord) -> bool:
        return record.trial.purpose is Purpose.COMPARE and record.trial.cycle in self._counted[str(record.variant)]

    def _up_with(self, name: str) -> list[TrialRecord]:
        """The slots during which `name` was up."""
        return [record for record in self._records if not self._is_single or record.variant == name]

    def _figures(self, name: str, idle_cores: float, collected: SlotCollections) -> RoundFigures:
        held = [self._use(record, "end", name) for record in self._counted_of(name)]
        memory = [reading.memory_mib for reading in held if reading is not None and reading.memory_mib]
        use = replace(
            self._memory_use(name),
            cpu_ms_per_request=self._cpu_ms(name, idle_cores),
            memory_mib=math.fsum(memory) / len(memory) if memory else None,
            live_set_mib=collected.live_set_mib,
            gc_percent=collected.gc_percent,
        )
        is_closed = all(_users_alone(record.trial) for record in self._counted_of(name))
        return figures_of_round(name, self._number, self._spans(name), self._readings.shares, use, is_closed=is_closed)

    def _memory_use(self, name: str) -> RoundUse:
        """Memory of the services of a variant, in the judged seconds of its counted slots."""
        spans = [(one, one.trial.settle_s, one.trial.settle_s + one.trial.hold_s) for one in self._counted_of(name)]
        return use_of_memory(memory_parts(self._reader, spans)[0].values())

    def _counted_of(self, name: str) -> list[TrialRecord]:
        return [record for record in self._records if record.variant == name and self._counts(record)]

    def _spans(self, name: str) -> list[MeasuredSpan]:
        return [self._span(record) for record in self._counted_of(name)]

    def _span(self, record: TrialRecord) -> MeasuredSpan:
        """The judged seconds of a slot, but for those that were left out of any slot of its cycle."""
        up = self._up_with(str(record.variant))
        return self._readings.span(record, [one for one in up if one.trial.cycle == record.trial.cycle])

    def _use(self, record: TrialRecord, boundary: str, name: str) -> UseReading | None:
        return self._used.get((record.number, boundary, name))

    def _begin(self, first: TrialRecord, name: str) -> UseReading | None:
        """With the maintenance before it: there are as many of these as cycles then."""
        before = [record for record in self._up_with(name) if record.number < first.number][-1:]
        maintained = self._use(before[0], "maintenance", name) if before else None
        return maintained or self._use(first, "begin", name)

    def _cpu_ms(self, name: str, idle_cores: float) -> float | None:
        """From the begin of the first slot that counts to the end of the last, the slots of others among them."""
        up = self._up_with(name)
        numbers = [record.number for record in up if self._counts(record)]
        judged = [record for record in up if numbers[0] <= record.number <= numbers[-1]]
        begin, end = self._begin(judged[0], name), self._use(judged[-1], "end", name)
        if begin is None or end is None or begin.cpu_s is None or end.cpu_s is None:
            return None
        calls = sum(self._completed[record.number] for record in judged if record.variant == name)
        return cpu_ms_per_request(end.cpu_s - begin.cpu_s, end.at_s - begin.at_s, idle_cores, calls)

    def _idle_cores(self, name: str) -> float | None:
        """The least that it used at rest or while others were loaded: what it did more there was put off."""
        others: list[int | None] = [
            record.number
            for record in self._records
            if record.variant != name and record.trial.purpose is not Purpose.ALONE
        ]
        found = []
        for number in (None, *others):
            begin, end = (self._used.get((number, boundary, name)) for boundary in ("begin", "end"))
            if begin and end and begin.cpu_s is not None and end.cpu_s is not None and end.at_s > begin.at_s:
                found.append((end.cpu_s - begin.cpu_s) / (end.at_s - begin.at_s))
        return max(0.0, min(found)) if found else None

    def _slot_cpu_ms(self, records: Sequence[TrialRecord]) -> float | None:
        """Return CPU per completed call, in ms, over slots of one variant, each from start to end; None: unknown."""
        used_s, calls = 0.0, 0
        for record in records:
            begin, end = (self._use(record, boundary, str(record.variant)) for boundary in ("begin", "end"))
            if begin is None or end is None or begin.cpu_s is None or end.cpu_s is None:
                return None
            used_s, calls = used_s + end.cpu_s - begin.cpu_s, calls + self._completed[record.number]
        return 1e3 * used_s / calls if calls else None

    def _slot(self, record: TrialRecord) -> Slot:
        slot = Slot(
            trial=record.number,
            round=self._number,
            cycle=record.trial.cycle,
            variant=str(record.variant),
            purpose=record.trial.purpose.value,
            counts=self._counts(record),
            began_s=record.started_s,
            ended_s=record.started_s + record.duration_s,
            cpu_ms_per_request=self._slot_cpu_ms([record]),
            generator_us_per_call=self._readings.generator_us([record], self._completed[record.number]),
        )
        return as_written(slot)

    def _company(self) -> Iterator[tuple[tuple[str, str], float]]:
        for name in self._measured:
            own = [record for record in self._records if record.variant == name]
            together = [record for record in own if self._counts(record)]
            alone = [record for record in own if record.trial.purpose is Purpose.ALONE]
            pairs = (
                ("cpu", self._slot_cpu_ms(together), self._slot_cpu_ms(alone)),
                ("mean", self._mean_ms(together), self._mean_ms(alone)),
            )
            for metric, beside, without in pairs:
                if beside and without:
                    yield (name, metric), math.log(beside / without)

    def _mean_ms(self, records: Sequence[TrialRecord]) -> float | None:
        spans = [self._span(record).response for record in records]
        calls = sum(span.count for span in spans)
        return math.fsum(span.mean_ms * span.count for span in spans if span.count) / calls if calls else None
