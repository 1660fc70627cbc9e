"""How often the judge errs, on simulated queues and on calls at the very limit; in full: docs/method/tables."""

from collections import Counter

import numpy as np
import pytest
from loadproof.judge.plateau import PlateauJudge, PlateauSettings
from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import State
from loadproof.stats.looks import Looks
from loadproof.stats.share_test import BadCalls, ShareBounds, bounds

from .simulated_service import (
    ERRORS,
    KNOWN_SERVICES,
    KnownService,
    Plateau,
    SimulatedShard,
    SimulatedTick,
    simulated_delta,
)

FOUR_FIXED = KNOWN_SERVICES[0]


def verdicts(known: KnownService, load: float, runs: int, hold_s: float = 60.0) -> tuple[Counter[State], float]:
    """How often each verdict was given at `load` times the capacity, and the median seconds of a trial."""
    rng, states, lengths = np.random.default_rng(11), Counter[State](), []
    plateau = Plateau(known.service, known.slos, settings=PlateauSettings(hold_s))
    for _ in range(runs):
        verdict, timeline = plateau.run(rng, load * known.capacity)
        states[verdict.state] += 1
        lengths.append(timeline.ended_s)
    return states, float(np.median(lengths))


@pytest.mark.parametrize("known", KNOWN_SERVICES, ids=lambda known: known.name)
def test_far_from_the_limit_the_judge_is_fast_and_right(known: KnownService) -> None:
    low, low_s = verdicts(known, 0.6, 20)
    high, high_s = verdicts(known, 1.5, 20)
    assert low[State.PASSED] >= 19
    assert high[State.FAILED] == 20
    slow = known.threshold_ms > 100.0
    assert low_s <= (62 if slow else 17)
    assert high_s <= 8


@pytest.mark.parametrize("load", [0.9, 0.97])
def test_a_rate_below_capacity_is_hardly_ever_failed(load: float) -> None:
    states, _ = verdicts(FOUR_FIXED, load, 150)
    assert states[State.FAILED] <= 3
    assert states[State.PASSED] >= 90


def test_an_overload_of_one_per_cent_is_hardly_ever_passed() -> None:
    states, _ = verdicts(FOUR_FIXED, 1.01, 300)
    assert states[State.PASSED] <= 18


def test_an_overload_of_three_per_cent_is_failed_and_never_passed() -> None:
    states, _ = verdicts(FOUR_FIXED, 1.03, 150)
    assert states[State.PASSED] <= 1
    assert states[State.FAILED] >= 85


def test_counting_alone_would_pass_most_overloads_of_one_per_cent() -> None:
    rng, passed = np.random.default_rng(11), 0
    known = FOUR_FIXED
    for _ in range(100):
        arrivals = known.service.arrivals(rng, 1.01 * known.capacity, 7.0)
        slow = known.service.responses(rng, arrivals)[arrivals >= 2.0] * 1000.0 > known.threshold_ms
        passed += bool(np.mean(slow) <= 0.01)
    assert passed >= 50


def test_calls_taken_as_independent_would_pass_overloads_too() -> None:
    rng, wrong, wrong_with_bursts = np.random.default_rng(12), 0, 0
    known, limit = FOUR_FIXED, 0.01
    for _ in range(200):
        arrivals = known.service.arrivals(rng, 1.01 * known.capacity, 22.0)
        times_ms = known.service.responses(rng, arrivals) * 1000.0
        due = np.bincount(arrivals.astype(int), minlength=22)[2:].tolist()
        whole, half = (
            BadCalls(due, np.bincount(arrivals[times_ms > over_ms].astype(int), minlength=22)[2:].tolist())
            for over_ms in (known.threshold_ms, 0.5 * known.threshold_ms)
        )
        smooth = BadCalls([sum(due)], [sum(whole.bad)])
        wrong += bounds(smooth, limit, ShareBounds(0.005, 0.005)).high <= limit
        wrong_with_bursts += bounds(whole, limit, ShareBounds(0.005, 0.005), (half,)).high <= limit
    assert wrong >= 50
    assert wrong_with_bursts <= 4


def wrong_at_the_limit(runs: int, error_share: float = 0.01) -> tuple[int, int]:
    """Passes and failures of calls that fail independently, with the very share that is allowed."""
    rng, states = np.random.default_rng(13), Counter[State]()
    for _ in range(runs):
        timeline = Timeline(("call",), counted_thresholds_ms((ERRORS,)), 0.0)
        judge = PlateauJudge((ERRORS,), timeline, PlateauSettings(60.0))
        for second in range(60):
            errors = int(rng.binomial(1000, error_share))
            deltas = (simulated_delta(second, 1000, 1000 - errors, (), 1000 - errors, {"reset": errors}),)
            timeline.add(SimulatedTick(second, deltas, (SimulatedShard(1),)))
            verdict = judge.look(second + 1.0)
            if verdict is not None:
                break
        else:
            timeline.add(SimulatedTick(60, (), (SimulatedShard(0),), last=True))
            verdict = judge.final()
        states[verdict.state] += 1
    return states[State.PASSED], states[State.FAILED]


def test_at_the_very_limit_each_direction_errs_no_more_than_alpha() -> None:
    passed, failed = wrong_at_the_limit(400)
    # 5 % of 400 are 20; three standard deviations more are 33.
    assert passed <= 33
    assert failed <= 33


def test_without_the_union_bound_looking_again_and_again_would_err_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Looks, "early_error", property(lambda looks: looks.alpha))
    monkeypatch.setattr(Looks, "final_error", lambda looks, *, early: looks.alpha)
    passed, failed = wrong_at_the_limit(400)
    assert passed > 33
    assert failed > 33
