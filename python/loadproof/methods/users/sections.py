"""Minutes of a load of users in a report: Apdex by operation and minute, and evenness of the starts."""

from collections.abc import Sequence

from loadproof.records.user_minutes import OperationMinutes, UserMinutes
from loadproof.render.apdex_cells import apdex_cell, minute_cell, rating_word
from loadproof.render.cells import column, number_cell, state_cell
from loadproof.render.document import Block, Chart, Column, Paragraph, Section, Table, TableCell
from loadproof.result.plain_text import printable
from loadproof.result.result import Answer, Result
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["minutes_sections"]

_MOST_MINUTES = 12
"""Minutes that have a column each in a table; of more the table has the lowest and the number of sure ones."""
_LONGEST_NAME = 40


def minutes_sections(result: Result, words: Words) -> list[Section]:
    """Return the section of minutes, with a part for each answer that has minutes."""
    found = [(place, answer) for place, answer in enumerate(result.answers) if answer.minutes is not None]
    title = words("section-users")
    if not found:
        return []
    if len(found) == 1:
        return [Section(title, _blocks(*found[0], words), name="users")]
    parts = [Section(_start_name(answer, words), _blocks(place, answer, words)) for place, answer in found]
    return [Section(title, parts, name="users")]


def _start_name(answer: Answer, words: Words) -> str:
    variant = printable(answer.variant or "", limit=_LONGEST_NAME)
    return words("users-start", variant=variant, start=str(answer.start))


def _blocks(place: int, answer: Answer, words: Words) -> list[Block]:
    minutes = answer.minutes
    if minutes is None:
        return []
    rated = [one for one in minutes.operations if one.apdex]
    blocks: list[Block] = []
    if rated:
        blocks += [Chart("apdex-minutes", str(place)), _apdex_table(rated, words)]
        blocks.append(Paragraph(words("users-apdex-note"), is_note=True))
    return [*blocks, *_evenness(minutes, words)]


def _apdex_table(rated: Sequence[OperationMinutes], words: Words) -> Table:
    """Return Apdex by operation and minute; of many minutes the lowest one, and the number of sure ones by rating."""
    number = max(len(one.apdex) for one in rated)
    first = column(words, "page-column-operation", figures=False, wraps=True)
    if number <= _MOST_MINUTES:
        minutes = [Column(words("page-apdex-minute", minute=str(minute + 1))) for minute in range(number)]
        rows: list[list[TableCell | str]] = [
            [printable(one.operation, limit=_LONGEST_NAME), *(minute_cell(cell) for cell in one.apdex)] for one in rated
        ]
        return Table([first, *minutes], rows)
    columns = [
        first,
        column(words, "users-column-lowest"),
        column(words, "users-column-lowest-minute"),
        column(words, "users-column-sure"),
    ]
    return Table(columns, [_summary(one, words) for one in rated])


def _summary(one: OperationMinutes, words: Words) -> list[TableCell | str]:
    scored = [(cell.score, minute, cell) for minute, cell in enumerate(one.apdex) if cell.score is not None]
    name = printable(one.operation, limit=_LONGEST_NAME)
    if not scored:
        return [name, NOTHING, NOTHING, NOTHING]
    _, minute, lowest = min(scored, key=lambda item: item[:2])
    sure: dict[str, int] = {}
    for _, _, cell in scored:
        if cell.rating is not None and cell.is_sure:
            sure[cell.rating] = sure.get(cell.rating, 0) + 1
    told = ", ".join(f"{rating_word(words, rating)} {minutes}" for rating, minutes in sure.items())
    return [name, apdex_cell(lowest), TableCell(str(minute + 1), minute + 1), told or NOTHING]


def _evenness(minutes: UserMinutes, words: Words) -> list[Block]:
    tested = [one for one in minutes.operations if one.dispersion is not None]
    if not tested:
        return [Paragraph(words("users-evenness-none"), is_note=True)]
    columns = [
        column(words, "page-column-operation", figures=False, wraps=True),
        column(words, "users-column-starts", wraps=True),
        column(words, "users-column-dispersion", wraps=True),
        column(words, "users-column-expected", wraps=True),
        column(words, "users-column-even", figures=False, toned=True),
        column(words, "users-column-minutes", figures=False, wraps=True),
    ]
    rows = [_evenness_row(one, words) for one in tested]
    tones = ["undecided" if one.is_uneven else "passed" for one in tested]
    note = Paragraph(words("users-evenness-note"), is_note=True)
    return [Section(words("users-evenness"), [Table(columns, rows, tones), note], name="evenness")]


def _evenness_row(one: OperationMinutes, words: Words) -> list[TableCell | str]:
    sticking = ", ".join(str(minute + 1) for minute in one.uneven_minutes)
    code = "uneven" if one.is_uneven else "even"
    return [
        printable(one.operation, limit=_LONGEST_NAME),
        number_cell(words, sum(one.starts) / max(1, len(one.starts))),
        number_cell(words, one.dispersion),
        number_cell(words, one.expected_dispersion),
        state_cell(words, code),
        sticking or NOTHING,
    ]
