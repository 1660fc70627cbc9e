"""The response time of trials against their rate, in letters: what a terminal can draw."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

__all__ = ["Bar", "rate_picture"]

_WIDE = 64
_HEIGHT = 7
_BLOCKS = " ▁▂▃▄▅▆▇█"
_MARKS = {"passed": "✓", "failed": "✕"}
_FOOT = 0.15
"""Height of the lowest time, as a part of the whole: a bar of height 0 would be invisible."""
_STEPS = (4, 2, 1)
"""Parts of the axis of rates, by falling room that its labels take."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One trial: its rate in calls/s, a response time in ms, and the state of its verdict."""

    rate: float
    time_ms: float
    state: str


def rate_picture(
    bars: Sequence[Bar],
    limit_ms: float | None,
    time_label: Callable[[float], str],
    rate_label: Callable[[float], str],
    width: int = _WIDE,
) -> str:
    """Bars over the rate from 0 on, times on a logarithmic scale, the limit as a line.

    `time_label` and `rate_label` write a time in ms and a rate in calls/s; `width` is the number of columns between the
    labels and the right edge. The axis of times has ticks at the limit, the highest and the lowest time, each in the
    row where a bar of this time ends; if two of them have one row or one label, the first of this list has the tick.
    Above each bar stands its verdict: `✓` passed, `✕` failed, `?` any other. Of two trials at one place the slower is
    drawn.

    >>> bars = [Bar(300.0, 10.0, "passed"), Bar(600.0, 12.0, "passed"), Bar(1200.0, 800.0, "failed")]
    >>> print(rate_picture(bars, 200.0, "{:.0f}".format, "{:,.0f}".format))
        │                                                               ✕
    800 ┤                                                               █
    200 ┤╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌█
        │                                                               █
        │                                                               █
        │                                ✓                              █
        │                ✓               ▂                              █
     10 ┤                █               █                              █
        └┴───────────────┴───────────────┴──────────────┴───────────────┴
         0              300             600            900          1,200
    """
    scale = _Scale(bars, limit_ms, width)
    grid = [[" "] * width for _ in range(_HEIGHT + 1)]
    if limit_ms is not None:
        grid[scale.row(limit_ms)] = ["╌"] * width
    for bar in sorted(bars, key=lambda one: one.time_ms):
        _draw(grid, bar, scale)
    ticks = _ticks(bars, limit_ms, scale, time_label)
    margin = max(map(len, ticks.values()))
    lines = []
    for row, cells in enumerate(grid):
        edge = "┤" if row in ticks else "│"
        lines.append(f"{ticks.get(row, ''):>{margin}} {edge}{''.join(cells)}".rstrip())
    axis, labels = _rate_axis(scale, rate_label)
    return "\n".join([*lines, f"{'':{margin}} {axis}", f"{'':{margin}}  {labels}"])


class _Scale:
    def __init__(self, bars: Sequence[Bar], limit_ms: float | None, width: int) -> None:
        self.width = width
        shown = [bar.time_ms for bar in bars] + ([] if limit_ms is None else [limit_ms])
        self._low, high = math.log(min(shown)), math.log(max(shown))
        self._span = max(high - self._low, 1e-9)
        self.most = max(bar.rate for bar in bars)

    def eighths(self, time_ms: float) -> int:
        """Height of a bar in eighths of a line; the line above the highest is left for its mark."""
        share = _FOOT + (1.0 - _FOOT) * (math.log(time_ms) - self._low) / self._span
        return max(1, round(8 * _HEIGHT * min(1.0, share)))

    def row(self, time_ms: float) -> int:
        """The line in which a bar of this time ends, counted from the top."""
        return _HEIGHT - (self.eighths(time_ms) - 1) // 8

    def place(self, rate: float) -> int:
        """The column of a rate."""
        return min(self.width - 1, max(0, round((self.width - 1) * rate / self.most)))


def _ticks(bars: Sequence[Bar], limit_ms: float | None, scale: _Scale, label: Callable[[float], str]) -> dict[int, str]:
    """Labels by row; a row and a label are used once, so that labels descend with their rows."""
    times = [bar.time_ms for bar in bars]
    ticks: dict[int, str] = {}
    for time_ms in (*([] if limit_ms is None else [limit_ms]), max(times), min(times)):
        row, text = scale.row(time_ms), label(time_ms)
        if row not in ticks and text not in ticks.values():
            ticks[row] = text
    return ticks


def _draw(grid: list[list[str]], bar: Bar, scale: _Scale) -> None:
    height, place = scale.eighths(bar.time_ms), scale.place(bar.rate)
    whole, rest = divmod(height, 8)
    for level in range(whole):
        grid[_HEIGHT - level][place] = _BLOCKS[-1]
    top = _HEIGHT - whole
    if rest:
        grid[top][place] = _BLOCKS[rest]
        top -= 1
    grid[max(0, top)][place] = _MARKS.get(bar.state, "?")


def _rate_axis(scale: _Scale, label: Callable[[float], str]) -> tuple[str, str]:
    """The axis of rates with a tick at each label, and the labels below: as many steps as have room and differ."""
    for steps in _STEPS:
        rates = [scale.most * step / steps for step in range(steps + 1)]
        texts = [label(rate) for rate in rates]
        firsts = [
            min(max(0, scale.place(rate) - len(text) // 2), scale.width - len(text))
            for rate, text in zip(rates, texts, strict=True)
        ]
        ends = [first + len(text) for first, text in zip(firsts, texts, strict=True)]
        has_room = all(end < after for end, after in zip(ends, firsts[1:], strict=False))
        if len(set(texts)) == len(texts) and has_room and min(firsts) >= 0:
            return _axis(scale, rates), _spread(texts, firsts, scale.width)
    return _axis(scale, []), ""


def _axis(scale: _Scale, rates: Sequence[float]) -> str:
    places = {scale.place(rate) for rate in rates}
    return "└" + "".join("┴" if at in places else "─" for at in range(scale.width))


def _spread(texts: Sequence[str], firsts: Sequence[int], width: int) -> str:
    line = [" "] * width
    for text, first in zip(texts, firsts, strict=True):
        line[first : first + len(text)] = text
    return "".join(line).rstrip()
