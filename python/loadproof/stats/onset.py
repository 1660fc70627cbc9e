"""Onset of the steady part of a series: the truncation point of MSER-5, the only rule of warm-up."""

from collections.abc import Sequence

__all__ = ["FEWEST_VALUES", "steady_onset", "truncation_point"]

FEWEST_VALUES = 50
"""MSER-5 is not to be trusted on fewer values."""
_BATCH = 5
_FEWEST_LEFT = 4


def steady_onset(values: Sequence[float]) -> int | None:
    """The first value that belongs to the steady part; None: a level is not reached within the first half.

    The point that leaves the smallest standard error of the mean of the rest, on means of five values (White 1997;
    Franklin and White 2008). A minimum in the second half is no point of truncation but the lack of one. Raises
    ValueError for fewer than 50 values.

    >>> steady_onset([9.0] * 10 + [1.0, 2.0] * 25)
    10
    """
    errors = _squared_errors(values)
    best = errors.index(min(errors))
    return best * _BATCH if 2 * best <= len(values) // _BATCH else None


def truncation_point(values: Sequence[float]) -> int:
    """The best point of truncation within the first half, whether the rest is steady or not; see `steady_onset`.

    A few of the last values that happen to be alike draw the minimum of noise into the second half: whether there is a
    level is then to be told by a test of the rest. Raises ValueError for fewer than 50 values.

    >>> truncation_point([9.0] * 10 + [1.0, 2.0] * 25), truncation_point([float(step) for step in range(60)])
    (10, 30)
    """
    errors = _squared_errors(values)[: len(values) // _BATCH // 2 + 1]
    return errors.index(min(errors)) * _BATCH


def _squared_errors(values: Sequence[float]) -> list[float]:
    """The squared standard error of the mean of what each point of truncation leaves."""
    if len(values) < FEWEST_VALUES:
        raise ValueError(f"{len(values)} values do not show an onset; give {FEWEST_VALUES} or more")
    batches = [sum(values[first : first + _BATCH]) / _BATCH for first in range(0, len(values) - _BATCH + 1, _BATCH)]
    return [_squared_error(batches[first:]) for first in range(len(batches) - _FEWEST_LEFT + 1)]


def _squared_error(batches: Sequence[float]) -> float:
    """The squared standard error of the mean."""
    count = len(batches)
    mean = sum(batches) / count
    return sum((value - mean) ** 2 for value in batches) / (count * count)
