"""Shared error of several hypotheses, one after the other: Holm 1979, Scandinavian Journal of Statistics 6."""

from collections.abc import Callable, Iterable
from typing import TypeVar

__all__ = ["sharing_error"]

K = TypeVar("K")


def sharing_error(hypotheses: Iterable[K], error: float, is_rejected: Callable[[K, float], bool]) -> dict[K, int]:
    """Return, by hypothesis, the number of hypotheses that share `error` when it is tested for the last time.

    `is_rejected` tests a hypothesis at an error. All start with an equal share. The share of each rejected hypothesis
    goes to those that are left, until none of these is rejected at its larger share. The probability that any true
    hypothesis is rejected at its share is at most `error`, whatever the dependence between them.

    >>> p_values = {"p99": 0.001, "mean": 0.02, "cpu": 0.3}
    >>> sharing_error(p_values, 0.05, lambda name, allowed: p_values[name] <= allowed)
    {'p99': 3, 'mean': 2, 'cpu': 1}
    """
    sharing: dict[K, int] = {}
    waiting = list(hypotheses)
    while waiting:
        share = error / len(waiting)
        sharing |= dict.fromkeys(waiting, len(waiting))
        left = [one for one in waiting if not is_rejected(one, share)]
        if len(left) == len(waiting):
            break
        waiting = left
    return sharing
