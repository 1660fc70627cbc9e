"""A recording becomes a flow of its requests; nothing secret of it is written, and a hostile one is one clear fault."""

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loadproof.errors import InputError
from loadproof.study.study import Study
from loadproof.tools.drafts import har
from loadproof.tools.drafts.har import draft_of_har

from .chromium_recording import entry, recording, shop_visit, written
from .drafted import study_of, values_of

ORIGIN = "https://shop.example"
SECRETS = ("hunter2", "s3cret.token", "k3y-of-the-shop", "yes-of-bob", "refererTok3n", "t1t")


def drafted(place: Path, entries: list[Any], target: str | None = None) -> tuple[str, Study]:
    return study_of(draft_of_har(written(place, recording(entries)), target), place)


def test_a_visit_is_a_flow_with_its_pauses(tmp_path: Path) -> None:
    text, study = study_of(draft_of_har(written(tmp_path, shop_visit(ORIGIN)), None), tmp_path)
    profile = values_of(text, tmp_path)["profile"]
    assert profile["flows"]["visit"]["steps"] == [
        "GET /",
        {"think": "4.5s"},
        "POST /login",
        "GET /articles",
        "GET /articles",
        {"think": "1.5s"},
        "GET /logo.svg",
        {"think": "3s"},
        "POST /orders",
    ]
    assert study.variants[0].stand.target == "https://shop.example:443"
    operations = profile["operations"]
    assert operations["GET /articles"]["request"] == "GET /articles?page=1&q=a%20b"
    assert operations["POST /login"]["body"] == (
        '{"user": "bob", "password": "${target_password}", "note": "$${env:HOME} $${x}"}'
    )
    assert operations["POST /login"]["headers"] == {
        "accept": "*/*",
        "content-type": "application/json",
        "Cookie": "${env:TARGET_COOKIE}",
    }
    assert operations["GET /articles"]["auth"] == {"bearer": "${env:TARGET_TOKEN}"}
    assert operations["POST /orders"]["request"] == "POST /orders?api_key=${target_api_key}"
    assert operations["GET /logo.svg"]["expect"] == 404
    assert profile["cookies"] is True
    assert "    # Recorded 2 times.\n" in text
    assert "      # page 2\n" in text
    assert '  # users: {visitors: {flow: "visit", count: 50, ramp: 30s}}\n' in text


def test_what_is_left_out_is_listed(tmp_path: Path) -> None:
    left_out = draft_of_har(written(tmp_path, shop_visit(ORIGIN)), None).left_out
    assert left_out[:5] == (
        "requests that the browser answered from its cache: 1",
        "requests that are not HTTP (data:): 1",
        "requests that got no reply: 1",
        "requests to other origins: 'https://cdn.example:443' (1)",
        "values that look made for one visit (extract them of a reply, or feed them): 'POST /orders'",
    )
    assert "they change data at each visit: 'POST /login', 'POST /orders'" in left_out


def test_no_credential_of_a_recording_is_written(tmp_path: Path) -> None:
    draft = draft_of_har(written(tmp_path, shop_visit(ORIGIN)), None)
    text, _ = study_of(draft, tmp_path)
    told = text + "\n".join((*draft.left_out, *draft.secrets.values()))
    assert [secret for secret in SECRETS if secret in told] == []
    assert set(draft.secrets) == {"TARGET_COOKIE", "TARGET_PASSWORD", "TARGET_TOKEN", "TARGET_API_KEY"}


def test_a_credential_is_found_wherever_else_it_stands(tmp_path: Path) -> None:
    secret = "s3cret-of-bob"  # noqa: S105 - of the test alone
    text, _ = drafted(
        tmp_path,
        [
            entry(0, "GET", f"{ORIGIN}/reset/{secret}/x"),
            entry(1, "POST", f"{ORIGIN}/a", body=f"about {secret}", media_type="text/plain"),
            entry(2, "GET", f"{ORIGIN}/b", headers={"authorization": f"Bearer {secret}", "x-trace": f"of {secret}"}),
        ],
    )
    assert secret not in text
    operations = values_of(text, tmp_path)["profile"]["operations"]
    assert operations["GET /reset//x"]["request"] == "GET /reset/${target_token}/x"
    assert operations["POST /a"]["body"] == "about ${target_token}"
    assert operations["GET /b"]["headers"]["x-trace"] == "of ${env:TARGET_TOKEN}"


def test_the_origin_that_was_asked_most_often_or_that_of_the_target(tmp_path: Path) -> None:
    entries = [entry(0, "GET", "http://127.0.0.1:1/a"), *[entry(n, "GET", "http://127.0.0.1:2/b") for n in (1, 2)]]
    most = drafted(tmp_path, entries)[1]
    assert (most.variants[0].stand.target, most.profile.operations[0].path) == ("http://127.0.0.1:2", "/b")
    asked = drafted(tmp_path, entries, "http://127.0.0.1:1/")[1]
    assert (asked.variants[0].stand.target, asked.profile.operations[0].path) == ("http://127.0.0.1:1", "/a")
    text, elsewhere = drafted(tmp_path, entries, "http://127.0.0.1:3/ignored")
    assert (elsewhere.variants[0].stand.target, elsewhere.profile.operations[0].path) == ("http://127.0.0.1:3", "/b")
    assert "# - recorded of http://127.0.0.1:2, and sent to http://127.0.0.1:3\n" in text


def test_cookies_that_a_reply_has_set_are_those_of_the_session(tmp_path: Path) -> None:
    text, _ = drafted(
        tmp_path,
        [
            entry(0, "GET", f"{ORIGIN}/", set_cookie=["a=1; Path=/\nb=2; Path=/"]),
            entry(1, "GET", f"{ORIGIN}/x", headers={"cookie": "a=1; b=2"}),
        ],
    )
    profile = values_of(text, tmp_path)["profile"]
    assert profile["cookies"] is True
    assert profile["operations"]["GET /x"]["headers"] == {"accept": "*/*"}
    assert "TARGET_COOKIE" not in text


def test_a_recording_without_replies(tmp_path: Path) -> None:
    form = {
        "mimeType": "application/x-www-form-urlencoded",
        "params": [{"name": "a b", "value": "c&d"}, {"name": "pin", "value": "7"}],
    }
    get = {"method": "GET", "url": f"{ORIGIN}/a", "headers": [], "queryString": []}
    post = {"method": "POST", "url": f"{ORIGIN}/b", "headers": [], "postData": form}
    _, study = drafted(tmp_path, [{"request": get}, {"request": post, "response": {}}])
    first, second = study.profile.operations
    assert (first.path, second.path, second.body) == ("/a", "/b", "a+b=c%26d&pin=${target_pin}")
    assert dict(second.headers) == {"Content-Type": "application/x-www-form-urlencoded"}


def test_bounds(tmp_path: Path) -> None:
    many = [entry(0.001 * number, "GET", f"{ORIGIN}/{number}") for number in range(600)]
    text, study = drafted(tmp_path, many)
    assert len(study.profile.operations) == 450
    assert "# - requests after the first 450 of this origin: 150\n" in text
    large = [
        entry(0, "GET", f"{ORIGIN}/"),
        *[entry(1, "POST", f"{ORIGIN}/{n}", body="\x01" * 60_000) for n in range(9)],
    ]
    text, study = drafted(tmp_path, large)
    assert 2 <= len(study.profile.operations) < 9
    assert "# - requests that would make the study larger than 1,000,000 letters: " in text
    headers = {"x-large": "x" * 10_000, **{f"x-{number}": "ä" * 8_000 for number in range(80)}}
    text, study = drafted(tmp_path, [entry(0, "GET", f"{ORIGIN}/large", headers=headers), *large[:1]])
    assert [one.path for one in study.profile.operations] == ["/"]
    text, study = drafted(tmp_path, [*large[:1], entry(1, "POST", f"{ORIGIN}/", body="x" * 65_537)])
    assert len(study.profile.operations) == 1
    assert "# - requests with a body of more than 64 KiB: 1\n" in text


def refused(place: Path, content: str) -> str:
    path = place / "visit.har"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        draft_of_har(path, None)
    assert "\n" not in str(caught.value)
    assert ". Cure: " in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "line 1: this is not JSON"),
        ("<html>", "line 1: this is not JSON"),
        ("[" * 200_000, "values are nested too deeply"),
        ("[]", "this is no HAR file"),
        ('{"log": {"entries": {}}}', "this is no HAR file"),
        ('{"log": {"entries": []}}', "none of its 0 entries is a request that can be sent"),
        (
            '{"log": {"entries": [1, null, {}, {"request": []}]}}',
            "none of its 4 entries is a request that can be sent (entries without a request: 4). Cure: ",
        ),
    ],
)
def test_a_file_that_is_no_recording(tmp_path: Path, content: str, told: str) -> None:
    assert told in refused(tmp_path, content)


def test_a_recording_of_which_nothing_fits(tmp_path: Path) -> None:
    headers = {f"x-{number}": "ä" * 8_000 for number in range(80)}
    line = refused(tmp_path, json.dumps(recording([entry(0, "GET", f"{ORIGIN}/", headers=headers)])))
    assert "none of its requests to https://shop.example:443 is small enough" in line


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "visit.har").open("wb") as file:
        file.truncate(100 * 2**20)
    with pytest.raises(InputError, match=r"more than 64 MiB\. Cure: record less, or leave out .*: jq "):
        draft_of_har(tmp_path / "visit.har", None)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
URLS = st.one_of(
    st.text(max_size=10).map(lambda text: f"{ORIGIN}/{text}"),
    st.text(max_size=10),
    st.sampled_from(["http://[::1", "http://bob:pw@h/x?y#z", "https://shop.example", "wss://h/", "http://h:99999/"]),
)
NAMES = st.sampled_from(["cookie", "Cookie", "authorization", "content-type", "x-a", ":path", "set-cookie"])
PAIRS = st.lists(
    st.fixed_dictionaries({"name": NAMES | st.text(max_size=5), "value": st.text(max_size=9)}) | JSON, max_size=3
)
ENTRIES = st.fixed_dictionaries(
    {
        "request": st.fixed_dictionaries(
            {"method": st.sampled_from(["GET", "POST", "CONNECT"]) | JSON, "url": URLS | JSON},
            optional={
                "headers": PAIRS | JSON,
                "postData": st.fixed_dictionaries({}, optional={"text": st.text(max_size=20), "params": PAIRS}) | JSON,
                "httpVersion": JSON,
            },
        )
        | JSON,
        "response": st.fixed_dictionaries(
            {"status": st.sampled_from([200, 404, 0, 999, 10**30]) | JSON, "headers": PAIRS}
        )
        | JSON,
    },
    optional={
        "startedDateTime": st.sampled_from(["2026-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59", "0001-01-01", "x"])
        | JSON,
        "time": st.floats(allow_nan=False) | JSON,
        "pageref": JSON,
    },
)


@given(st.lists(ENTRIES | JSON, max_size=6))
@settings(max_examples=60, deadline=None)
def test_any_recording_is_a_study_or_a_fault(entries: list[Any]) -> None:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "visit.har"
        path.write_text(json.dumps({"log": {"entries": entries}}), encoding="utf-8")
        try:
            draft = draft_of_har(path, None)
        except InputError:
            return
        study_of(draft, Path(place))


def test_the_limits_of_a_flow_hold_with_a_pause_before_each_step() -> None:
    assert 2 * har._MOST_STEPS <= 1000
