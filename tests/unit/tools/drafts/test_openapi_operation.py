"""What a document says of an operation beside its parameters and body is followed, or named beside the operation."""

import json
from pathlib import Path
from typing import Any

import pytest

from .drafted import values_of
from .test_openapi import document, drafted, losses_of

SCHEMES = {
    "header": {"type": "apiKey", "in": "header", "name": "X-Key"},
    "query": {"type": "apiKey", "in": "query", "name": "key[]"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "sid"},
    "basic": {"type": "http", "scheme": "Basic"},
    "bearer": {"type": "http", "scheme": "bearer"},
    "oauth": {"type": "oauth2", "flows": {}},
    "digest": {"type": "http", "scheme": "digest"},
    "mutual": {"type": "mutualTLS"},
    "broken": {"type": 7},
}
CANNOT = "security schemes that cannot be sent"


def get(operation: dict[str, Any], path: str = "/a", item: dict[str, Any] | None = None, **keys: Any) -> str:
    written = {"operationId": "get", **operation}
    components = {"securitySchemes": SCHEMES, **keys.pop("components", {})}
    return document(paths={path: {"get": written, **(item or {})}}, components=components, **keys)


@pytest.mark.parametrize(
    ("operation", "told"),
    [
        ({"callbacks": {"done": {}}}, "callbacks, which the service sends"),
        ({"servers": [{"url": "http://h"}]}, "servers of its own"),
        ({"deprecated": True}, "it is deprecated"),
        ({"responses": {"200": {"links": {"next": {}}}}}, "links from its responses to other operations"),
        ({"responses": {"2oo": {}}}, "responses whose key is no status: '2oo'"),
        ({"paramters": []}, "keys of an operation that mean nothing: 'paramters'"),
        (
            {"requestBody": {"content": {"text/plain": {"example": "a"}}}},
            "a body of a method for which HTTP defines none",
        ),
        (
            {"parameters": [{"name": "id", "in": "path", "example": 1}]},
            "parameters that the path has no place for: 'id'",
        ),
        (
            {"parameters": [{"name": "Accept", "in": "header", "example": "a/b"}]},
            "header parameters that OpenAPI has ignored (say it by security or content): 'accept'",
        ),
        (
            {"parameters": [{"name": "q", "in": "query"}] * 101},
            "parameters after the first 100: 101",
        ),
        (
            {"parameters": [{"in": "query"}, {"name": "", "in": "query"}]},
            "parameters without a name, or with one of more than 200: number 1, number 2",
        ),
        (
            {"parameters": [{"name": "q", "in": "query", "schema": {}}]},
            "optional parameters without an example are left out: 'q'",
        ),
        ({"security": [{"digest": []}]}, f"{CANNOT}: 'digest' ('digest')"),
        ({"security": [{"mutual": []}]}, f"{CANNOT}: 'mutual' ('mutualTLS')"),
        ({"security": [{"gone": []}]}, f"{CANNOT}: 'gone' (not described)"),
        ({"security": [{"broken": []}]}, f"{CANNOT}: 'broken' (not described)"),
        ({"security": [{"basic": [], "bearer": []}]}, f"{CANNOT}: 'bearer' (beside 'basic', in one header)"),
        ({"security": "key"}, "security of an operation is text, and is left out"),
        ({"security": ["key"]}, "security requirements that are no mapping, or too many"),
    ],
)
def test_what_no_request_has_is_named(tmp_path: Path, operation: dict[str, Any], told: str) -> None:
    text, study = drafted(tmp_path, get(operation))
    assert study.profile.operations[0].path.startswith("/a")
    assert told in losses_of(text, "get")
    assert f"# - 'get': {told.partition(':')[0]}" in text


@pytest.mark.parametrize(
    ("security", "path", "headers", "auth"),
    [
        ([{"header": []}], "/a", {"X-Key": "${env:TARGET_KEY}"}, None),
        ([{"query": []}], "/a?key%5B%5D=${target_key}", {}, None),
        ([{"cookie": []}], "/a", {"Cookie": "sid=${env:TARGET_SID}"}, None),
        ([{"basic": []}], "/a", {}, {"basic": {"user": "${env:TARGET_USER}", "password": "${env:TARGET_PASSWORD}"}}),
        ([{"oauth": []}], "/a", {}, {"bearer": "${env:TARGET_TOKEN}"}),
        ([{"bearer": [], "header": []}], "/a", {"X-Key": "${env:TARGET_KEY}"}, {"bearer": "${env:TARGET_TOKEN}"}),
        ([{"mutual": []}, {"header": []}], "/a", {"X-Key": "${env:TARGET_KEY}"}, None),
        ([{}, {"header": []}], "/a", {}, None),
        ([], "/a", {}, None),
    ],
)
def test_the_ways_to_authenticate(
    tmp_path: Path, security: Any, path: str, headers: dict[str, str], auth: dict[str, Any] | None
) -> None:
    text, study = drafted(tmp_path, get({"security": security}))
    (sent,) = study.profile.operations
    known = {name: value for name, value in sent.headers if name != "Authorization"}
    assert (sent.path, known) == (path, headers)
    assert values_of(text, tmp_path)["profile"].get("auth") == auth
    is_chosen = any(line.startswith("one of several ways to authenticate") for line in losses_of(text, "get"))
    assert is_chosen is (len(security) > 1)


def test_a_credential_takes_the_place_of_a_parameter_of_its_name(tmp_path: Path) -> None:
    parameters = [
        {"name": name, "in": place, "required": True} for name, place in (("x-key", "header"), ("key[]", "query"))
    ]
    _, study = drafted(tmp_path, get({"parameters": parameters, "security": [{"header": [], "query": []}]}))
    (sent,) = study.profile.operations
    assert sent.path == "/a?key%5B%5D=${target_key_2}"
    assert dict(sent.headers) == {"X-Key": "${env:TARGET_KEY}"}


def test_a_parameter_of_the_operation_wins_over_that_of_the_path(tmp_path: Path) -> None:
    shared = [{"name": "q", "in": "query", "example": 1}, {"name": "r", "in": "query", "example": 2}]
    text, study = drafted(
        tmp_path, get({"parameters": [{"name": "q", "in": "query", "example": 3}]}, item={"parameters": shared})
    )
    assert study.profile.operations[0].path == "/a?q=3&r=2"
    assert losses_of(text, "get") == []


def test_a_path_whose_parameters_nothing_describes(tmp_path: Path) -> None:
    text, study = drafted(tmp_path, get({}, "/a/{id}/{other}"))
    assert study.profile.operations[0].path == "/a/1/1"
    assert "parameters of the path that nothing describes: 1 is sent: 'id', 'other'" in losses_of(text, "get")


def test_paths_that_are_references_and_methods_that_are_none(tmp_path: Path) -> None:
    paths = {
        "/a": {"$ref": "#/components/pathItems/A", "parameters": [{"name": "q", "in": "query", "example": 1}]},
        "/b": {"options": {}, "trace": {}, "head": {}, "GET": {}, "query": {}, "additionalOperations": {"COPY": {}}},
        "/c": {"get": None, "put": []},
        "/d": {"$ref": "other.yaml#/d"},
        "/e": {},
        "/f": 7,
        "g": {"get": {}},
        "x-h": {"get": {}},
    }
    components: dict[str, Any] = {"pathItems": {"A": {"get": {"responses": {"302": {}}}}}}
    text, study = drafted(tmp_path, document(openapi="3.2.0", paths=paths, components=components, webhooks={"w": {}}))
    assert [f"{one.method} {one.path}" for one in study.profile.operations] == [
        "GET /a?q=1",
        "HEAD /b",
        "OPTIONS /b",
        "TRACE /b",
    ]
    assert values_of(text, tmp_path)["profile"]["operations"]["GET /a"]["expect"] == 302
    listed = {line.removeprefix("# - ") for line in text.splitlines() if line.startswith("# - ")}
    assert listed == {
        "'the document': webhooks, which the service sends: 1",
        "'/b': keys of a path that mean nothing: 'GET'",
        "'/b': the method QUERY of OpenAPI 3.2, which cannot be sent",
        "'/b': methods of additionalOperations, which cannot be sent: 'COPY'",
        "'/c': get of a path is nothing, and is left out",
        "'/c': put of a path is a list, and is left out",
        "a path without operations: '/c', '/d', '/e' and 1 more",
        "'/d': a reference leads out of the file, and is not fetched (bundle the files into one): 'other.yaml#/d'",
        "'/f': a path is a number in place of a mapping",
        "'g': a key of paths that is no path",
    }


def test_an_identifier_that_is_there_twice_is_named(tmp_path: Path) -> None:
    paths = {f"/{name}": {"get": {"operationId": "same"}} for name in "ab"}
    text, study = drafted(tmp_path, document(paths=paths))
    assert [one.name for one in study.profile.operations] == ["same", "same 2"]
    assert "# - 'same 2': its operationId is there twice\n" in text


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"servers": [{"url": "http://h:1"}, {"url": "http://i:1"}]}, "servers after the first: 1"),
        ({"servers": [{"url": "http://h:1/a?b=c"}]}, "the query of the address of the server: 'http://h:1/a?b=c'"),
        ({"servers": [{"url": "http://h:1/{v}"}]}, "variables of the server without a default: 'v'"),
        ({"openapi": "3.7.0"}, "it is of OpenAPI 3.7, and is read as 3.2"),
        ({"swagger": "2.0"}, "it is of OpenAPI and Swagger at once: read as OpenAPI"),
        ({"pathes": {}}, "keys that mean nothing: 'pathes'"),
        ({"components": []}, "components is a list in place of a mapping"),
    ],
)
def test_what_a_document_says_besides_is_named(tmp_path: Path, keys: dict[str, Any], told: str) -> None:
    text, _ = drafted(tmp_path, document(**{"paths": {"/a": {"get": {}}}, **keys}))
    assert f"# - 'the document': {told}\n" in text


def test_the_list_of_a_large_document_is_short_and_has_all_reasons(tmp_path: Path) -> None:
    paths = {
        f"/{number}": {
            "get": {"deprecated": True, f"odd{number}": 1, "parameters": [{"name": f"p{number}", "in": "query"}]}
        }
        for number in range(60)
    }
    text, _ = drafted(tmp_path, document(paths=paths))
    listed = [line for line in text.splitlines() if line.startswith("# - ")]
    assert len(listed) == 3
    assert all(line.endswith("'GET /0', 'GET /1', 'GET /2' and 57 more") for line in listed)
    assert "keys of an operation that mean nothing: 'odd59'" in losses_of(text, "GET /59")


def test_json_and_yaml_of_one_document_are_one_draft(tmp_path: Path) -> None:
    written = json.loads(get({"parameters": [{"name": "q", "in": "query", "example": [1, 2]}]}))
    _, of_json = drafted(tmp_path, json.dumps(written))
    flow = "".join(f"{key}: {json.dumps(value)}\n" for key, value in written.items())
    _, of_yaml = drafted(tmp_path, flow)
    assert of_json.profile == of_yaml.profile
