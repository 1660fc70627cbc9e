"""Printed changes, held to the figures that they are changes of."""

import math
from collections.abc import Callable, Iterator, Sequence

from loadproof.audit.audited import RecomputedChange, Remark, remark
from loadproof.audit.column_meaning import PERCENT, POINTS, figure_told
from loadproof.audit.printed import Span
from loadproof.audit.published_table import Figure, PrintedChange, PublishedTable
from loadproof.model.message import Message, count, number

__all__ = ["change_remarks", "recomputed_changes"]


def recomputed_changes(table: PublishedTable) -> list[RecomputedChange]:
    """Each printed change whose two figures are in the table."""
    found = []
    for change in table.changes:
        a = table.figure(change.row, change.a, change.figure)
        b = table.figure(change.row, change.b, change.figure)
        if a is not None and b is not None:
            found.append(_recomputed(change, a, b))
    return found


def _recomputed(change: PrintedChange, a: Figure, b: Figure) -> RecomputedChange:
    percent, points = _percent(a.printed.span, b.printed.span), _difference(a.printed.span, b.printed.span)
    given = percent if change.unit == PERCENT else points
    return RecomputedChange(
        line=change.cell.line,
        row=change.row or None,
        figure=change.figure,
        a=change.a,
        b=change.b,
        level_a=a.text,
        level_b=b.text,
        printed=change.cell.text,
        unit="%" if change.unit == PERCENT else "points" if change.unit == POINTS else "own",
        low=_known(given.low),
        high=_known(given.high),
        percent_low=_known(percent.low),
        percent_high=_known(percent.high),
        agrees=_fits(change, given),
        within_rounding=points.meets(Span(0.0, 0.0)),
    )


def _known(end: float) -> float | None:
    return end if math.isfinite(end) else None


def _percent(a: Span, b: Span) -> Span:
    """How many per cent `b` is above `a`; endless where `a` may be nothing."""
    if a.low <= 0.0:
        return Span(-math.inf, math.inf)
    return Span(100.0 * (b.low / a.high - 1.0), 100.0 * (b.high / a.low - 1.0))


def _difference(a: Span, b: Span) -> Span:
    return Span(b.low - a.high, b.high - a.low)


def _fits(change: PrintedChange, given: Span) -> bool:
    """Whether rounding, or cutting, gives the printed one; a change without its sign is the size of it."""
    printed = change.cell.printed
    whole = Span(printed.value - 2 * printed.half, printed.value + 2 * printed.half)
    if whole.meets(given):
        return True
    is_bare = not change.cell.text.lstrip().startswith(("+", "-", "−", "–"))
    return is_bare and whole.meets(Span(-given.high, -given.low))


def change_remarks(table: PublishedTable, changes: Sequence[RecomputedChange]) -> Iterator[Remark]:
    """What is said of them: each kind of fault once for a figure, with its plainest case."""
    printed = {(change.row, change.figure, change.a, change.b, change.cell.line): change for change in table.changes}
    wrong = [one for one in changes if not one.agrees]
    by_kind: dict[tuple[str, str], list[RecomputedChange]] = {}
    for one in wrong:
        change = printed[one.row or "", one.figure, one.a, one.b, one.line]
        by_kind.setdefault((_kind(table, change), one.figure), []).append(one)
    for (kind, figure), cases in by_kind.items():
        whole = sum(one.figure == figure for one in changes)
        yield _contradiction(kind, figure, cases, whole)
    yield from _within_rounding(changes)


def _kind(table: PublishedTable, change: PrintedChange) -> str:
    """What was done instead, where it can be told."""
    a, b = (table.figures[change.row, name, change.figure].printed.span for name in (change.a, change.b))
    tried: tuple[tuple[str, bool, Callable[[], Span]], ...] = (
        (
            "points-for-percent",
            change.unit == PERCENT and change.figure in table.percentages,
            lambda: _difference(a, b),
        ),
        ("percent-for-points", change.unit != PERCENT, lambda: _percent(a, b)),
        ("change-of-the-other", change.unit == PERCENT, lambda: _turned(_percent(b, a))),
    )
    for kind, may_be, given in tried:
        if may_be and _fits(change, given()):
            return kind
    return "change-wrong"


def _turned(span: Span) -> Span:
    return Span(-span.high, -span.low)


def _contradiction(kind: str, figure: str, cases: Sequence[RecomputedChange], whole: int) -> Remark:
    # Where the printed one is furthest from what the figures give nobody takes it for rounding.
    worst = max(cases, key=lambda one: abs(_middle(one.percent_low, one.percent_high) or 0.0))
    told = {
        "figure": figure_told(figure),
        "cells": count(len(cases)),
        "whole": count(whole),
        "row": Message("audit-in-row", row=worst.row) if worst.row else Message("audit-in-line", line=str(worst.line)),
        "a": worst.level_a,
        "b": worst.level_b,
        "printed": worst.printed,
        "percent": number(_middle(worst.percent_low, worst.percent_high)),
        "right": number(_middle(worst.low, worst.high)),
    }
    return remark("contradiction", kind, told, [one.line for one in cases])


def _middle(low: float | None, high: float | None) -> float | None:
    return None if low is None or high is None else (low + high) / 2.0


def _within_rounding(changes: Sequence[RecomputedChange]) -> Iterator[Remark]:
    """What may be nothing at all, and is printed as something."""
    by_figure: dict[str, list[RecomputedChange]] = {}
    for one in changes:
        if one.within_rounding and one.level_a != one.level_b:
            by_figure.setdefault(one.figure, []).append(one)
    for figure, cases in by_figure.items():
        first = cases[0]
        told = {"a": first.level_a, "b": first.level_b, "figure": figure_told(figure), "cells": count(len(cases))}
        yield remark("limit", "within-rounding", told, [one.line for one in cases])
