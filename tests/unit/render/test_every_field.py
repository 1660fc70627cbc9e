"""Every field of a Measurement goes from the judge through store, result, JSON and table to the page."""

import json
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, replace
from pathlib import Path
from typing import Any, cast

import pytest
from loadproof._engine import ApdexCounts
from loadproof.judge.apdex import SpanApdex
from loadproof.judge.measured_span import MeasuredSpan
from loadproof.judge.response_intervals import ResponseIntervals
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message, share
from loadproof.records.doubt import Doubt, DoubtCode, with_cures
from loadproof.records.json_form import of_json, plain
from loadproof.records.machine_use import MachineResource, MachineRole, ResourceUse
from loadproof.records.measurement import Apdex, Bounds, CallsNeeded, Intervals, Measurement, Times
from loadproof.render import html
from loadproof.result.build import build_result
from loadproof.result.result import Result
from loadproof.result.result_json import to_json
from loadproof.store.writer import RunWriter

from ..store.made_run import description_of, directory_in, histogram_of
from .test_html import SERIES, embedded

NOT_IN_A_TABLE = {
    "left_out_s",
    "disturbed_s",
    "machines",
    "within",
    "errors_by_kind",
    "response_interval_ms",
    "operations",
    "doubts",
}
"""Lists and objects, which a cell has no room for."""
NOT_IN_A_TABLE |= {"wait_ms", "lateness_ms", "service_ms"}
COLUMNS = {"rate": "done_per_s", "duration_s": "judged_s"}
INTERVALS = Intervals(
    scope="within one start",
    p50=Bounds(low=1.5, high=1.75),
    p90=Bounds(low=2.5, high=2.75),
    p95=Bounds(low=3.5, high=3.75),
    p99=Bounds(low=4.5, high=4.75),
    p99_9=CallsNeeded(needed_calls=10_000),
)
USE = ResourceUse(
    machine="app1",
    role=MachineRole.LOAD,
    resource=MachineResource.DISK,
    mean_percent=61.5,
    highest_percent=99.5,
    judged_s=26,
    saturated_s=14,
    left_out_s=2,
    before_s=5,
    saturated_before_s=1,
)
APDEX = ("target_s", "samples", "score", "low", "high")
TRIAL = Trial(Purpose.LOAD, 13.0, hold_s=30.0)


@dataclass(frozen=True)
class MadeIntervals:
    """Has the method of `ResponseIntervals` that records are made with."""

    def record(self) -> Intervals:
        """Made up."""
        return INTERVALS


def span_of(calls: int, operations: Mapping[str, MeasuredSpan]) -> MeasuredSpan:
    """Every field has a value of its own, and none is that of an empty span."""
    return MeasuredSpan(
        duration_s=30.5,
        rate=12.25,
        due=calls + 21,
        sent=calls + 11,
        completed=calls,
        dropped=10,
        cut=6,
        errors_by_kind={"status-503": 3, "timeout": 2},
        within=(calls - 7,),
        response=histogram_of(1.0, 2.0, 3.0, 40.0),
        wait=histogram_of(0.1, 0.2),
        lateness=histogram_of(0.3, 0.4),
        service=histogram_of(5.0, 6.0),
        operations=operations,
        doubts=(Doubt(DoubtCode.STEAL, Message("machine-stolen", share=share(0.06))),),
        left_out_s=((3, 5),),
        disturbed_s=((7, 10),),
        machines=(USE,),
        valid=False,
        retried=4,
        bytes_received=5000,
        bytes_sent=600,
        response_intervals=cast(ResponseIntervals, MadeIntervals()),
        apdex=SpanApdex(ApdexCounts([calls + 17] + [0] * 31, [calls] + [0] * 31, [5] + [0] * 31), 1.5, 50),
    )


SPAN = span_of(380, {"get": span_of(190, {})})
RECORD = SPAN.record()


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Measurement, Result]:
    """The measurement as a reader gives it, and the result."""
    with RunWriter(directory_in(tmp_path_factory.mktemp("runs")), description_of()) as writer:
        writer.trial_started(1, TRIAL, method="load")
        writer.trial_ended(1, TrialResult(TRIAL, SPAN, Verdict(State.INVALID, Message.said("made up"))))
        writer.ended()
        with writer.reader() as reader:
            (record,) = reader.trials()
            return reader.measurement(record), build_result(reader)


@pytest.fixture
def result(stored: tuple[Measurement, Result]) -> Result:
    """The result alone."""
    return stored[1]


def with_hints(measurement: Measurement) -> Measurement:
    """A result has hints where the store has none."""
    return replace(measurement, doubts=with_cures(measurement.doubts, False))


@pytest.mark.parametrize("field", fields(Measurement), ids=lambda field: field.name)
def test_the_judge_fills_each_field(field: Any) -> None:
    value = getattr(RECORD, field.name)
    assert value not in (None, 0, 0.0, (), {}) or value is False
    assert field.default is MISSING or value != field.default
    if isinstance(value, Times):
        assert None not in plain(value).values()


def test_each_field_is_that_of_the_span() -> None:
    for field in fields(Measurement):
        value, name = getattr(RECORD, field.name), field.name.removesuffix("_ms")
        held = getattr(SPAN, name, None)
        if isinstance(value, Times):
            assert held is not None
            assert value.max == pytest.approx(held.max_ms, abs=1e-4)
        elif isinstance(value, int | float):
            assert value == pytest.approx(held, abs=0.05), field.name


def test_no_two_figures_are_alike() -> None:
    figures = [value for value in plain(RECORD).values() if isinstance(value, int | float) and value is not False]
    assert len(figures) == len(set(figures))


def test_the_store_keeps_each_field(stored: tuple[Measurement, Result]) -> None:
    assert stored[0] == RECORD


def test_the_result_has_each_field(result: Result) -> None:
    (trial,) = result.trials
    assert trial.measurement == with_hints(RECORD)


def test_the_json_has_each_field_and_gives_it_back(result: Result) -> None:
    (trial,) = to_json(result)["trials"]
    assert list(trial["measurement"]) == [field.name for field in fields(Measurement)]
    assert of_json(Measurement, json.loads(json.dumps(trial["measurement"]))) == with_hints(RECORD)


def test_the_table_has_each_field_that_is_a_figure(result: Result) -> None:
    for name, measurement in (("trials", RECORD), ("operations", RECORD.operations["get"])):
        table = result.table(cast(Any, name))
        row = dict(zip(table.names, table.rows[0], strict=True))
        for field in fields(Measurement):
            value = getattr(measurement, field.name)
            if isinstance(value, Times) and field.name not in NOT_IN_A_TABLE:
                assert {time.name: row[f"{time.name}_ms"] for time in fields(Times)} == plain(value)
            elif isinstance(value, Apdex):
                assert {key: row[f"apdex_{key}"] for key in APDEX} == {key: getattr(value, key) for key in APDEX}
            elif field.name not in NOT_IN_A_TABLE and (name == "trials" or field.name not in ("duration_s", "valid")):
                assert row[COLUMNS.get(field.name, field.name)] == value


def test_the_page_has_each_field(result: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "report.html"
    page.write_text('<html lang="en"><title>loadproof</title><!--loadproof:data-->', encoding="utf-8")
    monkeypatch.setattr(html, "_PAGE", page)
    (trial,) = embedded(html.html_report(result, SERIES), "result")["trials"]
    # The document has what no chart draws.
    left_out = {"operations", "doubts", "response_interval_ms", "wait_ms", "lateness_ms", "service_ms"}
    shown, whole = of_json(Measurement, trial["measurement"]), with_hints(RECORD)
    drawn = [field.name for field in fields(Measurement) if getattr(shown, field.name) == getattr(whole, field.name)]
    assert {field.name for field in fields(Measurement)} - set(drawn) == left_out
