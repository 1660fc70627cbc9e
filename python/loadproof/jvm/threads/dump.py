"""Threads at one instant: where each stands, what it waits for, what it holds."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

__all__ = [
    "Hold",
    "Thread",
    "ThreadDump",
    "Unread",
    "UnreadCode",
    "Wait",
    "WaitKind",
    "class_of",
    "held_by",
    "is_exclusive",
    "is_to_accept",
    "place_of",
    "short_frame",
]

WaitKind = Literal["monitor", "lock", "notification", "other", "pool"]
"""A monitor that another holds; a lock of java.util.concurrent; a wait() or a condition; whatever else parks; those of
the latter two that were found to be for a thing of a pool."""

UnreadCode = Literal["record", "lock", "owner", "blocked", "json"]
"""Kind of a part of a dump that was not understood: a line or an entry of a thread; a line about a lock; the owner of
a lock, which is no thread of the dump; the lock that a BLOCKED thread waits for; JSON in the middle of a text."""

_FRAME = re.compile(r"(?:[\w.$-]*@?[\w.+-]*//?)?(?P<method>[^()\s]+)\((?P<place>[^()]*)\)")
_LAMBDA = re.compile(r"\$\$Lambda[/$][\w/]*")
_OF_WAITING = re.compile(
    r"(?:[\w.@+-]*/)?(?:jdk\.internal\.|sun\.misc\.|java\.util\.concurrent\.locks\.|java\.lang\.(?:Object\.wait|VirtualThread|System\$\d+\.park))"
)
"""Frames in which a thread waits on behalf of those below them."""
_ACCEPTS = re.compile(
    r"(?:[\w.@+-]*/)?(?:sun\.nio\.ch\.(?:ServerSocketChannelImpl|NioSocketImpl)|java\.net\.\w*SocketImpl)\.accept\("
)
_LINE = re.compile(r":(\d+)\s*$")
_EXCLUSIVE = re.compile(r"java\.util\.concurrent\.locks\.Reentrant(?:ReadWrite)?Lock\$\w*Sync")


@dataclass(frozen=True, slots=True)
class Wait:
    """Wait of a thread: the lock, and the place in the stack."""

    kind: WaitKind
    lock: str
    """The same text in one dump is the same object: an address or a hash with its class."""
    frame: int
    """Index in the stack of where it waits, 0 at its top."""
    owner: str | None = None
    """The number of the thread that holds it, where the dump says so itself."""


@dataclass(frozen=True, slots=True)
class Hold:
    """A lock that a thread holds, and where in its stack it took it; None: not told."""

    lock: str
    frame: int | None


@dataclass(frozen=True, slots=True)
class Thread:
    """One thread; `stack` has its frames, the newest first."""

    name: str
    number: str
    """Number, as from `Thread.threadId()`; empty if the dump has none."""
    state: str
    """Such as `BLOCKED`; empty where the dump does not say it."""
    is_virtual: bool
    stack: tuple[str, ...]
    wait: Wait | None = None
    holds: tuple[Hold, ...] = ()
    native_number: int | None = None
    """The number that the system has for it, where it runs; None: not told, or it is virtual."""
    allocated: tuple[int, int] | None = None
    """Bytes since it began, and by how much they may be more; of dumps with `-e` alone."""


@dataclass(frozen=True, slots=True)
class Unread:
    """Parts of one kind that were not understood: a deadlock among them is not found."""

    code: UnreadCode
    number: int
    example: str


@dataclass(frozen=True, slots=True)
class ThreadDump:
    """All threads at one instant."""

    name: str
    """Name of the file, with the place in it if the file holds several dumps; of a watched VM, the time of the dump."""
    threads: Sequence[Thread]
    has_locks: bool
    """True if the dump tells for all threads which locks they wait for and hold."""
    has_owned_locks: bool
    """True if the dump tells which thread holds a lock of java.util.concurrent."""
    has_all_virtual: bool = False
    """True if virtual threads that do not run are in it, too: of Thread.dump_to_file alone."""
    lacks_virtual: bool = False
    """True if the VM has virtual threads, and the dump has only the running ones."""
    is_cut: bool = False
    left_out: int = field(default=0)
    """Threads that were too many."""
    has_few_frames: bool = False
    """True if the format cuts each stack after some frames."""
    unread: tuple[Unread, ...] = ()
    """Parts that the reader recognized and did not understand."""


def short_frame(frame: str) -> str:
    """The class, the method and the line of a frame.

    >>> short_frame("java.base@21.0.1/java.lang.VirtualThread.run(VirtualThread.java:309)")
    'VirtualThread.run:309'
    >>> short_frame("org.Main$Inner.go(Unknown Source)"), short_frame("")
    ('Main$Inner.go', '')
    """
    found = _FRAME.match(_LAMBDA.sub("$$Lambda", frame))
    if found is None:
        return frame
    short = ".".join(found["method"].split("/")[-1].split(".")[-2:])
    line = _LINE.search(found["place"])
    return short if line is None else f"{short}:{line[1]}"


def place_of(thread: Thread, frame: int | None) -> str:
    """Return the place of a thread, from a frame on: the first frame that is not of the waiting itself; else empty.

    >>> place_of(Thread("t", "1", "WAITING", False, ("jdk.internal.misc.Unsafe.park(Native)", "a.B.c(B.java:7)")), 0)
    'B.c:7'
    """
    if frame is None or not 0 <= frame < len(thread.stack):
        return ""
    return short_frame(_asks(thread.stack[frame:]))


def is_to_accept(stack: Sequence[str], frame: int) -> bool:
    """Return True if a thread waits, from a frame on, for its turn to accept a connection: it is idle, not held up.

    >>> is_to_accept(("jdk.internal.misc.Unsafe.park(Native)", "sun.nio.ch.ServerSocketChannelImpl.accept(S:3)"), 0)
    True
    """
    return 0 <= frame < len(stack) and _ACCEPTS.match(_asks(stack[frame:])) is not None


def _asks(stack: Sequence[str]) -> str:
    """The first frame that is not of the waiting itself."""
    return next((one for one in stack if _OF_WAITING.match(one) is None), stack[0])


def held_by(holds: Iterable[Hold], wait: Wait | None) -> tuple[Hold, ...]:
    """Return the locks that a thread holds, without the lock that it waits for.

    A thread in wait(), or about to take the monitor again, has released the monitor in all its frames.
    """
    return tuple(hold for hold in holds if wait is None or hold.lock != wait.lock)


def class_of(lock: str) -> str:
    """The class of a lock.

    >>> class_of("0x00000000c16de0d0 org.OutputStreamManager"), class_of("java.lang.Object@5e2de80c")
    ('org.OutputStreamManager', 'java.lang.Object')
    """
    return lock.rpartition(" ")[2].partition("@")[0]


def is_exclusive(lock: str) -> bool:
    """Return True if only one thread at a time holds a lock of this class, except for readers."""
    return _EXCLUSIVE.match(class_of(lock)) is not None
