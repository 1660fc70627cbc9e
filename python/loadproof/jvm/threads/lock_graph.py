"""Lock waits in one dump: the holder of each lock, chains of waits, and circles, which never end."""

from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.jvm.threads.dump import Hold, Thread, ThreadDump, Wait, is_to_accept

__all__ = ["LockGraph", "LockWait"]

_BLOCKING = ("monitor", "lock")


@dataclass(frozen=True, slots=True)
class LockWait:
    """A thread that waits for a lock; who holds it, and the hold, where the dump tells."""

    thread: Thread
    wait: Wait
    holder: Thread | None
    hold: Hold | None


class LockGraph:
    """All waits for monitors and locks of a dump.

    Only who is held up by another thread waits: idle threads that wait for work, a signal or their turn to accept a
    connection are not among them.
    """

    def __init__(self, dump: ThreadDump) -> None:
        """Finds who holds what."""
        holders: dict[str, tuple[int, Hold]] = {}
        numbers: dict[str, int] = {}
        for index, thread in enumerate(dump.threads):
            if thread.number:
                numbers[thread.number] = index
            for hold in thread.holds:
                holders.setdefault(hold.lock, (index, hold))
        self._waits: dict[int, LockWait] = {}
        self._next: dict[int, int] = {}
        for index, thread in enumerate(dump.threads):
            wait = thread.wait
            if wait is None or wait.kind not in _BLOCKING or is_to_accept(thread.stack, wait.frame):
                continue
            held = holders.get(wait.lock)
            if held is None and wait.owner in numbers:
                held = (numbers[wait.owner or ""], Hold(wait.lock, None))
            # Who is about to take a monitor that it has just let go of is told as its holder, too.
            if held is None or held[0] == index:
                self._waits[index] = LockWait(thread, wait, None, None)
                continue
            self._waits[index] = LockWait(thread, wait, dump.threads[held[0]], held[1])
            self._next[index] = held[0]
        self._threads = dump.threads

    @property
    def waits(self) -> Sequence[LockWait]:
        """In the order of the threads."""
        return list(self._waits.values())

    def circles(self) -> list[list[LockWait]]:
        """Threads that wait for each other in a circle: each circle once."""
        found: list[list[LockWait]] = []
        seen: set[int] = set()
        for start in self._next:
            path: dict[int, None] = {}
            at: int | None = start
            while at is not None and at not in seen and at not in path:
                path[at] = None
                at = self._next.get(at)
            if at is not None and at in path:
                order = list(path)
                found.append([self._waits[index] for index in order[order.index(at) :]])
            seen.update(path)
        return found

    def roots(self) -> list[tuple[Thread, int, int]]:
        """Threads at the end of chains, which wait for no lock themselves: how many wait for each, and how far off.

        The length of a chain is that of the threads in it, the one at its end among them; the most held up first.
        """
        depths: dict[int, tuple[int, int]] = {}
        found: dict[int, tuple[int, int]] = {}
        for start in self._next:
            root, depth = self._end(start, depths)
            if root >= 0:
                number, longest = found.get(root, (0, 0))
                found[root] = (number + 1, max(longest, depth + 1))
        ordered = sorted(found.items(), key=lambda one: (-one[1][0], one[0]))
        return [(self._threads[index], number, longest) for index, (number, longest) in ordered]

    def _end(self, start: int, depths: dict[int, tuple[int, int]]) -> tuple[int, int]:
        """Return the end of the chain from `start`, and the steps to it; the end is -1 if the chain meets a circle."""
        path: list[int] = []
        on_path: set[int] = set()
        at = start
        while at in self._next and at not in depths and at not in on_path:
            path.append(at)
            on_path.add(at)
            at = self._next[at]
        end, steps = (-1, 0) if at in on_path else depths.get(at, (at, 0))
        for index in reversed(path):
            steps += 1
            depths[index] = (end, steps)
        return depths[start]
