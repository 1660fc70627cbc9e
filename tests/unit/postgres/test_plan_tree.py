"""Relations of a join as the limits of the planner count them, and the lines of a plan."""

from typing import Any

import pytest
from loadproof.postgres.plan_tree import joined_relations, plan_lines


def scan(name: str, **more: Any) -> dict[str, Any]:
    return {"Node Type": "Seq Scan", "Relation Name": name, "Alias": name, "Total Cost": 2.5, "Plan Rows": 10, **more}


def join(*inner: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"Node Type": "Hash Join", "Join Type": "Inner", "Plans": list(inner), **more}


BITMAP = scan("b") | {"Node Type": "Bitmap Heap Scan", "Plans": [{"Node Type": "Bitmap Index Scan", "Index Name": "i"}]}


@pytest.mark.parametrize(
    ("plan", "joined"),
    [
        (scan("a"), 1),
        ({"Node Type": "Result"}, 0),
        (join(scan("a"), {"Node Type": "Hash", "Plans": [BITMAP]}), 2),
        (join(scan("a"), join(scan("b"), join(scan("c"), scan("d")))), 4),
        (join(scan("a"), {"Node Type": "Append", "Plans": [scan("p1"), scan("p2"), scan("p3")]}), 2),
        (join(scan("a"), {"Node Type": "Subquery Scan", "Plans": [join(scan("b"), scan("c"), scan("d"))]}), 3),
        (
            join(
                scan("a"),
                scan("b", Plans=[join(scan("c"), scan("d"), scan("e"), **{"Parent Relationship": "SubPlan"})]),
            ),
            3,
        ),
        ({"Node Type": "Append", "Plans": [join(scan("a"), scan("b")), scan("c")]}, 2),
        ({"Node Type": "Aggregate", "Plans": [join(scan("a"), scan("b"))]}, 2),
    ],
)
def test_the_largest_join_counts(plan: dict[str, Any], joined: int) -> None:
    assert joined_relations(plan) == joined


def test_lines_have_no_values_and_no_control_characters() -> None:
    plan = join(scan("a\x1b", Filter="(name = 'Ann'::text)"), scan("b"), **{"Hash Cond": "(a.id = 4711)"})
    lines = list(plan_lines(plan))
    assert lines == [
        "Hash Join  (cost 0.00, rows 0)",
        "  Hash Cond: (a.id = ?)",
        "  Seq Scan on a·  (cost 2.50, rows 10)",
        "    Filter: (name = ?::text)",
        "  Seq Scan on b  (cost 2.50, rows 10)",
    ]


def test_a_plan_without_an_end_is_cut() -> None:
    plan = scan("a")
    for _ in range(500):
        plan = {"Node Type": "Limit", "Plans": [plan, scan("b")]}
    assert len(list(plan_lines(plan))) == 60
    assert joined_relations(plan) >= 1


@pytest.mark.parametrize("cost", [None, "1", float("nan"), -1, 1e300, True, []])
def test_a_cost_that_is_none_is_zero(cost: object) -> None:
    (text,) = plan_lines(scan("a") | {"Total Cost": cost, "Plan Rows": cost})
    assert text == "Seq Scan on a  (cost 0.00, rows 0)" or cost is True


@pytest.mark.parametrize(
    ("measured", "shown"),
    [
        ({"Actual Total Time": 0.0314, "Actual Rows": 9, "Actual Loops": 1}, "  (actual 0.031 ms, rows 9, loops 1)"),
        ({"Actual Total Time": 2.0, "Actual Rows": 1.25, "Actual Loops": 3}, "  (actual 2.000 ms, rows 1.25, loops 3)"),
        ({"Actual Rows": 9.0, "Actual Loops": 1}, "  (actual rows 9, loops 1)"),
        ({"Actual Total Time": 0.0, "Actual Rows": 0, "Actual Loops": 0}, "  (never run)"),
        ({"Actual Total Time": 1.0}, ""),
        ({"Actual Rows": float("nan"), "Actual Loops": 1}, ""),
        ({"Actual Rows": "9", "Actual Loops": True}, ""),
        ({"Actual Total Time": 10**400, "Actual Rows": 10**14, "Actual Loops": -1}, ""),
    ],
)
def test_a_node_that_was_run_has_its_time_and_rows(measured: dict[str, Any], shown: str) -> None:
    (line,) = plan_lines(scan("a") | measured)
    assert line == f"Seq Scan on a  (cost 2.50, rows 10){shown}"


def test_rows_that_a_condition_kept_out_stand_below_it() -> None:
    plan = scan("a", Filter="(id > 4711)", **{"Rows Removed by Filter": 990, "Rows Removed by Join Filter": 5})
    assert list(plan_lines(plan))[1:] == ["  Filter: (id > ?)", "  Rows Removed by Filter: 990"]
