"""Two runs told apart by their starts: worse, no worse, or not to be told.

A start is the unit, as it is what differs when nothing was changed. Starts of two runs are no pairs: they share neither
a round nor an hour. docs/method/comparison.md, "Stored runs", has the formulas and their sources.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from loadproof.judge.pair_effects import ComparisonSettings, Figure, values_of
from loadproof.judge.round_figures import TOTAL, RoundFigures
from loadproof.records.comparison import Decision, Family, Pair
from loadproof.records.metric import PARTS_OF_MEMORY, PRIMARY, Metric
from loadproof.stats.holm import sharing_error
from loadproof.stats.pair_estimates import Known, PairEstimate

__all__ = ["FEWEST_STARTS", "Basis", "RunComparison", "RunStarts", "Standing", "compare_starts"]

FEWEST_STARTS = 3
"""Two starts say nothing of how starts differ."""
_BATCH_S = 300.0
"""Starts that follow each other faster share the machine, whose slowness has a correlation of 0.31 at 148 s."""
_SHARED_MIB = 0.25
"""The share that a process has of the libraries it maps falls while others map them (proc(5), Pss): that of one which
has little else was 0.43 MiB in some starts and 0.63 in others."""
_NOTHING = 1e-9
"""Equal values differ by so little, by rounding."""
_OF_PROCESSES = (Metric.MEMORY, Metric.OTHER_MEMORY)
"""Metrics in which the proportional share of processes is."""


class Standing(StrEnum):
    """Standing of a run against its baseline."""

    WORSE = "worse"
    NO_WORSE = "no worse"
    CANNOT_TELL = "cannot tell"


class Basis(StrEnum):
    """Source of the scatter between equal starts."""

    STARTS = "starts"
    """Starts of the two runs."""
    EARLIER = "earlier starts"
    """Starts of other runs under the same load."""
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class RunStarts:
    """Metrics of the starts of one run, in the order of the starts, with the name of the run."""

    name: str
    figures: Sequence[RoundFigures]
    began_s: Sequence[float] = ()
    """Time at which the load of each start began, s since the run began; empty: the machine does not drift."""

    @property
    def batches(self) -> list[range]:
        """Starts that count as one, by their places: neighbours within some minutes, in three batches at least.

        >>> figures = [RoundFigures("", number, {}) for number in range(8)]
        >>> [len(RunStarts("", figures, [gap * place for place in range(8)]).batches) for gap in (20, 150, 300)]
        [3, 4, 8]
        """
        whole = batches = len(self.figures)
        if whole > FEWEST_STARTS and len(self.began_s) == whole:
            gap_s = (self.began_s[-1] - self.began_s[0]) / (whole - 1)
            batches = max(FEWEST_STARTS, min(whole, int(whole * gap_s // _BATCH_S)))
        return [range(place * whole // batches, (place + 1) * whole // batches) for place in range(batches)]


@dataclass(frozen=True, slots=True)
class RunComparison:
    """A run against its baseline in the primary metrics that both have, and what that makes of it, by metric."""

    basis: Basis
    pairs: tuple[Pair, ...]
    standings: Mapping[Metric, Standing]
    memory_parts: tuple[Pair, ...] = ()
    """The parts of memory that both have: the claim is without them."""

    @property
    def standing(self) -> Standing:
        """Worse where one metric is; no worse where all are."""
        found = set(self.standings.values())
        if Standing.WORSE in found:
            return Standing.WORSE
        return Standing.NO_WORSE if found == {Standing.NO_WORSE} else Standing.CANNOT_TELL


def compare_starts(
    baseline: RunStarts,
    other: RunStarts,
    earlier: Sequence[RoundFigures] = (),
    settings: ComparisonSettings | None = None,
    *,
    others: int = 1,
) -> RunComparison:
    """Compares the starts of two runs, in the total of the profile.

    Three starts and more of each are judged by their own scatter, in batches where they follow each other fast; fewer
    by that of `earlier` starts of the same profile at the same rate, where there are three. Of so many `others` with
    this baseline any is called worse by chance with at most the error of the `settings`. Parts of memory are judged
    beside the primary metrics, at an error of their own.

    >>> starts = [RoundFigures("", number, {(Metric.P99, TOTAL): 10.0 + number / 100}) for number in range(3)]
    >>> slower = [RoundFigures("", number, {(Metric.P99, TOTAL): 12.0 + number / 100}) for number in range(3)]
    >>> found = compare_starts(RunStarts("main", starts), RunStarts("branch", slower))
    >>> found.standing.value, round(found.pairs[0].effect_percent, 1)
    ('worse', 20.0)
    >>> compare_starts(RunStarts("main", starts[:1]), RunStarts("branch", slower[:1])).standing.value
    'cannot tell'
    """
    settings = settings or ComparisonSettings()
    basis = _basis(baseline, other, earlier)

    def tests_of(metrics: Sequence[Metric], family: Family) -> list[_Test]:
        estimates = {metric: _estimate(metric, baseline, other, earlier, basis) for metric in metrics}
        found = {metric: pair for metric, pair in estimates.items() if pair is not None}
        allowed = _allowed(found, settings.error / others)
        return [_Test(metric, family, pair, settings, allowed[metric]) for metric, pair in found.items()]

    tests = tests_of(PRIMARY, Family.PRIMARY)
    return RunComparison(
        basis,
        tuple(test.effect() for test in tests),
        {test.metric: test.standing for test in tests},
        tuple(test.effect() for test in tests_of(PARTS_OF_MEMORY, Family.OPERATION)),
    )


def _basis(baseline: RunStarts, other: RunStarts, earlier: Sequence[RoundFigures]) -> Basis:
    if min(len(baseline.figures), len(other.figures)) >= FEWEST_STARTS:
        return Basis.STARTS
    return Basis.EARLIER if len(earlier) >= FEWEST_STARTS else Basis.NOTHING


@dataclass(frozen=True, slots=True)
class _Sample:
    """One metric over the batches of a run's starts on its scale, and the least variance that one must have.

    That is what calls alone give it, and to memory who else runs.
    """

    values: Sequence[float]
    least: float

    @classmethod
    def of(cls, starts: RunStarts, metric: Metric) -> "_Sample":
        values, least = values_of([{"": each} for each in starts.figures], metric, TOTAL)
        own = values.get("", {})
        batches = [known for batch in starts.batches if (known := [own[place] for place in batch if place in own])]
        means = tuple(math.fsum(batch) / len(batch) for batch in batches)
        scatter = least.get("", 0.0) * len(means) / max(1, len(own))
        if means and metric in _OF_PROCESSES:
            # Starts that are neighbours have the same others: more of them do not cancel it.
            scatter = max(scatter, (_SHARED_MIB * math.exp(-max(means))) ** 2)
        return cls(means, scatter)

    @property
    def mean(self) -> float:
        return math.fsum(self.values) / len(self.values)

    @property
    def variance(self) -> float:
        own = math.fsum((value - self.mean) ** 2 for value in self.values) / (len(self.values) - 1)
        return max(own, self.least, _NOTHING**2)


def _estimate(
    metric: Metric, baseline: RunStarts, other: RunStarts, earlier: Sequence[RoundFigures], basis: Basis
) -> PairEstimate | None:
    """Return the estimate of the pair for `metric`; None if one of the two runs has no value."""
    a, b = _Sample.of(baseline, metric), _Sample.of(other, metric)
    if not a.values or not b.values:
        return None
    known = None
    if basis is Basis.STARTS and min(len(a.values), len(b.values)) >= FEWEST_STARTS:
        known = _welch(a, b)
    elif basis is Basis.EARLIER and len((before := _Sample.of(RunStarts("", earlier), metric)).values) >= FEWEST_STARTS:
        variance = max(before.variance, a.least, b.least)
        deviation = math.sqrt(variance * (1.0 / len(a.values) + 1.0 / len(b.values)))
        known = Known(deviation, len(before.values) - 1, 2)
    starts = min(len(baseline.figures), len(other.figures))
    return PairEstimate(baseline.name, other.name, starts, b.mean - a.mean, a.mean, b.mean, known)


def _welch(a: _Sample, b: _Sample) -> Known:
    """Two means whose variances may differ: Welch 1947, Biometrika 34; whole degrees of freedom, rounded down."""
    parts = [(sample.variance / len(sample.values), len(sample.values) - 1) for sample in (a, b)]
    variance = math.fsum(part for part, _ in parts)
    degrees = variance**2 / math.fsum(part**2 / own for part, own in parts)
    return Known(math.sqrt(variance), max(1, math.floor(degrees + _NOTHING)), 2)


def _allowed(found: Mapping[Metric, PairEstimate], error: float) -> dict[Metric, float]:
    """Return the error that each metric may make, with `error` shared by all."""
    p_values = {metric: _p_value(pair) for metric, pair in found.items()}
    sharing = sharing_error(found, error, lambda metric, allowed: p_values[metric] <= allowed)
    return {metric: error / number for metric, number in sharing.items()}


def _p_value(pair: PairEstimate) -> float:
    return 1.0 if pair.known is None else pair.known.p_value(pair.difference or 0.0)


@dataclass(frozen=True, slots=True)
class _Test:
    """One metric that may err by `allowed` when it says that there is a difference."""

    metric: Metric
    family: Family
    pair: PairEstimate
    settings: ComparisonSettings
    allowed: float

    @property
    def _difference(self) -> float:
        return self.pair.difference or 0.0

    @property
    def decision(self) -> Decision:
        """Decision as in a study: a difference that is surely below the margin counts as none, even if it is shown."""
        if self.pair.known is None:
            return Decision.CANNOT_TELL
        reach = abs(self._difference) + self.pair.known.half_width(2.0 * self.settings.error)
        if reach < self.settings.margin_on_scale(self.metric):
            return Decision.EQUIVALENT
        return Decision.DIFFERENT if self.p_value() <= self.allowed else Decision.CANNOT_TELL

    @property
    def standing(self) -> Standing:
        """Less is better of all of them.

        Worse: surely more, and by more than the margin as it is shown. No worse: surely not by the margin (a test
        against it to one side, of the error of the settings).
        """
        if self.pair.known is None:
            return Standing.CANNOT_TELL
        margin = self.settings.margin_on_scale(self.metric)
        if self._difference + self.pair.known.half_width(2.0 * self.settings.error) < margin:
            return Standing.NO_WORSE
        is_worse = self.decision is Decision.DIFFERENT and self._difference >= margin
        return Standing.WORSE if is_worse else Standing.CANNOT_TELL

    def effect(self) -> Pair:
        """Return the result of the metric; if it is equivalent, with the interval that decided (twice the error)."""
        missed = self.settings.error * (2.0 if self.decision is Decision.EQUIVALENT else 1.0)
        figure = Figure(self.metric, TOTAL, self.family)
        return figure.told(self.pair, self.decision, missed, None if self.pair.known is None else self)

    def p_value(self) -> float:
        """Return the p-value of no difference, of this metric alone."""
        return _p_value(self.pair)

    def half_width(self, missed: float) -> float:
        """Return half of this metric's own interval, which misses with probability `missed`; inf if not known."""
        return math.inf if self.pair.known is None else self.pair.known.half_width(missed)
