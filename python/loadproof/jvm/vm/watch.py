"""Looks at a VM for some seconds: its counters, log and threads at their begin and end, dumps of threads between."""

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from loadproof.jvm.gc.followed_log import FollowedLog, LogSums, open_log_of
from loadproof.jvm.threads.dump import ThreadDump
from loadproof.jvm.threads.text import dumps_in_text
from loadproof.jvm.vm.collection_rates import COLLECTION_COUNTERS, VmCollections
from loadproof.jvm.vm.flags import VM_COMMANDS, told_by_vm
from loadproof.jvm.vm.live_set import COUNTERS, LiveSetFollower, filled_share, live_set_max_bytes
from loadproof.jvm.vm.native_memory import native_memory_kib
from loadproof.jvm.vm.reading import READING_COUNTERS, VmReading, vm_reading
from loadproof.system.java_attach import AttachError, AttachRefusal, JavaAttachment, JavaProcess
from loadproof.system.java_counters import open_counters, read_counters
from loadproof.system.process_files import ProcessKey, proportional_memory_bytes, read_process_stat
from loadproof.system.thread_use import ThreadUse, inner_numbers, thread_uses

__all__ = ["Instant", "VmWatch"]

_ASKED = COUNTERS | COLLECTION_COUNTERS | READING_COUNTERS
_DUMP = "Thread.print -l -e"
_MOST_DUMPS = 10
_DUMP_S, _ANSWER_S = 10.0, 5.0
_MOST_DUMP_BYTES, _MOST_BYTES = 64 << 20, 1 << 16


@dataclass(frozen=True, slots=True)
class Instant:
    """Values read at one time; None if they could not be read."""

    at_s: float
    reading: VmReading | None
    sums: LogSums | None
    uses: Mapping[ProcessKey, ThreadUse]


@dataclass(slots=True)
class _Told:
    """Values gathered apart from the two instants."""

    dumps: list[tuple[float, ThreadDump]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    """The dumps of threads as the VM writes them."""
    facts: dict[str, str] = field(default_factory=dict)
    native_kib: Mapping[str, int] = field(default_factory=dict)
    inner: dict[int, int] = field(default_factory=dict)
    live_set_bytes: int | None = None
    live_set_max_bytes: int | None = None
    pause_share: float | None = None


class VmWatch:
    """A context manager; `look` waits for the seconds, and what a VM that ends meanwhile has told stays."""

    def __init__(self, process: JavaProcess) -> None:
        """Finds what can be read and asked; nothing of that is missing without `unreadable` or `refused`."""
        self.process = process
        self.told = _Told()
        self.unreadable: str | None = None
        """Reason why the counters could not be read, in the words of the kernel; None without one."""
        self.refused: AttachError | None = None
        """Reason why the VM could not be asked at all, or not to the end; None if there is none."""
        self.resident_bytes: int | None = None
        self._see_memory()
        self._descriptor: int | None = None
        self._live_set, self._collections = LiveSetFollower(), VmCollections()
        self.attachment: JavaAttachment | None = None
        try:
            self._descriptor = open_counters(process.key[0])
        except PermissionError as error:
            self.unreadable = str(error.strerror)
        self.log: FollowedLog | None = open_log_of(process.key[0])
        try:
            self.attachment = JavaAttachment.open(process.key[0])
        except AttachError as error:
            self.refused = error

    def __enter__(self) -> "VmWatch":
        return self

    def __exit__(self, *_: object) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
        if self.log is not None:
            self.log.close()

    @property
    def shares_counters(self) -> bool:
        """False: it keeps them to itself, or they may not be read."""
        return self._descriptor is not None

    @property
    def has_ended(self) -> bool:
        """True if the process has ended."""
        told = read_process_stat(self.process.key[0])
        return told is None or told.zombie or told.key != self.process.key

    def heap_used_bytes(self) -> int | None:
        """Return the bytes in use now in all memory pools of the VM; None if the VM does not report them."""
        if self._descriptor is None:
            return None
        try:
            pools = vm_reading(read_counters(self._descriptor, READING_COUNTERS)).pools
        except (OSError, ValueError):
            return None
        return sum(pool.used for pool in pools) if pools else None

    def filled_share(self) -> float | None:
        """Return the share of the largest possible live set that old objects fill now; None if it is not known."""
        if self._descriptor is None:
            return None
        try:
            return filled_share(read_counters(self._descriptor, COUNTERS))
        except (OSError, ValueError):
            return None

    def ask_which_it_is(self) -> None:
        """Ask the VM for its version and flags."""
        texts = [self._ask(command, _ANSWER_S, _MOST_BYTES) for command in VM_COMMANDS]
        self.told.facts = told_by_vm("\n".join(text for text in texts if text is not None))

    def look(self, seconds: float, wait: Callable[[float], None] = time.sleep) -> tuple[Instant, Instant]:
        """The begin and the end of so many seconds, with a dump of threads about each second, ten at most."""
        first = self._instant()
        number = max(1, min(_MOST_DUMPS, int(seconds)))
        for index in range(number):
            self._dump(first.at_s)
            due_s = first.at_s + seconds * (index + 1) / number
            wait(max(0.0, due_s - time.monotonic()))
        last = self._instant()
        self.told.inner = self._inner(last.uses)
        if self.attachment is not None and self.refused is None:
            # What does not track it says so, which is no refusal.
            with suppress(AttachError):
                self.told.native_kib = native_memory_kib(self.attachment, _ANSWER_S)
        return first, last

    def _ask(self, command: str, timeout_s: float, most_bytes: int) -> str | None:
        """Return the answer of the VM to `command`; None if the command failed, or the VM cannot be asked.

        If the VM refuses for another reason than a failed command, it is not asked again.
        """
        if self.attachment is None or self.refused is not None:
            return None
        try:
            return self.attachment.ask(command, timeout_s=timeout_s, most_bytes=most_bytes).decode("utf-8", "replace")
        except AttachError as error:
            # Of its own words it may do the next thing all the same.
            if error.refusal is not AttachRefusal.FAILED:
                self.refused = error
            return None

    def _dump(self, began_s: float) -> None:
        at_s = time.monotonic()
        text = self._ask(_DUMP, _DUMP_S, _MOST_DUMP_BYTES)
        if text is not None:
            name = f"{at_s - began_s:.1f} s"
            self.told.texts.append(text)
            self.told.dumps += [(at_s, dump) for dump in dumps_in_text(text.splitlines(), name) if dump.threads]

    def _instant(self) -> Instant:
        at_s = time.monotonic()
        uses: Mapping[ProcessKey, ThreadUse] = {}
        with suppress(OSError):
            uses = thread_uses(self.process.key[0])
        sums = None
        if self.log is not None:
            with suppress(OSError):
                sums = self.log.read()
        self._see_memory()
        return Instant(at_s, self._reading(at_s), sums, uses)

    def _see_memory(self) -> None:
        stat = read_process_stat(self.process.key[0])
        if stat is not None and stat.key == self.process.key and not stat.zombie:
            self.resident_bytes = stat.resident_bytes
            # The kernel counts a heap of ZGC of JDK 17 as resident once for each of its three views.
            with suppress(OSError):
                self.resident_bytes = proportional_memory_bytes(stat.key[0])

    def _reading(self, at_s: float) -> VmReading | None:
        if self._descriptor is None:
            return None
        try:
            counters = read_counters(self._descriptor, _ASKED)
        except (OSError, ValueError):
            return None
        told = self.told
        alive = self._live_set.read(counters)
        told.live_set_bytes = told.live_set_bytes if alive is None else alive
        told.live_set_max_bytes = live_set_max_bytes(counters)
        told.pause_share = self._collections.read(counters, at_s).get("gc_pause_share")
        return vm_reading(counters)

    def _inner(self, uses: Mapping[ProcessKey, ThreadUse]) -> dict[int, int]:
        process = self.process
        if process.inner_number == process.key[0]:
            return {number: number for number, _ in uses}
        return inner_numbers(process.key[0], uses)
