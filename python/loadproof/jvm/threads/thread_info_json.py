"""Reads JSON of ThreadInfo: `/actuator/threaddump` of Spring Boot, `/threaddump` of Micronaut, replies of Jolokia.

All of them write the properties of `java.lang.management.ThreadInfo` by their names (`threadName`, `threadState`,
`lockInfo`, `lockOwnerId`, `lockedMonitors`, `lockedSynchronizers`), in a list. The list is the document itself, or the
value of `threads` (Spring Boot 2 and later) or of `value` (Jolokia).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from loadproof.jvm.threads.dump import Hold, ThreadDump
from loadproof.jvm.threads.thread_info import MOST_FRAMES, InfoDump, ThreadRecord, UnreadParts, lock_of

__all__ = ["dump_in_info_json"]

_LISTS = ("threads", "value", "threadInfos", "threadInfo")


def dump_in_info_json(held: Any, name: str) -> ThreadDump | None:
    """Return the dump in a document; None if the document is another one."""
    written = _written(held)
    if written is None:
        return None
    unread = UnreadParts()
    dump = InfoDump(unread)
    for one in written:
        record = _record(one, unread) if isinstance(one, Mapping) else None
        if record is not None:
            dump.add(record)
        elif one is not None:
            # A VM gives null for a thread that has ended.
            unread.add("record", str(one))
    return dump.dump(name)


def _written(held: Any) -> list[Any] | None:
    """Return the list of threads in a document."""
    lists = [held.get(key) for key in _LISTS] if isinstance(held, Mapping) else [held]
    return next((one for one in lists if isinstance(one, list) and _is_of_threads(one)), None)


def _is_of_threads(written: list[Any]) -> bool:
    return any(isinstance(one, Mapping) and "threadName" in one for one in written)


def _record(written: Mapping[str, Any], unread: UnreadParts) -> ThreadRecord | None:
    name, state = written.get("threadName"), written.get("threadState")
    if not isinstance(name, str) or not isinstance(state, str):
        return None
    number = _number(written.get("threadId"))
    stack = list(_stack(written, unread, name))
    record = ThreadRecord(name, number, state, stack=stack)
    record.lock = _waited(written, unread, name)
    owner = _number(written.get("lockOwnerId"))
    if record.lock is None and (owner or written.get("lockOwnerName")):
        unread.add("lock", f"{name}: lockOwnerId {owner}")
    elif owner:
        record.owner = owner
    elif isinstance(written.get("lockOwnerName"), str):
        record.owner_name = written["lockOwnerName"]
    record.holds += _monitors(written, unread, name)
    record.holds += (Hold(lock, None) for lock in _locks(written, "lockedSynchronizers", unread, name))
    return record


def _stack(written: Mapping[str, Any], unread: UnreadParts, name: str) -> Iterator[str]:
    for frame in _list(written, "stackTrace", unread, name)[:MOST_FRAMES]:
        if isinstance(frame, str):
            yield frame
            continue
        if not isinstance(frame, Mapping) or not isinstance(frame.get("className"), str):
            unread.add("record", f"{name}: {frame}")
            continue
        file, line = frame.get("fileName"), frame.get("lineNumber")
        place = "Native Method" if frame.get("nativeMethod") is True else str(file or "Unknown Source")
        if isinstance(line, int) and line > 0 and file:
            place = f"{place}:{line}"
        yield f"{frame['className']}.{frame.get('methodName')}({place})"


def _waited(written: Mapping[str, Any], unread: UnreadParts, name: str) -> str | None:
    """Return the lock that a thread waits for; `lockName` stands in for a `lockInfo` that is left out."""
    info, text = written.get("lockInfo"), written.get("lockName")
    if info is not None:
        lock = _lock(info)
        if lock is None:
            unread.add("lock", f"{name}: {info}")
        return lock
    return text if isinstance(text, str) and text else None


def _monitors(written: Mapping[str, Any], unread: UnreadParts, name: str) -> Iterator[Hold]:
    for one in _list(written, "lockedMonitors", unread, name):
        lock = _lock(one)
        if lock is None:
            unread.add("lock", f"{name}: {one}")
            continue
        depth = one.get("lockedStackDepth")
        yield Hold(lock, depth if isinstance(depth, int) and depth >= 0 else None)


def _locks(written: Mapping[str, Any], key: str, unread: UnreadParts, name: str) -> Iterator[str]:
    for one in _list(written, key, unread, name):
        lock = _lock(one)
        if lock is None:
            unread.add("lock", f"{name}: {one}")
        else:
            yield lock


def _lock(written: Any) -> str | None:
    if not isinstance(written, Mapping):
        return None
    kind, code = written.get("className"), written.get("identityHashCode")
    if not isinstance(kind, str) or not isinstance(code, int) or isinstance(code, bool):
        return None
    return lock_of(kind, code & 0xFFFFFFFF)


def _list(written: Mapping[str, Any], key: str, unread: UnreadParts, name: str) -> list[Any]:
    value = written.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        unread.add("record", f"{name}: {key} {value}")
        return []
    return value


def _number(value: Any) -> str:
    """Return the number of a thread; empty if there is none, which is -1 in the JSON."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) and value > 0 else ""
