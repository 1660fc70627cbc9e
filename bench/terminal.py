"""The table on the terminal."""

import sys

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from bench.record import COLUMNS, BenchRecord

__all__ = ["show", "tell"]

_LOG_WIDTH = 180


def tell(line: str) -> None:
    """Says on standard error what is under way."""
    print(line, file=sys.stderr, flush=True)


def show(record: BenchRecord) -> None:
    """Prints the table and what it holds for; missed targets are red."""
    table = Table(*COLUMNS)
    for cells in record.cells():
        table.add_row(*map(escape, cells), style="red" if cells[-1].startswith("MISSED") else None)
    console = Console() if sys.stdout.isatty() else Console(width=_LOG_WIDTH)
    console.print(table)
    for fact in record.facts():
        console.print(fact, markup=False, highlight=False)
