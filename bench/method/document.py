"""The tables in docs/method.md, each between the two marks of its name."""

from pathlib import Path

from bench.document import filled
from bench.method.table import MethodTable

__all__ = ["DOCUMENT", "write_table"]

DOCUMENT = Path(__file__).parents[2] / "docs" / "method.md"


def write_table(name: str, table: MethodTable, document: Path = DOCUMENT) -> None:
    """Replaces the table called `name` in the document. Raises BenchError when its marks are gone."""
    text = filled(document.read_text(encoding="utf-8"), table.markdown(), f"make method {name}")
    document.write_text(text, encoding="utf-8")
