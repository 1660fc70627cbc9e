"""Sections on diagnoses of Java VMs between the trials of a run: waits for locks, and holders of memory."""

from collections.abc import Iterator, Sequence

from loadproof.jvm.heap.document import heap_sections
from loadproof.jvm.threads.document import thread_sections
from loadproof.render.cells import named, told
from loadproof.render.document import Block, Bullets, Paragraph, Section
from loadproof.result.diagnosis import Diagnosis
from loadproof.result.plain_text import printable
from loadproof.words.catalogue import Words

__all__ = ["diagnosis_sections"]

_LONGEST_TEXT = 800
_LONGEST_NAME = 80
_KEPT = {"hprof": "diagnosis-kept", "txt": "diagnosis-kept-threads"}


def diagnosis_sections(diagnoses: Sequence[Diagnosis], words: Words) -> list[Section]:
    """Return the section of diagnoses: a part for each with its reason and conclusions, then its dump reports."""
    several = len({(one.variant, one.start) for one in diagnoses}) > 1
    blocks: list[Block] = []
    for one in diagnoses:
        service, method = printable(one.service, _LONGEST_NAME), named(words, f"page-method-{one.method}", one.method)
        title = words("diagnosis-of", service=service, method=method)
        if several and one.variant is not None:
            name = printable(one.variant, _LONGEST_NAME)
            start = words("page-start-name", start=str(one.start))
            of = words("report-part-of", whole=name, part=start) if one.start > 1 else name
            title = words("report-title-of", title=title, what=of)
        reports = [
            *(() if one.threads is None else thread_sections(one.threads, words, is_whole=False)),
            *(() if one.heap is None else heap_sections(one.heap, words, is_whole=False)),
        ]
        details = [Section(section.title, section.blocks, detail=True, is_folded=True) for section in reports]
        blocks.append(Section(title, [*_head(one, words), *details]))
    return [Section(words("page-section-diagnoses"), blocks, name="diagnoses")] if blocks else []


def _head(one: Diagnosis, words: Words) -> Iterator[Block]:
    yield Paragraph(told(words, one.why, _LONGEST_TEXT))
    for report in (one.threads, one.heap):
        if report is not None:
            yield Paragraph(told(words, report.sentence, _LONGEST_TEXT))
    if one.files or one.remarks:
        kept = [words(_KEPT[file.rpartition(".")[2]], file=printable(file, 200)) for file in one.files]
        yield Bullets([*(told(words, remark, _LONGEST_TEXT) for remark in one.remarks), *kept], one.files)
