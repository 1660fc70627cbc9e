"""Closed users and one queue, event by event, apart from the product's engine: for truths that no formula gives."""

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["ClosedSimulation", "Values"]

Values = NDArray[np.float64]
Draw = Callable[[np.random.Generator, int], Values]

_COARSE_CALLS, _FINE_CALLS = 40_000, 200_000
_WARM_PART = 0.2
_FINE_PLACES = (0.96, 0.975, 0.9875, 1.0, 1.0125, 1.025, 1.04)


@dataclass(frozen=True, slots=True)
class ClosedSimulation:
    """Users who call a service with `servers` and one queue, first come first served.

    `service` draws service times in s. A user calls again after a time that `pause` draws: after the answer, or if
    users are `paced` after the time at which the last call was due, and not before its answer.
    """

    servers: int
    service: Draw
    pause: Draw
    paced: bool
    seed: int

    def share_over(self, users: int, threshold_s: float, calls: int) -> float:
        """Return the share of calls whose response time, from their due time, exceeds `threshold_s`."""
        rng = np.random.default_rng([self.seed, users])
        services, pauses = self.service(rng, calls).tolist(), self.pause(rng, calls + users).tolist()
        # Users begin at different phases of their first pause.
        phases = rng.random(users).tolist()
        due = [(pauses[calls + place] * phases[place], place) for place in range(users)]
        heapq.heapify(due)
        scheduled = [0.0] * users
        for at_s, place in due:
            scheduled[place] = at_s
        free = [0.0] * self.servers
        over, warm = 0, round(_WARM_PART * calls)
        for call in range(calls):
            at_s, user = due[0]
            done_s = max(at_s, free[0]) + services[call]
            heapq.heapreplace(free, done_s)
            if call >= warm and done_s - scheduled[user] > threshold_s:
                over += 1
            if self.paced:
                scheduled[user] += pauses[call]
                next_s = max(scheduled[user], done_s)
            else:
                scheduled[user] = next_s = done_s + pauses[call]
            heapq.heapreplace(due, (next_s, user))
        return over / (calls - warm)

    def most_users(self, threshold_s: float, limit: float, least: int, most: int) -> int | None:
        """Return the most users that keep the share within `limit`; None: they are not between `least` and `most`.

        After a coarse bisection the logarithm of the share is taken as a line over that of the users near the limit.
        """
        low, high = least, most
        if not self.share_over(low, threshold_s, _COARSE_CALLS) <= limit < self._coarse(high, threshold_s):
            return None
        while high / low > 1.01 and high - low > 1:
            middle = round(math.sqrt(low * high))
            low, high = (middle, high) if self._coarse(middle, threshold_s) <= limit else (low, middle)
        numbers = sorted({max(1, round(part * low)) for part in _FINE_PLACES})
        shares = [self.share_over(number, threshold_s, _FINE_CALLS) for number in numbers]
        seen = [(number, share) for number, share in zip(numbers, shares, strict=True) if 0.0 < share < 6.0 * limit]
        if len(seen) < 3:
            return None
        slope, level = np.polyfit(np.log([number for number, _ in seen]), np.log([share for _, share in seen]), 1)
        return None if slope <= 1.0 else math.floor(math.exp((math.log(limit) - level) / slope))

    def _coarse(self, users: int, threshold_s: float) -> float:
        return self.share_over(users, threshold_s, _COARSE_CALLS)
