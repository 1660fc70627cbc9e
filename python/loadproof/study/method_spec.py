"""The methods of a study file as they were written. A key without a value takes the method's default."""

from functools import partial
from typing import Annotated

from pydantic import Field

from loadproof.method import compare, overhead
from loadproof.model.duration import Duration
from loadproof.model.rate import RATE_FORMS
from loadproof.model.share import Share
from loadproof.study.toggle_spec import LevelSpec
from loadproof.study.written import Scalar, Spec

__all__ = [
    "BoundsSpec",
    "CapacitySpec",
    "CompareSpec",
    "ConfirmSpec",
    "LoadSpec",
    "MarginsSpec",
    "MethodsSpec",
    "OverheadSpec",
    "PlateausSpec",
    "SmokeSpec",
    "SoakSpec",
    "WarmUpSpec",
]

_RATE = f"{RATE_FORMS}, or a multiple of the profile (2N)"
_Rate = Annotated[float | str, Field(description=_RATE)]
_TIME = "a duration of whole seconds, such as 30s"
_LONGEST_SEARCH_S = 7 * 86400.0
_SHORTEST_WARM_UP_S = 60
"""The onset of the steady part needs 50 values, of a second each, and the latest of them are not all in yet."""

_Hold = Annotated[Duration, Scalar(Duration, partial(Duration.parse_whole, 1), "30s")]
_Part = Annotated[Duration, Scalar(Duration, partial(Duration.parse_whole, 0), "0s")]
_WarmUp = Annotated[Duration, Scalar(Duration, partial(Duration.parse_whole, _SHORTEST_WARM_UP_S), "2m")]
_Search = Annotated[Duration, Scalar(Duration, partial(Duration.parse_up_to, _LONGEST_SEARCH_S), "30m")]
_Precision = Annotated[Share, Scalar(Share, partial(Share.parse_between, 0.1, 100.0), "5%")]
_Slot = Annotated[Duration, Scalar(Duration, partial(Duration.parse_whole, int(compare.LEAST_SLOT_S)), "5s")]
_SwitchedSlot = Annotated[Duration, Scalar(Duration, partial(Duration.parse_whole, int(overhead.LEAST_SLOT_S)), "5s")]
_Margin = Annotated[Share, Scalar(Share, partial(Share.parse_between, 0.01, 100.0), "5%")]
_OfCapacity = Annotated[Share, Scalar(Share, partial(Share.parse_between, 1.0, 100.0), "70%")]


_ServiceName = Annotated[str, Field(description="the name of a service of the stand")]
_OperationName = Annotated[str, Field(description="the name of an operation or a flow of the profile")]


class SmokeSpec(Spec):
    """A few calls, judged by their replies alone."""

    rate: _Rate | None = Field(default=None, description=f"{_RATE}; nothing where users alone load")
    """The rate of the calls; 5 unless written."""
    ramp: _Part | None = Field(default=None, description=_TIME)
    """The time from 0 to the rate, which is not judged: a cold Java VM answers few calls; 0s unless written."""
    hold: _Hold | None = Field(default=None, description=_TIME)
    """Duration of the calls at the rate: long enough that each operation is called; 10s unless written."""


class PlateausSpec(Spec):
    """A ramp to each of some rates and a hold there, in their order."""

    rates: list[_Rate] | None = Field(default=None, description=f"a list of ascending rates, each {_RATE}")
    """The rates that are held, one after the other: 1 to 20 of them. Required."""
    ramp: _Part | None = Field(default=None, description=f"from one rate to the next, the first from 0: {_TIME}")
    """The time from one rate to the next; 10m unless written."""
    hold: _Hold | None = Field(default=None, description=f"how long each rate is held: {_TIME}")
    """Duration of the hold at each rate, at least settle + tail + 10s; 20m unless written."""
    settle: _Part | None = Field(default=None, description=f"what is left out at the begin of a hold: {_TIME}")
    """Span at the start of a hold that is not judged; 2m unless written."""
    tail: _Part | None = Field(default=None, description=f"what is left out at the end of a hold: {_TIME}")
    """Span at the end of a hold that is not judged; 30s unless written."""


class CapacitySpec(Spec):
    """Search of the highest rate that keeps the SLOs."""

    start_rate: float | str | None = Field(default=None, description=f"the first rate: {_RATE}")
    """First rate of the search; 100 unless written."""
    max_rate: float | str | None = Field(default=None, description=f"the highest rate that is tried: {_RATE}")
    """The highest rate that is tried, no lower than start_rate; 100000 unless written."""
    precision: _Precision | None = Field(default=None, description="a percentage, such as 5%")
    """The search ends when the interval of the capacity is no wider than this, from 0.1% to 100%; 3% unless written."""
    hold: _Hold | None = Field(default=None, description=f"the longest span of a trial: {_TIME}")
    """The longest time that a trial of the search is judged, which ends earlier when its verdict is sure; 30s unless
    written. A budget shortens it."""
    settle: _Part | None = Field(default=None, description=f"what is left out at the begin of a trial: {_TIME}")
    """Span at the start of a trial that is not judged; 2s unless written."""
    confirm_hold: _Hold | None = Field(default=None, description=f"the span of the confirmation: {_TIME}")
    """Duration of the hold that confirms the rate that was found; 2m unless written, or the hold of confirm if confirm
    has no rate."""
    budget: _Search | None = Field(default=None, description="the most time of load and waits: a duration, such as 30m")
    """The most time for load and for waits for a quiet machine. The confirmation shrinks to what is left of it. A study
    is refused if this is too short for a search with its confirmation. Unless written it follows confirm_hold."""


class ConfirmSpec(Spec):
    """A gentle ramp to a rate, then a long hold."""

    rate: float | str | None = Field(default=None, description=f"{_RATE}; the capacity that was found unless written")
    """The rate that is held; the capacity that was found unless written."""
    ramp: _Part | None = Field(default=None, description=_TIME)
    """The time from 0 to the rate; 30s unless written."""
    hold: _Hold | None = Field(default=None, description=_TIME)
    """Duration of the hold at the rate; 5m unless written."""


class SoakSpec(Spec):
    """A long hold at a working load."""

    rate: float | str | None = Field(default=None, description=_RATE)
    """The rate that is held; share of the capacity that was found unless written. Not beside share."""
    share: _OfCapacity | None = Field(
        default=None, description="a percentage of the capacity that was found, such as 70%"
    )
    """The rate as a part of the capacity that was found, from 1% to 100%; 70% unless written."""
    ramp: _Part | None = Field(default=None, description=_TIME)
    """The time from 0 to the rate; 30s unless written."""
    settle: _Part | None = Field(default=None, description=_TIME)
    """Span at the start of the hold that is not judged; 10s unless written."""
    hold: _Hold | None = Field(default=None, description=_TIME)
    """Duration of the hold at the rate; 1h unless written."""


class LoadSpec(Spec):
    """One plateau."""

    rate: float | str | None = Field(default=None, description=f"{_RATE}, or max; nothing where users alone load")
    """The rate that is held; max sends as fast as replies come. Required, but where users alone load."""
    hold: _Hold | None = Field(default=None, description=_TIME)
    """Duration of the hold at the rate; 30s unless written."""


class MarginsSpec(Spec):
    """Differences between variants that do not matter: within them two are equivalent."""

    response: _Margin | None = Field(default=None, description="a percentage of the response time, such as 5%")
    """Margin of response times; 5% unless written."""
    cpu: _Margin | None = Field(default=None, description="a percentage of the CPU per request, such as 3%")
    """Margin of CPU per request; 3% unless written."""
    memory: _Margin | None = Field(default=None, description="a percentage of the memory, such as 5%")
    """Margin of memory; 5% unless written."""
    errors: _Margin | None = Field(default=None, description="percentage points of the errors, such as 0.5%")
    """Margin of errors, in percentage points: with 0.5% a share of 1% and one of 1.5% are alike; 0.5% unless
    written."""


class CompareSpec(Spec):
    """Rounds with all variants up at once, in which slots of load go round them: what differs between them."""

    rate: float | str | None = Field(
        default=None, description=f"{_RATE}; 70% of the least capacity that was found unless written"
    )
    """The common rate, which every variant should keep; 70% of the least capacity that was found unless written."""
    rounds: int | None = Field(default=None, description="a number from 1 to 12, such as 8")
    """The most rounds, each with a fresh start of every variant; it ends before where all is told. 8 unless written."""
    slot: _Slot | None = Field(default=None, description=f"load on one variant at a time: {_TIME}, at least 2s")
    """Duration of the load on one variant before the next one has its turn; a fifth of it, at least 1s, is not judged;
    5s unless written, 3s with a budget. A slot of warm-up is 5s or longer. If the budget is short, all of them are
    shorter."""
    budget: _Search | None = Field(default=None, description="the most time: a duration, such as 25m")
    """The most time for all rounds, starts of the services included. The rounds share it: what one of them does not
    need for its start and its warm-up goes to more cycles. As long as the rounds take unless written."""
    together: bool = Field(default=True, description="true or false; false starts the variants one at a time")
    """True if all variants are up at once, which shows differences best. If they hold more than half of the memory,
    each variant is started by itself; false asks for that from the start. True unless written."""
    primary: list[_OperationName] | None = Field(
        default=None, description="a list of up to 20 operations of the profile, such as [login, search]"
    )
    """The most important operations: their p99 and mean answer the comparison, as the figures of the total do, and
    share its error with them; each makes small differences harder to tell. None unless written."""
    margins: MarginsSpec | None = Field(default=None, description="a mapping such as {response: 5%, cpu: 3%}")
    """Differences that do not matter."""


_Level = Annotated[LevelSpec, Field(description="a mapping such as {on: [attach], off: [detach]}")]


class BoundsSpec(Spec):
    """Bounds on the cost of a feature by metric, in place of the common bound."""

    response: _Margin | None = Field(default=None, description="a percentage of the response time, such as 5%")
    """Bound on the mean and the p99 of the response time; the common bound unless written."""
    cpu: _Margin | None = Field(default=None, description="a percentage of the CPU per request, such as 3%")
    """Bound on CPU per request; the common bound unless written."""
    memory: _Margin | None = Field(default=None, description="a percentage of the memory, such as 5%")
    """Bound on memory; the common bound unless written."""
    errors: _Margin | None = Field(default=None, description="percentage points of the errors, such as 0.5%")
    """Bound on errors, in percentage points; 0.5% unless written."""


class GentleStartSpec(Spec):
    """A load before the first slot of a start, with the feature off."""

    rate: _Rate = Field(description=_RATE, examples=[50])
    """Rate of the load."""
    hold: _Hold = Field(description=_TIME, examples=["60s"])
    """Duration of the load."""


class OverheadSpec(Spec):
    """Starts in which a feature is switched on and off between slots of load: what it costs, against a bound."""

    rate: float | str | None = Field(
        default=None, description=f"{_RATE}; 70% of the least capacity that was found unless written"
    )
    """The rate of the load, which the service should keep at every level; 70% of the least capacity that was found
    unless written. Not beside rates."""
    rates: list[_Rate] | None = Field(default=None, description=f"a list of up to 10 rates, each {_RATE}")
    """Several rates: every level is measured at each of them. None unless written."""
    starts: int | None = Field(default=None, description="a number from 1 to 100, such as 5")
    """Number of starts that are measured; a verdict needs 5 or more. 5 unless written."""
    slot: _SwitchedSlot | None = Field(
        default=None, description=f"load at one level and rate at a time: {_TIME}, at least 5s"
    )
    """Duration of the load at one level before the turn of the next; 5s unless written. The shorter it is, the less the
    machine drifts in between."""
    settle: _Hold | None = Field(default=None, description=f"what is left out at the begin of a slot: {_TIME}")
    """Span at the start of a slot that is not judged, as a switch may still have its effects there; a fifth of the
    slot, at least 1s, unless written."""
    hold: _Hold | None = Field(default=None, description=f"the load of one start: {_TIME}")
    """Longest load of one start, without the repeats of disturbed cycles; 8m unless written."""
    bound: _Margin | None = Field(default=None, description="a percentage, such as 5%")
    """Claimed upper bound on the cost of the feature, in CPU per request, response time and memory; 5% unless
    written."""
    budget: _Search | None = Field(default=None, description="the most time: a duration, such as 1h")
    """The most time for all starts; none begins that would not end within it. As long as the starts take unless
    written."""
    toggle: LevelSpec | None = Field(default=None, description="a mapping such as {on: [attach], off: [detach]}")
    """Steps that switch the feature, if it has one level, which is called on. This or levels is required, except for a
    simulated stand that has its levels itself."""
    levels: dict[str, _Level] | None = Field(
        default=None, description="a mapping of names to how each is switched, such as {low: {on: [low], off: [none]}}"
    )
    """Levels of the feature by name, up to 10; the level off is always there. Not beside toggle."""
    margins: BoundsSpec | None = Field(default=None, description="a mapping such as {cpu: 3%, memory: 10%}")
    """Bounds of single figures, in place of bound."""
    services: list[_ServiceName] | None = Field(
        default=None, description="a list of services of the stand, such as [api]; all unless written"
    )
    """The services whose CPU and memory are measured; all of the stand unless written."""
    gentle_start: GentleStartSpec | None = Field(default=None, description="a mapping such as {rate: 50, hold: 60s}")
    """A load before the first slot of each start, with the feature off; none unless written. Slots of warm-up follow in
    any case."""


class WarmUpSpec(Spec):
    """A hold after each start of the services, until their response time keeps to a level."""

    rate: float | str | None = Field(default=None, description=f"{_RATE}; that of the first method unless written")
    """The rate that warms up; that of the first method which has one unless written."""
    floor: _Part | None = Field(default=None, description=f"the warm-up is never over before: {_TIME}")
    """The warm-up is never over before this, at most half of most; 5s unless written."""
    most: _WarmUp | None = Field(default=None, description=f"the longest warm-up: {_TIME}, at least 60s")
    """Longest warm-up; 2m unless written. If the response time has no level yet, the warm-up ends and the report says
    so."""


class MethodsSpec(Spec):
    """Methods that are run on each variant, in the order of these keys."""

    warm_up: WarmUpSpec | None = Field(default=None, description="settings such as {rate: 1N, floor: 10s, most: 2m}")
    """A load after each start of the services, until the response time keeps to a level; none unless written."""
    smoke: SmokeSpec | None = Field(default=None, description="settings such as {rate: 5, hold: 10s}")
    """A smoke test: passes if each operation is answered as it expects, whatever the response times; none unless
    written."""
    plateaus: PlateausSpec | None = Field(
        default=None, description="settings such as {rates: [1500, 3000], ramp: 2m, hold: 5m, settle: 30s, tail: 10s}"
    )
    """The staircase: a ramp to each rate and a hold there; none unless written."""
    capacity: CapacitySpec | None = Field(default=None, description="settings such as {start_rate: 100, hold: 30s}")
    """The search of the highest rate that keeps the SLOs; none unless written."""
    confirm: ConfirmSpec | None = Field(default=None, description="settings such as {ramp: 30s, hold: 5m}")
    """A hold at the capacity that was found, or at a rate; none unless written."""
    soak: SoakSpec | None = Field(default=None, description="settings such as {share: 70%, hold: 1h}")
    """A long hold at a working load, with the trends of memory and response time; none unless written."""
    load: LoadSpec | None = Field(default=None, description="settings such as {rate: 1000, hold: 30s}")
    """One plateau; none unless written."""
    compare: CompareSpec | None = Field(default=None, description="settings such as {rate: 1000, rounds: 5}")
    """Two variants or more under the same load, in turn and in rounds, until it is told what differs; none unless
    written. It is run after the starts with all other methods, and warms up by itself."""
    overhead: OverheadSpec | None = Field(
        default=None, description="settings such as {rate: 500, bound: 5%, toggle: {on: [attach], off: [detach]}}"
    )
    """Cost of a feature that is switched within a start, against a bound; none unless written. The method is run after
    all other methods, on starts of its own, and warms up by itself."""
