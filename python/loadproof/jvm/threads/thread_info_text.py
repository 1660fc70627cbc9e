"""Reads texts that tools write of ThreadInfo: one thread after the other, each with its header, frames and locks.

Forms of the header, and of the lines that name locks:

- VisualVM and NetBeans (`.tdump`), Spring Boot's `/actuator/threaddump` as text: `"alpha" - Thread t@11`, then
  `- waiting to lock <1a2b3c> (a java.lang.Object) owned by "beta" t@12`.
- `ThreadInfo.toString()`, as frameworks log it: `"alpha" daemon prio=5 Id=11 BLOCKED on java.lang.Object@1a2b3c owned
  by "beta" Id=12`. It has 8 frames at most; JDK 8 has neither `daemon` nor `prio`.
- Dropwizard Metrics (`/threads`): `"alpha" id=11 state=BLOCKED`, then `owned by beta id=12`.
- Tomcat's manager: `"alpha" Id=11 cpu=...`, then `- waiting on (a java.lang.Object@1a2b3c) owned by beta Id=12`.
- JConsole: `Name: alpha`, then `State: BLOCKED on java.lang.Object@1a2b3c owned by: beta`.
- IntelliJ IDEA's debugger: `"alpha@11" prio=5 tid=0xb nid=NA waiting for monitor entry`, then `waiting for beta@12 to
  release lock on <0x1a> (a java.lang.Object)`.
"""

import re
from collections.abc import Iterable, Iterator

from loadproof.jvm.threads.dump import Hold, ThreadDump
from loadproof.jvm.threads.thread_info import MOST_FRAMES, STATES, InfoDump, ThreadRecord, UnreadParts, lock_of

__all__ = ["dumps_in_info_text", "header_of", "is_like_a_thread"]

_LONGEST_LINE = 4096
_LOCK = (
    r"(?:<(?:0x)?(?P<hash>[0-9a-fA-F]{1,16})> \(an? (?P<kind>[^\s()<>@]+)\)"
    r"|(?:\(an? )?(?P<class>[^\s()<>@]+)@(?P<code>[0-9a-f]{1,16})\b\)?)"
)
_VISUALVM = re.compile(r'" - Thread t@(?P<number>\d{1,19})\b')
_INFO = re.compile(
    rf'" (?:daemon )?(?:prio=\d{{1,2}} )?Id=(?P<number>\d{{1,19}}) (?P<state>{STATES})\b(?P<rest>.*)', re.DOTALL
)
_DROPWIZARD = re.compile(rf'" id=(?P<number>\d{{1,19}}) state=(?P<state>{STATES})\b')
_TOMCAT = re.compile(r'" Id=(?P<number>\d{1,19}) cpu=')
_INTELLIJ = re.compile(r'" (?:daemon )?(?:prio=\d{1,2} )?(?:tid=(?P<tid>0x[0-9a-f]{1,16}) )?nid=NA\b')
_JCONSOLE = re.compile(r"Name: (?P<name>\S.*)")
_JCONSOLE_STATE = re.compile(rf"State: (?P<state>{STATES})\b(?: on {_LOCK}(?: owned by: (?P<owner>\S.*))?)?")
_JCONSOLE_STACK = "Stack trace:"
_WAITED = re.compile(rf" on {_LOCK}")
_OWNED = re.compile(r' owned by "?(?P<name>.*?)"? (?:t@|Id=|id=)(?P<number>\d{1,19})\b')
_AFTER_OWNER = ("", " (suspended)", " (in native)", " (suspended) (in native)")
_STATE = re.compile(rf"java\.lang\.Thread\.State: (?P<state>{STATES})\b")
_LOCK_LINE = re.compile(rf"-\s+(?P<verb>[A-Za-z][A-Za-z -]*?(?:\(\))?) {_LOCK}(?P<rest>.*)", re.DOTALL)
_BARE_LOCK = re.compile(rf"-\s+{_LOCK}")
_INTELLIJ_WAIT = re.compile(rf"waiting for (?P<owner>.+) to release lock on {_LOCK}")
_SYNCHRONIZERS = re.compile(r"(?:Number of locked synchronizers|Locked synchronizers: count) = (?P<number>\d{1,9})\b")
_TOMCAT_LOCKS = re.compile(rf"locks {_LOCK}")
_DROPWIZARD_OWNER = re.compile(r"owned by (?P<name>.*) id=(?P<number>\d{1,19})\b")
_FRAME = re.compile(r"[^\s()]+\([^()]*\)")
_WAITS = {"waiting to lock", "blocked on", "waiting on", "parking to wait for", "waiting to re-lock in wait()"}
_HOLDS = {"locked", "Locked"}
_SECTIONS = ("Locked ownable synchronizers:", "JNI locked monitors:")
_PASSED_OVER = (
    *("Total blocked:", "blocks "),
    *("- None", "- lock is eliminated", "- <no object reference available>", "(suspended)", "(running in native)"),
)
"""Begins of lines that say nothing about locks or frames."""
_ABOUT_LOCKS = ("waiting to lock <", "blocked on ", "parking to wait for", "- locked ", "- waiting on ")
_BETWEEN = {"", ",", "]", "["}


def header_of(line: str) -> tuple[ThreadRecord, str] | None:
    """Return the thread that a line begins, and the rest of the line; None if the line begins no thread.

    >>> header_of('"alpha" - Thread t@11')[0].number, header_of("2026-11-27 INFO started")
    ('11', None)
    """
    if '"' not in line:
        found = _JCONSOLE.match(line)
        return None if found is None else (ThreadRecord(found["name"].rstrip(), ""), "")
    for form in (_VISUALVM, _INFO, _DROPWIZARD, _TOMCAT, _INTELLIJ):
        found = form.search(line)
        if found is not None:
            groups = found.groupdict()
            number = groups.get("number") or (str(int(groups["tid"], 16)) if groups.get("tid") else "")
            record = ThreadRecord(_name_before(line, found.start()), number, groups.get("state") or "")
            return record, groups.get("rest") or ""
    return None


def _name_before(line: str, end: int) -> str:
    """Return the name that ends at a quote; what a logger wrote before it is left out."""
    start = line.find('"', 0, end)
    if line[: max(0, start)].strip(" ,[\\"):
        start = max(start, line.rfind(' "', 0, end) + 1, line.rfind('["', 0, end) + 1)
    return line[start + 1 : end].rstrip("\\")


def dumps_in_info_text(lines: Iterable[str], name: str) -> Iterator[ThreadDump]:
    """Return each dump in a text; a thread whose number was met before begins the next."""
    reader = _Reader()
    last = ""
    for line in lines:
        last = line
        for part in _parts(line):
            found = header_of(part)
            if found is not None and reader.has(found[0]):
                yield reader.dump(name, is_cut=False)
                reader = _Reader()
            reader.take(part, found)
    yield reader.dump(name, is_cut=bool(last) and not last.endswith(("\n", "\r")) and not _is_whole(last))


def is_like_a_thread(line: str) -> bool:
    """True if a line that no form has seems to be of a thread: a damaged header, or a line about locks."""
    return line.lstrip(" ,[").startswith('"') or any(words in line for words in _ABOUT_LOCKS)


def _parts(line: str) -> list[str]:
    r"""Return the lines in a line: a logger may have written each line feed as `\n`."""
    line = line.rstrip("\r\n")
    parts = line.replace("\\r", "").replace("\\t", "\t").split("\\n") if "\\n" in line else [line]
    return [part[:_LONGEST_LINE] for part in parts]


def _is_whole(line: str) -> bool:
    """True if a last line without a line feed is not cut, by its form."""
    return line.strip() in ("]", "- None", "...") or line.rstrip().endswith(")")


class _Reader:
    """One dump, line by line."""

    def __init__(self) -> None:
        self._unread = UnreadParts()
        self._dump = InfoDump(self._unread)
        self._record: ThreadRecord | None = None
        self._is_ended = False
        """True after a blank line: what follows may be of another writer."""
        self._is_in_synchronizers = False
        """True behind the title of ownable synchronizers, whose lines stand behind a blank one."""
        self._is_bare = False
        """True if frames have no `at`: of JConsole."""
        self._header_lock: str | None = None
        self._synchronizers = 0
        self._has_few_frames = False

    def has(self, record: ThreadRecord) -> bool:
        """True if the dump has a thread of this number."""
        open_number = "" if self._record is None else self._record.number
        return bool(record.number) and (record.number in self._dump.numbers or record.number == open_number)

    def take(self, line: str, header: tuple[ThreadRecord, str] | None) -> None:
        """Go on with a line."""
        if header is not None:
            self._begin(*header)
        elif self._record is not None:
            self._line(self._record, line.strip())
        elif is_like_a_thread(line):
            self._unread.add("record", line)

    def dump(self, name: str, *, is_cut: bool) -> ThreadDump:
        """Return what was read."""
        self._close()
        return self._dump.dump(name, is_cut=is_cut, few=self._has_few_frames)

    def _begin(self, record: ThreadRecord, rest: str) -> None:
        self._close()
        self._record, self._is_ended, self._is_bare = record, False, not record.number and "@" not in record.name
        self._header_lock, self._synchronizers, self._is_in_synchronizers = None, 0, False
        if rest.startswith(" on ") or rest == " on":
            found = _WAITED.match(rest)
            if found is None:
                self._unread.add("lock", f"{record.name}{rest}")
                return
            self._header_lock = record.lock = _lock(found)
            self._owner(record, rest[found.end() :])

    def _close(self) -> None:
        record, self._record = self._record, None
        if record is None:
            return
        if not record.state:
            if self._is_bare:
                return
            self._unread.add("record", record.name)
        if sum(hold.frame is None for hold in record.holds) < self._synchronizers:
            self._unread.add("lock", f"{record.name}: Number of locked synchronizers = {self._synchronizers}")
        self._dump.add(record)

    def _line(self, record: ThreadRecord, text: str) -> None:
        if text in _BETWEEN:
            self._is_ended |= bool(record.state)
        elif text.startswith("at "):
            if not self._is_ended:
                self._frame(record, text[3:])
        elif text.startswith("-"):
            self._lock_line(record, text)
        elif text == "...":
            self._has_few_frames = True
        elif text.startswith(_SECTIONS):
            self._is_in_synchronizers = True
        elif not self._rare_line(record, text) and not text.startswith(_PASSED_OVER):
            self._unknown_line(record, text)

    def _unknown_line(self, record: ThreadRecord, text: str) -> None:
        if self._is_bare and not record.state:
            # Many texts have a line that begins with "Name: ".
            self._record = None
        elif self._is_bare and _FRAME.match(text):
            self._frame(record, text)
        elif not self._is_ended or is_like_a_thread(text):
            self._unread.add("record", text)

    def _frame(self, record: ThreadRecord, frame: str) -> None:
        if _FRAME.search(frame) is None:
            self._unread.add("record", frame)
        if len(record.stack) < MOST_FRAMES:
            record.stack.append(frame)

    def _lock_line(self, record: ThreadRecord, text: str) -> None:
        if self._is_ended and not self._is_in_synchronizers:
            if is_like_a_thread(text):
                # Of a thread whose header was not understood.
                self._unread.add("lock", text)
            return
        found = _LOCK_LINE.match(text)
        if found is None:
            bare = _BARE_LOCK.match(text)
            if bare is not None:
                record.holds.append(Hold(_lock(bare), None))
            elif not text.startswith(_PASSED_OVER):
                self._unread.add("lock", text)
            return
        verb, lock = found["verb"], _lock(found)
        if verb in _HOLDS:
            # A line behind the blank one is about ownable synchronizers, which have no frame.
            frame = None if self._is_ended or verb == "Locked" or not record.stack else len(record.stack) - 1
            record.holds.append(Hold(lock, frame))
        elif verb not in _WAITS or (self._header_lock is not None and lock != self._header_lock):
            self._unread.add("lock", text)
            record.lock = lock if verb in _WAITS else record.lock
        else:
            record.lock = lock
            self._owner(record, found["rest"])

    def _owner(self, record: ThreadRecord, rest: str) -> None:
        found = _OWNED.match(rest)
        if found is not None:
            record.owner = found["number"]
        elif rest.rstrip() and (rest.startswith(" owned") or " owned by ".startswith(rest)):
            self._unread.add("lock", f"{record.name}{rest}")

    def _state(self, record: ThreadRecord, found: re.Match[str]) -> None:
        if record.state:
            # Of a thread whose header was not understood.
            self._unread.add("record", found.string)
        else:
            record.state = found["state"]

    def _jconsole_state(self, record: ThreadRecord, found: re.Match[str]) -> None:
        record.state = found["state"]
        if found["class"] or found["kind"]:
            record.lock, record.owner_name = _lock(found), (found["owner"] or "").rstrip() or None
        elif " on " in found.string:
            self._unread.add("lock", found.string)

    def _rare_line(self, record: ThreadRecord, text: str) -> bool:
        """True if the line has one of the rarer forms, which are then read."""
        if (found := _STATE.match(text)) is not None:
            self._state(record, found)
        elif (found := _SYNCHRONIZERS.match(text)) is not None:
            self._synchronizers, self._is_in_synchronizers = int(found["number"]), True
        elif (found := _JCONSOLE_STATE.match(text)) is not None:
            self._jconsole_state(record, found)
        elif (found := _INTELLIJ_WAIT.match(text)) is not None:
            record.lock, record.owner_name = _lock(found), found["owner"]
        elif (found := _DROPWIZARD_OWNER.match(text)) is not None:
            record.owner = found["number"]
        elif text == _JCONSOLE_STACK:
            # It stands behind a blank line.
            self._is_ended = False
        elif (found := _TOMCAT_LOCKS.match(text)) is not None:
            record.holds.append(Hold(_lock(found), None))
        else:
            return False
        return True


def _lock(found: re.Match[str]) -> str:
    return lock_of(found["kind"], found["hash"].lower()) if found["hash"] else lock_of(found["class"], found["code"])
