"""Totals of response times, held to what the calls of all operations together can show."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from loadproof.model.message import Listing, Message, Value, count, listed, number
from loadproof.tools.audit.audited import AuditRemark, RecomputedTotal, remark
from loadproof.tools.audit.column_meaning import figure_told, is_time, quantile_of, variant_told
from loadproof.tools.audit.mixture import Part, likely_quantile, quantile_bounds
from loadproof.tools.audit.printed import PrintedSpan
from loadproof.tools.audit.published_table import PublishedFigure, PublishedTable, Whole

__all__ = ["recomputed_totals", "total_remarks"]

_LEAST_OPERATIONS = 3
"""Least number of operations in a recomputed total. With fewer, a mean is close to a total too often by chance."""
_LEAST_PARTS = 2
_LEFT_OUT = 0.001
"""Share of the calls that may be in no row, when a mean or a longest time is held to those of the rows."""
_FAR = 0.1
"""Largest relative distance at which a mean of percentiles still counts as close to the likely percentile of the
whole."""
_MOST_CHANCE = 1e-3
"""Largest accepted probability that totals made in another way meet the mean in all matching cells."""


@dataclass(frozen=True, slots=True)
class _Total:
    """One figure of one variant: what its operations show, and what is printed of all of them."""

    row: str
    variant: str
    figure: str
    printed: PublishedFigure | None
    parts: int
    """Operations that have the figure."""
    has_all: bool
    """True if all operations have it, and no calls are left out."""
    plain: PrintedSpan
    weighted: PrintedSpan | None
    bounds: PrintedSpan | None
    likely: float | None

    def meets(self, mean: PrintedSpan | None) -> bool:
        """Return True if the printed total may be equal to `mean`; False if either is missing."""
        return self.printed is not None and mean is not None and self.printed.printed.span.meets(mean)

    @property
    def is_outside(self) -> bool:
        """True if no calls with these values can give the printed total; False if no total or no bounds are known."""
        return self.printed is not None and self.bounds is not None and not self.printed.printed.span.meets(self.bounds)

    def chance(self, mean: PrintedSpan) -> float:
        """Return the probability that a total which is uniform within its bounds meets `mean`.

        If the upper bound is infinite, 10 times the upper end of `mean` replaces it. The probability is 1.0 if no total
        is printed, or if no bounds are known.
        """
        if self.printed is None or self.bounds is None:
            return 1.0
        most = self.bounds.high if math.isfinite(self.bounds.high) else 10.0 * mean.high
        room = max(most - self.bounds.low, 1e-9)
        return min(1.0, (self.printed.printed.span.width + mean.width) / room)

    def is_off(self, mean: PrintedSpan) -> bool:
        """Return True if `mean` is far from the likely percentile of the whole, or if that percentile is unknown."""
        return self.likely is None or abs((mean.low + mean.high) / 2.0 / self.likely - 1.0) > _FAR


def recomputed_totals(table: PublishedTable) -> list[RecomputedTotal]:
    """Totals of each variant and each response time that enough operations have."""
    return [
        RecomputedTotal(
            variant=one.variant,
            figure=one.figure,
            printed=None if one.printed is None else one.printed.text,
            plain_mean=(one.plain.low + one.plain.high) / 2.0,
            call_weighted_mean=None if one.weighted is None else (one.weighted.low + one.weighted.high) / 2.0,
            low=None if one.bounds is None else one.bounds.low,
            high=one.bounds.high if one.bounds is not None and math.isfinite(one.bounds.high) else None,
        )
        for one in _totals(table)
        if one.row == table.total and one.parts >= _LEAST_OPERATIONS
    ]


def _totals(table: PublishedTable) -> list[_Total]:
    found = []
    # Without a total rows may be loads, which are not to be added.
    for whole in table.wholes:
        parts = [cell for cell in whole.parts if not table.is_empty(*cell)]
        if not parts or (not table.making.is_known and len(parts) < _LEAST_PARTS):
            continue
        weighed = {cell: part for cell in parts if (part := _part(table, cell)) is not None}
        for figure in filter(is_time, table.kinds):
            cells = {cell: held for cell in parts if (held := table.figure(*cell, figure)) is not None}
            if cells:
                found.append(_total(table, whole, figure, cells, weighed))
    return found


def _part(table: PublishedTable, cell: tuple[str, str]) -> Part | None:
    calls = table.calls(*cell)
    return None if calls is None or calls.high <= 0.0 else Part(calls, table.quantiles(*cell))


def _total(
    table: PublishedTable,
    whole: Whole,
    figure: str,
    cells: Mapping[tuple[str, str], PublishedFigure],
    parts: Mapping[tuple[str, str], Part],
) -> _Total:
    row, variant = whole.total
    printed = table.figure(row, variant, figure)
    spans = [cell.printed.span for cell in cells.values()]
    plain = PrintedSpan(
        math.fsum(one.low for one in spans) / len(spans), math.fsum(one.high for one in spans) / len(spans)
    )
    weighted = bounds = likely = None
    asked = {cell for cell in whole.parts if not table.is_empty(*cell)}
    unlisted = _unlisted_share(table, whole, parts)
    # Of an operation without calls nobody knows how much it weighs.
    if cells.keys() == parts.keys() == asked and unlisted is not None:
        weighted = _weighted({cell: cells[cell].printed.span for cell in cells}, parts)
        share = quantile_of(figure)
        if not share:
            pass
        elif table.making.has_unnamed_percentiles:
            # Whichever percentile it is: that of all calls is between the least and the largest of the operations.
            held = [cell.printed.span for cell in cells.values()]
            bounds = (
                PrintedSpan(min(one.low for one in held), max(one.high for one in held)) if unlisted == 0.0 else None
            )
            bounds = bounds if _ranks_all(table, whole) else None
        elif _ranks_all(table, whole):
            bounds = quantile_bounds(list(parts.values()), share, unlisted + _rank_error(table, whole))
            likely = likely_quantile(list(parts.values()), share)
    has_all = cells.keys() == asked and unlisted is not None and _is_closed(table, whole, parts)
    return _Total(row, variant, figure, printed, len(cells), has_all, plain, weighted, bounds, likely)


def _ranks_all(table: PublishedTable, whole: Whole) -> bool:
    """True if the percentiles are of all calls, and not of the last ones of each row."""
    calls = table.figure(*whole.total, "calls")
    return calls is None or calls.printed.value <= table.making.most_ranked_calls


def _rank_error(table: PublishedTable, whole: Whole) -> float:
    """Share by which ranks may be off: rules for percentiles differ by up to one call in each row and in the total."""
    calls = table.figure(*whole.total, "calls")
    one_each = 0.0 if calls is None or calls.printed.value <= 0 else (len(whole.parts) + 1) / calls.printed.value
    return one_each + table.making.rank_error


def _weighted(spans: Mapping[tuple[str, str], PrintedSpan], parts: Mapping[tuple[str, str], Part]) -> PrintedSpan:
    """The mean by calls, each of whose weights may be what rounding left of it."""
    whole = math.fsum(part.weight for part in parts.values())
    middle = math.fsum(parts[row].weight * (span.low + span.high) / 2.0 for row, span in spans.items()) / whole
    unsure = math.fsum(parts[row].weight * span.width / 2.0 for row, span in spans.items()) / whole
    for row, span in spans.items():
        unsure += parts[row].calls.width / 2.0 * abs((span.low + span.high) / 2.0 - middle) / whole
    return PrintedSpan(middle - unsure, middle + unsure)


def _unlisted_share(table: PublishedTable, whole: Whole, parts: Mapping[tuple[str, str], Part]) -> float | None:
    """Share of the calls that the total has and no operation; None if rows of a tool are counted twice."""
    total = table.calls(*whole.total)
    if total is None or total.high <= 0.0:
        return 0.0
    unlisted = 1.0 - math.fsum(part.calls.low for part in parts.values()) / total.high
    least = 1.0 - math.fsum(part.calls.high for part in parts.values()) / max(total.low, 1e-9)
    if table.making.has_groups and least < -1e-9:
        return None
    return max(0.0, unlisted)


def _is_closed(table: PublishedTable, whole: Whole, parts: Mapping[tuple[str, str], Part]) -> bool:
    """True if the calls of all operations may be those of the total, or nothing says how many were made."""
    total = table.calls(*whole.total)
    if total is None or not parts:
        return True
    low, high = (math.fsum(getattr(part.calls, end) for part in parts.values()) for end in ("low", "high"))
    return PrintedSpan(low * (1 - _LEFT_OUT), high * (1 + _LEFT_OUT)).meets(total)


def total_remarks(table: PublishedTable) -> Iterator[AuditRemark]:
    """Yield contradictions of printed totals.

    Each kind of fault gives one remark with all its cells, except that each wrong max or min gives a remark of its own.
    """
    totals = [one for one in _totals(table) if one.printed is not None]
    percentiles = [one for one in totals if quantile_of(one.figure) not in (None, 0.0, 1.0)]
    many = [one for one in percentiles if one.parts >= _LEAST_OPERATIONS]
    made_plain = _making([(one, one.plain) for one in many if one.meets(one.plain)])
    if made_plain:
        yield _mean_remark("total-mean-of-percentiles", made_plain, len(table.rows))
    made_weighted = _making(
        [
            (one, one.weighted)
            for one in many
            if one not in made_plain and one.weighted is not None and one.meets(one.weighted)
        ]
    )
    if made_weighted:
        yield _mean_remark("total-weighted-mean-of-percentiles", made_weighted, len(table.rows))
    outside = [one for one in percentiles if one.is_outside]
    if outside:
        yield _remark(
            "total-outside-bounds", outside, {"totals": listed([_bounded(one) for one in outside], Listing.CLAUSES)}
        )
    yield from _mean_totals([one for one in totals if one.figure == "mean"])
    yield from _extreme_totals(table, totals)


def _making(met: Sequence[tuple[_Total, PrintedSpan]]) -> list[_Total]:
    """The totals that were made so: where one cannot be a percentile at all, or so many meet that it is no chance."""
    impossible = any(one.is_outside for one, _ in met)
    chance = math.prod(one.chance(mean) for one, mean in met)
    off = sum(one.is_off(mean) for one, mean in met)
    is_made = bool(met) and (impossible or (len(met) > 1 and chance <= _MOST_CHANCE and 2 * off > len(met)))
    return [one for one, _ in met] if is_made else []


def _mean_remark(code: str, made: Sequence[_Total], rows: int) -> AuditRemark:
    totals = [
        Message(
            "audit-total-cell",
            figure=figure_told(one.figure),
            variant=variant_told(one.variant),
            printed=_text(one.printed),
        )
        for one in made
    ]
    return _remark(code, made, {"totals": listed(totals), "rows": count(rows)})


def _bounded(one: _Total) -> Message:
    bounds = one.bounds or PrintedSpan(0.0, math.inf)
    told: dict[str, Value] = {
        "figure": figure_told(one.figure),
        "variant": variant_told(one.variant),
        "printed": _text(one.printed),
    }
    if math.isinf(bounds.high):
        return Message("audit-total-bounded-below", **told, low=number(bounds.low))
    if bounds.low <= 0.0:
        return Message("audit-total-bounded-above", **told, high=number(bounds.high))
    return Message("audit-total-bounded", **told, low=number(bounds.low), high=number(bounds.high))


def _mean_totals(totals: Sequence[_Total]) -> Iterator[AuditRemark]:
    """Yield remarks on totals of means that differ from the call-weighted mean: plain means first, then all others.

    A total is checked only if all its operations have a mean, and if their calls add up to its calls, where known.
    """
    wrong = [one for one in totals if one.has_all and one.weighted is not None and not one.meets(one.weighted)]
    plain = [one for one in wrong if one.parts >= _LEAST_OPERATIONS and one.meets(one.plain)]
    for code, cases in (("total-plain-mean", plain), ("total-mean-wrong", [one for one in wrong if one not in plain])):
        if cases:
            one = cases[0]
            weighted = one.weighted or one.plain
            told: dict[str, Value] = {"variant": variant_told(one.variant), "printed": _text(one.printed)}
            yield _remark(code, cases, {**told, "right": number((weighted.low + weighted.high) / 2.0)})


def _extreme_totals(table: PublishedTable, totals: Sequence[_Total]) -> Iterator[AuditRemark]:
    wholes = {whole.total: whole for whole in table.wholes}
    # Only where all operations have one: another may hold the extreme.
    for one in [total for total in totals if total.figure in ("max", "min") and total.has_all]:
        parts = wholes[one.row, one.variant].parts
        cells = [held for cell in parts if not table.is_empty(*cell) and (held := table.figure(*cell, one.figure))]
        right = (max if one.figure == "max" else min)(cells, key=lambda cell: cell.printed.value)
        if not one.meets(right.printed.span):
            told = {
                "figure": figure_told(one.figure),
                "variant": variant_told(one.variant),
                "printed": _text(one.printed),
                "right": right.text,
            }
            yield _remark("total-extreme", [one], told)


def _text(printed: PublishedFigure | None) -> str:
    return "" if printed is None else printed.text


def _remark(code: str, cases: Sequence[_Total], told: Mapping[str, Value]) -> AuditRemark:
    return remark("contradiction", code, told, [0 if one.printed is None else one.printed.line for one in cases])
