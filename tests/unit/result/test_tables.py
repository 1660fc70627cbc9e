"""Tables of a result: they say what the result says, in columns whose units are told."""

import sys
from dataclasses import replace
from pathlib import Path

import loadproof
import pandas
import pytest
from loadproof import PackageMissing, Result, RunDirectoryError, Table, WrittenValueError
from loadproof.records.metric import Metric
from loadproof.result.result_json import result_of, to_json

from ..api.short_study import study_file

NAMES = ("trials", "answers", "operations", "seconds", "ranking", "findings", "readings")
OF_COMPARISONS = ("pairs", "slots")
UNITS = {"_per_s": "1/s", "_ms": "ms", "_s": "s", "_percent": "%", "_mib": "MiB"}
KINDS: dict[str, type | tuple[type, ...]] = {"int": int, "float": (int, float), "bool": bool, "text": str}


@pytest.fixture(scope="module")
def ranked(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """Two variants of three starts each, one of which carries half as much."""
    place = tmp_path_factory.mktemp("ranked")
    slow = "{simulated: {workers: 1}}"
    search = "{capacity: {start_rate: 50, max_rate: 800, hold: 20s, precision: 10%}}"
    file = study_file(place, search, variants=f"{{plain: {{}}, slow: {slow}}}", starts=3)
    return loadproof.run(file, out=place / "run")


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """Two variants in three rounds."""
    place = tmp_path_factory.mktemp("compared")
    slow = "{simulated: {service_time: {exponential: 8ms}}}"
    method = "{compare: {rate: 100, rounds: 3, slot: 5s}}"
    return loadproof.run(study_file(place, method, variants=f"{{plain: {{}}, slow: {slow}}}"), out=place / "run")


@pytest.mark.parametrize("name", [*NAMES, *OF_COMPARISONS])
def test_every_cell_is_of_its_column(ranked: Result, compared: Result, name: str) -> None:
    table: Table = (compared if name in OF_COMPARISONS else ranked).table(name)  # type: ignore[arg-type]
    assert len(table) == len(table.to_dicts()) == len(list(table)) > 0
    for column in table.columns:
        cells = table.column(column.name)
        known = [cell for cell in cells if cell is not None]
        assert len(known) == len(cells) or column.kind in ("float", "text"), column
        assert [cell for cell in known if not isinstance(cell, KINDS[column.kind])] == [], column
        suffix = next((suffix for suffix in UNITS if column.name.endswith(suffix)), None)
        assert suffix is None or column.unit in (UNITS[suffix], "1/s/MiB"), column
    frame = table.to_pandas()
    assert frame.shape == (len(table), len(table.columns))
    assert frame.attrs["units"] == table.units
    numbers = [column.name for column in table.columns if column.kind in ("int", "float")]
    assert all(pandas.api.types.is_numeric_dtype(frame[number]) for number in numbers)


def test_tables_say_what_the_result_says(ranked: Result) -> None:
    trials = ranked.table("trials").to_dicts()
    assert [row["trial"] for row in trials] == [trial.number for trial in ranked.trials]
    last = ranked.trials[-1]
    assert trials[-1]["p99_ms"] == last.measurement.response_ms.p99
    assert (trials[-1]["due_per_s"], trials[-1]["done_per_s"]) == (last.rate, last.measurement.rate)
    operations = [row for row in ranked.table("operations").to_dicts() if row["trial"] == last.number]
    assert [row["operation"] for row in operations] == ["read", "write"]
    assert sum(row["due"] for row in operations) == last.measurement.due
    ranking = ranked.table("ranking").to_dicts()
    ranks = [(row["variant"], row["rank"], row["beaten_by"]) for row in ranking]
    assert ranks == [("plain", 1, ""), ("slow", 2, "plain")]
    assert ranking[0]["rate_per_s"] == ranked.rankings[0].variants[0].rate.value
    answers = ranked.table("answers")
    assert answers.column("rate_per_s") == tuple(answer.rate for answer in ranked.answers)
    assert set(ranked.table("findings").column("variant")) <= {"plain", "slow"}


def test_the_tables_of_a_comparison_say_what_it_says(compared: Result) -> None:
    (comparison,) = compared.comparisons
    pairs = compared.table("pairs").to_dicts()
    assert len(pairs) == len(comparison.pairs)
    cpu = next(row for row in pairs if (row["metric"], row["operation"]) == ("cpu", ""))
    assert (cpu["a"], cpu["b"], cpu["decision"], cpu["unit"], cpu["level_unit"]) == (
        *("plain", "slow", "different", "%", "ms"),
    )
    assert cpu["low"] < cpu["effect_percent"] < cpu["high"]
    errors = next(row for row in pairs if row["metric"] == "errors")
    assert (errors["effect_points"], errors["unit"], errors["level_unit"]) == (0.0, "points", "%")
    of_each = tuple(replace(comparison.pairs[0], metric=metric) for metric in Metric)
    shown = replace(compared, comparisons=(replace(comparison, pairs=of_each),)).table("pairs").to_dicts()
    units = {row["metric"]: row["level_unit"] for row in shown}
    in_mebibytes = {"memory", "live_set", "heap_after", "heap_committed", "other_memory", "page_cache"}
    assert {name for name, unit in units.items() if unit == "MiB"} == in_mebibytes
    assert {name for name, unit in units.items() if unit == "%"} == {"errors", "done", "gc"}
    assert len(units) == len(Metric)
    slots = compared.table("slots").to_dicts()
    assert [row["trial"] for row in slots] == [slot.trial for slot in comparison.slots]
    # Two variants in four cycles of three rounds.
    assert sum(row["counts"] for row in slots) == 2 * 4 * 3
    assert len(compared.table("trials")) == len(slots)


def test_the_seconds_of_a_trial_add_up_to_what_was_measured(ranked: Result) -> None:
    frame = ranked.table("seconds").to_pandas()
    for trial in ranked.trials:
        seconds = frame[frame["trial"] == trial.number]
        judged = seconds[(seconds["run_s"] >= trial.span_begin_s - 0.01) & (seconds["run_s"] < trial.span_end_s - 0.01)]
        assert judged["due"].sum() == trial.measurement.due
        assert judged["errors"].sum() == trial.measurement.errors
        assert (seconds["p99_ms"].dropna() >= seconds["p50_ms"].dropna()).all()
        assert set(seconds["width_s"]) == {1}


def test_an_hour_and_more_in_virtual_time_has_minutes(tmp_path: Path) -> None:
    file = study_file(tmp_path, "{load: {rate: 5, hold: 61m}}")
    table = loadproof.run(file, out=tmp_path / "run").table("seconds")
    widths_s = table.column("width_s")
    assert 60 in widths_s
    assert sum(widths_s) == pytest.approx(61 * 60, abs=20)


def test_a_result_without_rankings_has_an_empty_table_with_the_same_columns(tmp_path: Path, ranked: Result) -> None:
    result = loadproof.run(study_file(tmp_path), out=tmp_path / "run")
    table = result.table("ranking")
    assert (len(table), table.columns) == (0, ranked.table("ranking").columns)
    assert list(table.to_pandas().columns) == list(table.names)


def test_the_directory_is_no_part_of_the_json(ranked: Result) -> None:
    written = to_json(ranked)
    assert "directory" not in written
    read = result_of(written)
    assert read == ranked
    assert read.table("trials") == ranked.table("trials")
    with pytest.raises(RunDirectoryError, match=r"this result has none\. Cure: "):
        read.table("seconds")


def test_what_is_not_there_is_told_with_a_cure(ranked: Result, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(WrittenValueError, match=r"no table 'windows'\. Cure: give one of trials, answers, "):
        ranked.table("windows")  # type: ignore[arg-type]
    table = ranked.table("trials")
    with pytest.raises(WrittenValueError, match=r"trials has no column 'p42_ms'\. Cure: give one of trial, "):
        table.column("p42_ms")
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(PackageMissing, match=r"pandas is not installed.* Cure: pip install pandas"):
        table.to_pandas()
