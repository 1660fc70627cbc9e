"""Expected width of the confidence interval of a quantile, from the number of calls and their clustering."""

import math
from dataclasses import dataclass

import numpy as np

from loadproof.forecast.assumed_service import AssumedService, Counts, Numbers, OfferedLoad
from loadproof.records.measurement import QUANTILES

__all__ = ["QuantileOutlook", "TailLaw", "tail_law"]

_NORMAL_95 = 1.959964
_GRID = 20
_FEWEST_BURSTS = 5.0
_MOST_SHARE = 0.9999
_SHORTEST_STEP_S = 0.002
_BATCHES = 30
_SHORTEST_BATCH_S = 8.0
_THRESHOLDS_PER_BATCH = 30.0


@dataclass(frozen=True, slots=True)
class QuantileOutlook:
    """`calls` weigh as `effective_calls` independent ones; the 95 % interval is about ± `half_width_percent`."""

    effective_calls: float
    half_width_percent: float


@dataclass(frozen=True, slots=True)
class TailLaw:
    """A quantile of the response time of an assumed service under one load.

    `value_s` is exceeded by the share 1 − q; `steepness` is −d ln(value) / d ln(share) there; `clustering` is by how
    much the variance of the number of calls above it, over its mean, is more than that of independent calls.
    """

    share_over: float
    value_s: float
    steepness: float
    clustering: float

    def dispersion(self, share: float) -> float:
        """Variance over mean of the number of calls above it, of an operation that has the `share` (0 to 1) of all.

        A share w of clustered calls, drawn at random, clusters w times as much (thinning of a point process: Cox and
        Isham 1980, 4.3).
        """
        return 1.0 - self.share_over + share * self.clustering

    def outlook(self, calls: float, share: float) -> QuantileOutlook:
        """For an operation that has `calls` calls and the `share` (0 to 1) of all.

        The error of the share over the quantile, taken through the slope of the tail, is that of the
        quantile (delta method; Serfling 1980, 2.3.3).
        """
        dispersion = self.dispersion(share)
        effective = calls * (1.0 - self.share_over) / dispersion
        beyond = max(calls * self.share_over, 1e-9)
        relative = self.steepness * math.sqrt(dispersion / beyond)
        return QuantileOutlook(effective, 100.0 * _NORMAL_95 * relative)


def tail_law(service: AssumedService, rate: float, seed: int, is_poisson: bool = True) -> dict[str, TailLaw]:
    """The law at each displayed quantile, for `rate` arrivals/s, by simulation."""
    rng = np.random.default_rng(seed)
    # A queue forgets within some tens of its own waits; these follow from how full it is.
    free = max(0.02, 1.0 - rate / service.throughput)
    forgets_s = (1.0 + service.variation) / (service.throughput * free * free)
    batch_s = math.ceil(min(120.0, max(_SHORTEST_BATCH_S, _THRESHOLDS_PER_BATCH * forgets_s)))
    most_s = service.service_s * (1.0 + 6.0 * service.variation) + 8.0 * (1.0 + service.variation) / (
        service.throughput * free
    )
    grid = np.geomspace(0.3 * service.service_s, most_s, _GRID)
    load = OfferedLoad(np.full(_BATCHES * batch_s, min(rate, 0.98 * service.throughput)), is_poisson)
    served = service.serve(load, tuple(grid.tolist()), rng, max(_SHORTEST_STEP_S, 0.5 * service.service_s))
    bad = (served.over * served.calls).reshape(_GRID, _BATCHES, batch_s).sum(axis=2)
    calls = served.calls.reshape(_BATCHES, batch_s).sum(axis=1)
    shares: Numbers = bad.sum(axis=1) / max(1, int(calls.sum()))
    clustering = [_clustering(row, calls) for row in bad]
    trusted = [
        place
        for place, row in enumerate(bad)
        if float(row.sum()) >= _FEWEST_BURSTS * max(1.0, clustering[place]) and shares[place] < _MOST_SHARE
    ]
    curve = _Tail(grid[trusted], np.log(shares[trusted]), np.array(clustering)[trusted])
    return {name: curve.at(1.0 - quantile) for name, quantile in QUANTILES.items()}


@dataclass(frozen=True, slots=True)
class _Tail:
    """Values with the logarithms of the shares above them, as far as there were bursts enough to count on."""

    values_s: Numbers
    logarithms: Numbers
    clustering: Numbers

    def at(self, share: float) -> TailLaw:
        """The law where `share` lies above; beyond the last value the tail goes on as an exponential one."""
        wanted, last = math.log(share), len(self.values_s) - 1
        place = int(np.clip(np.searchsorted(-self.logarithms, -wanted), 1, last))
        low_s, high_s = float(self.values_s[place - 1]), float(self.values_s[place])
        fall = max(1e-9, float(self.logarithms[place - 1] - self.logarithms[place]))
        steepness = math.log(high_s / low_s) / fall
        beyond = float(self.logarithms[place]) - wanted
        if beyond > 0.0:
            value_s = high_s * (1.0 + steepness * beyond)
            return TailLaw(share, value_s, steepness * high_s / value_s, float(self.clustering[place]))
        part = min(1.0, max(0.0, 1.0 + beyond / fall))
        clustering = (1.0 - part) * self.clustering[place - 1] + part * self.clustering[place]
        return TailLaw(share, low_s * (high_s / low_s) ** part, steepness, float(clustering))


def _clustering(bad: Numbers, calls: Counts) -> float:
    """Variance over mean of the expected calls over a value, batch by batch, about their share (ratio estimator)."""
    total = float(bad.sum())
    if total <= 0.0:
        return 0.0
    residuals = bad - total / max(1, int(calls.sum())) * calls
    return float((residuals**2).sum() / (len(bad) - 1) / (total / len(bad)))
