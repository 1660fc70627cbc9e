"""SLOs on Apdex: which calls count and when, and how often users who are alike mislead the judge."""

from collections import Counter

import numpy as np
import pytest
from loadproof._engine import ApdexCounts, Delta
from loadproof.judge.apdex import ApdexRow
from loadproof.judge.plateau import PlateauJudge, PlateauSettings
from loadproof.judge.slo_judgement import SloJudgement
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import State
from loadproof.model.slo import parse_slo
from loadproof.model.user_counts import UserCount
from loadproof.stats.share_test import ShareBounds

from .simulated_service import SimulatedShard, SimulatedTick, simulated_delta

OPEN, REPORT, LOGIN = 0, 1, 2
ROWS = {"open": ApdexRow(1.0, 64), "report": ApdexRow(5.0, 64)}
ERROR = ShareBounds(0.05, 0.05)


def timeline_of(rows: dict[str, ApdexRow] | None = None) -> Timeline:
    made = Timeline(("open", "report", "login"), (), 0.0)
    return made.with_users([UserCount("clerks", 64)], ROWS if rows is None else rows)


def counts_of(due: int, satisfied: int, tolerating: int = 0, *, group: int = 0) -> ApdexCounts:
    columns = [[0] * 32 for _ in range(3)]
    for column, number in zip(columns, (due, satisfied, tolerating), strict=True):
        column[group] = number
    return ApdexCounts(*columns)


def settled(second: int, due: int, satisfied: int, tolerating: int = 0, operation: int = OPEN) -> Delta:
    counts = counts_of(due, satisfied, tolerating, group=second % 32)
    return simulated_delta(second, due, satisfied + tolerating, done=due, operation=operation, apdex=counts)


def tick(second: int, *deltas: Delta, last: bool = False) -> SimulatedTick:
    return SimulatedTick(second, deltas, (SimulatedShard(0, 0.1 * (second + 1)),), last)


def judged(made: Timeline, text: str) -> SloJudgement:
    return SloJudgement(parse_slo(text), made, timeout_s=60.0)


def test_points_that_calls_lack_stand_for_bad_calls() -> None:
    made = timeline_of()
    for second in range(100):
        made.add(tick(second, settled(second, 10, 7, 2), settled(second, 4, 4, operation=REPORT)))
    of_open = judged(made, "open:apdex>=0.85").bad_calls()
    # 10 calls lack two points: one frustrated, two tolerating. Calls of the last 4 s are not final.
    assert (len(of_open.due), sum(of_open.due), sum(of_open.bad)) == (96, 960, 192)
    together = judged(made, "apdex>=0.85").bad_calls()
    assert (len(together.due), sum(together.due), sum(together.bad)) == (80, 80 * 14, 160)
    made.add(tick(100, last=True))
    assert sum(judged(made, "apdex>=0.85").bad_calls().due) == 1400


def test_half_points_are_not_lost() -> None:
    made = timeline_of()
    for second in range(51):
        made.add(tick(second, settled(second, 1, 0, 1)))
    made.add(tick(51, last=True))
    judgement = judged(made, "open:apdex>=0.85")
    calls = judgement.bad_calls()
    assert (sum(calls.due), sum(calls.bad)) == (51, 25.5)
    apdex = made.measurement().record().operations["open"].apdex
    assert apdex is not None
    assert judgement.result(ERROR).share == 1.0 - (apdex.score or 0.0) == 0.5


def test_a_call_that_is_open_is_frustrated_once_it_is_as_old_as_4t() -> None:
    made = timeline_of()
    for second in range(60):
        # Ten calls a second are due, and one of them is never answered.
        made.add(tick(second, simulated_delta(second, 10, 9, done=9, apdex=counts_of(9, 9))))
    calls = judged(made, "open:apdex>=0.85").bad_calls()
    assert (sum(calls.due), sum(calls.bad)) == (560, 56)
    # At the end the engine says which of them were as old as 4T.
    made.add(tick(60, *[simulated_delta(second, apdex=counts_of(1, 0)) for second in range(56)], last=True))
    calls = judged(made, "open:apdex>=0.85").bad_calls()
    assert (sum(calls.due), sum(calls.bad)) == (56 * 10 + 4 * 9, 56)


@pytest.mark.parametrize(
    ("good", "state"), [(100, State.PASSED), (90, State.PASSED), (85, State.UNDECIDED), (75, State.FAILED)]
)
def test_a_score_is_sure_on_either_side_of_its_limit(good: int, state: State) -> None:
    made = timeline_of()
    for second in range(60):
        made.add(tick(second, settled(second, 100, good)))
    made.add(tick(60, last=True))
    result = judged(made, "open:apdex>=0.85").result(ERROR)
    assert result.state is state
    assert result.share == pytest.approx(1 - good / 100)


def test_what_has_no_target_time_has_no_apdex() -> None:
    made = timeline_of({"open": ROWS["open"]})
    with pytest.raises(ValueError, match="no target time"):
        judged(made, "report:apdex>=0.85")
    with pytest.raises(ValueError, match="no target time"):
        judged(timeline_of({}), "apdex>=0.85")


def _verdict(rng: np.random.Generator, score: float, alike: float, users: int = 64) -> State:
    """Verdict on users with a call each ten seconds; scores of two calls of one user correlate by `alike`."""
    seconds, made = 120, timeline_of({"open": ROWS["open"]})
    judge = PlateauJudge((parse_slo("apdex>=0.85"),), made, PlateauSettings(float(seconds)))
    made.close_span(seconds)
    more = 1.0 / alike - 1.0 if alike else 0.0
    own = rng.beta(score * more, (1 - score) * more, users) if alike else np.full(users, score)
    for second in range(seconds):
        due = rng.poisson(0.1, users)
        good = rng.binomial(due, own)
        groups = [column.reshape(-1, 32).sum(axis=0).tolist() for column in (due, good)]
        counts = ApdexCounts(groups[0], groups[1], [0] * 32)
        calls = int(due.sum())
        made.add(tick(second, simulated_delta(second, calls, calls, done=calls, apdex=counts)))
        verdict = judge.look(second + 1.0)
        if verdict is not None:
            return verdict.state
    made.add(tick(seconds, last=True))
    return judge.final().state


@pytest.mark.parametrize("alike", [0.0, 0.3])
def test_users_who_are_alike_mislead_the_judge_no_more_often_than_allowed(alike: float) -> None:
    rng = np.random.default_rng(4)
    draws = 120
    states = Counter(_verdict(rng, 0.85, alike) for _ in range(draws))
    # 5 % in each direction, and three standard errors. Seconds alone would mislead in 29 % of the draws with 0.3.
    most = draws * 0.05 + 3 * (draws * 0.05 * 0.95) ** 0.5
    assert states[State.PASSED] <= most
    assert states[State.FAILED] <= most
    states = Counter(_verdict(rng, 0.97, alike) for _ in range(20))
    assert states[State.PASSED] >= 15
    states = Counter(_verdict(rng, 0.6, alike) for _ in range(20))
    assert states[State.FAILED] >= 15
