"""Injections of a run: what became of each occurrence, its effect beside the calls before and after, and alarms."""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import median, median_high

from loadproof.alarms.state import AlarmPhase
from loadproof.injections.effect_series import effect_series
from loadproof.injections.phase_calls import PhaseSeconds, PhaseTally, add_calls
from loadproof.judge.injection_effect import BlockSeries, block_length_s, effects_over, occurrence_effect
from loadproof.records.injection import (
    Injection,
    InjectionAlarm,
    InjectionState,
    Occurrence,
    OccurrenceEffect,
    OperationPhases,
)
from loadproof.records.run import StudyAlarm, StudyInjection
from loadproof.store.reader import RunReader
from loadproof.store.record import UNDER_WAY, AlarmRecord, InjectionRecord, TrialRecord

__all__ = ["injections_in"]

_LATE_ALARM_S = 300.0
"""An alarm that fires longer than this after the undo does not belong to the injection, if no recovery was seen."""
_MOST_OCCURRENCES = 500
"""Occurrences of an injection that a result keeps, of one variant."""


@dataclass(frozen=True, slots=True)
class _SeenOccurrence:
    """One occurrence with the changes of alarms in its trial, and the next occurrence there."""

    occurrence: Occurrence
    changes: Sequence[AlarmRecord]
    next_s: float
    """Start of the next occurrence of any injection in the trial."""

    @property
    def is_made(self) -> bool:
        """True if the problem was there."""
        return self.occurrence.state is not InjectionState.FAILED

    @property
    def watched_s(self) -> tuple[float, float]:
        """Time in which an alarm that fires belongs to the occurrence."""
        one = self.occurrence
        undone_s = one.undone_s if one.undone_s is not None else one.ended_s
        if undone_s is None:
            return one.begun_s, self.next_s
        recovery_s = None if one.effect is None else one.effect.recovery_s
        return one.begun_s, min(self.next_s, undone_s + (_LATE_ALARM_S if recovery_s is None else recovery_s))


def injections_in(
    reader: RunReader, injections: Sequence[StudyInjection], alarms: Sequence[StudyAlarm]
) -> tuple[Injection, ...]:
    """Return each injection of the study over the trials of each variant. Raises RunDirectoryError."""
    known = {one.name: one for one in injections}
    rows = [row for row in reader.injections() if row.name in known] if known else []
    if not rows:
        return ()
    changes = {number: list(own) for number, own in groupby(reader.alarms(), lambda row: row.trial)}
    by_trial = {number: list(own) for number, own in groupby(rows, lambda row: row.trial)}
    seen: dict[tuple[str | None, str], list[_SeenOccurrence]] = defaultdict(list)
    tallies: dict[tuple[str | None, str], PhaseTally] = defaultdict(PhaseTally)
    for record in reader.trials():
        if record.number in by_trial and not record.superseded:
            trial = _TrialEffects(reader, record, by_trial[record.number])
            for row, next_s in trial.occurrences():
                own = seen[record.variant, row.name]
                if len(own) < _MOST_OCCURRENCES:
                    occurrence = _occurrence(row, trial.effect(row, known[row.name].for_s))
                    own.append(_SeenOccurrence(occurrence, changes.get(record.number, ()), next_s))
            made = dict.fromkeys(row.name for row in by_trial[record.number])
            add_calls(reader, record.number, [(trial.phases(name), tallies[record.variant, name]) for name in made])
    variants = dict.fromkeys(variant for variant, _ in seen)
    names = [one.name for one in reader.description.operations]
    return tuple(
        _injection(
            injection,
            variant,
            seen[variant, injection.name],
            tallies[variant, injection.name].operations(names),
            alarms,
        )
        for variant in variants
        for injection in injections
        if (variant, injection.name) in seen
    )


class _TrialEffects:
    """Effects of the occurrences of one trial."""

    def __init__(self, reader: RunReader, record: TrialRecord, rows: Sequence[InjectionRecord]) -> None:
        """`rows` are the occurrences of the trial, in order of their start."""
        self._reader = reader
        self._record = record
        self._rows = rows
        measured = [reader.measurement(record), *(stage.measurement for stage in reader.stages(record))]
        self._left_out_s = {(begin, end) for one in measured for begin, end in one.left_out_s}
        self._series: dict[int, list[BlockSeries]] = {}

    def occurrences(self) -> Iterator[tuple[InjectionRecord, float]]:
        """Yield each occurrence, with the start of the next one."""
        begins_s = [row.begun_s for row in self._rows] + [math.inf]
        for place, row in enumerate(self._rows):
            yield row, next(at_s for at_s in begins_s[place + 1 :] if at_s > row.begun_s)

    def effect(self, row: InjectionRecord, for_s: float) -> OccurrenceEffect | None:
        """Return the effect of an occurrence; None: the trial has no seconds around it."""
        if row.ended_s is None:
            return None
        block_s = block_length_s(for_s)
        if block_s not in self._series:
            self._series[block_s] = effect_series(self._reader, self._record, block_s, self._left_out_s)
        others = [(other.begun_s, _left_s(other)) for other in self._rows if other is not row]
        span = self._span(row.begun_s)
        series = self._series[block_s]
        found = occurrence_effect(series, block_s, row.begun_s, row.ended_s, _left_s(row), span, others)
        has_seconds = any(effect.during is not None for effect in found.effects)
        return found if has_seconds else None

    def phases(self, name: str) -> PhaseSeconds:
        """Return the phase of each second of the trial for one injection."""
        spans: dict[tuple[float, float], list[tuple[float, float]]] = defaultdict(list)
        others = []
        for row in self._rows:
            stretch = row.begun_s, _left_s(row)
            if row.name == name and row.state != InjectionState.FAILED:
                spans[self._span(row.begun_s)].append(stretch)
            else:
                others.append(stretch)
        return PhaseSeconds(spans, others, self._left_out_s, self._record.duration_s)

    def _span(self, at_s: float) -> tuple[float, float]:
        """Return the time around `at_s` in which one load was held, as far as the trial lasted."""
        record = self._record
        spans = [(one.begin_s, one.end_s) for one in record.trial.spans]
        if not record.trial.stages:
            spans = [(begin_s, record.trial.load_s) for begin_s, _ in spans]
        held = next(((begin_s, end_s) for begin_s, end_s in spans if begin_s <= at_s < end_s), None)
        begin_s, end_s = held or (0.0, record.trial.load_s)
        return begin_s, min(end_s, record.duration_s)


def _left_s(row: InjectionRecord) -> float:
    """Return the instant from which nothing of an occurrence was left: none, if something was."""
    return math.inf if row.undone_s is None else row.undone_s


def _occurrence(row: InjectionRecord, effect: OccurrenceEffect | None) -> Occurrence:
    # The run was cut while it was under way: nobody was left to write what became of it.
    state = InjectionState.CUT if row.state == UNDER_WAY else InjectionState(row.state)
    return Occurrence(
        trial=row.trial,
        number=row.number,
        begun_s=row.begun_s,
        ended_s=row.ended_s,
        undone_s=row.undone_s,
        state=state,
        fault=row.fault,
        effect=effect,
    )


def _injection(
    injection: StudyInjection,
    variant: str | None,
    seen: Sequence[_SeenOccurrence],
    operations: tuple[OperationPhases, ...],
    alarms: Sequence[StudyAlarm],
) -> Injection:
    made = [one for one in seen if one.is_made]
    effects = [one.occurrence.effect for one in made if one.occurrence.effect is not None]
    # One that was not seen to recover took longer than any other.
    recoveries_s = [math.inf if one.recovery_s is None else one.recovery_s for one in effects]
    recovery_s = median_high(recoveries_s) if recoveries_s else math.inf
    return Injection(
        name=injection.name,
        kind=injection.kind,
        problem=injection.problem,
        variant=variant,
        occurrences=tuple(one.occurrence for one in seen),
        effects=effects_over(effects) if effects else (),
        repetitions=len(effects),
        recovery_s=None if recovery_s == math.inf else recovery_s,
        operations=operations,
        alarms=tuple(_alarm(alarm, made) for alarm in alarms if any(one.changes for one in made)),
    )


def _alarm(alarm: StudyAlarm, made: Sequence[_SeenOccurrence]) -> InjectionAlarm:
    evaluated = [one for one in made if one.changes]
    delays_s = [delay_s for one in evaluated if (delay_s := _delay_s(alarm.name, one)) is not None]
    return InjectionAlarm(
        name=alarm.name,
        occurrences=len(evaluated),
        detected=len(delays_s),
        delay_s=median(delays_s) if delays_s else None,
    )


def _delay_s(name: str, seen: _SeenOccurrence) -> float | None:
    """Return the time from the start of an occurrence to the first firing of an alarm that belongs to it."""
    begun_s, end_s = seen.watched_s
    fired_s = (
        row.at_s
        for row in seen.changes
        if row.name == name and row.phase == AlarmPhase.FIRING and begun_s <= row.at_s <= end_s
    )
    first_s = next(fired_s, None)
    return None if first_s is None else first_s - begun_s
