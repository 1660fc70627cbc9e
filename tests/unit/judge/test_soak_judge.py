"""What the judge says of soaks made by hand."""

from collections import Counter

import pytest
from loadproof.judge.verdict import State
from loadproof.records.trend import Steadiness
from loadproof.words.catalogue import english

from .simulated_soak import SimulatedSoak


def test_a_steady_service_is_called_steady_from_a_minute_on() -> None:
    told = Counter(SimulatedSoak().run(lambda second: 80.0, seed)[1].steadiness for seed in range(20))
    assert told[Steadiness.STEADY] >= 18


def test_every_figure_has_its_trend() -> None:
    verdict, shown = SimulatedSoak().run(lambda second: 80.0)
    assert verdict.state is State.PASSED
    assert not verdict.early
    names = [trend.name for trend in shown.trends]
    assert names == ["response_p50_ms", "response_p95_ms", "error_percent", "memory_mib of api"]
    assert shown.trends[0].begin == pytest.approx(5.0, rel=0.05)
    assert shown.trends[1].begin == pytest.approx(5.0 * 1.638, rel=0.1)


def test_a_leak_is_named_though_the_slos_are_kept() -> None:
    verdict, shown = SimulatedSoak().run(lambda second: 80.0 + 0.1 * second)
    assert (verdict.state, shown.steadiness) == (State.PASSED, Steadiness.NOT_STEADY)
    assert [trend.name for trend in shown.trends if trend.rises] == ["memory_mib of api"]
    assert shown.trends[-1].per_hour == pytest.approx(360, rel=0.01)
    assert "the memory of api rose" in english(shown.reason)


def test_response_times_that_rise_late_are_not_steady() -> None:
    soak = SimulatedSoak(hold_s=90, median_ms=lambda second: 5.0 + max(0.0, second - 45.0) / 15.0)
    verdict, shown = soak.run()
    assert (verdict.state, shown.steadiness) == (State.PASSED, Steadiness.NOT_STEADY)
    assert {trend.name for trend in shown.trends if trend.rises} == {"response_p50_ms", "response_p95_ms"}


def test_response_times_that_rise_throughout_are_never_steady() -> None:
    _, shown = SimulatedSoak(median_ms=lambda second: 5.0 + second / 15.0).run()
    assert shown.steadiness is Steadiness.NEVER_STEADY
    assert "reached no level" in english(shown.reason)


def test_what_others_do_late_in_a_soak_is_no_trend_of_the_service() -> None:
    def median_ms(second: float) -> float:
        return 5.0 + max(0.0, second - 120.0) / 30.0

    alone = SimulatedSoak(hold_s=200, median_ms=median_ms)
    assert alone.run()[1].steadiness is Steadiness.NOT_STEADY, "seen from the response times alone"
    beside = SimulatedSoak(200, median_ms=median_ms, taken_cores=lambda second: 1.0 if second >= 120.0 else 0.0)
    verdict, shown = beside.run()
    assert (verdict.state, shown.steadiness) == (State.PASSED, Steadiness.STEADY)


def test_a_service_that_gets_slower_beside_others_is_not_steady() -> None:
    soak = SimulatedSoak(
        hold_s=240,
        median_ms=lambda second: 5.0 + max(0.0, second - 100.0) / 15.0,
        taken_cores=lambda second: 1.0 if 75.0 <= second < 120.0 else 0.0,
    )
    assert soak.run()[1].steadiness is Steadiness.NOT_STEADY


def test_where_others_leave_too_little_of_a_soak_no_trend_is_told() -> None:
    soak = SimulatedSoak(
        hold_s=100,
        median_ms=lambda second: 5.0 + second / 10.0,
        taken_cores=lambda second: 1.0 if second > 20.0 else 0.0,
    )
    _, shown = soak.run()
    assert shown.steadiness is not Steadiness.NOT_STEADY


def test_errors_that_become_more_are_a_trend() -> None:
    _, shown = SimulatedSoak(hold_s=90, rate=300, error_share=lambda second: second / 90.0 * 0.02).run()
    assert shown.steadiness in (Steadiness.NOT_STEADY, Steadiness.NEVER_STEADY)
    assert [trend.name for trend in shown.trends if trend.rises] == ["error_percent"]


def test_a_broken_slo_fails_at_the_end() -> None:
    verdict, _ = SimulatedSoak(error_share=lambda second: 0.05).run()
    assert (verdict.state, verdict.early) == (State.FAILED, False)


def test_a_service_that_is_down_for_good_ends_the_soak() -> None:
    soak = SimulatedSoak(hold_s=600, error_share=lambda second: 1.0 if second >= 60 else 0.0)
    verdict, _ = soak.run()
    assert (verdict.state, verdict.early) == (State.FAILED, True)
    assert "after 2 min" in english(verdict.reason)


def test_an_outage_that_ends_does_not_end_the_soak() -> None:
    soak = SimulatedSoak(hold_s=240, error_share=lambda second: 1.0 if 60 <= second < 100 else 0.0)
    verdict, shown = soak.run()
    assert (verdict.state, verdict.early) == (State.FAILED, False)
    assert shown.trends


def test_a_soak_that_is_too_short_says_how_long_it_needs() -> None:
    _, shown = SimulatedSoak(hold_s=40).run()
    assert shown.steadiness is Steadiness.TOO_SHORT
    assert "needs 50 s at least, this one held 40 s" in english(shown.reason)


def test_too_few_calls_are_said_to_be() -> None:
    # The p95 needs 100 answered calls in each of 20 stretches: 1,000 s at 2 calls/s.
    _, shown = SimulatedSoak(rate=2).run()
    assert shown.steadiness is Steadiness.TOO_SHORT
    assert "hold for about 17 min" in english(shown.reason)


def test_a_service_that_answers_nothing_is_no_fault_of_the_judge() -> None:
    verdict, shown = SimulatedSoak(error_share=lambda second: 1.0).run()
    assert verdict.state is State.FAILED
    assert shown.steadiness is Steadiness.TOO_SHORT
