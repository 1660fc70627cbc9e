import numpy as np
from loadproof.judge.recovery import RecoveryJudge
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import State

from .simulated_service import (
    ERRORS,
    Plateau,
    QueueService,
    SimulatedShard,
    SimulatedTick,
    p99_under,
    simulated_delta,
)

SLOS = (p99_under(50.0), ERRORS)


def judged(slow_seconds: int, hold_s: int = 20) -> tuple[State, int]:
    """A service slow for its first seconds of low load, against a baseline of four servers of 5 ms."""
    _, before = Plateau(QueueService(4, 0.005), SLOS).run(np.random.default_rng(1), 200.0)
    timeline = Timeline(("call",), before.thresholds_ms, settle_s=0.0)
    judge = RecoveryJudge(SLOS, timeline, before.measurement())
    for second in range(hold_s):
        fast = 0 if second < slow_seconds else 200
        deltas = (simulated_delta(second, 200, 200, (fast, fast, fast), 200),)
        timeline.add(SimulatedTick(second, deltas, (SimulatedShard(1),)))
        verdict = judge.look(second + 1.0)
        if verdict is not None:
            return verdict.state, second + 1
    timeline.add(SimulatedTick(hold_s, (), (SimulatedShard(0),), last=True))
    return judge.final().state, hold_s


def test_a_service_at_its_baseline_is_recovered_after_three_seconds() -> None:
    assert judged(0) == (State.PASSED, 3)


def test_two_good_seconds_on_end_are_needed() -> None:
    assert judged(6) == (State.PASSED, 9)


def test_a_service_that_stays_slow_is_not_recovered() -> None:
    assert judged(100) == (State.FAILED, 20)
