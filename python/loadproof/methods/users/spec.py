"""Load of users in a study file."""

import itertools
from collections.abc import Iterator, Sequence

from pydantic import Field

from loadproof.methods.users.judge import Pace
from loadproof.methods.users.machine import UsersSettings
from loadproof.model.duration import format_duration
from loadproof.model.pause import Pause, PauseKind
from loadproof.model.scenario import Flow, Think, all_steps, called_operations, least_pause_s
from loadproof.study.method_scalars import RATE, TIME, USERS, Hold, MethodSpec, Part
from loadproof.study.method_section import MethodSection

__all__ = ["UsersMethodSpec", "resolve"]

_MINUTE_S = 60.0
_LEAST_DEVIATION_S = 1.0
_THINKING_PART = 0.5
"""Standard deviation of the think times before a call, as a part of their mean."""


class UsersMethodSpec(MethodSpec):
    """A number of users for some minutes, judged minute by minute."""

    such_as = "settings such as {users: 300, ramp: 2m, hold: 10m}"
    meaning = (
        "A load of closed users: joining is left out, then Apdex, response times and evenness of every minute; none "
        "unless written."
    )

    users: int | None = Field(default=None, description=USERS)
    """Closed users of all kinds; as many as the profile counts unless written, required if the kinds have shares."""
    rate: float | str | None = Field(default=None, description=f"{RATE}; nothing where users alone load")
    """The rate of the arrivals beside the users; required if operations or flows of the profile arrive."""
    ramp: Part | None = Field(default=None, description=TIME)
    """The time over which users join; 1m unless written. The steady part begins at the next whole minute."""
    hold: Hold | None = Field(default=None, description="whole minutes, such as 10m")
    """Duration of the steady part, whole minutes; 10m unless written."""


def resolve(section: MethodSection) -> UsersSettings:
    """Return the settings of the section; faults go to its log."""
    log, path = section.log, section.path
    if not section.kinds:
        log.add(path, "the profile has no users", "add users to the profile, or hold a rate with load")
    users = section.users()
    if not section.users_alone and "rate" not in section.values and section.kinds:
        message = "operations arrive beside the users, and users has no rate"
        log.add(path, message, "give rate: calls per second, or a multiple such as 1N")
    times = section.durations("ramp", "hold")
    hold_s = times.get("hold_s", UsersSettings().hold_s)
    if hold_s % _MINUTE_S:
        message = f"{format_duration(hold_s)} are not whole minutes, by which the steady part is judged"
        log.add(section.place("hold"), message, "give whole minutes, such as 10m")
        times["hold_s"] = hold_s = max(_MINUTE_S, hold_s - hold_s % _MINUTE_S)
    _check_lengths(section, hold_s)
    paces = tuple(_paces(section))
    return UsersSettings(users, section.held_rate("rate") or 0.0, **times, paces=paces)


def _check_lengths(section: MethodSection, hold_s: float) -> None:
    """Report users whose flow, or whose pacing, is longer than the steady part: no flow of them would be judged.

    If the pacing is exponential, or a random pause before the first iteration spreads the users, iterations start at
    any time, and many users start some in a short steady part, too.
    """
    flows = {flow.name: flow for flow in section.flows}
    key = section.place("hold") if "hold" in section.values else section.path
    for kind in section.kinds:
        flow = flows.get(kind.flow)
        least_s = 0.0 if flow is None else least_pause_s(flow.steps)
        paced_s = 0.0 if kind.pacing is None or _starts_at_any_time(kind.pacing, flow) else kind.pacing.mean_s
        if max(least_s, paced_s) > hold_s:
            what = f"the pauses of the flow {kind.flow}" if least_s >= paced_s else f"the pacing of {kind.name}"
            longest = format_duration(round(max(least_s, paced_s)))
            message = f"{what} take {longest}, longer than the steady part of {format_duration(hold_s)}"
            section.log.add(key, message, f"hold {longest} or more, such as ten times as long")


def _starts_at_any_time(pacing: Pause, flow: Flow | None) -> bool:
    """Return True if iterations of users with this pacing do not follow the time of their log-in."""
    pauses = [step.pause for step in all_steps(flow.before) if isinstance(step, Think)] if flow is not None else []
    return pacing.kind is PauseKind.EXPONENTIAL or any(pause.kind is not PauseKind.CONSTANT for pause in pauses)


def _paces(section: MethodSection) -> Iterator[Pace]:
    """Yield the pacing of each flow and operation that paced users of one kind alone go through or call."""
    for flow in section.flows:
        kinds = [kind for kind in section.kinds if kind.flow == flow.name]
        others = [other for other in section.flows if other is not flow]
        if len(kinds) != 1 or flow.weight or (pacing := kinds[0].pacing) is None:
            continue
        deviation_s = max(_LEAST_DEVIATION_S, _THINKING_PART * _thinking_s(flow))
        yield Pace(flow.name, kinds[0].name, pacing, _LEAST_DEVIATION_S)
        elsewhere = set(itertools.chain.from_iterable(called_operations(other.steps) for other in others))
        for operation in called_operations(flow.steps):
            if operation not in elsewhere and operation not in section.arriving:
                yield Pace(operation, kinds[0].name, pacing, deviation_s)


def _thinking_s(flow: Flow) -> float:
    thinks: Sequence[Think] = [step for step in all_steps(flow.steps) if isinstance(step, Think)]
    return sum(step.pause.mean_s for step in thinks)
