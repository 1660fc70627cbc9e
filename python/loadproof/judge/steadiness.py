"""Steadiness of a metric over a soak: its trend against its noise and against the change that matters.

Rules, sources and measured errors: docs/method/soak.md.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from loadproof.model.message import Message, Quantity, duration, mebibytes, milliseconds, number, share
from loadproof.records.trend import Steadiness, Trend
from loadproof.stats import onset
from loadproof.stats.robust_slope import FEWEST_POINTS, Slope, robust_slope

__all__ = ["SoakSeries", "SoakTrends", "trend_of"]

_MUST_BE_SEEN = 3.0
"""A soak that could have missed a rise of so many times what matters shows too little."""
_STILL_MOVES = 1.0 / 3.0
"""A part still moves when its slope is at least this part of that of the whole."""
_HOUR_S = 3600.0


@dataclass(frozen=True, slots=True)
class SoakSeries:
    """A series of a soak: one value each `step_s`, the first `start_s` after the span began.

    A rise over the soak matters from `matters_part` of the level on, and from `matters_least` in the figure's unit.
    """

    name: str
    unit: str
    label: Message
    values: Sequence[float]
    step_s: float
    matters_part: float
    matters_least: float
    most: float = math.inf
    """Largest possible value: the slope cannot be steeper than from 0 to this value over the soak."""


@dataclass(frozen=True, slots=True)
class SoakTrends:
    """Result of all trends of a soak together; `reason` names the metrics that decide."""

    steadiness: Steadiness
    reason: Message
    trends: tuple[Trend, ...] = ()


@dataclass(frozen=True, slots=True)
class _Part:
    """A figure from value number `start` on, with its line."""

    figure: SoakSeries
    start: int
    slope: Slope

    @classmethod
    def of(cls, figure: SoakSeries, start: int) -> "_Part":
        slope = robust_slope(figure.values[start:])
        # However steep a jump between two of its values is.
        steepest = figure.most / (len(figure.values) - start - 1)
        return cls(figure, start, replace(slope, low=max(-steepest, slope.low), high=min(steepest, slope.high)))

    @property
    def steps(self) -> int:
        return len(self.figure.values) - self.start - 1

    @property
    def matters(self) -> float:
        level = abs(self.slope.first + self.slope.per_step * self.steps / 2.0)
        return max(self.figure.matters_least, self.figure.matters_part * level)

    @property
    def rises(self) -> bool:
        return self.slope.low > 0.0 and self.slope.per_step * self.steps >= self.matters

    @property
    def falls(self) -> bool:
        return self.slope.high < 0.0 and -self.slope.per_step * self.steps >= self.matters

    @property
    def is_precise(self) -> bool:
        return self.slope.high * self.steps < _MUST_BE_SEEN * self.matters

    @property
    def needed_s(self) -> float:
        # The error of a change over the whole soak falls with the square root of its length.
        reach = (self.slope.high - self.slope.low) / 2.0 * self.steps
        longer = max(1.5, (reach / ((_MUST_BE_SEEN - 1.0) * self.matters)) ** 2)
        return len(self.figure.values) * self.figure.step_s * longer


def trend_of(figure: SoakSeries) -> Trend:
    """The trend of a figure, of what follows its warm-up where it levels off. Raises ValueError below 20 values."""
    whole = _Part.of(figure, 0)
    moves = whole.rises or whole.falls
    if not moves and whole.is_precise:
        return _trend(whole, Steadiness.STEADY)
    levelled = _levelled(whole)
    if levelled is not None:
        return _trend(levelled, Steadiness.STEADY)
    if moves and _moves_throughout(whole):
        return _trend(whole, Steadiness.NEVER_STEADY)
    if whole.rises:
        return _trend(whole, Steadiness.NOT_STEADY)
    return _trend(whole, Steadiness.STEADY if whole.is_precise else Steadiness.TOO_SHORT)


def _levelled(whole: _Part) -> _Part | None:
    """The figure after its warm-up, where it is level there and did not just go on as before with fewer values."""
    figure = whole.figure
    if len(figure.values) < onset.FEWEST_VALUES:
        return None
    start = onset.steady_onset(figure.values)
    if start == 0:
        return None
    # A slow end of a warm-up draws the onset beyond the middle, though the second half is level enough.
    start = len(figure.values) // 2 if start is None else start
    rest = _Part.of(figure, start)
    if rest.rises or rest.falls or not rest.is_precise:
        return None
    if not (whole.rises or whole.falls):
        return rest
    slope = whole.slope.per_step
    goes_on = rest.slope.low <= slope <= rest.slope.high or rest.slope.per_step / slope >= _STILL_MOVES
    return None if goes_on else rest


def _moves_throughout(whole: _Part) -> bool:
    """Return True if each half moves like the whole, and the second half beyond its noise: no level is reached.

    False if a half has too few values for a slope.
    """
    values = whole.figure.values
    half = len(values) // 2
    if half < FEWEST_POINTS:
        return False
    first, second = robust_slope(values[:half]), robust_slope(values[half:])
    still = second.low > 0.0 or second.high < 0.0
    return still and all(part.per_step / whole.slope.per_step >= _STILL_MOVES for part in (first, second))


def _trend(part: _Part, steadiness: Steadiness) -> Trend:
    figure, slope = part.figure, part.slope
    hourly = _HOUR_S / figure.step_s
    needed_s = part.needed_s if steadiness is Steadiness.TOO_SHORT else None
    return Trend(
        name=figure.name,
        unit=figure.unit,
        begin=slope.first,
        end=slope.first + slope.per_step * part.steps,
        per_hour=slope.per_step * hourly,
        per_hour_low=slope.low * hourly,
        per_hour_high=slope.high * hourly,
        rises=part.rises and steadiness in (Steadiness.NOT_STEADY, Steadiness.NEVER_STEADY),
        text=_text(part, steadiness),
        steadiness=steadiness,
        needed_s=needed_s,
    )


def _text(part: _Part, steadiness: Steadiness) -> Message:
    figure, slope = part.figure, part.slope
    # The line of what bends may begin or end below what there can be.
    begin = _quantity(max(0.0, slope.first), figure.unit)
    end = _quantity(max(0.0, slope.first + slope.per_step * part.steps), figure.unit)
    label, span = figure.label, duration(part.steps * figure.step_s)
    if steadiness is Steadiness.TOO_SHORT:
        most = _quantity(slope.high * part.steps, figure.unit)
        return Message("trend-may-have-risen", figure=label, most=most, span=span)
    if steadiness is Steadiness.NEVER_STEADY:
        return Message("trend-no-level", figure=label, begin=begin, end=end, span=span)
    if steadiness is Steadiness.NOT_STEADY:
        return Message("trend-rose", figure=label, begin=begin, end=end, span=span)
    if part.start:
        after = duration(part.start * figure.step_s)
        return Message("trend-levelled-off", figure=label, after=after, end=end)
    if part.falls:
        return Message("trend-fell", figure=label, begin=begin, end=end, span=span)
    return Message("trend-no-rise", figure=label, span=span)


def _quantity(value: float, unit: str) -> Quantity:
    if unit == "%":
        return share(value / 100.0)
    return {"ms": milliseconds, "MiB": mebibytes}.get(unit, number)(value)
