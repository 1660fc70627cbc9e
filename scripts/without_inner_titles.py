"""Writes a JSON Schema without the titles of fields, keeping those of models: `without_inner_titles.py FROM TO`."""

import json
import sys
from pathlib import Path


def without_inner_titles(schema: object) -> object:
    """A copy in which only what has properties has a title."""
    if isinstance(schema, list):
        return [without_inner_titles(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    is_model = "properties" in schema
    return {
        key: (
            {name: without_inner_titles(inner) for name, inner in value.items()}
            if key in ("properties", "$defs")
            else without_inner_titles(value)
        )
        for key, value in schema.items()
        if key != "title" or is_model
    }


if __name__ == "__main__":
    written = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    Path(sys.argv[2]).write_text(json.dumps(without_inner_titles(written)), encoding="utf-8")
