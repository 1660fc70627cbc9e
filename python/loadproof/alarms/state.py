"""State machine of an alarm: inactive, pending, firing or no data, as alerting rules of Prometheus.

Source: Prometheus, *Alerting rules* (prometheus.io/docs/prometheus/latest/configuration/alerting_rules) and its
evaluation (`rules/alerting.go`). Prometheus treats missing data as a false evaluation. Here missing data is a state of
its own with the same effect: it resets `for`, and it does not start or renew a firing alarm.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

__all__ = ["INACTIVE", "AlarmPhase", "AlarmState", "next_state"]


class AlarmPhase(StrEnum):
    """Phase of an alarm after an evaluation."""

    INACTIVE = "inactive"
    PENDING = "pending"
    FIRING = "firing"
    NO_DATA = "no-data"


@dataclass(frozen=True, slots=True)
class AlarmState:
    """Phase of an alarm with the instants that its next evaluation needs, in seconds on the axis of evaluations."""

    phase: AlarmPhase
    active_since_s: float | None = None
    """First of the true evaluations on end; None: it is neither pending nor firing."""
    kept_since_s: float | None = None
    """First evaluation that was not true while it fires; None: the last one was true, or it does not fire."""


INACTIVE = AlarmState(AlarmPhase.INACTIVE)
"""State before the first evaluation."""


def next_state(
    state: AlarmState, at_s: float, is_true: bool | None, for_s: float, keep_firing_for_s: float = 0.0
) -> AlarmState:
    """Return the state after an evaluation at `at_s`; `is_true` None: there is no data.

    >>> state = INACTIVE
    >>> for at_s, is_true in enumerate([True, True, True, None, True]):
    ...     state = next_state(state, at_s, is_true, for_s=2)
    ...     print(at_s, state.phase.value)
    0 pending
    1 pending
    2 firing
    3 no-data
    4 pending
    """
    if is_true:
        since_s = at_s if state.active_since_s is None else state.active_since_s
        fires = state.phase is AlarmPhase.FIRING or at_s - since_s >= for_s
        return AlarmState(AlarmPhase.FIRING if fires else AlarmPhase.PENDING, since_s)
    if state.phase is AlarmPhase.FIRING and keep_firing_for_s > 0:
        kept_since_s = at_s if state.kept_since_s is None else state.kept_since_s
        if at_s - kept_since_s < keep_firing_for_s:
            return replace(state, kept_since_s=kept_since_s)
    return AlarmState(AlarmPhase.NO_DATA) if is_true is None else INACTIVE
