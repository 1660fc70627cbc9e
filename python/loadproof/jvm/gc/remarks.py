"""Remarks on a log of collections: trouble of the collector, and facts that may mislead."""

from collections.abc import Iterator

from loadproof.jvm.gc.collector_log import CollectorLog
from loadproof.jvm.gc.report import LiveSet
from loadproof.jvm.remark import Remark, RemarkKind
from loadproof.model.message import Message, Value, count, mebibytes, milliseconds, share

__all__ = ["remarks_on"]

_BY_PROGRAM = "System.gc()"
_EXPLICIT = (_BY_PROGRAM, "Diagnostic Command", "Heap Inspection Initiated GC", "Heap Dump Initiated GC")
"""Causes that somebody asked for."""
_RARELY_FULL = ("G1", "Shenandoah")
"""Collectors that collect the whole heap at once only where nothing else is left."""
_NEAR_LIMIT = 0.8
_LONG_REACHING_MS = 10.0


def remarks_on(log: CollectorLog, live: LiveSet | None) -> Iterator[Remark]:
    """Remarks on a log: parts that were not read first, then pressure, then doubts."""
    yield from _unread(log)
    yield from _stops(log)
    yield from _memory(log, live)
    yield from _doubts(log)


def _unread(log: CollectorLog) -> Iterator[Remark]:
    """Parts that could not be read, or that are missing: figures are of the rest."""
    if log.order.repeated:
        yield _of_unread("mixed", collections=count(log.order.repeated))
    unread = log.unread
    if unread is not None:
        told: dict[str, Value] = {"lines": count(unread.lines), "file": unread.file, "example": unread.example}
        if unread.line_number is not None:
            yield _of_unread("unread-lines", **told, line=count(unread.line_number))
        else:
            yield _of_unread("unread-lines-unnumbered", **told)
    if log.unended:
        yield _of_unread("unended", collections=count(log.unended), example=log.unended_example)
    if log.damage is not None:
        yield _of_unread(f"compressed-{log.damage}")
    if log.is_cut:
        yield _of_unread("cut")
    if log.missing_collections:
        yield _of_unread("missing-collections", collections=count(log.missing_collections))
    if log.cycles and not log.groups:
        yield _of_unread("pauses-not-logged")


def _stops(log: CollectorLog) -> Iterator[Remark]:
    asked = [(cause, times) for (_, cause), times in log.groups.items() if cause in _EXPLICIT]
    full = [(cause, times) for (kind, cause), times in log.groups.items() if kind == "Full" and cause not in _EXPLICIT]
    number = sum(times.count for _, times in full)
    if number and log.collector in _RARELY_FULL:
        longest_ms = max(times.longest_ms for _, times in full)
        yield _pressure("full-collections", collections=count(number), longest=milliseconds(longest_ms))
    if log.degenerated:
        yield _pressure("degenerated", collections=count(log.degenerated))
    if log.evacuation_failures:
        yield _pressure("evacuation-failures", collections=count(log.evacuation_failures))
    if log.stalls.count:
        yield _pressure(
            "stalls",
            stalls=count(log.stalls.count),
            total=milliseconds(log.stalls.total_ms),
            longest=milliseconds(log.stalls.longest_ms),
        )
    if asked:
        by_cause: dict[str, int] = {}
        for cause, times in asked:
            by_cause[cause] = by_cause.get(cause, 0) + times.count
        cause = max(by_cause, key=lambda one: by_cause[one])
        longest_ms = max(times.longest_ms for _, times in asked)
        number = sum(by_cause.values())
        # What others ask a VM for, such as a heap dump, no flag ignores.
        code = "asked-for" if _BY_PROGRAM in by_cause else "asked-for-outside"
        yield _pressure(code, pauses=count(number), cause=cause, longest=milliseconds(longest_ms))
    if log.longest_reaching_ms >= _LONG_REACHING_MS:
        yield _pressure("slow-to-stop", longest=milliseconds(log.longest_reaching_ms))


def _memory(log: CollectorLog, live: LiveSet | None) -> Iterator[Remark]:
    if live is None:
        return
    if live.trend == "leak" and live.growth_mib_per_hour is not None:
        yield _pressure(
            "live-set-grows",
            pace=mebibytes(live.growth_mib_per_hour),
            first=mebibytes(live.first_mib),
            last=mebibytes(live.last_mib),
        )
    limit_mib = log.heap_max_mib
    if limit_mib and live.last_mib >= _NEAR_LIMIT * limit_mib:
        yield _pressure(
            "live-set-near-limit",
            last=mebibytes(live.last_mib),
            share=share(live.last_mib / limit_mib),
            limit=mebibytes(limit_mib),
        )


def _doubts(log: CollectorLog) -> Iterator[Remark]:
    if not log.clocks:
        yield _doubt("no-times")
    if len(log.clocks) > 1:
        yield _doubt("unlike-times")
    if log.vms > 1:
        yield _doubt("several-vms", vms=count(log.vms))


def _pressure(code: str, **told: Value) -> Remark:
    return _remark("pressure", code, told)


def _of_unread(code: str, **told: Value) -> Remark:
    return _remark("unread", code, told)


def _doubt(code: str, **told: Value) -> Remark:
    return _remark("doubt", code, told)


def _remark(kind: RemarkKind, code: str, told: dict[str, Value]) -> Remark:
    return Remark(kind=kind, code=code, text=Message(f"gc-remark-{code}", **told))
