"""Flows are rows of their own: made of calls that are counted already, they add to no sum."""

import pytest
from loadproof._engine import Delta, Histogram
from loadproof.judge.generator_reading import GeneratorReading
from loadproof.judge.plan_doubts import PlanReading, plan_doubts
from loadproof.judge.slo_judgement import SloJudgement
from loadproof.judge.stretches import Stretches
from loadproof.judge.timeline import Timeline
from loadproof.model.slo import parse_slo

from .simulated_service import SimulatedShard, SimulatedTick, simulated_delta

GET, BUY = 0, 1


def of_ms(value_ms: float, count: int) -> Histogram:
    histogram = Histogram()
    histogram.record_ms(value_ms, count)
    return histogram


def answered(second: int, operation: int, count: int, time_ms: float) -> Delta:
    times = of_ms(time_ms, count)
    return simulated_delta(
        second,
        count,
        count,
        within=(count,),
        done=count,
        operation=operation,
        response=times,
        wait=times,
        lateness=times,
    )


def tick(second: int, *deltas: Delta, last: bool = False) -> SimulatedTick:
    return SimulatedTick(second, deltas, (SimulatedShard(2),), last)


def timeline() -> Timeline:
    return Timeline(("get",), (10.0,), 0.0, flows=("buy",))


def test_the_whole_profile_is_the_sum_of_its_operations() -> None:
    made = timeline()
    for second in range(3):
        made.add(tick(second, answered(second, GET, 60, 2.0), answered(second, BUY, 20, 3000.0)))
    measured = made.measurement()
    assert (measured.due, measured.completed, measured.rate, measured.within) == (180, 180, 60.0, (180,))
    assert measured.response.max_ms == pytest.approx(2.0, rel=0.01)
    assert (measured.wait.count, measured.lateness.count, measured.service.count) == (180, 180, 0)
    assert measured.flows == ("buy",)
    assert {name: part.due for name, part in measured.operations.items()} == {"get": 180, "buy": 60}
    assert measured.operations["buy"].response.max_ms == pytest.approx(3000.0, rel=0.01)
    assert made.counts("buy").due_in(range(3)) == [20, 20, 20]


def test_a_soaks_figures_are_those_of_calls() -> None:
    stretches = Stretches(0, operations=1)
    stretches.add(tick(0, answered(0, GET, 6, 2.0), answered(0, BUY, 2, 3000.0)))
    (first,) = stretches.until(1)
    assert (first.due, first.completed, first.response.count) == (6, 6, 6)


def test_a_flow_that_is_open_is_not_settled_by_the_timeout_of_a_call() -> None:
    made = timeline()
    for second in range(30):
        settled = 0 if second == 2 else 10
        of_flow = simulated_delta(second, due=10, completed=settled, within=(0,), operation=BUY)
        of_calls = simulated_delta(second, due=10, completed=settled, within=(0,))
        made.add(tick(second, of_calls, of_flow))
    errors = "errors<1%"
    assert SloJudgement(parse_slo(errors), made, timeout_s=10.0).final_stop() == 30
    assert SloJudgement(parse_slo(f"buy:{errors}"), made, timeout_s=10.0).final_stop() == 2


def test_steps_that_are_due_in_the_drain_are_not_judged() -> None:
    made = timeline()
    made.close_span(2)
    for second in range(2):
        made.add(
            tick(second, answered(second, GET, 10, 2.0), simulated_delta(second, due=5, operation=BUY, within=(0,)))
        )
    for second in (2, 3):
        late = simulated_delta(second, due=10, within=(0,), done=0, errors={"timeout": 10})
        made.add(tick(second, late))
    ended = of_ms(2500.0, 5)
    ends = [simulated_delta(second, completed=5, within=(0,), operation=BUY, response=ended) for second in range(2)]
    made.add(tick(4, *ends, last=True))
    measured = made.measurement()
    assert (measured.duration_s, measured.due, measured.completed, measured.errors) == (2.0, 20, 20, 0)
    buy = measured.operations["buy"]
    assert (buy.due, buy.completed, buy.missing, buy.response.count) == (10, 10, 0, 10)


def codes(plan: PlanReading, generator: GeneratorReading | None = None, *, stopped: bool = False) -> list[str]:
    made = timeline()
    waits = simulated_delta(0, due=50, completed=48, cut=2, within=(48,), operation=BUY, wait=of_ms(350.0, 48))
    made.add(tick(0, answered(0, GET, 10, 2.0), waits))
    found = plan_doubts(made.measurement(), generator or GeneratorReading(), plan, stopped=stopped)
    assert not any(doubt.invalidates for doubt in found)
    return [doubt.code for doubt in found]


def test_each_doubt_of_a_plan_is_raised_where_it_belongs() -> None:
    assert codes(PlanReading()) == ["cut-flows"]
    assert codes(PlanReading(), stopped=True) == []
    assert codes(PlanReading(insecure_tls=True), stopped=True) == ["insecure-tls"]
    assert codes(PlanReading(paced_flows=frozenset({"buy"})), stopped=True) == ["late-iterations"]
    assert codes(PlanReading(paced_flows=frozenset({"other"})), stopped=True) == []
    assert codes(PlanReading(1000, (1024, 1128)), stopped=True) == ["few-descriptors"]


def test_a_limit_of_files_that_was_hit_is_told_once() -> None:
    generator = GeneratorReading()
    generator.add(1, [SimulatedShard(0, faults={"descriptors": 3})])
    assert codes(PlanReading(1000, (1024, 1128)), generator, stopped=True) == []
