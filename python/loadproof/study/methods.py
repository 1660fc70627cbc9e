"""The methods of a study as they were planned, in plain numbers; what they mean is said in docs/method.md."""

from dataclasses import dataclass

__all__ = [
    "DEFAULT_MAX_RATE",
    "DEFAULT_START_RATE",
    "METHOD_NAMES",
    "CapacityPlan",
    "ConfirmPlan",
    "LoadPlan",
    "Methods",
    "PlateausPlan",
    "SoakPlan",
    "WarmUpPlan",
]

DEFAULT_START_RATE = 100.0
DEFAULT_MAX_RATE = 100_000.0
"""Those of `method.capacity_settings` (a test compares them): a fault of the file is told before the run."""

METHOD_NAMES = ("plateaus", "capacity", "confirm", "soak", "load")
"""In the order they are run."""


@dataclass(frozen=True, slots=True)
class CapacityPlan:
    """A search of the capacity: rates in calls/s, `precision` as a share (0.05 for 5 %); None: the method's default."""

    start_rate: float | None = None
    max_rate: float | None = None
    precision: float | None = None
    hold_s: float | None = None
    settle_s: float | None = None
    confirm_hold_s: float | None = None
    max_total_s: float | None = None


@dataclass(frozen=True, slots=True)
class ConfirmPlan:
    """A gentle ramp to `rate` in calls/s (None: the capacity that was found), then a long hold."""

    rate: float | None = None
    ramp_s: float = 30.0
    hold_s: float = 300.0


@dataclass(frozen=True, slots=True)
class SoakPlan:
    """A long hold at `rate` in calls/s; None: at `share` of the capacity that was found."""

    rate: float | None = None
    share: float = 0.7
    ramp_s: float = 30.0
    settle_s: float = 10.0
    hold_s: float = 3600.0


@dataclass(frozen=True, slots=True)
class LoadPlan:
    """One plateau at `rate` in calls/s; None: as many as the connections carry (`max`); 0: users alone."""

    rate: float | None
    hold_s: float = 30.0


@dataclass(frozen=True, slots=True)
class PlateausPlan:
    """A staircase: to each of `rates` in calls/s a ramp, then a hold.

    Of a hold the first `settle_s` and the last `tail_s` are not judged.
    """

    rates: tuple[float, ...]
    ramp_s: float = 600.0
    hold_s: float = 1200.0
    settle_s: float = 120.0
    tail_s: float = 30.0


@dataclass(frozen=True, slots=True)
class WarmUpPlan:
    """A hold at `rate` in calls/s (0: users alone) after each start of the services, until they are warm."""

    rate: float
    floor_s: float = 5.0
    most_s: float = 120.0


@dataclass(frozen=True, slots=True)
class Methods:
    """What a study does with each variant, in the order of `METHOD_NAMES`; None: not that."""

    capacity: CapacityPlan | None = None
    confirm: ConfirmPlan | None = None
    soak: SoakPlan | None = None
    load: LoadPlan | None = None
    plateaus: PlateausPlan | None = None
    warm_up: WarmUpPlan | None = None
    """Before the first of them, and after each restart; it has no answer of its own."""
