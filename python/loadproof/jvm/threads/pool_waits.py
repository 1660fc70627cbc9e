"""Threads that wait in the middle of a task until another gives back what they need: a connection of a pool, a permit.

No dump tells who has it: a pool is no lock. An idle thread waits the same way for its next task; what is looked for is
one that has a task, waits in code that others of the service have been seen to pass, and for no result of another task.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from loadproof.jvm.threads.dump import Thread, ThreadDump, Wait, class_of
from loadproof.jvm.threads.lock_graph import LockWait

__all__ = ["asked_at", "pool_waits"]

_GIVEN_BACK = re.compile(
    r"java\.util\.concurrent\.(?:locks\.AbstractQueued(?:Long)?Synchronizer\$ConditionObject|Semaphore\$\w*Sync"
    r"|SynchronousQueue|LinkedTransferQueue)"
)
"""Classes on which a queue or a semaphore parks; a latch or a future is for a result that comes once."""
_RUNS_TASK = re.compile(
    r"ThreadPoolExecutor\.runWorker|ForkJoinTask\.doExec|java\.lang\.VirtualThread\.run\b|QueuedThreadPool\.runJob"
    r"|EnhancedQueueExecutor\$\w+\.(?:run|safeRun)|netty\.util\.concurrent\.\w+\.(?:runTask|safeExecute)"
)
"""The JDK's executors and those of Tomcat, Jetty, XNIO and Netty: what stands above is the task."""
_ASKS_FOR_TASK = re.compile(
    r"ThreadPoolExecutor\.getTask|QueuedThreadPool\.idleJobPoll|\.reservedWait\b|\.takeTask\b|\.awaitWork\b"
)
"""Frames in which a thread asks for its next task; Jetty reserves one such thread inside a task of its pool."""
_OF_JDK = re.compile(r"(?:[\w.@+-]*/)?(?:java|javax|jdk|sun|com\.sun)\.")
_METHOD = re.compile(r"(?:[\w.$-]*@?[\w.+-]*//?)?([^()\s]+)\(")
_LEAST_OWN_FRAMES = 2
"""Fewest frames of its own. A thread that takes from a queue in the method of its task is a consumer without work."""


@dataclass(frozen=True, slots=True)
class _WaitPlace:
    """Place where a stack waits: the frame of the service that asks, its method, and callers with their calls."""

    frame: int
    method: str
    callers: tuple[tuple[str, str], ...]


def pool_waits(dumps: Sequence[ThreadDump]) -> list[list[LockWait]]:
    """Return the pool waits of each dump; the lock of a wait names the class of the service that asks."""
    places: dict[tuple[str, ...], _WaitPlace | None] = {}
    found = [list(_waiting(dump, places)) for dump in dumps]
    passed = _passed(dumps, {place for own in found for _, place in own})
    return [[_told(thread, place) for thread, place in own if place in passed] for own in found]


def _waiting(dump: ThreadDump, places: dict[tuple[str, ...], _WaitPlace | None]) -> Iterator[tuple[Thread, _WaitPlace]]:
    for thread in dump.threads:
        wait = thread.wait
        if wait is None or wait.kind not in ("notification", "other") or not _GIVEN_BACK.match(class_of(wait.lock)):
            continue
        if thread.stack not in places:
            places[thread.stack] = _place(thread.stack)
        place = places[thread.stack]
        if place is not None:
            yield thread, place


def _place(stack: Sequence[str]) -> _WaitPlace | None:
    """Return the place at which a stack waits; None if the thread has no task, or the task itself is to wait."""
    top = next((at for at, frame in enumerate(stack) if not _OF_JDK.match(frame)), None)
    runs = next((at for at, frame in enumerate(stack) if _RUNS_TASK.search(frame)), None)
    if top is None or runs is None or top >= runs or any(_ASKS_FOR_TASK.search(frame) for frame in stack[:runs]):
        return None
    own = [at for at in range(top, runs) if not _OF_JDK.match(stack[at])]
    if len(own) < _LEAST_OWN_FRAMES:
        return None
    callers = tuple((_method(stack[at]), _method(stack[at - 1])) for at in own[1:])
    return _WaitPlace(top, _method(stack[top]), callers)


def asked_at(stack: Sequence[str]) -> tuple[str, str] | None:
    """The class of the service that asks, at the top of a stack, and its frame; None: all of it is the JDK's.

    >>> asked_at(("java.util.concurrent.Semaphore.acquire(:318)", "shop.Pool.borrow(:27)"))
    ('shop.Pool', 'shop.Pool.borrow(:27)')
    """
    top = next((frame for frame in stack if not _OF_JDK.match(frame)), None)
    return None if top is None else (_method(top).rpartition(".")[0], top)


def _method(frame: str) -> str:
    found = _METHOD.match(frame)
    return frame if found is None else found[1]


def _passed(dumps: Sequence[ThreadDump], places: set[_WaitPlace]) -> set[_WaitPlace]:
    """Return the places that some thread has passed: its stack has a caller of the place, but another call there."""
    called = {caller: set[str]() for place in places for caller, _ in place.callers}
    for stack in {thread.stack for dump in dumps for thread in dump.threads} if called else ():
        above = ""
        for frame in stack:
            method = _method(frame)
            if method in called:
                called[method].add(above)
            above = method
    return {place for place in places if any(called[caller] - {asked} for caller, asked in place.callers)}


def _told(thread: Thread, place: _WaitPlace) -> LockWait:
    waited = "" if thread.wait is None else thread.wait.lock.partition(" ")[0]
    return LockWait(thread, Wait("pool", f"{waited} {place.method.rpartition('.')[0]}", place.frame), None, None)
