"""Report on thread dumps, as `loadproof threads --json` prints it."""

from dataclasses import dataclass
from typing import Literal

from loadproof.jvm.remark import Remark
from loadproof.model.message import Message

__all__ = [
    "THREADS_SCHEMA_VERSION",
    "Deadlock",
    "DumpFigures",
    "HeldUpWait",
    "HotLock",
    "LockKind",
    "Root",
    "SameStack",
    "ThreadReport",
]

THREADS_SCHEMA_VERSION: Literal[1] = 1
LockKind = Literal["monitor", "lock", "pool"]
"""A pool is what gives things out and takes them back: told as the class of the service that asks it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DumpFigures:
    """One dump."""

    name: str
    threads: int
    virtual: int
    by_state: dict[str, int]
    """Threads by their state; those of which it is not told are `UNKNOWN`."""
    held_up: int
    """Threads that wait for a monitor, a lock or a pool that others hold, or that nobody is told to hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldUpWait:
    """A thread that waits for a lock at one place, over all dumps."""

    thread: str
    state: str
    place: str
    """Class, method and line."""
    kind: LockKind
    lock: str
    """The class of it."""
    holder: str | None
    """The thread that held it most often; null where no dump tells."""
    held_at: str
    """Place where the holder took the lock; empty if it is not known."""
    holder_at: str
    """Place where the holder is."""
    dumps: int
    share: float
    """Share of the dumps that tell of locks."""
    text: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class HotLock:
    """A class of locks that threads wait for, over all dumps."""

    lock: str
    kind: LockKind
    waits: int
    """Threads that wait for it, of all dumps."""
    most_at_once: int
    dumps: int
    objects: int
    """So many objects of the class at most, in one dump."""
    places: tuple[str, ...]
    """Places where threads wait, the most frequent first; three at most."""
    holders: tuple[str, ...]
    held_at: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Root:
    """A thread that holds others up and waits for no lock itself, over all dumps."""

    thread: str
    place: str
    """Most frequent place of the thread."""
    held_up: int
    """So many threads wait for it at most, the longer way too."""
    longest_chain: int
    """Threads in the longest chain that ends at it, itself among them."""
    dumps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadlock:
    """Threads that wait for each other in a circle: they will never go on."""

    dump: str
    threads: tuple[str, ...]
    waits: tuple[Message, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SameStack:
    """Threads with one stack and state, over all dumps."""

    state: str
    threads: int
    """Number of threads, summed over all dumps."""
    most_at_once: int
    stack: tuple[str, ...]
    """The newest frame first; its first forty frames."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadReport:
    """All that is said of some dumps of one service."""

    schema_version: Literal[1]
    state: Literal["deadlocked", "held_up", "free", "cannot_tell"]
    sentence: Message
    dumps: tuple[DumpFigures, ...]
    deadlocks: tuple[Deadlock, ...]
    locks: tuple[HotLock, ...]
    roots: tuple[Root, ...]
    waits: tuple[HeldUpWait, ...]
    stacks: tuple[SameStack, ...]
    remarks: tuple[Remark, ...]
