"""A statement on one trial with the figures that it rests on."""

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any

__all__ = ["Cause", "Evidence", "Finding", "Kind", "fact", "hypothesis"]


class Kind(StrEnum):
    """How a statement is meant."""

    FACT = "fact"
    """It was measured."""
    HYPOTHESIS = "hypothesis"
    """It is supposed from facts; `test` says what would show it."""


class Cause(Enum):
    """Every cause that is named: its code and its words. The order is that of strength, the strongest first."""

    OOM_KILLED = ("oom-killed", "the kernel's kill at the memory limit")
    DIED = ("died", "the death of a service")
    REFUSED = ("refused", "refused connections")
    RESET = ("reset", "connections closed by the service")
    ERROR_STATUS = ("error-status", "answers with error statuses")
    TIMEOUTS = ("timeouts", "calls without an answer in time")
    GENERATOR = ("generator-short", "a generator that was itself short")
    THROTTLED = ("throttled", "the CPU quota")
    CPU_LIMIT = ("cpu-limit", "the CPUs of a service")
    GC_PAUSES = ("gc-pauses", "pauses of the garbage collector")
    MEMORY_GROWTH = ("memory-growth", "growing memory")
    MEMORY_LIMIT = ("memory-limit", "the memory limit")
    DISK_BUSY = ("disk-busy", "the disk")
    DATABASE_BOUND = ("database-bound", "the database")
    POOL_QUEUE = ("pool-queue", "the pool of connections to the database")
    ONE_CORE = ("one-core", "work on a single core")
    STAND_SATURATES = ("stand-saturates", "a stand that takes the whole machine")
    HOST_CPU = ("host-cpu", "the machine's CPUs")
    STEAL = ("steal", "CPU time taken by the hypervisor")
    THREAD_QUEUE = ("thread-queue", "the threads that answer")
    CONNECTION_LIMIT = ("connection-limit", "the generator's limit of connections")
    QUEUEING = ("queueing", "a queue before something other than CPU")
    KNEE = ("knee", "the knee of the response time")

    def __init__(self, code: str, words: str) -> None:
        """Takes the members' tuple apart."""
        self.code = code
        self.words = words


@dataclass(frozen=True, slots=True)
class Evidence:
    """One figure that a finding rests on."""

    name: str
    value: float
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """A fact or a hypothesis on trial number `trial`; a hypothesis says in `test` what would test it."""

    trial: int
    kind: Kind
    cause: Cause
    text: str
    evidence: tuple[Evidence, ...]
    test: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """As in `result.json`.

        >>> fact(2, Cause.THROTTLED, "It was throttled.", Evidence("throttled", 40.0, "%")).as_dict()["cause"]
        'throttled'
        """
        return {
            "trial": self.trial,
            "kind": self.kind.value,
            "cause": self.cause.code,
            "text": self.text,
            "evidence": [
                {"name": item.name, "value": round(item.value, 6), "unit": item.unit} for item in self.evidence
            ],
            "test": self.test,
        }


def fact(trial: int, cause: Cause, text: str, *evidence: Evidence) -> Finding:
    """What was measured."""
    return Finding(trial, Kind.FACT, cause, text, evidence)


def hypothesis(of: Finding, text: str, test: str, *more: Evidence) -> Finding:
    """What is supposed from the fact `of`, on its evidence and `more`, and what would test it."""
    return Finding(of.trial, Kind.HYPOTHESIS, of.cause, text, (*of.evidence, *more), test)
