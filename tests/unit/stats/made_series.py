"""Series with a known truth, for slopes and trends."""

import numpy as np
from numpy.typing import NDArray

Series = NDArray[np.float64]
_BURN_IN = 200


def autoregressive(rng: np.random.Generator, count: int, memory: float) -> Series:
    """Noise of mean 0 and deviation 1 whose neighbours correlate by `memory`."""
    shocks = rng.normal(size=count + _BURN_IN)
    values = np.empty_like(shocks)
    value = 0.0
    for step, shock in enumerate(shocks):
        value = memory * value + shock
        values[step] = value
    result: Series = values[_BURN_IN:] * np.sqrt(1.0 - memory * memory)
    return result


def sawtooth(rng: np.random.Generator, count: int, height: float, period: float) -> Series:
    """Memory that is filled and freed, with a phase by chance and a little noise."""
    phase = (np.arange(count) / period + rng.random()) % 1.0
    result: Series = height * phase + 0.01 * height * rng.normal(size=count)
    return result


def warm_up(count: int, height: float) -> Series:
    """Falls from `height` to 0 with a twelfth of the length as its time."""
    result: Series = height * np.exp(-np.arange(count) / (count / 12.0))
    return result
