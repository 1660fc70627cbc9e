"""Injection of a study over the trials of one variant, as in `result.json`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from loadproof.model.message import Message
from loadproof.model.typed_json import rounded

__all__ = [
    "Effect",
    "EffectDecision",
    "Injection",
    "InjectionAlarm",
    "InjectionState",
    "Occurrence",
    "OccurrenceEffect",
    "OperationPhases",
    "PhaseCalls",
]


class InjectionState(StrEnum):
    """End of one occurrence."""

    UNDONE = "undone"
    """Made, and undone: nothing of it is left, seen from outside."""
    FAILED = "failed"
    """Not made, or only in part; whatever was made is undone."""
    NOT_UNDONE = "not_undone"
    """Something of it was left when the time for the undo had ended."""
    CUT = "cut"
    """Undone before its time, as the trial ended."""


class EffectDecision(StrEnum):
    """Direction of an effect, as far as it is sure."""

    WORSE = "worse"
    BETTER = "better"
    CHANGED = "changed"
    """There is a difference, of a metric of which neither more nor less is better."""
    NOT_SEEN = "not_seen"
    """The interval holds 0, or leaves 0 out by less than is sure with all metrics that share the error of 5 %."""
    UNKNOWN = "unknown"
    """There are too few blocks for an interval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """Effect on one metric: its means before, during and after, and the difference that the injection made."""

    metric: str
    """`p95_ms`, `apdex`, `error_share`, `rate_per_s`, or a series of a probe, such as `host cpu_busy_share`."""
    unit: str
    before: float | None
    during: float | None
    after: float | None
    difference: float | None
    """During, minus what was to be expected from before and after."""
    low: float | None
    """Lower bound of the interval of 95 % of `difference`; null: too few blocks, or all of them alike."""
    high: float | None
    decision: EffectDecision


@dataclass(frozen=True, slots=True, kw_only=True)
class OccurrenceEffect:
    """Effects of one occurrence, from blocks of its own trial."""

    block_s: int
    """Length of a block in seconds."""
    effects: tuple[Effect, ...]
    recovery_s: float | None = field(metadata=rounded(1))
    """Seconds from the undo to the first block from which three in a row are not above before; null: not seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """One occurrence in one trial; seconds count from the start of the trial."""

    trial: int
    number: int
    """Number within the trial, from 1."""
    begun_s: float = field(metadata=rounded(3))
    """Instant from which the problem was there."""
    ended_s: float | None = field(metadata=rounded(3))
    """Instant at which the undo began; null: the run was cut before."""
    undone_s: float | None = field(metadata=rounded(3))
    """Instant at which nothing was left of it, seen from outside; null: it was not undone while the run lasted."""
    state: InjectionState
    fault: Message | None
    """Fault of the occurrence; null: none was seen."""
    effect: OccurrenceEffect | None
    """Null: the trial has no seconds around it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InjectionAlarm:
    """Alarm beside one injection."""

    name: str
    occurrences: int
    """Occurrences whose trials evaluated it."""
    detected: int
    """Occurrences during which it fired, or before the recovery."""
    delay_s: float | None = field(metadata=rounded(1))
    """Median time from the start of the injection to the firing; null: it did not fire."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseCalls:
    """Calls of one operation that were due in one phase of an injection."""

    calls: int
    """Calls due."""
    completed: int
    """Calls that were answered as expected: during the problem, its survivors."""
    errors_by_kind: Mapping[str, int]
    """Failed calls by kind, as in a measurement."""
    dropped: int
    """Calls that were not sent."""
    cut: int
    """Calls that had no answer when the trial had ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationPhases:
    """Calls of one operation before, during and after an injection, by the second in which they were due.

    Seconds of other injections and of occurrences that failed are in no phase.
    """

    operation: str
    before: PhaseCalls
    """Before the first occurrence of each trial."""
    during: PhaseCalls
    """From the second of the start to the second in which nothing was left."""
    after: PhaseCalls
    """After the first undo of each trial, outside of occurrences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Injection:
    """Injection over all trials of one variant."""

    name: str
    kind: str
    problem: Message
    """Problem that was injected."""
    variant: str | None
    occurrences: tuple[Occurrence, ...]
    """Occurrences by trial and time; 500 at most."""
    effects: tuple[Effect, ...]
    """Effects over all occurrences that were made: over their differences from three on, else those of the first."""
    repetitions: int
    """Occurrences that `effects` rest on; an effect of one repetition says nothing of others."""
    recovery_s: float | None = field(metadata=rounded(1))
    """Median of the occurrences, where one without a recovery is the longest; null: it was not seen in half of them."""
    operations: tuple[OperationPhases, ...]
    """Operations in the order of the study, over all occurrences that were made; none without an occurrence."""
    alarms: tuple[InjectionAlarm, ...]
