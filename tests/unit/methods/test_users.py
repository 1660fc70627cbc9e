"""A load of users: its trial, its answer, and what is counted in each minute."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from loadproof._engine import ApdexCounts
from loadproof.judge.apdex import ApdexRow
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import State
from loadproof.methods.trial import Purpose, Trial
from loadproof.methods.users.judge import Pace, UsersJudge
from loadproof.methods.users.machine import UserLoad, UsersSettings
from loadproof.model.pause import Pause
from loadproof.model.slo import parse_slo
from loadproof.model.user_counts import UserCount
from loadproof.records.answer import Answer, Outcome
from loadproof.records.doubt import DoubtCode
from loadproof.records.user_minutes import OperationMinutes, UserMinutes

from tests.unit.judge.simulated_service import SimulatedShard, SimulatedTick, simulated_delta

from .made_results import result_of

SETTINGS = UsersSettings(users=300, ramp_s=100.0, hold_s=600.0)
SLOS = (parse_slo("errors<1%"),)
SETTLE_S, MINUTES = 120, 10
CONSTANT = Pause.parse("20s")


def of_minute(minute: int) -> int:
    return 15


def judge_of(
    starts: Callable[[int], int], paces: tuple[Pace, ...] = (), late_s: int = 0
) -> tuple[UsersJudge, Timeline]:
    """Ten minutes, of which each second has `starts(minute)` calls, settled `late_s` seconds later; half tolerating."""
    timeline = Timeline(("open", "bare"), (), float(SETTLE_S))
    timeline.with_users([UserCount("clerks", 300)], {"open": ApdexRow(3.0, 300)})
    trial = UserLoad(SETTINGS).next([])
    assert isinstance(trial, Trial)
    judge = UserLoad(replace(SETTINGS, paces=paces)).judge(trial, timeline, SLOS, 60.0)
    end_s = SETTLE_S + 60 * MINUTES
    timeline.close_span(end_s)
    deltas: dict[int, list[tuple[int, int]]] = {}
    for second in range(end_s):
        calls = starts((second - SETTLE_S) // 60)
        deltas.setdefault(min(end_s, second + late_s), []).append((second, calls))
    for now in range(end_s + 1):
        due = [] if now == end_s else [simulated_delta(now, starts((now - SETTLE_S) // 60))]
        due += [] if now == end_s else [simulated_delta(now, 3, 3, operation=1)]
        settled = [
            simulated_delta(second, completed=calls, done=calls, apdex=counts_of(calls, calls // 2, calls - calls // 2))
            for second, calls in deltas.get(now, ())
        ]
        tick = SimulatedTick(now, (*due, *settled), (SimulatedShard(0, 0.1 * (now + 1)),), last=now == end_s)
        timeline.add(tick)
        judge.add(tick)
    return judge, timeline


def counts_of(due: int, satisfied: int, tolerating: int) -> ApdexCounts:
    columns = [[0] * 32 for _ in range(3)]
    for column, number in zip(columns, (due, satisfied, tolerating), strict=True):
        column[5] = number
    return ApdexCounts(*columns)


def minutes_of(judge: UsersJudge) -> dict[str, OperationMinutes]:
    return {one.operation: one for one in judge.details({}).operations}


def test_the_steady_part_begins_at_a_whole_minute_after_all_have_joined() -> None:
    trial = UserLoad(SETTINGS).next([])
    assert trial == Trial(Purpose.USERS, 0.0, 600.0, settle_s=20.0, ramp_s=100.0, early_stop=False)
    assert UsersSettings(ramp_s=60.0).settle_s == 0.0
    assert UserLoad(SETTINGS).users == 300


@pytest.mark.parametrize("state", [State.PASSED, State.FAILED, State.UNDECIDED])
def test_the_answer_is_the_verdict_with_its_minutes(state: State) -> None:
    method = UserLoad(SETTINGS)
    trial = method.next([])
    assert isinstance(trial, Trial)
    minutes = UserMinutes(begin_s=120.0, operations=())
    answer = method.next([replace(result_of(trial, state), details=minutes)])
    assert isinstance(answer, Answer)
    assert (answer.outcome, answer.rate, answer.hold_s) == (Outcome(state), 0.0, 600.0)
    assert answer.details is not None
    assert answer.details.minutes is minutes


def test_a_load_that_was_not_valid_is_repeated_once() -> None:
    method = UserLoad(SETTINGS)
    first = method.next([])
    assert isinstance(first, Trial)
    again = method.next([result_of(first, State.INVALID)])
    assert isinstance(again, Trial)
    answer = method.next([result_of(first, State.INVALID), result_of(again, State.INVALID)])
    assert isinstance(answer, Answer)
    assert answer.outcome is Outcome.INVALID


@pytest.mark.parametrize("late_s", [0, 5, 200])
def test_minutes_close_whenever_their_calls_end(late_s: int) -> None:
    judge, timeline = judge_of(of_minute, late_s=late_s)
    minutes = minutes_of(judge)
    assert minutes["open"].starts == (900,) * MINUTES
    assert [(cell.samples, cell.satisfied, cell.tolerating) for cell in minutes["open"].apdex] == (
        [(900, 420, 480)] * MINUTES
    )
    whole = timeline.measurement().record().operations["open"].apdex
    assert whole is not None
    assert (whole.samples, whole.satisfied, whole.tolerating) == (9000, 4200, 4800)
    # An operation without a target time has starts, and no Apdex.
    assert (minutes["bare"].starts, minutes["bare"].apdex) == ((180,) * MINUTES, ())
    assert judge.details({}).begin_s == 120.0


def test_an_uneven_minute_is_a_doubt_that_names_it() -> None:
    judge, _ = judge_of(lambda minute: 30 if minute == 6 else 15)
    minutes = minutes_of(judge)
    assert (minutes["open"].is_uneven, minutes["open"].uneven_minutes) == (True, (6,))
    assert (minutes["bare"].is_uneven, minutes["bare"].uneven_minutes) == (False, ())
    assert [doubt.code for doubt in judge.doubts()] == [DoubtCode.UNEVEN]
    even, _ = judge_of(of_minute)
    assert even.doubts() == ()


def test_paced_users_are_held_to_their_pacing() -> None:
    """17 starts a second in some minutes and 13 in others are like chance, but not like a constant pacing."""
    pace = Pace("open", "clerks", CONSTANT, 1.0)

    def uneven(minute: int) -> int:
        return 16 if minute % 2 else 15

    by_chance, _ = judge_of(uneven)
    paced, _ = judge_of(uneven, (pace,))
    found = [minutes_of(judge)["open"] for judge in (by_chance, paced)]
    assert [one.is_uneven for one in found] == [False, True]
    assert found[0].expected_dispersion == 1.0
    assert found[1].expected_dispersion is not None
    assert found[1].expected_dispersion < 0.5
