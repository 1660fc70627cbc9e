"""Activity from samples and counters, also of a server that lies."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.postgres.observer import (
    IntervalObserver,
    ServerCpu,
    by_key,
    lock_tree,
    settings_read,
    statement_growth,
    table_growth,
)
from loadproof.records.database_activity import TemporarySpace


def line(calls: float, execution_ms: float, jit_ms: float = 0.0) -> str:
    return f"{calls} {execution_ms} 0 {calls} 10 2 0 0 100 {jit_ms}"


def test_counters_that_fell_began_anew() -> None:
    before = {"1": line(100, 50.0), "2": line(4, 4.0), "3": line(9, 9.0)}
    now = {"1": line(7, 3.0), "2": line(6, 5.5), "3": line(9, 9.0), "4": line(1, 2.0)}
    grown = {one.query_id: (one.calls, one.execution_ms) for one in statement_growth(before, now)}
    assert grown == {"1": (7, 3.0), "2": (2, 1.5), "4": (1, 2.0)}


@pytest.mark.parametrize("bad", ["a b c d e f g h i j", "NaN " * 10, "-1 " * 10, "1e300 " * 10, "1 2", "inf " * 10])
def test_lines_that_are_none_of_numbers_are_left_out(bad: str) -> None:
    assert statement_growth({}, {"1": bad.strip()}) == []
    assert statement_growth({"1": bad.strip()}, {"1": line(2, 2.0)}) == []
    assert table_growth({}, {"t": bad.strip()}) == ()


def test_lines_by_key_have_as_many_numbers_as_are_asked_for() -> None:
    assert by_key(["1 2 3", "4", "", "5 6 7 8"], 2) == {"1": "2 3"}
    assert by_key(["1 2 3 a b", "1 2 x"], 3, is_last=True) == {"a b": "1 2 3"}


def test_scans_of_tables_that_are_new_count_from_zero_unless_there_are_too_many() -> None:
    assert [one.rows_read for one in table_growth({}, {"t": "1 500 20"})] == [500]
    many = {str(place): "1 1 1" for place in range(2000)}
    assert table_growth(many, {"t": "1 500 20"}) == ()
    (grown,) = table_growth({"t": "1 500 20"}, {"t": "3 900 30"})
    assert (grown.scans, grown.rows_read, grown.live_rows) == (2, 400, 30)


def test_a_circle_of_locks_ends() -> None:
    rows: list[dict[str, str | None]] = [
        {"process_id": "1", "blocked_by": "2", "state": "active"},
        {"process_id": "2", "blocked_by": "1", "state": "active"},
        {"process_id": "0", "blocked_by": None, "state": None},
    ]
    tree = lock_tree(3.0, 2, rows)
    assert tree is not None
    assert {one.process_id: one.state for one in tree.sessions} == {
        0: "prepared transaction",
        1: "active",
        2: "active",
    }
    assert tree.sessions[0].process_id == 0
    assert lock_tree(3.0, 2, rows[2:]) is None


def test_a_tree_has_fifty_sessions_at_most() -> None:
    rows: list[dict[str, str | None]] = [
        {"process_id": str(one), "blocked_by": "1" if one > 1 else ""} for one in range(1, 200)
    ]
    tree = lock_tree(0.0, 198, rows)
    assert tree is not None
    assert (len(tree.sessions), tree.sessions[0].process_id, tree.waiting) == (50, 1, 198)


def test_levels_are_means_and_counts_are_added_up() -> None:
    observer = IntervalObserver("db", 5.0)
    for sessions, waiting in ((4, 1), (8, 3)):
        use = f'[["7", "Lock", "tuple", {waiting}, 3.5], [null, null, null, 1, null]]'
        observer.sample({"sessions_total": str(sessions), "sessions_waiting_lock": str(waiting), "use": use})
        observer.add_counts({"commits": 5.0, "checkpoint_write_ms": 0.5, "rollbacks": float("nan")})
        observer.add_cpu(ServerCpu(0.01, 1.0))
        observer.see_space(TemporarySpace(tablespace="t", size_bytes=100, least_free_bytes=sessions))
    ended = observer.ended(15.0, [], (), None, (), ())
    assert (ended.levels.sessions, ended.levels.waiting_lock, ended.levels.most_sessions) == (6.0, 2.0, 8)
    assert (ended.counts.commits, ended.counts.checkpoint_write_ms, ended.counts.rollbacks) == (10, 1.0, 0)
    assert ended.levels.own_cpu_share == pytest.approx(0.01)
    assert ended.temporary_space is not None
    assert ended.temporary_space.least_free_bytes == 4
    assert [(use.query_id, use.wait, use.samples) for use in ended.use] == [("7", "tuple", 4), (None, None, 2)]


@given(st.lists(st.dictionaries(st.sampled_from(["name", "value", "unit"]), st.text(max_size=30)), max_size=5))
def test_settings_of_any_text_are_bounded(rows: list[dict[str, str | None]]) -> None:
    read = settings_read(150007, rows)
    assert read.version == 150007
    assert 0 <= read.temp_buffers_bytes <= 2**53


@given(st.text(max_size=200))
def test_use_of_any_text_is_taken_or_left(text: str) -> None:
    observer = IntervalObserver("db", 0.0)
    observer.sample({"use": text, "sessions_total": text})
    assert all(use.samples >= 0 for use in observer.ended(1.0, [], (), None, (), ()).use)
