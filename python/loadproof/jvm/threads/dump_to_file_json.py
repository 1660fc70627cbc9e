"""Reads the JSON of `jcmd PID Thread.dump_to_file -format=json`, of JDK 21 and later (`threadDump.schema.json`)."""

from collections.abc import Iterator, Mapping
from typing import Any

from loadproof.jvm.threads.dump import Hold, Thread, ThreadDump, Unread, Wait, WaitKind, held_by, is_exclusive

__all__ = ["dump_in_json"]

_MOST_THREADS = 1_000_000
_MOST_FRAMES = 2048
_LONGEST_NAME = 300
_LONGEST_EXAMPLE = 120


def dump_in_json(held: Any, name: str) -> ThreadDump | None:
    """The dump that a document holds; None where it is another document. What is of another form is passed over."""
    dump = held.get("threadDump") if isinstance(held, Mapping) else None
    if not isinstance(dump, Mapping):
        return None
    skipped: list[Any] = []
    written = list(_written(dump, skipped))
    threads = [_thread(one) for one in written[:_MOST_THREADS]]
    # From JDK 25 on each thread has a state, and monitors are told; who holds another lock is not, in 25.
    has_locks = any("state" in one for one in written)
    has_owners = any(thread.wait is not None and thread.wait.owner is not None for thread in threads)
    left_out = len(written) - len(threads)
    unread = (Unread("record", len(skipped), str(skipped[0])[:_LONGEST_EXAMPLE]),) if skipped else ()
    return ThreadDump(
        name,
        threads,
        has_locks=has_locks,
        has_owned_locks=has_owners,
        has_all_virtual=True,
        left_out=left_out,
        unread=unread,
    )


def _written(dump: Mapping[str, Any], skipped: list[Any]) -> Iterator[Mapping[str, Any]]:
    """Return the entries of threads; what has another form is added to `skipped`."""
    for container in _list(dump.get("threadContainers")):
        threads = container.get("threads") if isinstance(container, Mapping) else None
        if not isinstance(threads, list):
            skipped.append(container)
            continue
        for one in threads:
            if isinstance(one, Mapping) and ("tid" in one or "name" in one):
                yield one
            else:
                skipped.append(one)


def _thread(written: Mapping[str, Any]) -> Thread:
    wait = _wait(written)
    stack = tuple(str(frame) for frame in _list(written.get("stack"))[:_MOST_FRAMES])
    # JDK 21 to 24 does not say which are virtual; these have no name mostly, and this as their first frame.
    is_virtual = bool(written.get("virtual")) or (bool(stack) and "java.lang.VirtualThread.run" in stack[-1])
    return Thread(
        _text(written.get("name"))[:_LONGEST_NAME],
        _text(written.get("tid")),
        _text(written.get("state")),
        is_virtual,
        stack,
        wait,
        held_by(_holds(written), wait),
    )


def _wait(written: Mapping[str, Any]) -> Wait | None:
    for key, kind in _WAITS.items():
        if isinstance(written.get(key), str):
            return Wait(kind, written[key], 0)
    blocker = written.get("parkBlocker")
    if not isinstance(blocker, Mapping) or not isinstance(blocker.get("object"), str):
        return None
    lock, owner = blocker["object"], blocker.get("owner")
    if "$ConditionObject" in lock:
        return Wait("notification", lock, 0)
    is_lock = is_exclusive(lock) or owner is not None
    return Wait("lock" if is_lock else "other", lock, 0, None if owner is None else str(owner))


def _holds(written: Mapping[str, Any]) -> Iterator[Hold]:
    for owned in _list(written.get("monitorsOwned")):
        if isinstance(owned, Mapping):
            depth = owned.get("depth")
            for lock in _list(owned.get("locks")):
                if isinstance(lock, str):
                    yield Hold(lock, depth if isinstance(depth, int) else None)


_WAITS: dict[str, WaitKind] = {"blockedOn": "monitor", "waitingOn": "notification"}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _text(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)
