"""Dumps of threads as a document: circles, who is held up by whom, hot locks, and stacks that many threads share."""

from collections.abc import Iterator, Sequence

from loadproof.jvm.remark import is_read_in_part
from loadproof.jvm.threads.dump import short_frame
from loadproof.jvm.threads.flame_graph import flame_of
from loadproof.jvm.threads.report import ThreadReport
from loadproof.model.message import Listing, Message, count, listed
from loadproof.render.cells import column, joined, told
from loadproof.render.document import Block, Bullets, Document, Flame, Fold, Paragraph, Picture, Section, Table
from loadproof.result.plain_text import printable
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["thread_document", "thread_sections"]

_TONES = {"deadlocked": "failed", "held_up": "undecided", "free": "passed", "cannot_tell": "undecided"}
_LONGEST_TEXT = 800
_LONGEST_NAME = 70
_MOST_SHORT = 10
_MOST_WHOLE = 200
_MOST_STACKS = 15


def thread_document(report: ThreadReport, words: Words, *, is_whole: bool = True) -> Document:
    """The document of some dumps; unless `is_whole` the first ten of each list."""
    return Document(
        title=words("threads-title"),
        verdict=told(words, report.sentence, _LONGEST_TEXT),
        tone=_tone(report),
        sections=list(thread_sections(report, words, is_whole=is_whole)),
    )


def _tone(report: ThreadReport) -> str:
    tone = _TONES[report.state]
    return "undecided" if tone == "passed" and is_read_in_part(report.remarks) else tone


def thread_sections(report: ThreadReport, words: Words, *, is_whole: bool) -> Iterator[Section]:
    """Yield the sections of a thread report; its sentence is left out."""
    most = _MOST_WHOLE if is_whole else _MOST_SHORT
    if report.deadlocks:
        circles = [
            told(
                words, Message("threads-circle", dump=one.dump, waits=listed(one.waits, Listing.CLAUSES)), _LONGEST_TEXT
            )
            for one in report.deadlocks[:most]
        ]
        yield Section(
            words("threads-section-deadlocks"), [Bullets(circles), *_more(len(report.deadlocks), most, words)]
        )
    if report.waits:
        waits = [told(words, one.text, _LONGEST_TEXT) for one in report.waits[:most]]
        yield Section(words("threads-section-waits"), [Bullets(waits), *_more(len(report.waits), most, words)])
    if report.locks:
        yield Section(words("threads-section-locks"), [_locks(report, words, most)])
    if report.roots:
        yield Section(words("threads-section-roots"), [_roots(report, words, most)])
    yield Section(words("threads-section-dumps"), [_dumps(report, words, most)])
    if report.stacks:
        drawn = Flame(words("threads-flame"), flame_of(report.stacks))
        yield Section(words("threads-section-stacks"), [drawn, *_stacks(report, words, most)], detail=True)
    if report.remarks:
        remarks = [told(words, one.text, _LONGEST_TEXT) for one in report.remarks]
        yield Section(words("threads-section-remarks"), [Bullets(remarks)])


def _more(number: int, most: int, words: Words) -> list[Block]:
    return [Paragraph(words("threads-more", number=count(number - most)))] if number > most else []


def _locks(report: ThreadReport, words: Words, most: int) -> Table:
    columns = [
        column(words, "threads-column-lock", figures=False, wraps=True),
        column(words, "threads-column-waits"),
        column(words, "threads-column-at-once"),
        column(words, "threads-column-dumps"),
        column(words, "threads-column-objects", detail=True),
        column(words, "threads-column-places", figures=False, wraps=True),
        column(words, "threads-column-holders", figures=False, wraps=True),
        column(words, "threads-column-held-at", figures=False, wraps=True),
    ]
    rows = [
        [
            told(words, one.lock or NOTHING, _LONGEST_NAME),
            words.figures.whole(one.waits),
            words.figures.whole(one.most_at_once),
            words.figures.whole(one.dumps),
            words.figures.whole(one.objects),
            *(
                joined(words, [printable(text, _LONGEST_NAME) for text in texts]) or NOTHING
                for texts in (one.places, one.holders, one.held_at)
            ),
        ]
        for one in report.locks[:most]
    ]
    return Table(columns, rows)


def _roots(report: ThreadReport, words: Words, most: int) -> Table:
    columns = [
        column(words, "threads-column-thread", figures=False, wraps=True),
        column(words, "threads-column-place", figures=False, wraps=True),
        column(words, "threads-column-held-up"),
        column(words, "threads-column-chain"),
        column(words, "threads-column-dumps"),
    ]
    rows = [
        [
            told(words, one.thread, _LONGEST_NAME),
            told(words, one.place or NOTHING, _LONGEST_NAME),
            words.figures.whole(one.held_up),
            words.figures.whole(one.longest_chain),
            words.figures.whole(one.dumps),
        ]
        for one in report.roots[:most]
    ]
    return Table(columns, rows)


def _dumps(report: ThreadReport, words: Words, most: int) -> Table:
    columns = [
        column(words, "threads-column-dump", figures=False, wraps=True),
        column(words, "threads-column-threads"),
        column(words, "threads-column-virtual"),
        column(words, "threads-column-held-up"),
        column(words, "threads-column-states", figures=False, wraps=True),
    ]
    rows = [
        [
            told(words, one.name, _LONGEST_NAME),
            words.figures.whole(one.threads),
            words.figures.whole(one.virtual),
            words.figures.whole(one.held_up),
            joined(words, [f"{printable(state)} {words.figures.whole(held)}" for state, held in one.by_state.items()]),
        ]
        for one in report.dumps[:most]
    ]
    return Table(columns, rows)


def _stacks(report: ThreadReport, words: Words, most: int) -> list[Block]:
    return [
        Fold(
            told(
                words,
                Message(
                    "threads-stack",
                    threads=count(one.threads),
                    most=count(one.most_at_once),
                    state=one.state or NOTHING,
                    place=short_frame(one.stack[0]),
                ),
                _LONGEST_TEXT,
            ),
            [_picture(one.stack)],
        )
        for one in report.stacks[: min(most, _MOST_STACKS)]
    ]


def _picture(stack: Sequence[str]) -> Picture:
    text = "\n".join(printable(frame, 200) for frame in stack)
    return Picture(text)
