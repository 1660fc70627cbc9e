"""The reference of a study file has every key of the schema, and its examples load."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from loadproof.cli.schema import SchemaName, schema_text
from loadproof.errors import StudyFaults
from loadproof.methods.capacity.settings import CapacityAsked
from loadproof.methods.compare.machine import CompareSettings
from loadproof.methods.confirmation import ConfirmSettings
from loadproof.methods.load.machine import HeldLoad
from loadproof.methods.overhead.machine import OverheadSettings
from loadproof.methods.plateaus.machine import PlateausSettings
from loadproof.methods.soak.machine import SoakSettings
from loadproof.methods.warm_up.machine import WarmUpSettings
from loadproof.model.duration import parse_duration
from loadproof.model.slo import SloError, parse_slo
from loadproof.study.load import load_profile
from loadproof.study.load_study import load_study
from loadproof.study.written import GIVE
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "studies/reference"
PAGE = (ROOT / "docs/guides/study-reference.md").read_text(encoding="utf-8")
SCHEMA: dict[str, Any] = json.loads(schema_text(SchemaName.STUDY))
ENVIRONMENT = {"TOKEN": "a-token", "PASSWORD": "a-password"}
SETTINGS = {
    "PlateausSpec": PlateausSettings((1.0,)),
    "CapacitySpec": CapacityAsked().settings(None),
    "ConfirmSpec": ConfirmSettings(),
    "SoakSpec": SoakSettings(),
    "LoadSpec": HeldLoad(1.0),
    "CompareSpec": CompareSettings(1.0),
    "OverheadSpec": OverheadSettings(),
    "WarmUpSpec": WarmUpSettings(1.0),
}


def models() -> dict[str, dict[str, Any]]:
    return {"StudySpec": SCHEMA, **SCHEMA["$defs"]}


def rows() -> list[list[str]]:
    """The cells of each key."""
    keys = PAGE.partition("\n## The keys\n")[2]
    return [re.split(r"(?<!\\) \| ", line.strip("| ")) for line in keys.splitlines() if line.startswith("| `")]


def written(value: Any, key: str) -> Iterator[Any]:
    """All values of `key`, wherever in `value`."""
    if isinstance(value, dict):
        yield from (item for name, item in value.items() if name == key)
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from written(item, key)


def test_every_key_says_what_it_means_and_what_to_give() -> None:
    keys = [(model, key, value) for model, one in models().items() for key, value in one.get("properties", {}).items()]
    assert len(keys) > 250
    lacking = [(model, key) for model, key, value in keys if not all(value["description"].partition(GIVE))]
    assert lacking == []


def test_the_page_has_a_row_for_every_key() -> None:
    keys = [key for model in models().values() for key in model.get("properties", {})]
    assert sorted(row[0].strip("`") for row in rows()) == sorted(keys)


def test_every_key_has_an_example_and_a_wrong_value() -> None:
    assert [row[0] for row in rows() if row[2] == "–"] == []
    assert [row[0] for row in rows() if "Cure: " not in row[3] and "leave it out" not in row[3]] == []


@pytest.mark.parametrize(
    ("name", "preset"), [("services", None), ("services", "quick"), ("simulated", None), ("replicas", None)]
)
def test_the_studies_of_the_examples_load(name: str, preset: str | None) -> None:
    assert load_study(EXAMPLES / f"{name}.yaml", preset=preset, environment=ENVIRONMENT).variants


def test_the_profile_of_the_examples_loads() -> None:
    assert load_profile(EXAMPLES / "visitors.profile.yaml").users[0].share == 0.8


def test_every_example_of_the_page_stands_in_a_study_that_loads() -> None:
    yaml = YAML(typ="safe")
    there = [yaml.load(file) for file in sorted(EXAMPLES.glob("*.yaml"))]
    shown = [row[2].strip("`").replace("\\|", "|") for row in rows() if row[2].startswith("`")]
    assert len(shown) > 200
    for text in shown:
        ((key, value),) = yaml.load(text).items()
        assert value in written(there, key), text


def test_the_defaults_of_methods_are_those_of_their_settings() -> None:
    held = 0
    for model, settings in SETTINGS.items():
        for key, schema in models()[model]["properties"].items():
            told = re.search(r"[;,] (\S+) unless written", schema["description"])
            default = getattr(settings, f"{key}_s", None) if told and told[1][-1] in "smh" else None
            if told and default is not None:
                assert parse_duration(told[1]) == default, (model, key)
                held += 1
    assert held == 18
    capacity = CapacityAsked().settings(None)
    assert (capacity.start_rate, capacity.max_rate, capacity.precision) == (100.0, 100_000.0, 0.03)
    assert SoakSettings().share == 0.7


@pytest.mark.parametrize("model", ["VariantServiceSpec", "SimulatedChangesSpec"])
def test_what_a_variant_does_not_write_is_as_in_the_stand(model: str) -> None:
    told = {key: one["description"].partition(GIVE)[0] for key, one in models()[model]["properties"].items()}
    assert [
        key
        for key, text in told.items()
        if not text.endswith("A variant that does not write it has that of the stand.")
    ] == []


def test_the_slos_of_the_page_are_read_and_what_is_none_is_refused() -> None:
    tables = PAGE.partition("\n## SLOs\n")[2].partition("\n## ")[0]
    read, refused = tables.split("| no SLO |")
    slos, others = (re.findall(r"^\| `([^`]+)` \|", part, re.MULTILINE) for part in (read, refused))
    assert (len(slos), len(others)) == (8, 7)
    assert all(parse_slo(text).limit_share > 0 for text in slos)
    for text in others:
        with pytest.raises(SloError):
            parse_slo(text)


def test_an_editor_knows_the_schema_by_its_name_and_its_draft() -> None:
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert SCHEMA["$id"] == "urn:loadproof:schema:study"
    assert SCHEMA["title"] == "loadproof study"


@pytest.mark.parametrize("command", ["7", "[7]", "{x: 7}"])
def test_a_command_of_a_variant_that_is_none_is_told(tmp_path: Path, command: str) -> None:
    study = (EXAMPLES / "services.yaml").read_text(encoding="utf-8")
    changed = re.sub(r"command: my-api --tuned.*", f"command: {command}", study)
    (tmp_path / "s.yaml").write_text(changed, encoding="utf-8")
    with pytest.raises(StudyFaults, match=r"variants\.tuned\.services\.api\.command.* cannot stand here"):
        load_study(tmp_path / "s.yaml", environment=ENVIRONMENT)
