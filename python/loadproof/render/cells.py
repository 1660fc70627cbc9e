"""Texts for the cells and gaps of a report, in the language of its words; all are safe to print.

`joined` and `capitalized` do not escape: their callers pass safe texts.
"""

from collections.abc import Sequence

from loadproof.model.message import Listing, Value, count, listed, rate
from loadproof.records.measurement import Bounds, CallsNeeded, Times
from loadproof.render.document import Block, Column, Paragraph
from loadproof.render.names import load_told
from loadproof.result.plain_text import printable
from loadproof.stats.quantile_interval import calls_needed
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = [
    "capitalized",
    "column",
    "interval",
    "joined",
    "load",
    "more",
    "named",
    "needed_calls",
    "per_second",
    "percentile",
    "percentiles",
    "told",
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


def percentile(words: Words, value_ms: float | None, name: str, calls: int) -> str:
    """A percentile of `calls` calls in ms; `too few` where fewer than ten lie beyond it.

    >>> from loadproof.words.catalogue import words_of
    >>> percentile(words_of("en"), 12.34, "p99", 5000), percentile(words_of("en"), 12.34, "p99", 900)
    ('12.3', 'too few')
    """
    return words("page-too-few") if 0 < calls < calls_needed(name) else words.figures.three_digits(value_ms)


def percentiles(words: Words, times: Times, names: Sequence[str], calls: int) -> list[str]:
    """Several percentiles of the same calls."""
    return [percentile(words, getattr(times, name), name, calls) for name in names]


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


def load(words: Words, due: float | None, users: int) -> str:
    """The load of a trial, for a column of calls per second: a rate stands without its unit."""
    if due and not users:
        return words.figures.plain(due)
    return words.value(load_told(due, 0 if due else users))


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
    return [Paragraph(words("screen-more", count=count(hidden)))] if hidden > 0 else []
