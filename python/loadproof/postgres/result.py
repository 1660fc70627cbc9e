"""Databases of a run: what each did in the judged seconds of a trial, and minute by minute."""

import math
from collections import defaultdict
from collections.abc import Sequence

from loadproof.postgres.activity import merged, reduced
from loadproof.records.database_activity import DatabaseActivity, TrialDatabase
from loadproof.records.trial import Trial
from loadproof.store.reader import RunReader

__all__ = ["activities_in"]

_MINUTE_S = 60.0
_MOST_MINUTES = 120
_MOST_DATABASES = 100
"""Trials of databases that a result keeps, the last ones: a comparison has hundreds of slots."""
_OF_A_MINUTE = 5


def activities_in(reader: RunReader, trials: Sequence[Trial]) -> tuple[TrialDatabase, ...]:
    """Return the databases of each trial that is no superseded one. Raises RunDirectoryError."""
    known = {trial.number: trial for trial in trials if not trial.superseded}
    numbers = list(dict.fromkeys(number for number, _ in reader.databases() if number in known))
    found = [one for number in numbers[-_MOST_DATABASES:] for one in _of_trial(reader, known[number])]
    return tuple(found[-_MOST_DATABASES:])


def _of_trial(reader: RunReader, trial: Trial) -> list[TrialDatabase]:
    by_service: dict[str, list[DatabaseActivity]] = defaultdict(list)
    for activity in reader.database_activities(trial.number):
        by_service[activity.service].append(activity)
    return [
        TrialDatabase(
            trial=trial.number,
            service=service,
            variant=trial.variant,
            activity=merged(_judged(trial, activities) or activities),
            minutes=tuple(_minutes(trial, activities)),
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
