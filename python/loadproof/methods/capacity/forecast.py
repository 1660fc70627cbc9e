"""The shortest budget of a capacity search: one trial and a confirmation that its SLOs can be decided by."""

from __future__ import annotations

import math

from loadproof.errors import InputError
from loadproof.forecast.expected_calls import traffic_of
from loadproof.judge.plateau import deciding_calls, with_room
from loadproof.methods.capacity.machine import Capacity
from loadproof.methods.capacity.settings import CapacitySettings
from loadproof.methods.confirmation import confirmation
from loadproof.methods.plateau_standard import plateau_settings
from loadproof.model.profile import Profile
from loadproof.study.study import Study

__all__ = ["check_budget", "check_study_budgets"]


def check_budget(settings: CapacitySettings, profile: Profile, place: str) -> None:
    """Raises InputError where the budget, written at `place`, is too short for a search with its confirmation."""
    if settings.budget_s is None:
        return
    try:
        settings.check_budget(_deciding_arrivals(settings, profile))
    except ValueError as fault:
        message, _, hint = str(fault).partition("; ")
        raise InputError(f"{place}: {message}. Cure: {hint}") from None


def check_study_budgets(study: Study) -> None:
    """Raises InputError where the budget of a search of any variant is too short."""
    for variant in study.started:
        asked = study.methods_of(variant.name).of_starts()
        if Capacity.name in asked:
            settings = asked[Capacity.name].beside(asked)
            check_budget(settings, study.profile, f"{study.file}: methods.capacity.budget")


def _deciding_arrivals(settings: CapacitySettings, profile: Profile) -> float:
    """Arrivals that bring each SLO of a share enough calls to be decided; an SLO without calls needs none."""
    held = plateau_settings(confirmation(0.0, 0.0, 0.0, settings.confirm_hold_s), profile.timeout_s)
    in_users = settings.in_users
    traffic = traffic_of(profile, 0.0, None if in_users is None else in_users.start)
    needed = []
    for slo in profile.slos:
        own = [one for one in traffic if (one.name == slo.operation if slo.operation else not one.is_flow)]
        per_arrival = math.fsum(one.per_arrival.mean for one in own)
        if in_users is not None:
            # Users take the place of arrivals: calls of one user in one second, and of the arrivals beside.
            per_s = in_users.rate * per_arrival + math.fsum(one.per_user_s for one in own)
            per_arrival = per_s / in_users.start
        if per_arrival:
            needed.append(with_room(deciding_calls(slo, held)) / per_arrival)
    return max(needed, default=0.0)
