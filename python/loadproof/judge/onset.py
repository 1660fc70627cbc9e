"""Where a series becomes steady: the truncation point of MSER-5."""

from collections.abc import Sequence

__all__ = ["FEWEST_VALUES", "steady_onset"]

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
    if len(values) < FEWEST_VALUES:
        raise ValueError(f"{len(values)} values do not show an onset; give {FEWEST_VALUES} or more")
    batches = [sum(values[first : first + _BATCH]) / _BATCH for first in range(0, len(values) - _BATCH + 1, _BATCH)]
    errors = [_squared_error(batches[first:]) for first in range(len(batches) - _FEWEST_LEFT + 1)]
    best = errors.index(min(errors))
    return best * _BATCH if 2 * best <= len(batches) else None


def _squared_error(batches: Sequence[float]) -> float:
    """The squared standard error of the mean."""
    count = len(batches)
    mean = sum(batches) / count
    return sum((value - mean) ** 2 for value in batches) / (count * count)
