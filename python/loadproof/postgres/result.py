"""Databases of a run: what each did in the judged seconds of a trial, minute by minute, and during injections."""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from loadproof.postgres.activity import merged, reduced
from loadproof.records.database_activity import DatabaseActivity, ProblemActivity, TrialDatabase
from loadproof.records.injection import Injection, InjectionState
from loadproof.records.trial import Trial
from loadproof.store.reader import RunReader

__all__ = ["activities_in"]

_MINUTE_S = 60.0
_MOST_MINUTES = 120
_MOST_DATABASES = 100
"""Trials of databases that a result keeps, the last ones: a comparison has hundreds of slots."""
_OF_A_MINUTE = 5
_OF_A_PROBLEM = 10
_LONGEST_BEFORE_S = 300.0
_CALM_AFTER_S = 30.0
"""Time after an occurrence that does not count as time before the next one."""

_Spans = Mapping[str, Sequence[tuple[float, float]]]
"""Start and end of each occurrence on the axis of the run, by injection."""


def activities_in(
    reader: RunReader, trials: Sequence[Trial], injections: Sequence[Injection] = ()
) -> tuple[TrialDatabase, ...]:
    """Return the databases of each trial that is no superseded one. Raises RunDirectoryError."""
    known = {trial.number: trial for trial in trials if not trial.superseded}
    numbers = list(dict.fromkeys(number for number, _ in reader.databases() if number in known))
    found = [one for number in numbers[-_MOST_DATABASES:] for one in _of_trial(reader, known[number], injections)]
    return tuple(found[-_MOST_DATABASES:])


def _of_trial(reader: RunReader, trial: Trial, injections: Sequence[Injection]) -> list[TrialDatabase]:
    by_service: dict[str, list[DatabaseActivity]] = defaultdict(list)
    for activity in reader.database_activities(trial.number):
        by_service[activity.service].append(activity)
    spans = _spans(trial, injections)
    return [
        TrialDatabase(
            trial=trial.number,
            service=service,
            variant=trial.variant,
            activity=merged(_judged(trial, activities) or activities),
            minutes=tuple(_minutes(trial, activities)),
            problems=tuple(_problems(trial, activities, spans)),
        )
        for service, activities in by_service.items()
    ]


def _middle_s(activity: DatabaseActivity) -> float:
    return (activity.begin_s + activity.end_s) / 2


def _judged(trial: Trial, activities: Sequence[DatabaseActivity]) -> list[DatabaseActivity]:
    """The intervals whose middle is within the span of the trial, or of one of its stages."""
    spans = [(trial.started_s + one.begin_s, trial.started_s + one.end_s) for one in trial.stages]
    spans = spans or [(trial.span_begin_s, trial.span_end_s)]
    return [one for one in activities if any(begin_s <= _middle_s(one) < end_s for begin_s, end_s in spans)]


def _minutes(trial: Trial, activities: Sequence[DatabaseActivity]) -> list[DatabaseActivity]:
    lasted_s = max(one.end_s for one in activities) - trial.started_s
    step_s = _MINUTE_S * max(1, math.ceil(lasted_s / (_MINUTE_S * _MOST_MINUTES)))
    of_each: dict[int, list[DatabaseActivity]] = defaultdict(list)
    for one in activities:
        of_each[math.floor((_middle_s(one) - trial.started_s) / step_s)].append(one)
    # A damaged store may have intervals of any time.
    kept = sorted(of_each)[:_MOST_MINUTES]
    return [reduced(merged(of_each[minute]), _OF_A_MINUTE) for minute in kept]


def _spans(trial: Trial, injections: Sequence[Injection]) -> _Spans:
    found: dict[str, list[tuple[float, float]]] = {}
    for injection in injections:
        for one in injection.occurrences:
            if one.trial == trial.number and one.state is not InjectionState.FAILED:
                ended_s = next((end_s for end_s in (one.undone_s, one.ended_s) if end_s is not None), math.inf)
                span = (trial.started_s + one.begun_s, trial.started_s + ended_s)
                found.setdefault(injection.name, []).append(span)
    return found


def _problems(trial: Trial, activities: Sequence[DatabaseActivity], spans: _Spans) -> Iterator[ProblemActivity]:
    disturbed = [span for own in spans.values() for span in own]
    calm = [one for one in _judged(trial, activities) if not any(_meets(one, span) for span in disturbed)]
    for injection, own in spans.items():
        first_s = min(begin_s for begin_s, _ in own)
        before = [one for one in calm if first_s - _LONGEST_BEFORE_S <= one.begin_s and one.end_s <= first_s]
        read = [[one for one in activities if begin_s <= _middle_s(one) < end_s] for begin_s, end_s in own]
        during = [one for occurrence in read for one in occurrence]
        if before and during:
            yield ProblemActivity(
                injection=injection,
                occurrences=sum(map(bool, read)),
                before=reduced(merged(before), _OF_A_PROBLEM),
                during=reduced(merged(during), _OF_A_PROBLEM),
            )


def _meets(activity: DatabaseActivity, span: tuple[float, float]) -> bool:
    begin_s, end_s = span
    return activity.end_s > begin_s and activity.begin_s < end_s + _CALM_AFTER_S
