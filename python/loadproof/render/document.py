"""Report as sections of typed blocks, in one language: each medium draws the blocks in its own way and escapes them.

A terminal, Markdown, the page, JUnit and the summary of a CI draw the same document. No medium lays anything out by
itself: a section that is added to the document appears in all of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

__all__ = [
    "Block",
    "Bullets",
    "CellKind",
    "Chart",
    "Choice",
    "Code",
    "Column",
    "Document",
    "Facts",
    "Flame",
    "Fold",
    "Frame",
    "KeyFigure",
    "Paragraph",
    "Picture",
    "Section",
    "StartSections",
    "Statement",
    "Statements",
    "Table",
    "TableCell",
    "VerdictLine",
    "plain_blocks",
    "statement_line",
    "text_of",
]


class CellKind(StrEnum):
    """Kind of the value of a cell, with its unit."""

    COUNT = "count"
    NUMBER = "number"
    RATE = "rate"
    """Per second."""
    MILLISECONDS = "milliseconds"
    SECONDS = "seconds"
    PERCENT = "percent"
    MEBIBYTES = "mebibytes"
    BYTES = "bytes"
    STATE = "state"
    """State, outcome or decision: its `code` is what result.json has."""
    START = "start"
    """Number of a start; `code` is its variant. A medium with a choice of starts leads to it."""


@dataclass(frozen=True, slots=True)
class TableCell:
    """Cell of a table: its text, and the value that the text was made of.

    A table is sorted by `value`; cells without a value go by their text.
    """

    text: str
    value: float | None = None
    kind: CellKind | None = None
    code: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """Column of a table; figures are aligned at the right."""

    title: str
    figures: bool = True
    wraps: bool = False
    """May take several lines where the medium is narrow."""
    detail: bool = False
    """May be left out where the medium is narrow."""
    toned: bool = False
    """Shown in the tone of its row."""


@dataclass(frozen=True, slots=True)
class Table:
    """Table; each row has one cell per column, a name is a cell of text alone."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[TableCell | str]]
    tones: Sequence[str] = ()
    """Tone of each row; empty: the rows have none."""
    details: Sequence[str] = ()
    """Text below each row, such as its reason, empty for none; a medium without folds shows them below the table."""
    totals: int = 0
    """Rows at the end that stay there when the others are sorted."""
    banded: Sequence[bool] = ()
    """True for rows on a ground of their own."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    text: str
    is_note: bool = False
    """True for an explanation of the block before it."""


@dataclass(frozen=True, slots=True)
class Bullets:
    """List of sentences."""

    items: Sequence[str]
    files: Sequence[str] = ()
    """Files beside the document that its items name: a link each where the medium has links."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Statement with its label, the lines of evidence below it, and a hint."""

    text: str
    label: str = ""
    """Short name, such as a cause."""
    code: str = ""
    """Code of a doubt or an error kind; as programs read it."""
    tone: str = ""
    """Tone, or kind of a finding: `fact` or `hypothesis`."""
    lines: Sequence[str] = ()
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Statements:
    """List of statements; in a head with a `title` and the `section` that has more."""

    statements: Sequence[Statement]
    title: str = ""
    section: str = ""
    hint_label: str = ""
    """Label before the hints, such as `Cure: `."""
    files: Sequence[str] = ()
    """Files beside the document that the lines name."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Names with their values."""

    pairs: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Code:
    """Command to be copied."""

    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """Lines of letters of one width; `smaller` has the same for narrow places, the widest first."""

    text: str
    smaller: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Fold:
    """Blocks that a reader opens on demand; a terminal cannot fold, so it shows the title and leaves the blocks out.

    A fold inside a fold is a level of a tree.
    """

    title: str
    blocks: Sequence["Block"]
    on_paper: bool = False
    """Open when the page is printed."""
    is_of_page: bool = False
    """Left out of all other media: too long for a file of text."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Alternatives, of which a reader sees one at a time; a medium without choices shows the chosen one."""

    label: str
    options: Sequence["Section"]
    chosen: int = 0


@dataclass(frozen=True, slots=True)
class Chart:
    """Chart that the page draws from the series and the result; other media draw nothing."""

    name: str
    """Name in the registry of charts of the page."""
    of: str = ""
    """Part of the result that it draws, such as a method or the index of a comparison."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Call in a flame graph, with the calls that it made; `weight` is its own and theirs together."""

    name: str
    weight: int
    calls: Sequence["Frame"] = ()


@dataclass(frozen=True, slots=True)
class Flame:
    """Flame graph, the roots at its top (Gregg 2016, The Flame Graph); without pictures its caption alone."""

    caption: str
    roots: Sequence[Frame]


@dataclass(frozen=True, slots=True)
class Section:
    """Titled part of a report, or of another section."""

    title: str
    blocks: Sequence["Block"]
    detail: bool = False
    """Left out on a terminal, which shows the main points only unless it is asked for details."""
    name: str = ""
    """Anchor of the section in a page."""
    is_folded: bool = False
    """Closed until a reader opens it, where the medium can fold."""


Block = Table | Paragraph | Bullets | Statements | Facts | Code | Picture | Fold | Section | Choice | Chart | Flame


@dataclass(frozen=True, slots=True)
class KeyFigure:
    """Figure of the verdict, with its name and a note."""

    name: str
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class VerdictLine:
    """Sentence of one answer in the verdict; `label` names its state or its subject."""

    text: str
    tone: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class StartSections:
    """Sections of one start of a variant."""

    variant: str | None
    start: int
    name: str
    sections: Sequence[Section]
    is_typical: bool = False
    """Shown in a medium without a choice of starts."""


@dataclass(frozen=True, slots=True)
class Document:
    """Report: the verdict in one sentence, its tone, and the rest."""

    title: str
    verdict: str
    tone: str
    """`passed`, `failed` or `undecided`."""
    plain: str = ""
    """Verdict in a sentence for readers who know no load testing; empty: `verdict` needs no other."""
    warning: str = ""
    """Statement that a reader needs before the verdict, such as that time was virtual; empty: there is none."""
    lines: Sequence[VerdictLine] = ()
    """The verdict as one sentence per answer, for a medium with room for a list; the first leads."""
    figures: Sequence[KeyFigure] = ()
    blocks: Sequence[Block] = field(default_factory=tuple)
    """Head below the verdict."""
    sections: Sequence[Section] = field(default_factory=tuple)
    starts: Sequence[StartSections] = ()
    """Sections of each start, of which a page shows one at a time, between `sections` and `closing`."""
    closing: Sequence[Section] = ()
    fact_titles: tuple[str, str] = ("", "")
    """Headers of the two columns of `Facts`, where a medium needs some."""

    def shown_sections(self) -> Iterator[Section]:
        """Yield the sections in order for a medium without charts and choices: of the starts the typical ones.

        Folded details of a start are left out, and a terminal shows none of its sections.
        """
        yield from filter(_has_text, self.sections)
        for start in (one for one in self.starts if one.is_typical):
            for section in filter(_has_text, start.sections):
                if not section.is_folded:
                    yield replace(section, title=f"{section.title} · {start.name}", detail=True)
        yield from filter(_has_text, self.closing)


def plain_blocks(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks for a medium without charts and choices.

    >>> blocks = [Chart("load"), Choice("trial", [Section("1", []), Section("2", [])], 1)]
    >>> [block.title for block in plain_blocks(blocks)]
    ['2']
    """
    for block in blocks:
        match block:
            case Chart() | Fold(is_of_page=True):
                continue
            case Choice(_, options, chosen):
                yield options[chosen]
            case _:
                yield block


def _has_text(section: Section) -> bool:
    return any(not (isinstance(block, Paragraph) and block.is_note) for block in plain_blocks(section.blocks))


def statement_line(point: Statement, hint_label: str) -> str:
    """Return a point on one line: its code, its text, its evidence in brackets, its hint.

    >>> statement_line(Statement("CPU is full", lines=["api 2.0 cores"], hint="Give it more."), "To test it: ")
    'CPU is full [api 2.0 cores]. To test it: Give it more.'
    """
    code = f"{point.code}: " if point.code else ""
    evidence = f" [{'; '.join(point.lines)}]" if point.lines else ""
    text = f"{code}{point.text}{evidence}"
    if not point.hint:
        return text
    return f"{text if text.endswith(('.', '。')) else f'{text}.'} {hint_label}{point.hint}"


def text_of(cell: TableCell | str) -> str:
    """Return the text of a cell.

    >>> text_of("go-pgx"), text_of(TableCell("1,503", 1503.2, CellKind.RATE))
    ('go-pgx', '1,503')
    """
    return cell if isinstance(cell, str) else cell.text
