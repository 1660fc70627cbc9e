"""The response time of trials against their rate, in letters: what a terminal can draw."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Bar", "rate_picture"]

_WIDE = 64
_HEIGHT = 7
_BLOCKS = " ▁▂▃▄▅▆▇█"
_MARKS = {"passed": "✓", "failed": "✕"}
_FOOT = 0.15
"""Of the height: what the fastest trial is drawn with, as a bar of nothing is none."""
_TICKS = 5


@dataclass(frozen=True, slots=True)
class Bar:
    """One trial: its rate in calls/s, a response time in ms, and the state of its verdict."""

    rate: float
    time_ms: float
    state: str


def rate_picture(
    bars: Sequence[Bar], limit_ms: float | None, times: Sequence[str], rates: Sequence[str], width: int = _WIDE
) -> str:
    """Bars over the rate from 0 on, times on a logarithmic scale, the limit as a line.

    `times` are the labels of the highest, the limit and the lowest time, `rates` those of equal steps from 0 to the
    highest rate, `width` the columns between them. Above each bar stands what its verdict is: `✓` passed, `✕` failed,
    `?` any other. Of two trials at one place the slower is drawn.

    >>> bars = [Bar(300.0, 10.0, "passed"), Bar(600.0, 12.0, "passed"), Bar(1200.0, 800.0, "failed")]
    >>> print(rate_picture(bars, 200.0, ("800", "200", "10"), ("0", "600", "1,200")))
    800 │                                                              ✕
        │                                                              █
    200 ┤╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌█╌
        │                                                              █
        │                                                              █
        │                               ✓                              █
        │               ✓               ▂                              █
     10 │               █               █                              █
        └────────────────────────────────────────────────────────────────
         0                              600                         1,200
    """
    scale = _Scale(bars, limit_ms, width)
    grid = [[" "] * width for _ in range(_HEIGHT + 1)]
    limit_row = None if limit_ms is None else scale.row(limit_ms)
    if limit_row is not None:
        grid[limit_row] = ["╌"] * width
    for bar in sorted(bars, key=lambda one: one.time_ms):
        _draw(grid, bar, scale)
    labels = {0: times[0], _HEIGHT: times[2], **({} if limit_row is None else {limit_row: times[1]})}
    margin = max(map(len, times))
    lines = []
    for row, cells in enumerate(grid):
        edge = "┤" if row == limit_row else "│"
        lines.append(f"{labels.get(row, ''):>{margin}} {edge}{''.join(cells)}".rstrip())
    return "\n".join([*lines, f"{'':{margin}} └{'─' * width}", f"{'':{margin}}  {_spread(rates, width)}"])


class _Scale:
    def __init__(self, bars: Sequence[Bar], limit_ms: float | None, width: int) -> None:
        self._width = width
        shown = [bar.time_ms for bar in bars] + ([] if limit_ms is None else [limit_ms])
        self._low, high = math.log(min(shown)), math.log(max(shown))
        self._span = max(high - self._low, 1e-9)
        self._most = max(bar.rate for bar in bars)

    def eighths(self, time_ms: float) -> int:
        """How high a bar is, in eighths of a line; a line above it is left for its mark."""
        share = _FOOT + (1.0 - _FOOT) * (math.log(time_ms) - self._low) / self._span
        return max(1, round(8 * _HEIGHT * min(1.0, share)))

    def row(self, time_ms: float) -> int:
        """The line that the end of such a bar is in, counted from the top."""
        return _HEIGHT - (self.eighths(time_ms) - 1) // 8

    def place(self, rate: float) -> int:
        """The column of a rate."""
        return min(self._width - 2, max(0, round((self._width - 1) * rate / self._most) - 1))


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


def _spread(labels: Sequence[str], width: int) -> str:
    line = [" "] * (width + 1)
    for index, label in enumerate(labels):
        centre = round(index * (width - 1) / max(1, len(labels) - 1))
        first = min(max(0, centre - len(label) // 2), width - len(label))
        line[first : first + len(label)] = label
    return "".join(line).rstrip()
