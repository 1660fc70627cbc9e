"""Findings: statements on one trial with the metrics, texts and files that support them."""

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Literal, Self

from loadproof.model.message import Message, Value, cores, duration, mebibytes, milliseconds, number, rate, share
from loadproof.model.typed_json import as_written, rounded

__all__ = ["Cause", "Evidence", "Finding", "Kind", "Role", "Unit", "fact", "hypothesis"]


Kind = Literal["fact", "hypothesis"]
Role = Literal["main", "cause", "beside"]


class Cause(StrEnum):
    """Code of each cause, the strongest first."""

    OOM_KILLED = "oom-killed"
    DIED = "died"
    REFUSED = "refused"
    TLS_FAILED = "tls-failed"
    RESET = "reset"
    ERROR_STATUS = "error-status"
    REDIRECT = "redirect"
    FAILED_CHECK = "failed-check"
    MISSING_EXTRACTION = "missing-extraction"
    UNREADABLE_REPLY = "unreadable-reply"
    REQUEST_DATA = "request-data"
    OTHER_ERRORS = "other-errors"
    TIMEOUTS = "timeouts"
    GENERATOR = "generator-short"
    DATABASE_TEMPORARY_SPACE = "database-temporary-space"
    DATABASE_LOCK = "database-lock"
    THROTTLED = "throttled"
    CPU_LIMIT = "cpu-limit"
    GC_PAUSES = "gc-pauses"
    STOPPED_ANSWERING = "stopped-answering"
    STOOD_STILL = "stood-still"
    MEMORY_GROWTH = "memory-growth"
    MEMORY_LIMIT = "memory-limit"
    HEAP_HOLDER = "heap-holder"
    DESCRIPTOR_GROWTH = "descriptor-growth"
    CONNECTION_GROWTH = "connection-growth"
    THREAD_GROWTH = "thread-growth"
    DATABASE_ABANDONED = "database-abandoned"
    DATABASE_MISSING_INDEX = "database-missing-index"
    DATABASE_JOIN_ORDER = "database-join-order"
    DATABASE_JIT = "database-jit"
    DATABASE_TEMPORARY_TABLES = "database-temporary-tables"
    DATABASE_CHECKPOINTS = "database-checkpoints"
    DISK_BUSY = "disk-busy"
    DATABASE_SESSIONS = "database-sessions"
    DATABASE_BOUND = "database-bound"
    DATABASE_CONNECTIONS = "database-connections"
    REDIS_THREAD = "redis-thread"
    POOL_QUEUE = "pool-queue"
    THREADS_BLOCKED = "threads-blocked"
    HOT_LOCK = "hot-lock"
    ONE_CORE = "one-core"
    STAND_SATURATES = "stand-saturates"
    HOST_CPU = "host-cpu"
    MACHINE_SATURATED = "machine-saturated"
    STEAL = "steal"
    THREAD_QUEUE = "thread-queue"
    CONNECTION_LIMIT = "connection-limit"
    QUEUEING = "queueing"
    KNEE = "knee"

    @property
    def words(self) -> Message:
        """Name within a sentence, such as "the CPU quota"."""
        return Message(f"the-cause-{self.value}")

    @property
    def short_name(self) -> Message:
        """Name at the head of a table, such as "CPU quota"."""
        return Message(f"cause-{self.value}")


class Unit(StrEnum):
    """Unit of a value, as in `result.json` behind the bare number."""

    NONE = ""
    PERCENT = "%"
    MILLISECONDS = "ms"
    SECONDS = "s"
    PER_SECOND = "/s"
    PER_HOUR = "/h"
    CORES = "cores"
    MEBIBYTES = "MiB"
    MEBIBYTES_PER_SECOND = "MiB/s"
    MEBIBYTES_PER_HOUR = "MiB/h"
    CALLS = "calls"
    CONNECTIONS = "connections"
    SESSIONS = "sessions"
    THREADS = "threads"
    DESCRIPTORS = "descriptors"

    @property
    def code(self) -> str:
        """Code in the catalogues."""
        return self.name.lower().replace("_", "-")

    @property
    def words(self) -> Message:
        """Name of the unit, behind a bare number."""
        return Message(f"evidence-unit-{self.code}")

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
        return Message(f"figure-{self.code}", number=_OVER_TIME.get(self, number)(value))


_BARE = {
    Unit.NONE: number,
    Unit.MILLISECONDS: milliseconds,
    Unit.SECONDS: duration,
    Unit.CORES: cores,
    Unit.MEBIBYTES: mebibytes,
}
"""Quantities that bring their unit."""
_OVER_TIME = {
    Unit.PER_SECOND: rate,
    Unit.MEBIBYTES_PER_SECOND: mebibytes,
    Unit.MEBIBYTES_PER_HOUR: mebibytes,
}
_LONGEST_TEXT = 300
_ARTIFACTS = "artifacts"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Evidence of a finding: a value, or a text of the target such as a class, a field, a thread or a line.

    Raises ValueError for an artifact that is no file of the run.
    """

    name: Message
    value: float | None = field(default=None, metadata=rounded(6))
    """Value; null for a text, or a file only."""
    unit: str = Unit.NONE
    """Unit: one of `Unit`, or a unit of an earlier version."""
    text: str | None = None
    artifact: str | None = None
    """File that shows it, relative to the directory of the run, such as `artifacts/logs/api/api.log`."""

    def __post_init__(self) -> None:
        """Check the file, because readers of a report follow its links."""
        if self.artifact is not None and not _is_artifact(self.artifact):
            raise ValueError(f"{self.artifact!r:.80} is no file below {_ARTIFACTS}/ of the run's directory")

    @classmethod
    def said(cls, name: Message, text: str, artifact: str | None = None) -> Self:
        """A text as the target gave it, cut to what a report has room for.

        >>> Evidence.said(Message("evidence-last-lines", service="api"), "x" * 400).figure[-3:]
        'xx…'
        """
        cut = text if len(text) <= _LONGEST_TEXT else f"{text[: _LONGEST_TEXT - 1]}…"
        return cls(name, text=cut, artifact=artifact)

    @property
    def figure(self) -> Value:
        """Value with its unit, or the text."""
        return self.text or "" if self.value is None else Unit(self.unit).figure(self.value)


def _is_artifact(path: str) -> bool:
    parts = PurePosixPath(path).parts
    return len(parts) > 1 and parts[0] == _ARTIFACTS and ".." not in parts


@dataclass(frozen=True, slots=True)
class Finding:
    """A fact or a hypothesis on one trial, with its evidence; a hypothesis says in `test` what would test it."""

    trial: int
    kind: Kind
    """`fact`: it was measured; `hypothesis`: it is supposed from facts."""
    cause: str
    """Code of the cause: one of `Cause`, or a code of an earlier version."""
    text: Message
    evidence: tuple[Evidence, ...]
    test: Message | None = None
    role: Role = "cause"
    """Relation to the failure of the trial (`findings/consequences.py` decides it).

    `main`: the errors that make most failures, named first; `cause`: it may explain the failure; `beside`: it was
    measured, and does not explain the failure.
    """


def fact(trial: int, cause: Cause, text: Message, *evidence: Evidence) -> Finding:
    """Return a finding that was measured."""
    return Finding(trial, "fact", cause, text, tuple(map(as_written, evidence)))


def hypothesis(of: Finding, text: Message, test: Message, *more: Evidence) -> Finding:
    """Return a hypothesis from the fact `of`, with its evidence and `more`; `test` says what would test it."""
    return Finding(of.trial, "hypothesis", of.cause, text, (*of.evidence, *map(as_written, more)), test)
