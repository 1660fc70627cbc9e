"""How a run is titled, and which thresholds hold for its operations."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from loadproof.judge.verdict import State
from loadproof.methods.trial import Purpose
from loadproof.model.slo import Slo, SloKind
from loadproof.records.run import Run, RunOperation

from ..render.made_result import result_of, tried, typed
from ..store.made_run import ERRORS, OPERATIONS, P99, description_of

OF_CREATE = Slo("create:p99<20ms", SloKind.PERCENTILE, 0.01, 20.0, "create")
FLOW = RunOperation(name="buy", weight=0.0, request="flow: get, create", kind="flow")


def run_of(parent: Path, operations: Sequence[RunOperation], slos: Sequence[Slo] = (P99,), target: str = "") -> Run:
    described = description_of()
    thresholds_ms = tuple(slo.threshold_ms for slo in slos if slo.threshold_ms is not None)
    described = replace(
        described,
        operations=tuple(operations),
        slos=tuple(slos),
        thresholds_ms=thresholds_ms,
        target=target or described.target,
    )
    return typed(result_of(parent, [], description=described)).run


@pytest.mark.parametrize(
    ("request_line", "subject"),
    [
        ("GET /healthz?a=1", "http://127.0.0.1:8080/healthz?a=1"),
        ("POST /orders", "POST http://127.0.0.1:8080/orders"),
        ("flow: search, buy", "http://127.0.0.1:8080"),
    ],
)
def test_a_run_of_one_request_is_titled_by_its_path(tmp_path: Path, request_line: str, subject: str) -> None:
    assert run_of(tmp_path, [replace(OPERATIONS[0], request=request_line)]).subject == subject


def test_a_run_of_several_operations_is_titled_by_its_target(tmp_path: Path) -> None:
    assert run_of(tmp_path, OPERATIONS, target="http://127.0.0.1:${api.port}").subject == "api"


def test_an_operation_has_the_thresholds_of_all_calls_and_its_own_and_a_flow_its_own_alone(tmp_path: Path) -> None:
    run = run_of(tmp_path, [*OPERATIONS, FLOW], (P99, OF_CREATE, ERRORS))
    assert {row.name: row.thresholds_ms for row in run.profile.operations} == {
        "get": (50.0,),
        "batch": (50.0,),
        "create": (50.0, 20.0),
        "update": (50.0,),
        "buy": (),
    }


def test_what_came_due_is_noted_only_where_arrivals_are_drawn_and_differ(tmp_path: Path) -> None:
    notes = {}
    for arrivals, rate in (("poisson", 1000.0), ("poisson", 1040.0), ("constant", 1040.0)):
        place = tmp_path / f"{arrivals}-{rate:g}"
        place.mkdir()
        # 20,000 calls in 20 s.
        trial = tried(Purpose.LOAD, 1000.0, State.PASSED)
        asked = replace(trial, trial=replace(trial.trial, rate=rate))
        result = typed(result_of(place, [asked], description=description_of(arrivals=arrivals)))
        notes[arrivals, rate] = result.trials[0].due_note.code if result.trials[0].due_note else ""
    assert notes == {("poisson", 1000.0): "", ("poisson", 1040.0): "due-of-asked", ("constant", 1040.0): ""}
