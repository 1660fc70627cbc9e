"""Any document at all is a study that loads, or one clear fault."""

import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from loadproof.errors import InputError
from loadproof.tools.drafts.openapi import draft_of_openapi

from .drafted import study_of

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8) | st.just("#/paths"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
KINDS = ["string", "integer", "number", "array", "object", "uuid", "apiKey", "http", "basic", "oauth2"]
PLACES = ["path", "query", "header", "cookie", "formData", "body"]
REFERENCES = ["#/components/s", "#/components", "http://h/x"]
WORDS = st.sampled_from(["type", "properties", "items", "enum", "example", "examples", "default", "allOf", "oneOf"])
WORDS |= st.sampled_from(["$ref", "required", "minimum", "maximum", "minItems", "minLength", "maxLength", "format"])
WORDS |= st.sampled_from(["name", "in", "schema", "content", "const", "scheme"])
VALUES = st.sampled_from([*KINDS, *PLACES, *REFERENCES, "X-Key", True, -1, 1e300])
SCHEMA = st.recursive(
    VALUES | JSON,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS | st.text(max_size=4), inner, max_size=4),
    max_leaves=20,
)
OPERATION = st.fixed_dictionaries(
    {},
    optional={
        "operationId": JSON,
        "parameters": st.lists(
            SCHEMA
            | st.fixed_dictionaries(
                {"name": st.text(max_size=6), "in": VALUES},
                optional={"schema": SCHEMA, "example": JSON, "required": JSON},
            ),
            max_size=4,
        )
        | JSON,
        "requestBody": st.fixed_dictionaries(
            {
                "content": st.dictionaries(
                    st.sampled_from(["application/json", "text/plain", "application/x-www-form-urlencoded", "a/b"]),
                    SCHEMA,
                    max_size=2,
                )
            }
        )
        | JSON,
        "responses": st.dictionaries(st.sampled_from(["200", "2XX", "default", "2xx", "299"]), SCHEMA, max_size=2)
        | JSON,
        "security": SCHEMA,
        "consumes": JSON,
        "produces": SCHEMA,
    },
)
DOCUMENTS = st.fixed_dictionaries(
    {
        "openapi": st.just("3.0.0"),
        "paths": st.dictionaries(
            st.text(max_size=6).map(lambda text: f"/{text}") | st.text(max_size=3),
            st.dictionaries(
                st.sampled_from(["get", "post", "head", "parameters", "$ref"]), OPERATION | SCHEMA, max_size=3
            ),
            max_size=3,
        ),
    },
    optional={
        "servers": SCHEMA,
        "security": SCHEMA,
        "components": st.fixed_dictionaries(
            {"s": SCHEMA, "securitySchemes": st.dictionaries(st.text(max_size=3), SCHEMA)}
        ),
        "info": SCHEMA,
    },
)


@given(DOCUMENTS | JSON, st.booleans())
@settings(max_examples=80, deadline=None)
def test_any_document_is_a_study_or_a_fault(written: Any, sends_all: bool) -> None:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "document.json"
        path.write_text(json.dumps(written), encoding="utf-8")
        try:
            draft = draft_of_openapi(path, "http://127.0.0.1:8080", sends_all=sends_all)
        except InputError:
            return
        study_of(draft, Path(place))
