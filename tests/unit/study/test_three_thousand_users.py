"""The study of three thousand users: kinds, problems and alarms of each preset, and one load in all of its files."""

from pathlib import Path

import pytest
from loadproof.injections.settings import SlowdownProblem, SqlProblem
from loadproof.model.scenario import Branch, Chance, Flow
from loadproof.study.load_study import load_study
from loadproof.study.study import Study

FOLDER = Path(__file__).parents[3] / "studies/three-thousand-users"
SHARES = {"clerks": 0.5, "analysts": 0.4, "accountants": 0.1}
USERS = 3000


def study_of(name: str, preset: str | None = None) -> Study:
    return load_study(FOLDER / f"{name}.yaml", preset=preset)


def calls_per_iteration(flow: Flow) -> dict[str, float]:
    """Mean calls of each operation in one pass through a flow of calls and chances."""
    found: dict[str, float] = {}

    def add(steps: tuple[object, ...], share: float) -> None:
        for step in steps:
            if isinstance(step, Branch):
                assert isinstance(step.condition, Chance)
                add(step.steps, share * step.condition.share)
                add(step.otherwise, share * (1.0 - step.condition.share))
            elif hasattr(step, "operation"):
                found[step.operation] = found.get(step.operation, 0.0) + share

    add(flow.steps, 1.0)
    return found


@pytest.mark.parametrize(
    ("preset", "injections", "alarms"),
    [
        ("smoke", {"big-table-in-short", "queries-in-short"}, {"sessions-in-short", "unhappy-in-short"}),
        (
            "quick",
            {"big-table", "queries", "abandoned", "temporary-space-full"},
            {"sessions", "sessions-of-source", "unhappy", "throttled"},
        ),
    ],
)
def test_each_preset_has_its_problems_and_alarms(preset: str, injections: set[str], alarms: set[str]) -> None:
    study = study_of("study", preset)
    assert {one.name for one in study.injections} == injections
    assert all(isinstance(one.problem, SqlProblem) for one in study.injections)
    assert {one.name for one in study.alarms} == alarms
    assert study.methods.users.users == (300 if preset == "smoke" else USERS)
    assert study.saturated.start_up


def test_kinds_of_users_are_those_of_the_source() -> None:
    for name in ("study", "source"):
        profile = study_of(name).profile
        assert {one.name: one.share for one in profile.users} == pytest.approx(SHARES)
        # Log-ins come before the first flow, and then a pause of up to one pacing.
        assert {step.operation for flow in profile.flows for step in flow.before if hasattr(step, "operation")} == {
            "log in",
            "open the application",
        }


def test_settings_are_compared_at_the_rates_of_the_users() -> None:
    profile, settings = study_of("study").profile, study_of("settings").profile
    flows = {flow.name: flow for flow in profile.flows}
    rates: dict[str, float] = {}
    for kind in profile.users:
        assert kind.pacing is not None
        for operation, calls in calls_per_iteration(flows[kind.flow]).items():
            rates[operation] = USERS * SHARES[kind.name] / kind.pacing.mean_s * calls
    assert {one.name: one.weight for one in settings.operations} == pytest.approx(rates)


@pytest.mark.parametrize(
    ("preset", "variants"),
    [("jit", ["recommended", "jit"]), ("settings", ["recommended", "limits-10", "limits-8", "tmpfs"])],
)
def test_each_variant_is_a_setting_of_the_server(preset: str, variants: list[str]) -> None:
    study = study_of("settings", preset)
    assert [one.name for one in study.variants] == variants
    commands = {one.name: " ".join(str(word) for word in one.stand.services[0].command) for one in study.variants}
    assert len(set(commands.values())) == len(variants)
    assert study.methods.compare is not None


def test_the_source_is_in_virtual_time() -> None:
    study = study_of("source")
    assert {one.name: one.for_s for one in study.injections} == {
        "big-table": 180.0,
        "queries": 180.0,
        "queries-for-8-minutes": 480.0,
    }
    assert all(isinstance(one.problem, SlowdownProblem) for one in study.injections)
    (sessions,) = [one for one in study.alarms if one.name == "sessions"]
    assert (sessions.limit, sessions.for_s) == (40.0, 300)
