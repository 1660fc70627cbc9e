"""Figures of one row that follow from each other: shares of errors, rates, and sums since the start of a test."""

import itertools
import math
from collections.abc import Iterator

from loadproof.model.message import Message, Value, count, number
from loadproof.tools.audit.audited import AuditRemark, remark
from loadproof.tools.audit.printed import PrintedSpan
from loadproof.tools.audit.published_table import PublishedFigure, PublishedTable, Relation, Spans

__all__ = ["relation_remarks"]

_ALIKE = 1e-6
"""Share by which shares of single precision, as tools print them, are off."""
_SHOWN_WIDTH = 0.01
Cell = tuple[str, str]


def relation_remarks(table: PublishedTable) -> Iterator[AuditRemark]:
    """The figures that do not follow from others, with the one that is furthest off."""
    broken = [one for one in _relations(table) if not one.holds]
    if broken:
        worst = max(broken, key=_distance)
        told: dict[str, Value] = {
            "cells": count(len(broken)),
            "name": worst.name,
            "printed": worst.printed.text,
            "formula": worst.formula,
            "given": _given(worst.given),
        }
        yield remark("contradiction", "relation-broken", told, [one.line for one in broken])


def _distance(one: Relation) -> float:
    """Distance of the printed figure from the recomputed one, as a part of the latter."""
    value, low, high = one.printed.value, one.given.low, one.given.high
    right = low if value < low else high
    return abs(value - right) / max(abs(right), 1e-9)


def _given(span: PrintedSpan) -> Message:
    if math.isinf(span.high):
        return Message("audit-given-least", low=number(span.low))
    if math.isinf(span.low) or (span.low <= 0.0 < span.high):
        return Message("audit-given-most", high=number(span.high))
    middle = (span.low + span.high) / 2.0
    if span.width <= _SHOWN_WIDTH * abs(middle):
        return Message("audit-given", value=number(middle))
    return Message("audit-given-between", low=number(span.low), high=number(span.high))


def _relations(table: PublishedTable) -> Iterator[Relation]:
    yield from table.relations
    for cell in dict.fromkeys((row, variant) for row, variant, _ in table.figures):
        yield from _of_errors(table, cell)
        if table.making.is_known:
            yield from _of_whole_errors(table, cell)
            yield from _of_time(table, cell)
            yield from _of_median(table, cell)
    yield from _of_spans(table)
    yield from _over_time(table)


def _name(cell: Cell, figure: PublishedFigure) -> str:
    return f"{figure.header} ({cell[0]})" if cell[0] else figure.header


def _related(cell: Cell, figure: PublishedFigure, given: PrintedSpan, formula: str) -> Relation:
    """Relation of a cell; the span is in the unit that it is compared in."""
    return Relation(_name(cell, figure), figure.printed, figure.line, given, formula)


def _of_errors(table: PublishedTable, cell: Cell) -> Iterator[Relation]:
    """Failures are some of the calls, and their share is that of the calls."""
    calls, failures, errors = (table.figure(*cell, figure) for figure in ("calls", "failures", "errors"))
    if calls is None or failures is None or calls.printed.span.low <= 0.0:
        return
    yield _related(cell, failures, PrintedSpan(0.0, calls.printed.span.high), f"<= {calls.text}")
    if errors is not None and "errors" in table.percentages:
        share = _divided(failures.printed.span, calls.printed.span, 100.0)
        yield _related(cell, errors, share, f"100 × {failures.text} / {calls.text}")


def _of_whole_errors(table: PublishedTable, cell: Cell) -> Iterator[Relation]:
    """A share of errors is that of a whole number of calls."""
    calls, errors = table.figure(*cell, "calls"), table.figure(*cell, "errors")
    is_counted = table.figure(*cell, "failures") is not None or "errors" not in table.percentages
    if calls is None or errors is None or is_counted or calls.printed.half > 0.5 or calls.printed.value <= 0.0:
        return
    made, printed = round(calls.printed.value), errors.printed.span
    nearest = round(made * errors.printed.value / 100.0)
    shares = [100.0 * failed / made for failed in (nearest - 1, nearest, nearest + 1) if 0 <= failed <= made]
    if not any(PrintedSpan(share * (1 - _ALIKE), share * (1 + _ALIKE)).meets(printed) for share in shares):
        right = min(shares, key=lambda share: abs(share - errors.printed.value), default=0.0)
        yield _related(cell, errors, PrintedSpan(right, right), f"100 × {nearest} / {calls.text}")


def _of_time(table: PublishedTable, cell: Cell) -> Iterator[Relation]:
    """A rate is of the calls in the time that is printed; that of failures, of the time of the calls."""
    calls, rate, lasted = (table.figure(*cell, figure) for figure in ("calls", "rate", "duration"))
    if calls is None or rate is None:
        return
    if lasted is not None and lasted.printed.span.high > 0.0:
        given = _divided(calls.printed.span, lasted.printed.span)
        yield _related(cell, rate, given, f"{calls.text} / {lasted.text}")
    failures, failing = table.figure(*cell, "failures"), table.figure(*cell, "failure rate")
    if failures is not None and failing is not None and calls.printed.span.low > 0.0:
        share = _divided(failures.printed.span, calls.printed.span)
        given = PrintedSpan(share.low * rate.printed.span.low, share.high * rate.printed.span.high)
        yield _related(cell, failing, given, f"{failures.text} / {calls.text} × {rate.text}")


def _of_median(table: PublishedTable, cell: Cell) -> Iterator[Relation]:
    """A median that is found by another rule than the p50 is near it all the same."""
    median, least, most = (table.figure(*cell, figure) for figure in ("median", "min", "p66"))
    most = most or table.figure(*cell, "max")
    if median is not None and least is not None and most is not None and not table.is_empty(*cell):
        given = PrintedSpan(least.printed.span.low, max(most.printed.span.high, least.printed.span.high))
        yield _related(cell, median, given, f"{least.header} .. {most.header}")


def _of_spans(table: PublishedTable) -> Iterator[Relation]:
    """The rate of a row is of the time of the whole test, or of a part of it."""
    if table.making.spans is Spans.UNKNOWN:
        return
    for whole in table.wholes:
        all_calls, all_rate = table.figure(*whole.total, "calls"), table.figure(*whole.total, "rate")
        if all_calls is None or all_rate is None or all_calls.printed.span.low <= 0.0:
            continue
        per_call = _divided(all_rate.printed.span, all_calls.printed.span)
        for part in whole.parts:
            calls, rate = table.figure(*part, "calls"), table.figure(*part, "rate")
            if calls is None or rate is None or table.is_empty(*part):
                continue
            low, high = calls.printed.span.low * per_call.low, calls.printed.span.high * per_call.high
            is_same = table.making.spans is Spans.SAME
            given = PrintedSpan(low * (1 - _ALIKE), high * (1 + _ALIKE) if is_same else math.inf)
            yield _related(part, rate, given, f"{calls.text} × {all_rate.text} / {all_calls.text}")


def _over_time(table: PublishedTable) -> Iterator[Relation]:
    """Sums and extremes since the start of a test only grow, until all of them start anew."""
    if table.making.tool != "Locust (stats_history.csv)":
        return
    rows: dict[str, list[str]] = {}
    for row in table.rows:
        rows.setdefault(row.partition(" ")[2], []).append(row)
    for before, after in itertools.chain.from_iterable(itertools.pairwise(named) for named in rows.values()):
        calls = [table.figure(row, "total", "calls") for row in (before, after)]
        if calls[0] is None or calls[1] is None or calls[0].printed.value > calls[1].printed.value:
            continue
        if calls[0].printed.value <= 0.0:
            continue
        for figure in ("failures", "max", "min"):
            first, second = table.figure(before, "total", figure), table.figure(after, "total", figure)
            if first is not None and second is not None:
                span = first.printed.span
                given = PrintedSpan(0.0, span.high) if figure == "min" else PrintedSpan(span.low, math.inf)
                sign = "<=" if figure == "min" else ">="
                yield _related((after, "total"), second, given, f"{sign} {first.text} ({before})")


def _divided(a: PrintedSpan, b: PrintedSpan, factor: float = 1.0) -> PrintedSpan:
    """All that `a` over `b` may be, and what single precision takes from it."""
    low = factor * a.low / b.high if b.high > 0.0 else 0.0
    high = factor * a.high / b.low if b.low > 0.0 else math.inf
    return PrintedSpan(low * (1 - _ALIKE), high * (1 + _ALIKE))
