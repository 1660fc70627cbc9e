"""Alarms of a run: when each fired, how early that was, and whether users felt anything."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from loadproof._engine import ApdexCounts
from loadproof.alarms.state import AlarmPhase
from loadproof.judge.apdex import NO_CALLS, SpanApdex, apdex_of_whole, apdex_rows
from loadproof.model.message import Message
from loadproof.records.alarm import Alarm, AlarmFiring
from loadproof.records.doubt import DoubtCode
from loadproof.records.run import StudyAlarm
from loadproof.stats.apdex_interval import ApdexInterval, apdex_interval
from loadproof.store.reader import RunReader
from loadproof.store.record import AlarmRecord, TrialRecord

__all__ = ["alarms_in"]

_MINUTE_S = 60
_LONGEST_LEAD_S = 300.0
"""An alarm that ended longer than this before users felt something did not announce it."""
_ERROR = 0.05
"""Error of all minutes of a trial together, of calling one lower that is not."""
_NOTICED = 0.05
"""Least fall of an Apdex that counts: bursts of slow calls make smaller ones, and the narrowest rating is 0.06 wide."""
_ENDED = "ended"
_MOST_OF_TRIAL, _MOST_FIRINGS = 20, 500
"""Firings of an alarm that a result keeps, of one trial and of all: one that flaps has thousands."""


@dataclass(frozen=True, slots=True)
class _TrialAlarms:
    """Changes of all alarms in one trial, and the first minute in which users surely felt something."""

    record: TrialRecord
    changes: Sequence[AlarmRecord]
    evaluated_s: float
    is_rated: bool
    """True if an operation has a target time of Apdex, and calls of it were due."""
    is_kept: bool
    """True if the trial passed, and each of its stages that was held."""
    stopped_by: str | None
    """Alarm that ended the trial; None: none did."""
    fell_s: float | None
    """Start of the first minute in which the Apdex was surely lower, since the trial began; None: it was in none."""

    @property
    def undisturbed_s(self) -> float:
        """Seconds in which users surely felt nothing: all of a trial that kept its SLOs, or those before the fall."""
        if self.fell_s is not None:
            return self.fell_s
        return self.evaluated_s if self.is_kept else 0.0


def alarms_in(reader: RunReader, alarms: Sequence[StudyAlarm]) -> tuple[Alarm, ...]:
    """Return each alarm of the study over the trials of each variant. Raises RunDirectoryError."""
    if not alarms:
        return ()
    by_variant: dict[str | None, list[_TrialAlarms]] = defaultdict(list)
    for one in _trials(reader):
        by_variant[one.record.variant].append(one)
    return tuple(_alarm(alarm, variant, trials) for variant, trials in by_variant.items() for alarm in alarms)


def _trials(reader: RunReader) -> Iterator[_TrialAlarms]:
    changes = {number: list(rows) for number, rows in groupby(reader.alarms(), lambda row: row.trial)}
    records = [record for record in reader.trials() if record.number in changes and not record.superseded]
    for _, of_start in groupby(records, lambda record: (record.variant, record.trial.start)):
        seen = _Minutes(reader)
        for record in of_start:
            own = changes[record.number]
            ended_s = max((row.at_s for row in own), default=0.0)
            is_rated, fell_s = seen.fall_in(record)
            is_kept = _is_kept(reader, record)
            yield _TrialAlarms(record, own, ended_s, is_rated, is_kept, _stopped_by(reader, record), fell_s)


def _is_kept(reader: RunReader, record: TrialRecord) -> bool:
    verdicts = (reader.verdict(record), *(stage.verdict for stage in reader.stages(record)))
    return all(verdict is not None and verdict.state == "passed" for verdict in verdicts)


def _stopped_by(reader: RunReader, record: TrialRecord) -> str | None:
    doubts = reader.measurement(record).doubts
    texts = (doubt.text for doubt in doubts if doubt.code == DoubtCode.STOPPED_BY_ALARM)
    return next((str(text.values.get("alarm")) for text in texts), None)


class _Minutes:
    """Minutes of Apdex of one start, trial after trial, of all operations with a target time together."""

    def __init__(self, reader: RunReader) -> None:
        self._reader = reader
        self._before: dict[str, ApdexCounts] = {}
        """Counts of all minutes that were not lower, by operation."""

    def fall_in(self, record: TrialRecord) -> tuple[bool, float | None]:
        """Return whether calls of the trial were rated, and the start of the first minute that is surely lower.

        A minute is surely lower if its score is lower by 0.05 or more than that of all minutes of the start before it,
        and its interval lies below theirs. The error of both is shared by the minutes of the trial. Seconds that are
        not judged, as the generator stalled or other processes disturbed them, are left out while they are stored as
        such.
        """
        described = self._reader.description.operations
        rows = apdex_rows(described, record.trial.user_kinds)
        names = [row.name for row in described if row.kind == "operation"]
        minutes: dict[int, dict[str, ApdexCounts]] = defaultdict(dict)
        left_out = self._reader.measurement(record).left_out_s
        for second, seconds, name, counts in self._reader.apdex_seconds(record.number):
            if seconds > 1 or not any(begin <= second < end for begin, end in left_out):
                of_minute = minutes[second // _MINUTE_S]
                of_minute[name] = of_minute.get(name, NO_CALLS) + counts
        is_rated = any(name in rows for of_minute in minutes.values() for name in of_minute)
        for minute, of_minute in sorted(minutes.items()):
            tail = _ERROR / len(minutes)
            now = _interval(apdex_of_whole(rows, of_minute, names), tail)
            before = _interval(apdex_of_whole(rows, self._before, names), tail) if self._before else None
            if now is not None and before is not None and _is_lower(now, before):
                return is_rated, float(_MINUTE_S * minute)
            for name, counts in of_minute.items():
                self._before[name] = self._before.get(name, NO_CALLS) + counts
        return is_rated, None


def _is_lower(now: ApdexInterval, before: ApdexInterval) -> bool:
    return now.high < before.low and now.score <= before.score - _NOTICED


def _interval(apdex: SpanApdex | None, tail: float) -> ApdexInterval | None:
    if apdex is None:
        return None
    counts = apdex.counts
    return apdex_interval(counts.due, counts.satisfied, counts.tolerating, apdex.users, tail)


def _alarm(alarm: StudyAlarm, variant: str | None, trials: Sequence[_TrialAlarms]) -> Alarm:
    firings = {one.record.number: list(_firings(alarm, one)) for one in trials}
    fallen = [one for one in trials if one.fell_s is not None]
    undisturbed_s = sum(one.undisturbed_s for one in trials)
    is_rated = any(one.is_rated for one in trials)
    kept = [firing for own in firings.values() for firing in own[:_MOST_OF_TRIAL]]
    return Alarm(
        name=alarm.name,
        rule=alarm.rule,
        variant=variant,
        stops=alarm.stops,
        firings=tuple(kept[:_MOST_FIRINGS]),
        fired=sum(len(own) for own in firings.values()),
        fired_trials=sum(bool(own) for own in firings.values()),
        trials=len(trials),
        no_data_s=round(sum(_no_data_s(alarm, one) for one in trials)),
        falls=len(fallen),
        detected=sum(any(not firing.is_false for firing in firings[one.record.number]) for one in fallen),
        undisturbed_minutes=undisturbed_s / _MINUTE_S if is_rated else None,
        false_firings=sum(firing.is_false for own in firings.values() for firing in own),
    )


def _firings(alarm: StudyAlarm, trial: _TrialAlarms) -> Iterator[AlarmFiring]:
    own = [row for row in trial.changes if row.name in (alarm.name, "")]
    begun: AlarmFiring | None = None
    for row in own:
        if row.phase == AlarmPhase.FIRING:
            begun = AlarmFiring(
                trial=trial.record.number,
                pending_s=row.at_s if row.since_s is None else row.since_s,
                fired_s=row.at_s,
                known_s=row.known_s,
                ended_s=None,
                value=row.value or Message.said(""),
                stopped=trial.stopped_by == alarm.name,
            )
        elif begun is not None:
            yield _judged(begun if row.phase == _ENDED else replace(begun, ended_s=row.at_s), trial)
            begun = None
    if begun is not None:
        # The trial was cut.
        yield _judged(begun, trial)


def _judged(firing: AlarmFiring, trial: _TrialAlarms) -> AlarmFiring:
    """Return the firing with its lead time, or as false."""
    fell_s, ended_s = trial.fell_s, firing.ended_s
    if fell_s is None:
        return replace(firing, is_false=trial.is_rated and trial.is_kept)
    if ended_s is not None and ended_s < fell_s - _LONGEST_LEAD_S:
        return replace(firing, is_false=True)
    return replace(firing, lead_s=fell_s - firing.known_s)


def _no_data_s(alarm: StudyAlarm, trial: _TrialAlarms) -> float:
    own = [row for row in trial.changes if row.name in (alarm.name, "")]
    ends_s = [*(row.at_s for row in own[1:]), trial.evaluated_s]
    # A trial that was cut has no last row.
    return sum(end_s - row.at_s for row, end_s in zip(own, ends_s, strict=False) if row.phase == AlarmPhase.NO_DATA)
