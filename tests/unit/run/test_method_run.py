"""The driver of methods: what it does of services between trials, what it tells the method, and when it gives up."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import pytest
from loadproof.judge.service_memory import ServiceMemory
from loadproof.judge.steadiness import SoakTrends
from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import State
from loadproof.methods.capacity.machine import Capacity
from loadproof.methods.capacity.settings import CapacitySettings
from loadproof.methods.method import NOTHING_OBSERVED, Driven, Method, Observed, OwnJudge, Restart
from loadproof.methods.soak.judge import SoakJudge
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.model.profile import Profile
from loadproof.model.slo import Slo
from loadproof.records.answer import Answer, Outcome
from loadproof.records.trend import Steadiness
from loadproof.run.method_run import run_method
from loadproof.run.session import Judging
from loadproof.study.load import profile_of_url

from ..methods.made_results import result_of

_, PROFILE = profile_of_url("http://127.0.0.1:8080/", ["p99<50ms"])
LOAD, REST = Trial(Purpose.SEARCH, 100.0, 5.0), Trial(Purpose.RECOVER, 50.0, 5.0)
TRENDS = SoakTrends(Steadiness.STEADY, Message.said("made to be steady"))


class MadeSession:
    """Ends each trial in the next of `states`, and is interrupted after `most` trials."""

    def __init__(self, states: Sequence[State], most: int = 99) -> None:
        self._states = list(states)
        self._most = most
        self.run_trials: list[Trial] = []
        self.said: list[Message] = []
        self.patience_s: list[float] = []

    def dismiss_users(self) -> None: ...

    def wait_for_quiet(self, most_s: float) -> float:
        self.patience_s.append(most_s)
        return min(60.0, max(0.0, most_s)) if len(self.run_trials) else 0.0

    def say(self, text: Message) -> None:
        self.said.append(text)

    def note(self, text: Message) -> None:
        self.said.append(text)

    @property
    def interrupted(self) -> bool:
        return len(self.run_trials) >= self._most

    def run(self, method: str, trial: Trial, judging_of: Callable[[Timeline], Judging]) -> TrialResult:
        judging_of(Timeline(("get",), counted_thresholds_ms(PROFILE.slos), 0.0))
        self.run_trials.append(trial)
        return result_of(trial, self._states.pop(0))


class MadeServices:
    """Notes what is asked of them; `dies` after so many trials."""

    def __init__(self, session: MadeSession, dies: int | None = None) -> None:
        self._session = session
        self._dies = dies
        self.revived: list[tuple[int, bool]] = []

    def revive(self, everything: bool, /) -> bool:
        self.revived.append((len(self._session.run_trials), everything))
        return everything

    @property
    def died(self) -> str | None:
        return "api" if len(self._session.run_trials) == self._dies else None

    @property
    def memory(self) -> Mapping[str, ServiceMemory]:
        return {"api": ServiceMemory()}


class TrendOnly:
    """Stands for a judge of a method's own; what it is asked as a judge is the session's part."""

    def add(self, *_: Any) -> None: ...

    look = next_look_s = final = doubts = add

    def details(self, memory: Mapping[str, ServiceMemory]) -> SoakTrends:
        assert memory == {"api": ServiceMemory()}
        return TRENDS


class Steps(Method):
    """Asks for `trials` one after the other, and says what it was told."""

    name = "steps"

    def __init__(self, trials: Sequence[Trial], restart: Restart = Restart.NO, judge: OwnJudge | None = None) -> None:
        self._trials = trials
        self._restart = restart
        self._judge = judge
        self.told: list[Observed] = []

    def next(self, history: Sequence[TrialResult], observed: Observed = NOTHING_OBSERVED, /) -> Trial | Answer:
        self.told.append(observed)
        if len(history) < len(self._trials):
            return self._trials[len(history)]
        return Answer(self.name, Outcome.FOUND, 100.0, Message.said(""))

    def judge(self, _trial: Trial, _timeline: Timeline, _slos: Sequence[Slo], _timeout_s: float, /) -> OwnJudge | None:
        return self._judge

    def restart(self, history: Sequence[TrialResult], /) -> Restart:
        return self._restart if history[-1].verdict.state is State.FAILED else Restart.NO


def driven(method: Method, session: MadeSession, services: MadeServices | None = None) -> Driven:
    profile: Profile = PROFILE
    return run_method(session, session, method, profile, services)


def test_what_died_is_started_again_before_each_trial_and_the_method_is_told() -> None:
    session = MadeSession([State.PASSED, State.PASSED])
    services, method = MadeServices(session, dies=1), Steps([LOAD, LOAD])
    ended = driven(method, session, services)
    assert services.revived == [(0, False), (1, False)]
    # After a wait the method is asked again, as its budget paid for it.
    assert [seen.died for seen in method.told] == [None, "api", "api", None]
    assert ended.answer == Answer("steps", Outcome.FOUND, 100.0, Message.said(""))
    assert [result.trial for result in ended.history] == [LOAD, LOAD]


@pytest.mark.parametrize(
    ("restart", "trials", "states"),
    [
        (Restart.NO, [LOAD, REST], [State.PASSED, State.FAILED]),
        (Restart.GO_ON, [LOAD, REST], [State.PASSED, State.FAILED]),
        # The rest that failed is no part of the history: the one on the fresh start stands for it.
        (Restart.RUN_AGAIN, [LOAD, REST, REST], [State.PASSED, State.PASSED]),
    ],
)
def test_services_are_started_anew_as_the_method_asks(
    restart: Restart, trials: list[Trial], states: list[State]
) -> None:
    session = MadeSession([State.PASSED, State.FAILED, State.PASSED])
    services = MadeServices(session)
    ended = driven(Steps([LOAD, REST], restart), session, services)
    assert session.run_trials == trials
    assert [result.verdict.state for result in ended.history] == states
    assert ((2, True) in services.revived) == (restart is not Restart.NO)


def test_services_of_others_are_never_started() -> None:
    session = MadeSession([State.PASSED, State.FAILED])
    assert len(driven(Steps([LOAD, REST], Restart.RUN_AGAIN), session).history) == 2


def test_an_interrupted_method_has_its_trials_and_no_answer() -> None:
    session = MadeSession([State.FAILED, State.PASSED], most=1)
    services = MadeServices(session)
    ended = driven(Steps([LOAD, REST], Restart.RUN_AGAIN), session, services)
    assert (len(ended.history), ended.answer) == (1, None)
    assert services.revived == [(0, False)]


def test_an_interrupted_search_has_what_was_known_before_the_trial_that_was_cut() -> None:
    states = [State.PASSED, State.PASSED, State.FAILED, State.PASSED, State.FAILED]
    session = MadeSession(states, most=5)
    ended = driven(Capacity(CapacitySettings()), session)
    assert ended.answer is not None
    assert (ended.answer.outcome, ended.answer.rate, ended.answer.interrupted) == (Outcome.COARSE, None, True)
    assert ended.answer.stored()["interrupted"] is True
    assert (len(ended.history), len(session.said)) == (5, 1)
    # The last trial failed by its cut, and bounds nothing.
    assert (ended.answer.low or 0.0) < 200.0
    assert (ended.answer.high or 0.0) > 400.0
    assert session.said[0].code == "search-between"


def test_a_judge_with_details_is_asked_for_them_after_each_trial() -> None:
    session = MadeSession([State.PASSED])
    method = Steps([LOAD], judge=cast(SoakJudge, TrendOnly()))
    assert [result.details for result in driven(method, session, MadeServices(session)).history] == [TRENDS]


def test_a_budget_is_the_end_of_all_patience() -> None:
    session = MadeSession([State.INVALID] * 3)
    driven = run_method(session, session, Capacity(CapacitySettings(budget_s=180.0)), PROFILE)
    assert driven.answer is not None
    # A quarter of it, which the first wait took.
    assert session.patience_s[1:] == [45.0, 0.0]
    session = MadeSession([State.INVALID] * 3)
    run_method(session, session, Capacity(CapacitySettings()), PROFILE)
    assert session.patience_s == [math.inf] * 3
