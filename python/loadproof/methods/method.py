"""Protocol of every method, a state machine that asks for trials until it answers, and its other inputs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from loadproof.methods.factor import Factor
from loadproof.methods.trial import Trial, TrialResult
from loadproof.model.message import Message
from loadproof.records.answer import Answer
from loadproof.records.doubt import Doubt

if TYPE_CHECKING:
    from loadproof.judge.service_memory import ServiceMemory
    from loadproof.judge.tick import TickReading
    from loadproof.judge.timeline import Timeline
    from loadproof.judge.verdict import Verdict
    from loadproof.model.slo import Slo

__all__ = [
    "NOTHING_OBSERVED",
    "DetailedJudge",
    "Driven",
    "Found",
    "Method",
    "Observed",
    "Outlook",
    "OwnJudge",
    "Restart",
    "StartSoFar",
]


@dataclass(frozen=True, slots=True)
class Observed:
    """Observations beside the trials of a method until now. Each method uses the fields that it needs."""

    died: str | None = None
    """A service that died in the last trial and stays down until the next one."""


NOTHING_OBSERVED = Observed()


@dataclass(frozen=True, slots=True)
class Driven:
    """Trials and answer of a method that was run."""

    history: tuple[TrialResult, ...]
    answer: Answer | None
    """Answer of the method; None: the method was interrupted, and has no answer before its end."""


@dataclass(frozen=True, slots=True)
class Found:
    """Result of a search of the capacity, for the methods that take it."""

    rate: float | None
    """Capacity that was found, in calls/s, or the completed rate of the most users; None: none was found."""
    confirmation: TrialResult | None
    """Trial that confirmed it; None: no trial did."""
    users: int | None = None
    """Most users, if the search varied users: they are the capacity, and `rate` is not."""


@dataclass(frozen=True, slots=True)
class StartSoFar:
    """Inputs for making a method: the settings of all requested methods by name, and what was found before it."""

    asked: Mapping[str, Any]
    found: Found | None = None
    """Result of the search before it; None: there was no search."""
    variants: tuple[str, ...] = ()
    """Variants that are up together, for a method with starts of its own; else empty."""
    number: int = 1
    seed: int = 1
    """Seed of the study."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """Interval of the level that a method looks for, by its factor, and roughly the seconds of load that are left."""

    low: float | None
    high: float | None
    left_s: float
    factor: Factor = Factor.RATE


class Restart(Enum):
    """Restart of services that loadproof started, after a trial."""

    NO = "no"
    GO_ON = "go on"
    """Before whatever comes next: it is not to begin on services that did not recover."""
    RUN_AGAIN = "run again"
    """Services are started anew, and the trial is run again on them: its first run is not part of the history."""


class OwnJudge(Protocol):
    """Judges a trial of one method, by more than what its windows show."""

    def add(self, tick: TickReading, /) -> None:
        """Folds one tick in, beside the timeline."""

    def look(self, elapsed_s: float) -> Verdict | None:
        """The verdict when the hold can end now; None: go on."""

    def next_look_s(self, elapsed_s: int) -> int:
        """After a `look` at `elapsed_s`: the next s of the trial at which one may give a verdict."""

    def final(self) -> Verdict:
        """The verdict at the end."""

    def doubts(self) -> Sequence[Doubt]:
        """Return the reasons to doubt the verdict."""


@runtime_checkable
class DetailedJudge(Protocol):
    """A judge that finds more in a trial than its verdict, for the next step of its method."""

    def details(self, memory: Mapping[str, ServiceMemory]) -> Any:
        """Return the findings, after the closing tick; `memory`: readings of each service since the trial began."""


class Method(Protocol):
    """A pure state machine: what it was told is its only state, so the same history gives the same step.

    A method that is derived from this one writes `name` and `next`; the rest says what is true of most. Its row in
    `methods.registry` says how it is made of its settings.
    """

    name: str
    """Name in study files, stored answers and reports."""
    users: int | None = None
    """Closed users of the trials that state none; None: as many as the profile counts."""

    def patience_s(self, _history: Sequence[TrialResult], _waited_s: float, /) -> float:
        """Seconds to wait at most now for other processes to leave the machine, after `waited_s` of it before."""
        return math.inf

    def next(self, history: Sequence[TrialResult], observed: Observed = NOTHING_OBSERVED, /) -> Trial | Answer:
        """The next trial after these, in their order, or the answer."""

    def so_far(self, _history: Sequence[TrialResult], _why: Message, /) -> Answer | None:
        """The answer where nothing more can be run, as `_why` says; None: there is none before the end."""
        return None

    def outlook_after(self, _history: Sequence[TrialResult], /) -> Outlook | None:
        """Return the interval that is known after these trials and the load left; None: nothing new for the user."""
        return None

    def told_after(self, _history: Sequence[TrialResult], /) -> Message | None:
        """Return the log message about a group of trials once its last trial has ended; None: nothing to log now."""
        return None

    def judge(self, _trial: Trial, _timeline: Timeline, _slos: Sequence[Slo], _timeout_s: float, /) -> OwnJudge | None:
        """Return the method's own judge for the trial; None: the usual judge for trials of its purpose."""
        return None

    def restart(self, _history: Sequence[TrialResult], /) -> Restart:
        """Return the restart that our services need after the last of these trials.

        Services that died are started again in any case.
        """
        return Restart.NO

    def rests_on(self, history: Sequence[TrialResult], _answer: Answer, /) -> Trial | None:
        """The trial whose calls the answer is about, as a forecast shows it; None: there is none."""
        return history[0].trial if history else None

    def outlook(self) -> tuple[Trial, ...]:
        """Return the trials that need enough calls, if the method itself finds the rate of its answer; else ().

        A trial whose rate is None has the rate of the answer.
        """
        return ()
