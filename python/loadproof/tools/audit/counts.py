"""Figures that must go together: sums, units, the order of percentiles, and the calls that a percentile rests on."""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence

from loadproof.model.message import Listing, Message, Value, count, duration, listed, number, share
from loadproof.tools.audit.audited import AuditRemark, RemarkKind, ThinPercentile, remark
from loadproof.tools.audit.column_meaning import figure_told, quantile_of, variant_told
from loadproof.tools.audit.printed import PrintedSpan
from loadproof.tools.audit.published_table import PublishedFigure, PublishedTable, Spans, Whole

__all__ = ["count_remarks", "thin_percentiles"]

_LEAST_ABOVE = 20.0
"""Calls above a percentile: with fewer its interval of 95 % spans a third of the ranks above it and more."""
_SHOWN = 4
_DURATIONS_APART = 0.1
_LOADS_APART = 0.05
_MOST_ADDED = 50_000_000
"""Calls up to which groups of rows are looked for."""
_LEFT_OUT = 0.02
_SECONDS_APART = 0.02
"""Relative tolerance for calls against rate times duration, and for the time spans of rows. Tests end at whole calls
and start with a ramp."""


def thin_percentiles(table: PublishedTable) -> list[ThinPercentile]:
    """Percentiles with too few calls above them, as far as calls, or rate and duration, say it; the fewest first."""
    found = []
    for (row, variant, figure), _ in table.figures.items():
        quantile = quantile_of(figure)
        if quantile in (None, 0.0, 1.0) or (calls := _calls_of(table, row, variant)) is None:
            continue
        above = calls * (1.0 - (quantile or 0.0))
        if above < _LEAST_ABOVE:
            found.append(ThinPercentile(row=row or None, variant=variant, figure=figure, calls=calls, above=above))
    return sorted(found, key=lambda one: one.above)


def _calls_of(table: PublishedTable, row: str, variant: str) -> float | None:
    calls = table.figure(row, variant, "calls")
    if calls is not None:
        return calls.printed.value
    rate, lasted = table.figure(row, variant, "rate"), table.durations_s.get(variant)
    return None if rate is None or lasted is None else rate.printed.value * lasted


def count_remarks(table: PublishedTable, thin: Sequence[ThinPercentile]) -> Iterator[AuditRemark]:
    """All that is said of counts, rates and orders."""
    yield from _sums(table)
    yield from _error_totals(table)
    yield from _doubles(table)
    yield from _calls_and_rates(table)
    yield from _orders(table)
    yield from _thin(table, thin)
    if table.making.is_comparison:
        yield from _durations(table)
        yield from _loads(table)


def _sums(table: PublishedTable) -> Iterator[AuditRemark]:
    """Calls and rates of all operations make that of the total."""
    for whole, figure in itertools.product(table.wholes, ("rate", "calls", "failures", "failure rate")):
        total = table.figure(*whole.total, figure)
        parts = [cell for cell in whole.parts if not table.is_empty(*cell)]
        cells = [cell for part in parts if (cell := table.figure(*part, figure)) is not None]
        if total is None or len(cells) < len(parts) or len(cells) < (1 if table.making.lists_all else 2):
            continue
        added = _sum(cells)
        if added.meets(total.printed.span) or ("rate" in figure and _has_own_spans(table, whole)):
            continue
        middle = (added.low + added.high) / 2.0
        told: dict[str, Value] = {
            "figure": figure_told(figure),
            "variant": variant_told(whole.total[1]),
            "rows": count(len(cells)),
        }
        told |= {
            "sum": number(middle),
            "printed": total.text,
            "share": share(abs(total.printed.value / middle - 1.0) if middle else 1.0),
        }
        # Calls of operations that are not printed make a total larger, and never smaller.
        is_more = total.printed.value > middle
        told["side"] = "more" if is_more else "less"
        may_be = not table.making.lists_all and is_more
        may_be = may_be or (table.making.has_groups and _some_make(cells, total))
        yield _remark("doubt" if may_be else "contradiction", "sum-does-not-close", told, [total])


def _has_own_spans(table: PublishedTable, whole: Whole) -> bool:
    """True if the rate of each row may be of its own time, within that of the total: such rates add up to more."""
    if table.making.spans is Spans.OWN:
        return True
    lasted = _span_s(table, whole.total)
    if table.making.spans is Spans.SAME or lasted is None:
        return False
    spans = [_span_s(table, part) for part in whole.parts if not table.is_empty(*part)]
    return all(span is not None and span.low <= lasted.high * (1.0 + _SECONDS_APART) for span in spans)


def _span_s(table: PublishedTable, cell: tuple[str, str]) -> PrintedSpan | None:
    """Time that the rate of a row is of, by its calls."""
    calls, rate = table.figure(*cell, "calls"), table.figure(*cell, "rate")
    if calls is None or rate is None or rate.printed.span.low <= 0.0:
        return None
    return PrintedSpan(calls.printed.span.low / rate.printed.span.high, calls.printed.span.high / rate.printed.span.low)


def _some_make(cells: Sequence[PublishedFigure], total: PublishedFigure) -> bool:
    """True if some of the rows make the total, so that the others may be groups of them."""
    numbers = [round(cell.printed.value) for cell in cells]
    if sum(numbers) > _MOST_ADDED:
        return True
    reached = 1
    for one in numbers:
        reached |= reached << one
    return bool(reached >> round(total.printed.value) & 1)


def _sum(cells: Sequence[PublishedFigure]) -> PrintedSpan:
    return PrintedSpan(
        math.fsum(cell.printed.span.low for cell in cells), math.fsum(cell.printed.span.high for cell in cells)
    )


def _error_totals(table: PublishedTable) -> Iterator[AuditRemark]:
    """The share of errors of all calls is the call-weighted mean of the operations' shares."""
    for whole in table.wholes if "errors" in table.percentages else ():
        total, all_calls = table.figure(*whole.total, "errors"), table.calls(*whole.total)
        parts = [cell for cell in whole.parts if not table.is_empty(*cell)]
        errors = [table.figure(*part, "errors") for part in parts]
        calls = [table.calls(*part) for part in parts]
        if total is None or None in errors or None in calls:
            continue
        weights = [(span.low + span.high) / 2.0 for span in calls if span is not None]
        spans = [cell.printed.span for cell in errors if cell is not None]
        added = math.fsum(weights)
        # Of calls in no row, or in two, the share of errors is not known.
        if added <= 0.0 or (all_calls is not None and abs(added / max(all_calls.high, 1e-9) - 1.0) > _LEFT_OUT):
            continue
        low = math.fsum(weight * span.low for weight, span in zip(weights, spans, strict=True)) / added
        high = math.fsum(weight * span.high for weight, span in zip(weights, spans, strict=True)) / added
        # What rounding leaves of the weights is small beside what it leaves of the shares.
        if not PrintedSpan(0.99 * low, 1.01 * high).meets(total.printed.span):
            told: dict[str, Value] = {
                "variant": variant_told(whole.total[1]),
                "printed": total.text,
                "right": number((low + high) / 2.0),
            }
            yield _remark("contradiction", "error-total", told, [total])


def _doubles(table: PublishedTable) -> Iterator[AuditRemark]:
    """A figure that is printed twice is the same twice."""
    for double in table.doubles:
        first = table.figure(double.row, double.variant, double.figure)
        if first is None or first.printed.span.meets(double.cell.printed.span):
            continue
        code = "printed-twice" if double.cell.line else "printed-beside"
        told: dict[str, Value] = {"figure": figure_told(double.figure), "variant": variant_told(double.variant)}
        told |= {"a": first.text, "b": double.cell.text, "column": double.cell.header}
        told |= {"right": number(first.printed.value / double.cell.scale)}
        told |= {"converted": "yes" if first.scale != double.cell.scale else "no"}
        told |= {"slipped": "yes" if _is_slipped(first, double.cell) else "no"}
        yield _remark("contradiction", code, told, [first, double.cell])


def _is_slipped(first: PublishedFigure, second: PublishedFigure) -> bool:
    """Return True if the values differ by about a power of ten, as if a digit or a decimal point got lost."""
    if first.printed.value <= 0.0 or second.printed.value <= 0.0:
        return False
    power = math.log10(second.printed.value / first.printed.value)
    return abs(power) > 0.5 and abs(power - round(power)) < 0.05


def _calls_and_rates(table: PublishedTable) -> Iterator[AuditRemark]:
    """Calls are rate times duration, where the table has all three."""
    wrong = []
    for row, variant in {(row, variant) for row, variant, _ in table.figures}:
        calls, rate = table.figure(row, variant, "calls"), table.figure(row, variant, "rate")
        lasted = table.durations_s.get(variant)
        if calls is None or rate is None or lasted is None:
            continue
        spare = _SECONDS_APART * rate.printed.value * lasted + 1.0
        given = PrintedSpan(rate.printed.span.low * lasted - spare, rate.printed.span.high * lasted + spare)
        if not given.meets(calls.printed.span):
            wrong.append((row, calls, rate, lasted))
    if wrong:
        row, calls, rate, lasted = min(wrong, key=lambda one: one[1].line)
        told: dict[str, Value] = {"cells": count(len(wrong)), "row": row, "printed": calls.text, "rate": rate.text}
        told |= {"time": duration(lasted), "right": number(rate.printed.value * lasted)}
        yield _remark("contradiction", "calls-do-not-fit", told, [one[1] for one in wrong])


def _orders(table: PublishedTable) -> Iterator[AuditRemark]:
    """A higher percentile of the same calls is no lower, and a mean lies between the least and the most."""
    wrong: list[tuple[str, str, PublishedFigure, str, PublishedFigure]] = []
    for row, variant in dict.fromkeys((row, variant) for row, variant, _ in table.figures):
        if table.is_empty(row, variant):
            continue
        for lower, higher in itertools.pairwise(_ascending(table, row, variant)):
            wrong += _above(row, lower, higher)
        mean, least, most = (table.figure(row, variant, name) for name in ("mean", "min", "max"))
        if mean is not None:
            wrong += _above(row, ("min", least), ("mean", mean)) if least is not None else []
            wrong += _above(row, ("mean", mean), ("max", most)) if most is not None else []
    if wrong:
        row, lower_name, lower_cell, higher_name, higher_cell = wrong[0]
        told: dict[str, Value] = {
            "cells": count(len(wrong)),
            "row": row or table.name,
            "lower": figure_told(lower_name),
        }
        told |= {"a": lower_cell.text, "higher": figure_told(higher_name), "b": higher_cell.text}
        yield _remark("contradiction", "order-broken", told, [one[2] for one in wrong])


def _ascending(table: PublishedTable, row: str, variant: str) -> list[tuple[str, PublishedFigure]]:
    shares = {figure: quantile_of(figure) for figure in table.kinds}
    known = sorted((at, figure) for figure, at in shares.items() if at is not None)
    found = [(figure, table.figure(row, variant, figure)) for _, figure in known]
    return [(name, cell) for name, cell in found if cell is not None]


def _above(
    row: str, lower: tuple[str, PublishedFigure], higher: tuple[str, PublishedFigure]
) -> list[tuple[str, str, PublishedFigure, str, PublishedFigure]]:
    is_wrong = lower[1].printed.span.low > higher[1].printed.span.high
    return [(row, *lower, *higher)] if is_wrong else []


def _thin(table: PublishedTable, thin: Sequence[ThinPercentile]) -> Iterator[AuditRemark]:
    if not thin:
        return
    cells = [table.figures[one.row or "", one.variant, one.figure] for one in thin]
    shown = [
        Message(
            "audit-thin-cell",
            figure=figure_told(one.figure),
            row=one.row or variant_told(one.variant),
            calls=count(round(one.calls)),
            above=number(one.above),
        )
        for one in thin[:_SHOWN]
    ]
    told: dict[str, Value] = {"cells": count(len(thin)), "shown": listed(shown, Listing.CLAUSES)}
    yield _remark("doubt", "few-calls-above", {**told, "least": count(int(_LEAST_ABOVE))}, cells)


def _durations(table: PublishedTable) -> Iterator[AuditRemark]:
    known = {variant: table.durations_s[variant] for variant in table.variants if variant in table.durations_s}
    if len(known) > 1 and max(known.values()) > (1.0 + _DURATIONS_APART) * min(known.values()):
        yield _remark("doubt", "durations-differ", _two(known, duration), [])


def _loads(table: PublishedTable) -> Iterator[AuditRemark]:
    """Two variants under unlike loads show the loads, too."""
    rates: Mapping[str, float] = {
        variant: cell.printed.value
        for variant in table.variants
        if (cell := table.figure(table.total or "", variant, "rate")) is not None
    }
    if len(rates) > 1 and max(rates.values()) > (1.0 + _LOADS_APART) * min(rates.values()):
        yield _remark("doubt", "loads-differ", _two(rates, number), [])


def _two(values: Mapping[str, float], kind: object) -> dict[str, Value]:
    make = number if kind is number else duration
    least, most = min(values, key=lambda name: values[name]), max(values, key=lambda name: values[name])
    return {"a": least, "b": most, "value_a": make(values[least]), "value_b": make(values[most])}


def _remark(kind: RemarkKind, code: str, told: Mapping[str, Value], cells: Sequence[PublishedFigure]) -> AuditRemark:
    return remark(kind, code, told, [cell.line for cell in cells])
