"""Response times of each operation with each variant of a comparison, and the mean of their percentiles beside them."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from loadproof.judge.plateau import with_room
from loadproof.judge.round_figures import TOTAL, RoundFigures, calls_for_metric
from loadproof.methods.compare.machine import CompareSettings
from loadproof.model.typed_json import as_written
from loadproof.records.comparison import OperationTimes, PercentileMean, TooFewCalls
from loadproof.records.metric import PRIMARY_OF_OPERATION, Metric
from loadproof.stats.comparison_looks import FEWEST_ROUNDS

__all__ = ["operation_times", "percentile_means", "primary_values"]

_TIMES = tuple(metric for metric in Metric if metric.is_response)
_AVERAGED = (Metric.P95, Metric.P99)


def operation_times(
    rounds: Sequence[Mapping[str, RoundFigures]],
    operations: Sequence[str],
    variants: Sequence[str],
    settings: CompareSettings,
) -> tuple[OperationTimes, ...]:
    """The whole profile, then each of the `operations`, with every variant that a round measured.

    One that was never called has a row, too: that it has too few calls is what there is to say of it.
    """
    return tuple(
        _times(own, operation, variant, len(variants), settings)
        for operation in (TOTAL, *operations)
        for variant in variants
        if (own := [figures for each in rounds if (figures := each.get(variant))])
    )


def _times(
    rounds: Sequence[RoundFigures], operation: str, variant: str, variants: int, settings: CompareSettings
) -> OperationTimes:
    judged_s = math.fsum(one.judged_s for one in rounds)
    answered = sum(one.answered.get(operation, 0) for one in rounds)
    values, too_few = dict[str, float](), dict[str, TooFewCalls]()
    for metric in _TIMES:
        known = [value for one in rounds if (value := one.values.get((metric, operation)))]
        if known:
            values[metric.value] = math.exp(math.fsum(map(math.log, known)) / len(known))
        elif max(one.answered.get(operation, 0) for one in rounds) < calls_for_metric(metric):
            in_round_s = judged_s * with_room(calls_for_metric(metric)) / answered if answered else None
            run_s = in_round_s and settings.lasting_s(variants, max(len(rounds), FEWEST_ROUNDS), in_round_s)
            calls = TooFewCalls(calls=answered / len(rounds), needed_calls=calls_for_metric(metric), run_s=run_s)
            too_few[metric.value] = as_written(calls)
    times = OperationTimes(
        operation=operation,
        is_primary=operation in settings.primary,
        variant=variant,
        calls_per_s=_rate(sum(one.calls.get(operation, 0) for one in rounds), judged_s),
        values=values,
        too_few=too_few,
    )
    return as_written(times)


def _rate(calls: int, seconds: float) -> float:
    return calls / seconds if seconds else 0.0


def percentile_means(
    times: Sequence[OperationTimes], operations: Sequence[str], variants: Sequence[str]
) -> tuple[PercentileMean, ...]:
    """The means of p95 and p99 over the `operations` that have them with all `variants`; none where none has."""
    return tuple(_means(times, operations, variants))


def _means(
    times: Sequence[OperationTimes], operations: Sequence[str], variants: Sequence[str]
) -> Iterator[PercentileMean]:
    of_operations = [one for one in times if one.operation in operations]
    called = dict.fromkeys(one.operation for one in of_operations)
    variants = [variant for variant in variants if any(one.variant == variant for one in of_operations)]
    for metric in _AVERAGED:
        # The figures that a report shows: who adds them up finds the same mean.
        shown = {(one.operation, one.variant): one.values.get(metric.value) for one in of_operations}
        whole = [name for name in called if all(shown.get((name, variant)) for variant in variants)]
        if len(whole) > 1:
            means = {
                variant: math.fsum(shown[name, variant] or 0.0 for name in whole) / len(whole) for variant in variants
            }
            mean = PercentileMean(
                metric=cast(Any, metric.value), operations=len(whole), whole=len(called), values=means
            )
            yield as_written(mean)


def primary_values(figures: RoundFigures, primary: Sequence[str]) -> dict[str, dict[str, float]]:
    """Return the judged values of each primary operation of one round, by operation and metric, in ms."""
    return {
        name: {
            metric.value: figures.values[metric, name]
            for metric in PRIMARY_OF_OPERATION
            if (metric, name) in figures.values
        }
        for name in primary
    }
