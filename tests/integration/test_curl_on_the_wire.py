"""`loadproof load --curl LINE` sends what curl sends for the same line, and says what it does not take over."""

import json
import re
import shutil
import subprocess
import time
from pathlib import Path
from urllib.parse import unquote_plus

import pytest

from .command_line import FORGIVING, CommandLine, loadproof
from .recording_server import Recorded, RecordingServer

QUICK = ("--rate", 20, "--for", "1s", *FORGIVING, "--out", "run")
OF_CURL = {"user-agent": "curl/", "accept": "*/*", "accept-encoding": "", "expect": "100-continue"}
"""Headers that curl adds by itself; without --curl nobody asked for them."""
BOUNDARY = re.compile(r"boundary=(\S+)")
LINES = {
    "query": "curl -G {url}/search --data-urlencode 'q=café & bar' -d lang=de",
    "query beside a query": "curl -sS -G '{url}/s?x=1#part' -d a=1 -d 'b=%20'",
    "postman": "curl --location --request POST '{url}/api' --header 'Content-Type: application/json' "
    """--data-raw '{{"a": 1}}'""",
    "flags": "curl -sSfL {url}/ --max-time 5 --retry 3 --compressed",
    "empty header": "curl {url}/x -H 'X-Empty;' -H 'Accept:'",
    "headers of one name": "curl {url}/x -H 'A: b' -H 'C: d' -H 'A: c'",
    "headers of a file": "curl {url}/x -H @headers.txt -A 'An agent' -e http://from/ -b 'a=1; b=2'",
    "file without line breaks": "curl {url}/x -d @body.txt -d z",
    "file as it is": "curl {url}/x --data-binary @body.txt -H 'Content-Type: text/plain'",
    "json": """curl {url}/x --json '{{"a":1}}'""",
    "basic": "curl -u 'bob:pass:word' {url}/x",
    "basic of the URL": "curl '{user_url}/x'",
    "bearer": "curl --oauth2-bearer tok3n {url}/x",
    "method": "curl -XDELETE {url}/x/../y/./z",
    "upload": "curl -T body.txt {url}/up/",
    "form": """curl {url}/x -F a=1 -F 'f=@body.txt' -F 'b=@data.bin;type=image/png;filename="a b.png"' """
    "-F 'c=<body.txt' "
    "-F 'd={{}};type=application/json' --form-string 'e=@x;y' -H 'Content-Type: multipart/form-data'",
    "range": "curl -r 0-99 {url}/x",
    "ansi quotes": r"curl {url}/x --data-raw $'{{\"a\":\"it\'s\u0021 caf\u00e9\"}}'",
    "another address": "curl --connect-to shop.example:80:{host}:{port} http://shop.example/x",
}


def without_own(request: Recorded, host: str) -> tuple[str, str, dict[str, list[str]], bytes]:
    """What of a request the line says, with one boundary for all and the text of a query and a form decoded."""
    headers: dict[str, list[str]] = {}
    body = request.body
    match = BOUNDARY.search(request.headers.get("content-type", ""))
    for name, value in request.fields:
        if (name in OF_CURL and value.startswith(OF_CURL[name])) or (name, value) == ("host", host):
            continue
        if match is None or name != "content-length":
            headers.setdefault(name, []).append(value if match is None else value.replace(match[1], "B"))
    if match is not None:
        body = body.replace(match[1].encode(), b"B")
    return request.method, unquote_plus(request.path), headers, body


@pytest.mark.parametrize("name", LINES)
def test_what_curl_sends(tmp_path: Path, name: str) -> None:
    curl = shutil.which("curl")
    if curl is None:
        pytest.skip("curl is not installed")
    (tmp_path / "headers.txt").write_text("X-File: 1\nX-Other: 2\n", encoding="utf-8")
    (tmp_path / "body.txt").write_bytes("a\r\nb ${c} é\n".encode())
    (tmp_path / "data.bin").write_bytes(bytes(range(256)))
    with RecordingServer() as server:
        host, _, port = server.authority.partition(":")
        line = LINES[name].format(
            url=server.url, host=host, port=port, user_url=server.url.replace("://", "://us%40er:p%20w@")
        )
        if (
            name == "json"
            and b"--json" not in subprocess.run([curl, "--help", "all"], capture_output=True, check=True).stdout
        ):
            pytest.skip("this curl has no --json")
        subprocess.run(["bash", "-c", line], cwd=tmp_path, check=True, capture_output=True, timeout=20)
        (by_curl,) = server.requests
        server.requests.clear()
        ended = loadproof("load", "--curl", line, *QUICK, cwd=tmp_path)
        assert ended.exit_code in (0, 4), ended.messages
        by_us = server.requests[0]
    assert without_own(by_us, server.authority) == without_own(by_curl, server.authority)
    assert server.malformed == []


def test_the_command_of_the_run_sends_the_same_again(tmp_path: Path) -> None:
    (tmp_path / "body.bin").write_bytes(b"\xff\n")
    with RecordingServer() as server:
        line = f"""curl -L {server.url}/x -F 'a="1;2"' -F f=@body.bin -H 'A: 1' -H 'A: 2' -H 'E;' -m 7"""
        loadproof("load", "--curl", line, *QUICK, cwd=tmp_path)
        first = server.requests[0]
        command = json.loads((tmp_path / "run/result.json").read_text(encoding="utf-8"))["run"]["command"]
        server.requests.clear()
        shown = command[command.index("--curl") + 1]
        loadproof("load", "--curl", shown, *QUICK[:-1], "again", cwd=tmp_path)
        assert server.requests[0] == first


def test_variables_of_a_shell_are_secrets_of_the_environment(tmp_path: Path) -> None:
    with RecordingServer() as server:
        line = f'curl "{server.url}/x" -H "Authorization: Bearer $SHOP_TOKEN" -H "X-A: ${{SHOP_TOKEN}}"'
        words = ("load", "--curl", line, *QUICK)
        with CommandLine(*words, cwd=tmp_path, environment={"SHOP_TOKEN": "hunter2-of-the-shop"}) as command:
            ended = command.ended(60)
        basic = f'curl "{server.url}/x" -u "bob:$SHOP_TOKEN"'
        words = ("load", "--curl", basic, *QUICK[:-1], "basic")
        with CommandLine(*words, cwd=tmp_path, environment={"SHOP_TOKEN": "pw"}) as command:
            assert command.ended(60).exit_code in (0, 4)
    assert ended.exit_code in (0, 4), ended.messages
    assert server.requests[0].headers["authorization"] == "Bearer hunter2-of-the-shop"
    assert server.requests[0].headers["x-a"] == "hunter2-of-the-shop"
    assert server.requests[-1].headers["authorization"] == "Basic Ym9iOnB3"
    stored = (tmp_path / "run/result.json").read_text(encoding="utf-8")
    assert "hunter2" not in stored
    assert "${SHOP_TOKEN}" in stored


def test_remarks_are_told_before_the_load(tmp_path: Path) -> None:
    with RecordingServer() as server:
        line = f"curl -sL --retry 3 --ciphers x {server.url}/ -m 20 | jq ."
        ended = loadproof("load", "--curl", line, *QUICK, "--timeout", "3s", cwd=tmp_path)
    told = [text for text in ended.messages.splitlines() if text.startswith("not as it was: ")]
    for option in ("--location", "--retry", "--ciphers", "--silent", "--max-time", "|"):
        assert any(option in text for text in told), option


def test_the_timeout_of_curl_is_that_of_the_load(tmp_path: Path) -> None:
    with RecordingServer(lambda _: time.sleep(1.5) or 200) as server:  # type: ignore[func-returns-value]
        line = f"curl -m 0.3 {server.url}/"
        ended = loadproof("load", "--curl", line, "--rate", 5, "--for", "1s", "--json", "--out", "run", cwd=tmp_path)
    assert ended.exit_code == 3, ended.messages
    assert "timeout" in json.dumps(ended.result["trials"])


def test_headers_of_one_name_behind_a_url(tmp_path: Path) -> None:
    with RecordingServer() as server:
        loadproof("load", server.url, "-H", "A: 1", "-H", "B;", "-H", "A: 2", *QUICK, cwd=tmp_path)
    fields = [one for one in server.requests[0].fields if one[0] in ("a", "b")]
    assert fields == [("a", "1"), ("b", ""), ("a", "2")]
