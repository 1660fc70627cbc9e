"""Plans in a JSON log: the slowest execution of each statement, without values, whatever else the log holds."""

import json
import sys
from collections.abc import Iterable
from typing import Any

import pytest
from loadproof.postgres.activity import MOST_LOGGED_PLANS, joined_plans, merged, reduced
from loadproof.postgres.logged_plans import LogLines, SlowestPlans
from loadproof.records.database_activity import DatabaseActivity, StatementPlan
from loadproof.records.json_form import of_json, plain

from .made_activity import activity, plan

SECRET = "tiger-4711"  # noqa: S105 - a value that must be nowhere
NODE = {"Node Type": "Seq Scan", "Relation Name": "status", "Alias": "status", "Total Cost": 2.5, "Plan Rows": 10}
TEXT = f"SELECT * FROM status WHERE name = '{SECRET}' AND id = 4711 -- {SECRET}"  # noqa: S608


def written(**changes: Any) -> dict[str, Any]:
    """Plan as auto_explain writes it."""
    return {"Query Text": TEXT, "Plan": {**NODE, "Filter": f"(name = '{SECRET}'::text)"}, **changes}


def line(held: object = None, duration: str = "12.345", message: str | None = None, **changes: Any) -> bytes:
    """Line of a JSON log, as PostgreSQL 15 writes it."""
    inner = json.dumps(written() if held is None else held, indent=2)
    entry = {
        "timestamp": "2026-11-30 17:33:44.552 UTC",
        "dbname": "bench",
        "error_severity": "LOG",
        "message": f"duration: {duration} ms  plan:\n{inner}" if message is None else message,
        "application_name": "psql",
        "query_id": -5586161724543105753,
        **changes,
    }
    return json.dumps(entry, separators=(",", ":")).encode()


def kept(lines: Iterable[bytes]) -> tuple[StatementPlan, ...]:
    plans = SlowestPlans("bench", "loadproof")
    for one in lines:
        plans.add(one)
    return plans.taken()


def test_a_plan_has_its_duration_and_no_values() -> None:
    (found,) = kept([line(written(**{"Query Parameters": f"$1 = '{SECRET}'"}))])
    assert found == StatementPlan(
        query_id="-5586161724543105753",
        text="SELECT * FROM status WHERE name = ? AND id = ?",
        joined=1,
        cost=2.5,
        execution_ms=12.345,
        lines=("Seq Scan on status  (cost 2.50, rows 10)", "  Filter: (name = ?::text)"),
    )


def test_values_of_parameters_are_noted_and_dropped() -> None:
    plans = SlowestPlans("bench", "loadproof")
    plans.add(line())
    assert not plans.has_parameters
    plans.add(line(written(**{"Query Parameters": f"$1 = '{SECRET}'"}), "99"))
    assert plans.has_parameters
    assert SECRET not in repr(plans.taken())


@pytest.mark.parametrize(
    "hostile",
    [
        b"",
        b"\xff\xfe\x00",
        b'{"message":"duration: ',
        line(dbname="other"),
        line(dbname=None),
        line(application_name="loadproof"),
        line(message="duration: 1 ms"),
        line(message="duration: 1 ms  statement: SELECT 1"),
        line(duration="-1"),
        line(duration="NaN"),
        line(duration="9" * 400),
        line(message=f"said: duration: 1.0 ms  plan:\n{json.dumps(written())}"),
        line(message="duration: 1.0 ms  plan:\n{"),
        line(message="duration: 1.0 ms  plan:\n" + '{"Plan":' * 100_000),
        line(message='duration: 1.0 ms  plan:\n{"Plan": {"Filter": ' + "[" * 100_000),
        line(message='duration: 1.0 ms  plan:\n{"Plan": {"Total Cost": ' + "9" * 10_000 + "}}"),
        line({"Query Text": "SELECT 1"}),
        line({"Plan": [NODE]}),
        b"[" + line() + b"]",
        line()[:-1],
    ],
)
def test_a_line_that_is_no_plan_of_the_database_is_left_out(hostile: bytes) -> None:
    assert kept([hostile]) == ()
    # It keeps no other line from being read.
    assert len(kept([hostile, line(), hostile])) == 1


@pytest.mark.parametrize("depth", [200, sys.getrecursionlimit() // 3])
def test_lists_nested_in_a_condition_and_deep_plans_are_bounded(depth: int) -> None:
    nested: Any = "x"
    top: dict[str, Any] = NODE
    for _ in range(depth):
        nested, top = [nested], {"Node Type": "Limit", "Plans": [top]}
    for held in ({"Plan": {**NODE, "Filter": nested}}, {"Plan": top}):
        found = kept([line(held)])
        assert all(len(one.lines) <= 60 for one in found)


def test_names_and_texts_of_any_kind_make_bounded_lines_without_control_characters() -> None:
    nasty = "\x1b[31m\u202e" + "x" * 50_000
    held = {"Query Text": nasty, "Plan": dict.fromkeys(NODE, nasty) | {"Filter": nasty, "Plans": [nasty, 7, None]}}
    (found,) = kept([line(held)])
    assert found.text is not None
    assert all(text.isprintable() and len(text) <= 1000 for text in (found.text, *found.lines))
    assert (found.cost, found.joined) == (0.0, 0)


@pytest.mark.parametrize(
    ("of_line", "of_plan", "query_id"),
    [
        (7, None, "7"),
        # A nested statement has its own in the plan.
        (7, -8, "-8"),
        (0, None, ""),
        (True, None, ""),
        ("7", 0, ""),
        (2**70, None, ""),
        (1.5, None, ""),
        ([], {}, ""),
    ],
)
def test_an_identifier_is_a_number_of_64_bits(of_line: object, of_plan: object, query_id: str) -> None:
    held = written() if of_plan is None else written(**{"Query Identifier": of_plan})
    (found,) = kept([line(held, query_id=of_line)])
    assert found.query_id == query_id


def test_the_slowest_execution_of_each_statement_is_kept_and_few_of_all() -> None:
    texts = [f"SELECT {'a' * (1 + number)}" for number in range(20)]
    lines = [
        line(written(**{"Query Text": text}), duration=f"{number + 100 * repeat}.5", query_id=1 + number + 100 * repeat)
        for repeat in (0, 2, 1)
        for number, text in enumerate(texts)
    ]
    found = kept(lines)
    assert [one.execution_ms for one in found] == [219.5, 218.5, 217.5, 216.5, 215.5][:MOST_LOGGED_PLANS]
    assert [one.text for one in found] == texts[:-6:-1]


def test_what_was_taken_is_forgotten() -> None:
    plans = SlowestPlans("bench", "loadproof")
    plans.add(line(duration="50"))
    assert [one.execution_ms for one in plans.taken()] == [50.0]
    plans.add(line(duration="20"))
    assert [one.execution_ms for one in plans.taken()] == [20.0]
    assert plans.taken() == ()


def test_a_plan_in_another_format_is_noted() -> None:
    plans = SlowestPlans("bench", "loadproof")
    plans.add(line(message="duration: 1.0 ms  plan:\nQuery Text: SELECT 1\nResult  (cost=0.00..0.01 rows=1 width=4)"))
    assert (plans.has_text_plans, plans.has_plans, plans.taken()) == (True, False, ())


def test_lines_are_whole_however_the_log_is_cut() -> None:
    lines = [b"one", b"", b"three \xc3\xa4", b"x" * 300_000]
    log = b"".join(one + b"\n" for one in lines)
    for length in (1, 7, 100_000, len(log)):
        if length > 1 or len(log) < 1000:
            reader = LogLines()
            parts = (log[place : place + length] for place in range(0, len(log), length))
            assert [one for part in parts for one in reader.whole(part)] == lines


def test_a_line_without_an_end_takes_no_memory_and_the_next_one_is_read() -> None:
    reader = LogLines()
    for _ in range(100):
        assert list(reader.whole(b"x" * 100_000)) == []
        assert sum(len(held) for held in vars(reader).values() if isinstance(held, bytes)) < 1 << 20
    assert list(reader.whole(b"end\nnext\n")) == [b"next"]


def test_merged_intervals_have_generic_plans_and_the_slowest_executions() -> None:
    generic = plan("Seq Scan", query_id="1", cost=9.0)
    logged = [plan("Seq Scan", query_id="1", text="SELECT ?", execution_ms=ms) for ms in (3.0, 8.0, 5.0)]
    cut = [plan(query_id=name, text="SELECT …", execution_ms=1.0) for name in "23"]
    activities = [activity(plans=(generic, one, *cut)) for one in logged]
    assert merged(activities).plans == (generic, logged[1], *cut)
    many = [plan(query_id=str(number), text=f"SELECT {number}", execution_ms=float(number)) for number in range(9)]
    assert [one.execution_ms for one in joined_plans(many)] == [8.0, 7.0, 6.0, 5.0, 4.0]


def test_a_large_activity_has_short_texts_of_plans() -> None:
    (found,) = reduced(activity(plans=(plan(text="x" * 1000, execution_ms=1.0),)), 3, 50).plans
    assert found.text is not None
    assert len(found.text) == 50


def test_an_activity_of_an_older_run_has_generic_plans() -> None:
    held = plain(activity(plans=(plan("Seq Scan"),)))
    (one,) = held["plans"]
    del one["execution_ms"], one["text"]
    (read,) = of_json(DatabaseActivity, held).plans
    assert (read.execution_ms, read.text) == (None, None)
