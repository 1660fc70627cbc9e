"""Drives the state machine of a method: what it asks for is run and judged until it answers."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol

from loadproof.judge.timeline import Timeline
from loadproof.methods.method import DetailedJudge, Driven, Method, Observed, Outlook, OwnJudge, Restart
from loadproof.methods.trial import Trial, TrialResult, loaded_s
from loadproof.model.message import Message, Value, duration
from loadproof.model.profile import Profile
from loadproof.records.answer import Answer
from loadproof.run.services import ServicesOfOthers, ServicesUnderLoad
from loadproof.trial.judging import Judging, JudgingOf, judging_of

__all__ = ["MethodRun", "RunVoice", "TrialRunner", "run_method"]


class RunVoice(Protocol):
    """The run as a method meets it: what it tells, and whether it is to end."""

    @property
    def interrupted(self) -> bool:
        """True if the run is to end: a signal has come, a resource ran out, or a process of ours failed."""

    def say(self, told: Message, /) -> None:
        """Show a line of the live view that stays."""

    def note(self, told: Message, /) -> None:
        """Show a line of a log; a terminal shows as much in its own way."""

    def wait_for_quiet(self, most_s: float, /) -> float:
        """Wait until others are quiet, after a trial that they disturbed too much; returns how long."""


class TrialRunner(Protocol):
    """Runner of the trials of a method: the session of one target, or those of several."""

    def run(self, method: str, trial: Trial, judging_of: JudgingOf, /) -> TrialResult:
        """Run one trial to its end."""

    def dismiss_users(self) -> None:
        """End the sessions of all users between trials: services that were started anew do not know them."""


def run_method(
    voice: RunVoice, runner: TrialRunner, method: Method, profile: Profile, services: ServicesUnderLoad | None = None
) -> Driven:
    """Run what `method` asks for until it answers or is interrupted; `services` None: others run them.

    Services that died are started again before the next trial. Raises EngineFault, and ServiceError where one of ours
    does not start again.
    """
    run = MethodRun(voice, runner, method, profile, services)
    while run.step():
        pass
    return run.driven


class MethodRun:
    """One method as it is run, trial by trial: several may take turns, each on a session of its own."""

    def __init__(
        self,
        voice: RunVoice,
        runner: TrialRunner,
        method: Method,
        profile: Profile,
        services: ServicesUnderLoad | None = None,
    ) -> None:
        """Take the arguments of `run_method`, which takes all steps at once."""
        self._voice = voice
        self._runner = runner
        self._method = method
        self._profile = profile
        self._services = services or ServicesOfOthers()
        self._history: list[TrialResult] = []
        self._cut: tuple[TrialResult, ...] = ()
        self._observed = Observed()
        self._waited_s = 0.0
        self._answer: Answer | None = None

    @property
    def driven(self) -> Driven:
        """Trials and answer of the method, once there are no more steps."""
        if self._answer is not None:
            return Driven(tuple(self._history), self._answer)
        return Driven((*self._history, *self._cut), _so_far(self._method, self._history))

    def step(self) -> bool:
        """Runs the next trial; False: the method has answered, or the user has asked for the end.

        Raises as `run_method` does.
        """
        voice, method, history = self._voice, self._method, self._history
        if voice.interrupted or self._answer is not None:
            return False
        step = method.next(history, self._observed)
        if isinstance(step, Trial) and self._has_waited():
            # Of a budget less is left.
            step = method.next(history, self._observed)
        if isinstance(step, Answer):
            self._answer = step
            return False
        self._services.revive(False)
        judging = _MethodJudging(method, step, self._profile, tuple(history))
        result = replace(self._run(step, judging), details=judging.details(self._services))
        if voice.interrupted:
            self._cut = (result,)  # Its verdict says nothing.
            return False
        history.append(result)
        if (told := method.told_after(history)) is not None:
            voice.note(told)
        self._observed = Observed(self._services.died)
        if (outlook := method.outlook_after(history)) is not None:
            voice.say(_told(outlook))
        return True

    def _has_waited(self) -> bool:
        """Waits for a quiet machine where the last trial needs it, on the account of that trial."""
        history = self._history
        waited_s = self._voice.wait_for_quiet(self._method.patience_s(history, self._waited_s))
        self._waited_s += waited_s
        if history and waited_s > 0.0:
            history[-1] = replace(history[-1], took_s=history[-1].took_s + waited_s)
        return waited_s > 0.0

    def _run(self, trial: Trial, judging: _MethodJudging) -> TrialResult:
        method = self._method
        result = self._timed(trial, judging)
        restart = Restart.NO if self._voice.interrupted else method.restart([*self._history, result])
        if restart is not Restart.NO and self._services.revive(True) and restart is Restart.RUN_AGAIN:
            # The services are ours: a new start gives back what a rest did not.
            again = self._timed(trial, judging)
            result = replace(again, took_s=result.took_s + again.took_s)
        return result

    def _timed(self, trial: Trial, judging: _MethodJudging) -> TrialResult:
        """Runs one trial, which takes as long as the clock says, in virtual time as long as its load."""
        if trial.users is None:
            trial = replace(trial, users=self._method.users)
        began_s = time.monotonic()
        result = self._runner.run(self._method.name, trial, judging)
        return replace(result, took_s=max(time.monotonic() - began_s, loaded_s(result)))


def _told(outlook: Outlook) -> Message:
    left: Value = Message("less-than-a-minute")
    if outlook.left_s >= 60.0:
        left = Message("about-so-long", time=duration(60.0 * round(outlook.left_s / 60.0)))
    if outlook.high is None:
        return outlook.factor.message("search-above", {"low": outlook.low}, left=left)
    return outlook.factor.message("search-between", {"low": outlook.low, "high": outlook.high}, left=left)


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

    def __call__(self, timeline: Timeline, span: Trial | None = None, /) -> Judging:
        profile = self._profile
        if span is not None:
            return judging_of(span, profile, self._history, timeline)
        self._own = own = self._method.judge(self._trial, timeline, profile.slos, profile.timeout_s)
        if own is None:
            return judging_of(self._trial, profile, self._history, timeline)
        return Judging(own, own.doubts, own.add, is_own=True)

    def details(self, services: ServicesUnderLoad) -> Any:
        return self._own.details(services.memory) if isinstance(self._own, DetailedJudge) else None
