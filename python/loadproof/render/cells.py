"""Cells and texts of a report, in the language of its words; all are safe to print.

`joined` and `capitalized` do not escape: their callers pass safe texts.
"""

from collections.abc import Sequence
from dataclasses import replace

from loadproof.model.message import Listing, Value, count, duration, listed, mebibytes, rate
from loadproof.records.measurement import Bounds, CallsNeeded, Times
from loadproof.render.document import Block, CellKind, Column, Paragraph, TableCell
from loadproof.render.names import load_told
from loadproof.result.plain_text import printable
from loadproof.stats.quantile_interval import calls_needed
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = [
    "capitalized",
    "column",
    "count_cell",
    "duration_cell",
    "interval",
    "joined",
    "load",
    "memory_cell",
    "more",
    "named",
    "needed_calls",
    "number_cell",
    "per_second",
    "percent_cell",
    "percentile",
    "percentiles",
    "start_cell",
    "state_cell",
    "time_cell",
    "told",
    "with_interval",
]


def told(words: Words, value: Value, limit: int | None = None) -> str:
    """A message, a quantity or a name, safe to print."""
    return printable(words.value(value), limit)


def column(
    words: Words,
    code: str,
    *,
    figures: bool = True,
    wraps: bool = False,
    detail: bool = False,
    toned: bool = False,
) -> Column:
    """A column whose title has a code."""
    return Column(words(code), figures, wraps, detail, toned)


def named(words: Words, code: str, name: str) -> str:
    """The text of a code that ends with a name of ours, such as `page-state-at_least`; the name where there is none.

    >>> from loadproof.words.catalogue import words_of
    >>> named(words_of("en"), "page-state-none_passed", "none_passed"), named(words_of("en"), "page-state-new", "new")
    ('none passed', 'new')
    """
    known = code.replace("_", "-").replace(" ", "-")
    return words(known) if words.knows(known) else printable(name, limit=60)


def count_cell(words: Words, things: float | None) -> TableCell:
    """TableCell of whole things."""
    return TableCell(NOTHING if things is None else words.figures.whole(things), things, CellKind.COUNT)


def number_cell(words: Words, value: float | None, kind: CellKind = CellKind.NUMBER) -> TableCell:
    """TableCell of a number with three significant digits, without trailing zeros; a unit is in the header.

    >>> from loadproof.words.catalogue import words_of
    >>> number_cell(words_of("en"), 9299.6, CellKind.RATE)
    TableCell(text='9,300', value=9299.6, kind=<CellKind.RATE: 'rate'>, code='')
    """
    return TableCell(words.figures.plain(value), value, kind)


def time_cell(words: Words, value_ms: float | None, kind: CellKind = CellKind.MILLISECONDS) -> TableCell:
    """TableCell of a number with three significant digits, trailing zeros too; a unit is in the header."""
    return TableCell(words.figures.three_digits(value_ms), value_ms, kind)


def percent_cell(words: Words, percent: float | None) -> TableCell:
    """TableCell of a share in per cent with its sign; a small share is never rounded to nothing."""
    return TableCell(words.percent(percent), percent, CellKind.PERCENT)


def memory_cell(words: Words, value_mib: float | None) -> TableCell:
    """TableCell of memory with its unit."""
    return TableCell(NOTHING if value_mib is None else words.value(mebibytes(value_mib)), value_mib, CellKind.MEBIBYTES)


def duration_cell(words: Words, value_s: float | None) -> TableCell:
    """TableCell of a duration with its units."""
    return TableCell(NOTHING if value_s is None else words.value(duration(value_s)), value_s, CellKind.SECONDS)


def state_cell(words: Words, state: str, besides: str = "") -> TableCell:
    """TableCell of a state or an outcome, with a note besides it."""
    text = named(words, f"page-state-{state}", state)
    shown = words("report-state-besides", state=text, besides=besides) if besides else text
    return TableCell(shown, None, CellKind.STATE, state)


def start_cell(variant: str | None, start: int) -> TableCell:
    """TableCell of the number of a start, which leads to the start."""
    return TableCell(str(start), start, CellKind.START, variant or "")


def percentile(words: Words, value_ms: float | None, name: str, calls: int) -> TableCell:
    """A percentile of `calls` calls in ms; `too few` where fewer than ten lie beyond it.

    >>> from loadproof.words.catalogue import words_of
    >>> [percentile(words_of("en"), 12.34, "p99", calls).text for calls in (5000, 900)]
    ['12.3', 'too few']
    """
    if 0 < calls < calls_needed(name):
        return TableCell(words("page-too-few"), None, CellKind.MILLISECONDS, "too-few")
    return time_cell(words, value_ms)


def percentiles(words: Words, times: Times, names: Sequence[str], calls: int) -> list[TableCell]:
    """Several percentiles of the same calls."""
    return [percentile(words, getattr(times, name), name, calls) for name in names]


def with_interval(cell: TableCell, interval: str) -> TableCell:
    """Return the cell with an interval behind its text; the value stays."""
    return replace(cell, text=f"{cell.text}{interval}")


def interval(words: Words, found: Bounds | CallsNeeded | None) -> str:
    """Return the interval to write behind a metric, in the unit of the metric; empty if the samples gave none.

    >>> from loadproof.words.catalogue import words_of
    >>> interval(words_of("en"), Bounds(low=11.84, high=12.91)), interval(words_of("en"), CallsNeeded(needed_calls=9))
    (' (11.8–12.9)', '')
    """
    if not isinstance(found, Bounds):
        return ""
    low, high = words.figures.three_digits(found.low), words.figures.three_digits(found.high)
    return f" ({low}–{high})"


def needed_calls(found: Sequence[Bounds | CallsNeeded | None]) -> list[int]:
    """About how many calls each needs that has no interval for want of them."""
    return [one.needed_calls for one in found if isinstance(one, CallsNeeded)]


def load(words: Words, due: float | None, users: int) -> TableCell:
    """The load of a trial, for a column of calls per second: a rate has no unit there."""
    if due and not users:
        return number_cell(words, due, CellKind.RATE)
    return TableCell(words.value(load_told(due, 0 if due else users)), due, CellKind.RATE)


def per_second(words: Words, per_s: float | None) -> str:
    """A rate with its unit."""
    return NOTHING if per_s is None else words("live-load-rate", rate=rate(per_s))


def joined(words: Words, texts: Sequence[str], listing: Listing = Listing.COMMAS) -> str:
    """Texts in a row, as the language writes one."""
    return words.value(listed(texts, listing))


def capitalized(text: str) -> str:
    """Return the text with its first letter in upper case, as at the start of a sentence."""
    return f"{text[:1].upper()}{text[1:]}"


def more(hidden: int, words: Words) -> list[Block]:
    """Return the note on how many rows are not shown; []: all are shown."""
    return [Paragraph(words("screen-more", count=count(hidden)), is_note=True)] if hidden > 0 else []
