import math
from collections.abc import Callable

import numpy as np
import pytest
from loadproof._engine import Histogram
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.warm_up.judge import WarmUpJudge
from loadproof.words.catalogue import english, words_of

from .simulated_service import SimulatedShard, SimulatedTick, simulated_delta

MOST_S = 120


def tick_of(second: int, median_ms: float, calls: int, rng: np.random.Generator) -> SimulatedTick:
    response = Histogram()
    for time_ms in np.exp(rng.normal(math.log(median_ms * math.exp(rng.normal(0.0, 0.03))), 0.3, calls)).tolist():
        response.record_ms(time_ms)
    delta = simulated_delta(second, calls or 200, calls, (), calls, response=response)
    return SimulatedTick(second, (delta,), (SimulatedShard(1),))


def warmed(
    median_ms: Callable[[float], float], calls: Callable[[int], int] = lambda second: 200, floor_s: float = 5.0
) -> tuple[Verdict, int, WarmUpJudge]:
    """The verdict on a service with a median by the second, how long it was held, and its judge."""
    rng = np.random.default_rng(1)
    timeline = Timeline(("call",), (), settle_s=0.0)
    timeline.close_span(MOST_S)
    judge = WarmUpJudge(timeline, floor_s, MOST_S)
    for second in range(MOST_S):
        tick = tick_of(second, median_ms(float(second)), calls(second), rng)
        timeline.add(tick)
        judge.add(tick)
        verdict = judge.look(second + 1.0)
        if verdict is not None:
            timeline.close_span(second + 1)
            break
    closing = SimulatedTick(timeline.ended_s, (), (SimulatedShard(0),), last=True)
    timeline.add(closing)
    judge.add(closing)
    return judge.final(), timeline.ended_s, judge


def test_a_warm_service_is_told_at_the_first_look() -> None:
    verdict, held_s, judge = warmed(lambda second: 5.0)
    assert (verdict.state, verdict.early, held_s) == (State.PASSED, True, 52)
    assert english(verdict.reason) == f"warm after {verdict.warm_after_s:g} s (MSER-5), held for 52 s"
    assert judge.doubts() == ()


def test_a_cold_start_is_told_by_its_onset_and_is_over_when_the_hold_ends() -> None:
    def median_ms(second: float) -> float:
        return 5.0 * (1.0 + 3.0 * math.exp(-second / 8.0))

    verdict, held_s, _ = warmed(median_ms)
    assert verdict.state is State.PASSED
    assert verdict.warm_after_s is not None
    assert 15.0 <= verdict.warm_after_s <= 40.0
    assert median_ms(held_s) < 1.05 * 5.0


def test_a_slow_warm_up_is_held_for_longer() -> None:
    def held_s(decay_s: float) -> int:
        return warmed(lambda second: 5.0 * (1.0 + 3.0 * math.exp(-second / decay_s)))[1]

    assert held_s(2.0) <= 72
    assert held_s(12.0) >= 92


def test_what_never_levels_is_never_steady_and_a_doubt() -> None:
    verdict, held_s, judge = warmed(lambda second: 5.0 * (1.0 + second / 60.0))
    assert (verdict.state, held_s, verdict.warm_after_s) == (State.UNDECIDED, MOST_S, None)
    assert english(verdict.reason).startswith("never steady within 2 min: the median response time still moved one way")
    (doubt,) = judge.doubts()
    assert (doubt.code, doubt.text, doubt.invalidates) == ("not-warm", verdict.reason, False)


def test_the_floor_is_kept() -> None:
    verdict, _, _ = warmed(lambda second: 5.0, floor_s=20.0)
    assert verdict.warm_after_s is not None
    assert verdict.warm_after_s >= 20.0


def test_seconds_without_an_answer_are_part_of_the_warm_up() -> None:
    verdict, _, _ = warmed(lambda second: 5.0, calls=lambda second: 0 if second < 12 else 200)
    assert verdict.warm_after_s is not None
    assert 12.0 <= verdict.warm_after_s <= 40.0


def test_few_calls_are_told_as_such() -> None:
    verdict, _, judge = warmed(lambda second: 5.0, calls=lambda second: 2)
    assert verdict.state is State.UNDECIDED
    assert english(verdict.reason) == "too few calls were answered in 2 min to tell whether it is warm"
    assert len(judge.doubts()) == 1


@pytest.mark.parametrize("last", [0, 40])
def test_a_service_that_answers_nothing_any_more_is_not_waited_for(last: int) -> None:
    verdict, held_s, judge = warmed(lambda second: 5.0, calls=lambda second: 200 if second < last else 0)
    assert (verdict.state, held_s) == (State.FAILED, last + 30)
    assert (
        english(verdict.reason) == f"nothing was answered for 30 s, after {words_of('en').duration(held_s)} of warm-up"
    )
    assert len(judge.doubts()) == 1
