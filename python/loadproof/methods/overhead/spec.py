"""Overhead in a study file."""

from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from loadproof.methods.overhead.machine import LEAST_JUDGED_S, LEAST_SLOT_S, MOST_STARTS, OverheadSettings
from loadproof.model.cell import OFF
from loadproof.model.duration import Duration
from loadproof.study.fault_log import KeyPath
from loadproof.study.method_scalars import RATE, TIME, USERS, Hold, Margin, MethodSpec, Rate, SearchTime
from loadproof.study.method_section import MethodSection
from loadproof.study.toggle_spec import LevelSpec
from loadproof.study.written import Scalar, Spec

__all__ = ["BoundsSpec", "GentleStartSpec", "OverheadSpec", "resolve"]

_MOST_OVERHEAD_RATES = 10
_SwitchedSlot = Annotated[Duration, Scalar(Duration, partial(Duration.parse_whole, int(LEAST_SLOT_S)), "5s")]
_ServiceName = Annotated[str, Field(description="the name of a service of the stand")]
_Level = Annotated[LevelSpec, Field(description="a mapping such as {on: [attach], off: [detach]}")]


class BoundsSpec(Spec):
    """Bounds on the cost of a feature by metric, in place of the common bound."""

    response: Margin | None = Field(default=None, description="a percentage of the response time, such as 5%")
    """Bound on the mean and the p99 of the response time; the common bound unless written."""
    cpu: Margin | None = Field(default=None, description="a percentage of the CPU per request, such as 3%")
    """Bound on CPU per request; the common bound unless written."""
    memory: Margin | None = Field(default=None, description="a percentage of the memory, such as 5%")
    """Bound on memory; the common bound unless written."""
    errors: Margin | None = Field(default=None, description="percentage points of the errors, such as 0.5%")
    """Bound on errors, in percentage points; 0.5% unless written."""


class GentleStartSpec(Spec):
    """A load before the first slot of a start, with the feature off."""

    rate: Rate = Field(description=RATE, examples=[50])
    """Rate of the load."""
    hold: Hold = Field(description=TIME, examples=["60s"])
    """Duration of the load."""


class OverheadSpec(MethodSpec):
    """Starts in which a feature is switched on and off between slots of load: what it costs, against a bound."""

    such_as = "settings such as {rate: 500, bound: 5%, toggle: {on: [attach], off: [detach]}}"
    meaning = (
        "Cost of a feature that is switched within a start, against a bound; none unless written. The method is "
        "run after all other methods, on starts of its own, and warms up by itself."
    )

    rate: float | str | None = Field(
        default=None, description=f"{RATE}; 70% of the least capacity that was found unless written"
    )
    """The rate of the load, which the service should keep at every level; 70% of the least capacity that was found
    unless written. Not beside rates."""
    rates: list[Rate] | None = Field(default=None, description=f"a list of up to 10 rates, each {RATE}")
    """Several rates: every level is measured at each of them. None unless written."""
    users: int | None = Field(default=None, description=USERS)
    """Closed users of all kinds; as many as the profile counts unless written, required if the kinds have shares."""
    starts: int | None = Field(default=None, description="a number from 1 to 100, such as 5")
    """Number of starts that are measured; a verdict needs 5 or more. 5 unless written."""
    slot: _SwitchedSlot | None = Field(
        default=None, description=f"load at one level and rate at a time: {TIME}, at least 5s"
    )
    """Duration of the load at one level before the turn of the next; 5s unless written. The shorter it is, the less the
    machine drifts in between."""
    settle: Hold | None = Field(default=None, description=f"what is left out at the begin of a slot: {TIME}")
    """Span at the start of a slot that is not judged, as a switch may still have its effects there; a fifth of the
    slot, at least 1s, unless written."""
    hold: Hold | None = Field(default=None, description=f"the load of one start: {TIME}")
    """Longest load of one start, without the repeats of disturbed cycles; 8m unless written."""
    bound: Margin | None = Field(default=None, description="a percentage, such as 5%")
    """Claimed upper bound on the cost of the feature, in CPU per request, response time and memory; 5% unless
    written."""
    budget: SearchTime | None = Field(default=None, description="the most time: a duration, such as 1h")
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


_BOUNDS = {
    "response": "response_bound_percent",
    "cpu": "cpu_bound_percent",
    "memory": "memory_bound_percent",
    "errors": "error_bound_points",
}


def resolve(section: MethodSection) -> OverheadSettings:
    """Return the rates and bounds of the section; `toggles` reads the switching of its levels."""
    rates = (0.0,) if section.users_alone else _overhead_rates(section)
    asked: dict[str, Any] = {
        "rates": rates,
        "users": section.users(),
        **section.durations("slot", "settle", "hold", "budget"),
    }
    asked |= section.number("starts", MOST_STARTS, such_as=5)
    slot_s, settle_s = asked.get("slot_s", OverheadSettings().slot_s), asked.get("settle_s", 0.0)
    if slot_s - settle_s < LEAST_JUDGED_S:
        message = f"a slot of {slot_s:g} s of which {settle_s:g} s settle leaves too little to judge"
        section.log.add(section.place("settle"), message, f"settle {LEAST_JUDGED_S:g}s less, or lengthen slot")
        del asked["settle_s"]
    if (bound := section.share("bound")) is not None:
        asked["bound_percent"] = 100.0 * bound
    if "levels" in section.values:
        # One that is called off is told of where they are read.
        asked["levels"] = tuple(name for name in section.values["levels"][0] if name != OFF) or ("on",)
    asked |= section.margins(_BOUNDS)
    if "services" in section.values:
        asked["services"] = tuple(section.values["services"][0])
    if "gentle_start" in section.values:
        asked |= _gentle_start(section, *section.values["gentle_start"])
    return OverheadSettings(**asked)


def _gentle_start(section: MethodSection, written: GentleStartSpec, path: KeyPath) -> dict[str, float]:
    """Rate and length of the load before the first slot; nothing if one cannot be read, which goes to the log."""
    values = {key: (getattr(written, key), (*path, key)) for key in ("rate", "hold")}
    own = replace(section, path=path, values=values)
    rate, hold_s = own.rate("rate"), own.seconds("hold")
    return {} if rate is None or hold_s is None else {"gentle_rate": rate, "gentle_s": hold_s}


def _overhead_rates(section: MethodSection) -> tuple[float, ...]:
    """Each once."""
    if "rate" in section.values and "rates" in section.values:
        section.log.add(section.place("rates"), "several rates, where one is given", "keep one of them")
    rates = section.rates("rates")
    if "rates" in section.values and not 1 <= len(section.values["rates"][0]) <= _MOST_OVERHEAD_RATES:
        message = f"the number of rates is {len(section.values['rates'][0])}"
        section.log.add(section.place("rates"), message, f"give 1 to {_MOST_OVERHEAD_RATES}, such as [500, 1000]")
    for index, one in enumerate(rates):
        if one in rates[:index]:
            section.log.add((*section.place("rates"), index), f"{one:g} is there twice", "keep it once")
    one_rate = section.rate("rate")
    return tuple(dict.fromkeys([*rates, *([] if one_rate is None else [one_rate])]))
