"""The profiles in the guide are ones that load, and it has every key."""

import re
from pathlib import Path

import pytest
from loadproof.study.flow_spec import FlowSpec, StepSpec, UsersSpec
from loadproof.study.load import load_profile
from loadproof.study.profile_spec import FeederSpec, OperationSpec, ProfileSpec, TlsSpec
from loadproof.study.reply_spec import CheckSpec, DemandSpec, ExtractSpec

GUIDE = (Path(__file__).parents[3] / "docs/guides/scenarios.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```yaml\n(.*?)```", GUIDE, re.DOTALL)


def test_the_guide_has_its_examples() -> None:
    assert len(BLOCKS) == 6


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
