"""Heap dumps as a document: what grows, what keeps most, ways from roots, and the dominator tree level by level."""

from collections.abc import Iterator, Sequence

from loadproof.jvm.heap.report import ClassChange, HeapReport, Suspect
from loadproof.jvm.heap.tree import link_told, memory, object_told, percent, tree_folds, tree_table
from loadproof.model.message import count
from loadproof.render.cells import column, told
from loadproof.render.document import Block, Bullets, Document, Paragraph, Picture, Section, Table
from loadproof.result.plain_text import printable
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["heap_document", "heap_sections"]

_TONES = {"grows": "failed", "grew": "undecided", "kept": "undecided", "even": "passed", "cannot_tell": "undecided"}
_LONGEST_TEXT = 800
_LONGEST_NAME = 90
_MOST_SHORT = 10
_MOST_WHOLE = 200
_MOST_WAYS = 5
_MS = 1000.0


def heap_document(report: HeapReport, words: Words, *, is_whole: bool = True) -> Document:
    """The document of some dumps; unless `is_whole` the first ten of each list."""
    return Document(
        title=words("heap-title"),
        verdict=told(words, report.sentence, _LONGEST_TEXT),
        tone=_TONES[report.state],
        sections=list(heap_sections(report, words, is_whole=is_whole)),
    )


def heap_sections(report: HeapReport, words: Words, *, is_whole: bool) -> Iterator[Section]:
    """Yield the sections of a heap report; its sentence is left out."""
    most = _MOST_WHOLE if is_whole else _MOST_SHORT
    if report.growth:
        texts = [told(words, one.text, _LONGEST_TEXT) for one in report.growth[:most]]
        table = _growth(report, words, most)
        yield Section(words("heap-section-growth"), [Bullets(texts), table, *_more(len(report.growth), most, words)])
    if report.suspects:
        texts = [told(words, one.text, _LONGEST_TEXT) for one in report.suspects[:most]]
        yield Section(words("heap-section-suspects"), [Bullets(texts)])
        ways = [_way(one, words) for one in report.suspects if one.path is not None]
        if ways:
            yield Section(words("heap-section-ways"), [Picture(way) for way in ways[:_MOST_WAYS]])
    if report.tree:
        yield Section(words("heap-section-tree"), [tree_table(report.tree, words, most)])
        yield Section(words("heap-section-levels"), tree_folds(report.tree, words), detail=True)
    yield Section(words("heap-section-classes"), [_classes(report, words, most)])
    if report.fields:
        yield Section(words("heap-section-fields"), [_fields(report, words, most)], detail=most == _MOST_SHORT)
    if report.buffers:
        yield Section(words("heap-section-buffers"), [_buffers(report, words, most)])
    yield Section(words("heap-section-dumps"), [_dumps(report, words, most)])
    if report.remarks:
        remarks = [told(words, one.text, _LONGEST_TEXT) for one in report.remarks]
        yield Section(words("heap-section-remarks"), [Bullets(remarks)])


def _more(number: int, most: int, words: Words) -> list[Block]:
    return [Paragraph(words("heap-more", number=count(number - most)))] if number > most else []


def _growth(report: HeapReport, words: Words, most: int) -> Table:
    columns = [
        column(words, "heap-column-class", figures=False, wraps=True),
        column(words, "heap-column-field", figures=False, wraps=True),
        column(words, "heap-column-kept-by-dump", figures=False, wraps=True),
        column(words, "heap-column-grown"),
        column(words, "heap-column-per-hour", detail=True),
        column(words, "heap-column-share-of-growth"),
    ]
    rows = [
        [
            printable(one.class_name, _LONGEST_NAME),
            printable(one.field, _LONGEST_NAME) or NOTHING,
            ", ".join(memory(words, held) for held in one.kept_bytes),
            memory(words, one.growth_bytes),
            NOTHING if one.bytes_per_hour is None else memory(words, one.bytes_per_hour),
            NOTHING if one.share_of_growth is None else percent(words, one.share_of_growth),
        ]
        for one in report.growth[:most]
    ]
    return Table(columns, rows)


def _way(suspect: Suspect, words: Words) -> str:
    """A line for each object from the root to it."""
    if suspect.path is None:
        return ""
    path = suspect.path
    lines = [words("heap-way-from", root=words(f"heap-root-{path.root.replace('_', '-')}"))]
    for place, step in enumerate(path.steps):
        link = "" if step.link is None else link_told(step.link, words)
        lines.append(f"└ {object_told(step.class_name, step.is_class, words)}{link}")
        if path.left_out and 2 * (place + 1) == len(path.steps):
            lines.append(words("heap-way-left-out", number=count(path.left_out)))
    return "\n".join(lines)


def _classes(report: HeapReport, words: Words, most: int) -> Table:
    is_compared = any(one.bytes_change is not None for one in report.classes)
    columns = [
        column(words, "heap-column-class", figures=False, wraps=True),
        column(words, "heap-column-objects"),
        column(words, "heap-column-bytes"),
        column(words, "heap-column-kept"),
        column(words, "heap-column-loaders", detail=True),
    ]
    if is_compared:
        columns += [column(words, "heap-column-objects-change"), column(words, "heap-column-bytes-change")]
    rows = []
    ordered: Sequence[ClassChange] = report.classes
    if is_compared:
        ordered = sorted(ordered, key=lambda one: -abs(one.bytes_change or 0))
    for one in ordered[:most]:
        row = [
            printable(one.name, _LONGEST_NAME),
            words.figures.whole(one.objects),
            memory(words, one.bytes),
            NOTHING if one.kept_bytes is None else memory(words, one.kept_bytes),
            words.figures.whole(one.loaders),
        ]
        if is_compared:
            row += [_signed(words.figures.whole(abs(one.objects_change or 0)), one.objects_change or 0)]
            row += [_signed(memory(words, abs(one.bytes_change or 0)), one.bytes_change or 0)]
        rows.append(row)
    return Table(columns, rows)


def _signed(text: str, change: int) -> str:
    return text if change == 0 else f"{'+' if change > 0 else '−'}{text}"


def _fields(report: HeapReport, words: Words, most: int) -> Table:
    columns = [
        column(words, "heap-column-class", figures=False, wraps=True),
        column(words, "heap-column-field", figures=False, wraps=True),
        column(words, "heap-column-how", figures=False),
        column(words, "heap-column-kept"),
        column(words, "heap-column-targets"),
        column(words, "heap-column-target", figures=False, wraps=True, detail=True),
    ]
    rows = [
        [
            printable(one.class_name, _LONGEST_NAME),
            printable(one.field, _LONGEST_NAME) or NOTHING,
            words(f"heap-kind-{one.kind.replace('_', '-')}"),
            memory(words, one.kept_bytes),
            words.figures.whole(one.targets),
            printable(one.target, _LONGEST_NAME),
        ]
        for one in report.fields[:most]
    ]
    return Table(columns, rows)


def _buffers(report: HeapReport, words: Words, most: int) -> Table:
    columns = [
        column(words, "heap-column-holder", figures=False, wraps=True),
        column(words, "heap-column-buffers"),
        column(words, "heap-column-outside"),
    ]
    rows = []
    for one in report.buffers[:most]:
        holder = words("heap-module-file" if one.is_module_file else "heap-holder-none")
        if one.holder is not None:
            holder = f"{printable(one.holder.class_name, _LONGEST_NAME)}{link_told(one.holder.link, words)}"
        rows.append([holder, words.figures.whole(one.buffers), memory(words, one.bytes)])
    return Table(columns, rows)


def _dumps(report: HeapReport, words: Words, most: int) -> Table:
    columns = [
        column(words, "heap-column-dump", figures=False, wraps=True),
        column(words, "heap-column-after"),
        column(words, "heap-column-objects"),
        column(words, "heap-column-bytes"),
        column(words, "heap-column-reachable"),
        column(words, "heap-column-soft", detail=True),
        column(words, "heap-column-outside", detail=True),
    ]
    first_ms = report.dumps[0].taken_ms if report.dumps else 0
    rows: list[Sequence[str]] = []
    for one in report.dumps[:most]:
        after_s = (one.taken_ms - first_ms) / _MS
        rows.append(
            [
                printable(one.name, _LONGEST_NAME),
                words.figures.whole(after_s) if one.taken_ms and first_ms else NOTHING,
                words.figures.whole(one.all.objects),
                memory(words, one.all.bytes),
                NOTHING if one.reachable is None else memory(words, one.reachable.bytes),
                NOTHING if one.soft is None else memory(words, one.soft.bytes),
                NOTHING if one.buffer_bytes is None else memory(words, one.buffer_bytes),
            ]
        )
    return Table(columns, rows)
