"""The generated part of docs/benchmarks.md."""

from pathlib import Path

from bench.error import BenchError
from bench.record import COLUMNS, BenchRecord

__all__ = ["BEGIN", "DOCUMENT", "END", "filled", "generated_part", "write_document"]

DOCUMENT = Path(__file__).parent.parent / "docs" / "benchmarks.md"
BEGIN = "<!-- begin: written by make bench -->"
END = "<!-- end: written by make bench -->"


def generated_part(record: BenchRecord) -> str:
    """The facts as a list and the rows as a table, in Markdown."""
    facts = "\n".join(f"- {fact}" for fact in record.facts())
    lines = [COLUMNS, ("---",) * len(COLUMNS), *(_marked(cells) for cells in record.cells())]
    table = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
    return f"{facts}\n\n{table}"


def filled(text: str, part: str) -> str:
    r"""`text` with what stands between its two markers replaced. Raises BenchError unless each is there once.

    >>> filled(f"a\n{BEGIN}\nold\n{END}\nb\n", "new") == f"a\n{BEGIN}\n\nnew\n\n{END}\nb\n"
    True
    """
    if text.count(BEGIN) != 1 or text.count(END) != 1 or text.index(BEGIN) > text.index(END):
        raise BenchError(f"the document has not one {BEGIN} before one {END}. Cure: put both lines back")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n\n{part}\n\n{END}{after}"


def write_document(record: BenchRecord, document: Path = DOCUMENT) -> None:
    """Replaces the generated part of the document. Raises BenchError when its markers are gone."""
    document.write_text(filled(document.read_text(encoding="utf-8"), generated_part(record)), encoding="utf-8")


def _marked(cells: tuple[str, ...]) -> tuple[str, ...]:
    outcome = cells[-1]
    return (*cells[:-1], f"**{outcome}**" if outcome.startswith("MISSED") else outcome)
