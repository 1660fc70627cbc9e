"""Response times of single trials: quantiles and a histogram of each, from the merged histogram of its judged span."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from loadproof._engine import Histogram
from loadproof.methods.trial import Purpose
from loadproof.records.measurement import QUANTILES
from loadproof.records.trial import Trial
from loadproof.result.ranked_start import response_of_span
from loadproof.result.result import Result
from loadproof.result.series import ResponseCurves, TrialCurve
from loadproof.stats.quantile_interval import calls_for_quantile
from loadproof.store.reader import RunReader

__all__ = ["NO_CURVES", "response_curves"]

NO_CURVES = ResponseCurves(nines=(), trials=())
_MOST_TRIALS = 40
_POINTS = 60
_FEWEST_BEYOND = 10
_MOST_BINS = 60
_LEAST_WIDTH = 1.02
"""Least ratio of the edges of a bin: narrower ones would show the steps of the engine's histogram."""
_LEAST_MS = 5e-4
"""Least response time on a logarithmic scale: one step of the engine's histogram."""


def response_curves(reader: RunReader, result: Result) -> ResponseCurves:
    """Curves of the trials that answers rest on and of other judged trials, at most 40; none of slots of comparisons.

    Of minutes that were rolled up, those that begin within a stretch are counted to it. Raises RunDirectoryError.
    """
    merged = [(trial, response_of_span(reader, trial)) for trial in _chosen(result)]
    merged = [(trial, histogram) for trial, histogram in merged if histogram.count]
    quantiles = _quantiles(max((histogram.count for _, histogram in merged), default=0), result)
    return ResponseCurves(
        nines=list(quantiles),
        trials=[_curve(trial, histogram, list(quantiles.values())) for trial, histogram in merged],
    )


def _chosen(result: Result) -> list[Trial]:
    """The decisive trial, those of all answers, then others by number; of too many the last ones of each start."""
    judged = {trial.number: trial for trial in result.trials if _is_drawn(Purpose(trial.purpose))}
    resting = [result.decisive, *(answer.decisive for answer in result.answers)]
    ordered = dict.fromkeys([*resting, *(trial.number for trial in _from_the_end(list(judged.values())))])
    chosen = [judged[number] for number in ordered if number in judged][:_MOST_TRIALS]
    rests = [trial for trial in chosen if trial.number in resting]
    return rests + sorted((trial for trial in chosen if trial not in rests), key=lambda trial: trial.number)


def _is_drawn(purpose: Purpose) -> bool:
    return purpose.is_judged and purpose not in (Purpose.COMPARE, Purpose.ALONE)


def _from_the_end(trials: Sequence[Trial]) -> Iterator[Trial]:
    """Yield the last trial of each start, then the last but one of each, and so on."""
    starts: dict[tuple[str | None, int], list[Trial]] = {}
    for trial in trials:
        starts.setdefault((trial.variant, trial.start), []).append(trial)
    for place in range(1, 1 + max(map(len, starts.values()), default=0)):
        yield from (own[-place] for own in starts.values() if len(own) >= place)


def _quantiles(most_calls: int, result: Result) -> dict[float, float]:
    """Quantiles by their nines, ascending: up to where ten of `most_calls` lie beyond; those of the SLOs among them.

    The others are evenly spaced but for rounding: the share beyond each has two digits, so that its name is short.
    """
    top = math.log10(max(1.0, most_calls / _FEWEST_BEYOND))
    even = [10.0 ** (-top * point / _POINTS) for point in range(1, _POINTS + 1)]
    beyond = [float(f"{share:.2g}") for share in even]
    beyond += [1.0 - quantile for quantile in QUANTILES.values()]
    beyond += [slo.limit_percent / 100.0 for slo in result.run.slos if slo.kind == "percentile"]
    by_nines = {_rounded(-math.log10(share)): 1.0 - share for share in beyond if 0.0 < share < 1.0}
    return {nines: quantile for nines, quantile in sorted(by_nines.items()) if nines <= _rounded(top)}


def _curve(trial: Trial, histogram: Histogram, quantiles: list[float]) -> TrialCurve:
    edges_ms = _edges_ms(histogram)
    # The first and the last bin take what lies beyond their edges, too.
    up_to = [0, *histogram.counts_up_to(edges_ms[1:-1]), histogram.count]
    return TrialCurve(
        trial=trial.number,
        calls=histogram.count,
        quantiles_ms=[
            _rounded(max(histogram.quantile_ms(quantile), _LEAST_MS))
            if histogram.count >= calls_for_quantile(quantile)
            else None
            for quantile in quantiles
        ],
        edges_ms=edges_ms,
        counts=[upper - lower for lower, upper in pairwise(up_to)],
    )


def _edges_ms(histogram: Histogram) -> list[float]:
    """Edges of at most 60 bins of one ratio, fewer where calls are few or times lie near together."""
    buckets = histogram.buckets()
    low_ms, high_ms = (max(buckets[place][0], _LEAST_MS) for place in (0, -1))
    width = math.log(max(_LEAST_WIDTH, 1.0 + 2.0 * _LEAST_MS / low_ms))
    low, high = math.log(low_ms) - width / 2.0, math.log(high_ms) + width / 2.0
    most = min(_MOST_BINS, 2.0 * math.sqrt(histogram.count), (high - low) / width)
    bins = max(1, math.floor(most))
    return [_rounded(math.exp(low + (high - low) * place / bins)) for place in range(bins + 1)]


def _rounded(value: float) -> float:
    """Four significant digits, as the page has them."""
    return float(f"{value:.4g}")
