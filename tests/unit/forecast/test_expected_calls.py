"""How many calls a profile brings: weights, flows, users, against a simulation of the flows themselves."""

import math

import numpy as np
import pytest
from loadproof.forecast.expected_calls import CallLaw, Traffic, iteration_law, traffic_of
from loadproof.model.duration import Duration
from loadproof.model.pause import Pause, PauseKind
from loadproof.model.profile import Profile
from loadproof.model.scenario import (
    Branch,
    Call,
    Chance,
    Demand,
    DemandKind,
    Loop,
    Repeat,
    Step,
    Think,
    VariableCondition,
)
from loadproof.study.flow_spec import FlowSpec, UsersSpec
from loadproof.study.profile_spec import OperationSpec, ProfileSpec
from loadproof.study.stand_spec import StandSpec
from loadproof.study.study_resolution import resolve_study
from loadproof.study.study_spec import StudySpec


def profile_of(**parts: object) -> Profile:
    operations = {name: OperationSpec(weight=weight, request="GET /") for name, weight in (("a", 3.0), ("b", 1.0))}
    spec = ProfileSpec.model_validate({"operations": operations, **parts})
    methods = {"load": {"rate": 10}} if not parts.get("users") else {"load": {"hold": "30s"}}
    if any(operation.weight for operation in spec.operations.values()):
        methods = {"load": {"rate": 10}}
    study = StudySpec.model_validate(
        {"name": "s", "stand": StandSpec(target="http://h"), "profile": spec, "methods": methods}
    )
    return resolve_study(study, ".", environment={}).profile


def by_name(traffic: tuple[Traffic, ...]) -> dict[str, Traffic]:
    return {one.name: one for one in traffic}


def test_open_operations_share_the_arrivals_by_weight() -> None:
    own = by_name(traffic_of(profile_of(), 0.01))
    assert own["a"].calls(100.0, 2.0, 60.0) == CallLaw(4500.0, 4500.0)
    assert own["b"].calls(100.0, 2.0, 60.0) == CallLaw(1500.0, 1500.0)


def test_a_flow_brings_the_calls_of_its_steps() -> None:
    flow = FlowSpec.model_validate({"weight": 4.0, "steps": ["a", {"repeat": "1-3", "steps": ["b"]}]})
    own = by_name(traffic_of(profile_of(flows={"walk": flow}), 0.0))
    # Of 8 weights a has 3, b 1 and the flow 4; it calls a once and b twice, with the mean square 4 + 2/3.
    assert own["walk"].calls(80.0, 0.0, 10.0).mean == pytest.approx(400.0)
    assert own["a"].calls(80.0, 0.0, 10.0).mean == pytest.approx(300.0 + 400.0)
    assert own["b"].calls(80.0, 0.0, 10.0).mean == pytest.approx(100.0 + 800.0)
    assert own["b"].calls(80.0, 0.0, 10.0).variance == pytest.approx(100.0 + 400.0 * (4.0 + 2.0 / 3.0))


def test_users_bring_calls_at_their_pace_once_they_have_joined() -> None:
    flow = FlowSpec.model_validate({"steps": ["a", "b"]})
    users = UsersSpec(flow="walk", count=30, pacing=Pause.parse("3s"), ramp=Duration.parse("20s"))
    operations = {name: OperationSpec(request="GET /") for name in ("a", "b")}
    spec = {"operations": operations, "flows": {"walk": flow}, "users": {"people": users}}
    study = StudySpec.model_validate(
        {"name": "s", "stand": {"target": "http://h"}, "profile": spec, "methods": {"load": {"hold": "30s"}}}
    )
    profile = resolve_study(study, ".", environment={}).profile
    own = by_name(traffic_of(profile, 0.0))
    assert own["a"].per_user_s == pytest.approx(10.0)
    # Half of them are there on average during the 20 s in which they join.
    assert own["a"].calls(0.0, 0.0, 30.0).mean == pytest.approx(10.0 * (10.0 + 10.0))
    assert own["a"].calls(0.0, 20.0, 30.0).mean == pytest.approx(300.0)


def test_a_long_flow_has_not_made_its_last_calls_when_the_span_begins() -> None:
    flow = FlowSpec.model_validate({"weight": 4.0, "steps": [{"think": "10s"}, "b"]})
    own = by_name(traffic_of(profile_of(flows={"walk": flow}), 0.0))
    whole = 80.0 * (1.0 + 4.0) / 8.0
    assert own["b"].calls(80.0, 10.0, 30.0).mean == pytest.approx(whole * 30.0)
    assert own["b"].calls(80.0, 0.0, 30.0).mean == pytest.approx(whole * 30.0 - 40.0 * 5.0)


STEPS: tuple[Step, ...] = (
    Call("login"),
    Think(Pause(PauseKind.EXPONENTIAL, 2.0)),
    Repeat(2, 5, (Call("add"), Branch(Chance(0.3), (Call("add"),), (Call("look"),)))),
    Loop(Chance(0.6), 4, (Call("poll"), Think(Pause(PauseKind.UNIFORM, 1.0, 3.0)))),
)


def walked(rng: np.random.Generator) -> tuple[dict[str, int], float]:
    """One way through STEPS, step by step."""
    calls = {"login": 1, "add": 0, "look": 0, "poll": 0}
    lasts_s = rng.exponential(2.0)
    for _ in range(rng.integers(2, 6)):
        calls["add"] += 1
        calls["add" if rng.random() < 0.3 else "look"] += 1
    for _ in range(4):
        if rng.random() >= 0.6:
            break
        calls["poll"] += 1
        lasts_s += rng.uniform(1.0, 3.0)
    return calls, lasts_s


def test_the_law_of_an_iteration_is_that_of_many() -> None:
    rng = np.random.default_rng(1)
    ways = [walked(rng) for _ in range(20_000)]
    law = iteration_law(STEPS, 0.0)
    assert not law.is_guessed
    assert law.mean_s == pytest.approx(float(np.mean([lasts_s for _, lasts_s in ways])), rel=0.03)
    for name in ("login", "poll"):
        counts = [calls[name] for calls, _ in ways]
        assert law.calls[name].mean == pytest.approx(float(np.mean(counts)), rel=0.03)
        assert law.calls[name].variance == pytest.approx(float(np.var(counts)), rel=0.06, abs=1e-9)
    for name in ("add", "look"):
        assert law.calls[name].mean == pytest.approx(float(np.mean([calls[name] for calls, _ in ways])), rel=0.03)


def test_a_condition_on_a_variable_is_a_guess_that_is_told() -> None:
    condition = VariableCondition("token", Demand(DemandKind.PRESENT))
    law = iteration_law((Branch(condition, (Call("a"),), (Call("b"),)),), 0.0)
    assert law.is_guessed
    assert (law.calls["a"].mean, law.calls["b"].mean) == (0.5, 0.5)


@pytest.mark.parametrize(
    ("pause", "mean_s"),
    [
        (Pause(PauseKind.CONSTANT, 2.0), 2.0),
        (Pause(PauseKind.UNIFORM, 1.0, 3.0), 2.0),
        (Pause(PauseKind.EXPONENTIAL, 2.0), 2.0),
        (Pause(PauseKind.NORMAL, 2.0, 0.5), 2.0),
        (Pause(PauseKind.LOGNORMAL, 2.0, 0.5), 2.0 * math.exp(0.125)),
    ],
)
def test_the_mean_of_a_pause(pause: Pause, mean_s: float) -> None:
    law = iteration_law((Think(pause),), 0.0)
    assert law.mean_s == pytest.approx(mean_s)
    assert law.long_s >= law.mean_s
