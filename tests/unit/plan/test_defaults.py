"""What a file leaves out: the schema, what is resolved, the command line and the plan on the wire say the same."""

import inspect
import json
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest
from loadproof.cli.capacity import capacity
from loadproof.cli.load import load
from loadproof.judge.saturation import NOTHING_LEFT_OUT
from loadproof.model.duration import parse_duration
from loadproof.model.profile import DEFAULT_EXPECT, DEFAULT_TIMEOUT_S
from loadproof.plan.endpoint import NO_ENDPOINT
from loadproof.plan.engine_plan import engine_plan, simulated_plan
from loadproof.plan.settings import LoadSettings
from loadproof.study import simulated_service, stand_settings
from loadproof.study.load import profile_of_url
from loadproof.study.load_study import load_study
from loadproof.study.study import Study

SCHEMA = json.loads((Path(__file__).parents[3] / "schema/study.schema.json").read_text(encoding="utf-8"))
PAIRS: tuple[tuple[str, type, dict[str, str]], ...] = (
    ("ContentionSpec", simulated_service.Contention, {}),
    ("ErrorsSpec", simulated_service.Errors, {"from": "from_ns", "above": "above_per_s"}),
    ("ModulationSpec", simulated_service.Modulation, {"every": "every_ns"}),
    ("StandSpec", stand_settings.StandSettings, {}),
    ("StudySpec", Study, {"pause": "pause_s"}),
    ("StudySpec", LoadSettings, {}),
)
EMPTY: tuple[Any, ...] = (None, [], {}, (), {"leave_out": []}, NOTHING_LEFT_OUT)
STUDY = """\
name: s
stand: {driver: simulate, simulated: {workers: 1, service_time: 1ms}}
profile: {operations: {get: {request: GET /}, walk: {request: GET /}}, flows: {f: {steps: [walk]}}}
slo: [p99<200ms]
methods: {load: {rate: 5}}
"""


def in_units(name: str, value: Any) -> Any:
    """A default of the schema in the unit of the resolved field `name`."""
    if name.endswith("_ns"):
        return 0 if value is None else round(parse_duration(value) * 1e9)
    return parse_duration(value) if name.endswith("_s") and isinstance(value, str) else value


@pytest.mark.parametrize(("spec", "resolved", "names"), PAIRS, ids=lambda value: getattr(value, "__name__", ""))
def test_the_schema_has_the_defaults_of_what_is_resolved(spec: str, resolved: type, names: dict[str, str]) -> None:
    properties = (SCHEMA if spec == "StudySpec" else SCHEMA["$defs"][spec])["properties"]
    defaults = {one.name: one.default for one in fields(resolved) if one.default is not MISSING}
    compared = 0
    for key, described in properties.items():
        name = names.get(key, key)
        if "default" in described and name in defaults:
            written = in_units(name, described["default"])
            assert written == defaults[name] or (written in EMPTY and defaults[name] in EMPTY), (spec, key)
            compared += 1
    assert compared


def test_a_study_that_leaves_all_out_is_sent_with_the_same_defaults(tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(STUDY)
    study = load_study(tmp_path / "s.yaml", environment={})
    defaults = LoadSettings()
    assert (study.arrivals, study.connections, study.seed) == (defaults.arrivals, defaults.connections, defaults.seed)
    plan = engine_plan(study.profile, NO_ENDPOINT, defaults, [])
    assert (plan["connections"], plan["seed"]) == (study.connections, study.seed)
    for operation in plan["scenario"]["operations"]:
        assert operation["timeout_ns"] == DEFAULT_TIMEOUT_S * 1e9
        assert operation["expect"] == [list(span) for span in DEFAULT_EXPECT]
    _, of_url = profile_of_url("http://127.0.0.1:1/")
    assert of_url.timeout_s == study.profile.timeout_s == DEFAULT_TIMEOUT_S
    assert of_url.operations[0].expect == study.profile.operations[0].expect
    assert [slo.text for slo in study.profile.slos][1:] == [slo.text for slo in of_url.slos]
    service = study.variants[0].stand.simulated
    assert service is not None
    assert simulated_plan(service, study.seed)["seed"] == study.seed


def test_the_command_line_has_the_same_defaults() -> None:
    defaults = LoadSettings()
    for command in (load, capacity):
        given = inspect.signature(command).parameters
        assert given["arrivals"].default is defaults.arrivals
        assert given["seed"].default == defaults.seed
