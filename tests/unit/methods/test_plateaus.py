"""The staircase: which trials it asks for, when it ends before its top, and what it answers."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.judge.verdict import State
from loadproof.methods.method import Observed
from loadproof.methods.plateaus.machine import HeldPlateau, Plateaus, PlateausDetails, PlateausSettings
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.records.answer import Answer, Outcome
from loadproof.words.catalogue import english

from .made_results import result_of

RATES = (1500.0, 3000.0, 4500.0, 6000.0)
SETTINGS = PlateausSettings(RATES, ramp_s=600.0, hold_s=1200.0, settle_s=120.0, tail_s=30.0)
PASSED, FAILED, UNDECIDED, INVALID = State.PASSED, State.FAILED, State.UNDECIDED, State.INVALID
LOST = "lost"
"""Failed, with most of the calls."""


def climbed(
    ends: Sequence[State | str], died_at: int | None = None, settings: PlateausSettings = SETTINGS
) -> tuple[Answer, list[TrialResult]]:
    """The answer where the plateaus end so, and the history; the service dies in the trial of index `died_at`."""
    method, history = Plateaus(settings), list[TrialResult]()
    while True:
        seen = Observed("api" if history and len(history) - 1 == died_at else None)
        step = method.next(history, seen)
        assert step == method.next(tuple(history), seen)
        if isinstance(step, Answer):
            return step, history
        if step.purpose is Purpose.RECOVER:
            history.append(result_of(step, State.PASSED))
            continue
        end = ends[len(history)]
        result = result_of(step, FAILED, share=0.51) if end == LOST else result_of(step, State(end))
        history.append(result)


def test_each_plateau_is_reached_by_a_ramp_from_the_one_before_and_held_to_its_end() -> None:
    _, history = climbed([PASSED] * 4)
    assert [result.trial for result in history] == [
        Trial(
            Purpose.PLATEAU, rate, hold_s=1050.0, settle_s=120.0, ramp_s=600.0, ramp_from=before,
            early_stop=False, tail_s=30.0,
        )
        for before, rate in zip((0.0, *RATES), RATES, strict=False)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("ends", "outcome", "low", "high", "reason"),
    [
        ([PASSED] * 4, "at_least", 6000.0, None, ""),
        ([PASSED, PASSED, FAILED, FAILED], "found", 3000.0, 4500.0, "4,500/s failed: made to be failed"),
        # Not valid and not told are no failure, and are named.
        (
            [PASSED, INVALID, PASSED, FAILED],
            "found",
            4500.0,
            6000.0,
            "6,000/s failed: made to be failed; could not be judged: 3,000/s",
        ),
        (
            [PASSED, PASSED, PASSED, UNDECIDED],
            "at_least",
            4500.0,
            None,
            "6,000/s could not be judged: made to be undecided",
        ),
        # A higher one that passes above one that failed is not what the service keeps.
        (
            [PASSED, FAILED, PASSED, FAILED],
            "found",
            1500.0,
            3000.0,
            "3,000/s failed: made to be failed; passed although a lower rate had failed: 4,500/s",
        ),
        (
            [FAILED, PASSED, PASSED, PASSED],
            "undecided",
            None,
            1500.0,
            "1,500/s failed: made to be failed; passed although a lower rate had failed: 3,000/s, 4,500/s, 6,000/s",
        ),
        ([FAILED] * 4, "none_passed", None, 1500.0, "1,500/s failed: made to be failed"),
        ([LOST], "none_passed", None, 1500.0, "1,500/s failed: made to be failed; not run after that: "
         "3,000/s, 4,500/s, 6,000/s"),
        (
            [PASSED, PASSED, LOST],
            "found",
            3000.0,
            4500.0,
            "4,500/s failed: made to be failed; not run after that: 6,000/s",
        ),
        (
            [UNDECIDED, INVALID, UNDECIDED, UNDECIDED],
            "undecided",
            None,
            None,
            "6,000/s could not be judged: made to be undecided; could not be judged: 1,500/s, 3,000/s, 4,500/s",
        ),
    ],
)  # fmt: skip
def test_what_plateaus_say(
    ends: list[State | str], outcome: str, low: float | None, high: float | None, reason: str
) -> None:
    answer, history = climbed(ends)
    assert (answer.outcome, answer.low, answer.high) == (Outcome(outcome), low, high)
    rests = [result.trial for result in history if result.trial.purpose is Purpose.RECOVER]
    # On the lowest rate that was kept, where the last plateau failed and there is such a rate.
    kept = [row.rate for row in answer.details_of(PlateausDetails).plateaus if row.state is PASSED]
    overloaded = answer.details_of(PlateausDetails).plateaus[-1].state is FAILED and kept
    assert rests == ([Trial(Purpose.RECOVER, kept[0], 30.0)] if overloaded else [])
    assert len(history) - len(rests) == len(ends)
    assert english(answer.reason) == reason
    assert [row.state for row in answer.details_of(PlateausDetails).plateaus] == [
        FAILED if end == LOST else end for end in ends
    ]


@pytest.mark.parametrize(
    ("end", "outcome", "high", "told"),
    [
        (FAILED, Outcome.FOUND, 3000.0, "3,000/s failed: the service api died"),
        (INVALID, Outcome.AT_LEAST, None, "3,000/s could not be judged: made to be invalid"),
    ],
)
def test_a_service_that_died_ends_the_staircase(end: State, outcome: Outcome, high: float | None, told: str) -> None:
    answer, history = climbed([PASSED, end, PASSED, PASSED], died_at=1)
    assert len(history) == 2
    assert (answer.outcome, answer.low, answer.high) == (outcome, 1500.0, high)
    assert english(answer.reason).startswith(told)
    assert english(answer.reason).endswith("; not run after that: 4,500/s, 6,000/s")


def test_the_rate_is_what_was_completed_not_what_was_due() -> None:
    method = Plateaus(PlateausSettings((100.0,), hold_s=600.0))
    trial = method.next([])
    assert isinstance(trial, Trial)
    made = result_of(trial, PASSED)
    answer = method.next([replace(made, measurement=replace(made.measurement, rate=97.25))])
    assert isinstance(answer, Answer)
    assert (answer.rate, answer.low) == (97.25, 100.0)
    assert answer.details_of(PlateausDetails).plateaus == (HeldPlateau(100.0, State.PASSED, 97.25),)


ENDS = st.lists(st.sampled_from([PASSED, FAILED, UNDECIDED, INVALID, LOST]), min_size=4, max_size=4)


@given(ENDS, st.none() | st.integers(0, 3))
def test_low_passed_and_nothing_below_it_failed(ends: list[State | str], died_at: int | None) -> None:
    answer, _ = climbed(ends, died_at)
    states = {row.rate: row.state for row in answer.details_of(PlateausDetails).plateaus}
    assert list(states) == list(RATES[: len(answer.details_of(PlateausDetails).plateaus)])
    failed = [rate for rate, state in states.items() if state is FAILED]
    assert answer.high == min(failed, default=None)
    if answer.low is not None:
        assert states[answer.low] is PASSED
        assert answer.high is None or answer.low < answer.high
        assert answer.rate == answer.low
    assert (answer.low is None) == (answer.rate is None) == (answer.outcome in ("none_passed", "undecided"))
    if answer.outcome is Outcome.AT_LEAST:
        assert not failed


@pytest.mark.parametrize(
    "settings",
    [
        {"rates": ()},
        {"rates": (0.0, 1.0)},
        {"rates": (2.0, 2.0)},
        {"rates": (1.0, float("inf"))},
        {"rates": (1.0,), "hold_s": 150.0},
        {"rates": (1.0,), "ramp_s": -1.0},
    ],
)
def test_settings_that_nothing_can_be_run_with(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="give"):
        PlateausSettings(**settings)
