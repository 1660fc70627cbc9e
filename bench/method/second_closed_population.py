"""Closed users and services of families on which no rule of a search in users was chosen.

Thinking of other laws and users of two kinds have exact truths (`closed_queue`); log-normal service times and paced
users have simulated ones (`closed_simulation`).
"""

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
from loadproof.model.pause import Pause, PauseKind

from bench.method.closed_population import ClosedCase, Drawn, UserLaw, case_of, counts_of, draw, truth_of
from bench.method.closed_queue import ClosedQueue
from bench.method.closed_simulation import ClosedSimulation, Values
from bench.method.service_population import log_uniform, nanoseconds

__all__ = ["FAMILIES", "SEED", "second_case"]

SEED = 20_261_130
FAMILIES = ("other laws of thinking", "two kinds of users", "log-normal service", "paced users")
_ATTEMPTS = 1000
_MOST_OF_TWO = 1500
"""Weights of two kinds are a matrix of users by users."""


def second_case(number: int, seed: int) -> ClosedCase:
    """Return case `number` of the population of `seed`."""
    rng = np.random.default_rng([seed, number, 12])
    family = FAMILIES[number % len(FAMILIES)]
    for _ in range(_ATTEMPTS):
        case = _DRAWS[family](rng, number, draw(rng))
        if case is not None:
            return case
    raise LookupError(f"no case {number} of seed {seed}; widen the population")


def _other_thinking(rng: np.random.Generator, number: int, drawn: Drawn) -> ClosedCase | None:
    queue = ClosedQueue(drawn.servers, drawn.service_s, (drawn.think_s,))
    users = truth_of(drawn, lambda total: queue.share_over((total,), drawn.threshold_s))
    if users is None:
        return None
    law, mean_s = rng.choice(("constant", "uniform", "lognormal")), drawn.think_s
    pauses = {
        "constant": Pause(PauseKind.CONSTANT, mean_s),
        "uniform": Pause(PauseKind.UNIFORM, 0.2 * mean_s, 1.8 * mean_s),
        "lognormal": Pause(PauseKind.LOGNORMAL, mean_s * math.exp(-0.5), 1.0),
    }
    return case_of(rng, number, drawn, UserLaw(FAMILIES[0], ((pauses[law], 1.0),)), users)


def _two_kinds(rng: np.random.Generator, number: int, drawn: Drawn) -> ClosedCase | None:
    first = round(float(rng.uniform(0.2, 0.8)), 2)
    shares, slower = (first, round(1.0 - first, 2)), log_uniform(rng, 2.0, 8.0)
    thinks_s = (drawn.think_s, drawn.think_s * slower)
    queue = ClosedQueue(drawn.servers, drawn.service_s, thinks_s)
    users = truth_of(drawn, lambda total: queue.share_over(counts_of(shares, total), drawn.threshold_s), _MOST_OF_TWO)
    if users is None:
        return None
    pauses = [Pause(PauseKind.EXPONENTIAL, think_s) for think_s in thinks_s]
    return case_of(rng, number, drawn, UserLaw(FAMILIES[1], tuple(zip(pauses, shares, strict=True))), users)


def _log_normal(rng: np.random.Generator, number: int, drawn: Drawn) -> ClosedCase | None:
    sigma = float(rng.uniform(0.4, 1.1))
    pause = Pause(PauseKind.EXPONENTIAL, drawn.think_s)
    simulation = ClosedSimulation(
        drawn.servers,
        partial(_log_normal_times, drawn.service_s, sigma),
        partial(_exponential_times, drawn.think_s),
        False,
        int(rng.integers(1, 2**30)),
    )
    law = UserLaw(FAMILIES[2], ((pause, 1.0),), _log_normal_law(drawn, sigma))
    return _simulated(rng, number, drawn, law, simulation)


def _paced(rng: np.random.Generator, number: int, drawn: Drawn) -> ClosedCase | None:
    sigma = float(rng.uniform(0.4, 1.1))
    least_s, most_s = round(0.7 * drawn.think_s, 3), round(1.3 * drawn.think_s, 3)
    pause = Pause(PauseKind.UNIFORM, least_s, most_s)
    if drawn.threshold_s > 0.5 * least_s:
        # Users who are late for their pacing never catch up with it.
        return None
    simulation = ClosedSimulation(
        drawn.servers,
        partial(_log_normal_times, drawn.service_s, sigma),
        partial(_uniform_times, least_s, most_s),
        True,
        int(rng.integers(1, 2**30)),
    )
    law = UserLaw(FAMILIES[3], ((pause, 1.0),), _log_normal_law(drawn, sigma), paced=True)
    return _simulated(rng, number, drawn, law, simulation)


def _simulated(
    rng: np.random.Generator, number: int, drawn: Drawn, law: UserLaw, simulation: ClosedSimulation
) -> ClosedCase | None:
    # Of exponential services and thinking, whose truth costs nothing: where to look for that of others.
    queue = ClosedQueue(drawn.servers, drawn.service_s, (drawn.think_s,))
    about = truth_of(drawn, lambda total: queue.share_over((total,), drawn.threshold_s))
    if about is None:
        return None
    users = simulation.most_users(drawn.threshold_s, drawn.limit, max(40, round(0.5 * about)), 2 * about)
    return None if users is None else case_of(rng, number, drawn, law, users)


def _log_normal_law(drawn: Drawn, sigma: float) -> Mapping[str, Any]:
    return {"log_normal": {"mean_ns": nanoseconds(drawn.service_s), "sigma": sigma}}


def _log_normal_times(mean_s: float, sigma: float, rng: np.random.Generator, count: int) -> Values:
    return rng.lognormal(math.log(mean_s) - 0.5 * sigma * sigma, sigma, count)


def _exponential_times(mean_s: float, rng: np.random.Generator, count: int) -> Values:
    return rng.exponential(mean_s, count)


def _uniform_times(least_s: float, most_s: float, rng: np.random.Generator, count: int) -> Values:
    return rng.uniform(least_s, most_s, count)


_DRAWS: Mapping[str, Callable[[np.random.Generator, int, Drawn], ClosedCase | None]] = {
    FAMILIES[0]: _other_thinking,
    FAMILIES[1]: _two_kinds,
    FAMILIES[2]: _log_normal,
    FAMILIES[3]: _paced,
}
