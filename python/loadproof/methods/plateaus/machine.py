"""The staircase: a ramp to each of the rates that were given, a hold there, and the last one that was kept."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from loadproof.judge.reason import clauses
from loadproof.judge.verdict import State
from loadproof.methods.method import NOTHING_OBSERVED, Method, Observed, Restart
from loadproof.methods.settings_check import OF_THE_METHOD
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Listed, Message, count, listed, rate
from loadproof.records.answer import Answer, Outcome

__all__ = ["NO_RATES", "HeldPlateau", "Plateaus", "PlateausDetails", "PlateausSettings"]

_LOST_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class PlateausSettings:
    """`rates` in calls/s, ascending; times in seconds. Raises ValueError for settings that nothing can be run with.

    Of each hold of `hold_s` the first `settle_s` and the last `tail_s` are not judged.

    >>> PlateausSettings(rates=(200.0, 100.0))
    Traceback (most recent call last):
    ...
    ValueError: rates: 200, 100 do not ascend from above 0; give such as (1500, 3000)
    """

    rates: tuple[float, ...]
    """Rate of each plateau; where `users` vary, one rate for all."""
    ramp_s: float = 600.0
    hold_s: float = 1200.0
    settle_s: float = 120.0
    tail_s: float = 30.0
    recovery_hold_s: float = field(default=30.0, metadata=OF_THE_METHOD)
    """Longest low load after a plateau that failed, in seconds."""
    users: tuple[int, ...] = ()
    """Closed users of each plateau, ascending; one: of every plateau. Empty: as many as the profile counts."""

    def __post_init__(self) -> None:
        """Checks the settings."""
        varied = self.users if self.varies_users else self.rates
        steps = zip((0.0, *varied), varied, strict=False)
        if not self.rates or not all(low < high < math.inf for low, high in steps):
            shown = ", ".join(f"{one:g}" for one in varied) or "none"
            raise ValueError(f"rates: {shown} do not ascend from above 0; give such as (1500, 3000)")
        times = (self.ramp_s, self.hold_s, self.settle_s, self.tail_s, self.recovery_hold_s)
        if not all(0 <= time_s < math.inf for time_s in times) or self.span_s <= 0:
            raise ValueError(f"hold_s: {self.hold_s:g} leaves nothing to judge; give more than settle_s and tail_s")

    @property
    def varies_users(self) -> bool:
        """True if plateaus differ in their users, and not in their rate.

        >>> PlateausSettings((0.0,), users=(100, 200)).number
        2
        """
        return len(self.users) > 1 or self.rates == (0.0,)

    @property
    def number(self) -> int:
        """Number of plateaus."""
        return len(self.users) if self.varies_users else len(self.rates)

    def load(self, index: int) -> tuple[float, int | None]:
        """Return rate and users of a plateau, by its number from 0."""
        if self.varies_users:
            return self.rates[0], self.users[index]
        return self.rates[index], self.users[0] if self.users else None

    @property
    def span_s(self) -> float:
        """The judged part of each hold."""
        return self.hold_s - self.settle_s - self.tail_s


NO_RATES = PlateausSettings((1.0,))
"""Settings of a staircase none of whose rates could be read."""


@dataclass(frozen=True, slots=True)
class HeldPlateau:
    """One plateau of a staircase: calls/s that were due and that were completed, and how it was judged."""

    rate: float
    state: State
    throughput: float
    users: int = 0
    """Closed users beside the rate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlateausDetails:
    """Details of the answer of a staircase."""

    plateaus: tuple[HeldPlateau, ...] = ()


class Plateaus(Method):
    """Staircase of plateaus, and the throughput at the last kept plateau.

    A plateau counts as kept if it passed and no lower plateau failed. `rate` of the answer is the number of calls
    completed per second in the span of the last kept plateau, and `low` is its due rate. `high` is the due rate of the
    lowest plateau that failed.
    """

    name = "plateaus"

    def __init__(self, settings: PlateausSettings) -> None:
        """`settings` were checked when they were made."""
        self.settings = settings

    def next(self, history: Sequence[TrialResult], observed: Observed = NOTHING_OBSERVED, /) -> Trial | Answer:
        """The next plateau, the rest after a last one that failed, or the answer.

        A plateau that failed is not the end, and one that was not valid is not run again: the profile goes on. Only
        where the service died, or most of the calls were lost, higher ones would say nothing. After a last one that
        failed a low load is held, so that the next method does not begin on what is left of the overload.
        """
        settings, died = self.settings, observed.died
        climbed = [result for result in history if result.trial.purpose is Purpose.PLATEAU]
        done = len(climbed)
        if done < settings.number and not (climbed and (died or _is_lost(climbed[-1]))):
            return self._plateau(done)
        rested = len(history) > done
        passed = [result.trial for result in climbed if result.verdict.state is State.PASSED]
        if climbed[-1].verdict.state is State.FAILED and passed and not (died or rested):
            low = passed[0]
            return Trial(Purpose.RECOVER, low.rate, settings.recovery_hold_s, users=low.users)
        return self._answer(climbed, died if not rested else None)

    def restart(self, history: Sequence[TrialResult], /) -> Restart:
        """Services that do not recover from the last plateau are started anew: the next method begins on them."""
        last = history[-1]
        failed = last.trial.purpose is Purpose.RECOVER and last.verdict.state is State.FAILED
        return Restart.GO_ON if failed else Restart.NO

    def _plateau(self, index: int) -> Trial:
        settings = self.settings
        rate, users = settings.load(index)
        return Trial(
            Purpose.PLATEAU,
            rate,
            hold_s=settings.span_s,
            settle_s=settings.settle_s,
            ramp_s=settings.ramp_s,
            ramp_from=settings.load(index - 1)[0] if index else 0.0,
            early_stop=False,
            users=users,
            tail_s=settings.tail_s,
        )

    def _answer(self, climbed: Sequence[TrialResult], died: str | None) -> Answer:
        settings = self.settings
        states = [result.verdict.state for result in climbed]
        failed = states.index(State.FAILED) if State.FAILED in states else len(states)
        kept = max((index for index in range(failed) if states[index] is State.PASSED), default=None)
        has_failed = failed < len(states)
        if kept is not None:
            outcome = Outcome.FOUND if has_failed else Outcome.AT_LEAST
        else:
            outcome = Outcome.NONE_PASSED if has_failed and State.PASSED not in states else Outcome.UNDECIDED
        plateaus = tuple(
            HeldPlateau(result.trial.rate or 0.0, state, result.measurement.rate, result.trial.users or 0)
            for result, state in zip(climbed, states, strict=True)
        )
        return Answer(
            self.name,
            outcome,
            None if kept is None else climbed[kept].measurement.rate,
            clauses(
                list(
                    _clauses(
                        climbed, states, [settings.load(index) for index in range(len(climbed), settings.number)], died
                    )
                )
            ),
            None if kept is None else climbed[kept].trial.rate,
            climbed[failed].trial.rate if has_failed else None,
            hold_s=settings.span_s,
            details=PlateausDetails(plateaus=plateaus),
        )


def _is_lost(result: TrialResult) -> bool:
    """Return True if a plateau failed, and more than half of its calls broke an SLO of the whole profile."""
    return result.verdict.state is State.FAILED and any(
        slo.slo.operation is None and slo.share > _LOST_SHARE for slo in result.verdict.results
    )


def _clauses(
    history: Sequence[TrialResult],
    states: Sequence[State],
    left: Sequence[tuple[float, int | None]],
    died: str | None,
) -> Iterator[Message]:
    """Yield the reason for the lowest failed plateau, else for the highest unjudged one, then notes on the others.

    The notes name plateaus that passed above the failed one, that were not judged, and that were not run.
    """
    reasons = [result.verdict.reason for result in history]
    if died and states[-1] is State.FAILED:
        reasons[-1] = Message("plateau-service-died", service=died)
    loads = [(result.trial.rate or 0.0, result.trial.users) for result in history]
    unjudged = [index for index, state in enumerate(states) if state in (State.UNDECIDED, State.INVALID)]
    if State.FAILED in states:
        lowest = states.index(State.FAILED)
        yield _with_reason("failed", loads[lowest], reasons[lowest])
        above = [loads[index] for index in range(lowest, len(loads)) if states[index] is State.PASSED]
        if above:
            yield Message("plateaus-passed-above", rates=_shown(above))
    elif unjudged:
        highest = unjudged.pop()
        yield _with_reason("unjudged", loads[highest], reasons[highest])
    if unjudged:
        yield Message("plateaus-unjudged", rates=_shown([loads[index] for index in unjudged]))
    if left:
        yield Message("plateaus-not-run", rates=_shown(left))


def _with_reason(state: str, load: tuple[float, int | None], why: Message) -> Message:
    per_s, users = load
    if per_s or not users:
        return Message(f"plateau-{state}", rate=rate(per_s), why=why)
    return Message(f"plateau-users-{state}", users=count(users), why=why)


def _shown(loads: Sequence[tuple[float, int | None]]) -> Listed:
    return listed([_load(one) for one in loads])


def _load(load: tuple[float, int | None]) -> Message:
    """Return the load of a plateau in words: its rate, or its users where nothing arrives."""
    per_s, users = load
    return (
        Message("plateau-rate", rate=rate(per_s))
        if per_s or not users
        else Message("plateau-users", users=count(users))
    )
