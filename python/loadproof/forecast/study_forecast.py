"""The forecast of a study: how long it takes, what it will show, and what it will not. Nothing is sent."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from loadproof.forecast.assumed_population import ServiceGuess, assumed_services
from loadproof.forecast.expected_calls import Traffic, iteration_law, traffic_of
from loadproof.forecast.guess import KnownService, assumptions_of, guess_of
from loadproof.forecast.plateaus import Plateau, planned_plateau, planned_slos
from loadproof.forecast.start import MethodForecast, forecast_start
from loadproof.forecast.total import StartTimes, Totals, totals_of
from loadproof.forecast.trial import LoadShape
from loadproof.injections.problem_text import injection_shown
from loadproof.methods.method import StartSoFar
from loadproof.methods.registry import METHODS, check_study, row_of
from loadproof.methods.trial import Trial
from loadproof.model.message import Message
from loadproof.model.profile import Profile
from loadproof.model.rate import Arrivals
from loadproof.model.slo import Slo, SloKind
from loadproof.model.user_counts import fewest_users, users_in_total
from loadproof.records.answer import Answer
from loadproof.render.forecast_sentences import forecast_sentence, forecast_shortages
from loadproof.result.forecast import (
    PLAN_SCHEMA_VERSION,
    PlanModel,
    PlannedMethodModel,
    PlannedStartsModel,
    PlannedStudyModel,
    PlannedVariantModel,
    SpreadModel,
)
from loadproof.study.methods import Methods
from loadproof.study.study import Study

__all__ = ["STARTS", "forecast_study"]

STARTS = 16
"""Simulated starts: few enough for a plan in seconds, drawn evenly over all that may be."""
_AGAIN = 1
"""The number of the second start of each."""
_LOW, _HIGH = 0.1, 0.9
_LONGEST_DRAIN_S = 600.0
_MOST_SLOS = 8
Outlooks = Mapping[str, tuple[Trial, ...]]


def forecast_study(study: Study, known: KnownService, starts: int = STARTS) -> PlanModel:
    """The forecast, the same for the same study, seed and knowledge. Raises InputError."""
    check_study(study)
    guess = guess_of(study, known)
    users = _users(study)
    traffic = traffic_of(study.profile, guess.service_s.middle, users)
    shape = replace(_shape(study, traffic, guess), users=users or 0)
    kinds = _kinds(study, guess, shape, starts)
    held = list(_plateaus(guess, shape, [start for kind in kinds for start in kind.seen]))
    # Where a capacity was found, the service that has just that one: half a per cent matters at the knee.
    outlooks = _outlooks(study.methods)
    service = guess.middle(shape, next((plateau.rate for plateau in held if plateau.method in outlooks), None))
    plateaus = [planned_plateau(plateau, study.profile, traffic, service, shape, study.seed) for plateau in held]
    judged = _judged(guess, shape, held, outlooks)
    slos = [slo for plateau in judged for slo in planned_slos(plateau, study.profile.slos, traffic)]
    start_s = known.start_of(study) if kinds else 0.0
    own_starts: dict[str, Any] = {
        row.plan_key: row.planned(study, known.start_of(study), guess.capacity.middle)
        for row in METHODS
        if row.has_own_starts and row.name in study.methods
    }
    totals = _totals(study, kinds, start_s)
    in_all = len(study.started) * study.starts
    # Starts that are up together pause together.
    apart = study.starts if in_all and study.searches_in_turn else in_all
    pauses_s = max(0, apart - 1) * study.pause_s
    plan = PlanModel(
        schema_version=PLAN_SCHEMA_VERSION,
        verb="plan",
        sentence=Message.said(""),
        study=PlannedStudyModel(
            name=study.name,
            file=study.file,
            preset=study.preset,
            against_itself=study.against_itself,
            variants=[variant.name for variant in study.variants],
            seed=study.seed,
            arrivals=study.arrivals.value,
        ),
        duration_s=_together(
            _spread([total_s + pauses_s for total_s in totals.of_study]),
            *(one.duration_s for one in own_starts.values()),
        ),
        starts=PlannedStartsModel(
            of_each_variant=study.starts,
            in_all=in_all,
            pause_s=study.pause_s,
            start_s=start_s,
            start_is_assumed=known.start_s is None,
        ),
        variants=[
            PlannedVariantModel(variant=variant, duration_s=_spread(of_variant))
            for kind, of_variant in zip(kinds, totals.of_variants, strict=True)
            for variant in kind.variants
        ],
        methods=list(_methods(kinds)),
        plateaus=plateaus,
        slos=slos,
        shortages=[],
        assumptions=list(assumptions_of(study, known, guess, shape)),
        simulated_starts=starts,
        injections=[injection_shown(one) for one in study.injections],
        **own_starts,
    )
    plan = replace(plan, shortages=forecast_shortages(plan))
    return replace(plan, sentence=forecast_sentence(plan))


def _together(*parts: SpreadModel) -> SpreadModel:
    """Starts, and the rounds and other starts that come after them."""
    if len(parts) == 1:
        return parts[0]
    low, median, high = (
        round(math.fsum(getattr(part, name) for part in parts), 1) for name in ("low", "median", "high")
    )
    return SpreadModel(low=low, median=median, high=high)


def _users(study: Study) -> int | None:
    """Return the closed users that the expected calls are of: as many as the profile counts, else the most stated."""
    kinds = study.profile.users
    counted = users_in_total(kinds) if kinds else 0
    return max(study.methods.user_totals(), default=fewest_users(kinds)) if counted is None else counted


def _shape(study: Study, traffic: Sequence[Traffic], guess: ServiceGuess) -> LoadShape:
    """Calls, not flows: these are what a service serves."""
    profile = study.profile
    operations = {one.name: one for one in traffic if not one.is_flow}
    varied = guess.capacity.middle if guess.rate_beside_users is None else guess.rate_beside_users
    arrivals = 0.0 if profile.users_alone else varied
    calls = {name: one.calls(arrivals, one.joined_after_s, 1.0).mean for name, one in operations.items()}
    total = math.fsum(calls.values()) or 1.0
    # Apdex is not simulated: its SLOs need calls enough, and are judged by nobody.
    judged = [slo for slo in profile.slos if slo.kind is not SloKind.APDEX]
    slos = _decisive(judged, {name: own / total for name, own in calls.items()})
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
    """Return the SLOs of the whole profile, and up to eight SLOs of operations, the tightest first.

    If SLOs of several operations have equal limits, only the SLO of the operation with the fewest calls counts. If all
    operations are served alike, this SLO is decided last. Flows are not simulated.
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


@dataclass(frozen=True, slots=True)
class _Kind:
    """Variants with starts of their own on which the same methods are run, and how one start of them goes.

    It is seen on each assumed service, and once again where there are several starts.
    """

    variants: tuple[str, ...]
    seen: list[tuple[MethodForecast, ...]]
    again: list[tuple[MethodForecast, ...]]


def _kinds(study: Study, guess: ServiceGuess, shape: LoadShape, starts: int) -> list[_Kind]:
    """In the order in which the study has the first variant of each."""
    names = [variant.name for variant in study.started]
    of_each = [study.methods_of(name) for name in names]
    kinds = []
    for place, methods in enumerate(of_each):
        if methods in of_each[:place]:
            continue
        variants = [name for name, own in zip(names, of_each, strict=True) if own == methods]
        seen = _simulated(study, methods, guess, shape, starts)
        again = _simulated(study, methods, guess, shape, starts, _AGAIN) if study.starts > 1 else seen
        kinds.append(_Kind(tuple(variants), seen, again))
    return kinds


def _totals(study: Study, kinds: Sequence[_Kind], start_s: float) -> Totals:
    """Return the total durations of all starts, seconds: with `start_s` until each start is ready, without pauses."""

    def times(simulated: Sequence[Sequence[MethodForecast]]) -> list[float]:
        return [math.fsum(one.duration_s for one in start if one.part_of is None) + start_s for start in simulated]

    if not kinds:
        return Totals([], [0.0])
    of_kinds = [StartTimes(times(kind.seen), times(kind.again), len(kind.variants)) for kind in kinds]
    return totals_of(of_kinds, study.starts, study.seed)


def _simulated(
    study: Study, methods: Methods, guess: ServiceGuess, shape: LoadShape, starts: int, number: int = 0
) -> list[tuple[MethodForecast, ...]]:
    """One start of each assumed service; another `number` is another start of the same services."""
    profile = study.profile
    drain_s = min(_LONGEST_DRAIN_S, _longest_flow_s(profile, guess.service_s.middle))
    services = assumed_services(guess, shape, starts, study.seed)
    seeds = np.random.SeedSequence([study.seed, number] if number else study.seed).generate_state(starts)
    return [
        tuple(forecast_start(methods, service, shape, drain_s, int(seed)))
        for service, seed in zip(services, seeds, strict=True)
    ]


def _longest_flow_s(profile: Profile, service_s: float) -> float:
    walked = {users.flow for users in profile.users}
    flows = [flow for flow in profile.flows if flow.weight or flow.name in walked]
    return max((iteration_law(flow.steps, service_s).long_s for flow in flows), default=0.0)


def _plateaus(guess: ServiceGuess, shape: LoadShape, seen: Sequence[Sequence[MethodForecast]]) -> Iterator[Plateau]:
    """The plateau of each method, at the rates that it came to."""
    for method in dict.fromkeys(one.method for start in seen for one in start):
        own = [one.plateau for start in seen for one in start if one.method == method and one.plateau is not None]
        rates = [trial.rate for trial in own if trial.rate is not None]
        if rates:
            middle = _of_middle_users(own)
            yield _plateau(shape, method, middle, *(_quantile(rates, part) for part in (0.5, _LOW, _HIGH)))
        elif own:
            # It saturates: nobody knows with how much.
            capacity = guess.capacity
            yield _plateau(shape, method, own[0], capacity.middle, capacity.low, capacity.high)


def _of_middle_users(trials: Sequence[Trial]) -> Trial:
    """Return the trial with the median number of users; the first one if all have the same."""
    in_order = sorted(trials, key=lambda trial: trial.users or 0)
    return trials[0] if in_order[0].users == in_order[-1].users else in_order[len(in_order) // 2]


def _judged(
    guess: ServiceGuess, shape: LoadShape, plateaus: Sequence[Plateau], outlooks: Outlooks
) -> Iterator[Plateau]:
    """Yield the plateaus that need enough calls for each SLO.

    For a search: the first trial and the confirmation. For every other method: its plateau.
    """
    for method, trials in outlooks.items():
        for trial in trials:
            # Not the rates that were found: where calls are too few, none is.
            known = (trial.rate,) * 3
            unknown = tuple(guess.capacity.at(part) for part in (0.5, _LOW, _HIGH))
            yield _plateau(shape, method, trial, *(unknown if trial.rate is None else known))
    yield from (plateau for plateau in plateaus if plateau.method not in outlooks)


def _plateau(shape: LoadShape, method: str, trial: Trial, rate: float, low: float, high: float) -> Plateau:
    begin_s = trial.ramp_s + trial.settle_s
    users = shape.users if trial.users is None else trial.users
    of_users = shape.of_users(trial.users)
    return Plateau(method, rate, low, high, begin_s, trial.hold_s, trial.early_stop, of_users, users)


def _outlooks(methods: Methods) -> Outlooks:
    """Return the trials that need enough calls, by method, for each method that itself finds its rate."""
    asked = methods.of_starts()
    made = {name: row_of(name).make(settings, StartSoFar(asked)) for name, settings in asked.items()}
    found = {name: method.outlook() for name, method in made.items() if not isinstance(method, Answer)}
    return {name: trials for name, trials in found.items() if trials}


def _methods(kinds: Sequence[_Kind]) -> Iterator[PlannedMethodModel]:
    for kind, variant in ((one, name) for one in kinds for name in one.variants):
        for method, part_of in dict.fromkeys((one.method, one.part_of) for start in kind.seen for one in start):
            own = [one for start in kind.seen for one in start if (one.method, one.part_of) == (method, part_of)]
            outcomes = Counter(one.outcome for one in own)
            yield PlannedMethodModel(
                variant=variant,
                method=method,
                part_of=part_of,
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
