"""Trials at a load among those of a method: without recoveries, invalid trials, and failures of a cold service."""

from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.judge.verdict import State
from loadproof.methods.trial import Purpose, TrialResult, loaded_s

__all__ = ["Loads", "baseline", "loads_of", "over_limit"]

_LOADS = (Purpose.BRACKET, Purpose.SEARCH, Purpose.CONFIRM)


@dataclass(frozen=True, slots=True)
class Loads:
    """Trials of a search that count, in their order."""

    trials: tuple[TrialResult, ...]
    repeated_start: bool = False
    """True if the first trial did not pass and was repeated: the second one stands for both."""
    began_s: tuple[float, ...] = ()
    """Seconds of load before each trial."""


def loads_of(history: Sequence[TrialResult]) -> Loads:
    """Return the trials that count; a failure of the first trial counts only once it was repeated."""
    loads: list[TrialResult] = []
    began_s: list[float] = []
    used_s = 0.0
    for result in history:
        counts = result.trial.purpose in _LOADS and result.verdict.state is not State.INVALID
        if counts and result.trial.rate is not None:
            loads.append(result)
            began_s.append(used_s)
        used_s += loaded_s(result)
    # A cold service may fail its very first plateau: the second one at that level stands for both.
    repeated = (
        len(loads) > 1
        and loads[0].verdict.state is not State.PASSED
        and loads[1].trial.factor_level == loads[0].trial.factor_level
    )
    kept = [place for place in _standing(loads) if place or not repeated]
    return Loads(tuple(loads[place] for place in kept), repeated, tuple(began_s[place] for place in kept))


def _standing(loads: Sequence[TrialResult]) -> list[int]:
    """Without the trials at levels that passed when they were run again: the service was cold, or stalled once."""
    last_pass = {
        result.trial.factor_level: place
        for place, result in enumerate(loads)
        if result.verdict.state is State.PASSED and result.trial.purpose is not Purpose.CONFIRM
    }
    return [
        place
        for place, result in enumerate(loads)
        if result.verdict.state is State.PASSED or place > last_pass.get(result.trial.factor_level, -1)
    ]


def baseline(history: Sequence[TrialResult]) -> TrialResult | None:
    """Return the trial that a recovery is compared with: the first that passed, else the first that leans to it.

    Plateaus of a staircase count before trials of a search. None: no trial passed or leans to it.
    """
    trials = [result for result in history if result.trial.purpose is Purpose.PLATEAU] or loads_of(history).trials
    passed = (result for result in trials if result.verdict.state is State.PASSED)
    leaning = (result for result in trials if result.verdict.state is State.UNDECIDED and not over_limit(result))
    return next(passed, None) or next(leaning, None)


def over_limit(result: TrialResult) -> bool:
    """Return True if an undecided trial leans to failing: the counted share of one of its SLOs is over the limit.

    A plateau without results (too few calls, never steady) leans to failing, as nothing speaks for it. A plateau of
    which every single SLO passed leans to failing, too.
    """
    results = result.verdict.results
    if not results:
        return True
    passed = all(slo.state is State.PASSED for slo in results)
    return passed or any(slo.share > slo.slo.limit_share for slo in results)
