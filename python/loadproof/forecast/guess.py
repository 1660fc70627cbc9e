"""Assumptions of a forecast about the service, from the study and the user; each assumption in words."""

from collections.abc import Iterator
from dataclasses import dataclass

from loadproof.errors import InputError
from loadproof.forecast.assumed_population import Between, ServiceGuess
from loadproof.forecast.expected_calls import iteration_law
from loadproof.forecast.trial import LoadShape
from loadproof.methods.factor import Factor
from loadproof.methods.registry import WARM_UP_ROW, row_of
from loadproof.methods.row import WARM_UP
from loadproof.model.message import Message, duration, milliseconds, share
from loadproof.model.slo import Slo, SloKind
from loadproof.result.forecast import AssumptionModel
from loadproof.study.methods import Methods
from loadproof.study.stand_settings import Driver
from loadproof.study.study import Study

__all__ = ["KnownService", "assumptions_of", "guess_of"]

_GIVEN_WITHIN = 1.2
_MOST_DOUBLINGS = 64.0
_ROOM = Between(1.3, 3.0)
_SERVICE_PARTS = Between(1.0 / 50.0, 1.0 / 4.0)
_SERVICE_S = Between(0.001, 0.1)
_ANY_RATE = 100.0
_ASSUMED_START_S = 15.0


@dataclass(frozen=True, slots=True)
class KnownService:
    """Values that the user gave about the service; None: not given. `start_s`: duration of one start, seconds."""

    capacity: float | None = None
    service_s: float | None = None
    start_s: float | None = None

    def start_of(self, study: Study) -> float:
        """Seconds from nothing to ready; assumed unless known, where the stand of the study starts anything."""
        if self.start_s is not None:
            return self.start_s
        return _ASSUMED_START_S if study.variants[0].stand.driver is Driver.PROCESS else 0.0


def guess_of(study: Study, known: KnownService) -> ServiceGuess:
    """The bounds of capacity and service time. Raises InputError where a call takes longer than an SLO allows."""
    asked = study.methods.asked().items()
    beside = next((rate for name, own in asked if (rate := row_of(name).rate_beside_users(own)) is not None), None)
    return ServiceGuess(_capacity(study.methods, known), _service_s(study.profile.slos, known), beside)


def _capacity(methods: Methods, known: KnownService) -> Between:
    if known.capacity is not None:
        return Between(known.capacity / _GIVEN_WITHIN, known.capacity * _GIVEN_WITHIN)
    for name, settings in methods.asked().items():
        if (searched := row_of(name).capacity_between(settings)) is not None:
            # Of a search in users they are users.
            start, highest = searched
            return Between(start, max(1.01 * start, min(highest, _MOST_DOUBLINGS * start)))
    rates = (per_s for name, settings in methods.asked().items() for per_s in row_of(name).rates(settings))
    most = max((per_s for per_s in rates if per_s), default=_ANY_RATE)
    return Between(_ROOM.low * most, _ROOM.high * most)


def _service_s(slos: tuple[Slo, ...], known: KnownService) -> Between:
    tightest_s = min((slo.threshold_ms / 1000.0 for slo in slos if slo.threshold_ms is not None), default=None)
    if known.service_s is not None:
        if tightest_s is not None and known.service_s >= tightest_s:
            limit = f"the tightest SLO, {1000.0 * tightest_s:g} ms"
            text = f"--service-time: {1000.0 * known.service_s:g} ms is not below {limit}, which no rate would keep"
            raise InputError(f"{text}. Cure: give the time of one call when the service is idle, or a wider SLO")
        highest_s = known.service_s * _GIVEN_WITHIN
        return Between(known.service_s / _GIVEN_WITHIN, highest_s)
    if tightest_s is None:
        return _SERVICE_S
    return Between(_SERVICE_PARTS.low * tightest_s, _SERVICE_PARTS.high * tightest_s)


def assumptions_of(
    study: Study, known: KnownService, guess: ServiceGuess, shape: LoadShape
) -> Iterator[AssumptionModel]:
    """Everything that was not given and not written, in words."""
    if shape.calls_per_arrival or guess.rate_beside_users is not None:
        yield AssumptionModel(
            text=_assumed_capacity(study.methods, known, guess), option=None if known.capacity else "--capacity"
        )
    low, high = milliseconds(1000.0 * guess.service_s.low), milliseconds(1000.0 * guess.service_s.high)
    yield AssumptionModel(
        text=Message("assumed-service-time", low=low, high=high),
        option=None if known.service_s else "--service-time",
    )
    yield AssumptionModel(text=Message("assumed-alike"), option=None)
    if (warm_up := study.methods.settings.get(WARM_UP)) is not None:
        for text in WARM_UP_ROW.assumptions(study, warm_up):
            yield AssumptionModel(text=text, option=None)
    if any(slo.kind is SloKind.APDEX for slo in study.profile.slos):
        yield AssumptionModel(text=Message("assumed-apdex"), option=None)
    if any(iteration_law(flow.steps, guess.service_s.middle).is_guessed for flow in study.profile.flows):
        yield AssumptionModel(text=Message("assumed-conditions"), option=None)
    start_s = known.start_of(study)
    yield AssumptionModel(
        text=Message("assumed-start", time=duration(start_s)) if start_s else Message("assumed-no-start"),
        option="--start-time" if known.start_s is None else None,
    )
    for name, settings in study.methods.asked().items():
        for text in row_of(name).assumptions(study, settings):
            yield AssumptionModel(text=text, option=None)
    if study.starts > 1:
        yield AssumptionModel(text=Message("assumed-starts-differ-by-chance"), option=None)


def _assumed_capacity(methods: Methods, known: KnownService, guess: ServiceGuess) -> Message:
    if known.capacity is not None:
        why = Message("assumed-within-given", share=share(_GIVEN_WITHIN - 1.0))
    elif not methods.finds_capacity:
        why = Message("assumed-above-study")
    else:
        why = Message("assumed-any-as-likely")
    factor = Factor.RATE if guess.rate_beside_users is None else Factor.USERS
    return factor.message("assumed-capacity", {"low": guess.capacity.low, "high": guess.capacity.high}, why=why)
