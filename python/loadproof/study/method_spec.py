"""The methods of a study file as they were written. A key without a value takes the method's default."""

from functools import partial
from typing import Annotated

from pydantic import Field

from loadproof.model.duration import Duration
from loadproof.model.share import Share
from loadproof.study.written import Scalar, Spec

__all__ = ["CapacitySpec", "ConfirmSpec", "LoadSpec", "MethodsSpec", "PlateausSpec", "SoakSpec", "WarmUpSpec"]

_RATE = "calls per second (1000) or a multiple of the profile (2N)"
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
_OfCapacity = Annotated[Share, Scalar(Share, partial(Share.parse_between, 1.0, 100.0), "70%")]


class PlateausSpec(Spec):
    """A ramp to each of some rates and a hold there, in their order."""

    rates: list[_Rate] | None = Field(default=None, description=f"a list of ascending rates, each {_RATE}")
    ramp: _Part | None = Field(default=None, description=f"from one rate to the next, the first from 0: {_TIME}")
    hold: _Hold | None = Field(default=None, description=f"how long each rate is held: {_TIME}")
    settle: _Part | None = Field(default=None, description=f"what is left out at the begin of a hold: {_TIME}")
    tail: _Part | None = Field(default=None, description=f"what is left out at the end of a hold: {_TIME}")


class CapacitySpec(Spec):
    """Search of the highest rate that keeps the SLOs."""

    start_rate: float | str | None = Field(default=None, description=f"the first rate: {_RATE}")
    max_rate: float | str | None = Field(default=None, description=f"the highest rate that is tried: {_RATE}")
    precision: _Precision | None = Field(default=None, description="a percentage, such as 5%")
    hold: _Hold | None = Field(default=None, description=f"the longest span of a trial: {_TIME}")
    settle: _Part | None = Field(default=None, description=f"what is left out at the begin of a trial: {_TIME}")
    confirm_hold: _Hold | None = Field(default=None, description=f"the span of the confirmation: {_TIME}")
    budget: _Search | None = Field(default=None, description="the most time under load: a duration, such as 30m")


class ConfirmSpec(Spec):
    """A gentle ramp to a rate, then a long hold."""

    rate: float | str | None = Field(default=None, description=f"{_RATE}; the capacity that was found unless written")
    ramp: _Part | None = Field(default=None, description=_TIME)
    hold: _Hold | None = Field(default=None, description=_TIME)


class SoakSpec(Spec):
    """A long hold at a working load."""

    rate: float | str | None = Field(default=None, description=_RATE)
    share: _OfCapacity | None = Field(
        default=None, description="a percentage of the capacity that was found, such as 70%"
    )
    ramp: _Part | None = Field(default=None, description=_TIME)
    settle: _Part | None = Field(default=None, description=_TIME)
    hold: _Hold | None = Field(default=None, description=_TIME)


class LoadSpec(Spec):
    """One plateau."""

    rate: float | str | None = Field(default=None, description=f"{_RATE}, or max; nothing where users alone load")
    hold: _Hold | None = Field(default=None, description=_TIME)


class WarmUpSpec(Spec):
    """A hold after each start of the services, until their response time keeps to a level."""

    rate: float | str | None = Field(default=None, description=f"{_RATE}; that of the first method unless written")
    floor: _Part | None = Field(default=None, description=f"the warm-up is never over before: {_TIME}")
    most: _WarmUp | None = Field(default=None, description=f"the longest warm-up: {_TIME}, at least 60s")


class MethodsSpec(Spec):
    """What is done with each variant, in the order of these keys."""

    warm_up: WarmUpSpec | None = Field(default=None, description="settings such as {rate: 1N, floor: 10s, most: 2m}")
    plateaus: PlateausSpec | None = Field(
        default=None, description="settings such as {rates: [1500, 3000], ramp: 2m, hold: 5m, settle: 30s, tail: 10s}"
    )
    capacity: CapacitySpec | None = Field(default=None, description="settings such as {start_rate: 100, hold: 30s}")
    confirm: ConfirmSpec | None = Field(default=None, description="settings such as {ramp: 30s, hold: 5m}")
    soak: SoakSpec | None = Field(default=None, description="settings such as {share: 70%, hold: 1h}")
    load: LoadSpec | None = Field(default=None, description="settings such as {rate: 1000, hold: 30s}")
