"""Verdict of a trial that others disturbed in part: sought in the clean seconds first, then in all of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.trial import Purpose, Trial
from loadproof.model.message import Message
from loadproof.trial.judging import Judging, clean_first

_OPEN = Trial(Purpose.LOAD, 100.0, 100.0, early_stop=False)
_CLOSED = Trial(Purpose.USERS, 0.0, 100.0, early_stop=False, users=300)


@dataclass
class _Timeline:
    """A span of 100 s, of which others disturbed some; it counts all of them once they are taken."""

    disturbed_s: int
    span_start: int = 0
    span_stop: int = 100
    is_whole: bool = False
    is_left_out: bool = field(default=False)

    def judged(self, begin: int, end: int) -> Sequence[int]:
        return range(begin, end - self.disturbed_s)

    def take_disturbed(self, *, at_best: bool = False) -> None:
        self.is_whole = not at_best

    def leave_disturbed_out(self) -> None:
        self.is_left_out = True


@dataclass
class _Judge:
    """A judge with one verdict on the clean seconds, and one on all of them."""

    timeline: _Timeline
    clean: State
    whole: State

    def final(self) -> Verdict:
        return Verdict(self.whole if self.timeline.is_whole else self.clean, Message("slo-none"))

    def look(self, _elapsed_s: float) -> Verdict | None:
        return None

    def next_look_s(self, elapsed_s: int) -> int:
        return elapsed_s + 1


def judged(trial: Trial, clean: State, whole: State, disturbed_s: int = 12) -> tuple[State, list[str], bool]:
    """State, codes of the doubts, and whether the disturbed seconds are left out."""
    timeline = _Timeline(disturbed_s)
    judging = Judging(cast(Any, _Judge(timeline, clean, whole)), lambda: ())
    found = clean_first(judging, trial, cast(Any, timeline))
    verdict = found.judge.final()
    return verdict.state, [doubt.code for doubt in found.doubts()], timeline.is_left_out


@pytest.mark.parametrize("trial", [_OPEN, _CLOSED])
def test_what_is_decided_neither_with_the_disturbed_seconds_nor_without_them_is_undecided(trial: Trial) -> None:
    assert judged(trial, State.UNDECIDED, State.UNDECIDED) == (State.UNDECIDED, [], True)


def test_a_search_in_users_runs_an_undecided_trial_again() -> None:
    searched = replace(_CLOSED, purpose=Purpose.SEARCH)
    assert judged(searched, State.UNDECIDED, State.UNDECIDED)[1] == ["disturbed"]


@pytest.mark.parametrize("trial", [_OPEN, _CLOSED])
def test_of_too_few_clean_seconds_an_undecided_load_is_not_told(trial: Trial) -> None:
    _, doubts, is_left_out = judged(trial, State.UNDECIDED, State.UNDECIDED, disturbed_s=80)
    assert (doubts, is_left_out) == (["disturbed"], False)


def test_a_pass_with_the_disturbed_seconds_stands_for_open_arrivals_alone() -> None:
    assert judged(_OPEN, State.UNDECIDED, State.PASSED)[:2] == (State.PASSED, [])
    assert judged(_CLOSED, State.UNDECIDED, State.PASSED)[1] == ["disturbed"]


@pytest.mark.parametrize("state", [State.PASSED, State.FAILED])
@pytest.mark.parametrize("trial", [_OPEN, _CLOSED])
def test_what_the_clean_seconds_show_is_the_verdict(trial: Trial, state: State) -> None:
    assert judged(trial, state, State.UNDECIDED) == (state, [], False)
