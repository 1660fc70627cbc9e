"""The table of plateau verdicts in small."""

from loadproof.judge.verdict import State

from bench.method.plateau_verdicts import LOADS, judged


def test_an_overload_is_not_passed_and_a_light_load_is_not_failed() -> None:
    light, slight, heavy = (judged((0, LOADS.index(load), 40, 7)) for load in (0.6, 1.01, 1.1))
    assert light.percent(State.PASSED) == 100.0
    assert slight.percent(State.PASSED) <= 10.0
    assert heavy.percent(State.FAILED) == 100.0


def test_the_same_seed_gives_the_same_verdicts() -> None:
    item = (2, LOADS.index(0.9), 6, 9)
    assert judged(item) == judged(item)
    assert judged(item) != judged((2, LOADS.index(0.9), 6, 10))
