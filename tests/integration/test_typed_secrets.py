"""Secrets that were typed are in no file and no output of any command, in any form that a service replies with."""

import json
import re
import sys
import threading
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.secret_forms import cores, forms

from .command_line import CommandLine, Ended, loadproof
from .test_secrets import everything_in

SERVICE = Path(__file__).with_name("telling_service.py")
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ0eXBlZCJ9.c2lnbmF0dXJlLW9m"
GITHUB = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
AWS = "AKIAIOSFODNN7EXAMPLE"


def secret(number: int) -> str:
    return f"Ty/ped+{number}~s3cr.t"


def basic(text: str) -> str:
    return b64encode(text.encode()).decode()


def json_of(**fields: str) -> str:
    return json.dumps(fields)


WAYS: dict[str, tuple[list[str], list[str]]] = {
    "query and headers": (
        [
            f"URL/a?access_token={quote(secret(1), safe='')}&x=1&X-Amz-Signature={secret(2)}",
            *("-H", f"Authorization: Bearer {secret(3)}", "-H", f"x-api-key: {secret(4)}"),
            *("-H", f"Cookie: session={secret(5)}; theme=dark", "-H", f"X-Amz-Security-Token: {secret(6)}"),
        ],
        [secret(number) for number in range(1, 7)],
    ),
    "form": (
        [
            "URL/a",
            "-d",
            f"user=me&userPassword={quote(secret(1), safe='')}",
            "-H",
            f"authorization: Basic {basic(f'me:{secret(2)}')}",
        ],
        [secret(1), secret(2)],
    ),
    "JSON": (
        [
            "URL/a",
            "-H",
            "Content-Type: application/json",
            "-d",
            json_of(client_secret=secret(1), refreshToken=secret(2), otp=secret(3)),
        ],
        [secret(1), secret(2), secret(3)],
    ),
    "shapes": (["URL/" + JWT, "-H", f"X-Other: {GITHUB}", "-d", f"note {AWS}"], [JWT, GITHUB, AWS]),
    "file": (["URL/a", "-d", "@body.json"], [secret(1)]),
    "curl": (
        [
            "--curl",
            f"curl -u 'me:{secret(1)}' -b 'sid={secret(2)}' --json '{json_of(password=secret(3))}' "
            f"'URL/a?sig={quote(secret(4), safe='')}' -H 'X-Auth-Token: {secret(5)}'",
        ],
        [secret(number) for number in range(1, 6)],
    ),
    "curl with a form": (
        ["--curl", f"curl -F 'api_secret={secret(1)}' -F 'note=hello' http://me:{quote(secret(2), safe='')}@HOST/a"],
        [secret(1), secret(2)],
    ),
}
"""By name: the words behind a verb, and the secrets in them."""


class Echo(ThreadingHTTPServer):
    """Replies 500 with each form of the secrets that it knows, and with the request itself."""

    daemon_threads = True

    def __init__(self, secrets: list[str]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        texts = [
            "\n".join(f"{name}: {form}" for one in secrets for each, form in forms(one) if each == name)
            for name, _ in forms("any")
        ]
        self.texts = cycle(texts)

    def handle_error(self, *_of: object) -> None:
        """The end of a load closes connections."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def _reply(self) -> None:
        sent = self.rfile.read(int(self.headers.get("content-length") or 0))
        server = self.server
        assert isinstance(server, Echo)
        body = f"{self.path}\n{self.headers}\n".encode() + sent[:600] + b"\n" + next(server.texts).encode()
        self.send_response(500)
        self.send_header("Location", self.path)
        self.send_header("X-Echo", (self.headers.get("Authorization") or self.path).encode("ascii", "replace").decode())
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_PUT = _reply  # noqa: N815 - the names that the server looks for

    def log_message(self, *_told: object) -> None:
        """Nothing is told."""


@contextmanager
def echo(secrets: list[str]) -> Iterator[str]:
    with Echo(secrets) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def told(secrets: list[str], data: bytes) -> list[bytes]:
    """Parts of `data` that tell one of `secrets`."""
    lowered = data.lower()
    marks = {core for one in secrets for core in cores(one)}
    marks |= {form.lower().encode() for one in secrets for name, form in forms(one) if "base64" not in name}
    return sorted(mark for mark in marks if mark in lowered)


def typed(way: str, host: str, place: Path) -> list[str]:
    (place / "body.json").write_text(json_of(password=secret(1)), encoding="utf-8")
    return [word.replace("URL", f"http://{host}").replace("HOST", host) for word in WAYS[way][0]]


def said(ended: Ended) -> bytes:
    return (ended.output + ended.messages).encode()


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


@pytest.mark.parametrize("way", WAYS)
def test_what_a_load_was_typed_with_is_nowhere(place: Path, way: str) -> None:
    secrets = WAYS[way][1]
    with echo(secrets) as host:
        words = typed(way, host, place)
        loaded = loadproof(
            "load",
            *words,
            "--rate",
            "40",
            "--for",
            "1s",
            "--out",
            "run",
            "--junit",
            "j.xml",
            "--summary",
            "s.md",
            cwd=place,
        )
        drafted = loadproof("init", *words, "--out", "-", cwd=place)
    assert loaded.exit_code in (3, 4), loaded.messages
    assert drafted.exit_code == 0, drafted.messages
    assert told(secrets, said(loaded)) == []
    # What is in a file of the user is named by the draft, not written into it.
    assert told(secrets, said(drafted)) == []
    found = everything_in(place / "run") | {name: (place / name).read_bytes() for name in ("j.xml", "s.md")}
    assert {name: marks for name, data in found.items() if (marks := told(secrets, data))} == {}
    result = json.loads(found["result.json"])
    replies = [reply for trial in result["trials"] for reply in trial["failed_replies"]]
    assert all("***" in reply["body"] for reply in replies)
    assert replies


def test_no_command_tells_what_a_run_was_typed_with(place: Path) -> None:
    secrets = WAYS["query and headers"][1]
    with echo(secrets) as host:
        words = typed("query and headers", host, place)
        searched = loadproof("capacity", *words, "--budget", "22s", "--out", "run", "--full", cwd=place, within_s=60)
    later = [
        loadproof(*command, cwd=place)
        for command in (
            ("report", "run", "--full"),
            ("report", "run", "--json"),
            ("report", "run", "--lang", "ru"),
            ("runs", "."),
            ("runs", ".", "--json"),
            ("show", "run"),
            ("compare", "run", "run"),
            ("export", "run", "--out", "tables"),
        )
    ]
    assert [told(secrets, said(ended)) for ended in (searched, *later)] == [[]] * 9
    (place / "body.json").unlink()
    written = {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}
    assert {path: marks for path, data in written.items() if (marks := told(secrets, data))} == {}
    command = json.loads((place / "run/result.json").read_text(encoding="utf-8"))["run"]["command"]
    assert "Authorization: ***" in command
    assert any(re.search(r"/a\?access_token=\*\*\*&x=1&X-Amz-Signature=\*\*\*$", word) for word in command), command


def test_nothing_is_told_while_a_run_lasts(place: Path) -> None:
    secrets = WAYS["query and headers"][1]
    seen = b""
    with echo(secrets) as host:
        words = typed("query and headers", host, place)
        with CommandLine("load", *words, "--rate", "40", "--for", "2s", "--out", "run", cwd=place) as command:
            while command.process.poll() is None:
                with suppress(FileNotFoundError):
                    seen = b"".join(path.read_bytes() for path in (place / "run").glob("run.db*")) or seen
            ended = command.ended(30.0)
    assert b"access_token=***" in seen
    assert told(secrets, seen + said(ended)) == []


BAD = {
    "port": [f"http://127.0.0.1:99999/a?token={secret(1)}"],
    "user": [f"http://me:{secret(1)}@127.0.0.1:1/"],
    "fragment": [f"http://127.0.0.1:1/a?api_key={secret(1)}#here"],
    "space": [f"http://127.0.0.1:1/a b?password={secret(1)}"],
    "no URL": [f"token={secret(1)}"],
    "no option": [f"--token={secret(1)}"],
    "two URLs": ["http://127.0.0.1:1/", f"http://127.0.0.1:1/?secret={secret(1)}"],
    "method": ["http://127.0.0.1:1/", "-X", f"token={secret(1)}"],
    "curl": ["--curl", f"curl --unknown-option http://127.0.0.1:1/ -H 'X-Api-Key: {secret(1)}'"],
    "nobody there": [f"http://127.0.0.1:1/?token={secret(1)}"],
    "no profile": ["--profile", f"token={secret(1)}"],
    "SLO": ["http://127.0.0.1:1/", "--slo", f"token={secret(1)}"],
    "receiver": ["http://127.0.0.1:1/", "--otlp", f"collector:1/?token={secret(1)}"],
}


@pytest.mark.parametrize("way", BAD)
@pytest.mark.parametrize("verb", ["load", "capacity", "init"])
def test_a_message_on_what_was_typed_does_not_repeat_a_secret(place: Path, verb: str, way: str) -> None:
    ended = loadproof(verb, *BAD[way], cwd=place)
    assert told([secret(1)], said(ended)) == []
    if verb != "init":
        assert ended.exit_code == 2, said(ended)


def test_ordinary_words_and_figures_are_not_blotted_out(place: Path) -> None:
    query = "author=me&keyboard=qwerty&page_token=abc&monkey=1&passport=x77&secret=100000&pin=40&token=requests"
    with echo([]) as host:
        url = f"http://{host}/a?{query}"
        loaded = loadproof(
            "load", url, "--rate", "40", "--for", "1s", "--out", "run", "--json", "--seed", "100000", cwd=place
        )
    result = loaded.result
    (operation,) = result["run"]["profile"]["operations"]
    shown = "author=me&keyboard=qwerty&page_token=abc&monkey=1&passport=x77&secret=***&pin=***&token=***"
    assert operation["request"] == f"GET /a?{shown}"
    command = result["run"]["command"]
    assert command[command.index("--rate") + 1] == "40"
    assert command[command.index("--seed") + 1] == "100000"
    (reply, *_) = result["trials"][0]["failed_replies"]
    assert f"/a?{shown}" in reply["body"]
    assert "requests" in (place / "run/report.md").read_text(encoding="utf-8")


STUDY = """\
name: a service that tells all
stand:
  target: http://127.0.0.1:${{api.port}}
  reset: [["true", "--token", "{0}"], ["true", "-u", "bench:{1}"]]
  services:
    api:
      command: [{python}, -S, -u, {service}, "${{port}}", late, "--password={2}"]
      environment: {{LOADPROOF_TEST_TOKEN: "{3}", LOADPROOF_TEST_DSN: "postgres://bench:{4}@127.0.0.1/x", DB_PIN: "12"}}
      ready: {{line: ready, within: 20s}}
variants:
  late: {{}}
  early:
    services: {{api: {{command: [{python}, -S, -u, {service}, "${{port}}", early]}}}}
profile:
  feeders: {{users: {{csv: users.csv}}}}
  variables: {{api_key: "{5}", pin: "20"}}
  operations:
    get:
      request: GET /a?access_token={6}&x=1&pin=20
      headers: {{X-Api-Key: "{7}", Cookie: "session={8}; theme=dark"}}
    put:
      request: PUT /b
      headers: {{Content-Type: application/json, Authorization: "Bearer {9}"}}
      body: '{{"password":"${{users.password}}","clientSecret":"{10}","key":"${{api_key}}"}}'
slo: [p99<1s]
methods: {{load: {{rate: 20, hold: 2s}}}}
"""
OF_STUDY = [f"Ty.ped-{number}~s3cr+t" for number in range(11)]
OF_ROWS = [f"row/{number}-s3cr+t" for number in range(3)]


@pytest.fixture
def study(place: Path) -> Path:
    text = STUDY.format(*OF_STUDY, python=sys.executable, service=SERVICE)
    (place / "users.csv").write_text("password\n" + "\n".join(OF_ROWS) + "\n", encoding="utf-8")
    (place / "study.yaml").write_text(text, encoding="utf-8")
    return place / "study.yaml"


def test_what_a_study_was_written_with_is_nowhere_also_when_it_goes_on(place: Path, study: Path) -> None:
    secrets = [*OF_STUDY, *OF_ROWS]
    planned = [loadproof("plan", study, *words, cwd=place) for words in ([], ["--json"], ["--markdown"])]
    measured = loadproof("run", study, "--out", "run", cwd=place, within_s=90)
    text = study.read_text(encoding="utf-8")
    # The start whose service did not come up is run again, with the secrets as they stand in the file.
    continued = loadproof("run", "--continue", "run", cwd=place, within_s=90)
    reported = loadproof("report", "run", "--json", cwd=place)
    assert study.read_text(encoding="utf-8") == text
    assert [told(secrets, said(ended)) for ended in (*planned, measured, continued, reported)] == [[]] * 6
    assert {ended.exit_code for ended in planned} <= {0, 4}, planned[0].messages
    assert not any(word in continued.messages for word in ("changed", "Cure: put"))
    found = everything_in(place / "run")
    assert {name: marks for name, data in found.items() if (marks := told(secrets, data))} == {}
    kept = found["artifacts/study/1-study.yaml"].decode()
    assert kept.count("***") >= len(OF_STUDY)
    assert '"password":"${users.password}"' in kept
    assert "rate: 20" in kept
    for log in ("artifacts/logs/late/api.log", "artifacts/logs/early/api.log"):
        assert found[log].count(b"***") > 50, log


def test_faults_of_a_study_do_not_repeat_its_secrets(place: Path, study: Path) -> None:
    text = study.read_text(encoding="utf-8")
    broken = {
        "key": text.replace("slo:", f"{OF_STUDY[0]}: 7\nslo:"),
        "value": text.replace("rate: 20", f'rate: "{OF_STUDY[6]}"'),
        "syntax": text.replace("slo: [", f"slo: [{OF_STUDY[5]}: ]["),
        "target": text.replace("http://127.0.0.1:${api.port}", f"http://me:{OF_STUDY[4]}@h"),
    }
    for name, written in broken.items():
        study.write_text(written, encoding="utf-8")
        for verb in ("plan", "run"):
            ended = loadproof(verb, study, cwd=place)
            assert ended.exit_code == 2, (name, verb)
            assert told(OF_STUDY, said(ended)) == [], (name, verb, said(ended))
