"""Reads the text of `jcmd PID Thread.dump_to_file FILE`, of JDK 21 and later (`jdk.internal.vm.ThreadDumper`).

From JDK 25 on it has states and monitors, and from 26 on the owner of a `java.util.concurrent` lock; the text of JDK 21
to 24 has names and frames alone.
"""

import re
from collections.abc import Iterable, Iterator

from loadproof.jvm.threads.dump import Hold, ThreadDump
from loadproof.jvm.threads.thread_info import MOST_FRAMES, STATES, InfoDump, ThreadRecord, UnreadParts

__all__ = ["dump_to_file_header", "dumps_in_dump_to_file_text"]

_LONGEST_LINE = 4096
_HEADER = re.compile(
    rf'#(?P<number>\d{{1,19}}) "(?P<name>.*)"(?P<virtual> virtual)?(?: (?P<state>{STATES}) \d{{4}}-\S{{1,40}}Z?)?\s*'
)
_LOCK = re.compile(
    r"- (?P<verb>locked|waiting to lock|waiting on|parking to wait for) "
    r"<(?P<lock>[^\s<>@]+@[0-9a-f]{1,16})(?:, owner #(?P<owner>\d{1,19}))?>"
)
_FRAME = re.compile(r"(?:at )?[^\s()]+\([^()]*\)")
_ELIMINATED = "- lock is eliminated"
_LIKE_A_THREAD = ("- waiting to lock", "- locked", "- parking to wait", "- waiting on")


def dump_to_file_header(line: str) -> ThreadRecord | None:
    """Return the thread that a line begins.

    >>> dump_to_file_header('#21 "alpha" virtual BLOCKED 2026-11-27T11:36:50.667036383Z').is_virtual
    True
    """
    found = _HEADER.fullmatch(line) if line.startswith("#") else None
    if found is None:
        return None
    return ThreadRecord(found["name"], found["number"], found["state"] or "", is_virtual=found["virtual"] is not None)


def dumps_in_dump_to_file_text(lines: Iterable[str], name: str) -> Iterator[ThreadDump]:
    """Return each dump in a text."""
    reader = _FileDumpReader()
    last = ""
    for line in lines:
        last, text = line, line[:_LONGEST_LINE].rstrip()
        header = dump_to_file_header(text)
        if header is not None and reader.has(header):
            yield reader.dump(name, is_cut=False)
            reader = _FileDumpReader()
        reader.take(text, header)
    is_whole = last.endswith(("\n", "\r")) or not last.strip() or last.rstrip().endswith((")", ">"))
    yield reader.dump(name, is_cut=not is_whole)


class _FileDumpReader:
    """One dump, line by line."""

    def __init__(self) -> None:
        self._unread = UnreadParts()
        # Threads are asked one after the other: an owner may have let go of a lock, or ended, before its turn.
        self._dump = InfoDump(self._unread, names_owners=False)
        self._record: ThreadRecord | None = None
        self._has_states = False
        self._is_ended = False

    def has(self, record: ThreadRecord) -> bool:
        """True if the dump has a thread of this number."""
        return record.number in self._dump.numbers or (
            self._record is not None and self._record.number == record.number
        )

    def take(self, line: str, header: ThreadRecord | None) -> None:
        """Go on with a line."""
        text = line.strip()
        if header is not None:
            self._close()
            self._record, self._is_ended = header, False
            self._has_states |= bool(header.state)
        elif not text:
            self._is_ended = True
        elif self._record is None or self._is_ended:
            if text.startswith(("#", '"', *_LIKE_A_THREAD)):
                self._unread.add("record", text)
        elif text.startswith("- "):
            self._lock(self._record, text)
        elif _FRAME.match(text) is None:
            self._unread.add("record", text)
        elif len(self._record.stack) < MOST_FRAMES:
            self._record.stack.append(text.removeprefix("at "))

    def dump(self, name: str, *, is_cut: bool) -> ThreadDump:
        """Return what was read."""
        self._close()
        return self._dump.dump(name, has_locks=self._has_states, is_cut=is_cut, all_virtual=True)

    def _close(self) -> None:
        record, self._record = self._record, None
        if record is None:
            return
        if self._has_states and not record.state:
            self._unread.add("record", record.name)
        self._dump.add(record)

    def _lock(self, record: ThreadRecord, text: str) -> None:
        found = _LOCK.match(text)
        if found is None:
            if text != _ELIMINATED:
                self._unread.add("lock", text)
        elif found["verb"] == "locked":
            record.holds.append(Hold(found["lock"], max(0, len(record.stack) - 1)))
        else:
            record.lock, record.owner = found["lock"], found["owner"]
