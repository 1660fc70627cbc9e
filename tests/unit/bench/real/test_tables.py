"""The tables of real runs from made records: what misses a target is seen, and what was not run is no hit."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bench.accuracy.document import DOCUMENT
from bench.document import DOCUMENT as BENCHMARKS
from bench.document import filled
from bench.method.table import MethodTable
from bench.real.case import Case, Kind
from bench.real.demos import TWENTY, demo_table, twenty_table
from bench.real.disturbed import CASES, disturbed_tables, runs_of
from bench.real.forecasts import forecast_rows, forecasts_table
from bench.real.product import NOBODY
from bench.real.record import Record
from bench.real.searches import SEARCHES, disjoint_pairs, searches_table

LONG = "others disturbed 3 s of the trial: up to 0.9 cores (cc1, known-truth); 3 s of the span are not judged for it"


def entry(state: str, clean: float = 0.6, quiet: float = 0.6, text: str = "") -> dict[str, Any]:
    doubts = [{"code": "disturbed-seconds", "text": text}] if text else []
    told = {"exit_code": 0, "state": state, "clean": clean, "quiet": quiet, "doubts": doubts, "wall_s": 22.0}
    return {**told, "by_others": [doubt["code"] for doubt in doubts]}


def as_it_must_be(case: Case) -> str:
    return "passed" if case.kind is Kind.HEALTHY else "failed"


def claims_of(table: MethodTable) -> dict[str, tuple[float, bool]]:
    return {claim.name.partition(",")[0]: (claim.value, claim.is_met) for claim in table.claims}


def recorded(place: Path, changed: dict[str, dict[str, Any]]) -> Record:
    record = Record(place / "record.jsonl")
    for case in CASES:
        record.add(case.name, changed.get(case.name) or entry(as_it_must_be(case)))
    return record


def first(kind: Kind) -> str:
    return next(case.name for case in CASES if case.kind is kind and case.others is not NOBODY)


def test_there_are_the_runs_that_the_proof_asks_for() -> None:
    loads = [case for case in CASES if not case.is_hard]
    assert len(loads) >= 60
    assert sum(case.name.startswith("burn, ") for case in loads) == len(loads) / 2
    assert len({case.name for case in CASES}) == len(CASES)
    assert set(Counter(case.kind for case in loads)) == set(Kind)
    for word in ("users", "open", "drifting", "saturated", "quota", "autovacuum", "outside", "leak"):
        assert any(word in case.name for case in CASES), word


def test_runs_as_they_must_be_meet_every_target(tmp_path: Path) -> None:
    loads, hard = disturbed_tables(runs_of(recorded(tmp_path, {})))
    assert [claim.name for claim in loads.claims if not claim.is_met] == []
    assert all(row[-1] == "as it must be" for row in hard.rows)
    assert sum(int(str(row[2])) for row in loads.rows) + len(hard.rows) == len(CASES)


@pytest.mark.parametrize(
    ("kind", "changed", "missed"),
    [
        (Kind.HEALTHY, entry("failed"), "healthy services blamed"),
        (Kind.OVERLOADED, entry("passed"), "overloads of 1.1 and more"),
        (Kind.WORSE, entry("passed"), "overloads of 1.1 and more"),
        (Kind.EDGE, entry("passed"), "passed at 1.02 beside others"),
        (Kind.HEALTHY, entry("passed", text=LONG), "runs that called processes of the stand others"),
    ],
)
def test_one_wrong_run_misses_its_target(tmp_path: Path, kind: Kind, changed: dict[str, Any], missed: str) -> None:
    loads, _ = disturbed_tables(runs_of(recorded(tmp_path, {first(kind): changed})))
    claims = claims_of(loads)
    # One let go of forty is 2.5 %.
    assert [name for name, (_, is_met) in claims.items() if not is_met] == [missed]


def test_cannot_tell_counts_where_a_third_was_clean(tmp_path: Path) -> None:
    told = [case.name for case in CASES if case.kind is Kind.OVERLOADED]
    dirty = {name: entry("undecided", clean=0.2, quiet=0.3) for name in told}
    loads, _ = disturbed_tables(runs_of(recorded(tmp_path / "dirty", dirty)))
    assert all(claim.is_met for claim in loads.claims)
    unseen = {name: entry("undecided", clean=0.2, quiet=0.9) for name in told}
    loads, _ = disturbed_tables(runs_of(recorded(tmp_path / "unseen", unseen)))
    assert [claim.name.rpartition(", ")[0] for claim in loads.claims if not claim.is_met] == [
        "cannot tell, of runs of which a third is without burners, by their own times"
    ]


def search_entry(low: float, high: float, outcome: str = "found", state: str = "passed") -> dict[str, Any]:
    found = {"method": "capacity", "outcome": outcome, "rate": low, "low": low, "high": high, "reason": ""}
    forecast = {"time_s": {"low": 300.0, "median": 400.0, "high": 900.0}, "calls": {"capacity": [100.0, 200.0]}}
    took = {"took_s": 420.0, "wall_s": 425.0, "budget_min": None, "calls": {"capacity": 150}, "forecast": forecast}
    return {**entry(state), **took, "answers": [{**found, "estimate": (low + high) / 2.0}]}


def test_searches_of_one_service_are_compared_by_pairs(tmp_path: Path) -> None:
    record = Record(tmp_path / "record.jsonl")
    assert not searches_table(record).claims[-1].is_met, "no pair is no proof"
    for search in SEARCHES:
        record.add(search.name, search_entry(100.0, 110.0))
    table = searches_table(record)
    assert all(claim.is_met for claim in table.claims)
    assert table.claims[-1].name == "pairs of valid intervals that are disjoint, of 45 where all valid would be 45"
    record.add(SEARCHES[0].name, search_entry(120.0, 130.0))
    (spread, *_, disjoint) = searches_table(record).claims
    assert (spread.is_met, disjoint.value, disjoint.is_met) == (False, 5.0, False)
    record.add(SEARCHES[0].name, search_entry(120.0, 130.0, "invalid", "undecided"))
    assert searches_table(record).claims[-1].value == 0.0


def test_intervals_that_touch_are_not_disjoint() -> None:
    assert disjoint_pairs([(1.0, 2.0), (2.0, 3.0), None]) == (0, 1)
    assert disjoint_pairs([(1.0, 2.0), (1.5, 3.0), None, (2.5, 4.0)]) == (1, 3)


def test_forecasts_are_within_sooner_or_later() -> None:
    entries = [search_entry(1.0, 2.0), {**search_entry(1.0, 2.0), "took_s": 1000.0}, {**entry("passed"), "took_s": 9.0}]
    later_with_more = {**search_entry(1.0, 2.0), "took_s": 200.0, "calls": {"capacity": 900}}
    rows = list(forecast_rows("searches, nobody beside", [*entries, later_with_more]))
    assert [row.side for row in rows] == [0, 1, -1]
    assert [row.counts for row in rows] == [(True,), (True,), (False,)]
    table = forecasts_table(rows)
    assert [claim.is_met for claim in table.claims] == [False, False, False]
    assert not any(claim.is_met for claim in forecasts_table([]).claims)


def test_a_load_of_known_length_may_wait_for_its_answers() -> None:
    (one,) = forecast_rows("loads", [{**search_entry(1.0, 2.0), "took_s": 901.9}])
    assert one.side == 0


@pytest.mark.parametrize(("code", "is_met"), [(0, True), (4, True), (3, False), (1, False)])
def test_a_demo_ends_with_0_or_4(code: int, is_met: bool) -> None:
    one = {**search_entry(1.0, 2.0), "name": "demo 1", "exit_code": code, "sentence": "a | b"}
    table = demo_table([one])
    assert table.claims[0].is_met is is_met
    assert table.rows[0][-1] == "a \\| b"


def recorded_demos(place: Path, codes: dict[str, int]) -> Record:
    record = Record(place / "demo.jsonl")
    for demo in TWENTY:
        code = codes.get(demo.name, 0)
        record.add(demo.name, {**search_entry(1.0, 2.0), "exit_code": code, "wall_s": 170.0, "sentence": "Holds"})
    return record


def test_all_twenty_demos_have_to_end_with_0(tmp_path: Path) -> None:
    assert Counter(demo.others.name for demo in TWENTY) == {"nobody": 10, "30 % of a core": 5, "a core for 30 s": 5}
    table = twenty_table(recorded_demos(tmp_path, {}))
    assert [(claim.value, claim.is_met) for claim in table.claims[:3]] == [(10.0, True), (5.0, True), (5.0, True)]
    assert table.claims[3].is_met
    assert len(table.rows) == 20
    one_undecided = twenty_table(recorded_demos(tmp_path, {"demo beside nobody 3": 4}))
    assert [claim.is_met for claim in one_undecided.claims] == [False, True, True, True]


def test_the_document_has_a_place_for_each_table() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for command in ("disturbed", "searches", "demo", "forecasts"):
        assert filled(text, "x", f"python -m bench.real {command}") != text
    assert "\n\nx\n\n" in filled(BENCHMARKS.read_text(encoding="utf-8"), "x", "python -m bench.real demo")
