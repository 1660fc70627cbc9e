"""Growth of counters of a changing set of processes between two scans; ended processes are not lost or doubled."""

from collections import defaultdict
from collections.abc import Mapping, Set
from dataclasses import dataclass

from loadproof.system.process_files import ProcessKey

__all__ = ["ProcessCount", "grown", "grown_by_process"]


@dataclass(frozen=True, slots=True)
class ProcessCount:
    """One counter of one process, such as its processor time.

    The kernel adds what a child used to `waited` of its parent when the parent waits for it. A counter where own use
    and that of waited-for children are one number has `own` 0.
    """

    parent: int
    own: int
    waited: int


def grown(
    before: Mapping[ProcessKey, ProcessCount], now: Mapping[ProcessKey, ProcessCount], born: Set[ProcessKey]
) -> int:
    """The growth of all together. Lost is only what a process used last whose parent did not wait for it.

    A child that had used 5 and then 2 more before it ended was counted with 5 already:

    >>> parent, child = (1, 0), (2, 0)
    >>> before = {parent: ProcessCount(0, own=10, waited=0), child: ProcessCount(1, own=5, waited=0)}
    >>> grown(before, {parent: ProcessCount(0, own=11, waited=7)}, frozenset())
    3

    Of `now`, those that are neither in `before` nor `born` joined with a past of their own, and count from here.
    """
    return sum(grown_by_process(before, now, born).values())


def grown_by_process(
    before: Mapping[ProcessKey, ProcessCount], now: Mapping[ProcessKey, ProcessCount], born: Set[ProcessKey]
) -> dict[ProcessKey, int]:
    """The same by process, of those that grew; what a child used since it was last seen is its waiting ancestor's."""
    known: dict[ProcessKey, int] = defaultdict(int)
    for key, count in before.items():
        if key not in now and (heir := _heir(count, before, now)) is not None:
            known[heir] += count.own + count.waited
    growth: dict[ProcessKey, int] = {}
    for key, count in now.items():
        former = before.get(key)
        if former is not None:
            inherited = max(0, count.waited - former.waited)
            inherited -= known[key] if inherited >= known[key] else 0
            used = max(0, count.own - former.own) + inherited
        else:
            used = count.own + count.waited if key in born else 0
        if used:
            growth[key] = used
    return growth


def _heir(
    ended: ProcessCount, before: Mapping[ProcessKey, ProcessCount], now: Mapping[ProcessKey, ProcessCount]
) -> ProcessKey | None:
    """The nearest ancestor that still runs: what it waited for includes what its ended children had waited for."""
    keys = {key[0]: key for key in before}
    parent = ended.parent
    for _ in range(len(before)):
        key = keys.get(parent)
        if key is None:
            return None
        if key in now:
            return key
        parent = before[key].parent
    return None
