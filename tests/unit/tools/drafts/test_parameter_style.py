"""Parameters are serialized as the table "Style Examples" of the OpenAPI specification shows.

The table is that of versions 3.0.4 and 3.1.1 (section "Style Examples" of the Parameter Object), typed by hand; the
versions before differ in the label that is not exploded alone, and in signs that they leave unencoded.
"""

import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.tools.drafts.openapi_parameter import form_encoded
from loadproof.tools.drafts.parameter_style import ParameterStyle, serialize

from .test_openapi import drafted, losses_of

ARRAY = ["blue", "black", "brown"]
OBJECT = {"R": 100, "G": 200, "B": 150}
TABLE = [
    # style, explode, undefined, string, array, object
    ("matrix", False, ";color", ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"),
    ("matrix", True, ";color", ";color=blue", ";color=blue;color=black;color=brown", ";R=100;G=200;B=150"),
    ("label", False, ".", ".blue", ".blue,black,brown", ".R,100,G,200,B,150"),
    ("label", True, ".", ".blue", ".blue.black.brown", ".R=100.G=200.B=150"),
    ("simple", False, "", "blue", "blue,black,brown", "R,100,G,200,B,150"),
    ("simple", True, "", "blue", "blue,black,brown", "R=100,G=200,B=150"),
    ("form", False, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"),
    ("form", True, "color=", "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"),
    ("spaceDelimited", False, None, None, "color=blue%20black%20brown", "color=R%20100%20G%20200%20B%20150"),
    ("pipeDelimited", False, None, None, "color=blue%7Cblack%7Cbrown", "color=R%7C100%7CG%7C200%7CB%7C150"),
    ("deepObject", True, None, None, None, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
    ("cookie", False, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"),
    ("cookie", True, "color=", "color=blue", "color=blue; color=black; color=brown", "R=100; G=200; B=150"),
]
CELLS = [
    (style, explode, value, text)
    for style, explode, *texts in TABLE
    for value, text in zip(("", "blue", ARRAY, OBJECT), texts, strict=True)
    if text is not None
]


@pytest.mark.parametrize(("style", "explode", "value", "text"), CELLS)
def test_a_cell_of_the_table(style: str, explode: bool, value: Any, text: str) -> None:
    form = ParameterStyle(style, explode, between_pairs="; " if style == "cookie" else "&")
    assert serialize("color", value, form, form_encoded) == text


def document(version: str, place: str, parameter: dict[str, Any]) -> str:
    path = "/a/{color}/z" if place == "path" else "/a"
    parameters = [{"name": "color", "in": place, "required": True, **parameter}]
    responses = {"200": {"description": "ok"}}
    return json.dumps(
        {
            "openapi": version,
            "servers": [{"url": "http://127.0.0.1:1"}],
            "paths": {path: {"get": {"operationId": "get", "parameters": parameters, "responses": responses}}},
        }
    )


PLACES = {"path": ("matrix", "label", "simple"), "header": ("simple",), "cookie": ("cookie",)}


@pytest.mark.parametrize(("style", "explode", "value", "text"), CELLS)
def test_a_cell_of_the_table_in_a_request(tmp_path: Path, style: str, explode: bool, value: Any, text: str) -> None:
    kind = "string" if isinstance(value, str) else "array" if isinstance(value, list) else "object"
    place = next((place for place, styles in PLACES.items() if style in styles), "query")
    written = {"style": style, "explode": explode, "schema": {"type": kind}, "example": value}
    _, study = drafted(tmp_path, document("3.2.0", place, written))
    (sent,) = study.profile.operations
    if place == "path":
        assert sent.path == f"/a/{text}/z"
    elif place == "cookie":
        assert dict(sent.headers) == {"Cookie": text}
    else:
        assert sent.path == f"/a?{text}"
    if style == "simple":
        _, study = drafted(tmp_path, document("3.2.0", "header", written))
        assert dict(study.profile.operations[0].headers) == {"color": text}


@pytest.mark.parametrize(
    ("version", "text"),
    [(version, ".blue.black.brown") for version in ("3.0.0", "3.0.3", "3.1.0")]
    + [(version, ".blue,black,brown") for version in ("3.0.4", "3.1.1", "3.2.0")],
)
def test_a_label_that_is_not_exploded_is_that_of_the_version(tmp_path: Path, version: str, text: str) -> None:
    told, study = drafted(tmp_path, document(version, "path", {"style": "label", "example": ARRAY}))
    assert study.profile.operations[0].path == f"/a/{text}/z"
    assert any("label" in line for line in losses_of(told, "get"))


@pytest.mark.parametrize(
    ("place", "value", "text"),
    [
        ("query", ARRAY, "/a?color=blue&color=black&color=brown"),
        ("query", OBJECT, "/a?R=100&G=200&B=150"),
        ("path", ARRAY, "/a/blue,black,brown/z"),
        ("path", OBJECT, "/a/R,100,G,200,B,150/z"),
        ("header", OBJECT, "R,100,G,200,B,150"),
        ("cookie", ARRAY, "color=blue; color=black; color=brown"),
    ],
)
def test_the_default_style_of_a_place(tmp_path: Path, place: str, value: Any, text: str) -> None:
    _, study = drafted(tmp_path, document("3.1.0", place, {"schema": {}, "example": value}))
    (sent,) = study.profile.operations
    headers = dict(sent.headers)
    assert {"header": headers.get("color"), "cookie": headers.get("Cookie")}.get(place, sent.path) == text


@pytest.mark.parametrize(
    ("style", "value", "pairs"),
    [
        ("form", ["a b", "c,d", "e&f=g", "#ä|"], [("color", "a b,c,d,e&f=g,#ä|")]),
        ("pipeDelimited", ["a b", "c&d"], [("color", "a b|c&d")]),
        ("spaceDelimited", ["a", "b+c"], [("color", "a b+c")]),
        (
            "deepObject",
            {"a b": "c]=d", "e": {"f": [1, 2]}},
            [("color[a b]", "c]=d"), *[("color[e][f]", n) for n in "12"]],
        ),
    ],
)
def test_a_server_reads_what_was_meant(tmp_path: Path, style: str, value: Any, pairs: list[tuple[str, str]]) -> None:
    written = {"style": style, "explode": style == "deepObject", "schema": {}, "example": value}
    _, study = drafted(tmp_path, document("3.1.0", "query", written))
    path = study.profile.operations[0].path
    assert parse_qsl(urlsplit(path).query) == pairs
    assert set(path) <= set("/?&=%,abcdefghijklmnopqrstuvwxyzABCDEF0123456789")


def test_a_cookie_that_no_header_holds_is_named(tmp_path: Path) -> None:
    text = json.loads(document("3.1.0", "cookie", {"example": "dark"}))
    text["components"] = {"securitySchemes": {"key": {"type": "apiKey", "in": "cookie", "name": "a\r\nX-B: c"}}}
    text["security"] = [{"key": []}]
    told, study = drafted(tmp_path, json.dumps(text))
    assert dict(study.profile.operations[0].headers) == {"Cookie": "color=dark"}
    assert any(line.startswith("cookies that cannot be sent as they are") for line in losses_of(told, "get"))


def test_a_comma_of_a_value_is_no_delimiter(tmp_path: Path) -> None:
    written = {"explode": False, "schema": {}, "example": ["a,b", "c"]}
    text, study = drafted(tmp_path, document("3.1.0", "query", written))
    assert study.profile.operations[0].path == "/a?color=a%2Cb,c"
    assert losses_of(text, "get") == ["values that hold the delimiter of their style: a server may part them: 'color'"]


@pytest.mark.parametrize(
    ("value", "text"),
    [("a:b/c?d@e", "a:b/c?d@e"), ("a&b=c+d#e", "a%26b=c%2Bd%23e"), ("a%2Fb c%", "a%2Fb%20c%25")],
)
def test_reserved_characters_that_are_allowed(tmp_path: Path, value: str, text: str) -> None:
    _, study = drafted(tmp_path, document("3.0.3", "query", {"allowReserved": True, "schema": {}, "example": value}))
    assert study.profile.operations[0].path == f"/a?color={text}"


@pytest.mark.parametrize(
    ("place", "parameter", "path", "told"),
    [
        ("query", {"style": "matrix", "example": ARRAY}, "/a?color=blue&color=black&color=brown", "styles that"),
        ("path", {"style": "form", "example": ARRAY}, "/a/blue,black,brown/z", "styles that"),
        ("query", {"style": "deepObject", "example": ["a", "b"]}, "/a?color=a&color=b", "a list has no style deep"),
        ("query", {"style": "pipeDelimited", "explode": True, "example": ["a", "b"]}, "/a?color=a&color=b", "pipeDeli"),
        ("query", {"example": [None, 1]}, "/a?color=1", "members of a parameter that are null"),
        ("query", {"example": []}, "/a", "parameters whose list or object is empty"),
        ("path", {"example": ""}, "/a//z", "parameters of the path that are empty"),
        ("query", {"example": [{"a": 1}]}, "/a?color=%7B%22a%22%3A1%7D", "lists and objects within a parameter"),
        ("query", {"schema": {"type": "array"}, "example": "a,b"}, "/a?color=a,b", "examples that are text"),
        ("path", {"allowReserved": True, "example": "a/b"}, "/a/a%2Fb/z", "allowReserved of a parameter"),
        ("query", {"style": 7, "example": "a"}, "/a?color=a", "style of a parameter is a number"),
        ("query", {"explode": "no", "example": "a"}, "/a?color=a", "explode of a parameter is text"),
        ("query", {}, "/a?color=text", "parameters with neither schema nor content"),
        ("query", {"content": {"a/b": {"example": {"a": 1}}}}, "/a", "parameters of the type 'a/b'"),
        ("querystring", {"content": {}}, "/a", "parameters that are in 'querystring'"),
        ("body", {"schema": {}}, "/a", "parameters that are in 'body'"),
        ("query", {"type": "integer", "example": 1}, "/a?color=1", "keys of a parameter that mean nothing: 'type'"),
    ],
)
def test_what_no_style_describes_is_named(
    tmp_path: Path, place: str, parameter: dict[str, Any], path: str, told: str
) -> None:
    text, study = drafted(tmp_path, document("3.1.0", place, parameter))
    assert study.profile.operations[0].path == path
    named = [line for line in losses_of(text, "get") if told in line]
    assert len(named) == 1
    assert told in "".join(line for line in text.splitlines() if line.startswith("# - "))


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ({"application/json": {"example": {"a": [1, "b c"]}}}, "%7B%22a%22%3A%5B1%2C%22b%20c%22%5D%7D"),
        ({"application/json": {"schema": {"type": "object"}, "example": '{"a":1}'}}, "%7B%22a%22%3A1%7D"),
        ({"application/json": {"schema": {"type": "string"}, "example": "a"}}, "%22a%22"),
        ({"text/plain": {"example": "a b"}}, "a%20b"),
    ],
)
def test_a_parameter_with_content(tmp_path: Path, content: dict[str, Any], text: str) -> None:
    _, study = drafted(tmp_path, document("3.1.0", "query", {"content": content}))
    assert study.profile.operations[0].path == f"/a?color={text}"


@given(
    st.lists(st.text(min_size=1, max_size=6).filter(str.isprintable), min_size=1, max_size=5),
    st.sampled_from(["form", "spaceDelimited", "pipeDelimited"]),
)
def test_an_array_is_read_back_by_its_delimiter(values: list[str], style: str) -> None:
    text = serialize("n&=", values, ParameterStyle(style, explode=False), form_encoded)
    delimiter = {"form": ",", "spaceDelimited": "%20", "pipeDelimited": "%7C"}[style]
    name, _, joined = text.partition("=")
    encoded = [form_encoded(value) for value in values]
    assert (name, joined) == ("n%26%3D", delimiter.join(encoded))
    assert parse_qsl(serialize("n&=", values, ParameterStyle(style, explode=True), form_encoded)) == [
        ("n&=", value) for value in values
    ]
