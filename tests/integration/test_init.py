"""`loadproof init` writes studies that run: what was typed, described or recorded arrives on the wire."""

import json
import re
import shutil
from base64 import b64encode
from collections import Counter
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from loadproof.result.plain_text import printable
from loadproof.study.load_study import load_study

from tests.unit.tools.drafts.chromium_recording import entry, recording, shop_visit, written
from tests.unit.tools.drafts.petstore import PETSTORE

from .command_line import CommandLine, Ended, loadproof
from .recording_server import Recorded, RecordingServer
from .test_bad_input import refused, silent_target

SECRETS = {
    "TARGET_TOKEN": "t0ken-of-the-test",
    "TARGET_API_KEY": "k3y-of-the-test",
    "TARGET_PASSWORD": "p4ss of the test",
    "TARGET_COOKIE": "consent=c00kie-of-the-test",
    "TARGET_USER": "us3r-of-the-test",
}


def drafted(place: Path, *words: object) -> Ended:
    ended = loadproof("init", *words, cwd=place)
    assert ended.exit_code == 0, ended.messages
    return ended


def sent_by(place: Path, server: RecordingServer) -> list[Recorded]:
    """What the study in `place` sends with its preset, in a second in place of ten."""
    study = place / "study.yaml"
    text = study.read_text(encoding="utf-8")
    short = re.sub(r"rate: \d+, hold: \d+s\}\}", "rate: 30, hold: 1s}}", text)
    assert short != text
    study.write_text(short, encoding="utf-8")
    with CommandLine(
        "run", study, "--preset", "smoke", "--slo", "rate±90%", "--out", "run", cwd=place, environment=SECRETS
    ) as command:
        ended = command.ended(60)
    assert ended.exit_code in (0, 4), ended.messages
    assert server.requests
    assert server.malformed == []
    return server.requests


def test_a_url(tmp_path: Path) -> None:
    with RecordingServer() as server:
        ended = drafted(tmp_path, f"{server.url}/x?a=${{b}}", "-H", "X-A: 1", "-d", "c=${d}")
        requests = sent_by(tmp_path, server)
    assert ended.output == f"study.yaml: 1 operation of {server.url}; next: loadproof plan study.yaml\n"
    assert ended.messages == ""
    assert {(one.method, one.path, one.body, one.headers["x-a"]) for one in requests} == {
        ("POST", "/x?a=${b}", b"c=${d}", "1")
    }


def test_a_study_that_was_drafted_can_be_forecast(tmp_path: Path) -> None:
    with silent_target() as url:
        drafted(tmp_path, url)
        ended = loadproof("plan", "study.yaml", cwd=tmp_path)
    assert ended.exit_code == 0, ended.messages
    assert all(method in ended.output for method in ("capacity", "confirm", "soak"))


def test_a_line_of_curl_whose_credentials_are_typed(tmp_path: Path) -> None:
    with RecordingServer() as server:
        line = (
            f"curl '{server.url}/login' -X PUT -H 'Authorization: Bearer hunter2' -H 'content-type: application/json' "
            """--data-raw '{"password": "hunter3", "n": "`id`; ${x}"}'"""
        )
        ended = drafted(tmp_path, "--curl", line)
        requests = sent_by(tmp_path, server)
    text = (tmp_path / "study.yaml").read_text(encoding="utf-8")
    assert "hunter" not in text + ended.messages + ended.output
    assert ended.messages.splitlines() == [
        "to set before the run: TARGET_TOKEN (the header 'Authorization')",
        "to set before the run: TARGET_PASSWORD (the field 'password' of the body)",
    ]
    assert {(one.method, one.body, one.headers["authorization"]) for one in requests} == {
        ("PUT", b'{"password": "p4ss of the test", "n": "`id`; ${x}"}', "Bearer t0ken-of-the-test")
    }


def test_a_variable_that_was_typed_stays_one(tmp_path: Path) -> None:
    def drafted_by(header: str) -> Ended:
        words = ("init", "http://127.0.0.1:1/", "-H", header, "--out", "-")
        with CommandLine(*words, cwd=tmp_path, environment=SECRETS) as command:
            return command.ended(30)

    bearer = drafted_by("Authorization: Bearer ${env:TARGET_TOKEN}")
    assert 'auth: {bearer: "${env:TARGET_TOKEN}"}' in bearer.output
    assert bearer.messages == "to set before the run: TARGET_TOKEN (the header 'Authorization')\n"
    cookie = drafted_by("Cookie: a=${env:TARGET_TOKEN}; b=${env:TARGET_USER}")
    assert 'Cookie: "a=${env:TARGET_TOKEN}; b=${env:TARGET_USER}"' in cookie.output
    other = drafted_by("X-A: ${env:TARGET_USER} token=hunter2 $${x}")
    assert '"X-A": "${env:TARGET_USER} token=${env:TARGET_TOKEN} $$${x}"' in other.output
    for header in ("Cookie: sid=hunter2; b=${env:TARGET_USER}", "Authorization: hunter2 ${env:TARGET_USER}"):
        (line,) = refused(drafted_by(header), tmp_path)
        assert "Cure: put all of its value into the variable" in line
        assert "hunter2" not in line


def test_a_file_that_curl_would_send(tmp_path: Path) -> None:
    (tmp_path / "body.bin").write_bytes(b"\x00\xff${a}")
    (tmp_path / "studies").mkdir()
    with RecordingServer() as server:
        drafted(tmp_path, server.url, "-d", "@body.bin", "--out", "studies/study.yaml")
        requests = sent_by(tmp_path / "studies", server)
    assert {one.body for one in requests} == {b"\x00\xff${a}"}


def test_a_document_of_openapi(tmp_path: Path) -> None:
    (tmp_path / "pets.yaml").write_text(PETSTORE, encoding="utf-8")
    with RecordingServer(lambda request: 201 if request.method == "POST" and "pets" in request.path else 200) as server:
        ended = drafted(tmp_path, "--openapi", "pets.yaml", "--target", server.url, "--all")
        text = (tmp_path / "study.yaml").read_text(encoding="utf-8")
        # The recording server does not speak HEAD.
        (tmp_path / "study.yaml").write_text(text.replace("HEAD ", "GET "), encoding="utf-8")
        requests = sent_by(tmp_path, server)
    assert "to set before the run: TARGET_API_KEY (the security scheme 'key')\n" in ended.messages
    assert "not as it was: 'upload': a body of the type 'multipart/form-data'\n" in ended.messages
    kinds = Counter(re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|(?<=pets/)[56]$", "*", one.path) for one in requests)
    assert kinds.keys() <= {
        "/api/v1/pets?status=available&tag=a%20b%26c",
        "/api/v1/pets",
        "/api/v1/pets/*",
        "/api/v1/owners/*",
        "/api/v1/login",
    }
    assert len(kinds) >= 3
    for one in requests:
        if one.path.startswith("/api/v1/pets"):
            assert one.headers["x-api-key"] == SECRETS["TARGET_API_KEY"]
        if one.path == "/api/v1/login":
            assert json.loads(one.body) == {"user": "bob ${x}", "password": SECRETS["TARGET_PASSWORD"]}


def test_styles_of_parameters_arrive_as_they_were_described(tmp_path: Path) -> None:
    """A server reads with the standard library what the document describes: no code of ours decodes it."""
    parameters: list[dict[str, object]] = [
        {"name": "filter", "in": "query", "style": "deepObject", "explode": True, "example": {"state": "a b", "no": 2}},
        {"name": "ids", "in": "query", "explode": False, "example": [1, 2, 3]},
        {"name": "tag", "in": "query", "example": ["x&y", "z"]},
        {"name": "pipe", "in": "query", "style": "pipeDelimited", "example": ["p", "q"]},
        {"name": "at", "in": "path", "required": True, "style": "matrix", "explode": True, "example": [5, 6]},
        {"name": "X-Sizes", "in": "header", "explode": True, "example": {"w": 1, "h": 2}},
        {"name": "theme", "in": "cookie", "example": "dark/1"},
    ]
    properties = {"note": {"example": "a b"}, "file": {"type": "string", "format": "binary"}}
    upload = {"multipart/form-data": {"schema": {"type": "object", "properties": properties}}}
    paths = {
        "/at/{at}/end": {
            "get": {"parameters": [{"schema": {}, **one} for one in parameters], "responses": {"200": {}}}
        },
        "/up": {"post": {"requestBody": {"content": upload}, "responses": {"201": {}}}},
    }
    (tmp_path / "api.json").write_text(json.dumps({"openapi": "3.1.1", "paths": paths}), encoding="utf-8")
    with RecordingServer(lambda request: 201 if request.method == "POST" else 200) as server:
        ended = drafted(tmp_path, "--openapi", "api.json", "--target", server.url, "--all")
        requests = sent_by(tmp_path, server)
    assert "not as it was: 'POST /up': a short text is sent in place of a file: 'file'\n" in ended.messages
    got = next(one for one in requests if one.method == "GET")
    path, _, query = got.path.partition("?")
    assert path == "/at/;at=5;at=6/end"
    assert parse_qs(query) == {
        "filter[state]": ["a b"],
        "filter[no]": ["2"],
        "ids": ["1,2,3"],
        "tag": ["x&y", "z"],
        "pipe": ["p|q"],
    }
    assert got.headers["x-sizes"] == "w=1,h=2"
    assert got.headers["cookie"] == "theme=dark/1"
    posted = next(one for one in requests if one.method == "POST")
    mail = message_from_bytes(f"Content-Type: {posted.headers['content-type']}\r\n\r\n".encode() + posted.body)
    parts = mail.get_payload()
    assert isinstance(parts, list)
    names = [part.get_param("name", header="content-disposition") for part in parts if isinstance(part, Message)]
    assert names == ["note", "file"]
    assert mail.defects == []


def test_a_recording(tmp_path: Path) -> None:
    with RecordingServer(lambda request: 404 if "logo" in request.path else 200) as server:
        visit = written(tmp_path, shop_visit(server.url))
        # Nobody waits for the pauses of a visit here.
        value = json.loads(visit.read_text(encoding="utf-8"))
        for one in value["log"]["entries"]:
            one["startedDateTime"] = re.sub(r"T09:00:0[0-9]\.", "T09:00:00.", one["startedDateTime"])
        written(tmp_path, value)
        ended = drafted(tmp_path, "--har", "visit.har")
        requests = sent_by(tmp_path, server)
    assert "not as it was: requests to other origins: 'https://cdn.example:443' (1)\n" in ended.messages
    by_path = {one.path.partition("?")[0]: one for one in requests}
    assert set(by_path) == {"/", "/login", "/articles", "/logo.svg", "/orders"}
    login, order = by_path["/login"], by_path["/orders"]
    assert json.loads(login.body) == {"user": "bob", "password": "p4ss of the test", "note": "${env:HOME} ${x}"}
    assert login.headers["cookie"] == SECRETS["TARGET_COOKIE"]
    assert order.headers["authorization"] == f"Bearer {SECRETS['TARGET_TOKEN']}"
    assert order.path == f"/orders?api_key={SECRETS['TARGET_API_KEY']}"
    assert "user-agent" not in order.headers


def test_a_recording_with_an_upload_and_what_a_browser_does_by_itself(tmp_path: Path) -> None:
    with RecordingServer() as server:
        upload = entry(0, "POST", f"{server.url}/up", headers={"content-type": "multipart/form-data; boundary=Q"})
        upload["request"]["postData"] = {
            "mimeType": "multipart/form-data; boundary=Q",
            "params": [{"name": "a", "value": "1"}, {"name": "f", "fileName": "a.png", "contentType": "image/png"}],
        }
        asked = {"access-control-request-method": "POST"}
        preflight = entry(0.1, "OPTIONS", f"{server.url}/a", status=204, headers=asked)
        socket = entry(0.2, "GET", f"{server.url}/ws", status=101, headers={"upgrade": "websocket"})
        written(tmp_path, recording([upload, preflight, socket]))
        ended = drafted(tmp_path, "--har", "visit.har")
        requests = sent_by(tmp_path, server)
    for told in ("CORS preflights, which a browser sends by itself: 1", "requests that are not HTTP (WebSocket): 1"):
        assert f"not as it was: {told}\n" in ended.messages
        assert f"# - {told}\n" in (tmp_path / "study.yaml").read_text(encoding="utf-8")
    assert {one.path for one in requests} == {"/up"}
    boundary = requests[0].headers["content-type"].partition("boundary=")[2]
    head, title, file, end = requests[0].body.split(f"--{boundary}".encode())
    assert (head, end) == (b"", b"--\r\n")
    assert title == b'\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'
    assert b'name="f"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n' in file


def test_a_line_of_curl_with_all_that_a_study_can_have(tmp_path: Path) -> None:
    (tmp_path / "photo.bin").write_bytes(b"\xff\x00")
    (tmp_path / "studies").mkdir()
    with RecordingServer() as server:
        port = server.authority.partition(":")[2]
        line = (
            f"curl -sSL --connect-to ::127.0.0.1:{port} http://shop.example/up -F title=a -F photo=@photo.bin -m 20 "
            """-H 'X-A: 1' -H 'X-A: 2' -H 'X-B;' -u "$TARGET_USER:$TARGET_PASSWORD" """
        )
        ended = drafted(tmp_path, "--curl", line, "--out", "studies/study.yaml")
        requests = sent_by(tmp_path / "studies", server)
    assert "not as it was: redirects are not followed (--location)\n" in ended.messages
    assert "to set before the run: TARGET_USER" in ended.messages
    first = requests[0]
    assert [value for name, value in first.fields if name == "x-a"] == ["1", "2"]
    assert (first.headers["x-b"], first.headers["host"]) == ("", "shop.example")
    basic = f"{SECRETS['TARGET_USER']}:{SECRETS['TARGET_PASSWORD']}".encode()
    assert first.headers["authorization"] == f"Basic {b64encode(basic).decode()}"
    assert (
        b'name="photo"; filename="photo.bin"\r\nContent-Type: application/octet-stream\r\n\r\n\xff\x00\r\n'
        in first.body
    )
    assert "timeout: 20s" in (tmp_path / "studies/study.yaml").read_text(encoding="utf-8")


def test_tls_of_a_line_of_curl(tmp_path: Path) -> None:
    line = "curl --resolve shop.example:8443:127.0.0.1 https://shop.example:8443/ --cacert ca.pem"
    shutil.copy(Path(__file__).parents[2] / "studies/reference/ca.pem", tmp_path)
    (tmp_path / "studies").mkdir()
    drafted(tmp_path, "--curl", line, "--out", "studies/study.yaml")
    text = (tmp_path / "studies/study.yaml").read_text(encoding="utf-8")
    assert 'target: "https://127.0.0.1:8443"' in text
    assert 'tls: {ca: "../ca.pem", server_name: "shop.example"}' in text
    drafted(tmp_path, "--curl", "curl -k https://shop.example/ -m 0.2", "--out", "insecure.yaml")
    assert "tls: {insecure: true}" in (tmp_path / "insecure.yaml").read_text(encoding="utf-8")


def test_a_jar_gets_the_tests_of_the_book_shop_and_their_diagnosis(tmp_path: Path) -> None:
    (tmp_path / "shop.jar").touch()
    words = ("init", "http://127.0.0.1:8080/books/7", "--like", "book", "--jar", tmp_path / "shop.jar")
    loadproof(*words, "--out", tmp_path / "study.yaml", cwd=tmp_path)
    study = load_study(tmp_path / "study.yaml")
    run_on = {variant.name: list(study.methods_of(variant.name).asked()) for variant in study.variants}
    assert run_on == {"as-it-is": ["capacity", "confirm", "soak"], "small-heap": ["soak"]}
    (service,) = study.variants[0].stand.services
    assert service.command == ("java", "-jar", "shop.jar")
    assert study.diagnosis.keys() == {service.name}
    heaps = [dict(variant.stand.services[0].environment)["JDK_JAVA_OPTIONS"] for variant in study.variants]
    assert heaps == ["-Xmx512m", "-Xmx64m -XX:-G1UseAdaptiveIHOP -XX:InitiatingHeapOccupancyPercent=0"]
    smoke = load_study(tmp_path / "study.yaml", preset="smoke")
    assert [variant.name for variant in smoke.variants] == ["as-it-is"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--like", "book"), "--like: the study starts the service itself. Cure: name it, --jar FILE"),
        (("--like", "shop", "--jar", "x.jar"), "--like: 'shop' is no study. Cure: --like book"),
        (("--jar", "x.jar"), "--like: there is nothing that the study shall be like. Cure: --like book"),
        (("--like", "book", "--jar", "x.jar"), "--jar: 'x.jar' is no file. Cure: name the jar of the service"),
    ],
)
def test_a_jar_that_cannot_be_taken(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    ended = loadproof("init", "http://127.0.0.1:8080/", *words, cwd=tmp_path)
    assert (ended.exit_code, message in ended.messages) == (2, True), ended.messages


def test_a_file_that_is_there_stays(tmp_path: Path) -> None:
    study = tmp_path / "study.yaml"
    study.write_text("mine", encoding="utf-8")
    (line,) = refused(loadproof("init", "http://127.0.0.1:1/", cwd=tmp_path), tmp_path)
    assert line.startswith("--out: study.yaml is there already. Cure: say --out FILE for another one, or --force")
    assert study.read_text(encoding="utf-8") == "mine"
    drafted(tmp_path, "http://127.0.0.1:1/", "--force")
    assert study.read_text(encoding="utf-8").startswith("# A study for loadproof")
    assert [path.name for path in tmp_path.iterdir()] == ["study.yaml"]


def test_on_standard_output(tmp_path: Path) -> None:
    ended = drafted(tmp_path, "http://127.0.0.1:1/a?token=hunter2", "--out", "-")
    assert ended.output.startswith("# A study for loadproof")
    assert "loadproof plan STUDY" in ended.output
    assert 'request: "GET /a?token=${target_token}"' in ended.output
    assert ended.messages == "to set before the run: TARGET_TOKEN (the field 'token' of the query)\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "there is nothing to draft a study of. Cure: give a URL, --openapi, --har or --curl"),
        (("http://h/", "--har", "visit.har"), "--har: URL is there, too. Cure: keep one of them"),
        (("--har", "none.har"), "--har: 'none.har': there is no such file. Cure: "),
        (("--har", "."), "--har: '.': this is a directory"),
        (("--har", "/dev/zero"), "--har: '/dev/zero': this is not a regular file"),
        (("--openapi", "visit.har", "-d", "x"), "--openapi: -X, -H and -d belong to a URL"),
        (("http://h/", "--all"), "--all: only an OpenAPI document has operations that are left out"),
        (("http://h/", "--target", "http://h/"), "--target: what was typed has an address of its own"),
        (("--har", "visit.har", "--target", "h"), "--target: 'h' is not a URL"),
        (("http://bob:hunter2@h/",), "'http://***@h/' carries user information"),
        (("h",), "'h' is not a URL"),
        (("http://h/", "--out", "none/study.yaml"), "--out: none/study.yaml cannot be written (no such file"),
        (("http://h/", "--out", "."), "--out: . cannot be written (it is a directory)"),
        (("--curl", "curl http://h/ ; touch ran"), "--curl: another command follows after ;. Cure: "),
        (("--curl", "curl http://h/ `touch ran` $(touch ran)"), "--curl: there are 5 URLs"),
    ],
)
def test_what_cannot_be_drafted(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    written(tmp_path, recording([entry(0, "GET", "http://127.0.0.1:1/")]))
    (line,) = refused(loadproof("init", *words, cwd=tmp_path), tmp_path)
    assert line.startswith(message)
    assert "hunter2" not in line
    assert [path.name for path in tmp_path.iterdir()] == ["visit.har"]


def test_nothing_is_fetched(tmp_path: Path) -> None:
    with silent_target() as url:
        document = {
            "openapi": "3.0.0",
            "servers": [{"url": url}],
            "paths": {"/a": {"get": {"parameters": [{"$ref": f"{url}/x.json"}]}}, "/b": {"$ref": f"{url}/b.json"}},
        }
        (tmp_path / "remote.json").write_text(json.dumps(document), encoding="utf-8")
        ended = drafted(tmp_path, "--openapi", "remote.json")
        drafted(tmp_path, "--curl", f"curl {url}/", "--out", "curl.yaml")
        drafted(tmp_path, "--har", written(tmp_path, recording([entry(0, "GET", url)])), "--out", "har.yaml")
    assert "leads out of the file, and is not fetched" in ended.messages
    assert all(printable(line) == line for line in ended.messages.splitlines())
