"""What a forecast takes for the service, from what the study and the user say; each assumption in words."""

from collections.abc import Iterator
from dataclasses import dataclass

from loadproof.errors import InputError
from loadproof.forecast.assumed_population import Between, ServiceGuess
from loadproof.forecast.expected_calls import iteration_law
from loadproof.forecast.trial import LoadShape
from loadproof.judge.warm_up_judge import QUICKEST_WARM_UP_S
from loadproof.method.capacity_settings import DEFAULT_MAX_RATE, DEFAULT_START_RATE
from loadproof.method.registry import row_of
from loadproof.model.slo import Slo
from loadproof.report.figures import rate_text
from loadproof.report.forecast_model import AssumptionModel
from loadproof.study.methods import Methods
from loadproof.study.stand_settings import Driver
from loadproof.study.study import Study

__all__ = ["Known", "assumptions_of", "guess_of"]

_GIVEN_WITHIN = 1.2
_MOST_DOUBLINGS = 64.0
_ROOM = Between(1.3, 3.0)
_SERVICE_PARTS = Between(1.0 / 50.0, 1.0 / 4.0)
_SERVICE_S = Between(0.001, 0.1)
_ANY_RATE = 100.0
_ASSUMED_START_S = 15.0


@dataclass(frozen=True, slots=True)
class Known:
    """What the user knows of the service; None: nothing. `start_s` is how long a start of its variants takes."""

    capacity: float | None = None
    service_s: float | None = None
    start_s: float | None = None

    def start_of(self, study: Study) -> float:
        """Seconds from nothing to ready; assumed unless known, where the stand of the study starts anything."""
        if self.start_s is not None:
            return self.start_s
        return _ASSUMED_START_S if study.variants[0].stand.driver is Driver.PROCESS else 0.0


def guess_of(study: Study, known: Known) -> ServiceGuess:
    """The bounds of capacity and service time. Raises InputError where a call takes longer than an SLO allows."""
    return ServiceGuess(_capacity(study.methods, known), _service_s(study.profile.slos, known))


def _capacity(methods: Methods, known: Known) -> Between:
    if known.capacity is not None:
        return Between(known.capacity / _GIVEN_WITHIN, known.capacity * _GIVEN_WITHIN)
    if methods.capacity is not None:
        start = methods.capacity.start_rate or DEFAULT_START_RATE
        highest = methods.capacity.max_rate or max(DEFAULT_MAX_RATE, start)
        return Between(start, max(1.01 * start, min(highest, _MOST_DOUBLINGS * start)))
    rates = (rate for name, settings in methods.asked().items() for rate in row_of(name).rates(settings))
    most = max((rate for rate in rates if rate), default=_ANY_RATE)
    return Between(_ROOM.low * most, _ROOM.high * most)


def _service_s(slos: tuple[Slo, ...], known: Known) -> Between:
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


def assumptions_of(study: Study, known: Known, guess: ServiceGuess, shape: LoadShape) -> Iterator[AssumptionModel]:
    """Everything that was not given and not written, in words."""
    capacity, service = guess.capacity, guess.service_s
    if shape.calls_per_arrival:
        bounds = f"between {rate_text(capacity.low)} and {rate_text(capacity.high)} arrivals/s"
        why = {True: "within 20 % of --capacity", False: "any of them as likely as another"}[known.capacity is not None]
        if known.capacity is None and study.methods.capacity is None:
            why = "above every rate of the study"
        yield AssumptionModel(text=f"the capacity is {bounds}: {why}", option=None if known.capacity else "--capacity")
    bounds = f"between {1000.0 * service.low:.3g} and {1000.0 * service.high:.3g} ms"
    yield AssumptionModel(
        text=f"a call takes {bounds} by itself, more or less evenly from call to call",
        option=None if known.service_s else "--service-time",
    )
    yield AssumptionModel(
        text="every operation is served alike, and no trial is made invalid by the machine; no failure, "
        "warm-up or drift is foreseen",
        option=None,
    )
    if study.methods.warm_up is not None:
        most = f"{study.methods.warm_up.most_s:g} s"
        text = f"each warm-up ends at its first look, after {QUICKEST_WARM_UP_S} s; it may take up to {most}"
        yield AssumptionModel(text=text, option=None)
    if any(iteration_law(flow.steps, service.middle).is_guessed for flow in study.profile.flows):
        yield AssumptionModel(text="a condition on a variable holds every other time", option=None)
    start_s = known.start_of(study)
    starts = f"{start_s:g} s to start, every time" if start_s else "no time at all to start"
    yield AssumptionModel(
        text=f"the services of a variant take {starts}", option="--start-time" if known.start_s is None else None
    )
    if study.starts > 1:
        text = "the starts of a variant differ by chance alone, and variants are unknown services of their own"
        yield AssumptionModel(text=text, option=None)
