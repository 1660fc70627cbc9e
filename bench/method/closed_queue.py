"""Exact response times of closed users at a service of several servers: the machine repairman model.

Users think for a time of any law and then call a service with `servers` exponential servers and one queue, first come
first served. The network has product form, so only the mean of the thinking counts (Baskett, Chandy, Muntz and
Palacios 1975). A call that arrives finds the service as it is with one user less of its kind (arrival theorem:
Lavenberg and Reiser 1980; Sevcik and Mitrani 1981).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammainc, gammaincc, gammaln

__all__ = ["ClosedQueue", "most_users"]

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ClosedQueue:
    """`servers` of mean service time `service_s`, and the mean thinking time of each kind of users, `think_s`."""

    servers: int
    service_s: float
    think_s: tuple[float, ...]

    def share_over(self, users: Sequence[int], threshold_s: float) -> float:
        """Return the share of calls whose response time exceeds `threshold_s`, with so many users of each kind."""
        over, calls = 0.0, 0.0
        queued = self._queued(users)
        for kind, own in enumerate(users):
            if own:
                per_s = (own - queued[kind]) / self.think_s[kind]
                found = self._found([number - (place == kind) for place, number in enumerate(users)])
                over += per_s * float(found @ self._over(len(found), threshold_s))
                calls += per_s
        return over / calls

    def _found(self, users: Sequence[int]) -> Values:
        """Return the distribution of the calls at the service."""
        weights = self._weights(users)
        joint: Values = np.exp(weights - weights.max())
        joint /= joint.sum()
        if len(users) == 1:
            return joint
        totals = np.add.outer(np.arange(users[0] + 1), np.arange(users[1] + 1))
        return np.bincount(totals.ravel(), joint.ravel(), sum(users) + 1).astype(np.float64)

    def _queued(self, users: Sequence[int]) -> list[float]:
        """Return the mean number of users of each kind at the service."""
        weights = self._weights(users)
        joint = np.exp(weights - weights.max())
        joint /= joint.sum()
        if len(users) == 1:
            return [float(joint @ np.arange(users[0] + 1))]
        return [float(joint.sum(axis=1 - kind) @ np.arange(own + 1)) for kind, own in enumerate(users)]

    def _weights(self, users: Sequence[int]) -> Values:
        """Return the logarithms of the weights of the states: calls of each kind at the service."""
        most = sum(users)
        served = np.log(np.minimum(np.arange(1, most + 1), self.servers) / self.service_s)
        by_total = np.concatenate(([0.0], -np.cumsum(served)))
        own = [_thinking(number, think_s) for number, think_s in zip(users, self.think_s, strict=True)]
        if len(users) == 1:
            return own[0] + by_total
        first, second = np.arange(users[0] + 1), np.arange(users[1] + 1)
        total = np.add.outer(first, second)
        orders = gammaln(total + 1.0) - np.add.outer(gammaln(first + 1.0), gammaln(second + 1.0))
        result: Values = np.add.outer(own[0], own[1]) + orders + by_total[total]
        return result

    def _over(self, states: int, threshold_s: float) -> Values:
        """Return the probability of a response time over the threshold, by the calls that are found at the service."""
        rate, servers = threshold_s / self.service_s, self.servers
        over = np.full(states, math.exp(-rate))
        ahead = np.arange(1, states - servers + 1, dtype=float)
        if not len(ahead):
            return over
        if servers == 1:
            over[1:] = gammaincc(ahead + 1.0, rate)
            return over
        # Calls that leave the queue before this one are an Erlang stage each; its own service follows.
        waits = gammaincc(ahead, servers * rate)
        served = gammainc(ahead, (servers - 1) * rate)
        with np.errstate(divide="ignore"):
            rest = np.exp(ahead * math.log(servers / (servers - 1)) - rate + np.log(served))
        over[servers:] = np.minimum(1.0, waits + rest)
        return over


def _thinking(users: int, think_s: float) -> Values:
    """Return the logarithms of the weights of `users` of one kind, by those of them that are at the service."""
    away = np.arange(users + 1, dtype=float)
    result: Values = -away * math.log(think_s) - gammaln(users - away + 1.0)
    return result


def most_users(share_over: Callable[[int], float], limit: float, most: int) -> int | None:
    """Return the most users whose share of slow calls is within `limit`; None: one user's is not, or that of `most` is.

    >>> most_users(lambda users: users / 1000.0, 0.05, 4000)
    50
    """
    low, high = 1, most
    if share_over(low) > limit or share_over(high) <= limit:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if share_over(middle) <= limit else (low, middle)
    return low
