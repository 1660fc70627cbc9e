"""How an SLO on Apdex is judged while a plateau lasts, on users with a known Apdex whose calls may be alike."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from loadproof._engine import ApdexCounts
from loadproof.judge.apdex import ApdexRow
from loadproof.judge.plateau import PlateauJudge, PlateauSettings
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import State
from loadproof.model.slo import parse_slo
from loadproof.model.user_counts import UserCount

from bench.method.apdex_population import Counts, grouped, user_shares, zones_of
from bench.method.effort import Effort
from bench.method.table import Claim, MethodTable
from tests.unit.judge.simulated_service import SimulatedShard, SimulatedTick, simulated_delta

__all__ = ["LIMIT", "apdex_slos"]

LIMIT = 0.85
_SCORES = (0.75, 0.8, 0.85, 0.9, 0.95)
_USERS = (20, 100, 1000)
_CORRELATIONS = (0.0, 0.3)
_PACING_S = 20.0
_HOLD_S = 300.0
_RUNS = 400
_TARGET_S = 1.0
_MOST_WRONG_PERCENT = 7.5
"""The allowed error of 5 % in each direction, and two standard errors of a row."""


@dataclass(frozen=True, slots=True)
class _Load:
    """Users with a call each `_PACING_S` seconds on average; calls of one user correlate."""

    users: int
    correlation: float
    score: float

    def draw(self, rng: np.random.Generator, seconds: int) -> tuple[Counts, Counts, Counts]:
        """Return due, satisfied and tolerating calls by second (rows) and group of users (columns)."""
        satisfied_share, tolerating_share = user_shares(rng, (1, self.users), zones_of(self.score), self.correlation)
        due = rng.poisson(1.0 / _PACING_S, (seconds, self.users))
        satisfied = rng.binomial(due, satisfied_share)
        tolerating = rng.binomial(due - satisfied, tolerating_share)
        return grouped(due), grouped(satisfied), grouped(tolerating)


def _judged_plateaus(item: tuple[_Load, int, int]) -> Counter[State]:
    """Return how often each verdict was given, of `item[1]` plateaus from seed `item[2]`."""
    load, runs, seed = item
    key = [seed, load.users, round(10 * load.correlation), round(100 * load.score)]
    rng = np.random.default_rng(np.random.SeedSequence(key))
    return Counter(_judged(load, rng) for _ in range(runs))


def _judged(load: _Load, rng: np.random.Generator) -> State:
    seconds = round(_HOLD_S)
    slo = parse_slo(f"apdex>={LIMIT}")
    timeline = Timeline(("call",), (), 0.0).with_users(
        [UserCount("users", load.users)], {"call": ApdexRow(_TARGET_S, load.users)}
    )
    judge = PlateauJudge((slo,), timeline, PlateauSettings(_HOLD_S))
    timeline.close_span(seconds)
    due, satisfied, tolerating = (part.tolist() for part in load.draw(rng, seconds))
    for second in range(seconds):
        calls = sum(due[second])
        counts = ApdexCounts(due[second], satisfied[second], tolerating[second])
        delta = simulated_delta(second, calls, calls, done=calls, apdex=counts)
        timeline.add(SimulatedTick(second, (delta,), (SimulatedShard(0, 0.1 * (second + 1)),)))
        verdict = judge.look(second + 1.0)
        if verdict is not None:
            return verdict.state
    timeline.add(SimulatedTick(seconds, (), (SimulatedShard(0),), last=True))
    return judge.final().state


def apdex_slos(effort: Effort) -> MethodTable:
    """Return a row for each number of users, correlation and Apdex."""
    loads = [_Load(users, alike, score) for users in _USERS for alike in _CORRELATIONS for score in _SCORES]
    runs = effort.runs(_RUNS)
    found = effort.map(_judged_plateaus, [(load, runs, effort.seed) for load in loads])

    def percent(states: Counter[State], state: State) -> float:
        return 100.0 * states[state] / runs

    rows: Sequence[Sequence[str]] = [
        [
            str(load.users),
            f"{load.correlation:g}",
            f"{load.score:g}",
            *(f"{percent(states, state):.1f}" for state in (State.PASSED, State.FAILED, State.UNDECIDED)),
        ]
        for load, states in zip(loads, found, strict=True)
    ]
    claims = []
    for alike in _CORRELATIONS:
        judged = [(load.score, states) for load, states in zip(loads, found, strict=True) if load.correlation == alike]
        passed = max(percent(states, State.PASSED) for score, states in judged if score <= LIMIT)
        failed = max(percent(states, State.FAILED) for score, states in judged if score >= LIMIT)
        row = f"correlation {alike:g}, the worst row, %"
        claims += [
            Claim(f"at the limit or below it passed, {row}", passed, most=_MOST_WRONG_PERCENT),
            Claim(f"at the limit or above it failed, {row}", failed, most=_MOST_WRONG_PERCENT),
        ]
    columns = ("users", "correlation", "Apdex", "passed %", "failed %", "undecided %")
    facts = {"SLO": f"apdex>={LIMIT}", "hold": f"{_HOLD_S:g} s", "plateaus a row": str(runs), "seed": str(effort.seed)}
    return MethodTable("Verdicts of an SLO on Apdex", columns, rows, claims, facts)
