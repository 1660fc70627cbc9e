"""Bodies are written as their media type, encoding and schema say; a body that cannot be written is named."""

import json
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from loadproof.model.scenario import FormBody
from loadproof.study.study import Study

from .drafted import values_of
from .test_openapi import document, drafted, losses_of

FORM = "application/x-www-form-urlencoded"
PARTS = "multipart/form-data"


def posted(content: Any, **keys: Any) -> str:
    operation = {"operationId": "post", "requestBody": {"content": content}}
    return document(paths={"/a": {"get": {}, "post": operation}}, **keys)


def body_of(study: Study) -> str:
    return str(next(one.body for one in study.profile.operations if one.name == "post"))


def parts_of(study: Study) -> list[Message]:
    """The parts as the parser of mails reads them, which knows nothing of how they were written."""
    operation = next(one for one in study.profile.operations if one.name == "post")
    assert isinstance(operation.body, FormBody)
    written = "".join(piece for piece in operation.body.pieces if isinstance(piece, str))
    mail = message_from_bytes(f"Content-Type: {operation.body.media_type}\r\n\r\n{written}".encode())
    assert not mail.defects
    parts = mail.get_payload()
    assert isinstance(parts, list)
    return [part for part in parts if isinstance(part, Message)]


PROPERTIES: dict[str, Any] = {
    "ids": {"type": "array", "items": {"type": "integer"}, "example": [1, 2]},
    "address": {"type": "object", "example": {"street": "a b", "no": 7}},
    "note": {"type": "string", "example": "x&y"},
}
OBJECT = {"type": "object", "properties": PROPERTIES}


@pytest.mark.parametrize(
    ("encoding", "pairs"),
    [
        ({}, [("ids", "1"), ("ids", "2"), ("address", '{"street":"a b","no":7}'), ("note", "x&y")]),
        (
            {"ids": {"explode": False}, "address": {"style": "deepObject"}},
            [("ids", "1,2"), ("address[street]", "a b"), ("address[no]", "7"), ("note", "x&y")],
        ),
        (
            {"ids": {"style": "pipeDelimited"}, "address": {"style": "form"}},
            [("ids", "1|2"), ("street", "a b"), ("no", "7"), ("note", "x&y")],
        ),
        (
            {"address": {"explode": False}},
            [*[("ids", one) for one in "12"], ("address", "street,a b,no,7"), ("note", "x&y")],
        ),
    ],
)
def test_a_form_by_its_encoding(tmp_path: Path, encoding: dict[str, Any], pairs: list[tuple[str, str]]) -> None:
    text, study = drafted(tmp_path, posted({FORM: {"schema": OBJECT, "encoding": encoding}}), sends_all=True)
    assert parse_qsl(body_of(study)) == pairs
    assert losses_of(text, "post") == []


def test_a_form_in_parts(tmp_path: Path) -> None:
    schema = {
        "type": "object",
        "properties": {
            **PROPERTIES,
            'fi"le': {"type": "string", "format": "binary"},
            "photos": {"type": "array", "items": {"type": "string", "contentMediaType": "image/png"}},
        },
    }
    encoding = {"note": {"contentType": "text/csv"}, "ids": {"headers": {"X-A": {}}}, "gone": {}}
    text, study = drafted(tmp_path, posted({PARTS: {"schema": schema, "encoding": encoding}}), sends_all=True)
    told = [
        (
            part.get_param("name", header="content-disposition"),
            part.get_filename(),
            part.get("Content-Type"),
            part.get_payload(),
        )
        for part in parts_of(study)
    ]
    file = "a file made up by loadproof\n"
    assert told == [
        ("ids", None, None, "1"),
        ("ids", None, None, "2"),
        ("address", None, "application/json", '{"street": "a b", "no": 7}'),
        ("note", None, "text/csv", "x&y"),
        ("fi%22le", "file.txt", "application/octet-stream", file),
        ("photos", "file.txt", "image/png", file),
    ]
    assert losses_of(text, "post") == [
        "headers of the parts of a form: 'ids'",
        "an encoding of a field that is not sent: 'gone'",
        "a short text is sent in place of a file: 'fi\"le', 'photos'",
    ]
    assert "# - 'post': a short text is sent in place of a file: 'fi\"le', 'photos'\n" in text


@pytest.mark.parametrize(
    ("content", "media_type", "body"),
    [
        (
            {"text/plain": {"example": "a"}, "application/json": {"schema": {"type": "integer"}}},
            "application/json",
            "1",
        ),
        ({"application/json": {}, "application/vnd.a+json": {"example": 7}}, "application/vnd.a+json", "7"),
        ({"application/problem+json; charset=utf-8": {"example": 7}}, "application/problem+json; charset=utf-8", "7"),
        ({"*/*": {"example": {"a": 1}}}, "application/json", '{"a": 1}'),
        ({"text/*": {"example": "a"}}, "text/plain", "a"),
        ({"text/plain": {"schema": {"type": "string"}}}, "text/plain", "text"),
        ({"text/plain": {"schema": {"type": "integer", "minimum": 4}}}, "text/plain", "4"),
        ({"application/xml": {"example": "<a/>"}}, "application/xml", "<a/>"),
        ({"application/json": {"example": None}}, "application/json", "null"),
        ({"application/json": {}}, "application/json", "{}"),
        ({"application/json": {"examples": {"a": {"$ref": "#/e"}}}}, "application/json", '"of e"'),
        ({"application/json": {"examples": {"a": {"externalValue": "x"}, "b": {"value": 2}}}}, "application/json", "2"),
        ({"application/json": {"example": 1, "schema": {"example": 2}}}, "application/json", "1"),
        ({"application/json": {"schema": {"const": 3, "default": 4}}}, "application/json", "3"),
    ],
)
def test_the_media_type_and_the_example(tmp_path: Path, content: Any, media_type: str, body: str) -> None:
    text, study = drafted(tmp_path, posted(content, e={"value": "of e"}), sends_all=True)
    assert body_of(study) == body
    assert values_of(text, tmp_path)["profile"]["operations"]["post"]["headers"]["Content-Type"] == media_type


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ({"application/xml": {"schema": {"type": "object"}}}, "a body of the type 'application/xml'"),
        (
            {"application/octet-stream": {}, "image/png": {}},
            "a body of the type 'application/octet-stream', 'image/png'",
        ),
        ({PARTS: {}}, "a body of the type 'multipart/form-data'"),
        ({"application/x-ndjson": {"itemSchema": {}}}, "keys of OpenAPI 3.2 that are not read: 'itemSchema'"),
        ({}, "a body without content"),
        ("text", "content of a request body is text, and is left out"),
        ({"application/json": {"example": "x" * 70_000}}, "its body has more than 64 KiB"),
    ],
)
def test_a_body_that_cannot_be_written_is_named(tmp_path: Path, content: Any, told: str) -> None:
    text, study = drafted(tmp_path, posted(content), sends_all=True)
    assert [one.name for one in study.profile.operations] == ["GET /a"]
    assert told in losses_of(text, "post")
    assert "    # It cannot be sent as it is: its body is missing.\n" in text


def schema_body(place: Path, schema: Any, **keys: Any) -> tuple[Any, list[str]]:
    """The JSON body that a schema makes, and what is told of it."""
    text, study = drafted(place, posted({"application/json": {"schema": schema}}, **keys), sends_all=True)
    return json.loads(body_of(study).replace("$${", "${")), losses_of(text, "post")


CAT = {"type": "object", "properties": {"kind": {"type": "string"}, "lives": {"type": "integer", "default": 9}}}
SCHEMAS = {
    "Cat": CAT,
    "Base": {"type": "object", "properties": {"kind": {"type": "string"}}, "discriminator": {"propertyName": "kind"}},
    "Dog": {"allOf": [{"$ref": "#/components/schemas/Base"}, {"properties": {"bark": {"type": "boolean"}}}]},
}
ONE_OF = [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}]
FIRST = "the first of several schemas (oneOf, anyOf) is sent"


@pytest.mark.parametrize(
    ("schema", "value", "told"),
    [
        ({"oneOf": ONE_OF}, {"kind": "text", "lives": 9}, [FIRST]),
        ({"anyOf": [{"type": "null"}, {"type": "integer"}]}, 1, []),
        ({"oneOf": ONE_OF, "discriminator": {"propertyName": "kind"}}, {"kind": "Cat", "lives": 9}, [FIRST]),
        (
            {
                "oneOf": ONE_OF,
                "discriminator": {"propertyName": "kind", "mapping": {"feline": "#/components/schemas/Cat"}},
            },
            {"kind": "feline", "lives": 9},
            [FIRST],
        ),
        ({"oneOf": ONE_OF[::-1]}, {"kind": "Dog", "bark": True}, [FIRST]),
        ({"$ref": "#/components/schemas/Dog"}, {"kind": "Dog", "bark": True}, []),
        ({"$ref": "#/components/schemas/Cat", "example": {"lives": 1}}, {"lives": 1}, []),
        ({"type": ["string", "null"], "format": "date"}, "2026-01-15", []),
        ({"type": "string", "pattern": "^[A-Z]{3}-\\d+$"}, "AAA-0", []),
        ({"type": "string", "pattern": "(?=.*x)y"}, "text", ["made-up text may not match the pattern"]),
        ({"type": "number", "minimum": 0, "exclusiveMinimum": True, "maximum": 0.5}, 0.25, []),
        ({"type": "integer", "exclusiveMinimum": 4, "multipleOf": 5}, 5, []),
        ({"type": "integer", "minimum": 5, "maximum": 4}, 5, ["made-up numbers out of their bounds"]),
        ({"type": "array", "prefixItems": [{"const": "a"}, {"type": "integer"}]}, ["a", 1], []),
        ({"type": "array", "items": {"enum": ["a", "b"]}, "maxItems": 0}, [], []),
        (
            {"type": "array", "items": {"type": "integer"}, "minItems": 2, "uniqueItems": True},
            [1, 1],
            ["made-up lists with fewer items than they need, or with equal ones"],
        ),
        ({"additionalProperties": {"type": "integer"}, "minProperties": 1}, {"key": 1}, []),
        ({"allOf": [{"enum": ["a", "b"]}, {"enum": ["b", "c"]}]}, "b", []),
        (
            {"properties": {"id": {"type": "integer", "readOnly": True}, "pw": {"type": "integer", "writeOnly": True}}},
            {"pw": 1},
            [],
        ),
        (
            {"properties": {"id": {"readOnly": True}, "a": {"type": "integer"}}, "example": {"id": 1, "a": 2}},
            {"a": 2},
            [],
        ),
        (
            {"type": "object", "required": ["gone"]},
            {"gone": "text"},
            ["properties that are required and that nothing describes: 'gone'"],
        ),
        (
            {"type": "string", "example": 12},
            "12",
            ["examples that are numbers, or true or false, where the schema says string"],
        ),
        (
            {"type": "integer", "not": {"const": 1}},
            1,
            ["keys of schemas that made-up values do not follow: 'not'"],
        ),
        ({"type": "whole"}, "text", ["the type of a schema is 'whole', which is none; text is sent"]),
        ({"properties": {"a": None}}, {"a": "text"}, ["a schema is nothing in place of a mapping: a"]),
        ({"properties": 7}, "text", ["properties of a schema is a number, and is left out"]),
        ({"propertys": {}, "type": "integer"}, 1, ["keys of a schema that mean nothing: 'propertys'"]),
        (False, "text", ["a schema is true or false in place of a mapping"]),
        ({"$ref": "#Pet"}, "text", ["a reference leads to nothing: '#Pet'"]),
    ],
)
def test_the_value_of_a_schema(tmp_path: Path, schema: Any, value: Any, told: list[str]) -> None:
    assert schema_body(tmp_path, schema, components={"schemas": SCHEMAS}) == (value, told)


def test_keys_beside_a_reference_count_from_openapi_3_1_on(tmp_path: Path) -> None:
    schema = {"$ref": "#/components/schemas/Cat", "example": {"lives": 1}}
    value, told = schema_body(tmp_path, schema, components={"schemas": SCHEMAS}, openapi="3.0.3")
    assert value == {"kind": "text", "lives": 9}
    assert told == ["keys beside a $ref, which do not count before OpenAPI 3.1"]


def swagger(operation: Any, **keys: Any) -> str:
    servers = {"host": "127.0.0.1:1", "basePath": "/v1/", "schemes": ["http"]}
    return json.dumps({"swagger": "2.0", **servers, "paths": {"/a": {"post": operation}}, **keys})


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ({}, "/v1/a?q=1,2"),
        ({"collectionFormat": "csv"}, "/v1/a?q=1,2"),
        ({"collectionFormat": "ssv"}, "/v1/a?q=1%202"),
        ({"collectionFormat": "tsv"}, "/v1/a?q=1%092"),
        ({"collectionFormat": "pipes"}, "/v1/a?q=1%7C2"),
        ({"collectionFormat": "multi"}, "/v1/a?q=1&q=2"),
    ],
)
def test_the_collection_format_of_swagger(tmp_path: Path, written: dict[str, str], path: str) -> None:
    parameter = {"name": "q", "in": "query", "required": True, "type": "array", "items": {"type": "integer"}}
    given = {**parameter, **written, "default": [1, 2]}
    text, study = drafted(tmp_path, swagger({"operationId": "post", "parameters": [given]}), sends_all=True)
    assert study.profile.operations[0].path == path
    assert losses_of(text, "post") == []
    in_form = {**given, "in": "formData"}
    _, study = drafted(tmp_path, swagger({"operationId": "post", "parameters": [in_form]}), sends_all=True)
    assert body_of(study) == path.partition("?")[2]


def test_lists_within_lists_of_swagger(tmp_path: Path) -> None:
    inner = {"type": "array", "collectionFormat": "pipes", "items": {"type": "integer"}}
    parameter = {"name": "q", "in": "header", "type": "array", "items": inner, "default": [[1, 2], [3]]}
    _, study = drafted(tmp_path, swagger({"parameters": [{**parameter, "required": True}]}), sends_all=True)
    assert dict(study.profile.operations[0].headers) == {"q": "1|2,3"}


@pytest.mark.parametrize("consumes", [[PARTS], [FORM], None])
def test_a_file_of_a_form_of_swagger_is_sent_in_parts(tmp_path: Path, consumes: list[str] | None) -> None:
    parameters = [
        {"name": "f", "in": "formData", "type": "string", "required": True},
        {"name": "u", "in": "formData", "type": "file", "required": True},
    ]
    operation = {
        "operationId": "post",
        "parameters": parameters,
        **({} if consumes is None else {"consumes": consumes}),
    }
    text, study = drafted(tmp_path, swagger(operation), sends_all=True)
    names = [part.get_param("name", header="content-disposition") for part in parts_of(study)]
    assert names == ["f", "u"]
    told = losses_of(text, "post")
    assert "a short text is sent in place of a file: 'u'" in told
    assert any("a file in a form that is no multipart" in line for line in told) is (consumes == [FORM])


@pytest.mark.parametrize(
    ("operation", "told"),
    [
        ({"schemes": ["https"]}, "schemes of its own"),
        (
            {"consumes": [FORM, 7], "parameters": [{"name": "f", "in": "formData", "type": "string"}]},
            "consumes is no list of text",
        ),
        ({"produces": "application/json"}, "produces of an operation is text, and is left out"),
        ({"parameters": [{"name": "b", "in": "body", "schema": {}}] * 2}, "parameters that are there twice"),
        (
            {"parameters": [{"name": one, "in": "body", "schema": {}} for one in "bc"]},
            "parameters in body or formData beside another body: 'c'",
        ),
        (
            {"parameters": [{"name": "q", "in": "query", "required": True, "type": "array", "collectionFormat": "x"}]},
            "the collectionFormat 'x', which is none here",
        ),
        (
            {"parameters": [{"name": "q", "in": "header", "required": True, "collectionFormat": "multi"}]},
            "the collectionFormat 'multi', which is none here",
        ),
        ({"parameters": [{"name": "q", "in": "cookie"}]}, "parameters that are in 'cookie': 'q'"),
    ],
)
def test_what_swagger_cannot_say_is_named(tmp_path: Path, operation: dict[str, Any], told: str) -> None:
    written = {"operationId": "post", "consumes": ["application/json"], **operation}
    text, _ = drafted(tmp_path, swagger(written), sends_all=True)
    assert any(line.startswith(told) for line in losses_of(text, "post"))
