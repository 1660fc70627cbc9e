"""Check of a search in users by Little's law in a report."""

from collections.abc import Sequence

from loadproof.records.littles_law import LittlesLaw
from loadproof.render.cells import column, number_cell
from loadproof.render.document import Block, CellKind, Paragraph, Section, Table, TableCell
from loadproof.result.plain_text import printable
from loadproof.result.result import Answer, Result
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["law_sections"]

_LONGEST_NAME = 40


def law_sections(result: Result, words: Words) -> list[Section]:
    """Return the section of the check, with a part for each answer that has one; []: no answer has one."""
    found = [(answer, answer.littles_law) for answer in result.answers if answer.littles_law is not None]
    title = words("section-littles-law")
    if not found:
        return []
    if len(found) == 1:
        return [Section(title, _blocks(found[0][1], words), name="littles-law")]
    parts = [Section(_start_name(answer, words), _blocks(law, words)) for answer, law in found]
    return [Section(title, parts, name="littles-law")]


def _start_name(answer: Answer, words: Words) -> str:
    variant = printable(answer.variant or "", limit=_LONGEST_NAME)
    return words("users-start", variant=variant, start=str(answer.start))


def _blocks(law: LittlesLaw, words: Words) -> Sequence[Block]:
    columns = [
        column(words, "page-column-operation", figures=False, wraps=True),
        column(words, "page-column-users-present"),
        column(words, "page-column-flows-per-s"),
        column(words, "page-column-flow-time"),
        column(words, "page-column-wait-time"),
        column(words, "page-column-users-by-law"),
        column(words, "page-column-law-ratio"),
    ]
    rows: list[list[TableCell | str]] = [
        [
            printable(one.flow, limit=_LONGEST_NAME),
            number_cell(words, one.users, CellKind.COUNT),
            number_cell(words, one.flows_per_s),
            number_cell(words, one.flow_s, CellKind.SECONDS),
            number_cell(words, one.wait_s, CellKind.SECONDS),
            number_cell(words, one.users_by_law),
            _ratio(one.users_by_law / one.users if one.users else 0.0),
        ]
        for one in law.flows
    ]
    if len(law.flows) > 1:
        users, by_law = number_cell(words, law.users, CellKind.COUNT), number_cell(words, law.users_by_law)
        rows.append([words("littles-law-total"), users, NOTHING, NOTHING, NOTHING, by_law, _ratio(law.ratio)])
    return [Table(columns, rows), Paragraph(words("littles-law-note"), is_note=True)]


def _ratio(ratio: float) -> TableCell:
    return TableCell(f"{ratio:.3f}", ratio, CellKind.NUMBER)
