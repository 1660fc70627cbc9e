"""Findings of a diagnosis: the field that grows or keeps most of a heap, and the lock that threads wait for."""

from collections.abc import Iterator, Sequence

from loadproof.jvm.heap.report import FieldGrowth, HeapReport, Suspect
from loadproof.jvm.threads.report import HotLock, ThreadReport
from loadproof.model.message import Message
from loadproof.records.finding import Cause, Evidence, Finding, Unit, fact

__all__ = ["diagnosed_heap", "diagnosed_threads"]

_MOST = 2
_MIB = 2.0**20
_LEAST_SHARE = 0.1
"""Smallest share of the heap that a named suspect keeps: a smaller suspect does not fill the heap."""
_FULL = 0.8
"""Smallest `filled_share` of a full heap: the live set after a collection leaves hardly any room for new objects."""
_OFTEN = 0.25
"""Smallest share of dumps with waits for a hot lock: two threads may meet at any lock for some microseconds."""
_FEWEST_DUMPS = 3
_FEWEST_OF_POOL = 2


def diagnosed_heap(
    trial: int, service: str, report: HeapReport, artifact: str | None, filled_share: float | None = None
) -> Iterator[Finding]:
    """A fact for each field that grew from dump to dump; of too few dumps, or a heap that is full, what keeps most.

    Of three and more in which nothing grew else nothing is said: what is large and stays so has its size. In a heap
    that is full nothing can grow any more.
    """
    growing = [one for one in report.growth if one.grows][:_MOST]
    for one in growing:
        yield _fact(trial, service, one.text, _named(one.class_name, one.field, artifact), *_kept(one, report.suspects))
    is_full = not growing and filled_share is not None and filled_share >= _FULL
    asked = len(report.dumps) < _FEWEST_DUMPS or is_full
    for suspect in [one for one in report.suspects if asked and one.share >= _LEAST_SHARE][:1]:
        named = _named(suspect.class_name, suspect.field, artifact)
        yield _fact(trial, service, suspect.text, named, *_shares(suspect))


def _kept(growth: FieldGrowth, suspects: Sequence[Suspect]) -> list[Evidence]:
    if growth.kind == "buffers":
        return [Evidence(Message("evidence-outside-heap"), growth.kept_bytes[-1] / _MIB, Unit.MEBIBYTES)]
    own = (one for one in suspects if (one.class_name, one.field) == (growth.class_name, growth.field))
    return _shares(next(own, None))


def _named(class_name: str, field: str, artifact: str | None) -> Evidence:
    return Evidence.said(Message("evidence-field"), f"{class_name}.{field}" if field else class_name, artifact)


def _shares(suspect: Suspect | None) -> list[Evidence]:
    if suspect is None:
        return []
    return [
        Evidence(Message("evidence-kept"), suspect.kept_bytes / _MIB, Unit.MEBIBYTES),
        Evidence(Message("evidence-share-of-heap"), 100.0 * suspect.share, Unit.PERCENT),
    ]


def _fact(trial: int, service: str, told: Message, *evidence: Evidence) -> Finding:
    text = Message("heap-of-service", service=service, told=told)
    return fact(trial, Cause.HEAP_HOLDER, text, *evidence)


def diagnosed_threads(trial: int, service: str, report: ThreadReport, artifact: str | None) -> Iterator[Finding]:
    """A fact for each lock that threads waited for in a quarter of the dumps, three at least, and for each deadlock."""
    dumps = len(report.dumps)
    for deadlock in report.deadlocks[:_MOST]:
        threads = Evidence.said(Message("evidence-deadlocked"), ", ".join(deadlock.threads), artifact)
        yield fact(trial, Cause.HOT_LOCK, Message("service-deadlocked", service=service), threads)
    hot = [one for one in report.locks if one.dumps >= max(_FEWEST_DUMPS, _OFTEN * dumps) and _holds_up(one)]
    for lock in hot[:_MOST]:
        waits = [one for one in report.waits if one.lock == lock.lock and one.kind == lock.kind]
        text = Message(
            "threads-wait-for-lock",
            service=service,
            lock=lock.lock,
            told=waits[0].text if waits else Message.said(""),
        )
        yield fact(trial, Cause.HOT_LOCK, text, *_of_lock(lock, dumps, artifact))


def _holds_up(lock: HotLock) -> bool:
    """One thread alone that waits for a thing of a pool may be one that waits for its next task."""
    return lock.kind != "pool" or lock.most_at_once >= _FEWEST_OF_POOL


def _of_lock(lock: HotLock, dumps: int, artifact: str | None) -> Iterator[Evidence]:
    yield Evidence.said(Message("evidence-lock"), lock.lock, artifact)
    for place in lock.places[:1]:
        yield Evidence.said(Message("evidence-waits-at"), place)
    for place in lock.held_at[:1]:
        yield Evidence.said(Message("evidence-held-at"), place)
    yield Evidence(Message("evidence-waiting-threads"), lock.waits / dumps, Unit.THREADS)
    yield Evidence(Message("evidence-dumps-with-waits"), 100.0 * lock.dumps / dumps, Unit.PERCENT)
