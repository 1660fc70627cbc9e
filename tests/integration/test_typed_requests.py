"""What is typed behind a URL is what is sent, as curl would; its credentials are in no file of the run."""

import json
import shlex
from base64 import b64decode
from pathlib import Path

import pytest

from .command_line import FORGIVING, CommandLine, Ended, loadproof
from .recording_server import Answer, Recorded, RecordingServer
from .test_bad_input import refused, silent_target
from .test_secrets import everything_in

QUICK = ("--rate", 20, "--for", "1s", *FORGIVING, "--out", "run")
FORM = "application/x-www-form-urlencoded"


def sent_by(place: Path, *words: object) -> Recorded:
    """The one request that `loadproof load URL WORDS` sends again and again."""
    with RecordingServer() as server:
        ended = loadproof("load", server.url + "/a?b=${c}", *words, *QUICK, cwd=place)
    assert ended.exit_code in (0, 4), ended.messages
    assert server.requests
    first = server.requests[0]
    assert all(request == first for request in server.requests)
    return first


def test_a_body_makes_a_post_of_a_form(tmp_path: Path) -> None:
    request = sent_by(tmp_path, "-d", "a=${x}", "-d", "b=2", "-H", "X-One: 1", "-H", "X-Two: ${two}")
    assert (request.method, request.path, request.body) == ("POST", "/a?b=${c}", b"a=${x}&b=2")
    assert request.headers["content-type"] == FORM
    assert (request.headers["x-one"], request.headers["x-two"]) == ("1", "${two}")


def test_a_file_is_sent_as_it_is(tmp_path: Path) -> None:
    body = b'{"a":\r\n "\xff${b}"}\n'
    (tmp_path / "body.json").write_bytes(body)
    request = sent_by(tmp_path, "-X", "PUT", "-d", "@body.json", "--header", "content-type: application/json")
    assert (request.method, request.body) == ("PUT", body)
    assert request.headers["content-type"] == "application/json"


@pytest.mark.parametrize("verb", ["load", "capacity"])
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-X", "post"), "-X: 'post' is no method. Cure: say POST"),
        (("-H", "Bearer hunter2"), "-H: this header has no colon. Cure: "),
        (("-H", "Content-Length: 3"), "-H: the header Content-Length is written by the engine"),
        (("-H", "Cookie: hünter2"), "-H: the header Cookie cannot be sent. Cure: "),
        (
            ("-H", "Authorization: ${env:LOADPROOF_NOT_THERE}"),
            "-H: the header Authorization cannot be sent. Cure: set ",
        ),
        (("-d", "@none.json"), "-d: 'none.json': there is no such file"),
        (("-d", "@."), "-d: '.': this is a directory"),
        (("-d", "@/dev/zero"), "-d: '/dev/zero': this is not a regular file"),
        (("-d", "@-"), "-d: standard input is not read"),
        (("-d", "30s"), "-d: '30s' is a time, and -d is the body, as with curl. Cure: say --for 30s"),
        (("-X", "PUT", "--profile", "p.yaml"), "-X: the profile p.yaml has requests of its own"),
        (("--curl", "curl http://h/"), "--curl: a URL is there, too"),
    ],
)
def test_a_request_that_cannot_be_sent(tmp_path: Path, verb: str, words: tuple[str, ...], message: str) -> None:
    with silent_target() as url:
        (line,) = refused(loadproof(verb, url, *words, cwd=tmp_path), tmp_path)
    assert line.startswith(message)
    assert "hunter2" not in line
    assert "hünter2" not in line


def test_a_body_that_is_too_large(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(256 * 2**20 + 1)
    with silent_target() as url:
        (line,) = refused(loadproof("load", url, "-d", "@large", cwd=tmp_path), tmp_path)
    assert "more than 256 MiB" in line


BASIC = "pass:word-of-curl"
BEARER = "Bearer tok3n-${of}-curl"
COOKIES = "sid=s3ssion-of-a-user; theme=dark; x=1"
KEY = "k3y/of+curl"
CHROME = """curl '{url}/login?next=%2F' \\
  -X PUT \\
  -H 'accept: */*' \\
  -H 'Connection: keep-alive' \\
  -H 'X-Api-Key: {key}' \\
  -b '{cookies}' -A 'A browser' -e 'http://127.0.0.1/from' -u 'user:{basic}' \\
  -H 'content-type: application/json' \\
  --data-raw $'{{"a":"it\\'s `id` $(id) \\u0021;"}}' \\
  --compressed --insecure
"""


def told_of(data: bytes) -> list[str]:
    """What of the credentials stands in `data`."""
    secrets = (BASIC, BEARER[7:], COOKIES, "s3ssion-of-a-user", KEY, "dXNlcjpwYXNzOndvcmQ")
    return [secret for secret in secrets if secret.lower().encode() in data.lower()]


def telling(request: Recorded) -> Answer:
    """A failure that tells all that it was sent, and the password as a service reads it."""
    told = json.dumps(request.headers)
    scheme, _, coded = request.headers.get("authorization", "").partition(" ")
    if scheme == "Basic":
        told += b64decode(coded).decode()
    return Answer(500, told.encode())


def run_of(place: Path, *words: object) -> tuple[Ended, list[Recorded]]:
    with RecordingServer(telling) as server:
        words = tuple(str(word).replace("{url}", server.url) for word in words)
        with CommandLine("load", *words, *QUICK, cwd=place, environment={"LOADPROOF_TEST_KEY": KEY}) as command:
            ended = command.ended(60)
    return ended, server.requests


def hidden_in(place: Path, ended: Ended) -> dict[str, bytes]:
    """All of a run, in which no credential stands."""
    found = everything_in(place / "run")
    assert {name: told for name, data in found.items() if (told := told_of(data))} == {}
    assert told_of((ended.output + ended.messages).encode()) == []
    result = json.loads((place / "run/result.json").read_text(encoding="utf-8"))
    replies = [reply for trial in result["trials"] for reply in trial["failed_replies"]]
    assert replies
    assert all("***" in reply["body"] for reply in replies)
    assert "run.db" in found
    assert "report.html" in found
    return found


def test_a_line_of_curl_is_sent_and_its_credentials_are_hidden(tmp_path: Path) -> None:
    line = CHROME.replace("{key}", KEY).replace("{cookies}", COOKIES).replace("{basic}", BASIC)
    ended, requests = run_of(tmp_path, "--curl", line.replace("{{", "{").replace("}}", "}"))
    assert ended.exit_code == 3, ended.messages
    first = requests[0]
    assert (first.method, first.path) == ("PUT", "/login?next=%2F")
    assert first.body == b'{"a":"it\'s `id` $(id) !;"}'
    assert first.headers["cookie"] == COOKIES
    assert first.headers["x-api-key"] == KEY
    assert first.headers["user-agent"] == "A browser"
    assert first.headers["referer"] == "http://127.0.0.1/from"
    assert first.headers["accept-encoding"] == "gzip, deflate, br"
    assert first.headers["content-type"] == "application/json"
    assert first.headers["authorization"].startswith("Basic dXNlcjpwYXNzOndvcmQ")
    hidden_in(tmp_path, ended)
    command = json.loads((tmp_path / "run/result.json").read_text(encoding="utf-8"))["run"]["command"]
    words = shlex.split(command[command.index("--curl") + 1])
    assert {"Cookie: ***", "Authorization: ***", "X-Api-Key: ***", "accept: */*"} <= set(words)


def test_credentials_of_headers_are_hidden(tmp_path: Path) -> None:
    words = ("{url}", "-H", f"Authorization: {BEARER}", f"-HCookie:{COOKIES}", "--header=X-Key-Token: a1")
    ended, requests = run_of(tmp_path, *words, "-H", "X-Mine: ${env:LOADPROOF_TEST_KEY}")
    assert requests[0].headers["authorization"] == BEARER
    assert requests[0].headers["x-mine"] == KEY
    hidden_in(tmp_path, ended)
    command = json.loads((tmp_path / "run/result.json").read_text(encoding="utf-8"))["run"]["command"]
    assert {"Authorization: ***", "-HCookie: ***", "--header=X-Key-Token: ***"} <= set(command)
    assert "X-Mine: ${env:LOADPROOF_TEST_KEY}" in command


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hunter2 http://127.0.0.1/", "the text does not begin with curl"),
        ("wget http://127.0.0.1/", "this is a command of wget"),
        ('fetch("http://127.0.0.1/", {})', "this is a call of fetch"),
        ("Invoke-WebRequest -Uri http://127.0.0.1/", "this is a command of PowerShell"),
        ("curl", "there is no URL"),
        ("curl http://127.0.0.1/; touch made", "another command follows after ;"),
        ("curl http://127.0.0.1/ && touch made", "another command follows after &"),
        ("curl http://127.0.0.1/\ncurl http://127.0.0.1/b", "another command follows after a line break"),
        ("curl http://127.0.0.1/ touch made", "there are 3 URLs, or words beside the options"),
        ("curl 'http://127.0.0.1/{a,b}'", "curl makes several requests of the {a,b} or [1-9]"),
        ("curl 'http://127.0.0.1/[1-3]'", "curl makes several requests of the {a,b} or [1-9]"),
        ("curl http://127.0.0.1/ 'open", "a quote or a backslash is not closed"),
        ("curl -F a=@none http://127.0.0.1/", "--form: 'none': there is no such file"),
        ("curl -F a=@x,y http://127.0.0.1/", "--form: a part has several files"),
        ("curl -F a=hunter2 -d hunter2 http://127.0.0.1/", "--data and --form each make a body"),
        ("curl -I -d hunter2 http://127.0.0.1/", "--head: a body is there"),
        ("curl --nope=hunter2 http://127.0.0.1/", "--nope: this is no option of curl that is known here. Cure: "),
        ("curl --silent=hunter2 http://127.0.0.1/", "--silent: this is no option of curl"),
        (
            "curl --cert a:hunter2 --key k --pass hunter2 https://h/",
            "--cert, --key: client certificates cannot be sent",
        ),
        ("curl -x http://u:hunter2@h/ http://127.0.0.1/", "--proxy: requests are not sent through a proxy"),
        ("curl --digest -u u:hunter2 http://127.0.0.1/", "--digest: this way of authentication needs a challenge"),
        (
            "curl -K f http://127.0.0.1/ --next http://127.0.0.1/",
            "--config: options are not read from a file; --next: ",
        ),
        ("curl --expand-url http://127.0.0.1/", "--expand-url: variables of curl are not expanded"),
        ("curl -m soon http://127.0.0.1/", "--max-time: this is no time"),
        ("curl --resolve h:hunter2 http://127.0.0.1/", "--resolve: this is no HOST:PORT:ADDRESS"),
        ("curl --unix-socket /s https://127.0.0.1/", "--unix-socket: TLS is not spoken on a socket"),
        (
            'curl -H "X: $NOBODY_HAS_THIS" http://127.0.0.1/',
            "the environment has no variable NOBODY_HAS_THIS. Cure: set",
        ),
        ("curl -u hunter2 http://127.0.0.1/", "--user: there is no password"),
        ("curl -b jar http://127.0.0.1/", "--cookie: a file of cookies is not read"),
        ("curl -d @body http://127.0.0.1/", "--data: 'body': there is no such file"),
        ("curl -d @- http://127.0.0.1/", "--data: standard input is not read"),
        ("curl --data-binary @none http://127.0.0.1/", "--data-binary: 'none': there is no such file"),
        ("curl http://127.0.0.1/ -H", "-H has no value"),
        (r"curl $'\xff' http://127.0.0.1/", "the escapes of this line are no UTF-8 text"),
        (r"curl $'open http://127.0.0.1/", "a quote or a backslash is not closed"),
        ('curl ^"http://127.0.0.1/', "a quote or a backslash is not closed"),
    ],
)
def test_a_line_of_curl_that_is_refused(tmp_path: Path, line: str, message: str) -> None:
    (told,) = refused(loadproof("load", "--curl", line, cwd=tmp_path), tmp_path)
    assert told.startswith(f"--curl: {message}")
    assert "hunter2" not in told
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize(
    ("verb", "words", "option", "cure"),
    [
        ("load", ("-c", "64"), "-c", "say --connections 64"),
        ("load", ("-c64",), "-c", "say --connections 64"),
        ("load", ("-z", "30s"), "-z", "say --for 30s"),
        ("load", ("--duration=30s",), "--duration", "say --for 30s"),
        ("load", ("--hold", "30s"), "--hold", "say --for 30s"),
        ("load", ("-n", "1000"), "-n", "a rate is held for a time: say --rate RATE --for TIME"),
        ("load", ("-t", "4"), "-t", "say --shards 4 for threads"),
        ("load", ("--vus", "10"), "--vus", "say --users 10 with users in a profile"),
        ("load", ("-q", "50"), "-q", "say --rate 50"),
        ("load", ("-R", "50"), "-R", "say --rate 50"),
        ("load", ("-a", "user:hunter2"), "-a", "say -H 'Authorization: Basic ...'"),
        ("capacity", ("-z", "30s"), "-z", "say --budget 30s"),
        ("capacity", ("--rate", "50"), "--rate", "say --max-rate 50"),
    ],
)
def test_options_of_other_tools(tmp_path: Path, verb: str, words: tuple[str, ...], option: str, cure: str) -> None:
    with silent_target() as url:
        (line,) = refused(loadproof(verb, *words, url, cwd=tmp_path), tmp_path)
    assert line.startswith(f"{option}: no option here. Cure: {cure}")
    assert "hunter2" not in line


@pytest.mark.parametrize(
    ("verb", "words", "answers", "together"),
    [
        (
            "load",
            ("-c", "10", "-t2", "-d", "30s", "--latency"),
            {"-c": "--connections 10", "-t": "--shards 2", "-d": "--for 30s", "--latency": "leave it out"},
            "--connections 10 --shards 2 --for 30s --rate max",
        ),
        (
            "load",
            ("--vus=5", "--duration", "1m", "-a", "user:hunter2", "-q", "50"),
            {"--vus": "--connections 5", "--duration": "--for 1m", "-a": "-H", "-q": "--rate 50"},
            "--users 5 --for 1m --rate 50",
        ),
        (
            "capacity",
            ("-k", "-c64", "-z", "30", "-H", "X: -y"),
            {"-k": "--insecure", "-c": "--connections 64", "-z": "--budget 30s"},
            "--insecure --connections 64 --budget 30s",
        ),
    ],
)
def test_all_options_of_other_tools_are_answered_at_once(
    tmp_path: Path, verb: str, words: tuple[str, ...], answers: dict[str, str], together: str
) -> None:
    with silent_target() as url:
        *lines, last = refused(loadproof(verb, *words, url, cwd=tmp_path), tmp_path)
    assert [line.partition(":")[0] for line in lines] == list(answers)
    assert all(answer in line.partition("Cure: ")[2] for line, answer in zip(lines, answers.values(), strict=True))
    assert last == f"all of them: options of other tools. Cure: say {together}"
    assert "hunter2" not in "".join(lines)


def test_a_search_without_an_slo_says_which_it_asks(tmp_path: Path) -> None:
    search = ("--start-rate", 20, "--max-rate", 20, "--hold", "5s", "--confirm", "5s", "--budget", "20s")
    with RecordingServer() as server:
        ended = loadproof("capacity", server.url, *search, "--json", cwd=tmp_path, within_s=60)
    assert "no SLO is given: errors<1% and rate±5% are asked, and no response time" in ended.messages
    assert [slo["text"] for slo in ended.result["run"]["slos"]] == ["errors<1%", "rate±5%"]
