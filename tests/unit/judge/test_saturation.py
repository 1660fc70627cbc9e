"""Saturated machines: which seconds count, which are not judged, and what is doubted of which trial."""

import random
from collections.abc import Collection, Sequence

import pytest
from loadproof._engine import Histogram
from loadproof.judge.disturbance import MachineSecond
from loadproof.judge.plateau import PlateauJudge, PlateauSettings
from loadproof.judge.saturation import (
    NOTHING_LEFT_OUT,
    ResourceReading,
    SaturatedLeaveOut,
    resource_readings,
    saturation_doubts,
)
from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.model.slo import Slo, SloKind
from loadproof.records.machine_use import MachineResource, MachineRole, ResourceUse
from loadproof.trial.judging import Assessment, Judging, clean_first
from loadproof.trial.observer import SeenBeside
from loadproof.words.catalogue import english

from tests.unit.judge.simulated_service import SimulatedShard, SimulatedTick, simulated_delta
from tests.unit.words.told_everywhere import told_everywhere

P99 = Slo("p99<100ms", SloKind.PERCENTILE, 0.01, 100.0)
CALLS = 100
SETTLE_S, SPAN_S = 5, 40
LEAVES_LOAD_OUT = SaturatedLeaveOut(load=True)


def saturated(values: dict[str, float]) -> set[str]:
    read = resource_readings("app1", MachineRole.UNDER_TEST, 0, 1, values)
    return {reading.resource.value for reading in read if reading.is_saturated}


@pytest.mark.parametrize(
    ("values", "resources"),
    [
        ({"cpu_busy_share": 0.949}, set()),
        ({"cpu_busy_share": 0.95}, {"cpu"}),
        ({"cpu_busy_share": 0.7, "steal_share": 0.28}, {"cpu"}),
        ({"disk_busy_share": 0.94}, set()),
        ({"disk_busy_share": 0.95}, {"disk"}),
        ({"network_busy_share": 0.89}, set()),
        ({"network_busy_share": 0.9}, {"network"}),
        ({"memory_available_share": 0.04}, set()),
        ({"memory_available_share": 0.06, "swap_out_mib_per_s": 50.0}, set()),
        ({"memory_available_share": 0.04, "swap_in_mib_per_s": 0.6, "swap_out_mib_per_s": 0.6}, {"memory"}),
    ],
)
def test_a_resource_is_saturated_by_its_own_limit(values: dict[str, float], resources: set[str]) -> None:
    assert saturated(values) == resources


def reading(second: int, share: float, role: MachineRole, machine: str = "app1") -> ResourceReading:
    (found,) = resource_readings(machine, role, second, second + 1, {"cpu_busy_share": share})
    return found


def histogram(value_ms: float, count: int) -> Histogram:
    found = Histogram()
    found.record_ms(value_ms, count)
    return found


def judged(
    busy: Collection[int],
    role: MachineRole,
    *,
    slow: Collection[int] = (),
    leave_out: SaturatedLeaveOut = NOTHING_LEFT_OUT,
    purpose: Purpose = Purpose.CONFIRM,
    late_s: int = 0,
    early: Verdict | None = None,
    rate: float | None = float(CALLS),
) -> TrialResult:
    """A plateau of which calls in `slow` seconds take 900 ms; a machine is saturated in `busy` seconds.

    Readings come with the tick of their second, or `late_s` seconds after it.
    """
    slos = (P99,)
    thresholds_ms = counted_thresholds_ms(slos)
    timeline = Timeline(("call",), thresholds_ms, SETTLE_S, reach_s=2.0).leaving_out(leave_out)
    stop = SETTLE_S + SPAN_S
    timeline.close_span(stop)
    judge = PlateauJudge(slos, timeline, PlateauSettings(float(SPAN_S), early_pass=False))
    trial = Trial(purpose, rate, float(SPAN_S), float(SETTLE_S))
    judging = clean_first(Judging(judge, judge.doubts), trial, timeline)
    readings = [reading(second, 1.0 if second in busy else 0.5, role) for second in range(stop)]
    for second in range(stop):
        is_slow = second in slow
        delta = simulated_delta(
            second,
            due=CALLS,
            completed=CALLS,
            done=CALLS,
            within=tuple(0 if is_slow and limit_ms < 900.0 else CALLS for limit_ms in thresholds_ms),
            response=histogram(900.0 if is_slow else 5.0, CALLS),
        )
        told = second - late_s
        timeline.add_resources(readings[max(0, told) : told + 1] if told >= 0 else ())
        timeline.add(SimulatedTick(second, (delta,), (SimulatedShard(1),)))
    timeline.add(SimulatedTick(stop, (), (SimulatedShard(0),), last=True))
    timeline.add_resources(readings[stop - late_s :])
    return Assessment(timeline, judging, slos).result(trial, early, SeenBeside(), interrupted=False)


def codes(result: TrialResult) -> set[str]:
    return {doubt.code for doubt in result.measurement.doubts if doubt.code.startswith("saturated")}


def closes(result: TrialResult) -> None:
    found = result.measurement
    assert found.due == found.sent + found.dropped
    assert found.sent == found.completed + found.errors + found.cut
    assert found.due == CALLS * found.duration_s
    assert found.span_s == SPAN_S
    assert found.response.count == found.completed


def test_a_pass_on_a_saturated_machine_is_doubtful_and_names_machine_and_resource() -> None:
    result = judged(range(20, 30), MachineRole.UNDER_TEST)
    assert result.verdict.state is State.PASSED
    (doubt,) = result.measurement.doubts
    assert doubt.code == "saturated-machine"
    assert english(doubt.text) == (
        "the CPU of app1 was saturated in 25 % of the judged seconds: another run at this load may end otherwise"
    )
    assert result.measurement.valid
    assert not result.measurement.left_out_s
    (use,) = result.measurement.machines
    assert (use.saturated_s, use.judged_s, use.highest_percent) == (10, SPAN_S, 100.0)
    assert use.mean_percent == pytest.approx(62.5)
    closes(result)


def test_seconds_that_are_left_out_for_others_are_no_matter_of_a_machine_under_test() -> None:
    timeline = Timeline(("call",), (100.0,), 0.0, reach_s=2.0)
    timeline.close_span(10)
    for second in range(10):
        timeline.add_resources((reading(second, 1.0, MachineRole.UNDER_TEST),))
        machine = MachineSecond(second, 0.9 if second < 5 else 0.0, 0.0, 0.5, 1.0)
        timeline.add(SimulatedTick(second, (), (SimulatedShard(1),)), machine=(machine,))
    measured = timeline.measurement()
    assert measured.left_out_s
    (use,) = measured.machines
    assert (use.left_out_s, use.saturated_s) == (0, use.judged_s)
    assert use.judged_s == measured.duration_s < 10


def test_single_peaks_are_no_doubt() -> None:
    assert codes(judged((10, 20, 30), MachineRole.UNDER_TEST)) == set()
    assert codes(judged((10, 20, 30, 40), MachineRole.UNDER_TEST)) == {"saturated-machine"}


@pytest.mark.parametrize("leave_out", [NOTHING_LEFT_OUT, SaturatedLeaveOut(start_up=True, load=True)])
def test_a_saturated_machine_under_test_excuses_no_failure(leave_out: SaturatedLeaveOut) -> None:
    result = judged(range(10, 40), MachineRole.UNDER_TEST, slow=range(10, 40), leave_out=leave_out)
    assert result.verdict.state is State.FAILED
    assert codes(result) == set()
    assert not result.measurement.left_out_s
    # What the findings are made of.
    (use,) = result.measurement.machines
    assert use.saturated_s == 30


def test_a_search_ends_at_a_saturated_machine_by_its_nature() -> None:
    assert codes(judged(range(10, 40), MachineRole.UNDER_TEST, purpose=Purpose.SEARCH)) == set()
    assert codes(judged(range(10, 40), MachineRole.UNDER_TEST, purpose=Purpose.LOAD, rate=None)) == set()


def test_saturated_load_machines_are_a_doubt_unless_their_seconds_are_left_out() -> None:
    slow = range(20, 24)
    told = judged(slow, MachineRole.LOAD, slow=slow)
    assert told.verdict.state is State.UNDECIDED
    assert codes(told) == {"saturated-load-machine"}
    assert not told.measurement.left_out_s
    left_out = judged(slow, MachineRole.LOAD, slow=slow, leave_out=LEAVES_LOAD_OUT)
    assert left_out.verdict.state is State.PASSED
    # One second before, in which it may have begun, and those until the calls in flight are back.
    assert left_out.measurement.left_out_s == ((19, 24),)
    assert codes(left_out) == {"saturated-load-machine"}
    (doubt,) = left_out.measurement.doubts
    assert english(doubt.text) == (
        "the CPU of app1, which makes load, was saturated for 4 s; 5 s of the span are not judged for it"
    )
    (use,) = left_out.measurement.machines
    assert (use.left_out_s, use.saturated_s, use.judged_s) == (4, 0, SPAN_S - 5)
    closes(left_out)


@pytest.mark.parametrize("late_s", [1, 2])
def test_a_page_may_tell_of_a_second_after_its_tick(late_s: int) -> None:
    slow = range(20, 24)
    result = judged(slow, MachineRole.LOAD, slow=slow, leave_out=LEAVES_LOAD_OUT, late_s=late_s)
    assert result.verdict.state is State.PASSED
    gone = {second for begin, end in result.measurement.left_out_s for second in range(begin, end)}
    assert {19, *slow} <= gone <= set(range(19, 27))
    closes(result)


def test_readings_of_seconds_that_are_added_up_take_none_out() -> None:
    slow = range(6, 9)
    result = judged(slow, MachineRole.LOAD, slow=slow, leave_out=LEAVES_LOAD_OUT, late_s=36)
    assert not result.measurement.left_out_s
    assert result.verdict.state is State.UNDECIDED
    closes(result)


def test_counts_close_whenever_readings_come() -> None:
    chosen = random.Random(11)
    for _ in range(60):
        begin = chosen.randrange(SETTLE_S + SPAN_S)
        busy = range(begin, min(SETTLE_S + SPAN_S, begin + chosen.randrange(1, 20)))
        late_s = chosen.choice((0, 1, 2, 3, 30, 33))
        closes(judged(busy, MachineRole.LOAD, leave_out=LEAVES_LOAD_OUT, late_s=late_s))


def test_with_too_little_left_a_trial_is_not_valid() -> None:
    for slow in ((), range(10, 40)):
        result = judged(range(10, 40), MachineRole.LOAD, slow=slow, leave_out=LEAVES_LOAD_OUT)
        assert result.verdict.state is State.INVALID
        assert "saturated-too-long" in codes(result)
        assert not result.measurement.valid
        closes(result)


def test_a_failure_whose_last_seconds_turn_out_not_to_count_is_not_valid() -> None:
    failed = Verdict(State.FAILED, Message.said("overloaded"), early=True)
    busy = range(SETTLE_S + SPAN_S - 3, SETTLE_S + SPAN_S)
    late = judged(busy, MachineRole.LOAD, leave_out=LEAVES_LOAD_OUT, late_s=1, early=failed)
    assert late.verdict.state is State.INVALID
    assert english(late.verdict.reason).startswith("a machine that makes load was saturated in the last seconds")
    before = judged(range(10, 13), MachineRole.LOAD, leave_out=LEAVES_LOAD_OUT, early=failed)
    assert before.verdict.state is State.FAILED


def test_saturation_before_the_span_is_a_doubt_unless_it_is_left_out() -> None:
    (doubt,) = judged(range(3), MachineRole.UNDER_TEST).measurement.doubts
    assert doubt.code == "saturated-start-up"
    assert english(doubt.text) == "the CPU of app1 was saturated for 3 s of the 5 s before the judged span"
    assert codes(judged(range(1), MachineRole.UNDER_TEST)) == set()
    assert codes(judged(range(3), MachineRole.UNDER_TEST, leave_out=SaturatedLeaveOut(start_up=True))) == set()
    assert codes(judged(range(3), MachineRole.UNDER_TEST, slow=range(10, 40))) == set(), "a failure stands"


def use(
    machine: str, role: MachineRole, resource: MachineResource, *, saturated_s: int, left_out_s: int
) -> ResourceUse:
    return ResourceUse(
        machine=machine,
        role=role,
        resource=resource,
        mean_percent=90.0,
        highest_percent=100.0,
        judged_s=30,
        saturated_s=saturated_s,
        left_out_s=left_out_s,
        before_s=10,
        saturated_before_s=4,
    )


def test_every_doubt_is_told_in_every_language() -> None:
    uses: Sequence[ResourceUse] = [
        use("host", MachineRole.UNDER_TEST, MachineResource.CPU, saturated_s=20, left_out_s=0),
        use("term", MachineRole.LOAD, MachineResource.NETWORK, saturated_s=20, left_out_s=0),
        use("term", MachineRole.LOAD, MachineResource.MEMORY, saturated_s=0, left_out_s=12),
        use("app1", MachineRole.UNDER_TEST, MachineResource.DISK, saturated_s=3, left_out_s=0),
    ]
    doubts = saturation_doubts(uses, NOTHING_LEFT_OUT, 80, 30, is_signed=True)
    assert [doubt.code for doubt in doubts].count("saturated-start-up") == 4
    assert {doubt.code for doubt in doubts if doubt.invalidates} == {"saturated-too-long"}
    for doubt in doubts:
        told_everywhere(doubt.text)
    assert english(doubts[0].text).startswith("the CPU of this machine was saturated in 66.7 % of the judged seconds")
