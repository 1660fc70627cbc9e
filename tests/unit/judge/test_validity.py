from dataclasses import replace

import pytest
from loadproof._engine import ApdexCounts, Histogram
from loadproof.judge.apdex import SpanApdex
from loadproof.judge.generator_reading import GeneratorReading
from loadproof.judge.measured_span import MeasuredSpan
from loadproof.judge.validity import HostReading, Lost, doubts_of, judged_valid
from loadproof.judge.verdict import SloResult, State, Verdict
from loadproof.model.message import Message
from loadproof.model.slo import parse_slo
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.words.catalogue import english

from .simulated_service import ERRORS, SimulatedShard, p99_under

SLO = p99_under(50.0)


def histogram(*values: tuple[float, int]) -> Histogram:
    made = Histogram()
    for value_ms, count in values:
        made.record_ms(value_ms, count)
    return made


def measured(response: Histogram, lateness: Histogram, missing: int = 0) -> MeasuredSpan:
    completed = response.count
    return MeasuredSpan(
        duration_s=10.0,
        rate=completed / 10.0,
        due=completed + missing,
        sent=completed + missing,
        completed=completed,
        dropped=0,
        cut=0,
        errors_by_kind={"timeout": missing},
        within=(),
        response=response,
        wait=Histogram(),
        lateness=lateness,
        service=response,
    )


def generator(cpu_share: float = 0.3, longest_turn_ms: float = 0.2, **faults: int) -> GeneratorReading:
    reading = GeneratorReading()
    reading.begin(2, [SimulatedShard(0, cpu_s=1.0)])
    reading.add(12, [SimulatedShard(0, cpu_s=1.0 + 10 * cpu_share, longest_turn_ms=longest_turn_ms, faults=faults)])
    return reading


def failed(slo_share: float) -> Verdict:
    return Verdict(State.FAILED, Message.said("over"), (SloResult(SLO, State.FAILED, slo_share, 0.011, slo_share),))


ON_TIME = histogram((0.01, 10_000))
FAST = histogram((5.0, 10_000))


def test_a_quiet_generator_raises_no_doubt() -> None:
    assert doubts_of(measured(FAST, ON_TIME), (SLO, ERRORS), generator(), HostReading(0.01, 0.02)) == ()


@pytest.mark.parametrize(
    ("late_ms", "threshold_ms", "doubted"),
    [(4.0, 50.0, False), (6.0, 50.0, True), (0.9, 5.0, False), (1.1, 5.0, True)],
)
def test_lateness_is_held_against_the_tightest_threshold(late_ms: float, threshold_ms: float, doubted: bool) -> None:
    measurement = measured(FAST, histogram((0.01, 9_800), (late_ms, 200)))
    doubts = doubts_of(measurement, (p99_under(500.0), p99_under(threshold_ms)), generator())
    assert [doubt.code for doubt in doubts] == [DoubtCode.LATE_SENDS] * doubted


@pytest.mark.parametrize(
    ("reading", "host", "code", "invalidates"),
    [
        (generator(cpu_share=0.93), HostReading(), DoubtCode.GENERATOR_CPU, True),
        (generator(descriptors=3), HostReading(), DoubtCode.DESCRIPTORS, True),
        (generator(ports=1), HostReading(), DoubtCode.PORTS, True),
        (generator(connections=9), HostReading(), DoubtCode.CONNECTION_LIMIT, False),
        (generator(), HostReading(steal_share=0.06), DoubtCode.STEAL, False),
        (generator(), HostReading(foreign_share=0.2), DoubtCode.FOREIGN_LOAD, False),
    ],
)
def test_each_gate_raises_its_own_doubt(
    reading: GeneratorReading, host: HostReading, code: DoubtCode, invalidates: bool
) -> None:
    doubts = doubts_of(measured(FAST, ON_TIME), (SLO,), reading, host)
    assert [doubt.code for doubt in doubts] == [code]
    measurement = replace(measured(FAST, ON_TIME), doubts=doubts)
    verdict, measurement = judged_valid(Verdict(State.PASSED, Message.said("kept")), measurement, (SLO,), reading)
    assert verdict.state is (State.INVALID if invalidates else State.PASSED)
    assert measurement.valid is not invalidates


def judge_failure(response: Histogram, lateness: Histogram, missing: int, reading: GeneratorReading) -> State:
    measurement = measured(response, lateness, missing)
    measurement = replace(measurement, doubts=doubts_of(measurement, (SLO,), reading))
    assert any(doubt.invalidates for doubt in measurement.doubts)
    return judged_valid(failed(0.1), measurement, (SLO,), reading)[0].state


LATE = histogram((0.01, 9_800), (20.0, 200))


def test_a_clear_failure_stands_although_the_generator_was_late() -> None:
    slow = histogram((5.0, 6_000), (400.0, 4_000))
    assert judge_failure(slow, LATE, 0, generator()) is State.FAILED


def test_calls_that_failed_stand_although_the_generator_was_late() -> None:
    assert judge_failure(FAST, LATE, 2_000, generator()) is State.FAILED


def test_a_failure_that_lateness_may_have_made_is_not_valid() -> None:
    # Two per cent were 20 ms late and two per cent were slow: the same calls, for all that can be known.
    assert judge_failure(histogram((5.0, 9_800), (60.0, 200)), LATE, 0, generator()) is State.INVALID


def test_answers_that_a_busy_generator_saw_late_are_no_failure() -> None:
    busy = generator(cpu_share=0.97, longest_turn_ms=30.0)
    assert judge_failure(histogram((5.0, 9_000), (70.0, 1_000)), ON_TIME, 0, busy) is State.INVALID
    assert judge_failure(histogram((5.0, 9_000), (300.0, 1_000)), ON_TIME, 0, busy) is State.FAILED


def test_a_failure_without_descriptors_is_not_valid() -> None:
    assert judge_failure(FAST, ON_TIME, 9_000, generator(descriptors=1)) is State.INVALID


@pytest.mark.parametrize(
    ("response", "service", "missing", "state"),
    [
        # Slow by the wait for a connection alone.
        (histogram((90.0, 10_000)), FAST, 0, State.INVALID),
        (histogram((90.0, 10_000)), histogram((5.0, 9_950), (90.0, 50)), 0, State.INVALID),
        (histogram((90.0, 10_000)), histogram((60.0, 10_000)), 0, State.FAILED),
        (FAST, FAST, 9_000, State.INVALID),
    ],
)
@pytest.mark.parametrize("fault", ["descriptors", "ports", "connections"])
def test_where_connections_lacked_a_failure_stands_by_the_time_of_the_service_alone(
    fault: str, response: Histogram, service: Histogram, missing: int, state: State
) -> None:
    reading = generator(**{fault: 3})
    measurement = replace(measured(response, ON_TIME, missing), service=service)
    measurement = replace(measurement, doubts=doubts_of(measurement, (SLO,), reading, room=12_700))
    assert judged_valid(failed(0.9), measurement, (SLO,), reading, is_open=True)[0].state is state


def test_a_limit_that_the_user_wrote_invalidates_nothing() -> None:
    reading = generator(connections=3)
    assert [doubt.code for doubt in doubts_of(measured(FAST, ON_TIME), (SLO,), reading)] == [DoubtCode.CONNECTION_LIMIT]
    (doubt,) = doubts_of(measured(FAST, ON_TIME), (SLO,), reading, room=12_700)
    assert (doubt.code, doubt.invalidates) == (DoubtCode.CONNECTION_ROOM, True)


@pytest.mark.parametrize("fault", ["descriptors", "ports"])
def test_a_pass_of_open_arrivals_stands_although_calls_waited_for_connections(fault: str) -> None:
    reading = generator(**{fault: 3})
    measurement = measured(FAST, ON_TIME)
    measurement = replace(measurement, doubts=doubts_of(measurement, (SLO,), reading))
    kept = Verdict(State.PASSED, Message.said("kept"))
    for is_open, state in ((True, State.PASSED), (False, State.INVALID)):
        verdict, judged = judged_valid(kept, measurement, (SLO,), reading, is_open=is_open)
        assert (verdict.state, judged.valid) == (state, is_open)
    assert judged_valid(failed(0.1), measurement, (SLO,), reading, is_open=True)[0].state is State.INVALID


@pytest.mark.parametrize(
    "reading", [generator(), generator(cpu_share=0.97), generator(descriptors=3)], ids=["late", "busy", "descriptors"]
)
def test_a_pass_of_open_arrivals_stands_although_calls_were_sent_late(reading: GeneratorReading) -> None:
    measurement = measured(FAST, LATE)
    measurement = replace(measurement, doubts=doubts_of(measurement, (SLO,), reading))
    kept = Verdict(State.PASSED, Message.said("kept"))
    verdict, judged = judged_valid(kept, measurement, (SLO,), reading, is_open=True)
    assert (verdict.state, judged.valid) == (State.PASSED, True)
    assert DoubtCode.LATE_SENDS in {doubt.code for doubt in judged.doubts}
    # Late users send less.
    assert judged_valid(kept, measurement, (SLO,), reading)[0].state is State.INVALID


@pytest.mark.parametrize(
    ("lateness", "doubted", "state"),
    [
        (histogram((0.01, 9_800), (4.0, 200)), False, State.PASSED),
        (histogram((0.01, 9_800), (6.0, 200)), True, State.PASSED),
        (histogram((6.0, 10_000)), True, State.INVALID),
    ],
)
def test_without_an_slo_on_time_lateness_is_held_against_the_median_response(
    lateness: Histogram, doubted: bool, state: State
) -> None:
    measurement = measured(histogram((50.0, 10_000)), lateness)
    doubts = doubts_of(measurement, (ERRORS,), generator())
    assert [doubt.code for doubt in doubts] == [DoubtCode.LATE_SENDS] * doubted
    kept = Verdict(State.PASSED, Message.said("kept"))
    judged, _ = judged_valid(kept, replace(measurement, doubts=doubts), (ERRORS,), generator(), is_open=True)
    assert judged.state is state


@pytest.mark.parametrize(
    ("slo", "late_ms", "doubted"),
    [
        # Of all operations the smallest T is the threshold: 40 ms.
        ("apdex>=0.85", 3.9, False),
        ("apdex>=0.85", 4.1, True),
        ("report:apdex>=0.85", 290.0, False),
        ("report:apdex>=0.85", 310.0, True),
        # Nothing of it was measured: the median response of 5 ms stands for T.
        ("other:apdex>=0.85", 1.1, True),
    ],
)
def test_with_an_slo_on_apdex_lateness_is_held_against_the_target_time(slo: str, late_ms: float, doubted: bool) -> None:
    counts = ApdexCounts([100] + [0] * 31, [100] + [0] * 31, [0] * 32)
    whole = measured(FAST, histogram((0.01, 9_800), (late_ms, 200)))
    parts = {"form": SpanApdex(counts, 0.04, 10), "report": SpanApdex(counts, 3.0, 10)}
    operations = {name: replace(whole, apdex=apdex) for name, apdex in parts.items()}
    measurement = replace(whole, apdex=SpanApdex(counts, None, 10), operations=operations)
    doubts = doubts_of(measurement, (parse_slo(slo), ERRORS), generator())
    assert [doubt.code for doubt in doubts] == [DoubtCode.LATE_SENDS] * doubted


@pytest.mark.parametrize(
    ("slow_ms", "slow", "late", "state"),
    [
        # 2 % of the calls were slower than threshold and lateness, while 0.1 % were later than that.
        (60.0, 200, 10, State.FAILED),
        (54.0, 200, 10, State.INVALID),
        # Each later call may have spoiled itself, one behind it, and an answer that came meanwhile.
        (60.0, 200, 40, State.INVALID),
    ],
)
def test_a_failure_near_the_threshold_stands_if_few_calls_were_late(
    slow_ms: float, slow: int, late: int, state: State
) -> None:
    lateness = histogram((0.01, 9_800 - late), (5.0, 190), (12.0, late), (5.5, 10))
    measurement = measured(histogram((5.0, 10_000 - slow), (slow_ms, slow)), lateness)
    doubts = (Doubt(DoubtCode.LATE_SENDS, Message.said("late")),)
    reading = generator(longest_turn_ms=40.0)
    assert judged_valid(failed(0.02), replace(measurement, doubts=doubts), (SLO,), reading)[0].state is state


def test_too_few_calls_do_not_take_a_failure_back() -> None:
    doubt = Doubt(DoubtCode.TOO_FEW_SAMPLES, Message.said("20 calls"))
    measurement = replace(measured(FAST, ON_TIME), doubts=(doubt,))
    assert judged_valid(failed(1.0), measurement, (SLO,), generator()) == (failed(1.0), measurement)
    passed, _ = judged_valid(Verdict(State.PASSED, Message.said("kept")), measurement, (SLO,), generator())
    assert (passed.state, english(passed.reason)) == (State.UNDECIDED, "20 calls")
    undecided = Verdict(State.UNDECIDED, Message.said("20 calls"))
    assert judged_valid(undecided, measurement, (SLO,), generator()) == (undecided, measurement)


@pytest.mark.parametrize(
    ("state", "stands"),
    [(State.PASSED, State.INVALID), (State.UNDECIDED, State.INVALID), (State.FAILED, State.FAILED)],
)
def test_only_a_failure_stands_where_a_service_died(state: State, stands: State) -> None:
    measurement = measured(FAST, ON_TIME, missing=2_000)
    measurement = replace(measurement, doubts=doubts_of(measurement, (SLO,), generator(), died=("api",)))
    verdict, judged = judged_valid(replace(failed(0.2), state=state), measurement, (SLO,), generator())
    assert verdict.state is stands
    assert judged.valid is (stands is State.FAILED)
    assert [english(doubt.text) for doubt in judged.doubts] == ["the service api died during the trial"]


DISTURBED = Doubt(DoubtCode.DISTURBED, Message.said("others disturbed 50 s of 60 s"))


def beside_others(response: Histogram, lost_ms: float, missing: int = 0, **errors: int) -> State:
    """What becomes of a failure in which others took `lost_ms` of the service."""
    measurement = measured(response, ON_TIME, missing)
    kinds = {name.replace("_", "-"): count for name, count in errors.items()}
    measurement = replace(measurement, errors_by_kind=kinds or measurement.errors_by_kind, doubts=(DISTURBED,))
    lost = Lost(lost_ms, 1000.0, frozenset({"check-quick"}))
    return judged_valid(failed(0.2), measurement, (SLO,), generator(), lost)[0].state


def test_a_failure_by_more_than_others_took_stands() -> None:
    slow = histogram((5.0, 9_000), (400.0, 1_000))
    assert beside_others(slow, 200.0) is State.FAILED, "no call lost more than 200 ms"
    assert beside_others(slow, 900.0) is State.INVALID


def test_errors_that_want_of_time_explains_do_not_stand_and_others_do() -> None:
    assert beside_others(FAST, 9_000.0, 2_000, timeout=2_000) is State.INVALID
    assert beside_others(FAST, 400.0, 2_000, timeout=2_000) is State.FAILED, "a timeout takes a second"
    assert beside_others(FAST, 100.0, 2_000, status_503=2_000) is State.INVALID
    assert beside_others(FAST, 9_000.0, 2_000, garbage=2_000) is State.FAILED
    assert beside_others(FAST, 9_000.0, 2_000, status_404=2_000) is State.FAILED


@pytest.mark.parametrize(
    ("kind", "state"),
    [
        ("check_greeting", State.FAILED),
        ("check_quick", State.INVALID),
        ("extract_token", State.FAILED),
        ("redirect", State.FAILED),
        ("tls_wrong_name", State.FAILED),
        # For a reason of loadproof, whatever others do.
        ("tls_unknown_issuer", State.INVALID),
        ("tls_client_certificate", State.INVALID),
        ("certificate_rejected", State.INVALID),
        ("status_403", State.FAILED),
        ("status_429", State.INVALID),
        ("tls_closed", State.INVALID),
        ("tls_failed", State.INVALID),
        ("refused", State.INVALID),
    ],
)
def test_an_error_that_others_on_the_machine_cannot_cause_stands_beside_them(kind: str, state: State) -> None:
    assert beside_others(FAST, 9_000.0, 2_000, **{kind: 2_000}) is state


def test_where_every_connection_is_refused_nothing_listens_whatever_others_do() -> None:
    assert beside_others(Histogram(), 9_000.0, 2_000, refused=2_000) is State.FAILED
    assert beside_others(histogram((5.0, 1)), 9_000.0, 2_000, refused=2_000) is State.INVALID


@pytest.mark.parametrize(("retried", "doubted"), [(0, False), (100, False), (101, True)])
def test_many_calls_that_were_sent_again_are_a_doubt(retried: int, doubted: bool) -> None:
    measurement = replace(measured(FAST, ON_TIME), retried=retried)
    doubts = doubts_of(measurement, (SLO,), generator())
    assert [doubt.code for doubt in doubts] == [DoubtCode.CALLS_RETRIED] * doubted
    kept = Verdict(State.PASSED, Message.said("kept"))
    assert judged_valid(kept, replace(measurement, doubts=doubts), (SLO,), generator())[1].valid


@pytest.mark.parametrize(
    ("over", "late", "state"),
    [(0.013, 0.002, State.INVALID), (0.02, 0.002, State.FAILED), (0.013, 0.0, State.FAILED)],
)
def test_a_failure_that_a_few_late_calls_decide_is_not_valid(over: float, late: float, state: State) -> None:
    due, slow, delayed = 10_000, round(10_000 * over), round(10_000 * late)
    measurement = measured(histogram((5.0, due - slow), (60.0, slow)), histogram((0.01, due - delayed), (9.0, delayed)))
    assert doubts_of(measurement, (SLO,), generator()) == (), "less than 1 % of the calls were late"
    verdict, judged = judged_valid(failed(over), measurement, (SLO,), generator(), is_open=True)
    assert verdict.state is state
    assert [doubt.code for doubt in judged.doubts] == [DoubtCode.LATE_SENDS] * (state is State.INVALID)


def test_too_few_calls_stay_undecided_beside_late_ones() -> None:
    few = Doubt(DoubtCode.TOO_FEW_SAMPLES, Message.said("20 calls"))
    late = Doubt(DoubtCode.LATE_SENDS, Message.said("late"))
    measurement = replace(measured(FAST, LATE), doubts=(few, late))
    undecided = Verdict(State.UNDECIDED, Message.said("20 calls"))
    assert judged_valid(undecided, measurement, (SLO,), generator(), is_open=True)[0].state is State.UNDECIDED
    assert judged_valid(undecided, measurement, (SLO,), generator())[0].state is State.INVALID
