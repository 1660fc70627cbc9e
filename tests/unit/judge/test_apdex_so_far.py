"""Apdex of a span that is not over yet."""

import pytest
from loadproof._engine import ApdexCounts, Delta
from loadproof.judge.apdex import ApdexRow
from loadproof.judge.apdex_so_far import ApdexSoFar

ROWS = {"form": ApdexRow(1.0, None), "report": ApdexRow(12.0, None), "flow": ApdexRow(30.0, None)}


def settled(second: int, operation: int, due: int, satisfied: int, tolerating: int, calls: int = 0) -> Delta:
    """A delta of `calls` new calls; `calls` settled, of users of one group."""
    rest = [0] * 31
    counts = ApdexCounts([due, *rest], [satisfied, *rest], [tolerating, *rest])
    return Delta(second, operation, due=calls, sent=calls, completed=due, apdex=counts)


def account(begin_s: float = 0.0, end_s: float = 600.0) -> ApdexSoFar:
    found = ApdexSoFar.of(("form", "plain", "report"), ROWS, begin_s, end_s)
    assert found is not None
    return found


def test_scores_are_of_all_rated_operations_and_of_the_lowest() -> None:
    so_far = account()
    assert so_far.whole().text == "NS [mixed T]"
    assert so_far.lowest() is None
    deltas = [settled(0, 0, 200, 190, 10, 200), settled(0, 2, 120, 60, 20, 120), Delta(0, 1, due=900, sent=900)]
    so_far.add(0, deltas)
    whole, lowest = so_far.whole(), so_far.lowest()
    assert whole.samples == 320
    assert whole.score == pytest.approx((190 + 60 + 15) / 320)
    assert whole.text == "0.83 [mixed T]"
    assert lowest is not None
    assert (lowest.operation, lowest.text) == ("report", "0.58 [12]")


def test_an_operation_with_few_samples_is_the_lowest_only_among_such() -> None:
    so_far = account()
    so_far.add(0, [settled(0, 0, 200, 190, 10, 200), settled(0, 2, 3, 0, 0, 3)])
    lowest = so_far.lowest()
    assert lowest is not None
    assert lowest.text == "0.98 [1.0]"
    few = account()
    few.add(0, [settled(0, 0, 20, 20, 0, 20), settled(0, 2, 3, 0, 0, 3)])
    lowest = few.lowest()
    assert lowest is not None
    assert lowest.text == "0.00 [12]*"


def test_an_open_call_counts_once_it_is_older_than_4t() -> None:
    so_far = account()
    so_far.add(0, [settled(0, 0, 90, 90, 0, 100)])
    for second in range(1, 5):
        assert so_far.whole().samples == 90
        so_far.add(second, [])
    assert (so_far.whole().samples, so_far.whole().text) == (100, "0.90 [mixed T]")
    so_far.add(5, [settled(0, 0, 10, 0, 0)])
    assert so_far.whole().samples == 100


def test_calls_outside_of_the_span_are_in_no_count() -> None:
    so_far = account(begin_s=1.5, end_s=4.0)
    for second in range(6):
        so_far.add(second, [settled(second, 0, 60, 60 if second in (2, 3) else 0, 0, 60)])
    assert so_far.whole().text == "1.00 [mixed T]"
    assert so_far.whole().samples == 120


def test_one_target_time_is_named() -> None:
    one = ApdexSoFar.of(("form",), ROWS, 0.0, 60.0)
    assert one is not None
    one.add(0, [settled(0, 0, 60, 60, 0, 60)])
    assert one.whole().text == "1.00 [1.0]*"
    assert one.lowest() is None
    assert ApdexSoFar.of(("plain",), ROWS, 0.0, 60.0) is None
