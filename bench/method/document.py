"""The tables of docs/method/tables, and the headline of each in the page that explains it."""

import re
from pathlib import Path

from bench.document import filled
from bench.error import BenchError
from bench.method.table import MethodTable

__all__ = ["PAGES", "headline", "marks_of", "page_of", "table_text", "write_table"]

PAGES = Path(__file__).parents[2] / "docs" / "method"
_MOST_CLAIMS = 8
"""A page tells so many claims whole; of more it tells those that were missed."""


def write_table(name: str, table: MethodTable, pages: Path = PAGES) -> None:
    """Writes the file of the table called `name`, and its headline in the page that has the marks for it.

    Raises BenchError unless one page has them.
    """
    page = page_of(name, pages)
    part = table.markdown()
    text = filled(page.read_text(encoding="utf-8"), headline(name, part), _writer(name))
    (pages / "tables" / f"{name}.md").write_text(table_text(name, part, page.name), encoding="utf-8")
    page.write_text(text, encoding="utf-8")


def page_of(name: str, pages: Path = PAGES) -> Path:
    """The one page that has the marks of the table called `name`. Raises BenchError unless there is one."""
    begin, _ = marks_of(name)
    found = [page for page in sorted(pages.glob("*.md")) if begin in page.read_text(encoding="utf-8")]
    if len(found) != 1:
        raise BenchError(f"{len(found)} pages of {pages} have {begin}. Cure: put it into one page")
    return found[0]


def marks_of(name: str) -> tuple[str, str]:
    """The lines between which a page has the headline of the table called `name`."""
    writer = _writer(name)
    return f"<!-- begin: written by {writer} -->", f"<!-- end: written by {writer} -->"


def table_text(name: str, part: str, page: str) -> str:
    """The file of a table: `part` is its Markdown, `page` the name of the page that explains it."""
    return f"<!-- written by {_writer(name)} -->\n\nWhat this says: [{page}](../{page}).\n\n{part}\n"


def headline(name: str, text: str) -> str:
    r"""What a page quotes of a table, from the Markdown of it: title, targets met, and the claims or those missed.

    >>> claims = "| claim | measured | target | outcome |\n| --- | --- | --- | --- |\n| wrong, % | 2 | ≤ 5 | met |"
    >>> print(headline("verdicts", f"**Verdicts** (seed: 1)\n\n{claims}\n\n| row | a |\n| --- | --- |"))
    **[Verdicts](tables/verdicts.md)**: 1 of 1 targets met.
    <BLANKLINE>
    | claim | measured | target | outcome |
    | --- | --- | --- | --- |
    | wrong, % | 2 | ≤ 5 | met |
    """
    found = re.search(r"^\*\*(.+?)\*\*", text, re.MULTILINE)
    if found is None:
        raise BenchError(f"the table {name} has no title. Cure: make it again with {_writer(name)}")
    link = f"**[{found[1]}](tables/{name}.md)**"
    _, grid, rest = text.partition("| claim | measured | target | outcome |\n")
    if not grid:
        return f"{link}: figures without targets."
    rule, *claims = rest.partition("\n\n")[0].splitlines()
    missed = [claim for claim in claims if "**MISSED" in claim]
    met = f"{link}: {len(claims) - len(missed)} of {len(claims)} targets met"
    shown = claims if len(claims) <= _MOST_CLAIMS else missed
    if not shown:
        return f"{met}."
    told = "." if shown is claims else "; missed are:"
    return "\n".join((f"{met}{told}\n", grid.rstrip(), rule, *shown))


def _writer(name: str) -> str:
    return f"python -m bench.method --only {name}"
