"""Printed changes, held to the figures that they are changes of."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from loadproof.model.message import Message, count, number
from loadproof.tools.audit.audited import AuditRemark, RecomputedChange, remark
from loadproof.tools.audit.column_meaning import PERCENT, POINTS, RATIO, figure_told
from loadproof.tools.audit.printed import PrintedSpan
from loadproof.tools.audit.published_table import OWN_UNIT, UNKNOWN_UNIT, PrintedChange, PublishedFigure, PublishedTable

__all__ = ["change_remarks", "recomputed_changes"]

_SHOWN_UNITS: dict[str, Literal["%", "points", "ratio", "own"]] = {
    PERCENT: "%",
    POINTS: "points",
    RATIO: "ratio",
    OWN_UNIT: "own",
}


@dataclass(frozen=True, slots=True)
class _Convention:
    """Convention by which the author of a column writes changes: unit and sign."""

    unit: str
    is_turned: bool = False
    """A fall is written as a positive number, as an improvement."""

    def given(self, change: PrintedChange, a: PrintedSpan, b: PrintedSpan) -> PrintedSpan:
        """Return the span of changes from `a` to `b`, in this convention and in the unit of `change`."""
        if self.unit == PERCENT:
            given = _percent(a, b)
        elif self.unit == RATIO:
            given = _ratio(b, a) if self.is_turned else _ratio(a, b)
        else:
            given = PrintedSpan((b.low - a.high) / change.cell.scale, (b.high - a.low) / change.cell.scale)
        return _turned(given) if self.is_turned and self.unit != RATIO else given

    def fits(self, change: PrintedChange, a: PrintedSpan, b: PrintedSpan) -> bool:
        """Return True if rounding or truncating the change from `a` to `b` can give the printed change."""
        printed = change.cell.printed
        return PrintedSpan(printed.value - 2 * printed.half, printed.value + 2 * printed.half).meets(
            self.given(change, a, b)
        )


_Pair = tuple[PrintedChange, PublishedFigure, PublishedFigure]


def recomputed_changes(table: PublishedTable) -> list[RecomputedChange]:
    """Each printed change whose two figures are in the table."""
    return [_recomputed(pair, convention) for pairs, convention in _columns(table) for pair in pairs]


def _columns(table: PublishedTable) -> list[tuple[list[_Pair], _Convention]]:
    """The changes of each column, and how they are written there."""
    found: dict[str, list[_Pair]] = {}
    for change in table.changes:
        a = table.figure(change.row, change.a, change.figure)
        b = table.figure(change.row, change.b, change.figure)
        if a is not None and b is not None:
            found.setdefault(change.cell.header, []).append((change, a, b))
    return [(pairs, _convention(pairs)) for pairs in found.values()]


def _convention(pairs: Sequence[_Pair]) -> _Convention:
    """The first of those by which most changes of a column follow from their figures: nobody is held to another's."""
    units = dict.fromkeys(change.unit for change, _, _ in pairs)
    told = [unit for unit in units if unit != UNKNOWN_UNIT] or [OWN_UNIT, PERCENT, RATIO]
    tried = [_Convention(unit, is_turned) for is_turned in (False, True) for unit in told]
    return max(tried, key=lambda one: sum(one.fits(change, a.printed.span, b.printed.span) for change, a, b in pairs))


def _recomputed(pair: _Pair, convention: _Convention) -> RecomputedChange:
    change, a, b = pair
    spans = (a.printed.span, b.printed.span)
    given, percent = convention.given(change, *spans), _percent(*spans)
    return RecomputedChange(
        line=change.cell.line,
        row=change.row or None,
        figure=change.figure,
        a=change.a,
        b=change.b,
        level_a=a.text,
        level_b=b.text,
        printed=change.cell.text,
        unit=_SHOWN_UNITS[convention.unit],
        low=_known(given.low),
        high=_known(given.high),
        percent_low=_known(percent.low),
        percent_high=_known(percent.high),
        agrees=convention.fits(change, *spans),
        within_rounding=spans[0].meets(spans[1]),
    )


def _known(end: float) -> float | None:
    return end if math.isfinite(end) else None


def _ratio(a: PrintedSpan, b: PrintedSpan) -> PrintedSpan:
    """Return the span of `b` / `a`; infinite at both ends if `a` may be 0 or less."""
    return PrintedSpan(-math.inf, math.inf) if a.low <= 0.0 else PrintedSpan(b.low / a.high, b.high / a.low)


def _percent(a: PrintedSpan, b: PrintedSpan) -> PrintedSpan:
    ratio = _ratio(a, b)
    return PrintedSpan(100.0 * (ratio.low - 1.0), 100.0 * (ratio.high - 1.0))


def _turned(span: PrintedSpan) -> PrintedSpan:
    return PrintedSpan(-span.high, -span.low)


def change_remarks(table: PublishedTable, changes: Sequence[RecomputedChange]) -> Iterator[AuditRemark]:
    """Yield one contradiction per kind of fault and metric, then one limit per metric with changes within rounding.

    A contradiction shows the case with the largest recomputed change in percent.
    """
    by_kind: dict[tuple[str, str], list[RecomputedChange]] = {}
    for pairs, convention in _columns(table):
        for pair in pairs:
            if not (one := _recomputed(pair, convention)).agrees:
                by_kind.setdefault((_kind(table, pair, convention), one.figure), []).append(one)
    for (kind, figure), cases in by_kind.items():
        whole = sum(one.figure == figure for one in changes)
        yield _contradiction(kind, figure, cases, whole)
    yield from _within_rounding(changes)


def _kind(table: PublishedTable, pair: _Pair, convention: _Convention) -> str:
    """Return the code of the fault: the wrong calculation if it can be recognized, else `change-wrong`."""
    change, a, b = pair[0], pair[1].printed.span, pair[2].printed.span
    is_percent = convention.unit == PERCENT
    if is_percent and change.figure in table.percentages and _Convention(POINTS).fits(change, a, b):
        return "points-for-percent"
    if not is_percent and _Convention(PERCENT).fits(change, a, b):
        return "percent-for-points"
    # From the second figure to the first, with the sign of the way there.
    if is_percent and _Convention(PERCENT, is_turned=True).fits(change, b, a):
        return "change-of-the-other"
    return "change-wrong"


def _contradiction(kind: str, figure: str, cases: Sequence[RecomputedChange], whole: int) -> AuditRemark:
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


def _within_rounding(changes: Sequence[RecomputedChange]) -> Iterator[AuditRemark]:
    """Yield one limit per metric for changes whose two printed values differ, but may be equal before rounding."""
    by_figure: dict[str, list[RecomputedChange]] = {}
    for one in changes:
        if one.within_rounding and one.level_a != one.level_b:
            by_figure.setdefault(one.figure, []).append(one)
    for figure, cases in by_figure.items():
        first = cases[0]
        told = {"a": first.level_a, "b": first.level_b, "figure": figure_told(figure), "cells": count(len(cases))}
        yield remark("limit", "within-rounding", told, [one.line for one in cases])
