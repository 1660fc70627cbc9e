"""The order of starts, what is run in each, and what ends a comparison."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof._engine import Histogram
from loadproof.judge.comparison_decision import Difference
from loadproof.judge.start_figures import Metric
from loadproof.judge.verdict import State
from loadproof.method.compare import Compare, CompareSettings, start_order
from loadproof.method.method import Answer, Observed, Outcome
from loadproof.method.plateau_standard import plateau_settings
from loadproof.method.trial import Purpose, Trial, TrialResult
from loadproof.words.catalogue import english

from .made_results import result_of

SETTINGS = CompareSettings(rate=500.0, variants=("old", "new"), starts=4)
FASTER = {"old": 10.0, "new": 8.0}


def measured(trial: Trial, state: State, base_ms: float) -> TrialResult:
    """A trial of 2,000 calls around `base_ms`, a little off with the number of its start."""
    result, histogram = result_of(trial, state), Histogram()
    for step in range(20):
        histogram.record_ms(base_ms * (1.0 + 0.02 * step) * (1.0 + 0.001 * (trial.start % 5)), 100)
    measurement = replace(result.measurement, response=histogram, due=2000, sent=2000, completed=2000)
    return replace(result, measurement=measurement)


def compared(
    settings: CompareSettings, state_of: Callable[[Trial], State] = lambda _: State.PASSED
) -> tuple[Answer, list[TrialResult]]:
    """The answer where `new` is a fifth faster, and the history."""
    method, history = Compare(settings), list[TrialResult]()
    for _ in range(1000):
        step = method.next(history)
        assert step == method.next(tuple(history))
        if isinstance(step, Answer):
            return step, history
        history.append(measured(step, state_of(step), FASTER[step.variant]))
    raise AssertionError("the comparison does not end")


@given(st.integers(3, 30), st.integers(0, 10_000))
def test_starts_take_turns_in_blocks(starts: int, seed: int) -> None:
    order = start_order(("a", "b"), starts, seed)
    assert order == start_order(("a", "b"), starts, seed)
    assert Counter(order) == {"a": starts, "b": starts}
    assert all(set(order[place : place + 2]) == {"a", "b"} for place in range(0, len(order), 2))
    # Two blocks are each other's mirror image.
    for place in range(0, len(order) - 3, 4):
        assert order[place : place + 4] == order[place : place + 4][::-1]


def test_the_order_is_drawn() -> None:
    orders = [start_order(("a", "b"), 6, seed) for seed in range(40)]
    assert len(set(orders)) == 8
    assert {order[0] for order in orders} == {order[-1] for order in orders} == {"a", "b"}


def test_each_start_is_warmed_up_and_then_held_at_the_common_load() -> None:
    answer, history = compared(SETTINGS)
    assert len(history) == 2 * 2 * SETTINGS.starts
    for warm_up, hold in zip(history[::2], history[1::2], strict=True):
        assert (warm_up.trial.purpose, hold.trial.purpose) == (Purpose.WARM_UP, Purpose.COMPARE)
        assert (warm_up.trial.variant, warm_up.trial.start) == (hold.trial.variant, hold.trial.start)
        assert (warm_up.trial.rate, hold.trial.rate) == (500.0, 500.0)
        assert not hold.trial.early_stop
        assert hold.trial.hold_s == SETTINGS.hold_s
    assert [result.trial.start for result in history[1::2]] == list(range(1, 9))
    assert answer.details["comparison"] is not None
    assert answer.details["comparison"].starts == (4, 4)


def test_the_second_variant_is_compared_against_the_first() -> None:
    answer, _ = compared(SETTINGS)
    assert answer.outcome is Outcome.DIFFERENT
    assert answer.details["comparison"] is not None
    p50 = next(row for row in answer.details["comparison"].rows if row.metric is Metric.P50)
    assert p50.difference is Difference.DIFFERENT
    assert p50.effect == pytest.approx(-20.0, abs=0.5)
    assert answer.as_dict()["variants"] == ["old", "new"]
    assert "4 starts of old and 4 of new" in english(answer.reason)


def test_what_is_warmed_up_is_not_compared() -> None:
    method, history = Compare(SETTINGS), list[TrialResult]()
    while isinstance(step := method.next(history), Trial):
        cold = 50.0 if step.variant == "old" else 1.0
        history.append(measured(step, State.PASSED, cold if step.purpose is Purpose.WARM_UP else 10.0))
    assert isinstance(step, Answer)
    assert step.details["comparison"] is not None
    assert not step.details["comparison"].rows_that_are(Difference.DIFFERENT)


def test_a_hold_that_was_not_valid_is_repeated_from_a_fresh_start_of_its_variant() -> None:
    answer, history = compared(SETTINGS, lambda trial: State.INVALID if trial.start == 3 else State.PASSED)
    holds = [result.trial for result in history if result.trial.purpose is Purpose.COMPARE]
    assert [hold.start for hold in holds] == list(range(1, 10))
    assert holds[2].variant == holds[3].variant
    assert answer.details["comparison"] is not None
    assert answer.details["comparison"].starts == (4, 4)


@given(st.integers(0, 4))
def test_a_start_that_cannot_be_measured_is_given_up(repeats: int) -> None:
    answer, history = compared(replace(SETTINGS, repeats=repeats), lambda _: State.INVALID)
    assert (answer.outcome, answer.details["comparison"]) == (Outcome.INVALID, None)
    assert len(history) == 2 * (repeats + 1)
    assert "could not be measured in " in english(answer.reason)


def test_holds_that_did_not_keep_their_slos_are_named() -> None:
    answer, _ = compared(SETTINGS, lambda trial: State.FAILED if trial.variant == "old" else State.PASSED)
    assert answer.details["comparison"] is not None
    assert "4 holds of old did not keep their SLOs" in english(answer.reason)


def test_cpu_is_compared_by_start() -> None:
    _, history = compared(SETTINGS)
    starts = {result.trial.start: result.trial.variant for result in history}
    cpu = {start: {"api": (50.0 if name == "new" else 40.0) + 0.1 * (start % 3)} for start, name in starts.items()}
    answer = Compare(SETTINGS).next(history, Observed(cpu_percent=cpu))
    assert isinstance(answer, Answer)
    assert answer.details["comparison"] is not None
    found = next(row for row in answer.details["comparison"].rows if row.metric is Metric.CPU)
    assert (found.name, found.difference) == ("api", Difference.DIFFERENT)
    assert found.effect == pytest.approx(10.0, abs=0.2)


def test_without_a_warm_up_the_hold_ramps() -> None:
    step = Compare(replace(SETTINGS, warm_up_s=0.0)).next([])
    assert isinstance(step, Trial)
    assert (step.purpose, step.ramp_s, step.ramp_from) == (Purpose.COMPARE, 10.0, 250.0)


def test_a_hold_is_judged_at_its_end() -> None:
    method, history = Compare(SETTINGS), list[TrialResult]()
    for _ in range(2):
        step = method.next(history)
        assert isinstance(step, Trial)
        assert not plateau_settings(step, 10.0).early_pass
        assert (
            plateau_settings(step, 10.0).standard
            is not plateau_settings(Trial(Purpose.SEARCH, 1.0, 1.0), 10.0).standard
        )
        history.append(measured(step, State.PASSED, 10.0))
    assert all(before.trial != after.trial for before, after in pairwise(history))


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"rate": 0.0}, "rate"),
        ({"hold_s": float("inf")}, "hold_s"),
        ({"starts": 2}, "starts"),
        ({"variants": ("same", "same")}, "variants"),
        ({"warm_up_s": -1.0}, "warm_up_s"),
    ],
)
def test_settings_that_nothing_can_be_compared_with_are_refused(wrong: dict[str, object], named: str) -> None:
    with pytest.raises(ValueError, match=f"^{named}: "):
        CompareSettings(**{"rate": 1.0, **wrong})  # type: ignore[arg-type]
