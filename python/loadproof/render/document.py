"""A report as blocks of plain text, which each medium renders and escapes in its own way."""

from collections.abc import Sequence
from dataclasses import dataclass, field

__all__ = [
    "Block",
    "Bullets",
    "Code",
    "Column",
    "Document",
    "Facts",
    "Flame",
    "Fold",
    "Frame",
    "Paragraph",
    "Picture",
    "Section",
    "Table",
]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; figures stand at the right."""

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
    """A table; every row has one text per column, and a tone where `tones` has one for each."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    tones: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    text: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of sentences."""

    items: Sequence[str]
    files: Sequence[str] = ()
    """Files beside the document that its items name: a link each where the medium has some."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Names with their values."""

    pairs: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Code:
    """A command to be copied."""

    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """Lines of letters that stand below each other; `smaller` has the same for narrow places, the widest first."""

    text: str
    smaller: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Fold:
    """Blocks that a reader opens on demand; a terminal cannot fold, so it shows the title and leaves the blocks out.

    A fold inside a fold is a level of a tree.
    """

    title: str
    blocks: Sequence["Block"]


@dataclass(frozen=True, slots=True)
class Frame:
    """A call in a flame graph, with those that it made; `weight` is its own and theirs together."""

    name: str
    weight: int
    calls: Sequence["Frame"] = ()


@dataclass(frozen=True, slots=True)
class Flame:
    """A flame graph, the roots at its top (Gregg 2016, The Flame Graph); without pictures its caption alone."""

    caption: str
    roots: Sequence[Frame]


Block = Table | Paragraph | Bullets | Facts | Code | Picture | Fold | Flame


@dataclass(frozen=True, slots=True)
class Section:
    """A titled part of a report."""

    title: str
    blocks: Sequence[Block]
    detail: bool = False
    """Left out on a terminal, which shows the main points only."""


@dataclass(frozen=True, slots=True)
class Document:
    """A report: the verdict in one sentence, its tone (`passed`, `failed` or `undecided`), and the rest."""

    title: str
    verdict: str
    tone: str
    blocks: Sequence[Block] = field(default_factory=tuple)
    sections: Sequence[Section] = field(default_factory=tuple)
    fact_titles: tuple[str, str] = ("", "")
    """The heads of the two columns of `Facts`, where a medium needs some."""
