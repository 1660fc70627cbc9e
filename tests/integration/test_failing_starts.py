"""What fails in a study with several starts: its cause is told with the last lines, and everything else goes on."""

import json
import socket
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.contract.stand_process import STANDS, binary_of

from .command_line import CommandLine, Ended
from .study_file import SHORT_SERVICE, processes_with
from .undisturbed import undisturbed

CHAINED = Path(__file__).with_name("chained_service.py")
SECRET = "hidden-password"  # noqa: S105 - of the test alone
GOOD = f'{STANDS}/known-truth/target/release/known-truth, constant, --delay-us, "1000", --listen, "127.0.0.1:${{port}}"'
_STUDY = """\
name: failing
stand:
  target: http://127.0.0.1:${{api.port}}
  services:
    api:
      command: [{good}]
      environment: {{PASSWORD: "${{env:LOADPROOF_TEST_TOKEN}}"}}
variants: {variants}
starts: {starts}
profile: {{operations: {{get: {{request: GET /}}}}}}
slo: [errors<50%, p99<2s]
methods: {{load: {{rate: 150, hold: 3s}}}}
"""
_CHAIN = """\
name: chain
stand:
  target: http://127.0.0.1:${{api.port}}
  services:
    # In the order of their names the api would be started before what it needs.
    zdatabase: {{command: [{python}, {chained}, database, --port, "${{port}}"{dies}]}}
    api:
      after: [zdatabase]
      command: [{python}, {chained}, api, --port, "${{port}}", --database, "${{zdatabase.port}}"{with_it}]
profile: {{operations: {{get: {{request: GET /}}}}}}
slo: [errors<1%, p99<1s]
methods: {{soak: {{rate: 50, ramp: 1s, settle: 1s, hold: 9s}}, load: {{rate: 50, hold: 9s}}}}
"""


@pytest.fixture(autouse=True)
def _built() -> None:
    binary_of("known-truth")


def study_file(place: Path, text: str) -> Path:
    study = place / "study.yaml"
    study.write_text(text, encoding="utf-8")
    return study


def run(study: Path) -> Ended:
    environment = {"LOADPROOF_TEST_TOKEN": SECRET, "XDG_STATE_HOME": str(study.parent / "state")}
    words = ("run", study, "--out", study.parent / "run", "--json")
    with CommandLine(*words, cwd=study.parent, environment=environment) as command:
        return command.ended(within_s=120)


def failing(place: Path, variants: str, starts: int = 1) -> Ended:
    return run(study_file(place, _STUDY.format(good=GOOD, variants=variants, starts=starts)))


def shell(script: str) -> str:
    return f'{{services: {{api: {{command: [bash, -c, "{script}"]}}}}}}'


def outcomes(result: dict[str, Any]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for answer in result["answers"]:
        found.setdefault(answer["variant"], []).append("not_run" if answer["outcome"] == "not_run" else "run")
    return found


def test_a_variant_that_never_starts_is_given_up_and_the_others_go_on(tmp_path: Path) -> None:
    bad = shell("echo pool of 400; echo password $PASSWORD; echo FATAL sorry too many clients >&2; exit 3")
    ended = failing(tmp_path, f"{{bad: {bad}, good: {{}}}}", starts=3)
    result = ended.result
    assert ended.exit_code in (0, 4), ended.messages
    assert outcomes(result) == {"bad": ["not_run"] * 3, "good": ["run"] * 3}
    assert [(trial["variant"], trial["start"]) for trial in result["trials"]] == [("good", 1), ("good", 2), ("good", 3)]
    why = "the service api ended with exit code 3 before it was ready; its last lines: pool of 400 | "
    why += "password *** | FATAL sorry too many clients"
    reasons = [answer["reason"] for answer in result["answers"] if answer["variant"] == "bad"]
    assert reasons == [why, why, f"given up after 2 failed starts in a row: {why}"]
    events = [event for event in result["run"]["events"] if event["variant"] == "bad"]
    assert [(event["kind"], event["start"]) for event in events] == [
        ("not-started", 1),
        ("not-started", 2),
        ("given-up", 3),
    ]
    assert why in (tmp_path / "run/report.md").read_text(encoding="utf-8").replace("\\", "")
    for path in (tmp_path / "run").rglob("*"):
        assert path.is_dir() or SECRET.encode() not in path.read_bytes(), path
    assert SECRET not in ended.output + ended.messages


def test_a_variant_that_starts_the_second_time_is_not_given_up(tmp_path: Path) -> None:
    service = GOOD.replace('"', "").replace(", ", " ")
    bad = shell(f"test -e {tmp_path}/tried || {{ touch {tmp_path}/tried; exit 4; }}; exec {service}")
    assert outcomes(failing(tmp_path, f"{{late: {bad}}}", starts=3).result) == {"late": ["not_run", "run", "run"]}


def test_a_taken_port_is_named(tmp_path: Path) -> None:
    with socket.create_server(("", 0)) as taken:
        port = taken.getsockname()[1]
        text = _STUDY.format(good=GOOD, variants="{}", starts=2)
        text = text.replace("      environment", f"      port: {port}\n      environment")
        ended = run(study_file(tmp_path, text))
    assert ended.exit_code == 2
    assert f"something listens on its port {port} already" in ended.messages
    result = json.loads((tmp_path / "run/result.json").read_text(encoding="utf-8"))
    assert [f"its port {port} already" in answer["reason"] for answer in result["answers"]] == [True, True]


@pytest.mark.usefixtures("rights")
def test_a_variant_that_is_killed_for_memory_is_named_and_the_others_go_on(tmp_path: Path) -> None:
    eats = f'[{sys.executable}, {SHORT_SERVICE}, leak, --port, "${{port}}", --cost, "2048"]'
    hungry = f"{{services: {{api: {{command: {eats}, limits: {{memory: 96MiB}}}}}}}}"
    at_once = f'[{sys.executable}, -c, "print(1, flush=True); b = bytearray(1) * 10**9"]'
    huge = f"{{services: {{api: {{command: {at_once}, limits: {{memory: 96MiB}}}}}}}}"
    ended = failing(tmp_path, f"{{hungry: {hungry}, huge: {huge}, good: {{}}}}")
    assert ended.exit_code in (3, 4), ended.messages
    result = ended.result
    assert outcomes(result) == {"hungry": ["run"], "huge": ["not_run"], "good": ["run"]}
    (killed,) = [event for event in result["run"]["events"] if event["kind"] == "oom-killed"]
    assert (killed["variant"], killed["service"]) == ("hungry", "api")
    (huge,) = [answer["reason"] for answer in result["answers"] if answer["variant"] == "huge"]
    assert "was killed by SIGKILL, as its control group had no memory left" in huge
    assert huge.endswith("its last lines: 1")


def chained(with_it: str) -> Any:
    def attempt(place: Path) -> dict[str, Any]:
        dies = f', --dies-after, "4", --once, {place}/died'
        with_it_word = f", {with_it}" if with_it else ""
        text = _CHAIN.format(python=sys.executable, chained=CHAINED, dies=dies, with_it=with_it_word)
        ended = run(study_file(place, text))
        assert processes_with(str(place)) == []
        return ended.result

    return attempt


@pytest.mark.parametrize("with_it", ["", "--dies-with-it"])
def test_a_database_that_dies_under_the_api_is_a_measured_failure_and_started_again(
    tmp_path: Path, with_it: str
) -> None:
    result = undisturbed(tmp_path, chained(with_it))
    soaked, loaded = result["trials"]
    # Not valid where the machine was busy all the time; what was measured is the same.
    assert soaked["state"] in ("failed", "invalid"), soaked["reason"]
    assert soaked["measurement"]["error_percent"] > 1.0
    dead = {"zdatabase", "api"} if with_it else {"zdatabase"}
    events = [(event["kind"], event["service"]) for event in result["run"]["events"] if event["service"]]
    assert {service for kind, service in events if kind == "died"} == dead
    assert {service for kind, service in events if kind == "restarted"} == dead
    texts = [event["text"] for event in result["run"]["events"]]
    assert "the service zdatabase ended with exit code 7" in texts
    assert "the last lines of the service zdatabase: PANIC: could not write to the log" in texts
    died = [finding["text"] for finding in result["findings"] if finding["cause"] == "died"]
    if soaked["state"] == "failed":
        assert any("zdatabase ended with exit code 7" in text for text in died), result["findings"]
    assert loaded["measurement"]["errors"] == 0
    assert loaded["state"] != "failed"


def test_an_api_without_its_database_says_so(tmp_path: Path) -> None:
    text = _CHAIN.format(python=sys.executable, chained=CHAINED, dies="", with_it="").replace(
        '"${zdatabase.port}"', '"1"'
    )
    ended = run(study_file(tmp_path, text))
    assert ended.exit_code == 2
    assert "no database listens on port 1" in ended.messages
    result = json.loads((tmp_path / "run/result.json").read_text(encoding="utf-8"))
    assert {answer["reason"].rpartition("lines: ")[2] for answer in result["answers"]} == {
        "no database listens on port 1"
    }
