"""Expected number of calls of each operation of a profile at a rate, before any call is sent."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from loadproof.model.profile import Profile
from loadproof.model.scenario import Branch, Call, Chance, Condition, Loop, Repeat, Step, Think, Users
from loadproof.model.user_counts import users_by_kind

__all__ = ["CallLaw", "Delayed", "IterationLaw", "Traffic", "iteration_law", "traffic_of"]

_EVEN_CHANCE = 0.5


@dataclass(frozen=True, slots=True)
class CallLaw:
    """Mean and variance of a number of calls."""

    mean: float = 0.0
    variance: float = 0.0

    @property
    def mean_square(self) -> float:
        """The mean of the squared number: the variance that one arrival of a Poisson stream adds."""
        return self.variance + self.mean * self.mean


@dataclass(frozen=True, slots=True)
class IterationLaw:
    """One way through a flow: calls by operation, and how long it takes, in s: on average, and a long one."""

    calls: Mapping[str, CallLaw] = field(default_factory=dict)
    mean_s: float = 0.0
    long_s: float = 0.0
    is_guessed: bool = False
    """A condition on a variable decides, of which nothing is known before the run."""


@dataclass(frozen=True, slots=True)
class Delayed:
    """Calls that a flow of `lasts_s` makes in its course: those of the first flows of a trial come that much later."""

    per_arrival: float
    per_user_s: float
    lasts_s: float


@dataclass(frozen=True, slots=True)
class Traffic:
    """The calls of one operation, or the runs of one flow, that a plateau brings."""

    name: str
    is_flow: bool
    per_arrival: CallLaw
    """For each open arrival of the profile; its variance is that which one adds to a Poisson stream's sum."""
    per_user_s: float = 0.0
    """Calls a second that all users make once they have joined."""
    joined_after_s: float = 0.0
    """Time from the start of the trial until the last user joins, seconds."""
    has_apdex: bool = False
    """True if it has a target time of Apdex."""
    delayed: tuple["Delayed", ...] = ()
    """Part of the calls that comes in the course of a flow, one item per flow."""

    def calls(self, rate: float, span_begin_s: float, span_s: float, of_users: float = 1.0) -> CallLaw:
        """Calls due within a span at `rate` arrivals/s that begins so long after the trial's start.

        `of_users`: users of the trial as a multiple of those that the traffic is of.

        >>> read = Traffic("read", False, CallLaw(0.25, 0.25))
        >>> read.calls(100.0, 2.0, 30.0)
        CallLaw(mean=750.0, variance=750.0)
        """
        by_users = of_users * self.per_user_s * _joined_seconds(self.joined_after_s, span_begin_s, span_s)
        late = math.fsum(
            (own.per_arrival * rate + of_users * own.per_user_s) * _late_seconds(own.lasts_s, span_begin_s, span_s)
            for own in self.delayed
        )
        mean = max(0.0, self.per_arrival.mean * rate * span_s + by_users - late)
        return CallLaw(mean, max(mean, self.per_arrival.variance * rate * span_s + by_users - late))


def traffic_of(profile: Profile, service_s: float, users: int | None = None) -> tuple[Traffic, ...]:
    """Operations, then flows; `service_s` is the time that a call is taken to last, which slows users down.

    `users` is the number of closed users of all kinds; None: as many as the profile counts.
    """
    counts = users_by_kind(profile.users, users)
    laws = {flow.name: iteration_law(flow.steps, service_s) for flow in profile.flows}
    weights = {("operation", one.name): one.weight for one in profile.operations}
    weights |= {("flow", flow.name): flow.weight for flow in profile.flows}
    total = math.fsum(weights.values()) or 1.0
    begun_per_s = {
        flow.name: math.fsum(
            _iterations_per_s(kind, count, laws[flow.name])
            for kind, count in zip(profile.users, counts, strict=True)
            if kind.flow == flow.name
        )
        for flow in profile.flows
    }
    joined_s = max((kind.ramp_s + kind.spread_s for kind in profile.users), default=0.0)
    found = []
    for operation in profile.operations:
        own = weights["operation", operation.name] / total
        streams = [(own, CallLaw(1.0, 0.0))]
        streams += [(weights["flow", name] / total, _law(law, operation.name)) for name, law in laws.items()]
        by_users = math.fsum(begun_per_s[name] * _law(law, operation.name).mean for name, law in laws.items())
        delayed = tuple(
            Delayed(weights["flow", name] / total * mean, begun_per_s[name] * mean, law.mean_s)
            for name, law in laws.items()
            if (mean := _law(law, operation.name).mean)
        )
        has_apdex = operation.apdex_target_s is not None
        found.append(Traffic(operation.name, False, _streams(streams), by_users, joined_s, has_apdex, delayed))
    for flow in profile.flows:
        own = weights["flow", flow.name] / total
        has_apdex = flow.apdex_target_s is not None
        found.append(Traffic(flow.name, True, CallLaw(own, own), begun_per_s[flow.name], joined_s, has_apdex))
    return tuple(found)


def iteration_law(steps: Sequence[Step], service_s: float) -> IterationLaw:
    """One way through `steps`, each of whose calls lasts `service_s`.

    A condition on a variable is taken to hold every other time: `is_guessed` says that one was met.

    >>> from loadproof.model.pause import Pause
    >>> law = iteration_law([Call("login"), Repeat(2, 4, (Call("add"), Think(Pause.parse("1s"))))], 0.0)
    >>> law.calls["add"].mean, round(law.calls["add"].variance, 3), law.mean_s
    (3.0, 0.667, 3.0)
    """
    return _in_a_row(_step(step, service_s) for step in steps)


def _law(law: IterationLaw, operation: str) -> CallLaw:
    return law.calls.get(operation, CallLaw())


def _streams(streams: Sequence[tuple[float, CallLaw]]) -> CallLaw:
    mean = math.fsum(share * law.mean for share, law in streams)
    return CallLaw(mean, math.fsum(share * law.mean_square for share, law in streams))


def _iterations_per_s(kind: Users, count: int, law: IterationLaw) -> float:
    paced_s = 0.0 if kind.pacing is None else kind.pacing.mean_s
    each_s = max(paced_s, law.mean_s)
    return count / each_s if each_s > 0.0 else 0.0


def _joined_seconds(joined_after_s: float, begin_s: float, span_s: float) -> float:
    """Seconds of a span, each weighted by the share of the users that have joined by then, at equal gaps."""
    if joined_after_s <= begin_s:
        return span_s
    end_s = begin_s + span_s
    rising_s = min(end_s, joined_after_s) - begin_s
    share = (begin_s + 0.5 * rising_s) / joined_after_s
    return rising_s * share + max(0.0, end_s - joined_after_s)


def _late_seconds(lasts_s: float, begin_s: float, span_s: float) -> float:
    """Seconds of a span that the calls of a flow miss, as no flow was begun before the trial.

    A call that comes u after its flow's begin is missing from a span until u after the trial's begin; u is taken to
    lie anywhere in the flow.
    """
    missing_s = max(0.0, lasts_s - begin_s)
    if missing_s <= span_s:
        return missing_s**2 / (2.0 * lasts_s) if lasts_s > 0.0 else 0.0
    return span_s * (missing_s - 0.5 * span_s) / lasts_s


def _in_a_row(laws: Iterable[IterationLaw]) -> IterationLaw:
    calls: dict[str, CallLaw] = {}
    mean_s = long_s = 0.0
    is_guessed = False
    for law in laws:
        for name, more in law.calls.items():
            before = calls.get(name, CallLaw())
            calls[name] = CallLaw(before.mean + more.mean, before.variance + more.variance)
        mean_s += law.mean_s
        long_s += law.long_s
        is_guessed = is_guessed or law.is_guessed
    return IterationLaw(calls, mean_s, long_s, is_guessed)


def _step(step: Step, service_s: float) -> IterationLaw:
    match step:
        case Call():
            return IterationLaw({step.operation: CallLaw(1.0, 0.0)}, service_s, service_s)
        case Think():
            return IterationLaw({}, step.pause.mean_s, step.pause.long_s)
        case Repeat():
            spread = step.most - step.least + 1
            times = CallLaw(0.5 * (step.least + step.most), (spread * spread - 1) / 12.0)
            return _times(iteration_law(step.steps, service_s), times, step.most)
        case Loop():
            holds, is_known = _chance(step.condition)
            # It goes on with this chance before each pass: a geometric number of passes, cut at the most.
            passes = [holds**number for number in range(1, step.at_most + 1)]
            mean = math.fsum(passes)
            square = math.fsum((2 * number - 1) * chance for number, chance in enumerate(passes, 1))
            law = _times(iteration_law(step.steps, service_s), CallLaw(mean, square - mean * mean), step.at_most)
            return IterationLaw(law.calls, law.mean_s, law.long_s, law.is_guessed or not is_known)
        case Branch():
            holds, is_known = _chance(step.condition)
            return _either(
                iteration_law(step.steps, service_s), iteration_law(step.otherwise, service_s), holds, is_known
            )
    return IterationLaw()


def _chance(condition: Condition) -> tuple[float, bool]:
    return (condition.share, True) if isinstance(condition, Chance) else (_EVEN_CHANCE, False)


def _times(law: IterationLaw, times: CallLaw, most: int) -> IterationLaw:
    """A random number of passes (the law of a random sum)."""
    calls = {
        name: CallLaw(times.mean * one.mean, times.mean * one.variance + times.variance * one.mean**2)
        for name, one in law.calls.items()
    }
    return IterationLaw(calls, times.mean * law.mean_s, most * law.long_s, law.is_guessed)


def _either(first: IterationLaw, second: IterationLaw, holds: float, is_known: bool) -> IterationLaw:
    calls = {}
    for name in {**first.calls, **second.calls}:
        one, other = _law(first, name), _law(second, name)
        mean = holds * one.mean + (1.0 - holds) * other.mean
        square = holds * one.mean_square + (1.0 - holds) * other.mean_square
        calls[name] = CallLaw(mean, square - mean * mean)
    mean_s = holds * first.mean_s + (1.0 - holds) * second.mean_s
    is_guessed = first.is_guessed or second.is_guessed or not is_known
    return IterationLaw(calls, mean_s, max(first.long_s, second.long_s), is_guessed)
