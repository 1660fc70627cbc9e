"""The forecast of a study: how long it takes, what it will show, and what it will not. Nothing is sent."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from loadproof.method.assumed_population import ServiceGuess, assumed_services
from loadproof.method.expected_calls import Traffic, iteration_law, traffic_of
from loadproof.method.forecast_trial import LoadShape
from loadproof.model.profile import Profile
from loadproof.model.rate import Arrivals
from loadproof.model.slo import Slo
from loadproof.report.plan_model import (
    PLAN_SCHEMA_VERSION,
    PlanModel,
    PlannedMethodModel,
    PlannedStartsModel,
    PlannedStudyModel,
    PlannedVariantModel,
    SpreadModel,
)
from loadproof.report.plan_sentences import plan_sentence, plan_shortages
from loadproof.run.plan_guess import Known, assumptions_of, guess_of
from loadproof.run.plan_plateaus import Plateau, planned_plateau, planned_slos
from loadproof.run.plan_settings import capacity_settings_of
from loadproof.run.plan_start import MethodForecast, forecast_start
from loadproof.run.plan_total import totals_of
from loadproof.study.study import Study

__all__ = ["STARTS", "forecast_study"]

STARTS = 16
"""Simulated starts: few enough for a plan in seconds, drawn evenly over all that may be."""
_AGAIN = 1
"""The number of the second start of each."""
_LOW, _HIGH = 0.1, 0.9
_LONGEST_DRAIN_S = 600.0
_MOST_SLOS = 8


def forecast_study(study: Study, known: Known, starts: int = STARTS) -> PlanModel:
    """The forecast, the same for the same study, seed and knowledge. Raises InputError."""
    guess = guess_of(study, known)
    traffic = traffic_of(study.profile, guess.service_s.middle)
    shape = _shape(study, traffic, guess)
    seen = _simulated(study, guess, shape, starts)
    held = list(_plateaus(guess, seen))
    # Where a capacity was found, the service that has just that one: half a per cent matters at the knee.
    service = guess.middle(shape, next((plateau.rate for plateau in held if plateau.method == "capacity"), None))
    plateaus = [planned_plateau(plateau, study.profile, traffic, service, shape, study.seed) for plateau in held]
    judged = _judged(study, guess, held)
    slos = [slo for plateau in judged for slo in planned_slos(plateau, study.profile.slos, traffic)]
    start_s = known.start_of(study)
    again = _simulated(study, guess, shape, starts, _AGAIN) if study.starts > 1 else seen
    first, second = (
        [math.fsum(one.duration_s for one in start) + start_s for start in simulated] for simulated in (seen, again)
    )
    totals = totals_of(first, second, len(study.variants), study.starts, study.seed)
    in_all = len(study.variants) * study.starts
    pauses_s = (in_all - 1) * study.pause_s
    plan = PlanModel(
        schema_version=PLAN_SCHEMA_VERSION,
        verb="plan",
        sentence="",
        study=PlannedStudyModel(
            name=study.name,
            file=study.file,
            preset=study.preset,
            variants=[variant.name for variant in study.variants],
            seed=study.seed,
            arrivals=study.arrivals.value,
        ),
        duration_s=_spread([total_s + pauses_s for total_s in totals.of_study]),
        starts=PlannedStartsModel(
            of_each_variant=study.starts,
            in_all=in_all,
            pause_s=study.pause_s,
            start_s=start_s,
            start_is_assumed=known.start_s is None,
        ),
        variants=[
            PlannedVariantModel(variant=variant.name, duration_s=_spread(totals.of_variant))
            for variant in study.variants
        ],
        methods=list(_methods(study, seen)),
        plateaus=plateaus,
        slos=slos,
        shortages=[],
        assumptions=list(assumptions_of(study, known, guess, shape)),
        simulated_starts=starts,
    )
    plan = plan.model_copy(update={"shortages": plan_shortages(plan)})
    return plan.model_copy(update={"sentence": plan_sentence(plan)})


def _shape(study: Study, traffic: Sequence[Traffic], guess: ServiceGuess) -> LoadShape:
    """Calls, not flows: these are what a service serves."""
    profile = study.profile
    operations = {one.name: one for one in traffic if not one.is_flow}
    arrivals = 0.0 if profile.users_alone else guess.capacity.middle
    calls = {name: one.calls(arrivals, one.joined_after_s, 1.0).mean for name, one in operations.items()}
    total = math.fsum(calls.values()) or 1.0
    slos = _decisive(profile.slos, {name: own / total for name, own in calls.items()})
    named = dict.fromkeys(slo.operation for slo in slos if slo.operation is not None)
    return LoadShape(
        slos,
        tuple((name, calls[name] / total) for name in named),
        calls_per_arrival=math.fsum(one.per_arrival.mean for one in operations.values()),
        user_calls_per_s=math.fsum(one.per_user_s for one in operations.values()),
        timeout_s=profile.timeout_s,
        is_poisson=study.arrivals is Arrivals.POISSON,
    )


def _decisive(slos: Sequence[Slo], shares: Mapping[str, float]) -> tuple[Slo, ...]:
    """Those of the whole profile, and of those of operations with equal limits that of the one with the fewest calls.

    Where every operation is served alike, it is the one that is decided last. Flows are not simulated.
    """
    rarest: dict[tuple[object, ...], Slo] = {}
    for slo in slos:
        if slo.operation is not None and shares.get(slo.operation, 0.0) > 0.0:
            limits = (slo.kind, slo.limit_share, slo.threshold_ms)
            before = rarest.get(limits)
            if before is None or shares[slo.operation] < shares[before.operation or ""]:
                rarest[limits] = slo
    tightest = sorted(rarest.values(), key=lambda slo: (slo.threshold_ms or math.inf, shares[slo.operation or ""]))
    return (*(slo for slo in slos if slo.operation is None), *tightest[:_MOST_SLOS])


def _simulated(
    study: Study, guess: ServiceGuess, shape: LoadShape, starts: int, number: int = 0
) -> list[tuple[MethodForecast, ...]]:
    """One start of each assumed service; another `number` is another start of the same services."""
    profile = study.profile
    drain_s = min(_LONGEST_DRAIN_S, _longest_flow_s(profile, guess.service_s.middle))
    services = assumed_services(guess, shape, starts, study.seed)
    seeds = np.random.SeedSequence([study.seed, number] if number else study.seed).generate_state(starts)
    return [
        forecast_start(study.methods, service, shape, drain_s, int(seed))
        for service, seed in zip(services, seeds, strict=True)
    ]


def _longest_flow_s(profile: Profile, service_s: float) -> float:
    walked = {users.flow for users in profile.users}
    flows = [flow for flow in profile.flows if flow.weight or flow.name in walked]
    return max((iteration_law(flow.steps, service_s).long_s for flow in flows), default=0.0)


def _plateaus(guess: ServiceGuess, seen: Sequence[Sequence[MethodForecast]]) -> Iterator[Plateau]:
    """The plateau of each method, at the rates that it came to."""
    for method in dict.fromkeys(one.method for start in seen for one in start):
        own = [one for start in seen for one in start if one.method == method]
        if method == "load" and own[0].rate is None:
            capacity = guess.capacity
            yield Plateau(method, capacity.middle, capacity.low, capacity.high, own[0].span_begin_s, own[0].span_s)
            continue
        rates = [one.rate for one in own if one.rate is not None]
        if rates:
            low, middle, high = (_quantile(rates, part) for part in (_LOW, 0.5, _HIGH))
            yield Plateau(method, middle, low, high, own[0].span_begin_s, own[0].span_s)


def _judged(study: Study, guess: ServiceGuess, plateaus: Sequence[Plateau]) -> Iterator[Plateau]:
    """Where an SLO has the fewest calls: the first trial of a search, and the plateau of every other method."""
    plan = study.methods.capacity
    if plan is not None:
        settings = capacity_settings_of(plan, study.methods.confirm)
        rate = settings.start_rate
        yield Plateau("capacity", rate, rate, rate, settings.settle_s, settings.hold_s, ends_early=True)
        # Not the rates that were found: where calls are too few, none is.
        low, middle, high = (guess.capacity.at(part) for part in (_LOW, 0.5, _HIGH))
        begin_s = settings.confirm_ramp_s + settings.settle_s
        yield Plateau("capacity", middle, low, high, begin_s, settings.confirm_hold_s)
    yield from (plateau for plateau in plateaus if plateau.method != "capacity")


def _methods(study: Study, seen: Sequence[Sequence[MethodForecast]]) -> Iterator[PlannedMethodModel]:
    for variant in study.variants:
        for method in dict.fromkeys(one.method for start in seen for one in start):
            own = [one for start in seen for one in start if one.method == method]
            outcomes = Counter(one.outcome for one in own)
            yield PlannedMethodModel(
                variant=variant.name,
                method=method,
                duration_s=_spread([one.duration_s for one in own]),
                trials=_spread([one.trials for one in own]),
                outcomes_percent={name: round(100.0 * count / len(own), 1) for name, count in outcomes.most_common()},
            )


def _spread(values: Sequence[float]) -> SpreadModel:
    low, middle, high = (round(_quantile(values, part), 1) for part in (_LOW, 0.5, _HIGH))
    return SpreadModel(low=low, median=middle, high=high)


def _quantile(values: Sequence[float], part: float) -> float:
    """At the rank `part` · (n + 1), below which another value of the same law falls with the chance `part`.

    Whatever the law (Weibull's plotting position; David and Nagaraja, *Order Statistics*, 3rd ed., 2.5). As numpy
    interpolates unless told, 10 % and 90 % of sixteen values hold 71 %.
    """
    return float(np.quantile(values, part, method="weibull"))
