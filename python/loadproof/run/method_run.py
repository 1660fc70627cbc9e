"""Drives the state machine of a method: what it asks for is run and judged until it answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from loadproof.judge.timeline import Timeline
from loadproof.method.method import Answer, Driven, Method, Observed, Outlook, OwnJudge, Restart, TrendJudge
from loadproof.method.trial import Trial, TrialResult
from loadproof.model.message import Message, Value, duration, rate
from loadproof.model.profile import Profile
from loadproof.run.services import ServicesOfOthers, ServicesUnderLoad
from loadproof.trial.judging import Judging, judging_of

if TYPE_CHECKING:
    from loadproof.judge.soak_judge import SoakTrends

__all__ = ["TrialRunner", "run_method"]


class TrialRunner(Protocol):
    """What runs the trials of a method: the session of one target, or those of several."""

    @property
    def interrupted(self) -> bool:
        """Whether the user has asked for the end."""

    def say(self, told: Message, /) -> None:
        """A line of the live view that stays."""

    def note(self, told: Message, /) -> None:
        """A line of a log; a terminal shows as much in its own way."""

    def wait_for_quiet(self, most_s: float, /) -> float:
        """Waits until others are quiet, where they disturbed the last trial too much; how long it was."""

    def run(self, method: str, trial: Trial, judging_of: Callable[[Timeline], Judging], /) -> TrialResult:
        """Runs one trial to its end."""


def run_method(
    session: TrialRunner, method: Method, profile: Profile, services: ServicesUnderLoad | None = None
) -> Driven:
    """Runs what `method` asks for until it answers or is interrupted; `services` None: others run them.

    Services that died are started again before the next trial. Raises EngineFault, and ServiceError where one of ours
    does not start again.
    """
    beside = services or ServicesOfOthers()
    history: list[TrialResult] = []
    cut: tuple[TrialResult, ...] = ()
    observed = Observed()
    waited_s = 0.0
    while not session.interrupted:
        step = method.next(history, observed)
        if isinstance(step, Answer):
            return Driven(tuple(history), step)
        beside.revive(False)
        waited_s += session.wait_for_quiet(method.patience_s - waited_s)
        judging = _MethodJudging(method, step, profile, tuple(history))
        result = session.run(method.name, step, judging)
        restart = Restart.NO if session.interrupted else method.restart([*history, result])
        if restart is not Restart.NO and beside.revive(True) and restart is Restart.RUN_AGAIN:
            # The services are ours: a new start gives back what a rest did not.
            result = session.run(method.name, step, judging)
        if session.interrupted:
            cut = (result,)  # Its verdict says nothing.
            break
        history.append(result)
        if (told := method.told_after(history)) is not None:
            session.note(told)
        observed = Observed(beside.died, judging.trends(beside))
        if (outlook := method.outlook_after(history)) is not None:
            session.say(_told(outlook))
    return Driven((*history, *cut), _so_far(method, history))


def _told(outlook: Outlook) -> Message:
    left: Value = Message("less-than-a-minute")
    if outlook.left_s >= 60.0:
        left = Message("about-so-long", time=duration(60.0 * round(outlook.left_s / 60.0)))
    if outlook.high is None:
        return Message("search-above", low=rate(outlook.low), left=left)
    return Message("search-between", low=rate(outlook.low), high=rate(outlook.high), left=left)


def _so_far(method: Method, history: Sequence[TrialResult]) -> Answer | None:
    answer = method.so_far(history, Message("search-interrupted"))
    return None if answer is None else replace(answer, interrupted=True)


class _MethodJudging:
    """Makes the judge of one trial of a method, and keeps it for what it tells after the trial."""

    def __init__(self, method: Method, trial: Trial, profile: Profile, history: Sequence[TrialResult]) -> None:
        self._method = method
        self._trial = trial
        self._profile = profile
        self._history = history
        self._own: OwnJudge | None = None

    def __call__(self, timeline: Timeline) -> Judging:
        profile = self._profile
        self._own = own = self._method.judge(self._trial, timeline, profile.slos, profile.timeout_s)
        if own is None:
            return judging_of(self._trial, profile, self._history, timeline)
        return Judging(own, own.doubts, own.add)

    def trends(self, services: ServicesUnderLoad) -> SoakTrends | None:
        return self._own.trends(services.memory) if isinstance(self._own, TrendJudge) else None
