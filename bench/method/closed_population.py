"""Closed users and services of which the most users that keep the SLO are known exactly, drawn from a seed."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from loadproof.methods.capacity.settings import CapacityAsked, CapacitySettings
from loadproof.methods.capacity.user_search import UserSearch, cycle_of
from loadproof.model.pause import Pause, PauseKind
from loadproof.model.profile import Operation, Profile
from loadproof.model.scenario import Call, Flow, Think, Users
from loadproof.model.slo import Slo, SloKind
from loadproof.model.user_counts import users_by_kind

from bench.method.closed_queue import ClosedQueue, most_users
from bench.method.service_population import log_uniform, nanoseconds
from bench.method.virtual_run import TIMEOUT_S

__all__ = ["ClosedCase", "Drawn", "UserLaw", "case_of", "counts_of", "draw", "repairman_case", "truth_of"]

_SERVERS = (1, 2, 4, 8, 16, 32)
_LIMITS = {"p90": 0.10, "p95": 0.05, "p99": 0.01}
_USERS = (40, 4000)
_THINK_S = (0.5, 8.0)
_CALLS_PER_S = (30.0, 1500.0)
"""What keeps a plateau long enough to decide, and its simulation payable."""
_TAILS = (1.5, 15.0)
"""The threshold over the tail of the service time."""
_START_PARTS = (3.0, 20.0)
_ATTEMPTS = 1000


@dataclass(frozen=True, slots=True)
class ClosedCase:
    """A service in the engine's words, the kinds of its users, the SLO, and the most users that keep it."""

    number: int
    family: str
    service: Mapping[str, Any]
    kinds: tuple[tuple[Pause, float], ...]
    """Thinking of each kind after a call, and its share of the users."""
    slo: Slo
    users: int
    """The truth."""
    start: int
    seed: int
    paced: bool = False
    """True if the pause is a pacing: from the due time of one call to that of the next."""

    @property
    def profile(self) -> Profile:
        """One operation, which users of each kind call again and again, with a thinking time after it."""
        call = Operation("call", 0.0, "GET", "/", (), None, ((200, 299),), TIMEOUT_S, ())
        flows = tuple(
            Flow(f"visit {place}", 0.0, (Call("call"),) if self.paced else (Call("call"), Think(pause)), False)
            for place, (pause, _) in enumerate(self.kinds)
        )
        kinds = tuple(
            Users(f"kind {place}", f"visit {place}", 0, 0.0, 0.0, pause if self.paced else None, None, share)
            for place, (pause, share) in enumerate(self.kinds)
        )
        return Profile((call,), (), self.slos, TIMEOUT_S, None, flows=flows, users=kinds)

    @property
    def slos(self) -> tuple[Slo, ...]:
        """The percentile, and the errors that every study has."""
        return self.slo, Slo("errors<1%", SloKind.ERRORS, 0.01)

    @property
    def settings(self) -> CapacitySettings:
        """The settings of a search with the defaults of a study."""
        profile = self.profile
        most = max(5000, 2 * self.users)
        cycle_s = cycle_of(profile.users, profile.flows)
        return CapacityAsked(in_users=UserSearch(self.start, most, 0.0, None, cycle_s, profile.users)).settings(None)


def repairman_case(number: int, seed: int) -> ClosedCase:
    """Return case `number` of the population of `seed`: users of one kind, whose thinking is exponential."""
    rng = np.random.default_rng([seed, number, 11])
    for _ in range(_ATTEMPTS):
        drawn = draw(rng)
        queue = ClosedQueue(drawn.servers, drawn.service_s, (drawn.think_s,))
        users = truth_of(drawn, partial(_share_over, queue, drawn.threshold_s))
        if users is not None:
            pause = Pause(PauseKind.EXPONENTIAL, drawn.think_s)
            return case_of(rng, number, drawn, UserLaw(f"{drawn.servers} servers", ((pause, 1.0),)), users)
    raise LookupError(f"no case {number} of seed {seed}; widen the population")


def _share_over(queue: ClosedQueue, threshold_s: float, total: int) -> float:
    return queue.share_over((total,), threshold_s)


@dataclass(frozen=True, slots=True)
class Drawn:
    """Numbers of one attempt."""

    servers: int
    service_s: float
    think_s: float
    threshold_s: float
    percentile: str

    @property
    def limit(self) -> float:
        """Share of slow calls that the SLO allows."""
        return _LIMITS[self.percentile]


def draw(rng: np.random.Generator) -> Drawn:
    """Return the numbers of an attempt."""
    servers, percentile = int(rng.choice(_SERVERS)), str(rng.choice(list(_LIMITS)))
    think_s = log_uniform(rng, *_THINK_S)
    service_s = servers / log_uniform(rng, _CALLS_PER_S[0], _CALLS_PER_S[1])
    tail_s = service_s * math.log(1.0 / _LIMITS[percentile])
    threshold_ms = float(f"{1000.0 * tail_s * log_uniform(rng, *_TAILS):.3g}")
    return Drawn(servers, service_s, think_s, threshold_ms / 1000.0, percentile)


def truth_of(drawn: Drawn, share_over: Callable[[int], float], most: int = _USERS[1]) -> int | None:
    """Return the most users; None: they are too few or too many, or make too few calls for a search."""
    if drawn.threshold_s > 0.25 * TIMEOUT_S:
        return None
    users = most_users(share_over, drawn.limit, most)
    if users is None or users < _USERS[0]:
        return None
    calls_per_s = users / (drawn.think_s + drawn.threshold_s)
    return users if calls_per_s >= _CALLS_PER_S[0] / 2.0 else None


@dataclass(frozen=True, slots=True)
class UserLaw:
    """Family of a case: the pauses of each kind of users with its share, and how the service times differ."""

    family: str
    kinds: tuple[tuple[Pause, float], ...]
    service_time: Mapping[str, Any] | None = None
    """Law of the service time; None: exponential."""
    paced: bool = False


def case_of(rng: np.random.Generator, number: int, drawn: Drawn, law: UserLaw, users: int) -> ClosedCase:
    """Return the case of an attempt whose truth is known; a search of it begins far below."""
    service_time = law.service_time or {"exponential": nanoseconds(drawn.service_s)}
    service = {"workers": drawn.servers, "service_time": service_time}
    threshold_ms = 1000.0 * drawn.threshold_s
    slo = Slo(f"{drawn.percentile}<{threshold_ms:g}ms", SloKind.PERCENTILE, drawn.limit, threshold_ms)
    start = max(len(law.kinds) * 2, round(users / log_uniform(rng, *_START_PARTS)))
    seed = int(rng.integers(1, 2**30))
    return ClosedCase(number, law.family, service, law.kinds, slo, users, start, seed, law.paced)


def kinds_of(shares: tuple[float, ...]) -> tuple[Users, ...]:
    """Return kinds with these shares, to split a number of users as the product does."""
    return tuple(Users(str(place), "", 0, 0.0, 0.0, None, None, share) for place, share in enumerate(shares))


def counts_of(shares: tuple[float, ...], total: int) -> tuple[int, ...]:
    """Return the users of each kind among `total`.

    >>> counts_of((0.7, 0.3), 10)
    (7, 3)
    """
    return users_by_kind(kinds_of(shares), total)
