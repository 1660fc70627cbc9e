"""What the guides and the README show loads, and the guide to scenarios has every key."""

import re
from pathlib import Path

import pytest
from loadproof.methods.overhead.spec import OverheadSpec
from loadproof.methods.plateaus.spec import PlateausSpec
from loadproof.methods.users.spec import UsersMethodSpec
from loadproof.study.flow_spec import ApdexSpec, FlowSpec, StepSpec, UsersSpec
from loadproof.study.load import load_profile
from loadproof.study.load_study import load_study
from loadproof.study.probe_spec import PostgresSpec, ProbesSpec, SeriesSpec
from loadproof.study.profile_spec import FeederSpec, OperationSpec, ProfileSpec, TlsSpec
from loadproof.study.reply_spec import CheckSpec, DemandSpec, ExtractSpec
from loadproof.study.study_spec import PresetSpec
from loadproof.study.toggle_spec import LevelSpec

ROOT = Path(__file__).parents[3]
GUIDE = (ROOT / "docs/guides/scenarios.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```yaml\n(.*?)```", GUIDE, re.DOTALL)


def test_the_guide_has_its_examples() -> None:
    assert len(BLOCKS) == 7


def test_the_study_of_the_guide_to_starts_loads(tmp_path: Path) -> None:
    guide = (ROOT / "docs/guides/starts.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```yaml\n(.*?)```", guide, re.DOTALL)
    (tmp_path / "s.yaml").write_text(text, encoding="utf-8")
    for preset, starts in ((None, 3), ("quick", 3), ("smoke", 1)):
        study = load_study(tmp_path / "s.yaml", preset=preset, environment={})
        assert study.starts == starts
    for model in (PresetSpec, PlateausSpec):
        assert [key for key in model.model_fields if f"`{key}`" not in guide] == []


def test_the_studies_of_the_guide_to_overheads_load(tmp_path: Path) -> None:
    guide = (ROOT / "docs/guides/overhead.md").read_text(encoding="utf-8")
    first, levels, simulated = re.findall(r"```yaml\n(.*?)```", guide, re.DOTALL)
    profile = "name: s\nprofile: {operations: {get: {request: GET /}}}\n"
    stand = "stand: {target: 'http://127.0.0.1:${api.port}', services: {api: {command: api}}}\n"
    found = []
    for number, text in enumerate((f"{stand}{first}", f"{stand}methods:\n{levels}", simulated)):
        file = tmp_path / f"{number}.yaml"
        file.write_text(f"{profile}{text}", encoding="utf-8")
        study = load_study(file)
        assert study.methods.overhead is not None
        found.append((list(study.toggles), len(study.methods.overhead.rates)))
    assert found == [(["on"], 1), (["sampled", "all"], 2), ([], 1)]
    for model in (OverheadSpec, LevelSpec):
        assert [key for key in model.model_fields if f"`{key}`" not in guide and f"{key}:" not in guide] == []


def test_the_files_of_the_guide_to_users_load(tmp_path: Path) -> None:
    guide = (ROOT / "docs/guides/users.md").read_text(encoding="utf-8")
    profile, held, varied, searched = re.findall(r"```yaml\n(.*?)```", guide, re.DOTALL)
    (tmp_path / "visitors.yaml").write_text(profile, encoding="utf-8")
    for number, text in enumerate((held, varied)):
        (tmp_path / f"{number}.yaml").write_text(text, encoding="utf-8")
    studies = [load_study(tmp_path / f"{number}.yaml") for number in range(2)]
    assert [study.methods.user_totals() for study in studies] == [(300,), (100, 200, 300)]
    head = held.partition("methods:")[0]
    (tmp_path / "searched.yaml").write_text(head + searched, encoding="utf-8")
    search = load_study(tmp_path / "searched.yaml").methods.settings["capacity"]
    assert (search.in_users.start, search.in_users.most) == (100, 5000)
    assert [(kind.name, kind.share) for kind in studies[0].profile.users] == [("clerks", 0.6), ("analysts", 0.4)]
    for model in (UsersMethodSpec, UsersSpec, ApdexSpec):
        keys = set(model.model_fields) - {"flow", "count", "spread", "rate"}
        assert [key for key in sorted(keys) if key not in guide] == []


def test_the_profile_of_users_in_the_guide_from_other_tools_loads(tmp_path: Path) -> None:
    guide = (ROOT / "docs/guides/from-other-tools.md").read_text(encoding="utf-8")
    (text,) = (block for block in re.findall(r"```yaml\n(.*?)```", guide, re.DOTALL) if "share:" in block)
    (tmp_path / "p.yaml").write_text(text, encoding="utf-8")
    assert [kind.share for kind in load_profile(tmp_path / "p.yaml").users] == [0.5, 0.4, 0.1]


@pytest.mark.parametrize("text", BLOCKS)
def test_every_profile_of_the_guide_loads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("PASSWORD", "secret")
    (tmp_path / "p.yaml").write_text(text, encoding="utf-8")
    profile = load_profile(tmp_path / "p.yaml")
    assert profile.operations


@pytest.mark.parametrize(
    "model",
    [
        ProfileSpec,
        OperationSpec,
        FlowSpec,
        StepSpec,
        UsersSpec,
        FeederSpec,
        TlsSpec,
        CheckSpec,
        DemandSpec,
        ExtractSpec,
    ],
)
def test_the_guide_has_every_key(model: type[ProfileSpec]) -> None:
    keys = [field.alias or name for name, field in model.model_fields.items()]
    assert [key for key in keys if not re.search(rf"\b{key}\b", GUIDE)] == []


def test_the_study_of_the_guide_to_simulation_loads(tmp_path: Path) -> None:
    guide = (ROOT / "docs/guides/simulation.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```yaml\n(.*?)```", guide, re.DOTALL)
    (tmp_path / "study.yaml").write_text(text, encoding="utf-8")
    assert load_study(tmp_path / "study.yaml").variants[0].stand.simulated is not None


PROBES = (ROOT / "docs/guides/probes.md").read_text(encoding="utf-8")


def test_the_probes_of_their_guide_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_PASSWORD", "secret")
    (text,) = re.findall(r"```yaml\n(.*?)```", PROBES, re.DOTALL)
    services = ", ".join(f"{name}: {{command: {name}}}" for name in ("api", "db", "orders", "cache"))
    stand = f"{{target: 'http://127.0.0.1:${{api.port}}', services: {{{services}}}}}"
    profile = "{operations: {get: {request: GET /}}, slo: p99<1s}"
    study = f"name: s\nstand: {stand}\nprofile: {profile}\nmethods: {{load: {{rate: 1, hold: 5s}}}}\n{text}"
    (tmp_path / "study.yaml").write_text(study, encoding="utf-8")
    probes = load_study(tmp_path / "study.yaml").probes
    assert [database.service for database in probes.databases] == ["db", "orders", "cache"]
    assert {(series.per, series.scale) for series in probes.prometheus[0].series} == {
        (None, 1),
        ("pool_acquire_seconds_count", 1000),
    }


def test_the_guide_to_probes_has_every_key() -> None:
    keys = {*ProbesSpec.model_fields, *SeriesSpec.model_fields, *PostgresSpec.model_fields}
    assert [key for key in sorted(keys) if not re.search(rf"\b{key}\b", PROBES)] == []
