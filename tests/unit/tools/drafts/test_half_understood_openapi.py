"""A damaged document is refused, or what is lost of it is named: never fewer requests or parameters in silence."""

import copy
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from loadproof.errors import InputError
from loadproof.tools.drafts.draft import Draft
from loadproof.tools.drafts.openapi import draft_of_openapi

from tests.mutilations import MUTILATIONS, Reading, assert_never_half_clean

from .petstore import PETSTORE, PETSTORE_2

OPENAPI: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Shop", "version": "1"},
    "servers": [{"url": "http://{host}/v1", "variables": {"host": {"default": "127.0.0.1:1"}}}],
    "security": [{"key": []}],
    "paths": {
        "/orders/{id}": {
            "parameters": [{"$ref": "#/components/parameters/Id"}],
            "get": {
                "operationId": "readOrder",
                "parameters": [
                    {
                        "name": "filter",
                        "in": "query",
                        "required": True,
                        "style": "deepObject",
                        "explode": True,
                        "schema": {"type": "object", "properties": {"state": {"type": "string", "enum": ["open"]}}},
                    },
                    {"name": "X-Shop", "in": "header", "required": True, "schema": {"type": "string"}},
                    {"name": "theme", "in": "cookie", "required": True, "example": "dark", "schema": {}},
                    {
                        "name": "where",
                        "in": "query",
                        "content": {"application/json": {"examples": {"one": {"value": {"a": 1}}}}},
                    },
                ],
                "responses": {"200": {"content": {"application/json": {}}}},
            },
        },
        "/orders": {
            "post": {
                "operationId": "makeOrder",
                "requestBody": {
                    "content": {
                        "application/x-www-form-urlencoded": {
                            "schema": {"$ref": "#/components/schemas/Order"},
                            "encoding": {"items": {"style": "pipeDelimited", "explode": False}},
                        }
                    }
                },
                "responses": {"201": {}},
            },
            "put": {
                "requestBody": {
                    "content": {
                        "application/json": {
                            "schema": {
                                "allOf": [{"$ref": "#/components/schemas/Order"}],
                                "oneOf": [{"properties": {"note": {"type": "string"}}}],
                            }
                        }
                    }
                }
            },
        },
    },
    "components": {
        "parameters": {
            "Id": {"name": "id", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 3}}
        },
        "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Api-Key"}},
        "schemas": {
            "Order": {
                "type": "object",
                "properties": {
                    "book": {"type": "string", "minLength": 2},
                    "items": {"type": "array", "items": {"type": "integer"}},
                },
            }
        },
    },
}
SWAGGER: dict[str, Any] = {
    "swagger": "2.0",
    "host": "127.0.0.1:1",
    "basePath": "/v1",
    "schemes": ["http"],
    "consumes": ["application/x-www-form-urlencoded"],
    "produces": ["application/json"],
    "securityDefinitions": {"basic": {"type": "basic"}},
    "security": [{"basic": []}],
    "paths": {
        "/orders": {
            "get": {
                "parameters": [
                    {
                        "name": "ids",
                        "in": "query",
                        "required": True,
                        "type": "array",
                        "items": {"type": "integer"},
                        "collectionFormat": "pipes",
                        "default": [1, 2],
                    }
                ],
                "responses": {"200": {"description": "ok"}},
            },
            "post": {
                "parameters": [
                    {"name": "book", "in": "formData", "type": "string"},
                    {"name": "photo", "in": "formData", "type": "file"},
                ]
            },
            "put": {"parameters": [{"name": "body", "in": "body", "schema": {"$ref": "#/definitions/Order"}}]},
        }
    },
    "definitions": {"Order": {"type": "object", "properties": {"book": {"type": "string"}}}},
}
OTHERS: list[Any] = [None, 7, "text", True, [], {}, [None], {"x": None}]
FREE = {"example", "default", "enum", "const", "value"}
"""Keys whose values may be of any type: another one is sent, and nothing is lost."""
SCHEMAS = {"schema", "items"}
"""Keys whose values may be `true`, of which any value will do."""


def draft_of(place: Path, content: bytes) -> Draft | None:
    """The draft of a document; None where it is refused, in one line with a hint."""
    path = place / "document"
    path.write_bytes(content)
    refusal = ""
    try:
        return draft_of_openapi(path, None, sends_all=True)
    except InputError as error:
        refusal = str(error)
    assert re.fullmatch(r"--openapi: .+\. Cure: .+", refusal)
    return None


def atoms(draft: Draft) -> set[tuple[str, str]]:
    """What the requests of a draft have: lines, names of parameters, headers, cookies and fields, and credentials."""
    found: set[tuple[str, str]] = set()
    for operation in draft.operations:
        method, _, target = operation.spec["request"].partition(" ")
        path, _, query = unquote(target).partition("?")
        line = f"{method} {path}"
        found |= {(line, f"is sent: {operation.is_active}"), (line, f"expects {operation.spec.get('expect')}")}
        headers = operation.spec.get("headers", {})
        found |= {(line, f"header {name}") for name in headers}
        found |= {(line, f"cookie {part.partition('=')[0]}") for part in headers.get("Cookie", "").split("; ")}
        found |= {(line, f"auth {name}") for name in operation.spec.get("auth", {})}
        found |= {(line, f"query {pair}") for pair in query.split("&")}
        found |= {
            (line, f"field {name}") for name in re.findall(r'[A-Za-z]+(?==|":|"\r)', operation.spec.get("body", ""))
        }
    return found


def places_of(value: Any, place: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The way to each value within `value`."""
    yield place
    if isinstance(value, Mapping | list):
        for key, inner in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from places_of(inner, (*place, key))


def at(value: Any, place: tuple[str | int, ...]) -> Any:
    for key in place:
        value = value[key]
    return value


def changed(document: Any, place: tuple[str | int, ...], value: Any) -> Any:
    copied = copy.deepcopy(document)
    at(copied, place[:-1])[place[-1]] = copy.deepcopy(value)
    return copied


def wrongly_typed(document: Any) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Each place of a document with each value whose type is another than that of the value there."""
    for place in places_of(document):
        if not place or FREE & set(place):
            continue
        known = at(document, place)
        for other in OTHERS:
            may_be_flag = place[-1] in SCHEMAS or place[-2:-1] in (("properties",), ("oneOf",), ("allOf",))
            if type(other) is not type(known) and not (other is True and may_be_flag):
                yield place, other


@pytest.mark.parametrize("document", [OPENAPI, SWAGGER], ids=["openapi", "swagger"])
def test_a_value_of_another_type_is_refused_or_named(tmp_path: Path, document: dict[str, Any]) -> None:
    whole = draft_of(tmp_path, json.dumps(document).encode())
    assert whole is not None
    known = atoms(whole)
    assert len(known) > 15
    silent = []
    tried = 0
    for place, other in wrongly_typed(document):
        tried += 1
        damaged = draft_of(tmp_path, json.dumps(changed(document, place, other)).encode())
        if damaged is None or known <= atoms(damaged):
            continue
        if not set(damaged.left_out) - set(whole.left_out):
            silent.append((place, other, sorted(known - atoms(damaged))))
    assert tried > 300
    assert silent == []


REQUIRED = {"name", "in", "url", "content", "schema", "host", "openapi", "swagger", "paths"}
"""Keys without which an object of the document means nothing."""


@pytest.mark.parametrize("document", [OPENAPI, SWAGGER], ids=["openapi", "swagger"])
def test_a_key_that_is_missing_is_refused_or_named(tmp_path: Path, document: dict[str, Any]) -> None:
    whole = draft_of(tmp_path, json.dumps(document).encode())
    assert whole is not None
    silent = []
    for place in places_of(document):
        if not place:
            continue
        copied = copy.deepcopy(document)
        del at(copied, place[:-1])[place[-1]]
        damaged = draft_of(tmp_path, json.dumps(copied).encode())
        is_required = (place[-1] in REQUIRED and "responses" not in place) or at(document, place[:-1]) in (
            document.get("components", {}).get("parameters"),
            document.get("components", {}).get("schemas"),
            document.get("components", {}).get("securitySchemes"),
            document.get("definitions"),
            document.get("securityDefinitions"),
        )
        if damaged is None or not is_required or atoms(whole) <= atoms(damaged):
            continue
        if not set(damaged.left_out) - set(whole.left_out):
            silent.append(place)
    assert silent == []


@pytest.mark.parametrize("document", [OPENAPI, SWAGGER], ids=["openapi", "swagger"])
def test_a_key_that_is_misspelt_is_refused_or_named(tmp_path: Path, document: dict[str, Any]) -> None:
    whole = draft_of(tmp_path, json.dumps(document).encode())
    assert whole is not None
    silent = []
    free = {"paths", "properties", "responses", "parameters", "schemas", "securitySchemes", "definitions"}
    free |= {"securityDefinitions", "variables", "encoding", "examples", "content", "security"}
    for place in places_of(document):
        # Keys that the author chooses are no words of OpenAPI.
        parents = {place[-2]} if len(place) > 1 else set()
        if not place or isinstance(place[-1], int) or parents & free or FREE & set(place):
            continue
        if len(place) > 2 and place[-3] == "security":
            continue
        copied = copy.deepcopy(document)
        around = at(copied, place[:-1])
        around[f"{place[-1]}s"] = around.pop(place[-1])
        damaged = draft_of(tmp_path, json.dumps(copied).encode())
        if damaged is None or atoms(whole) <= atoms(damaged):
            continue
        if not set(damaged.left_out) - set(whole.left_out):
            silent.append(place)
    assert silent == []


@pytest.mark.parametrize(
    "whole",
    [PETSTORE, PETSTORE_2, json.dumps(OPENAPI, indent=2) + "\n", json.dumps(SWAGGER, indent=2) + "\n"],
    ids=["openapi.yaml", "swagger.yaml", "openapi.json", "swagger.json"],
)
def test_a_mutilated_document_is_refused_or_named(tmp_path: Path, whole: str) -> None:
    complete = draft_of(tmp_path, whole.encode())
    assert complete is not None

    def read(content: bytes) -> Reading:
        draft = draft_of(tmp_path, content)
        if draft is None:
            return Reading(2, 0)
        has_doubt = bool(set(draft.left_out) - set(complete.left_out))
        return Reading(4 if has_doubt else 0, len(atoms(draft) & atoms(complete)))

    assert_never_half_clean(read, whole.encode())


def test_yaml_that_is_cut_and_still_yaml_is_named(tmp_path: Path) -> None:
    whole = "openapi: 3.1.0\nservers: [{url: 'http://127.0.0.1:1'}]\npaths:\n  /a: {get: {}}\n  /b: {get: {}}\n"
    complete, cut = draft_of(tmp_path, whole.encode()), draft_of(tmp_path, whole.rpartition("/b")[0].rstrip().encode())
    assert complete is not None
    assert cut is not None
    assert (len(complete.operations), complete.left_out) == (2, ())
    assert (len(cut.operations), cut.left_out) == (1, ("the file ends within a line: check that it is whole",))


READ_WHOLE = (
    *("UTF-8 with a byte order mark", "UTF-16, little-endian, with a mark", "UTF-16, big-endian, with a mark"),
    *("UTF-16, little-endian, without a mark", "carriage returns before line feeds", "compressed"),
)


@pytest.mark.parametrize("name", READ_WHOLE)
@pytest.mark.parametrize("whole", [PETSTORE, json.dumps(OPENAPI)], ids=["yaml", "json"])
def test_an_encoding_that_changes_nothing(tmp_path: Path, name: str, whole: str) -> None:
    assert draft_of(tmp_path, MUTILATIONS[name](whole.encode())) == draft_of(tmp_path, whole.encode())


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (MUTILATIONS["compressed, and cut"](PETSTORE.encode()), "is compressed (gzip), and cut"),
        (b"\x1f\x8b\x08\x00broken", "is compressed (gzip), and"),
        (b"openapi: 3.0.0\n\xff\xfe", "document'...:2: the file is not UTF-8 text"),
        (b"openapi: 3.0.0\na: \0", "the file is binary"),
    ],
)
def test_a_file_whose_bytes_cannot_be_read(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "document"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        draft_of_openapi(path, None, sends_all=True)
    assert told.rpartition("...")[2] in str(caught.value)


def test_a_small_file_that_unpacks_to_a_large_one_is_refused(tmp_path: Path) -> None:
    bomb = MUTILATIONS["compressed"](b" " * 40 * 2**20)
    assert len(bomb) < 2**17
    path = tmp_path / "document"
    path.write_bytes(bomb)
    with pytest.raises(InputError, match="unpacked it has more than 32 MiB"):
        draft_of_openapi(path, None, sends_all=True)


def test_values_that_yaml_of_other_versions_reads_otherwise(tmp_path: Path) -> None:
    parameters = "".join(
        f"      - {{name: {name}, in: query, required: true, schema: {{type: string}}, example: {value}}}\n"
        for name, value in {"a": "on", "b": "no", "c": "012", "d": "2026-01-15", "e": "1_000", "f": "0x1F"}.items()
    )
    text = (
        "openapi: 3.0\nservers: [{url: 'http://127.0.0.1:1'}]\npaths:\n  /a:\n    get:\n      parameters:\n"
        f"{parameters}      - {{name: g, in: query, required: yes, example: 1}}\n"
    )
    draft = draft_of(tmp_path, text.encode())
    assert draft is not None
    assert draft.operations[0].spec["request"] == "GET /a?a=on&b=no&c=012&d=2026-01-15&e=1_000&f=0x1F&g=1"
    assert "'GET /a': required of a parameter is text, and is left out: 'g'" in draft.left_out
