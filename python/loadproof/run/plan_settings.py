"""From the methods of a study, as they were planned, to the settings of each method."""

from typing import Any

from loadproof.method.capacity_settings import CapacitySettings
from loadproof.method.confirm import ConfirmSettings
from loadproof.method.plateaus import PlateausSettings
from loadproof.method.soak import SoakSettings
from loadproof.study.methods import CapacityPlan, ConfirmPlan, PlateausPlan, SoakPlan

__all__ = ["capacity_settings_of", "confirm_settings_of", "plateaus_settings_of", "soak_settings_of"]


def capacity_settings_of(plan: CapacityPlan, confirm: ConfirmPlan | None) -> CapacitySettings:
    """The settings of a search; the confirmation of the capacity that was found, if one is planned, is its own.

    A capacity is a rate that was confirmed: a search with a confirmation after it would confirm twice.
    """
    given: dict[str, Any] = {
        "start_rate": plan.start_rate,
        "max_rate": plan.max_rate,
        "precision": plan.precision,
        "hold_s": plan.hold_s,
        "settle_s": plan.settle_s,
        "confirm_hold_s": plan.confirm_hold_s,
        "max_total_s": plan.max_total_s,
    }
    if confirm is not None and confirm.rate is None:
        given |= {"confirm_hold_s": confirm.hold_s, "confirm_ramp_s": confirm.ramp_s}
    return CapacitySettings(**{name: value for name, value in given.items() if value is not None})


def confirm_settings_of(plan: ConfirmPlan, rate: float) -> ConfirmSettings:
    """The settings of a confirmation of `rate`."""
    return ConfirmSettings(rate=rate, ramp_s=plan.ramp_s, hold_s=plan.hold_s)


def plateaus_settings_of(plan: PlateausPlan) -> PlateausSettings:
    """The settings of a staircase."""
    return PlateausSettings(plan.rates, plan.ramp_s, plan.hold_s, plan.settle_s, plan.tail_s)


def soak_settings_of(plan: SoakPlan, rate: float) -> SoakSettings:
    """The settings of a soak at `rate`."""
    return SoakSettings(rate=rate, ramp_s=plan.ramp_s, settle_s=plan.settle_s, hold_s=plan.hold_s)
