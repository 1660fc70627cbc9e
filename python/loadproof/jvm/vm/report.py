"""Report on a running Java VM, as `loadproof diagnose --json` prints it."""

from dataclasses import dataclass
from typing import Literal

from loadproof.jvm.gc.report import GcLog
from loadproof.jvm.heap.report import HeapReport
from loadproof.jvm.remark import Remark
from loadproof.jvm.threads.report import LockKind, ThreadReport
from loadproof.model.message import Message

__all__ = [
    "VM_SCHEMA_VERSION",
    "BusyThread",
    "ClassUse",
    "CollectorFigures",
    "HeapDumpFile",
    "LockTime",
    "PoolFigures",
    "VmFacts",
    "VmFigures",
    "VmReport",
]

VM_SCHEMA_VERSION: Literal[1] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class VmFacts:
    """Identity of the VM; null for facts that the VM does not report."""

    process: int
    command: str | None
    """Main class or jar, without its arguments."""
    runtime: str | None
    collector: str | None
    heap_max: str | None
    processors: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolFigures:
    """A part of the memory that the VM manages, at the end."""

    name: str
    """`eden`, `survivor`, `young`, `old`, `heap` or `metaspace`."""
    used_mib: float
    committed_mib: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectorFigures:
    """Collections and pauses of one collector while the VM was watched."""

    name: str
    """Name that the VM uses, such as `G1 young collection pauses`."""
    collections: int
    paused_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class VmFigures:
    """Metrics from the counters, the log and the threads of the VM; null if none of these has a value."""

    resident_mib: float | None
    """All memory that the process has of the machine, of shared pages its share (PSS) where that can be read."""
    pools: tuple[PoolFigures, ...]
    native_mib: dict[str, float]
    """Memory from the system by purpose, the largest first; empty if the VM does not track it."""
    live_set_mib: float | None
    """After the last collection that told it."""
    live_set_max_mib: float | None
    """Size to which the live set may grow."""
    collectors: tuple[CollectorFigures, ...]
    pause_share: float | None
    last_cause: str | None
    """Cause of the last collection, at whatever time it was."""
    allocated_mib_per_s: float | None
    promoted_mib_per_s: float | None
    safepoints: int | None
    safepoint_share: float | None
    contended_per_s: float | None
    """Waits for a monitor; JDK 25 does not count them."""
    classes: int | None
    threads: int | None
    cores: dict[str, float]
    """Processor time by what threads worked for: `service`, `collector`, `compiler`, `vm`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BusyThread:
    """A thread that used processors meanwhile."""

    thread: str
    group: Literal["service", "collector", "compiler", "vm"]
    cores: float
    state: str | None
    """In the last dump; null of threads that dumps do not have."""
    place: str | None
    allocated_mib_per_s: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassUse:
    """Objects of one class, garbage among them."""

    name: str
    objects: int
    mib: float


@dataclass(frozen=True, slots=True, kw_only=True)
class HeapDumpFile:
    """A dump of the heap that was asked for."""

    file: str
    mib: float
    took_s: float
    filled_share: float | None = None
    """Share of the largest possible live set, after the collection before the dump; null if the VM does not tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LockTime:
    """Waits of a millisecond or more for the locks of a class, of all threads together."""

    lock: str
    kind: LockKind
    waits: int
    lost_s: float
    longest_ms: float
    places: tuple[str, ...]
    """Places where threads waited, the most frequent first; three at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VmReport:
    """All that is said of a VM that runs."""

    schema_version: Literal[1]
    state: Literal["deadlocked", "held_up", "pressed", "calm", "ended", "cannot_tell"]
    sentence: Message
    seconds: float
    vm: VmFacts
    figures: VmFigures
    threads: ThreadReport | None
    """Report on several dumps; null if the VM could not be asked for any."""
    busy: tuple[BusyThread, ...]
    """The busiest first."""
    log: GcLog | None
    """All of the log that it writes of its collections, as `loadproof gc` has it."""
    classes: tuple[ClassUse, ...]
    """The largest first; only where they were asked for."""
    heap_dump: HeapDumpFile | None
    heap: HeapReport | None
    """Report on that dump, as from `loadproof heap`; null without a dump, or if the dump cannot be read here."""
    lock_times: tuple[LockTime, ...]
    """Lock waits, the most lost time first; only if they were asked for."""
    remarks: tuple[Remark, ...]
