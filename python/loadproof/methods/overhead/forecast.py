"""The starts in which a feature is switched before any load: how many, how long, and which bound they may show."""

import math
from collections.abc import Iterator, Mapping

from loadproof.judge.pair_effects import per_cent_of
from loadproof.methods.cycles import CAPACITY_SHARE, STEADY_CYCLES
from loadproof.methods.overhead.judge.starts import FEWEST_STARTS
from loadproof.methods.overhead.machine import OverheadSettings, OverheadStart
from loadproof.model.message import Message, duration, listed
from loadproof.records.metric import Metric
from loadproof.result.forecast import PlannedOverheadModel, SpreadModel
from loadproof.result.planned_differences import planned_differences
from loadproof.stats.pair_estimates import Known
from loadproof.study.study import Study
from loadproof.study.toggle_settings import LevelToggle, ToggleKind

__all__ = ["DIFFERENCE_SCATTER_PERCENT", "STEP_S", "assumptions", "planned_overhead"]

DIFFERENCE_SCATTER_PERCENT: Mapping[Metric, float] = {Metric.CPU: 1.0, Metric.MEAN: 2.0}
"""Assumed scatter, from start to start, of the difference that one start shows, %; the plan states this assumption."""
STEP_S: Mapping[ToggleKind, float] = {ToggleKind.URL: 0.1, ToggleKind.COMMAND: 2.0}
"""Seconds of a step of a switch: an assumption, which the plan says. A profiler that is loaded into a Java VM took 2.0
to 2.1 s until it recorded (docs/results/profiling-overhead)."""
_ONE_SIDED = 2.0 * 0.05
_LIKELY_WARM_UP = 6
_MOST_AGAIN = 0.25
"""Part of the counted cycles that one start in ten runs once more, as they were disturbed or cold."""


def assumptions(study: Study) -> Iterator[Message]:
    """Yield the assumptions on the scatter of starts, and on the time of each kind of switch."""
    percents = {metric.value: percent for metric, percent in DIFFERENCE_SCATTER_PERCENT.items()}
    yield Message("assumed-overhead", scatter=listed(planned_differences(percents)))
    steps = [step.kind for toggle in study.toggles.values() for step in (toggle.on, toggle.off)]
    for kind in dict.fromkeys(steps):
        yield Message("assumed-switch", kind=kind.value, time=duration(STEP_S[kind]))


def planned_overhead(study: Study, start_s: float, capacity: float) -> PlannedOverheadModel:
    """Return the starts, the duration and the bounds shown of the overhead method of a study.

    Each start takes `start_s` until its services are up. If no rate is written, the rate is a share of `capacity`.
    """
    settings: OverheadSettings = study.methods.settings[OverheadStart.name]
    low_s, own_s, high_s = (start_s + own for own in _starts_s(settings, study.toggles))
    variants = len(study.having(OverheadStart.name))
    most = settings.starts * variants
    if settings.budget_s is not None:
        most = max(1, min(most, int(settings.budget_s // own_s)))
    return PlannedOverheadModel(
        variants=variants,
        rates=list(settings.rates or (CAPACITY_SHARE * capacity,)),
        levels=list(settings.levels),
        slot_s=settings.slot_s,
        starts=most,
        start_s=round(own_s, 1),
        duration_s=SpreadModel(low=round(most * low_s, 1), median=round(most * own_s, 1), high=round(most * high_s, 1)),
        bound_percent=settings.bound_percent,
        shown_from_percent={
            metric.value: round(percent, 1)
            for metric in DIFFERENCE_SCATTER_PERCENT
            if (percent := _shown_from(metric, most // variants)) is not None
        },
    )


def _starts_s(settings: OverheadSettings, toggles: Mapping[str, LevelToggle]) -> tuple[float, float, float]:
    """Seconds of a start that is warm at once, as most are, and late with cycles that are run again."""
    counted, most = settings.counted_cycles, settings.warm_up_cycles
    again = 2 * math.ceil(_MOST_AGAIN * counted / 2.0)
    likely = min(_LIKELY_WARM_UP, most)
    switch_s = _switches_a_cycle(settings) * _switch_s(toggles)
    quick, usual, slow = (
        settings.load_s(warm_up, cycles) + (warm_up + cycles) * switch_s
        for warm_up, cycles in ((min(STEADY_CYCLES, most), counted), (likely, counted), (most, counted + again))
    )
    return quick, usual, slow


def _switches_a_cycle(settings: OverheadSettings) -> float:
    """Return the changes of level a cycle: those within it, and half of one before it, as each second one mirrors.

    >>> _switches_a_cycle(OverheadSettings((500.0,)))
    1.25
    """
    rates = max(1, len(settings.rates))
    cells = (1 + len(settings.levels)) * rates
    return (cells - rates) * (1.0 + 0.5 / cells)


def _switch_s(toggles: Mapping[str, LevelToggle]) -> float:
    """Seconds of a change between two levels, on average over the pairs: one level goes off before another comes on."""
    steps = [STEP_S[step.kind] for toggle in toggles.values() for step in (toggle.on, toggle.off)]
    if not steps:
        return 0.0
    return math.fsum(steps) / len(steps) * 2.0 * len(toggles) / (1 + len(toggles))


def _shown_from(metric: Metric, starts: int) -> float | None:
    """Return the least %, above the feature's cost, of a bound shown nine times in ten; None: too few starts."""
    if starts < FEWEST_STARTS:
        return None
    deviation = math.log1p(DIFFERENCE_SCATTER_PERCENT[metric] / 100.0) / math.sqrt(starts)
    return per_cent_of(Known(deviation, starts - 1, 2).seen(_ONE_SIDED))
