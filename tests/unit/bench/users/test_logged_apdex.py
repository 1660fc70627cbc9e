"""Apdex by the server's log: bounds of a class, of the window and of nearness, to the nanosecond."""

from pathlib import Path

import pytest

from bench.accuracy.server_log import Served, read_requests
from bench.users.logged_apdex import LoggedApdex, logged_apdexes

_MS = 1_000_000
_S = 1000 * _MS
_TARGET_NS = 800 * _MS
_ARRIVAL_NS = 1000 * _S


def _call(time_ns: int | None, outcome: str = "200", arrival_ns: int = _ARRIVAL_NS, operation: str = "form") -> Served:
    sent_ns = None if time_ns is None else arrival_ns + time_ns
    return Served(outcome, arrival_ns, arrival_ns, arrival_ns + (time_ns or 0), sent_ns, operation=operation)


def _counted(*calls: Served, begin_s: float = 1000.0, end_s: float = 1001.0) -> LoggedApdex:
    return logged_apdexes(calls, begin_s, end_s, {"form": _TARGET_NS})["form"]


@pytest.mark.parametrize(
    ("time_ns", "satisfied", "tolerating"),
    [
        (0, 1, 0),
        (_TARGET_NS - 1, 1, 0),
        (_TARGET_NS, 1, 0),
        (_TARGET_NS + 1, 0, 1),
        (4 * _TARGET_NS - 1, 0, 1),
        (4 * _TARGET_NS, 0, 1),
        (4 * _TARGET_NS + 1, 0, 0),
    ],
)
def test_t_satisfies_and_four_t_is_tolerated(time_ns: int, satisfied: int, tolerating: int) -> None:
    counted = _counted(_call(time_ns))
    assert (counted.calls, counted.satisfied, counted.tolerating) == (1, satisfied, tolerating)
    assert counted.apdex == satisfied + tolerating / 2


@pytest.mark.parametrize("bound_ns", [_TARGET_NS, 4 * _TARGET_NS])
@pytest.mark.parametrize(
    ("distance_ns", "near"),
    [(-2 * _MS - 1, 0), (-2 * _MS, 1), (-1, 1), (0, 1), (1, 1), (2 * _MS, 1), (2 * _MS + 1, 0)],
)
def test_a_call_within_two_milliseconds_of_a_bound_is_near(bound_ns: int, distance_ns: int, near: int) -> None:
    assert _counted(_call(bound_ns + distance_ns)).near == near


def test_a_call_near_both_bounds_counts_once() -> None:
    (counted,) = logged_apdexes([_call(_MS)], 1000.0, 1001.0, {"form": _MS // 2}).values()
    assert (counted.calls, counted.near) == (1, 1)


@pytest.mark.parametrize(
    ("time_ns", "outcome"),
    [(1, "500"), (_TARGET_NS, "404"), (1, "304"), (None, "200"), (None, "reset"), (1, "garbage")],
)
def test_a_failed_call_is_frustrated_and_near_nothing(time_ns: int | None, outcome: str) -> None:
    assert _counted(_call(time_ns, outcome)) == LoggedApdex(calls=1, satisfied=0, tolerating=0, near=0)


def test_every_status_of_success_satisfies() -> None:
    assert _counted(_call(1, "201"), _call(1, "204"), _call(1, "299")).satisfied == 3


@pytest.mark.parametrize(
    ("arrival_ns", "calls"),
    [(1000 * _S - 1, 0), (1000 * _S, 1), (1001 * _S - 1, 1), (1001 * _S, 0)],
)
def test_a_call_belongs_to_a_window_by_its_arrival(arrival_ns: int, calls: int) -> None:
    assert _counted(_call(5 * _S, arrival_ns=arrival_ns)).calls == calls


def test_a_bound_of_the_window_is_exact_after_a_month_of_uptime() -> None:
    begin_ns = 2_592_000 * _S + 1
    calls = [_call(1, arrival_ns=begin_ns + offset_ns) for offset_ns in (-1000, 0, 1000)]
    assert _counted(*calls, begin_s=begin_ns / _S, end_s=2_592_001.0).calls == 2


def test_each_operation_has_its_own_target_and_others_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "truth.csv"
    rows = [
        "call,connection,outcome,arrival_ns,start_ns,end_ns,sent_ns,operation",
        f"1,0,200,{_ARRIVAL_NS},{_ARRIVAL_NS},{_ARRIVAL_NS},{_ARRIVAL_NS + 799 * _MS},form",
        f"2,1,200,{_ARRIVAL_NS},{_ARRIVAL_NS},{_ARRIVAL_NS},{_ARRIVAL_NS + 900 * _MS},form",
        f"3,2,500,{_ARRIVAL_NS},{_ARRIVAL_NS},{_ARRIVAL_NS},{_ARRIVAL_NS + 100 * _MS},form",
        f",3,200,{_ARRIVAL_NS},{_ARRIVAL_NS},{_ARRIVAL_NS},{_ARRIVAL_NS + 900 * _MS},login",
        f",4,200,{_ARRIVAL_NS},{_ARRIVAL_NS},{_ARRIVAL_NS},{_ARRIVAL_NS + 1 * _MS},report",
        f",5,404,{_ARRIVAL_NS},{_ARRIVAL_NS},{_ARRIVAL_NS},{_ARRIVAL_NS},",
        f",5,death,{_ARRIVAL_NS},{_ARRIVAL_NS},{_ARRIVAL_NS},{_ARRIVAL_NS},",
    ]
    path.write_text("\n".join([*rows, ""]), encoding="ascii")
    targets_ns = {"form": 800 * _MS, "login": 1000 * _MS, "save": 500 * _MS}
    counts = logged_apdexes(read_requests(path), 1000.0, 1001.0, targets_ns)
    assert counts == {
        "form": LoggedApdex(calls=3, satisfied=1, tolerating=1, near=1),
        "login": LoggedApdex(calls=1, satisfied=1, tolerating=0, near=0),
        "save": LoggedApdex(calls=0, satisfied=0, tolerating=0, near=0),
    }
    assert [counted.apdex for counted in counts.values()] == [0.5, 1.0, None]
