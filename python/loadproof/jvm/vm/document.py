"""A VM that runs as a document: what stands out, its figures, memory and busiest threads, its dumps and its log."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from loadproof.jvm.gc.document import log_sections
from loadproof.jvm.heap.document import heap_sections
from loadproof.jvm.remark import Remark
from loadproof.jvm.threads.document import thread_sections
from loadproof.jvm.vm.report import HeapDumpFile, VmReport
from loadproof.model.message import Message, Value, cores, count, duration, mebibytes, milliseconds, rate, share
from loadproof.render.cells import column, told
from loadproof.render.document import Bullets, Document, Facts, Section, Table
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["vm_document"]

_TONES = {"deadlocked": "failed", "calm": "passed"}
_LONGEST_TEXT = 600
_LONGEST_NAME = 70
_MOST_SHORT, _MOST_WHOLE = 12, 100


def vm_document(report: VmReport, words: Words, *, is_whole: bool = True) -> Document:
    """The document of a VM; unless `is_whole` the first of each list."""
    return Document(
        title=told(words, Message("vm-title", process=str(report.vm.process))),
        verdict=told(words, report.sentence, 2 * _LONGEST_TEXT),
        tone=_TONES.get(report.state, "undecided"),
        sections=list(_sections(report, words, is_whole=is_whole)),
        fact_titles=(words("gc-column-figure"), words("gc-column-value")),
    )


def _sections(report: VmReport, words: Words, *, is_whole: bool) -> Iterator[Section]:
    most = _MOST_WHOLE if is_whole else _MOST_SHORT
    yield from _remarks(report, words, "pressure")
    yield from _remarks(report, words, "doubt")
    yield Section(words("vm-section-figures"), [Facts([*_vm_facts(report, words), *_facts(report, words)])])
    if report.figures.pools or report.figures.native_mib:
        yield Section(words("vm-section-memory"), [_memory(report, words, most)])
    if report.figures.collectors:
        yield Section(words("vm-section-collectors"), [_collectors(report, words)])
    if report.busy:
        yield Section(words("vm-section-busy"), [_busy(report, words, most)])
    if report.lock_times:
        yield Section(words("vm-section-lock-times"), [_lock_times(report, words, most)])
    if report.threads is not None:
        yield from thread_sections(report.threads, words, is_whole=is_whole)
    if report.classes:
        yield Section(words("vm-section-classes"), [_classes(report, words, most)])
    if report.heap_dump is not None and report.heap is not None:
        name = told(words, Path(report.heap_dump.file).name, _LONGEST_NAME)
        for section in heap_sections(report.heap, words, is_whole=is_whole):
            yield replace(section, title=f"{name}: {section.title}")
    if report.log is not None:
        yield from log_sections(report.log, words, is_whole=is_whole, is_named=True)


def _remarks(report: VmReport, words: Words, kind: str) -> Iterator[Section]:
    found: Sequence[Remark] = [one for one in report.remarks if one.kind == kind]
    if found:
        bullets = Bullets([told(words, one.text, _LONGEST_TEXT) for one in found])
        yield Section(words(f"vm-section-{kind}"), [bullets])


def _vm_facts(report: VmReport, words: Words) -> Iterator[tuple[str, str]]:
    vm = report.vm
    for name, value in (
        ("command", vm.command),
        ("runtime", vm.runtime),
        ("collector", vm.collector),
        ("heap-max", vm.heap_max),
        ("processors", vm.processors),
    ):
        if value:
            yield words(f"vm-fact-{name}"), told(words, value, _LONGEST_NAME)
    yield words("vm-fact-seconds"), told(words, duration(report.seconds))
    if report.heap_dump is not None:
        yield words("vm-fact-heap-dump"), _dump(report.heap_dump, words)


def _dump(dump: HeapDumpFile, words: Words) -> str:
    message = Message("vm-heap-dump-told", file=dump.file, size=mebibytes(dump.mib), took=duration(dump.took_s))
    return told(words, message, _LONGEST_TEXT)


def _facts(report: VmReport, words: Words) -> Iterator[tuple[str, str]]:
    figures = report.figures
    values: list[tuple[str, Value | None]] = [
        ("pauses", None if figures.pause_share is None else share(figures.pause_share)),
        ("cause", figures.last_cause),
        ("allocation", _pace(figures.allocated_mib_per_s)),
        ("promotion", _pace(figures.promoted_mib_per_s)),
        ("live-set", _of_most(figures.live_set_mib, figures.live_set_max_mib)),
        ("resident", None if figures.resident_mib is None else mebibytes(figures.resident_mib)),
        ("safepoints", _safepoints(figures.safepoints, figures.safepoint_share)),
        ("contended", None if figures.contended_per_s is None else rate(figures.contended_per_s)),
        ("classes", None if figures.classes is None else count(figures.classes)),
        ("threads", None if figures.threads is None else count(figures.threads)),
    ]
    values += [(f"cores-{group}", cores(used)) for group, used in figures.cores.items()]
    for name, value in values:
        if value is not None:
            yield words(f"vm-fact-{name}"), told(words, value, _LONGEST_NAME)


def _pace(mib_per_s: float | None) -> Message | None:
    return None if mib_per_s is None else Message("gc-per-second", size=mebibytes(mib_per_s))


def _of_most(live_set_mib: float | None, most_mib: float | None) -> Value | None:
    if live_set_mib is None:
        return None
    if not most_mib:
        return mebibytes(live_set_mib)
    return Message("vm-live-set-told", alive=mebibytes(live_set_mib), most=mebibytes(most_mib))


def _safepoints(number: int | None, of_time: float | None) -> Message | None:
    if number is None:
        return None
    return Message("vm-safepoints-told", number=count(number), share=share(of_time))


def _memory(report: VmReport, words: Words, most: int) -> Table:
    columns = [
        column(words, "vm-column-pool", figures=False),
        column(words, "vm-column-used"),
        column(words, "vm-column-committed"),
    ]
    rows = [
        [
            told(words, Message("vm-pool", pool=one.name)),
            told(words, mebibytes(one.used_mib)),
            told(words, mebibytes(one.committed_mib)),
        ]
        for one in report.figures.pools
    ]
    rows += [
        [told(words, Message("vm-native-part", part=name)), NOTHING, told(words, mebibytes(mib))]
        for name, mib in list(report.figures.native_mib.items())[:most]
    ]
    return Table(columns, rows)


def _collectors(report: VmReport, words: Words) -> Table:
    columns = [
        column(words, "vm-column-collector", figures=False, wraps=True),
        column(words, "vm-column-collections"),
        column(words, "vm-column-paused"),
    ]
    rows = [
        [
            told(words, one.name or NOTHING, _LONGEST_NAME),
            words.figures.whole(one.collections),
            told(words, milliseconds(one.paused_ms)),
        ]
        for one in report.figures.collectors
    ]
    return Table(columns, rows)


def _busy(report: VmReport, words: Words, most: int) -> Table:
    columns = [
        column(words, "vm-column-thread", figures=False, wraps=True),
        column(words, "vm-column-group", figures=False),
        column(words, "vm-column-cores"),
        column(words, "vm-column-allocated"),
        column(words, "vm-column-state", figures=False),
        column(words, "vm-column-place", figures=False, wraps=True),
    ]
    rows = [
        [
            told(words, one.thread or NOTHING, _LONGEST_NAME),
            told(words, Message("vm-group", group=one.group)),
            words.figures.three_digits(one.cores),
            told(words, _pace(one.allocated_mib_per_s) or NOTHING),
            told(words, one.state or NOTHING, _LONGEST_NAME),
            told(words, one.place or NOTHING, _LONGEST_NAME),
        ]
        for one in report.busy[:most]
    ]
    return Table(columns, rows)


def _lock_times(report: VmReport, words: Words, most: int) -> Table:
    columns = [
        column(words, "vm-column-lock", figures=False, wraps=True),
        column(words, "vm-column-waits"),
        column(words, "vm-column-lost"),
        column(words, "vm-column-longest"),
        column(words, "vm-column-place", figures=False, wraps=True),
    ]
    rows = [
        [
            told(words, one.lock, _LONGEST_NAME),
            words.figures.whole(one.waits),
            told(words, duration(one.lost_s)),
            told(words, milliseconds(one.longest_ms)),
            told(words, ", ".join(one.places) or NOTHING, 3 * _LONGEST_NAME),
        ]
        for one in report.lock_times[:most]
    ]
    return Table(columns, rows)


def _classes(report: VmReport, words: Words, most: int) -> Table:
    columns = [
        column(words, "vm-column-class", figures=False, wraps=True),
        column(words, "vm-column-objects"),
        column(words, "vm-column-size"),
    ]
    rows = [
        [told(words, one.name, _LONGEST_NAME), words.figures.whole(one.objects), told(words, mebibytes(one.mib))]
        for one in report.classes[:most]
    ]
    return Table(columns, rows)
