"""The published schemas are those of the models, and tell an editor what every key is for."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from loadproof.cli.schema import SchemaName, schema_text

PUBLISHED = Path(__file__).parents[3] / "schema"


@pytest.mark.parametrize("name", list(SchemaName))
def test_a_published_schema_is_up_to_date(name: SchemaName) -> None:
    published = (PUBLISHED / f"{name}.schema.json").read_text(encoding="utf-8")
    assert published == schema_text(name), f"run: python -m loadproof schema {name} --out schema/{name}.schema.json"


def properties(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for model in (schema, *schema["$defs"].values()):
        yield from model.get("properties", {}).items()


def test_every_key_of_a_study_is_described() -> None:
    found = list(properties(json.loads(schema_text(SchemaName.STUDY))))
    assert len(found) > 80
    assert [name for name, key in found if not key.get("description")] == []
