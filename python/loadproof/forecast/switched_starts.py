"""The starts in which a feature is switched before any load: how many, how long, and which bound they may show."""

import math
from collections.abc import Mapping

from loadproof.judge.overhead import FEWEST_STARTS
from loadproof.judge.pair_effects import per_cent_of
from loadproof.judge.pair_estimates import Known
from loadproof.judge.round_figures import Metric
from loadproof.method.compare import CAPACITY_SHARE
from loadproof.method.overhead import OverheadStart
from loadproof.result.forecast import PlannedOverheadModel, SpreadModel
from loadproof.study.study import Study

__all__ = ["DIFFERENCE_SCATTER_PERCENT", "planned_overhead"]

DIFFERENCE_SCATTER_PERCENT: Mapping[Metric, float] = {Metric.CPU: 1.0, Metric.MEAN: 2.0}
"""What the difference that one start shows scatters from start to start: an assumption, which the plan says."""
_ONE_SIDED = 2.0 * 0.05


def planned_overhead(study: Study, start_s: float, capacity: float) -> PlannedOverheadModel | None:
    """What the overhead of a study takes; None: it has none.

    Each start takes `start_s` until its services are up; where no rate is written it is a part of `capacity`.
    """
    settings = study.methods.overhead
    if settings is None:
        return None
    own_s = settings.start_s + start_s
    variants = len(study.having(OverheadStart.name))
    most = settings.starts * variants
    if settings.budget_s is not None:
        most = max(1, min(most, int(settings.budget_s // own_s)))
    whole_s = round(most * own_s, 1)
    return PlannedOverheadModel(
        variants=variants,
        rates=list(settings.rates or (CAPACITY_SHARE * capacity,)),
        levels=list(settings.levels),
        slot_s=settings.slot_s,
        starts=most,
        start_s=round(own_s, 1),
        duration_s=SpreadModel(low=whole_s, median=whole_s, high=whole_s),
        bound_percent=settings.bound_percent,
        shown_from_percent={
            metric.value: round(percent, 1)
            for metric in DIFFERENCE_SCATTER_PERCENT
            if (percent := _shown_from(metric, most // variants)) is not None
        },
    )


def _shown_from(metric: Metric, starts: int) -> float | None:
    """How far a bound has to lie above what the feature costs to be shown nine times in ten; None: too few starts."""
    if starts < FEWEST_STARTS:
        return None
    deviation = math.log1p(DIFFERENCE_SCATTER_PERCENT[metric] / 100.0) / math.sqrt(starts)
    return per_cent_of(Known(deviation, starts - 1, 2).seen(_ONE_SIDED))
