"""Messages of the live view about a running trial."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loadproof.judge.limits import LIMITS
from loadproof.judge.slot_judge import is_whole
from loadproof.judge.verdict import State
from loadproof.methods.trial import Purpose
from loadproof.model.message import Message, Value, cores, count, duration, listed, milliseconds
from loadproof.records.doubt import DoubtCode
from loadproof.render.names import load_told as load_of
from loadproof.result.plain_text import printable

if TYPE_CHECKING:
    from loadproof._engine import Histogram
    from loadproof.judge.verdict import Verdict
    from loadproof.methods.trial import Trial, TrialResult
    from loadproof.render.live_figures import LiveFigures

__all__ = [
    "apdex_told",
    "calls_told",
    "ended_errors_told",
    "errors_told",
    "generator_told",
    "limits_told",
    "load_told",
    "others_told",
    "purpose_told",
    "response_told",
    "slot_state_told",
    "slot_told",
    "state_told",
    "users_told",
]

_LONGEST_NAME = 30
_MOST_ENDED_KINDS = 2
_LIMITS = frozenset({"descriptors", "ports", "connections"})


def purpose_told(trial: Trial) -> Message:
    """Return the purpose of the trial; with its slot if it is in a cycle, else with its variant if it has one."""
    purpose = Message(f"page-purpose-{trial.purpose.value}")
    if trial.cycle:
        return Message("live-purpose-of-slot", purpose=purpose, slot=slot_told(trial))
    if not trial.variant:
        return purpose
    return Message("live-purpose-of-slot", purpose=purpose, slot=printable(trial.variant, limit=_LONGEST_NAME))


def slot_told(trial: Trial) -> Message:
    """Return the slot of a trial: variant, round and cycle; if a feature is switched, variant, start, cycle, level."""
    variant = printable(trial.variant, limit=_LONGEST_NAME)
    if trial.level:
        told = {"level": trial.level, "start": str(trial.start), "cycle": str(trial.cycle)}
        return Message("live-slot-of-level", variant=variant, **told)
    return Message("live-slot", variant=variant, round=str(trial.start), cycle=str(trial.cycle))


def state_told(verdict: Verdict, *, is_early: bool = False) -> Message:
    """Return the state in which a trial ended; `is_early` marks it as stopped early."""
    state = Message(f"page-state-{verdict.state.value}")
    return Message("live-state-early", state=state) if is_early else state


def slot_state_told(result: TrialResult) -> Message:
    """Return the state of a slot at its end: disturbed, not valid, held, alone or warm-up; a slot has no SLO."""
    measurement = result.measurement
    if any(doubt.code == DoubtCode.DISTURBED for doubt in measurement.doubts):
        return Message("live-slot-disturbed")
    if not measurement.valid:
        return Message("page-state-invalid")
    if result.trial.purpose is Purpose.COMPARE:
        return Message("page-state-held" if is_whole(measurement) else "live-slot-disturbed")
    return Message("live-slot-alone" if result.trial.purpose is Purpose.ALONE else "page-state-warm-up")


def load_told(trial: Trial) -> Value:
    """The load of a trial: its rate, its closed users, or both."""
    return load_of(trial.rate, trial.users or 0)


def response_told(response: Histogram) -> Message:
    """The p50 and p99 of the last seconds; a live figure, shown however few the calls are."""
    if not response.count:
        return Message("live-no-answers")
    p50, p99 = (milliseconds(response.quantile_ms(quantile)) for quantile in (0.5, 0.99))
    return Message("live-response", p50=p50, p99=p99)


def calls_told(figures: LiveFigures) -> Message:
    """Return the calls in flight, the waiting calls and the open connections at the last tick."""
    flight, waiting, connections = map(count, (figures.in_flight, figures.waiting, figures.connections))
    return Message("live-calls", flight=flight, waiting=waiting, connections=connections)


def users_told(figures: LiveFigures, trial: Trial, elapsed_s: float) -> Message | None:
    """Return the closed users that are present and the planned number; None for a trial without users.

    While users join or leave, the planned number has the time until it is to be reached.
    """
    planned, left_s = trial.planned_users(elapsed_s) or (0, 0.0)
    if not figures.users and not any(users for _, _, users in trial.user_steps):
        return None
    told = {"users": count(figures.users), "planned": count(planned)}
    return Message("live-users-ahead", **told, left=duration(left_s)) if left_s else Message("live-users-now", **told)


def apdex_told(figures: LiveFigures, *, has_lowest: bool) -> Value | None:
    """Return the Apdex of the span so far, with the lowest operation if asked for; None if none has a target time."""
    if figures.apdex is None:
        return None
    whole, lowest = figures.apdex.whole(), figures.apdex.lowest() if has_lowest else None
    if lowest is None:
        return whole.text
    operation = printable(lowest.operation or "", limit=_LONGEST_NAME)
    return Message("live-apdex-lowest", apdex=whole.text, operation=operation, lowest=lowest.text)


def errors_told(figures: LiveFigures) -> Value:
    """Errors by kind since the trial began, dropped calls among them."""
    kinds = [_counted(kind, calls) for kind, calls in figures.errors.most_common(4) if calls]
    if figures.dropped:
        kinds.append(Message("live-dropped", count=count(figures.dropped)))
    return listed(tuple(kinds)) if kinds else Message("live-no-errors")


def ended_errors_told(result: TrialResult) -> Value | None:
    """The most frequent error kinds of a trial that did not pass; None where it passed, or no call failed."""
    errors = result.measurement.errors_by_kind
    if result.verdict.state is State.PASSED or not any(errors.values()):
        return None
    kinds = sorted(errors.items(), key=lambda one: (-one[1], one[0]))[:_MOST_ENDED_KINDS]
    return Message("live-errors", errors=listed(tuple(_counted(kind, calls) for kind, calls in kinds)))


def generator_told(figures: LiveFigures) -> Value | None:
    """The generator's own CPU, shard by shard, and its lateness; None before the first second."""
    parts = []
    if shares := "+".join(f"{percent:.0f}" for _, percent in sorted(figures.cpu_percent.items())):
        parts.append(Message("live-processor", shares=shares))
    if (late_ms := figures.lateness_p99_ms()) is not None:
        parts.append(Message("live-lateness", p99=milliseconds(late_ms)))
    return listed(tuple(parts)) if parts else None


def others_told(figures: LiveFigures) -> Value | None:
    """Return the cores that our side lacked in the last second, with the names of other processes that used most.

    Return None if nothing was read, or if less than `LIMITS.disturbing_cores` was taken.
    """
    machine = figures.machine
    if machine is None or machine.taken_cores < LIMITS.disturbing_cores:
        return None
    names = tuple(dict.fromkeys(printable(name, limit=_LONGEST_NAME) for name, _ in machine.names))
    taken = cores(machine.taken_cores)
    if not names:
        return taken
    return Message("live-others-named", taken=taken, names=listed(names))


def limits_told(figures: LiveFigures) -> Value | None:
    """The limits of the generator that calls met since the trial began; None where none was."""
    met = [
        Message("live-limit", limit=name, count=count(calls)) if name in _LIMITS else _counted(name, calls)
        for name, calls in figures.limits.items()
        if calls
    ]
    return listed(tuple(met)) if met else None


def _counted(name: str, calls: int) -> Message:
    return Message("live-counted", name=printable(name, limit=_LONGEST_NAME), count=count(calls))
