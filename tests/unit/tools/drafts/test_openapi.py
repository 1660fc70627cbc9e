"""What an OpenAPI document describes is what the study sends; a hostile document is a study or one clear fault."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from loadproof.errors import InputError
from loadproof.model.quoting import quoted
from loadproof.study.study import Study
from loadproof.tools.drafts.openapi import draft_of_openapi

from .drafted import study_of, values_of
from .petstore import PETSTORE, PETSTORE_2

LAUGHS = "openapi: 3.0.0\na0: &a0 [x, x]\n" + "".join(
    f"a{number}: &a{number} [{', '.join([f'*a{number - 1}'] * 10)}]\n" for number in range(1, 12)
)
LADDER = "openapi: 3.0.0\na0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 200))


def drafted(place: Path, text: str, *, target: str | None = None, sends_all: bool = False) -> tuple[str, Study]:
    document = place / "document"
    document.write_text(text, encoding="utf-8")
    return study_of(draft_of_openapi(document, target, sends_all=sends_all), place)


def refused(place: Path, text: str | bytes, target: str | None = None) -> str:
    document = place / "document"
    document.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(InputError) as caught:
        draft_of_openapi(document, target, sends_all=True)
    line = str(caught.value)
    assert "\n" not in line
    assert ". Cure: " in line
    assert line.startswith("--openapi: ")
    return line


def losses_of(text: str, name: str) -> list[str]:
    """What stands beside the operation `name` as not as it was."""
    lines: list[str] = []
    for line in text.splitlines():
        bare = line.strip().removeprefix("# ").strip()
        if bare.startswith("Not as it was: "):
            lines.append(bare.removeprefix("Not as it was: "))
        elif re.match(rf"""["']?{re.escape(name)}["']?:$""", bare):
            return lines
        elif not line.lstrip().startswith("# "):
            lines = []
    raise AssertionError(f"no operation {name}")


def document(**keys: Any) -> str:
    return json.dumps({"openapi": "3.1.0", "servers": [{"url": "http://127.0.0.1:1"}], **keys})


def one(operation: dict[str, Any], path: str = "/a", **keys: Any) -> str:
    return document(paths={path: {"get": operation}}, **keys)


def test_what_changes_nothing_is_sent_and_the_rest_is_a_comment(tmp_path: Path) -> None:
    text, study = drafted(tmp_path, PETSTORE)
    requests = {one.name: f"{one.method} {one.path}" for one in study.profile.operations}
    assert requests == {
        "listPets": "GET /api/v1/pets?status=available&tag=a%20b%26c",
        "GET /pets/{petId}": "GET /api/v1/pets/${petId}",
        "hasOwner": "HEAD /api/v1/owners/${owner}",
    }
    headers = {one.name: dict(one.headers) for one in study.profile.operations}
    assert headers["listPets"] == {
        "X-Trace": "textte",
        "X-Api-Key": "${env:TARGET_API_KEY}",
        "Accept": "application/json",
    }
    assert headers["hasOwner"] == {}
    values = values_of(text, tmp_path)
    assert values["profile"]["feeders"] == {"petId": {"range": "5-6", "order": "random"}, "owner": {"uuid": "v4"}}
    assert {name: one.get("expect") for name, one in values["profile"]["operations"].items()} == {
        "listPets": 200,
        "GET /pets/{petId}": "2xx",
        "hasOwner": None,
    }
    assert study.variants[0].stand.target == "http://127.0.0.1:8080"
    assert study.name == "Pet: store"
    assert "    # Optional, and left out: 'limit'\n" in text
    assert '    # createPet:\n    #   request: "POST /api/v1/pets"\n' in text
    assert "# - operations that are comments, as they may change data (--all) or cannot be sent: 3\n" in text


def test_a_comment_becomes_an_operation_when_its_signs_are_taken_away(tmp_path: Path) -> None:
    text, _ = drafted(tmp_path, PETSTORE)
    block = re.search(r"    # login:\n(?:    #   .*\n)+", text)
    assert block is not None
    active = text.replace(block[0], block[0].replace("    # ", "    "))
    assert '# It takes {variables: {target_password: "${env:TARGET_PASSWORD}"}}\n' in active
    body = values_of(active, tmp_path)["profile"]["operations"]["login"]["body"]
    assert body == '{"user": "bob $${x}", "password": "${target_password}"}'


def test_all_sends_all_that_can_be_sent(tmp_path: Path) -> None:
    text, study = drafted(tmp_path, PETSTORE, sends_all=True)
    bodies = {one.name: one.body for one in study.profile.operations}
    assert json.loads(str(bodies["createPet"])) == {"name": "Rex", "children": [], "born": "2026-01-15", "weight": 3}
    assert "upload" not in bodies
    assert "# - 'upload': a body of the type 'multipart/form-data'\n" in text
    assert losses_of(text, "createPet") == [
        "one of several media types of a body is sent",
        "optional properties and lists that hold their own schema: 'parent', 'children'",
    ]
    assert values_of(text, tmp_path)["profile"]["variables"] == {"target_password": "${env:TARGET_PASSWORD}"}


def test_swagger_2(tmp_path: Path) -> None:
    text, study = drafted(tmp_path, PETSTORE_2, sends_all=True)
    sent = {f"{one.method} {one.path}": one for one in study.profile.operations}
    assert list(sent) == ["GET /v2/pets/${id}", "POST /v2/pets", "PATCH /v2/pets"]
    first, post, patch = sent.values()
    assert first.basic is not None
    assert (first.basic.user, first.basic.password) == ("${env:TARGET_USER}", "${env:TARGET_PASSWORD}")
    assert json.loads(str(post.body)) == {"name": "text"}
    assert dict(post.headers)["Content-Type"] == "application/json"
    assert patch.body == "name=a%26b&pin=${target_pin}"
    assert dict(patch.headers)["Content-Type"] == "application/x-www-form-urlencoded"
    assert study.variants[0].stand.target == "http://127.0.0.1:8080"
    assert "TARGET_PIN: the field 'pin' of the body\n" in text


@pytest.mark.parametrize(
    ("server", "target", "address", "path"),
    [
        ("http://h:1/v1", None, "http://h:1", "/v1/a"),
        ("http://h:1/v1", "http://127.0.0.1:9", "http://127.0.0.1:9", "/v1/a"),
        ("http://h:1/v1", "http://127.0.0.1:9/other", "http://127.0.0.1:9", "/other/a"),
        ("/v3/", "https://h", "https://h:443", "/v3/a"),
        ("v3", "unix:/run/app.sock", "unix:/run/app.sock", "/v3/a"),
        ("ftp://h/x", "http://127.0.0.1:9", "http://127.0.0.1:9", "/a"),
    ],
)
def test_the_server_and_the_target(tmp_path: Path, server: str, target: str | None, address: str, path: str) -> None:
    _, study = drafted(tmp_path, one({}, servers=[{"url": server}]), target=target)
    assert (study.variants[0].stand.target, study.profile.operations[0].path) == (address, path)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the file is empty"),
        ("[]", "this is a list in place of a mapping"),
        ("openapi: 4.0.0\npaths: {}", "the version openapi: '4.0.0' is not read"),
        ("openapi: true\npaths: {}", "the version openapi: true is not read"),
        ("swagger: '1.2'\npaths: {}", "the version swagger: '1.2' is not read"),
        ("openapi: 3.0.3 host=node-7\npaths: {}", "the version openapi: '3.0.3 host=node-7' is not read"),
        ("a: 1", "it has neither the key openapi nor swagger"),
        ('{"openapi": "3.0.0", "paths": {},}', "there is a comma after the last value"),
        ('{"openapi": "3.0.0", // the version\n"paths": {}}', "there are comments"),
        ("{'openapi': '3.0.0'}", "there are texts in single quotes"),
        ("{", "line 1: this is not JSON (Expecting property name"),
        (b'{"openapi": "3.0.0", "a": "\xff"}', "the file is not UTF-8 text"),
        ('{"openapi": "3.0.0", "a": NaN}', "NaN is no number of JSON"),
        ('{"openapi": "3.0.0", "a": ' + "1" * 5000 + "}", "this JSON cannot be read (Exceeds the limit"),
        ('{"openapi": "3.0.0", "a": ' + "[" * 100_000, "values are nested too deeply"),
        ('{"openapi": "3.0.0", "openapi": "3.0.1"}', "the key 'openapi' stands twice in a mapping"),
        ("openapi: 3.0.0\nopenapi: 3.0.1", "this key stands in line 1 already"),
        ("openapi: 3.0.0\nb: [*a]\na: &a [x]", "*a is an alias of no value before it"),
        ("openapi: 3.0.0\na: &a [x, *a]", "*a is an alias of no value before it"),
        ("openapi: 3.0.0\na: &a [x]\nb: {<<: *a}", "<< merges a value that is no mapping"),
        (LAUGHS, "the file has more than 300000 values"),
        (LADDER, "values are nested more than 64 deep"),
        ("openapi: 3.0.0\na: !!python/object/apply:os.system [id]", "the tag 'tag:yaml.org,2002:python/object"),
        ("openapi: 3.0.0\n" + "- " * 5000, "this is not YAML"),
        ("openapi: 3.0.0\na: " + "[" * 5000, "values are nested more than 64 deep"),
        ("openapi: 3.0.0\npaths: {}", "it names no server with a whole address. Cure: say --target"),
        (document(paths={}), "there are no operations under paths"),
        (document(paths=[1]), "paths is a list in place of a mapping"),
        (document(paths=None), "paths is nothing in place of a mapping"),
        (document(webhooks={"a": {"post": {}}}), "webhooks, which the service sends: 1"),
        (document(paths={"/a": {"$ref": "a.yaml"}}), "a reference leads out of the file"),
        (document(paths={"/a": {"get": {"$ref": "a.yaml"}}}), "operations whose reference cannot be followed"),
        (document(paths={"/a": {"post": {"requestBody": {"content": {"a/b": {}}}}}}), "a body of the type 'a/b'"),
        (document(servers=[{"url": "http://bob:hunter2@h/"}], paths={}), "carries user information"),
    ],
)
def test_a_document_that_cannot_be_read(tmp_path: Path, text: str | bytes, told: str) -> None:
    line = refused(tmp_path, text)
    assert told in line
    assert "hunter2" not in line


def test_a_document_that_only_changes_data(tmp_path: Path) -> None:
    text = document(paths={"/a": {"post": {}}})
    (tmp_path / "document").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"none of its 1 operations is a GET, HEAD.*say --all"):
        draft_of_openapi(tmp_path / "document", None, sends_all=False)
    assert drafted(tmp_path, text, sends_all=True)[1].profile.operations[0].method == "POST"


def test_a_reference_out_of_the_document_is_listed_and_never_opened(tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text('{"name": "q", "in": "query", "required": true, "example": "leaked"}')
    outside = ["http://127.0.0.1:1/x.json", "other.json", f"file://{tmp_path}/other.json", "#/nowhere", "#/a"]
    text, study = drafted(
        tmp_path, one({"parameters": [{"$ref": one} for one in outside]}, a={"$ref": "#/b"}, b={"$ref": "#/a"})
    )
    assert study.profile.operations[0].path == "/a"
    assert "leaked" not in text
    told = losses_of(text, "GET /a")
    assert "a reference leads to nothing: '#/nowhere'" in told
    assert "a reference leads in a circle: '#/b'" in told
    (outer,) = (line for line in told if line.startswith("a reference leads out of the file, and is not fetched"))
    assert [quoted(one) in outer for one in outside] == [True, True, True, False, False]
    (parameters,) = (line for line in told if line.startswith("parameters whose reference cannot be followed"))
    assert parameters.count("number ") == 5


def test_anchors_are_values_and_are_merged(tmp_path: Path) -> None:
    text = """\
openapi: 3.1.0
servers: [{url: "http://127.0.0.1:1"}]
x-page: &page {name: page, in: query, required: true, example: &number 7}
paths:
  /a:
    get: {parameters: [*page]}
  /b:
    get: {parameters: [{<<: *page, name: offset}, {name: n, in: query, example: *number}]}
"""
    _, study = drafted(tmp_path, text)
    assert [one.path for one in study.profile.operations] == ["/a?page=7", "/b?offset=7&n=7"]


def test_schemas_that_would_grow_without_end(tmp_path: Path) -> None:
    bomb = {"allOf": [{"$ref": "#/x/bomb"}] * 50, "properties": {f"p{n}": {"$ref": "#/x/wide"} for n in range(50)}}
    wide = {"type": "object", "required": [f"p{n}" for n in range(50)], "properties": bomb["properties"]}
    body = {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/x/bomb"}}}}}
    text, study = drafted(tmp_path, one(body, x={"bomb": bomb, "wide": wide}))
    assert len(text) < 200_000
    assert isinstance(study.profile.operations[0].body, str)


def test_a_document_as_fastapi_writes_it(tmp_path: Path) -> None:
    nothing = {"type": "null"}
    item = {
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": {"type": "string", "examples": ["Pencil"]},
            "price": {"type": "number", "exclusiveMinimum": 0.0},
            "parent": {"anyOf": [{"$ref": "#/components/schemas/Item"}, nothing]},
            "code": {"anyOf": [{"type": "string", "pattern": "^password$"}, nothing]},
            "password": {"type": "string"},
            "client_secret": {"type": "string"},
        },
    }
    body = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Item"}}}}
    key = {"name": "key", "in": "path", "required": True, "schema": {"type": "string", "format": "uuid"}}
    operation = {"parameters": [key], "requestBody": body, "security": [{"OAuth2": ["a"]}]}
    schemes = {"OAuth2": {"type": "oauth2", "flows": {"password": {"scopes": {}, "tokenUrl": "token"}}}}
    components = {"schemas": {"Item": item}, "securitySchemes": schemes}
    text, study = drafted(tmp_path, one(operation, "/by/{key}", components=components))
    (sent,) = study.profile.operations
    assert sent.path == "/by/${key}"
    assert sent.body == (
        '{"name": "Pencil", "price": 1, "code": "password", "password": "${target_password}", '
        '"client_secret": "${target_client_secret}"}'
    )
    assert values_of(text, tmp_path)["profile"]["auth"] == {"bearer": "${env:TARGET_TOKEN}"}


def test_text_of_a_document_is_text_and_nothing_else(tmp_path: Path) -> None:
    hostile = 'x"\n- y: ${env:HOME} ${a} $${b} #\u2028\x00\x1b[31m\ud800{{}} *a &b !!c'
    path = "/p\n/${env:HOME}/{id}/ä b#c"
    operation = {
        "operationId": hostile,
        "parameters": [
            {"name": hostile, "in": "query", "required": True, "schema": {"enum": [hostile]}},
            {"name": "X-A", "in": "header", "required": True, "example": "${env:HOME}"},
            {"name": "X-B", "in": "header", "required": True, "example": hostile},
            {"name": hostile, "in": "header", "required": True, "example": "1"},
            {"name": "id", "in": "path", "schema": {"type": "integer"}},
        ],
        "requestBody": {"content": {"application/json": {"example": {hostile: hostile}}}},
        "security": [{hostile: []}],
    }
    text, study = drafted(tmp_path, one(operation, path, info={"title": hostile}))
    (sent,) = study.profile.operations
    assert sent.path.startswith("/p%0A/$1/${id}/%C3%A4%20b?x%22%0A")
    assert "a fragment of the path, which is not sent: '#c'" in losses_of(text, sent.name)
    assert "# Made up by type: 'id', 'env:HOME'\n" in text
    assert dict(sent.headers) == {"X-A": "$${env:HOME}", "Content-Type": "application/json"}
    assert json.loads(str(sent.body).replace("$${", "${")) == {
        hostile.replace("\ud800", "\ufffd"): hostile.replace("\ud800", "\ufffd")
    }
    comments = [line for line in text.splitlines() if line.lstrip().startswith("#")]
    assert all(line.isprintable() for line in comments)
    assert "\x1b" not in text
    assert any("'X-B'" in line for line in comments)


@pytest.mark.parametrize("path", ["/${a}{id}", "/a${id}", "/$${id}", "/{id}${env:HOME}", "/$$$${id}$"])
def test_a_dollar_before_a_value_does_not_make_it_text(tmp_path: Path, path: str) -> None:
    _, study = drafted(tmp_path, one({"parameters": [{"name": "id", "in": "path", "example": "7"}]}, path))
    fed = one({"parameters": [{"name": "id", "in": "path", "schema": {"type": "integer"}}]}, path)
    _, of_feeder = drafted(tmp_path, fed)
    fixed = study.profile.operations[0].path
    assert of_feeder.profile.operations[0].path.replace("${id}", "7").replace("%24", "$") == fixed.replace("%24", "$")


def test_values_that_are_too_large(tmp_path: Path) -> None:
    long = "x" * 5_000_000
    parameters = [{"name": name, "in": "query", "example": long} for name in ("q", long)]
    body = {"content": {"application/json": {"example": long}}}
    text, study = drafted(
        tmp_path,
        document(paths={"/a": {"get": {"parameters": parameters}, "post": {"requestBody": body}}, f"/{long}": {}}),
    )
    assert study.profile.operations[0].path == f"/a?q={'x' * 2_000}"
    assert "its body has more than 64 KiB\n" in text
    assert len(text) < 10_000


def test_names_that_are_there_twice(tmp_path: Path) -> None:
    paths = {f"/{number}": {"get": {"operationId": "same" * 30}} for number in range(12)}
    _, study = drafted(tmp_path, document(paths=paths))
    names = [one.name for one in study.profile.operations]
    assert len(set(names)) == 12
    assert all(name.startswith("samesame") for name in names)


def test_more_operations_than_a_study_needs(tmp_path: Path) -> None:
    paths = {f"/{number}": {"get": {"parameters": [{"$ref": f"x{number}"}]}} for number in range(700)}
    text, study = drafted(tmp_path, document(paths=paths))
    assert len(study.profile.operations) == 500
    assert "# - operations after the first 500: 200\n" in text
    assert len(re.findall("^# - ", text, re.MULTILINE)) <= 5
    assert re.search("# - parameters whose reference .*: 'GET /0', 'GET /1', 'GET /2' and 497 more\n", text)
