"""Every method that a study may ask for, a row each, in the order in which they are run.

What runs, forecasts, resolves and reports methods takes their order and their differences from here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from loadproof.method.capacity import Capacity
from loadproof.method.capacity_settings import DEFAULT_START_RATE
from loadproof.method.compare import CompareRound
from loadproof.method.confirm import Confirm
from loadproof.method.load import Load
from loadproof.method.method import Method, StartSoFar
from loadproof.method.overhead import OverheadStart
from loadproof.method.plateaus import Plateaus
from loadproof.method.smoke import Smoke
from loadproof.method.soak import Soak
from loadproof.records.answer import Answer

__all__ = ["METHODS", "Forecast", "MethodRow", "method_names", "row_of"]


class Forecast(Enum):
    """Treatment of the trials of a method in a forecast."""

    SIMULATED = "simulated"
    """On an assumed service, the one of the methods before it."""
    OVERLOADING = "overloading"
    """On an assumed service of its own, as what it overloads is not there for the next method."""
    HELD = "held"
    """One hold, whatever the service does: nothing is simulated."""
    ROUNDS = "rounds"
    """Not at all: its slots are as long as they are, and how many rounds or starts there are is told apart."""


def _own_rate(settings: Any) -> Sequence[float | None]:
    return (settings.rate,)


def _held_s(settings: Any) -> float:
    """Return the seconds of one hold, with ramp, settling time and all repetitions that are allowed."""
    once_s: float = settings.ramp_s + settings.settle_s + settings.hold_s
    return once_s * (1 + int(settings.repeats))


@dataclass(frozen=True, slots=True)
class MethodRow:
    """One method; every callable takes the settings that a study has of it."""

    name: str
    """Name in study files, stored answers and reports; also the name of its field in `study.methods.Methods`."""
    make: Callable[[Any, StartSoFar], Method | Answer]
    """The method, or its answer where there is nothing to run: another method answered it, or found nothing."""
    longest_s: Callable[[Any, Mapping[str, Any]], float]
    """Most seconds of load with its settings beside those of all methods that are asked for."""
    rates: Callable[[Any], Sequence[float | None]] = _own_rate
    """The rates that it is known to load with, in calls/s, the first one first."""
    takes_capacity: bool = False
    """True if, without a rate in the settings, the method loads with the capacity or a share of the capacity."""
    loads_with_users_alone: bool = False
    """True if the method can answer for a load of users alone, where nothing arrives by rate."""
    forecast: Forecast = Forecast.SIMULATED
    judges_slos: bool = True
    """False: its answer rests on replies alone, so a forecast asks for no number of calls."""
    has_own_starts: bool = False
    """True if the method runs on starts of its own, not on each start of a variant after the other methods.

    Its starts are rounds that have every variant up at once, or as many starts as it has to measure.
    """


METHODS = (
    MethodRow(
        Smoke.name,
        lambda settings, _: Smoke(settings),
        lambda settings, _: settings.ramp_s + settings.hold_s,
        loads_with_users_alone=True,
        forecast=Forecast.HELD,
        judges_slos=False,
    ),
    MethodRow(
        Plateaus.name,
        lambda settings, _: Plateaus(settings),
        lambda settings, _: len(settings.rates) * (settings.ramp_s + settings.hold_s) + settings.recovery_hold_s,
        lambda settings: settings.rates,
        forecast=Forecast.OVERLOADING,
    ),
    MethodRow(
        Capacity.name,
        lambda asked, start: Capacity(asked.settings(start.asked.get(Confirm.name))),
        lambda asked, all_asked: asked.settings(all_asked.get(Confirm.name)).longest_s,
        lambda asked: (asked.start_rate or DEFAULT_START_RATE,),
    ),
    MethodRow(
        Confirm.name,
        Confirm.of,
        # Without a rate of its own it is answered by the search, which has the time for it.
        lambda settings, _: 0.0 if settings.rate is None else _held_s(settings),
        takes_capacity=True,
    ),
    MethodRow(Soak.name, Soak.of, lambda settings, _: _held_s(settings), takes_capacity=True, forecast=Forecast.HELD),
    MethodRow(
        Load.name,
        lambda held, _: Load(held),
        lambda held, _: held.hold_s,
        loads_with_users_alone=True,
        forecast=Forecast.HELD,
    ),
    MethodRow(
        CompareRound.name,
        CompareRound.of,
        # Of one variant: it is the others' turn for the rest.
        lambda settings, _: settings.longest_s,
        takes_capacity=True,
        forecast=Forecast.ROUNDS,
        has_own_starts=True,
    ),
    MethodRow(
        OverheadStart.name,
        OverheadStart.of,
        lambda settings, _: settings.starts * settings.longest_s,
        lambda settings: settings.rates or (None,),
        takes_capacity=True,
        forecast=Forecast.ROUNDS,
        has_own_starts=True,
    ),
)


def method_names() -> tuple[str, ...]:
    """The names of all methods in the order in which they are run.

    >>> method_names()
    ('smoke', 'plateaus', 'capacity', 'confirm', 'soak', 'load', 'compare', 'overhead')
    """
    return tuple(row.name for row in METHODS)


def row_of(name: str) -> MethodRow:
    """The row of the method `name`. Raises LookupError where there is none."""
    for row in METHODS:
        if row.name == name:
            return row
    raise LookupError(f"there is no method {name!r}")
