"""Names of the rows of a table, and which of them is of all the others together."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.errors import InputError
from loadproof.model.quoting import quoted
from loadproof.tools.audit.column_meaning import is_total
from loadproof.tools.audit.published_table import WHOLE
from loadproof.tools.audit.table_file import TextTable

__all__ = ["RowNaming"]


@dataclass(frozen=True, slots=True)
class RowNaming:
    """Columns that name the rows of a table; None where it has no such column."""

    text: TextTable
    names_at: int | None
    variants_at: int | None
    """Column that says which variant a row is of."""
    moments_at: int | None
    """Column that says when a row was written."""
    words_at: tuple[int, ...]
    """Columns of words that tell rows of the same name apart, such as the method of a request."""

    def names(self) -> list[str]:
        """One name for each row; an empty or repeated one gets the method, the time or the line beside it."""
        if self.names_at is None and self.moments_at is None:
            is_whole = self.variants_at is not None or len(self.text.rows) == 1
            return [WHOLE if is_whole else f"({row.line})" for row in self.text.rows]
        names = self._column(self.names_at)
        if self.moments_at is not None:
            names = _joined(self._column(self.moments_at), names)
        # Where rows are of variants, an operation has a row for each of them.
        variants = self._column(self.variants_at)
        for beside in self.words_at:
            if len(set(zip(names, variants, strict=True))) == len(names):
                break
            names = _joined(self._column(beside), names)
        taken, found = set[tuple[str, str]](), list[str]()
        for row, name, variant in zip(self.text.rows, names, variants, strict=True):
            is_free = bool(name) and (name, variant) not in taken
            found.append(name if is_free else f"{name} ({row.line})".lstrip())
            taken.add((found[-1], variant))
        return found

    def _column(self, at: int | None) -> list[str]:
        return [row.cell(at) for row in self.text.rows]

    def total(self, names: Sequence[str], written: str | None) -> str | None:
        """Name of the row of all the others; `written` if a map says it. Raises InputError if it is no row."""
        if written is not None:
            if written not in names:
                raise InputError(
                    f"map: total: {quoted(written)} is no row. Cure: name one of {', '.join(map(quoted, names[:10]))}"
                )
            return written
        if self.moments_at is not None:
            # Rows over time are moments, or sums since the start.
            return None
        named = [
            (row.cell(self.variants_at), name)
            for row, name in zip(self.text.rows, names, strict=True)
            if is_total(row.cell(self.names_at) if self.names_at is not None else name)
        ]
        # More than one total of a variant: each row may be a total, of an hour or of a run.
        if any(times > 1 for times in Counter(variant for variant, _ in named).values()):
            return None
        return named[0][1] if named else None


def _joined(first: Sequence[str], second: Sequence[str]) -> list[str]:
    return [" ".join(filter(None, pair)) for pair in zip(first, second, strict=True)]
