"""Typed values as JSON and back: English under the names that were promised, the codes of texts beside it."""

import json
import math
from dataclasses import replace
from typing import Any

import pytest
from loadproof.model.message import Message, duration
from loadproof.records.doubt import Doubt
from loadproof.records.json_form import MESSAGES, of_json, plain
from loadproof.records.measurement import Bounds, CallsNeeded, Intervals, Measurement, Times
from loadproof.records.overhead import LevelFigure, LevelInStart
from loadproof.records.trial import Trial
from loadproof.result.schema import json_schema
from loadproof.store.message_columns import json_column
from loadproof.tools.doctor.check import CheckModel, fine

TOLD = Message("unit-second", number="5")
TIMES = Times(p50=1.0, p90=None, p95=None, p99=2.0, p99_9=None, max=None, mean=None)
MEASUREMENT = Measurement(
    duration_s=30.0,
    rate=100.0,
    due=3000,
    sent=3000,
    completed=3000,
    dropped=0,
    cut=0,
    missing=0,
    within=(2900,),
    errors=0,
    errors_by_kind={},
    error_percent=0.0,
    response_ms=TIMES,
    wait_ms=TIMES,
    lateness_ms=TIMES,
    service_ms=TIMES,
    operations={},
    valid=True,
    doubts=(),
)


def written(value: Any) -> Any:
    return json.loads(json.dumps(plain(value), allow_nan=False))


def test_a_text_is_english_and_its_code_stands_beside_it() -> None:
    doubt = Doubt(code="late", text=TOLD, cure=Message.said("wait"))
    told = written(doubt)
    assert told == {"code": "late", "text": "5 s", "cure": "wait", MESSAGES: {"text": TOLD.to_json()}}
    assert of_json(Doubt, told) == doubt


def test_a_figure_is_a_number_or_a_text() -> None:
    look = fine("cores", "there are two", quota=1.25, shared="yes")
    assert of_json(CheckModel, written(look)) == look


def test_what_holds_no_code_is_said_as_it_is() -> None:
    read = of_json(Doubt, {"code": "late", "text": "it was late", "cure": "wait"})
    assert read.text == Message.said("it was late")


def test_an_operation_may_be_called_as_the_key_of_codes() -> None:
    whole = replace(MEASUREMENT, operations={MESSAGES: MEASUREMENT})
    assert of_json(Measurement, written(whole)) == whole


def test_texts_within_texts_come_back() -> None:
    nested = Message("nested", inner=Message("unit-second", number="5"), held=duration(30.0))
    told = {"code": "late", "text": "", "cure": "wait", MESSAGES: {"text": nested.to_json()}}
    assert of_json(Doubt, told).text == nested


@pytest.mark.parametrize("value", [Bounds(low=1.0, high=2.0), CallsNeeded(needed_calls=9), None])
def test_one_of_several_kinds_is_told_by_its_keys(value: Bounds | CallsNeeded | None) -> None:
    intervals = Intervals(scope="within one start", p50=value, p90=None, p95=None, p99=None, p99_9=value)
    assert of_json(Intervals, written(intervals)) == intervals


def test_what_is_not_a_number_is_null() -> None:
    assert written(replace(TIMES, p50=math.nan, max=math.inf)) == written(replace(TIMES, p50=None))
    assert of_json(Times, {**written(TIMES), "p50": math.nan}).p50 is None


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"due": None}, "due of Measurement: None is no whole number"),
        ({"due": True}, "due of Measurement: True is no whole number"),
        ({"within": "12"}, "within of Measurement: '12' is no list"),
        ({"response_ms": {}}, "response_ms of Measurement: Times has no p50"),
        ({"doubts": [{"code": 1, "text": "", "cure": ""}]}, "doubts of Measurement: code of Doubt: 1 is no text"),
    ],
)
def test_what_is_of_another_form_is_refused_with_its_place(change: dict[str, Any], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        of_json(Measurement, {**written(MEASUREMENT), **change})


def test_the_schema_has_the_keys_that_are_written_and_no_others() -> None:
    schema = json_schema(Trial, suffix="Model")
    assert schema["title"] == "TrialModel"
    doubt = schema["$defs"]["DoubtModel"]
    assert set(doubt["properties"]) == {"code", "text", "cure", MESSAGES}
    assert doubt["required"] == ["code", "text", "cure"]
    assert doubt["properties"]["text"]["type"] == "string"
    assert not doubt["additionalProperties"]
    measured = schema["$defs"]["MeasurementModel"]
    assert set(measured["properties"]) == set(measured["required"]) == set(written(MEASUREMENT))


def test_numbers_are_rounded_where_they_are_written_and_kept_whole_before() -> None:
    told = {"level": "on", "rate": 500.0, "metric": "cpu", "decides": True, "bound": 5.0, "verdict": "shown"}
    told |= {"effect_percent": 1.23456789, "points": None, "low": -math.pi, "high": math.nan, "upper": 2.0}
    figure = of_json(LevelFigure, {**told, "starts": 5, "starts_needed": None, "off": 2.0, "on": 2.0})
    assert figure.effect == 1.23456789
    for written in (plain(figure), json.loads(json_column(figure))):
        assert (written["effect_percent"], written["low"], written["rate"]) == (1.2346, -3.1416, 500.0)
    assert plain(figure)["high"] is None
    start = LevelInStart(level="on", rate=500.0, values={"cpu": 0.12345678})
    assert plain(start)["values"] == {"cpu": 0.123457}
