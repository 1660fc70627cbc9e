"""Which seconds a stall of the generator takes out of the judgement, and what is said of it."""

import random
from dataclasses import dataclass

import pytest
from loadproof._engine import Delta, Histogram
from loadproof.judge.plateau import PlateauJudge, PlateauSettings
from loadproof.judge.stalls import Stalls, stall_text
from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import State, Verdict
from loadproof.model.message import Message
from loadproof.model.slo import Slo, SloKind
from loadproof.words.catalogue import english

from tests.unit.judge.simulated_service import MadeStall, SimulatedShard, SimulatedTick, simulated_delta
from tests.unit.words.told_everywhere import told_everywhere

P99 = Slo("p99<100ms", SloKind.PERCENTILE, 0.01, 100.0)
ERRORS = Slo("errors<1%", SloKind.ERRORS, 0.01)


def seconds_of(*stalls: MadeStall, in_flight: list[int], before: int = 2, span: int = 60) -> set[int]:
    """The seconds that go: `in_flight` at the end of each second from the first stall's on, `before` until then."""
    account = Stalls()
    begin = int(stalls[0].begin_s)
    levels = [before] * begin + in_flight
    for second, level in enumerate(levels):
        ended = [stall for stall in stalls if int(stall.end_s) == second]
        account.add(ended, lambda stop: levels[:stop])
        account.second_ended(second, level)
    return account.seconds(min(span, len(levels)))


def histogram(value_ms: float, count: int) -> Histogram:
    found = Histogram()
    found.record_ms(value_ms, count)
    return found


def test_whole_seconds_go_from_the_oldest_open_call_to_the_level_before() -> None:
    gone = seconds_of(MadeStall(10.2, 13.2, 9.7), in_flight=[0, 0, 0, 250, 80, 2, 2])
    assert gone == {9, 10, 11, 12, 13, 14, 15}


def test_a_short_stall_takes_its_own_second_alone_where_nothing_is_left_of_it() -> None:
    assert seconds_of(MadeStall(10.4, 10.7, 10.38), in_flight=[3, 2, 2, 2]) == {10}


def test_at_most_four_lengths_go_however_long_the_service_takes_to_recover() -> None:
    gone = seconds_of(MadeStall(10.0, 12.0, 3.0), in_flight=[900] * 30)
    assert gone == set(range(8, 17)), "a length before, two after it"
    assert seconds_of(MadeStall(10.2, 10.5, 2.0), in_flight=[900] * 30) <= {9, 10, 11}


def test_where_the_calls_in_flight_grew_before_the_stalled_seconds_go_alone() -> None:
    account = Stalls()
    growing = [10 * second for second in range(30)]
    for second, level in enumerate(growing):
        account.add([MadeStall(10.2, 12.6, 8.0)] if second == 12 else [], lambda stop: growing[:stop])
        account.second_ended(second, level)
    assert account.seconds(30) == {10, 11, 12}


def test_a_stall_that_comes_before_the_service_has_recovered_goes_on_with_the_one_before() -> None:
    in_flight = [0, 150, 120, 90, 60, 3, 2, 2]
    gone = seconds_of(MadeStall(10.5, 11.5, 10.4), MadeStall(12.1, 13.1, 12.0), in_flight=in_flight)
    assert gone == {10, 11, 12, 13, 14, 15}


def test_stalls_of_shards_that_stood_still_together_are_one() -> None:
    account = Stalls()
    account.add([MadeStall(4.0, 7.0, 4.0), MadeStall(4.01, 7.01, 4.0)], lambda _: [1, 1, 1, 1])
    (doubt,) = account.doubts(4)
    assert doubt.code == "generator-stalled"
    assert english(doubt.text) == (
        "the generator stood still for 3 s (it was stopped, or its machine was); 4 s of the span are not judged for it"
    )


@pytest.mark.parametrize("cause", ["starved", "busy", "stopped", "unknown"])
@pytest.mark.parametrize("lengths_s", [(0.07,), (1.24, 0.3), (75.0,)])
def test_what_is_said_of_stalls_is_told_everywhere(cause: str, lengths_s: tuple[float, ...]) -> None:
    stalled = [(10.0 * number, 10.0 * number + length_s) for number, length_s in enumerate(lengths_s)]
    account = Stalls()
    account.add([MadeStall(begin_s, end_s, begin_s, cause) for begin_s, end_s in stalled], lambda _: [])
    account.keep([MadeStall(1.0, 1.31, 1.0, "starved")])
    told_everywhere(stall_text(stalled, cause))
    for doubt in account.doubts(3):
        assert isinstance(doubt.text, Message)
        told_everywhere(doubt.text)


@dataclass(frozen=True, slots=True)
class Load:
    """A made-up plateau at 100/s: `service_ms` of each call, and a stall of the generator from 10.2 to 13.2 s."""

    service_ms: float
    held_s: int = 30
    growth: int = 0
    """Calls in flight that are added each second."""
    is_excused: bool = True

    def verdict(self) -> tuple[Verdict, Timeline]:
        timeline = Timeline(["get"], counted_thresholds_ms([P99, ERRORS]), 0.0, reach_s=11.0)
        timeline.close_span(self.held_s)
        judge = PlateauJudge([P99, ERRORS], timeline, PlateauSettings(float(self.held_s), early_pass=False))
        stall = MadeStall(10.2, 13.2, 10.19)
        for second in [*range(10), 13, *range(14, self.held_s)]:
            for late in [10, 11, 12, 13] if second == 13 else [second]:
                shards = SimulatedShard(2 + self.growth * late, stalls=(stall,) if late == 10 and second == 13 else ())
                tick = SimulatedTick(late, (self.delta(late),), (shards,))
                timeline.add(tick, () if self.is_excused else [stall])
        timeline.add(SimulatedTick(self.held_s, (), (SimulatedShard(0),), last=True))
        return judge.final(), timeline

    def delta(self, second: int) -> Delta:
        stalled = second in (10, 11, 12, 13)
        response_ms = 1500.0 if stalled else self.service_ms
        within = tuple(100 if response_ms <= limit_ms else 0 for limit_ms in counted_thresholds_ms([P99, ERRORS]))
        times = histogram(response_ms, 100)
        return simulated_delta(
            second, due=100, completed=100, done=100, within=within, response=times, service=times, lateness=times
        )


def test_a_service_is_not_blamed_for_a_stall_and_what_is_measured_is_of_the_other_seconds() -> None:
    verdict, timeline = Load(5.0).verdict()
    assert verdict.state is State.PASSED
    measurement = timeline.measurement()
    assert measurement.left_out_s == ((10, 14),)
    assert (measurement.duration_s, measurement.span_s, measurement.due) == (26.0, 30.0, 2600)
    assert measurement.response.max_ms < 6.0
    assert measurement.record().left_out_s == ((10, 14),)
    assert sum(Load(5.0).delta(second).due for second in range(30)) == 3000


def test_a_service_that_is_too_slow_fails_whatever_the_generator_did() -> None:
    verdict, _ = Load(400.0, growth=10).verdict()
    assert verdict.state is State.FAILED


def test_what_the_stand_itself_took_from_the_generator_excuses_nothing() -> None:
    verdict, timeline = Load(5.0, is_excused=False).verdict()
    assert verdict.state is not State.PASSED
    assert timeline.left_out == frozenset()
    assert [doubt.code for doubt in timeline.stalls.doubts(0)] == ["starved-by-stand"]
    assert timeline.generator.longest_turn_ms == pytest.approx(3000.0)


@pytest.mark.parametrize("seed", range(20))
def test_counts_of_judged_seconds_are_those_of_their_ticks(seed: int) -> None:
    chance = random.Random(seed)
    timeline = Timeline(["get"], [], 2.0, reach_s=float(chance.randrange(12)))
    due = [chance.randrange(50) for _ in range(80)]
    for second, calls in enumerate(due):
        times = histogram(1.0 + second, calls)
        stalled = chance.random() < 0.1 and second > 5
        stall = MadeStall(second + 0.1, second + 0.1 + chance.random() * 0.8, second - 0.3 * chance.random())
        shard = SimulatedShard(1, stalls=(stall,) if stalled else ())
        delta = simulated_delta(second, due=calls, completed=calls, done=calls, response=times)
        timeline.add(SimulatedTick(second, (delta,), (shard,)))
    timeline.add(SimulatedTick(80, (), (SimulatedShard(0),), last=True))
    judged = timeline.judged(2, 80)
    measurement = timeline.measurement()
    assert measurement.due == measurement.response.count == sum(due[second] for second in judged)
    assert measurement.span_s == 78.0
    assert len(judged) == measurement.duration_s
