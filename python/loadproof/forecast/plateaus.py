"""The plateaus of a study as a forecast sees them: the calls of each operation, and what they will tell."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from loadproof.forecast.assumed_service import AssumedService
from loadproof.forecast.expected_calls import CallLaw, Traffic
from loadproof.forecast.precision import TailLaw, tail_law
from loadproof.forecast.trial import LoadShape
from loadproof.judge.plateau import PlateauSettings, deciding_calls, with_room
from loadproof.methods.profile_multiple import in_multiples
from loadproof.model.profile import Profile
from loadproof.model.slo import Slo, SloKind
from loadproof.result.forecast import (
    PlannedOperationModel,
    PlannedPlateauModel,
    PlannedQuantileModel,
    PlannedSloModel,
)
from loadproof.stats.detectable import Design, detectable_change
from loadproof.stats.quantile_interval import FEWEST_BURSTS, calls_needed

__all__ = ["ASKED", "Plateau", "planned_plateau", "planned_slos"]

ASKED = "p99"
"""The quantile that every operation should have an interval of."""
_DEVIATIONS = 3.0
_PRIOR_DEGREES = 10.0


@dataclass(frozen=True, slots=True)
class Plateau:
    """A hold at `rate` arrivals/s (its bounds where it is not known), whose span begins so long after the trial."""

    method: str
    rate: float
    rate_low: float
    rate_high: float
    span_begin_s: float
    span_s: float
    ends_early: bool = False
    """True if looks before the end may decide the trial: the first trial of a search, not the confirmation."""
    of_users: float = 1.0
    """Users of the trial as a multiple of those that the traffic is of."""
    users: int = 0


def planned_plateau(
    plateau: Plateau,
    profile: Profile,
    traffic: Sequence[Traffic],
    service: AssumedService,
    shape: LoadShape,
    seed: int,
) -> PlannedPlateauModel:
    """Return the expected calls and intervals of each operation; interval widths are those of `service`."""
    calls_per_s = shape.calls_per_arrival * plateau.rate + plateau.of_users * shape.user_calls_per_s
    tails = tail_law(service, calls_per_s, seed, shape.is_poisson)
    weights = {operation.name: operation.weight for operation in profile.operations}
    weights |= {flow.name: flow.weight for flow in profile.flows}
    total = math.fsum(weights.values())
    operations = [_operation(plateau, one, weights, total, tails, calls_per_s) for one in traffic]
    too_few = [one.name for one in operations if one.calls and not one.quantiles[ASKED].enough]
    spans_s = {one.name: one.quantiles[ASKED].needed_span_s or 0.0 for one in operations}
    needed_by = max(too_few, key=lambda name: spans_s[name], default=None)
    return PlannedPlateauModel(
        method=plateau.method,
        rate=_rounded(plateau.rate),
        rate_low=_rounded(plateau.rate_low),
        rate_high=_rounded(plateau.rate_high),
        n=in_multiples(plateau.rate, profile.base_rate),
        users=plateau.users,
        span_s=plateau.span_s,
        operations=operations,
        too_few=too_few,
        needed_span_s=None if needed_by is None else float(math.ceil(spans_s[needed_by])),
        needed_by=needed_by,
    )


def planned_slos(plateau: Plateau, slos: Sequence[Slo], traffic: Sequence[Traffic]) -> Iterator[PlannedSloModel]:
    """Yield, for each SLO on a share of calls, if a plateau has enough calls to judge the SLO.

    See `judge.plateau`, "too few samples".
    """
    settings = PlateauSettings(plateau.span_s, early_pass=plateau.ends_early)
    whole = [one for one in traffic if not one.is_flow]
    for slo in slos:
        if slo.kind is SloKind.RATE:
            continue
        own = whole if slo.operation is None else [one for one in traffic if one.name == slo.operation]
        laws = [one.calls(plateau.rate_low, plateau.span_begin_s, plateau.span_s, plateau.of_users) for one in own]
        if slo.kind is SloKind.APDEX:
            own = [one for one in own if one.has_apdex]
            laws = [one.calls(plateau.rate_low, plateau.span_begin_s, plateau.span_s, plateau.of_users) for one in own]
        law = CallLaw(math.fsum(one.mean for one in laws), math.fsum(one.variance for one in laws))
        needed = deciding_calls(slo, settings)
        yield PlannedSloModel(
            slo=slo.text,
            method=plateau.method,
            trial="first" if plateau.ends_early else "last",
            rate=_rounded(plateau.rate_low),
            span_s=plateau.span_s,
            calls=round(law.mean, 1),
            needed_calls=needed,
            enough=law.mean - _DEVIATIONS * math.sqrt(law.variance) >= needed,
            needed_span_s=_finite(plateau.span_s * with_room(needed) / law.mean if law.mean else math.inf),
        )


def _operation(
    plateau: Plateau,
    one: Traffic,
    weights: Mapping[str, float],
    total: float,
    tails: Mapping[str, TailLaw],
    calls_per_s: float,
) -> PlannedOperationModel:
    span = (plateau.span_begin_s, plateau.span_s, plateau.of_users)
    at = {rate: one.calls(rate, *span) for rate in (plateau.rate_low, plateau.rate_high)}
    law = one.calls(plateau.rate, *span)
    low, high = at[plateau.rate_low], at[plateau.rate_high]
    share = law.mean / (plateau.span_s * calls_per_s) if calls_per_s else 0.0
    design = Design(rows=len(weights), prior_degrees=_PRIOR_DEGREES if len(weights) > 3 else 0.0)
    quantiles = {
        name: _quantile(name, law.mean, min(1.0, share), tail, plateau, design) for name, tail in tails.items()
    }
    weight = weights[one.name]
    lacking = _needed_weight(weight, total, tails[ASKED], plateau, calls_per_s)
    return PlannedOperationModel(
        name=one.name,
        kind="flow" if one.is_flow else "operation",
        weight=weight,
        per_s=round(law.mean / plateau.span_s, 4),
        calls=round(law.mean, 1),
        calls_low=max(0.0, math.floor(low.mean - _DEVIATIONS * math.sqrt(low.variance))),
        calls_high=float(math.ceil(high.mean + _DEVIATIONS * math.sqrt(high.variance))),
        quantiles=quantiles,
        needed_weight=None if quantiles[ASKED].enough else lacking,
    )


def _quantile(
    name: str, calls: float, share: float, tail: TailLaw, plateau: Plateau, design: Design
) -> PlannedQuantileModel:
    needed = _calls_needed(name, tail, share)
    enough = calls >= needed
    outlook = tail.outlook(calls, share)
    quantile = 1.0 - tail.share_over
    clustered = replace(design, clustering=tail.dispersion(share) / quantile)
    seen = detectable_change(clustered, calls, quantile, tail.steepness / tail.share_over) if enough else None
    return PlannedQuantileModel(
        needed_calls=needed,
        enough=enough,
        effective_calls=round(outlook.effective_calls, 1),
        half_width_percent=round(outlook.half_width_percent, 2) if enough else None,
        visible_change_percent=None if seen is None else round(100.0 * seen, 2),
        needed_span_s=_finite(plateau.span_s * needed / calls if calls else math.inf),
    )


def _calls_needed(name: str, tail: TailLaw, share: float) -> int:
    """Ten calls beyond the quantile, and five independent bursts of them (see `stats.quantile_interval`)."""
    return max(calls_needed(name), math.ceil(FEWEST_BURSTS * tail.dispersion(share) / tail.share_over))


def _needed_weight(weight: float, total: float, tail: TailLaw, plateau: Plateau, calls_per_s: float) -> float | None:
    """The weight at which its own calls suffice, those of the others and the whole rate as they are."""
    beyond = calls_per_s * plateau.span_s * tail.share_over
    free = beyond - FEWEST_BURSTS * tail.clustering
    if not weight or free <= 0.0:
        return None
    share = max(with_room(calls_needed(ASKED)) * tail.share_over / beyond, FEWEST_BURSTS / free)
    return float(f"{share / (1.0 - share) * (total - weight):.3g}") if share < 1.0 else None


def _rounded(rate: float) -> float:
    return float(f"{rate:.4g}")


def _finite(seconds: float) -> float | None:
    return round(seconds, 1) if math.isfinite(seconds) else None
