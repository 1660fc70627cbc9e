"""The services that a study may meet, drawn from what is known of its own: nothing else is known before any load."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from loadproof.forecast.assumed_service import AssumedService, longest_service_s, throughput_of
from loadproof.forecast.trial import LoadShape

__all__ = ["Between", "ServiceGuess", "assumed_services"]

_VARIATIONS = (0.0, 0.25, 1.0, math.e - 1.0, 4.0)
"""Squared coefficients of variation of a service time: fixed, Erlang, exponential, log-normal (sigma 1), heavy."""
_DEVIATIONS = (0.0, 0.02, 0.05)


@dataclass(frozen=True, slots=True)
class Between:
    """A quantity of which only the bounds are known; every size of it is as likely as any other (log-uniform)."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        """The geometric mean.

        >>> Between(10.0, 1000.0).middle
        100.0
        """
        return math.sqrt(self.low * self.high)

    def at(self, part: float) -> float:
        """The value that a `part` (0 to 1) lies below."""
        return float(self.low * (self.high / self.low) ** part)


@dataclass(frozen=True, slots=True)
class ServiceGuess:
    """The capacity, in arrivals/s of the profile or in users, and the time that one call takes by itself, in s."""

    capacity: Between
    service_s: Between
    rate_beside_users: float | None = None
    """Arrivals/s beside the users that `capacity` counts; None: it counts arrivals/s."""

    def middle(self, shape: LoadShape, capacity: float | None = None) -> AssumedService:
        """The service in the middle of all that may be, or of those of one capacity."""
        calls_per_s = self.calls_per_s(capacity or self.capacity.middle, shape)
        return _service(calls_per_s, self.service_s.middle, 1.0, 0.0, shape)

    def calls_per_s(self, capacity: float, shape: LoadShape) -> float:
        """Return the calls/s of a load at the capacity."""
        if self.rate_beside_users is None:
            return shape.calls_per_arrival * capacity + shape.user_calls_per_s
        of_users = capacity / shape.users if shape.users else 1.0
        return shape.calls_per_arrival * self.rate_beside_users + of_users * shape.user_calls_per_s


def assumed_services(guess: ServiceGuess, shape: LoadShape, count: int, seed: int) -> tuple[AssumedService, ...]:
    """`count` services, each quantity in `count` equal parts of its range, put together at random.

    (Latin hypercube: McKay, Beckman, Conover 1979, *Technometrics* 21.)
    """
    rng = np.random.default_rng(seed)
    columns = [((rng.permutation(count) + rng.random(count)) / count).tolist() for _ in range(4)]
    return tuple(
        _service(
            guess.calls_per_s(guess.capacity.at(capacity), shape),
            guess.service_s.at(service),
            _one_of(_VARIATIONS, variation),
            _one_of(_DEVIATIONS, deviation),
            shape,
        )
        for capacity, service, variation, deviation in zip(*columns, strict=True)
    )


def _one_of(values: Sequence[float], part: float) -> float:
    return values[min(len(values) - 1, int(part * len(values)))]


def _service(
    calls_per_s: float, service_s: float, variation: float, deviation: float, shape: LoadShape
) -> AssumedService:
    """The service that keeps every SLO just up to `calls_per_s`; where none does, one of times that vary less."""
    limits = {(slo.threshold_ms / 1000.0, slo.limit_share) for slo in shape.slos if slo.threshold_ms is not None}
    if not limits:
        return AssumedService(calls_per_s, service_s, variation, deviation)
    kept = [
        own
        for own in _VARIATIONS
        if own <= variation and all(service_s <= longest_service_s(own, *limit) for limit in limits)
    ]
    varies = max(kept, default=0.0)
    throughput = max(throughput_of(calls_per_s, service_s, varies, *limit) for limit in limits)
    return AssumedService(throughput, service_s, varies, deviation)
