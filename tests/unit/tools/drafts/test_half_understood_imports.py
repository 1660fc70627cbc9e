"""A recording or a line of curl of which a part is not understood is never imported without a word about that part."""

import base64
import copy
import gzip
import io
import json
import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from loadproof.errors import InputError
from loadproof.tools.drafts.draft import Draft
from loadproof.tools.drafts.har import draft_of_har

from tests.mutilations import MUTILATIONS, Reading, assert_never_half_clean

from .chromium_recording import entry, recording
from .drafted import study_of

ORIGIN = "https://shop.example"
Json = Any


def upload(at_s: float) -> dict[str, Json]:
    made = entry(at_s, "POST", f"{ORIGIN}/upload", headers={"content-type": "multipart/form-data; boundary=----Q"})
    made["request"]["bodySize"] = 300
    made["request"]["postData"] = {
        "mimeType": "multipart/form-data; boundary=----Q",
        "params": [
            {"name": "title", "value": "A book"},
            {"name": "file", "fileName": "a.png", "contentType": "image/png"},
        ],
    }
    return made


def visit() -> dict[str, Json]:
    """A GET with cookies, a JSON body, a form, an upload, a redirect and a failure."""
    form = entry(2, "POST", f"{ORIGIN}/form", media_type="application/x-www-form-urlencoded", body="a=1")
    form["request"]["postData"] = {
        "mimeType": "application/x-www-form-urlencoded",
        "params": [{"name": "a", "value": "1"}, {"name": "b", "value": "x y"}],
    }
    return recording(
        [
            entry(0, "GET", f"{ORIGIN}/?q=1", headers={"cookie": "consent=yes"}, set_cookie=["sid=1; Path=/"]),
            entry(1, "POST", f"{ORIGIN}/json", body='{"a": 1}', headers={"x-shop": "7"}),
            form,
            upload(3),
            entry(4, "GET", f"{ORIGIN}/old", status=302),
            entry(9, "GET", f"{ORIGIN}/gone", status=404, page="page_2"),
        ]
    )


def draft_of(value: Json) -> Draft | str:
    """The draft of a recording, or why there is none."""
    content = value if isinstance(value, bytes) else json.dumps(value).encode()
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "visit.har"
        path.write_bytes(content)
        try:
            return draft_of_har(path, None)
        except InputError as error:
            return str(error)


def counted(draft: Draft) -> int:
    """Entries that the draft has or names: the steps of its flow, and those that are left out by number."""
    assert draft.flow is not None
    steps = sum(isinstance(step, str) for step in draft.flow.steps)
    others = sum(int(times) for line in draft.left_out for times in re.findall(r"'https?://[^']*' \((\d+)\)", line))
    kinds = (re.fullmatch(r"[a-zA-Z].*: (\d+)", line) for line in draft.left_out)
    return steps + others + sum(int(match[1]) for match in kinds if match is not None)


def substance(draft: Draft) -> Json:
    """What is sent, and in which order."""
    assert draft.flow is not None
    specs = {operation.name: operation.spec for operation in draft.operations}
    return [specs[step] if isinstance(step, str) else step for step in draft.flow.steps], draft.keeps_cookies


def places(value: Json, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths of all values inside `value`."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield (*path, key)
        yield from places(part, (*path, key))


def changed(value: Json, path: tuple[str | int, ...], change: Callable[[Json, str | int], None]) -> Json:
    whole = copy.deepcopy(value)
    place = whole
    for part in path[:-1]:
        place = place[part]
    change(place, path[-1])
    return whole


def _remove(place: Json, key: str | int) -> None:
    del place[key]


def _set(value: Json) -> Callable[[Json, str | int], None]:
    def change(place: Json, key: str | int) -> None:
        place[key] = value

    return change


def _cut(place: Json, key: str | int) -> None:
    if isinstance(place[key], str):
        place[key] = place[key][: len(place[key]) // 2]


STRUCTURAL = {
    "null": _set(None),
    "a number": _set(7),
    "a text": _set("x"),
    "true": _set(True),
    "a list": _set([]),
    "a mapping": _set({}),
    "a list of a number": _set([7]),
    "removed": _remove,
}
SAME_KIND = {
    (str, "a text"),
    (int, "a number"),
    (float, "a number"),
    (list, "a list"),
    (dict, "a mapping"),
}
"""Another value of the kind that was there: another recording, which nobody can tell from the first."""
READ = re.compile(
    r"log|log\.entries|log\.entries\.\d+"
    r"|log\.entries\.\d+\.(?:startedDateTime|time|response|response\.status|request)"
    r"|log\.entries\.\d+\.request\.(?:method|url|headers|headers\.\d+|headers\.\d+\.(?:name|value))"
    r"|log\.entries\.\d+\.request\.(?:postData|postData\.(?:text|params)|postData\.params\.\d+)"
    r"|log\.entries\.\d+\.request\.postData\.params\.\d+\.(?:name|value|fileName|contentType)"
    r"|log\.entries\.0\.response\.(?:headers|headers\.\d+|headers\.\d+\.(?:name|value))"
)
"""What a recording has to have for its requests to be known."""
WITHOUT_TRACE = re.compile(r"log\.entries\.\d+(?:\.request\.headers\.\d+|\.response\.headers\.\d+)?")
"""What can be taken out of a list without that the rest says so."""
UNTOLD = re.compile(r"log\.entries\.\d+\.request\.postData\.params\.\d+(?:\.contentType)?")
"""What a form need not have: a part, and the type of a file."""


def structural_cases() -> Iterator[tuple[str, Json]]:
    whole = visit()
    for path in places(whole):
        shown = ".".join(map(str, path))
        if READ.fullmatch(shown) is None:
            continue
        value: Json = whole
        for part in path:
            value = value[part]
        for name, change in STRUCTURAL.items():
            is_removed = name == "removed"
            if (type(value), name) in SAME_KIND or (is_removed and WITHOUT_TRACE.fullmatch(shown)):
                continue
            if UNTOLD.fullmatch(shown) and (is_removed or (name == "null" and shown.endswith("Type"))):
                continue
            yield f"{shown}: {name}", changed(whole, path, change)


CASES = dict(structural_cases())


def test_the_cases_reach_into_every_part() -> None:
    assert len(CASES) > 400
    whole = draft_of(visit())
    assert isinstance(whole, Draft)
    assert counted(whole) == len(visit()["log"]["entries"])


def test_no_damage_inside_of_a_recording_goes_without_a_word() -> None:
    whole = draft_of(visit())
    assert isinstance(whole, Draft)
    wrong = []
    for name, damaged in CASES.items():
        made = draft_of(damaged)
        if isinstance(made, str):
            assert ". Cure: " in made
            continue
        if counted(made) != len(damaged["log"]["entries"]):
            wrong.append(f"{name}: {counted(made)} of {len(damaged['log']['entries'])} entries are counted")
        if substance(made) != substance(whole) and set(made.left_out) <= set(whole.left_out):
            wrong.append(f"{name}: other requests, and nothing is said of it")
    assert not wrong, "\n".join(wrong)


def reading(content: bytes) -> Reading:
    """`init --har` as a reading: a draft is clean only where it names nothing that was lost."""
    made = draft_of(content)
    if isinstance(made, str):
        return Reading(2, 0)
    whole = draft_of(visit())
    assert isinstance(whole, Draft)
    is_doubtful = not set(made.left_out) <= set(whole.left_out)
    steps = 0 if made.flow is None else len(made.flow.steps)
    return Reading(4 if is_doubtful else 0, steps)


@pytest.mark.parametrize("indent", [None, 1])
def test_damage_on_the_way_of_a_recording(indent: int | None) -> None:
    whole = json.dumps(visit(), indent=indent).encode()
    assert_never_half_clean(reading, whole, MUTILATIONS)


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: gzip.compress(text.encode()),
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.encode("utf-16"),
        lambda text: text.encode("utf-16-be"),
    ],
)
def test_encodings_that_are_read(encode: Callable[[str], bytes]) -> None:
    made, whole = draft_of(encode(json.dumps(visit()))), draft_of(visit())
    assert isinstance(made, Draft)
    assert isinstance(whole, Draft)
    assert substance(made) == substance(whole)


def test_a_bomb_an_archive_and_files_of_others_are_named() -> None:
    bomb = io.BytesIO()
    with gzip.GzipFile(fileobj=bomb, mode="wb") as file:
        for _ in range(80):
            file.write(b" " * 2**20)
    for content, told in (
        (bomb.getvalue(), "unpacked it has more than 64 MiB"),
        (b"PK\x03\x04rest", "this is a zip archive"),
        (json.dumps([{"protocolVersion": "HTTP/1.1", "host": "h", "method": "GET"}]).encode(), "a session of Charles"),
        (b'{"info": {}, "item": []}', "a collection of Postman"),
        (b'{"openapi": "3.0.0"}', "an OpenAPI document, which --openapi takes"),
    ):
        made = draft_of(content)
        assert isinstance(made, str)
        assert told in made


def of_one(written: Json, *others: Json) -> Draft | str:
    return draft_of(recording([written, *others]))


GET = entry(0, "GET", f"{ORIGIN}/a", headers={"cookie": "a=b"})


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"url": "wss://shop.example/s", "method": ""}, "requests that are not HTTP (WebSocket)"),
        ({"headers": [{"name": "Upgrade", "value": "websocket"}]}, "requests that are not HTTP (WebSocket)"),
        ({"_webSocketMessages": []}, "requests that are not HTTP (WebSocket)"),
        ({"_resourceType": "websocket"}, "requests that are not HTTP (WebSocket)"),
        ({"status": 101}, "requests that switch to another protocol (101)"),
        (
            {"method": "OPTIONS", "headers": [{"name": "Access-Control-Request-Method", "value": "POST"}]},
            "CORS preflights, which a browser sends by itself",
        ),
        ({"_resourceType": "preflight", "method": "OPTIONS"}, "CORS preflights, which a browser sends by itself"),
        ({"url": f"{ORIGIN}/favicon.ico"}, "icons of the site, which a browser fetches by itself"),
        ({"_resourceType": "ping", "method": "POST"}, "beacons and reports, which a browser sends by itself"),
        (
            {"headers": [{"name": "Sec-Purpose", "value": "prefetch"}]},
            "requests that the browser made ahead (prefetch)",
        ),
        ({"_fetchedViaServiceWorker": True}, "requests that a service worker of the page answered"),
        ({"_fromCache": "disk"}, "requests that the browser answered from its cache"),
        ({"status": 0}, "requests that got no reply"),
        ({"url": "blob:https://shop.example/1"}, "requests that are not HTTP (blob:)"),
        ({"url": "chrome-extension://abc/a.js"}, "requests that are not HTTP (chrome-extension:)"),
        ({"method": "PROPFIND"}, "requests of a method that cannot be sent: 'PROPFIND'"),
        ({"postData": {"text": base64.b64encode(b"\xff\x00").decode(), "encoding": "base64"}}, "not text (base64)"),
        ({"method": "POST", "bodySize": 12}, "requests whose body is not in the recording"),
        ({"headers": [{"name": "Content-Length", "value": "12"}]}, "requests whose body is not in the recording"),
    ],
)
def test_what_is_left_out_is_counted_by_its_kind(changes: dict[str, Json], told: str) -> None:
    one = copy.deepcopy(entry(1, "GET", f"{ORIGIN}/b"))
    for key, value in changes.items():
        place = one if key.startswith("_") else one["response"] if key == "status" else one["request"]
        place[key] = value
    made = of_one(GET, one, copy.deepcopy(one))
    assert isinstance(made, Draft)
    assert [operation.name for operation in made.operations] == ["GET /a"]
    assert any(told in line and line.endswith(": 2") for line in made.left_out), made.left_out
    assert not any("change data" in line for line in made.left_out)
    alone = of_one(one)
    assert isinstance(alone, str)
    assert f"{told}: 1" in alone
    assert ". Cure: " in alone


def test_methods_that_are_safe_change_no_data() -> None:
    made = of_one(GET, entry(1, "OPTIONS", f"{ORIGIN}/b"), entry(2, "HEAD", f"{ORIGIN}/b"))
    assert isinstance(made, Draft)
    assert len(made.operations) == 3
    assert not any("change data" in line for line in made.left_out)


def test_an_upload_has_its_parts_and_a_made_up_file(tmp_path: Path) -> None:
    made = of_one(upload(0))
    assert isinstance(made, Draft)
    (operation,) = made.operations
    title, file = operation.spec["multipart"]
    assert title == {"name": "title", "text": "A book"}
    assert (file["name"], file["filename"], file["type"]) == ("file", "a.png", "image/png")
    assert "made this text up" in file["text"]
    assert "content-type" not in {name.lower() for name in operation.spec.get("headers", {})}
    assert any("files of a form are not recorded" in line and "'POST /upload'" in line for line in made.left_out)
    study_of(made, tmp_path)


def test_bodies_in_base64_that_are_text_are_text() -> None:
    one = entry(0, "POST", f"{ORIGIN}/a", body="x")
    one["request"]["postData"] |= {"text": base64.b64encode('{"a": "é"}'.encode()).decode(), "encoding": "base64"}
    made = of_one(one)
    assert isinstance(made, Draft)
    assert made.operations[0].spec["body"] == '{"a": "é"}'


def test_headers_of_one_name_cookies_of_the_list_and_a_query_of_the_list() -> None:
    one = entry(0, "GET", f"{ORIGIN}/a")
    one["request"]["headers"] += [
        {"name": "X-A", "value": "1"},
        {"name": "x-a", "value": "2"},
        {"name": "X-B", "value": ""},
    ]
    one["request"]["cookies"] = [{"name": "sid", "value": "12345678"}]
    one["request"]["queryString"] = [{"name": "q", "value": "a b"}]
    made = of_one(one)
    assert isinstance(made, Draft)
    (operation,) = made.operations
    assert operation.spec["request"] == "GET /a?q=a%20b"
    assert operation.spec["headers"]["X-A"] == ["1", "2"]
    assert operation.spec["headers"]["X-B"] == ""
    assert operation.spec["headers"]["Cookie"] == "${env:TARGET_COOKIE}"
    assert any("queryString" in line for line in made.left_out)


def test_requests_to_many_other_origins_are_all_counted() -> None:
    others = [entry(n, "GET", f"https://{'cdn-' * 10}{n}.example/a") for n in range(1, 9)]
    made = of_one(GET, entry(0.5, "GET", f"{ORIGIN}/b"), *others)
    assert isinstance(made, Draft)
    (line,) = [line for line in made.left_out if line.startswith("requests to other origins: ")]
    assert len(line) < 200
    assert line.count("(1)") + int(re.findall(r" and (\d+) to \d+ more", line)[0]) == 8


def test_a_redirect_expects_its_status_and_other_headers_are_named() -> None:
    second = entry(1, "GET", f"{ORIGIN}/a", status=302, headers={"x-other": "1"})
    made = of_one(entry(0, "GET", f"{ORIGIN}/a", status=302), second)
    assert isinstance(made, Draft)
    assert made.operations[0].spec["expect"] == 302
    assert any(line.startswith("recorded with several sets of headers") for line in made.left_out)


def test_a_recording_without_credentials_is_said_to_be_one() -> None:
    sanitized, whole = of_one(entry(0, "GET", f"{ORIGIN}/a")), of_one(GET)
    assert isinstance(sanitized, Draft)
    assert isinstance(whole, Draft)
    assert any("sensitive data" in line for line in sanitized.left_out)
    assert not any("sensitive data" in line for line in whole.left_out)


def test_the_lists_of_the_cases_are_not_of_one_kind() -> None:
    kinds = {name.rpartition(": ")[2] for name in CASES}
    assert kinds == set(STRUCTURAL)
