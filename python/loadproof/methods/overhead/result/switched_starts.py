"""The starts in which a feature was switched, as the store has them: what each level showed at each rate.

What is read while a run lasts is what any later report reads.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from loadproof.judge.measured_span import MeasuredSpan
from loadproof.judge.round_figures import RoundFigures, RoundUse, cpu_ms_per_request, figures_of_round
from loadproof.methods.overhead.machine import OverheadStart, SwitchedDetails
from loadproof.methods.trial import Purpose
from loadproof.model.cell import Cell
from loadproof.model.typed_json import as_written
from loadproof.records.answer import Answer
from loadproof.records.overhead import LevelSlot
from loadproof.result.slot_readings import SlotReadings
from loadproof.store.reader import RunReader
from loadproof.store.record import TrialRecord
from loadproof.store.record import VariantUse as UseReading

__all__ = ["MEASURED", "OVERHEAD_ENDED", "SWITCHED", "MeasuredStart", "MeasuredSwitch", "switched_starts"]

MEASURED = "measured"
"""The outcome of a start that has figures."""
OVERHEAD_ENDED = "overhead-ended"
"""The kind of the event that says why no other start is run."""
SWITCHED = "switched"
"""The kind of the event of a switch: to which level, how long it took, and what its steps wrote last."""


@dataclass(frozen=True, slots=True)
class MeasuredSwitch:
    """One switch, and the slot after it."""

    cell: Cell
    """Level and rate of that slot."""
    took_s: float
    cpu_ms: float | None
    """Beyond what the level uses in as much time; None: it is not known."""


@dataclass(frozen=True, slots=True)
class MeasuredStart:
    """One start that has an answer, with the figures of its cells if it was measured."""

    variant: str
    number: int
    began_s: float
    answer: Answer
    details: SwitchedDetails
    """Stored details of the answer."""
    figures: Mapping[Cell, RoundFigures] = field(default_factory=dict)
    slots: tuple[LevelSlot, ...] = ()
    switches: tuple[MeasuredSwitch, ...] = ()


def switched_starts(reader: RunReader) -> list[MeasuredStart]:
    """The starts that came to their end, in the order in which they began. Raises RunDirectoryError."""
    answers = {
        (str(variant), number): answer
        for variant, number, method, answer in reader.answers()
        # That of all starts of a variant is no start.
        if method == OverheadStart.name and number
    }
    if not answers:
        return []
    records = [record for record in reader.trials() if record.method == OverheadStart.name and not record.superseded]
    uses, readings = reader.variant_uses(), SlotReadings(reader)
    with reader.damage_named():
        return [
            _StartReader(
                readings,
                answers[start.variant, start.number],
                [one for one in records if (one.variant, one.trial.start) == (start.variant, start.number)],
                [use for use in uses if (use.variant, use.start) == (start.variant, start.number)],
            ).start(start.variant, start.number, start.began_s)
            for start in reader.starts()
            if (start.variant, start.number) in answers
        ]


class _StartReader:
    """Reads one start."""

    def __init__(
        self,
        readings: SlotReadings,
        answer: Answer,
        records: Sequence[TrialRecord],
        uses: Sequence[UseReading],
    ) -> None:
        self._readings = readings
        self._answer, self._details = answer, answer.details_of(SwitchedDetails)
        self._records = records
        self._used = {(use.trial, use.boundary): use for use in uses}
        self._counted = set(self._details.cycles)
        # Calls of the judged part alone: it is what CPU is read of.
        self._completed = {record.number: readings.completed(record, record.trial.settle_s) for record in records}

    def start(self, variant: str, number: int, began_s: float) -> MeasuredStart:
        is_measured = self._answer.outcome == MEASURED
        slots = tuple(self._slot(record) for record in self._records)
        return MeasuredStart(
            variant,
            number,
            began_s,
            self._answer,
            self._details,
            dict(self._figures(variant, number)) if is_measured else {},
            slots,
            tuple(self._switches()) if is_measured else (),
        )

    def _counts(self, record: TrialRecord) -> bool:
        return record.trial.purpose is Purpose.COMPARE and record.trial.cycle in self._counted

    def _of_cells(self) -> dict[Cell, list[TrialRecord]]:
        """The slots that count."""
        found: dict[Cell, list[TrialRecord]] = {}
        lost = self._details.lost
        for record in self._records:
            if self._counts(record) and record.trial.level not in lost:
                found.setdefault(_cell_of(record), []).append(record)
        return found

    def _figures(self, variant: str, number: int) -> Iterator[tuple[Cell, RoundFigures]]:
        for cell, records in self._of_cells().items():
            held = [self._use(record, "end") for record in records]
            memory = [reading.memory_mib for reading in held if reading is not None and reading.memory_mib]
            use = RoundUse(self._cpu_ms(records), math.fsum(memory) / len(memory) if memory else None)
            spans = [self._span(record) for record in records]
            yield cell, figures_of_round(variant, number, spans, self._readings.shares, use)

    def _span(self, record: TrialRecord) -> MeasuredSpan:
        return self._readings.span(record, [one for one in self._records if one.trial.cycle == record.trial.cycle])

    def _use(self, record: TrialRecord | None, boundary: str) -> UseReading | None:
        return self._used.get((None if record is None else record.number, boundary))

    def _cpu_ms(self, records: Sequence[TrialRecord]) -> float | None:
        """Return CPU of the judged parts of these slots per call that was due in them and completed, in ms.

        None if a reading is missing. The idle CPU of the service is not subtracted, because the idle CPU of a feature
        is part of its cost.
        """
        used = [self._judged_use(record) for record in records]
        if any(one is None for one in used):
            return None
        used_s = math.fsum(one[0] for one in used if one is not None)
        return cpu_ms_per_request(used_s, 0.0, 0.0, sum(self._completed[record.number] for record in records))

    def _judged_use(self, record: TrialRecord) -> tuple[float, float] | None:
        """CPU seconds of the judged part of a slot, and how long it was; None: not known."""
        return _between(self._use(record, "settled"), self._use(record, "end"))

    def _slot(self, record: TrialRecord) -> LevelSlot:
        generator_us = self._readings.generator_us([record], self._readings.completed(record))
        slot = LevelSlot(
            trial=record.number,
            start=record.trial.start,
            cycle=record.trial.cycle,
            level=record.trial.level,
            rate=record.trial.rate or 0.0,
            purpose=record.trial.purpose.value,
            counts=self._counts(record),
            began_s=record.started_s,
            ended_s=record.started_s + record.duration_s,
            cpu_ms_per_request=self._cpu_ms([record]),
            generator_us_per_call=generator_us,
        )
        return as_written(slot)

    def _switches(self) -> Iterator[MeasuredSwitch]:
        """Yield the switches before slots that count: work of a feature at its first switch is warm-up."""
        cores = {cell: self._cores(records) for cell, records in self._of_cells().items()}
        idle = _between(self._use(None, "begin"), self._use(None, "end"))
        idle_cores = idle[0] / idle[1] if idle is not None and idle[1] > 0.0 else 0.0
        for before, record in zip((None, *self._records), self._records, strict=False):
            begin, ready = self._use(before, "switch"), self._use(before, "switched")
            if begin is None or ready is None or not self._counts(record):
                continue
            cell = _cell_of(record)
            if cell not in cores:
                continue
            yield MeasuredSwitch(
                cell, ready.at_s - begin.at_s, self._switch_cpu_ms(record, begin, cores[cell], idle_cores)
            )

    def _cores(self, records: Sequence[TrialRecord]) -> float | None:
        """Return the CPU that a cell uses after it has settled, in cores; None: unknown."""
        used = [one for record in records if (one := self._judged_use(record)) is not None]
        lasted_s = math.fsum(one[1] for one in used)
        return math.fsum(one[0] for one in used) / lasted_s if lasted_s > 0.0 else None

    def _switch_cpu_ms(
        self, record: TrialRecord, begin: UseReading, cores: float | None, idle_cores: float
    ) -> float | None:
        """From the begin of a switch until its slot has settled, less what the cell uses under load and idle before."""
        first, settled = self._use(record, "begin"), self._use(record, "settled")
        whole, loaded = _between(begin, settled), _between(first, settled)
        if whole is None or loaded is None or cores is None:
            return None
        usual_s = cores * loaded[1] + idle_cores * (whole[1] - loaded[1])
        return 1e3 * (whole[0] - usual_s)


def _cell_of(record: TrialRecord) -> Cell:
    return Cell(record.trial.level, record.trial.rate or 0.0)


def _between(begin: UseReading | None, end: UseReading | None) -> tuple[float, float] | None:
    """CPU seconds and seconds between two readings; None where one lacks."""
    if begin is None or end is None or begin.cpu_s is None or end.cpu_s is None:
        return None
    return end.cpu_s - begin.cpu_s, end.at_s - begin.at_s
