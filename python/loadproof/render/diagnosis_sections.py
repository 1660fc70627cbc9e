"""Sections on diagnoses of Java VMs between the trials of a run: waits for locks, and holders of memory."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from loadproof.render.cells import named, told
from loadproof.render.document import Block, Bullets, Paragraph, Section
from loadproof.render.heap_document import heap_sections
from loadproof.render.thread_document import thread_sections
from loadproof.result.diagnosis import Diagnosis
from loadproof.result.plain_text import printable
from loadproof.words.catalogue import Words

__all__ = ["diagnosis_sections"]

_LONGEST_TEXT = 800
_LONGEST_NAME = 80
_KEPT = {"hprof": "diagnosis-kept", "txt": "diagnosis-kept-threads"}


def diagnosis_sections(diagnoses: Sequence[Diagnosis], words: Words) -> Iterator[Section]:
    """Yield one section per diagnosis with its reason and conclusions, then the sections of its dump reports."""
    several = len({(one.variant, one.start) for one in diagnoses}) > 1
    for one in diagnoses:
        service, method = printable(one.service, _LONGEST_NAME), named(words, f"page-method-{one.method}", one.method)
        title, whose = words("diagnosis-of", service=service, method=method), f"{service}, {method}"
        if several and one.variant is not None:
            name = printable(one.variant, _LONGEST_NAME)
            start = words("page-start-name", start=str(one.start))
            of = words("report-part-of", whole=name, part=start) if one.start > 1 else name
            title, whose = words("report-title-of", title=title, what=of), f"{of}, {whose}"
        yield Section(title, list(_head(one, words)))
        reports = (
            () if one.threads is None else thread_sections(one.threads, words, is_whole=False),
            () if one.heap is None else heap_sections(one.heap, words, is_whole=False),
        )
        for section in (section for report in reports for section in report):
            title = words("report-title-of", title=section.title, what=whose)
            yield replace(section, title=title, detail=True)


def _head(one: Diagnosis, words: Words) -> Iterator[Block]:
    yield Paragraph(told(words, one.why, _LONGEST_TEXT))
    for report in (one.threads, one.heap):
        if report is not None:
            yield Paragraph(told(words, report.sentence, _LONGEST_TEXT))
    if one.files or one.remarks:
        kept = [words(_KEPT[file.rpartition(".")[2]], file=printable(file, 200)) for file in one.files]
        yield Bullets([*(told(words, remark, _LONGEST_TEXT) for remark in one.remarks), *kept], one.files)
