"""Reads the text of jstack and of `jcmd PID Thread.print -l`, as HotSpot writes it from JDK 8 to 25."""

import re
from collections.abc import Iterable, Iterator

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

__all__ = ["dumps_in_text"]

_MOST_THREADS = 1_000_000
_MOST_FRAMES = 2048
_LONGEST_LINE = 4096
_LONGEST_NAME = 300
_BEGIN = "Full thread dump"
_HEADER = re.compile(
    r'"(?P<name>.*)"(?= #\d| \[| daemon | virtual | prio=| os_prio=)(?: #(?P<number>\d+))?(?P<rest>.*)'
)
_NATIVE = re.compile(r" nid=(0x[0-9a-fA-F]{1,8}|\d{1,10})\b")
_ALLOCATED = re.compile(r" allocated=(\d{1,18})([BKMGT])\b")
_UNITS = {"B": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_STATE = re.compile(r"\s*java\.lang\.Thread\.State: (NEW|RUNNABLE|BLOCKED|WAITING|TIMED_WAITING|TERMINATED)\b(?!_)")
_STATE_BEGIN = "java.lang.T"
_NUMBER = re.compile(r"#(\d+)")
_CARRIES, _MOUNTED = "Carrying virtual thread #", "Mounted virtual thread "
_LOCK_LINE = re.compile(r"\s*- (?P<what>[a-z][a-z -]+?(?:\(\))?) +<(?P<address>[^>]*)>(?: \(an? (?P<kind>[^)]*)\))?")
_OWNABLE = re.compile(r"\s*- <(?P<address>[^>]*)> \(an? (?P<kind>[^)]*)\)")
_NO_LOCK = ("- None", "- <no ", "- additional ")
_LONGEST_EXAMPLE = 120
_OWNED_TITLE = "Locked ownable synchronizers:"
_END = ("JNI global ref", "Found one Java-level deadlock", "Found ", "Java stack information")
_OF_VIRTUAL = "VirtualThread-un"
"""`VirtualThread-unparker` and `-unblocker`, which a VM starts with its first virtual thread."""
_CONDITION = "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject"


def dumps_in_text(lines: Iterable[str], name: str) -> Iterator[ThreadDump]:
    """Each dump in a text; what stands before the first and between two is passed over."""
    reader: _DumpReader | None = None
    number = 0
    for line in lines:
        if _BEGIN in line:
            if reader is not None:
                yield reader.dump(is_cut=not reader.is_ended)
            number += 1
            reader = _DumpReader(f"{name} ({number})" if number > 1 else name)
        elif reader is not None:
            reader.take(line[:_LONGEST_LINE].rstrip("\r\n"))
    if reader is not None:
        yield reader.dump(is_cut=not reader.is_ended)


class _DumpReader:
    """One dump, line by line."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._threads: list[Thread] = []
        self._thread: _ThreadReader | None = None
        self._known: dict[str, str] = {}
        """Each frame once, however many threads stand in it."""
        self._stacks: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._has_owned_locks = False
        self._left_out = 0
        self._unread: dict[UnreadCode, Unread] = {}
        self.is_ended = False

    def take(self, line: str) -> None:
        if self.is_ended:
            return
        if line.startswith('"'):
            self._close()
            found = _HEADER.match(line)
            if found is None:
                self._note("record", line)
                self._thread = None
            else:
                self._thread = _ThreadReader(found["name"], found["number"] or "", found["rest"])
        elif line.startswith(_END):
            self._close()
            self.is_ended = True
        elif self._thread is not None:
            text = line.lstrip()
            if text.startswith(_MOUNTED):
                self._close()
                number = _NUMBER.search(text)
                self._thread = _ThreadReader("", "" if number is None else number[1], " virtual runnable")
            else:
                self._has_owned_locks |= _OWNED_TITLE in line
                unread = self._thread.take(line, self._known)
                if unread is not None:
                    self._note(unread, line)

    def dump(self, *, is_cut: bool) -> ThreadDump:
        self._close()
        return ThreadDump(
            self._name,
            self._threads,
            has_locks=True,
            has_owned_locks=self._has_owned_locks,
            lacks_virtual=any(thread.name.startswith(_OF_VIRTUAL) for thread in self._threads),
            is_cut=is_cut,
            left_out=self._left_out,
            unread=tuple(self._unread.values()),
        )

    def _note(self, code: UnreadCode, line: str) -> None:
        """Count a line that could not be read; the first of each kind is the example."""
        known = self._unread.get(code)
        example = line.strip()[:_LONGEST_EXAMPLE] if known is None else known.example
        self._unread[code] = Unread(code, 1 if known is None else known.number + 1, example)

    def _close(self) -> None:
        if self._thread is None or not self._thread.is_java:
            if self._thread is not None and self._thread.has_frames:
                self._note("record", f'"{self._thread.name}"')
            self._thread = None
            return
        if len(self._threads) < _MOST_THREADS:
            self._threads.append(self._thread.thread(self._stacks))
        else:
            self._left_out += 1
        self._thread = None


class _ThreadReader:
    """One thread, line by line."""

    def __init__(self, name: str, number: str, rest: str) -> None:
        self.name = name[:_LONGEST_NAME]
        self._number = number
        self._is_virtual = " virtual" in rest
        self._rest = rest
        self._state = "RUNNABLE" if self._is_virtual else ""
        self._stack: list[str] = []
        self._wait: Wait | None = None
        self._holds: list[Hold] = []

    @property
    def is_java(self) -> bool:
        """Threads of the VM itself have no state."""
        return bool(self._state)

    @property
    def has_frames(self) -> bool:
        """True if the thread has a stack, as those of Java have."""
        return bool(self._stack)

    def take(self, line: str, known: dict[str, str]) -> UnreadCode | None:
        """Go on with a line; return what of it could not be read."""
        text = line.lstrip()
        if text.startswith("at "):
            if len(self._stack) < _MOST_FRAMES:
                self._stack.append(known.setdefault(text[3:], text[3:]))
            # A frame ends with a bracket; a suffix may follow.
            return None if ")" in text else "record"
        if text.startswith("-"):
            return None if text.startswith(_NO_LOCK) or self._lock(line) else "lock"
        if not self._state:
            found = _STATE.match(line)
            # A carrier runs on behalf of the thread that it carries.
            self._state = found[1] if found else "RUNNABLE" if text.startswith(_CARRIES) else ""
            return "record" if not self._state and text.startswith(_STATE_BEGIN) else None
        return None

    def thread(self, stacks: dict[tuple[str, ...], tuple[str, ...]]) -> Thread:
        holds, stack = held_by(self._holds, self._wait), tuple(self._stack)
        stack = stacks.setdefault(stack, stack)
        native = None if self._is_virtual else _NATIVE.search(self._rest)
        allocated = _ALLOCATED.search(self._rest)
        return Thread(
            self.name,
            self._number,
            self._state,
            self._is_virtual,
            stack,
            self._wait,
            holds,
            # Hexadecimal until JDK 21.
            None if native is None else int(native[1], 0),
            None if allocated is None else (int(allocated[1]) * _UNITS[allocated[2]], _UNITS[allocated[2]]),
        )

    def _lock(self, line: str) -> bool:
        """Go on with a line about a lock; return False if it could not be read."""
        ownable = _OWNABLE.match(line)
        if ownable is not None:
            self._holds.append(Hold(f"{ownable['address']} {ownable['kind']}", None))
            return True
        found = _LOCK_LINE.match(line)
        if found is None:
            return False
        if not found["address"].startswith("0x"):
            return True
        if found["kind"] is None:
            # The class is cut off, by which a lock is known as well as by its address.
            return False
        lock, frame = f"{found['address']} {found['kind']}", max(0, len(self._stack) - 1)
        what = found["what"]
        if what == "locked":
            self._holds.append(Hold(lock, frame))
        elif self._wait is None and what in _WAITS:
            self._wait = Wait(_kind(what, lock), lock, frame)
        return True


_WAITS: dict[str, WaitKind] = {
    "waiting to lock": "monitor",
    "waiting to re-lock in wait()": "monitor",
    "waiting on": "notification",
    "parking to wait for": "lock",
}


def _kind(what: str, lock: str) -> WaitKind:
    kind = _WAITS[what]
    if kind != "lock":
        return kind
    return "notification" if lock.endswith(_CONDITION) else "lock" if is_exclusive(lock) else "other"
