"""Heap dumps of one service: what keeps most of the last, and what grew since the first."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from loadproof.errors import InputError
from loadproof.jvm.heap.dump import HeapDump
from loadproof.jvm.heap.file import read_heap_dump
from loadproof.jvm.heap.growth import LEAST_STEP, class_changes, field_growth
from loadproof.jvm.heap.report import (
    HEAP_SCHEMA_VERSION,
    FieldGrowth,
    HeapFigures,
    HeapReport,
    HeapState,
    Suspect,
)
from loadproof.jvm.heap.suspects import memory_told, suspects_in
from loadproof.jvm.remark import Remark
from loadproof.model.message import Message, Value, count, share
from loadproof.model.quoting import quoted
from loadproof.system.path_lookup import real_path

__all__ = ["report_of_heap_dumps", "report_on_heaps"]

_MANY_LOADERS = 3
_MOST_FIELDS = 500
_MOST_DUPLICATES = 5
_LEAST_FINALIZER_SHARE = 0.05


def report_of_heap_dumps(paths: Sequence[str], least_step: float = LEAST_STEP) -> HeapReport:
    """Reads dumps of one service, judged as `field_growth` does.

    Raises InputError where a file cannot be read, or is no dump of HotSpot.
    """
    seen: set[Path] = set()
    for path in paths:
        place = real_path(path)
        if place in seen:
            raise InputError(f"DUMP: {quoted(path)} is given twice. Cure: give each file once")
        seen.add(place)
    return report_on_heaps([(path, read_heap_dump(path)) for path in paths], least_step)


def report_on_heaps(named: Sequence[tuple[str, HeapDump]], least_step: float = LEAST_STEP) -> HeapReport:
    """Return the report on all dumps, in the order of their header times if every header has one."""
    if all(dump.taken_ms for _, dump in named):
        named = sorted(named, key=lambda pair: pair[1].taken_ms)
    dumps = [dump for _, dump in named]
    last = next((dump for dump in reversed(dumps) if dump.kept is not None), None)
    kept = None if last is None else last.kept
    growth = field_growth(dumps, least_step)
    suspects = [] if kept is None else suspects_in(kept)
    state = _state(dumps, growth, suspects)
    comparable = [dump for dump in dumps if dump.kept is not None] or dumps[-1:]
    return HeapReport(
        schema_version=HEAP_SCHEMA_VERSION,
        state=state,
        sentence=_sentence(state, dumps, growth, suspects),
        dumps=tuple(_figures(name, dump) for name, dump in named),
        growth=tuple(growth),
        suspects=tuple(suspects),
        fields=() if kept is None else kept.fields[:_MOST_FIELDS],
        buffers=() if kept is None else kept.buffers,
        classes=tuple(class_changes(comparable)),
        tree=() if kept is None else kept.tree,
        remarks=tuple(_remarks(named, growth)),
    )


def _figures(name: str, dump: HeapDump) -> HeapFigures:
    kept = dump.kept
    return HeapFigures(
        name=name,
        taken_ms=dump.taken_ms,
        extent=dump.extent,
        file_bytes=dump.file_bytes,
        all=dump.all,
        reachable=None if kept is None else kept.reachable,
        soft=None if kept is None else kept.soft,
        weak=None if kept is None else kept.weak,
        finalizer=None if kept is None else kept.finalizer,
        unreachable=None if kept is None else kept.unreachable,
        buffer_bytes=None if kept is None else sum(row.bytes for row in kept.buffers if not row.is_module_file),
    )


def _state(dumps: Sequence[HeapDump], growth: Sequence[FieldGrowth], suspects: Sequence[Suspect]) -> HeapState:
    if all(dump.kept is None for dump in dumps):
        return "cannot_tell"
    if any(one.grows for one in growth):
        return "grows"
    if growth:
        return "grew"
    return "kept" if suspects else "even"


def _sentence(
    state: HeapState, dumps: Sequence[HeapDump], growth: Sequence[FieldGrowth], suspects: Sequence[Suspect]
) -> Message:
    if state == "cannot_tell":
        largest = dumps[-1].classes[0].name if dumps[-1].classes else ""
        if not largest:
            return Message("heap-empty")
        return Message("heap-cannot-tell", **{"class": largest}, memory=memory_told(dumps[-1].classes[0].bytes))
    if state in ("grows", "grew"):
        return next((one for one in growth if one.grows), growth[0]).text
    if state == "kept":
        return suspects[0].text
    return Message("heap-even")


def _remarks(named: Sequence[tuple[str, HeapDump]], growth: Sequence[FieldGrowth]) -> Iterator[Remark]:
    for name, dump in named:
        yield from _of_extent(name, dump)
    if len(named) == 1:
        yield _doubt("one-dump")
    elif len(named) == 2:
        yield _doubt("two-dumps")
    if any(one.grows for one in growth):
        yield _doubt("may-fill")
    dump = named[-1][1]
    if dump.kept is not None and dump.kept.finalizer.bytes > _LEAST_FINALIZER_SHARE * max(1, dump.kept.reachable.bytes):
        told = share(dump.kept.finalizer.bytes / max(1, dump.kept.reachable.bytes))
        yield Remark(kind="pressure", code="finalizer", text=Message("heap-remark-finalizer", share=told))
    for row in sorted(dump.classes, key=lambda row: -row.loaders)[:_MOST_DUPLICATES]:
        if row.loaders >= _MANY_LOADERS:
            text = Message("heap-remark-loaders", **{"class": row.name}, loaders=count(row.loaders))
            yield Remark(kind="pressure", code="loaders", text=text)


def _of_extent(name: str, dump: HeapDump) -> Iterator[Remark]:
    extent = dump.extent
    at = memory_told(extent.at or 0)
    if extent.state == "cut":
        yield _unread("cut", dump=name, at=at)
    elif extent.state == "corrupt":
        yield _unread("corrupt", dump=name, at=at)
    elif extent.state == "length":
        yield _unread("length", dump=name, byte=count(extent.at or 0))
    elif extent.state == "memory":
        yield _doubt("memory", dump=name, needed=memory_told(extent.needed_bytes or 0))
    elif dump.kept is None:
        yield _doubt("no-roots", dump=name)
    if dump.mended_segments:
        yield _doubt("mended", dump=name, segments=count(dump.mended_segments))


def _unread(code: str, **told: Value) -> Remark:
    return Remark(kind="unread", code=code, text=Message(f"heap-remark-{code}", **told))


def _doubt(code: str, **told: Value) -> Remark:
    return Remark(kind="doubt", code=code, text=Message(f"heap-remark-{code}", **told))
