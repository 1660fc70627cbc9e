"""Capacity estimate from the trials of a search: an interval, and the probability that a rate is right."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from loadproof.methods.capacity.crossing import Crossing, crossing, evidence_of_fall
from loadproof.methods.capacity.search_evidence import SearchEvidence
from loadproof.methods.capacity.search_rules import RULES

__all__ = ["CapacityDrift", "Estimate", "drift_of", "estimate"]


@dataclass(frozen=True)
class Estimate:
    """The distribution of the capacity where the trials leave it, for an answer within `precision`."""

    crossings: tuple[Crossing, ...]
    precision: float
    unseen: float
    """By how much of itself the capacity may be lower for what comes too seldom to be seen so far."""

    @cached_property
    def low(self) -> float:
        """Lower end of the interval, in calls/s."""
        return self._quantile(RULES.tail) / RULES.model_error

    @cached_property
    def middle(self) -> float:
        """The median, in calls/s."""
        return self._quantile(0.5)

    @cached_property
    def high(self) -> float:
        """Upper end of the interval, in calls/s."""
        return self._quantile(1.0 - RULES.tail) * RULES.model_error

    @property
    def value(self) -> float:
        """The estimate, in calls/s: what is seldom seen only ever lowers a capacity."""
        return self.middle / (1.0 + RULES.of_unseen * self.unseen)

    @cached_property
    def safe(self) -> float:
        """A rate that the capacity is probably above, in calls/s."""
        return self._quantile(RULES.safe)

    @cached_property
    def candidate(self) -> float:
        """The rate to confirm: the lowest that is surely within the precision of the capacity, else the surest."""
        first, last = math.log(self.low / (1.0 + self.precision)), math.log(self.middle)
        rates = np.exp(first + (last - first) * np.arange(41.0) / 40.0)
        sure = self._binding.masses_within(rates / (1.0 + self.precision), rates * (1.0 + self.precision))
        enough = min(float(sure.max()), RULES.ample) - 1e-9
        return float(rates[int(np.argmax(sure >= enough))])

    @property
    def telling(self) -> float:
        """Most informative rate for a trial, in calls/s: on the side that holds more of the uncertainty."""
        candidate = self.candidate
        binding, within = self._binding, 1.0 + self.precision
        below = binding.mass_within(1e-9, candidate / within)
        above = binding.mass_within(candidate * within, 1e12)
        return self._quantile(RULES.telling_part if below > above else 1.0 - RULES.telling_part)

    @cached_property
    def certainty(self) -> float:
        """Probability that the capacity lies within the precision of the rate to confirm."""
        return self.certainty_of(self.candidate)

    def certainty_of(self, rate: float) -> float:
        """Return the probability that the capacity lies within the precision of `rate`."""
        if not 0.0 < rate < math.inf:
            return 0.0
        within = 1.0 + self.precision
        return self._binding.mass_within(rate / within, rate * within)

    def around(self, rate: float) -> tuple[float, float]:
        """The interval, so wide that it holds `rate` with what a power law leaves out, and what was not seen."""
        return min(self.low / (1.0 + self.unseen), rate / RULES.model_error), max(self.high, rate * RULES.model_error)

    def is_near(self, rate: float) -> bool:
        """Return True if a confirmed rate is at most `RULES.below` precisions below the estimate."""
        return rate * (1.0 + RULES.below * self.precision) >= self.value

    @cached_property
    def _binding(self) -> Crossing:
        return min(self.crossings, key=lambda found: found.quantile(0.5))

    def _quantile(self, share: float) -> float:
        return min(found.quantile(share) for found in self.crossings)


def estimate(evidence: SearchEvidence, precision: float) -> Estimate:
    """The capacity by every SLO: the lowest crossing binds."""
    floor, ceiling = evidence.floor or 1.0, evidence.ceiling or 1.0
    low, high = floor / RULES.reach, max(ceiling, floor) * RULES.reach
    crossings = tuple(crossing(points, low, high) for points in evidence.points())
    middle = min(found.quantile(0.5) for found in crossings)
    unseen = RULES.unseen / math.sqrt(max(1.0, evidence.seen_s(middle)))
    return Estimate(crossings, precision, unseen)


@dataclass(frozen=True, slots=True)
class CapacityDrift:
    """The capacities of the earlier and the later trials, and ln of the odds that the later one is lower."""

    before: float
    after: float
    evidence: float


def drift_of(evidence: SearchEvidence, precision: float) -> CapacityDrift:
    """Return the strongest evidence that the capacity fell during the search by more than `precision`.

    Earlier trials are compared with later trials, for each SLO and each cut of `RULES.drift_parts`.
    If no comparison has evidence above 0, the capacities are NaN and the evidence is 0.
    """
    rates = [result.trial.factor_level for result in evidence.trials]
    found = CapacityDrift(math.nan, math.nan, 0.0)
    if not rates:
        return found
    low, high = min(rates) / RULES.reach, max(rates) * RULES.reach
    for points in evidence.points():
        for part in RULES.drift_parts:
            cut = round(part * len(points))
            if 2 <= cut <= len(points) - 2:
                odds, before, after = evidence_of_fall(points[:cut], points[cut:], low, high, 1.0 / (1.0 + precision))
                found = max(found, CapacityDrift(before, after, odds), key=lambda drift: drift.evidence)
    return found
