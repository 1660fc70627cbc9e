"""What every method is: a state machine that asks for trials until it answers, and what it is told beside them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, runtime_checkable

from loadproof.method.trial import Trial, TrialResult
from loadproof.model.message import Message
from loadproof.records.doubt import Doubt

if TYPE_CHECKING:
    from loadproof.judge.service_memory import ServiceMemory
    from loadproof.judge.soak_judge import SoakTrends
    from loadproof.judge.tick import TickReading
    from loadproof.judge.timeline import Timeline
    from loadproof.judge.verdict import Verdict
    from loadproof.model.slo import Slo

__all__ = [
    "NOTHING_OBSERVED",
    "Answer",
    "Driven",
    "HeldAnswer",
    "Method",
    "NotRun",
    "Observed",
    "Outcome",
    "Outlook",
    "OwnJudge",
    "Restart",
    "StartSoFar",
    "TrendJudge",
]


class Outcome(StrEnum):
    """How a method ended; each method has those that fit what it asks."""

    FOUND = "found"
    """A rate was kept, and a higher one was not."""
    COARSE = "coarse"
    """A search ended before the capacity was known as well as was asked for: an estimate, with a doubt."""
    AT_LEAST = "at_least"
    """The highest rate that was allowed was kept: a lower bound."""
    NONE_PASSED = "none_passed"
    DRIFTING = "drifting"
    """The service got slower all through a search: it has no capacity to be found."""
    PASSED = "passed"
    FAILED = "failed"
    STEADY = "steady"
    """The SLOs were kept, and nothing rose that matters."""
    NOT_STEADY = "not_steady"
    NEVER_STEADY = "never_steady"
    """Response times or errors moved throughout: no level was reached."""
    MEASURED = "measured"
    """A round of a comparison gave its figures: what differs is told over rounds."""
    UNDECIDED = "undecided"
    INVALID = "invalid"
    NOT_RUN = "not_run"
    """There was nothing to run it with, or on: the reason says what."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a method says of one start, and why; rates in calls/s.

    Where the method looks for a rate, `rate` is one that was kept, `estimate` what the trials make most likely, and
    `low` and `high` bound it. A method that tells more, such as the trends of a soak, has a type of its own that is
    derived from this one; what has a `record` is stored as that.
    """

    STORED: ClassVar[tuple[str, ...]] = ("outcome", "rate", "estimate", "low", "high", "reason", "doubts")
    """Fields that are stored, in this order."""

    method: str
    outcome: Outcome
    rate: float | None
    reason: Message
    low: float | None = None
    high: float | None = None
    doubts: tuple[Doubt, ...] = ()
    estimate: float | None = None
    interrupted: bool = False
    """Whether it is what was known when the user asked for the end."""

    def record(self) -> dict[str, Any]:
        """Return the stored fields by name: values of JSON, records and messages."""
        told = {key: _record(getattr(self, key)) for key in self.STORED}
        return {**told, "interrupted": True} if self.interrupted else told


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldAnswer(Answer):
    """Answer on one rate that was held for `hold_s` seconds.

    >>> HeldAnswer("load", Outcome.PASSED, 100.0, Message("slo-none"), hold_s=30.0).record()["hold_s"]
    30.0
    """

    STORED: ClassVar[tuple[str, ...]] = ("outcome", "rate", "reason", "hold_s")

    hold_s: float


@dataclass(frozen=True, slots=True)
class NotRun(Answer):
    """Answer of a method of which no trial was run.

    >>> NotRun.because("soak", Message("soak-found-nothing")).record()["outcome"]
    'not_run'
    """

    STORED: ClassVar[tuple[str, ...]] = ("outcome", "reason")

    @classmethod
    def because(cls, method: str, reason: Message) -> NotRun:
        """Make the answer of `method`."""
        return cls(method, Outcome.NOT_RUN, None, reason)


def _record(value: Any) -> Any:
    if isinstance(value, Outcome):
        return value.value
    if isinstance(value, tuple | list):
        return [_record(item) for item in value]
    return value.record() if hasattr(value, "record") else value


@dataclass(frozen=True, slots=True)
class Observed:
    """What was seen beside the trials of a method until now: each method takes from it what it asks for."""

    died: str | None = None
    """A service that died in the last trial and stays down until the next one."""
    trends: SoakTrends | None = None
    """How the figures of the last trial moved, where its judge tells (`TrendJudge`)."""


NOTHING_OBSERVED = Observed()


@dataclass(frozen=True, slots=True)
class Driven:
    """What a method was driven to: its trials and its answer."""

    history: tuple[TrialResult, ...]
    answer: Answer | None
    """None: it was interrupted, and has none before its end."""


@dataclass(frozen=True, slots=True)
class StartSoFar:
    """What a method may build on: the settings of all methods that are asked, and those that were driven before it."""

    asked: Mapping[str, Any]
    driven: Mapping[str, Driven]
    variants: tuple[str, ...] = ()
    """Those that are up together, where a method takes several."""
    number: int = 1
    seed: int = 1
    """Of the study."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """Where the rate lies that a method looks for, in calls/s, and about how many seconds of load are left."""

    low: float | None
    high: float | None
    left_s: float


class Restart(Enum):
    """Whether services of ours are started anew after a trial."""

    NO = "no"
    GO_ON = "go on"
    """Before whatever comes next: it is not to begin on services that did not recover."""
    RUN_AGAIN = "run again"
    """And the trial is run again on them: its first run is not part of the history."""


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
        """Why the verdict might not be what it seems."""


@runtime_checkable
class TrendJudge(Protocol):
    """A judge that tells, after the closing tick, how the figures of its trial moved."""

    def trends(self, memory: Mapping[str, ServiceMemory]) -> SoakTrends:
        """The trends over the span; `memory` holds what was read of each service since the trial began."""


class Method(Protocol):
    """A pure state machine: what it was told is its only state, so the same history gives the same step.

    A method that is derived from this one writes `name` and `next`; the rest says what is true of most. Its row in
    `method.registry` says how it is made of its settings.
    """

    name: str
    """As study files, stored answers and reports have it."""

    def patience_s(self, _history: Sequence[TrialResult], _waited_s: float, /) -> float:
        """Seconds to wait at most now for other processes to leave the machine, after `waited_s` of it before."""
        return math.inf

    def next(self, history: Sequence[TrialResult], observed: Observed = NOTHING_OBSERVED, /) -> Trial | Answer:
        """The next trial after these, in their order, or the answer."""

    def so_far(self, _history: Sequence[TrialResult], _why: Message, /) -> Answer | None:
        """The answer where nothing more can be run, as `_why` says; None: there is none before the end."""
        return None

    def outlook_after(self, _history: Sequence[TrialResult], /) -> Outlook | None:
        """What is known after these trials, and how long the rest takes; None: nothing that a user does not see."""
        return None

    def told_after(self, _history: Sequence[TrialResult], /) -> Message | None:
        """What a log says of several trials that belong together once the last has ended; None: nothing now."""
        return None

    def judge(self, _trial: Trial, _timeline: Timeline, _slos: Sequence[Slo], _timeout_s: float, /) -> OwnJudge | None:
        """Who judges the trial where it takes a judge of this method's own; None: who judges trials of its purpose."""
        return None

    def restart(self, _history: Sequence[TrialResult], /) -> Restart:
        """What services of ours need after the last of these trials; those that died are started again anyway."""
        return Restart.NO

    def rests_on(self, history: Sequence[TrialResult], _answer: Answer, /) -> Trial | None:
        """The trial whose calls the answer is about, as a forecast shows it; None: there is none."""
        return history[0].trial if history else None

    def outlook(self) -> tuple[Trial, ...]:
        """Where the rate of the answer is to be found: the trials that need calls enough; None stands for it."""
        return ()
