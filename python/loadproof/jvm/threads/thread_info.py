"""Threads as `java.lang.management.ThreadInfo` describes them, whatever form a tool writes them in.

A ThreadInfo names the lock that a thread waits for and the owner of that lock, the monitors that the thread holds by
the depth of their frame, and its ownable synchronizers. Locks are `class@hash`, by the identity hash code.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from loadproof.jvm.threads.dump import (
    Hold,
    Thread,
    ThreadDump,
    Unread,
    UnreadCode,
    Wait,
    WaitKind,
    held_by,
    is_exclusive,
)

__all__ = ["MOST_FRAMES", "STATES", "InfoDump", "ThreadRecord", "UnreadParts", "lock_of", "wait_kind"]

MOST_FRAMES = 2048
STATES = "NEW|RUNNABLE|BLOCKED|WAITING|TIMED_WAITING|TERMINATED"
"""Alternatives of a pattern: the states of a thread."""
_MOST_THREADS = 1_000_000
_LONGEST_NAME = 300
_LONGEST_EXAMPLE = 120
_WAIT_FRAME = re.compile(r"(?:[\w.@+-]*/{1,2})?java\.lang\.Object\.wait0?\(")
_CONDITION = "$ConditionObject@"
_VIRTUAL_FRAME = "java.lang.VirtualThread.run"
_OF_VIRTUAL = "VirtualThread-un"
"""`VirtualThread-unparker` and `-unblocker`, which a VM starts with its first virtual thread."""


def lock_of(kind: str, identity_hash: int | str) -> str:
    """Return the text of a lock: its class and its identity hash code in hexadecimal.

    >>> lock_of("java.lang.Object", 1715004), lock_of("java.lang.Object", "0x001a2b3c")
    ('java.lang.Object@1a2b3c', 'java.lang.Object@1a2b3c')
    """
    if isinstance(identity_hash, int):
        return f"{kind}@{identity_hash:x}"
    return f"{kind}@{identity_hash.removeprefix('0x').lstrip('0') or '0'}"


def wait_kind(state: str, lock: str, owner: str | None, stack: Iterable[str]) -> WaitKind:
    """Return the kind of a wait. Tools print one verb for several of them: the state and the top frame decide.

    >>> wait_kind("WAITING", "java.lang.Object@1", None, ["java.base@25/java.lang.Object.wait0(Native Method)"])
    'notification'
    """
    if state == "BLOCKED":
        return "monitor"
    top = next(iter(stack), "")
    if _WAIT_FRAME.match(top) or _CONDITION in lock:
        return "notification"
    return "lock" if is_exclusive(lock) or owner is not None else "other"


@dataclass(slots=True)
class UnreadParts:
    """Parts of a dump that were recognized and not understood, with the first example of each kind."""

    counts: dict[UnreadCode, int] = field(default_factory=dict)
    examples: dict[UnreadCode, str] = field(default_factory=dict)

    def add(self, code: UnreadCode, example: str, number: int = 1) -> None:
        """Count one part, or several."""
        self.counts[code] = self.counts.get(code, 0) + number
        self.examples.setdefault(code, example.strip()[:_LONGEST_EXAMPLE])

    def all(self) -> tuple[Unread, ...]:
        """Return what was counted."""
        return tuple(Unread(code, number, self.examples[code]) for code, number in self.counts.items())


@dataclass(slots=True)
class ThreadRecord:
    """One thread, as far as it was read."""

    name: str
    number: str
    state: str = ""
    is_virtual: bool = False
    stack: list[str] = field(default_factory=list)
    lock: str | None = None
    owner: str | None = None
    """Number of the thread that owns the lock."""
    owner_name: str | None = None
    """Name of the owner, of formats that have no numbers."""
    holds: list[Hold] = field(default_factory=list)


class InfoDump:
    """One dump that is put together thread by thread; a lock without its owner is noted."""

    def __init__(self, unread: UnreadParts, *, names_owners: bool = True) -> None:
        """`names_owners`: the format names the owner of each monitor that a BLOCKED thread waits for."""
        self.unread = unread
        self.numbers: set[str] = set()
        self._names_owners = names_owners
        self._threads: list[Thread] = []
        self._owner_names: dict[int, str] = {}
        self._frames: dict[str, str] = {}
        """Each frame once, however many threads stand in it."""
        self._stacks: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._left_out = 0

    def add(self, record: ThreadRecord) -> None:
        """Add a thread that was read to its end."""
        if len(self._threads) >= _MOST_THREADS:
            self._left_out += 1
            return
        stack = tuple(self._frames.setdefault(frame, frame) for frame in record.stack[:MOST_FRAMES])
        stack = self._stacks.setdefault(stack, stack)
        wait = None
        if record.lock is not None:
            owner = record.owner or record.owner_name
            wait = Wait(wait_kind(record.state, record.lock, owner, stack), record.lock, 0, record.owner)
            if record.owner_name is not None:
                self._owner_names[len(self._threads)] = record.owner_name
        if record.number:
            self.numbers.add(record.number)
        self._threads.append(
            Thread(
                record.name[:_LONGEST_NAME],
                record.number,
                record.state,
                record.is_virtual or (bool(stack) and _VIRTUAL_FRAME in stack[-1]),
                stack,
                wait,
                held_by(record.holds, wait),
            )
        )

    def dump(
        self, name: str, *, has_locks: bool = True, is_cut: bool = False, all_virtual: bool = False, few: bool = False
    ) -> ThreadDump:
        """Return the dump. `all_virtual`: it has all virtual threads; `few`: the format cuts stacks."""
        self._link_by_name()
        self._note_missing_owners()
        return ThreadDump(
            name,
            self._threads,
            has_locks=has_locks,
            has_owned_locks=self._names_owners,
            has_all_virtual=all_virtual,
            lacks_virtual=not all_virtual and any(one.name.startswith(_OF_VIRTUAL) for one in self._threads),
            is_cut=is_cut,
            left_out=self._left_out,
            has_few_frames=few,
            unread=self.unread.all(),
        )

    def _link_by_name(self) -> None:
        """Let the named owner of a lock hold it; the name must be that of one thread."""
        if not self._owner_names:
            return
        places: dict[str, int] = {}
        for index, thread in enumerate(self._threads):
            places[thread.name] = -1 if thread.name in places else index
        held = self._held()
        for index, name in self._owner_names.items():
            wait, place = self._threads[index].wait, places.get(name, -1)
            if wait is None or wait.lock in held or place < 0:
                continue
            owner = self._threads[place]
            self._threads[place] = replace(owner, holds=(*owner.holds, Hold(wait.lock, None)))
            held.add(wait.lock)

    def _note_missing_owners(self) -> None:
        if not self._names_owners:
            return
        held = self._held()
        for thread in self._threads:
            wait = thread.wait
            if wait is None or wait.kind not in ("monitor", "lock") or wait.lock in held:
                continue
            if wait.owner is None and wait.kind == "lock":
                # Nobody owns a lock that is being handed over, or is held for reading.
                continue
            if wait.owner not in self.numbers:
                self.unread.add("owner", f"{thread.name}: {wait.lock}")

    def _held(self) -> set[str]:
        return {hold.lock for thread in self._threads for hold in thread.holds}
