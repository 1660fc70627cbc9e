"""The rounds of a comparison before any load: how many, how long, and which differences they will see."""

import math
from collections.abc import Iterator, Mapping, Sequence

from loadproof.judge.pair_effects import ComparisonSettings, per_cent_of
from loadproof.judge.plateau import with_room
from loadproof.judge.round_figures import calls_for_metric
from loadproof.methods.compare.machine import CompareRound, CompareSettings
from loadproof.methods.compare.round_plan import RoundCost, family_size, plan_rounds
from loadproof.methods.cycles import CAPACITY_SHARE
from loadproof.model.message import Message, listed
from loadproof.model.profile import Profile
from loadproof.records.metric import PRIMARY_OF_OPERATION, Metric
from loadproof.result.forecast import PlannedRoundsModel, SpreadModel
from loadproof.result.planned_differences import planned_differences
from loadproof.stats.comparison_looks import FEWEST_ROUNDS, LOOKS
from loadproof.stats.pair_estimates import Known
from loadproof.study.study import Study

__all__ = ["assumptions", "planned_rounds", "scatter_percent"]

_SCATTER_PERCENT = {Metric.CPU: 1.0, Metric.MEAN: 2.0, Metric.P99: 4.0}
_SINGLE_SCATTER_PERCENT = {Metric.CPU: 15.0, Metric.MEAN: 20.0, Metric.P99: 24.0}
"""Scatter if variants are started one at a time, %: each start meets the drift of docs/method/comparison.md anew."""
_MISSED_POWER = 0.1
_WARM_UP_CYCLES = 4
_P99_TAIL = 0.01


def scatter_percent(settings: CompareSettings) -> Mapping[Metric, float]:
    """Return the assumed scatter of one variant's value of one round, besides that of its calls, % by metric.

    The plan states this assumption.

    >>> scatter_percent(CompareSettings(500.0))[Metric.CPU]
    1.0
    """
    return _SCATTER_PERCENT if settings.together else _SINGLE_SCATTER_PERCENT


def assumptions(settings: CompareSettings) -> Iterator[Message]:
    """Yield the assumption on the scatter of rounds."""
    percents = {metric.value: percent for metric, percent in scatter_percent(settings).items()}
    yield Message("assumed-rounds", scatter=listed(planned_differences(percents)))


def planned_rounds(study: Study, start_s: float, capacity: float) -> PlannedRoundsModel:
    """Return the rounds, the duration and the visible differences of the comparison of a study.

    Each variant takes `start_s` to start. If no rate is written, the rate is a share of the assumed `capacity`.
    """
    settings: CompareSettings = study.methods.settings[CompareRound.name]
    variants, most = len(study.having(CompareRound.name)), settings.rounds
    load_s, cycles = settings.round_s(variants, _WARM_UP_CYCLES), settings.counted_cycles
    if settings.budget_s is not None:
        planned = plan_rounds(settings, variants, (), settings.budget_s, RoundCost(variants * start_s, pace=1.0))
        most = 1 if planned is None else planned.rounds
        load_s = settings.shortest.round_s(variants) if planned is None else planned.load_s
        settings = settings.within(load_s, variants)
        more_s = load_s - settings.round_s(variants, _WARM_UP_CYCLES)
        cycles += max(0, int(more_s // (settings.slot_s * variants)))
    round_s = load_s + variants * start_s
    least = min(most, LOOKS[0])
    rate = settings.rate or CAPACITY_SHARE * capacity
    calls = rate * settings.hold_s * cycles
    return PlannedRoundsModel(
        variants=variants,
        rate=rate,
        slot_s=settings.slot_s,
        least=least,
        most=most,
        round_s=round(round_s, 1),
        calls=round(calls),
        duration_s=SpreadModel(
            low=round(least * round_s, 1), median=round(most * round_s, 1), high=round(most * round_s, 1)
        ),
        visible_percent={
            metric.value: percent
            for metric in scatter_percent(settings)
            if (percent := _visible_percent(metric, settings, variants, most, calls)) is not None
        },
        visible_of_operations={
            name: {
                metric.value: percent
                for metric in PRIMARY_OF_OPERATION
                if (percent := _visible_percent(metric, settings, variants, most, own_calls)) is not None
            }
            for name, own_calls in _calls_of(settings.primary, study.profile, calls).items()
        },
    )


def _calls_of(names: Sequence[str], profile: Profile, calls: float) -> dict[str, float]:
    """Calls of each of these operations among so many; nothing of one that only flows call: nobody wrote how many."""
    weights = {one.name: one.weight for one in profile.operations}
    weights |= {one.name: one.weight for one in profile.flows}
    whole = math.fsum(weights.values())
    return {name: calls * weights[name] / whole for name in names if weights[name] > 0.0}


def _visible_percent(
    metric: Metric, settings: CompareSettings, variants: int, rounds: int, calls: float
) -> float | None:
    """The smallest difference that `rounds` rounds see nine times in ten; None: they, or their `calls`, are too few."""
    if rounds < FEWEST_ROUNDS or (metric.is_response and calls < with_room(calls_for_metric(metric))):
        return None
    variance = math.log1p(scatter_percent(settings)[metric] / 100.0) ** 2 + _of_calls(metric, calls)
    degrees = (rounds - 1) * (variants - 1)
    known = Known(math.sqrt(2.0 * variance / rounds), degrees, variants)
    looks = ComparisonSettings(most_rounds=settings.rounds).looks
    error = looks.error_at(rounds, last=True) / family_size(settings)
    return round(per_cent_of(known.critical(error) + known.half_width(2.0 * _MISSED_POWER)), 1)


def _of_calls(metric: Metric, calls: float) -> float:
    """The variance of the logarithm that independent calls give, of response times that are exponential."""
    if metric is Metric.P99:
        return (1.0 - _P99_TAIL) / _P99_TAIL / calls / math.log(1.0 / _P99_TAIL) ** 2
    return 1.0 / calls if metric is Metric.MEAN else 0.0
