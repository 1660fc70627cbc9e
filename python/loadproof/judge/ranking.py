"""Variants ranked by the rate that they carry: who is surely better than whom, with starts as the unit.

docs/method/ranking.md has the formulas, their sources and the errors that were measured.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from loadproof.judge.rate_spread import MeanRate, RateSpread, between_starts, within_start
from loadproof.judge.start_rate import Bound, VariantRates, Within, bound_of
from loadproof.model.message import Message, count, listed
from loadproof.stats.distributions import student_t_quantile
from loadproof.stats.studentized_range import KNOWN, studentized_range_quantile

__all__ = ["CONFIDENCE_PERCENT", "FEWEST_STARTS", "RankOrder", "RankedRate", "rank"]

FEWEST_STARTS = 3
"""Two starts say nothing of how starts differ."""
CONFIDENCE_PERCENT = 95.0
_NOMINAL_ERROR = 0.03
"""Nominal error of the studentized range: it keeps 5 % even if one variant scatters three times as much as the
others."""
_INTERVAL_ERROR = 0.05
_NOTHING = 1e-9
"""Equal values differ by so little, by rounding, once they are logarithms."""
_TOO_FEW = ("ranking-no-start", "ranking-one-start", "ranking-two-starts")


@dataclass(frozen=True, slots=True)
class RankedRate:
    """One variant: `rate` is the geometric mean over its starts, in calls/s; None where no start gave a number."""

    name: str
    rank: int | None
    """Rank of the variant: 1 + number of variants that are surely better; None: not ranked."""
    unranked: Message
    """Reason why the variant has no rank; empty if it has one."""
    beaten_by: tuple[str, ...]
    bound: Bound | None
    rate: float | None
    low: float | None
    """The interval of 95 % over starts; None with fewer than three, and where the rate is a bound."""
    high: float | None
    between: float | None
    """Standard deviation of ln rate between starts; None with fewer than three, and where one is a bound."""
    within: float | None
    """Uncertainty from the intervals within starts, as a standard deviation of ln rate; None: not known."""


@dataclass(frozen=True, slots=True)
class RankOrder:
    """Variants in the order of their ranks; those of the same rank by their rate, those without one at the end."""

    variants: tuple[RankedRate, ...]

    @property
    def is_ranked(self) -> bool:
        """True if any variant has a rank."""
        return any(variant.rank is not None for variant in self.variants)


def rank(variants: Sequence[VariantRates], within: Within) -> RankOrder:
    """Ranks variants; `within` says what the intervals within their starts are.

    A variant with fewer than three numbers, or with bounds to both sides, has no rank, nor has one without another to
    compare it with. No two variants of the same rate are called different more often than in 5 % of such studies.

    >>> from loadproof.judge.start_rate import StartRate
    >>> go = VariantRates("go", tuple(StartRate(rate, 0.97 * rate, 1.03 * rate) for rate in (2080.0, 2100.0, 2120.0)))
    >>> mvc = VariantRates("mvc", tuple(StartRate(rate, 0.97 * rate, 1.03 * rate) for rate in (1480.0, 1500.0, 1520.0)))
    >>> [(variant.name, variant.rank, variant.beaten_by) for variant in rank([mvc, go], Within.ESTIMATE).variants]
    [('go', 1, ()), ('mvc', 2, ('go',))]
    """
    reasons = {variant.name: _why_unranked(variant) for variant in variants}
    told = [variant for variant in variants if not reasons[variant.name]]
    if len(told) == 1:
        reasons[told[0].name] = Message("ranking-alone")
    spread = RateSpread.of(told, within)
    beaten_by = _beaten_by(told, spread)
    ranked = [_ranked(variant, reasons[variant.name], beaten_by.get(variant.name, ()), spread) for variant in variants]
    return RankOrder(tuple(sorted(ranked, key=_order)))


def _order(variant: RankedRate) -> tuple[float, float, str]:
    return (
        math.inf if variant.rank is None else variant.rank,
        0.0 if variant.rate is None else -variant.rate,
        variant.name,
    )


def _why_unranked(variant: VariantRates) -> Message:
    given, lost = len(variant.rates), len(variant.without)
    if given < FEWEST_STARTS:
        if not lost:
            return Message(_TOO_FEW[given], needed=count(FEWEST_STARTS))
        outcomes = [Message("ranking-lost-start", outcome=outcome) for outcome in dict.fromkeys(variant.without)]
        starts = count(given + lost)
        return Message("ranking-lost-starts", lost=count(lost), starts=starts, outcomes=listed(outcomes))
    if bound_of(variant.rates) is None:
        return Message("ranking-both-bounds")
    return Message.said("")


def _beaten_by(told: Sequence[VariantRates], spread: RateSpread) -> dict[str, tuple[str, ...]]:
    if len(told) < 2 or not spread.degrees:
        return {}
    means = {variant.name: spread.mean_of(variant) for variant in told}
    bounds = {variant.name: bound_of(variant.rates) for variant in told}
    # A lower bound is a lower bound of a lead, and nothing is sure of a lead over it.
    leading = [name for name in means if bounds[name] is not Bound.BELOW]
    followers = [name for name in means if bounds[name] is not Bound.AT_LEAST]
    found = {
        behind: {
            ahead
            for ahead in leading
            if ahead != behind and _is_surely_better(means[ahead], means[behind], len(told), spread)
        }
        for behind in followers
    }
    return {name: tuple(ahead for ahead in means if ahead in _all_ahead(name, found)) for name in found}


def _all_ahead(name: str, beaten_by: Mapping[str, set[str]]) -> set[str]:
    """Return the variants that are ahead of `name`, directly or through other variants.

    Two bounds, which cannot be compared directly, may be in order through a third variant.
    """
    ahead, following = set[str](), {name}
    while following:
        following = {other for one in following for other in beaten_by.get(one, set())} - ahead
        ahead |= following
    return ahead


def _is_surely_better(ahead: MeanRate, behind: MeanRate, variants: int, spread: RateSpread) -> bool:
    lead, deviation = ahead.mean - behind.mean, spread.deviation(ahead, behind)
    if lead <= 0.0 or deviation <= _NOTHING:
        # Equal values without an interval within their starts do not say how exact they are.
        return False
    # What is known of rounding widens the bound; it must not narrow it by the degrees of freedom that it brings.
    needed = max(
        deviation * studentized_range_quantile(_NOMINAL_ERROR, variants, spread.degrees_of(ahead, behind)),
        math.sqrt(0.5 * (ahead.scatter + behind.scatter))
        * studentized_range_quantile(_NOMINAL_ERROR, variants, min(spread.degrees, KNOWN)),
    )
    return lead > needed


def _ranked(variant: VariantRates, unranked: Message, beaten_by: tuple[str, ...], spread: RateSpread) -> RankedRate:
    rates, enough = variant.rates, len(variant.rates) >= FEWEST_STARTS
    interval = _interval(variant, spread) if enough and bound_of(rates) is Bound.EXACT else None
    return RankedRate(
        name=variant.name,
        rank=None if unranked else 1 + len(beaten_by),
        unranked=unranked,
        beaten_by=beaten_by,
        bound=bound_of(rates),
        rate=_geometric_mean([rate.rate for rate in rates]) if rates else None,
        low=interval[0] if interval else None,
        high=interval[1] if interval else None,
        between=between_starts(rates) if enough else None,
        within=within_start(rates, spread.within),
    )


def _interval(variant: VariantRates, spread: RateSpread) -> tuple[float, float] | None:
    """The mean with what starts scatter; that of steps reaches from their lower ends to their upper ones."""
    if not spread.degrees:
        return None
    found = spread.mean_of(variant)
    half = student_t_quantile(_INTERVAL_ERROR / 2.0, spread.degrees) * math.sqrt(found.scatter)
    lows, highs = [rate.rate for rate in variant.rates], [rate.rate for rate in variant.rates]
    intervals = [rate.interval for rate in variant.rates if rate.interval is not None]
    if spread.within is Within.STEP:
        if len(intervals) < len(variant.rates):
            return None
        lows, highs = [low for low, _ in intervals], [high for _, high in intervals]
    return _geometric_mean(lows) * math.exp(-half), _geometric_mean(highs) * math.exp(half)


def _geometric_mean(values: Sequence[float]) -> float:
    return math.exp(math.fsum(map(math.log, values)) / len(values))
