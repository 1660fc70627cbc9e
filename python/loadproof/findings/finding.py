"""A statement on one trial with the figures that it rests on."""

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any

from loadproof.model.message import Message, Value, cores, duration, mebibytes, milliseconds, number, rate, share
from loadproof.words.catalogue import english

__all__ = ["Cause", "Evidence", "Finding", "Kind", "Unit", "fact", "hypothesis"]


class Kind(StrEnum):
    """How a statement is meant."""

    FACT = "fact"
    """It was measured."""
    HYPOTHESIS = "hypothesis"
    """It is supposed from facts; `test` says what would show it."""


class Cause(Enum):
    """Every cause that is named, by its code. The order is that of strength, the strongest first."""

    OOM_KILLED = "oom-killed"
    DIED = "died"
    REFUSED = "refused"
    RESET = "reset"
    ERROR_STATUS = "error-status"
    TIMEOUTS = "timeouts"
    GENERATOR = "generator-short"
    THROTTLED = "throttled"
    CPU_LIMIT = "cpu-limit"
    GC_PAUSES = "gc-pauses"
    STOPPED_ANSWERING = "stopped-answering"
    STOOD_STILL = "stood-still"
    MEMORY_GROWTH = "memory-growth"
    MEMORY_LIMIT = "memory-limit"
    DISK_BUSY = "disk-busy"
    DATABASE_BOUND = "database-bound"
    POOL_QUEUE = "pool-queue"
    ONE_CORE = "one-core"
    STAND_SATURATES = "stand-saturates"
    HOST_CPU = "host-cpu"
    STEAL = "steal"
    THREAD_QUEUE = "thread-queue"
    CONNECTION_LIMIT = "connection-limit"
    QUEUEING = "queueing"
    KNEE = "knee"

    @property
    def code(self) -> str:
        """As in `result.json`."""
        return self.value

    @property
    def words(self) -> Message:
        """What it is called within a sentence, such as "the CPU quota"."""
        return Message(f"the-cause-{self.code}")

    @property
    def short_name(self) -> Message:
        """What it is called at the head of a table, such as "CPU quota"."""
        return Message(f"cause-{self.code}")


class Unit(StrEnum):
    """What a figure counts, by its code in the catalogues."""

    NONE = "none"
    PERCENT = "percent"
    MILLISECONDS = "milliseconds"
    SECONDS = "seconds"
    PER_SECOND = "per-second"
    CORES = "cores"
    MEBIBYTES = "mebibytes"
    MEBIBYTES_PER_SECOND = "mebibytes-per-second"
    CALLS = "calls"
    CONNECTIONS = "connections"
    SESSIONS = "sessions"
    THREADS = "threads"

    @property
    def words(self) -> Message:
        """The unit alone, as it stands behind a bare number in `result.json`."""
        return Message(f"evidence-unit-{self.value}")

    def figure(self, value: float) -> Value:
        """The number with its unit, as a text tells it.

        >>> Unit.PERCENT.figure(60.0), Unit.CALLS.figure(2.0)
        (Quantity(kind=<Kind.SHARE: 'share'>, value=0.6), Message(figure-calls, number=2.0 number))
        """
        if self is Unit.PERCENT:
            return share(value / 100)
        bare = _BARE.get(self)
        if bare is not None:
            return bare(value)
        return Message(f"figure-{self.value}", number=_PER_SECOND.get(self, number)(value))


_BARE = {
    Unit.NONE: number,
    Unit.MILLISECONDS: milliseconds,
    Unit.SECONDS: duration,
    Unit.CORES: cores,
    Unit.MEBIBYTES: mebibytes,
}
"""Quantities that bring their unit."""
_PER_SECOND = {Unit.PER_SECOND: rate, Unit.MEBIBYTES_PER_SECOND: mebibytes}


@dataclass(frozen=True, slots=True)
class Evidence:
    """One figure that a finding rests on."""

    name: Message
    value: float
    unit: Unit = Unit.NONE

    @property
    def figure(self) -> Value:
        """The figure with its unit, as a text tells it."""
        return self.unit.figure(self.value)


@dataclass(frozen=True, slots=True)
class Finding:
    """A fact or a hypothesis on trial number `trial`; a hypothesis says in `test` what would test it."""

    trial: int
    kind: Kind
    cause: Cause
    text: Message
    evidence: tuple[Evidence, ...]
    test: Message | None = None

    def as_dict(self) -> dict[str, Any]:
        """As in `result.json`.

        >>> stolen = Evidence(Message("evidence-steal"), 40.0, Unit.PERCENT)
        >>> fact(2, Cause.STEAL, Message("cpu-stolen", share=share(0.4)), stolen).as_dict()["evidence"]
        [{'name': 'stolen CPU time', 'value': 40.0, 'unit': '%'}]
        """
        return {
            "trial": self.trial,
            "kind": self.kind.value,
            "cause": self.cause.code,
            "text": english(self.text),
            "evidence": [
                {"name": english(item.name), "value": round(item.value, 6), "unit": english(item.unit.words)}
                for item in self.evidence
            ],
            "test": None if self.test is None else english(self.test),
        }


def fact(trial: int, cause: Cause, text: Message, *evidence: Evidence) -> Finding:
    """What was measured."""
    return Finding(trial, Kind.FACT, cause, text, evidence)


def hypothesis(of: Finding, text: Message, test: Message, *more: Evidence) -> Finding:
    """What is supposed from the fact `of`, on its evidence and `more`, and what would test it."""
    return Finding(of.trial, Kind.HYPOTHESIS, of.cause, text, (*of.evidence, *more), test)
