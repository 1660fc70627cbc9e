"""When each start of each variant was under load, from the trials of a run."""

from collections.abc import Sequence
from itertools import groupby

from loadproof.report.series_model import StartSpan
from loadproof.store.record import TrialRecord

__all__ = ["start_spans"]


def start_spans(records: Sequence[TrialRecord]) -> list[StartSpan]:
    """Each start from the begin of its first trial to the end of its last, in the order in which they were run."""
    ordered = sorted(records, key=lambda record: record.number)
    return [
        StartSpan(
            variant=variant,
            start=start,
            begin_s=round(trials[0].started_s, 3),
            end_s=round(max(trial.started_s + trial.duration_s for trial in trials), 3),
        )
        for (variant, start), together in groupby(ordered, key=lambda record: (record.variant, record.trial.start))
        for trials in [list(together)]
    ]
