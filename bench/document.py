"""The generated part of docs/benchmarks.md."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from bench.error import BenchError
from bench.record import COLUMNS, BenchRecord

__all__ = ["DOCUMENT", "filled", "generated_part", "markdown_table", "marks", "write_document"]

DOCUMENT = Path(__file__).parent.parent / "docs" / "benchmarks.md"
_WRITER = "make bench"


def generated_part(record: BenchRecord) -> str:
    """The facts as a list and the rows as a table, in Markdown."""
    facts = "\n".join(f"- {fact}" for fact in record.facts())
    return f"{facts}\n\n{markdown_table(COLUMNS, map(_marked, record.cells()))}"


def markdown_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    r"""Cells as they stand, in Markdown.

    >>> markdown_table(("log", "KB"), [("g1", "53")])
    '| log | KB |\n| --- | --- |\n| g1 | 53 |'
    """
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (columns, ["---"] * len(columns), *rows))


def marks(writer: str = _WRITER) -> tuple[str, str]:
    """The lines between which `writer` writes."""
    return f"<!-- begin: written by {writer} -->", f"<!-- end: written by {writer} -->"


def filled(text: str, part: str, writer: str = _WRITER) -> str:
    r"""`text` with what stands between the two marks of `writer` replaced. Raises BenchError unless each is there once.

    >>> begin, end = marks("me")
    >>> filled(f"a\n{begin}\nold\n{end}\nb\n", "new", "me") == f"a\n{begin}\n\nnew\n\n{end}\nb\n"
    True
    """
    begin, end = marks(writer)
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        raise BenchError(f"the document has not one {begin} before one {end}. Cure: put both lines back")
    before, _, rest = text.partition(begin)
    after = rest.partition(end)[2]
    return f"{before}{begin}\n\n{part}\n\n{end}{after}"


def write_document(record: BenchRecord, document: Path = DOCUMENT) -> None:
    """Replaces the generated part of the document. Raises BenchError when its markers are gone."""
    document.write_text(filled(document.read_text(encoding="utf-8"), generated_part(record)), encoding="utf-8")


def _marked(cells: tuple[str, ...]) -> tuple[str, ...]:
    outcome = cells[-1]
    return (*cells[:-1], f"**{outcome}**" if outcome.startswith("MISSED") else outcome)
