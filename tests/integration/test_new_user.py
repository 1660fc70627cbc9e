"""A new user's first hour, step by step, from the wheel alone: what one step leaves, the next ones use."""

import csv
import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from .installed_wheel import ROOT, Environment, built_wheel
from .otlp_receiver import points_of, taken
from .recording_server import RecordingServer

pytestmark = pytest.mark.quiet_machine

MAY_BE_UNDECIDED = (0, 4)
"""On a machine that others use, too; what a user gets is a result and the reason."""
LONGEST_DEMO_S = 400.0
"""Less than three minutes where it has the machine to itself; it waits while others disturb it."""
MOST_LINES = 40
"""Of what is printed in the end: one screen."""
CAN_DO = 1000.0
"""Calls/s of the sample service."""
READERS = ("junitparser==5.0.3", "duckdb==2.0.1")
# A service that describes itself, as its framework does it, and a page whose script calls it.
SERVED_BY = ("fastapi==0.165.0", "uvicorn==0.54.0")
SERVICE = '''
from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from pydantic import BaseModel

app = FastAPI(title="Orders")


class Order(BaseModel):
    book: int
    copies: int = 1


@app.get("/orders/{number}")
def order(number: int) -> Order:
    return Order(book=number)


@app.post("/orders", status_code=201)
def create(order: Order) -> Order:
    return order


@app.get("/", response_class=HTMLResponse, include_in_schema=False)
def page() -> str:
    return """<title>shop</title><script>
      const headers = {"Content-Type": "application/json"}
      const order = {method: "POST", headers, body: JSON.stringify({book: 7})}
      fetch("/orders/7").then(() => fetch("/orders", order)).then(() => document.title = "done")
    </script>"""
'''
SHORT = """methods:
  capacity: {start_rate: 1N, precision: 20%, hold: 3s, settle: 1s, budget: 20s}
  confirm: {ramp: 1s, hold: 5s}
  soak: {share: 50%, ramp: 1s, settle: 1s, hold: 10s}
"""


@dataclass(frozen=True)
class User:
    """An environment with loadproof alone, and a directory to work in."""

    loadproof: Environment
    project: Path

    def run(self, *words: object, within_s: float = 60.0, codes: tuple[int, ...] = (0,), **environment: str) -> str:
        """`loadproof WORDS`: what it prints; fails the test where it ends with another exit code."""
        ended = self.loadproof.run("loadproof", *words, cwd=self.project, within_s=within_s, environment=environment)
        assert ended.exit_code in codes, ended.output + ended.messages
        assert "Traceback" not in ended.messages
        return ended.output

    def result(self, run: str) -> dict[str, Any]:
        """The result of a run of the project."""
        read: dict[str, Any] = json.loads((self.project / "runs" / run / "result.json").read_text(encoding="utf-8"))
        return read


@pytest.fixture(scope="module")
def user(tmp_path_factory: pytest.TempPathFactory) -> User:
    place = tmp_path_factory.mktemp("user")
    (place / "project").mkdir()
    installed = Environment(place / "loadproof", str(built_wheel()))
    assert not [
        name for name in ("cargo", "rustc", "node", "npm", "cc") if shutil.which(name, path=place / "loadproof/bin")
    ]
    return User(installed, place / "project")


@pytest.fixture(scope="module")
def readers(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment of what reads the files of others."""
    return Environment(tmp_path_factory.mktemp("readers") / "environment", *READERS)


def test_help_and_version(user: User) -> None:
    assert user.run("--version").startswith("loadproof ")
    assert "capacity" in user.run("--help")


def test_the_demo_finds_what_its_service_can_do(user: User) -> None:
    user.run("demo", "--out", "runs/demo", within_s=LONGEST_DEMO_S, codes=MAY_BE_UNDECIDED)
    answers = {answer["method"]: answer for answer in user.result("demo")["answers"]}
    assert answers.keys() == {"capacity", "confirm", "soak"}
    if answers["capacity"]["rate"] is not None:
        assert 0.5 * CAN_DO < answers["capacity"]["rate"] < 1.1 * CAN_DO
    assert (user.project / "runs/demo/report.html").stat().st_size > 100_000


def test_the_broken_demo_ends_with_3_as_it_must(user: User) -> None:
    shown = user.run("demo", "--broken", "--out", "runs/broken", within_s=LONGEST_DEMO_S, codes=(3,))
    assert len(shown.splitlines()) <= MOST_LINES
    (answer,) = user.result("broken")["answers"]
    assert answer["outcome"] in ("failed", "not_steady")


def test_a_draft_is_edited_and_run_while_a_receiver_hears_of_it(user: User) -> None:
    study = user.project / "draft.yaml"
    user.loadproof.install(f"loadproof[otlp] @ {built_wheel().as_uri()}")
    with user.loadproof.sample_service() as url, RecordingServer(taken) as receiver:
        user.run("init", f"{url}/status/7", "--out", study)
        text = study.read_text(encoding="utf-8")
        # What a user does to it: another SLO, and a load that is held in place of a search.
        methods = "methods:\n  load: {rate: 100, hold: 10s}\n"
        edited = text[: text.index("methods:")].replace("slo: [p99<500ms", "slo: [p90<300ms") + methods
        assert "p90<300ms" in edited
        study.write_text(edited, encoding="utf-8")
        user.run("run", study, "--otlp", receiver.url, "--out", "runs/draft", codes=MAY_BE_UNDECIDED)
        points = points_of(receiver.requests)
    (trial,) = user.result("draft")["trials"]
    told = [point.value for point in points if point.metric == "loadproof.calls.completed"]
    # Seconds in which the generator stood still are told, and not judged.
    assert max(told) >= trial["measurement"]["completed"] > 500


def test_a_line_of_curl_is_enough_for_a_capacity(user: User) -> None:
    with user.loadproof.sample_service() as url:
        line = f"curl '{url}/status/7' -H 'accept: */*' --compressed"
        words = ("--slo", "p99<200ms", "--budget", "30s", "--out", "runs/capacity")
        user.run("capacity", "--curl", line, *words, within_s=90, codes=MAY_BE_UNDECIDED)
    result = user.result("capacity")
    assert [answer["method"] for answer in result["answers"]] == ["capacity"]
    assert any(trial["state"] == "passed" for trial in result["trials"])


@pytest.fixture(scope="module")
def study(user: User) -> Path:
    """The study of the demo, as a user changes it: its methods are short, and it has another name."""
    text = (user.loadproof.package / "studies/demo.yaml").read_text(encoding="utf-8")
    begin, _, rest = text.partition("methods:\n")
    after = rest[rest.index("\n\n") :]
    study = user.project / "mine.yaml"
    study.write_text(begin.replace("name: demo", "name: mine") + SHORT + after, encoding="utf-8")
    return study


def test_a_study_is_planned_and_its_faults_are_told_with_their_lines(user: User, study: Path) -> None:
    planned = json.loads(user.run("plan", study, "--json", codes=MAY_BE_UNDECIDED))
    assert planned
    wrong = study.with_name("wrong.yaml")
    wrong.write_text(study.read_text(encoding="utf-8").replace("slo: [p99<200ms", "slo: [p99<200"), encoding="utf-8")
    ended = user.loadproof.run("loadproof", "run", wrong, cwd=user.project)
    line = 1 + wrong.read_text(encoding="utf-8").splitlines().index("slo: [p99<200, errors<1%]")
    assert ended.exit_code == 2
    assert f"wrong.yaml:{line}" in ended.messages
    assert "Cure: " in ended.messages


@pytest.fixture(scope="module")
def ran(user: User, study: Path) -> str:
    """The name of a run of that study, with its verdicts as JUnit in junit.xml."""
    words = ("--out", "runs/mine", "--junit", "junit.xml", "--note", "first")
    user.run("run", study, *words, within_s=120, codes=(*MAY_BE_UNDECIDED, 3))
    return "mine"


def test_the_study_is_run(user: User, ran: str) -> None:
    result = user.result(ran)
    assert result["run"]["verb"] == "run"
    assert [answer["method"] for answer in result["answers"]] == ["capacity", "confirm", "soak"]
    assert (user.project / "runs" / ran / "report.md").is_file()


def test_a_ci_reads_its_verdicts(user: User, readers: Environment, ran: str) -> None:
    code = """
import sys
from junitparser import JUnitXml
read = JUnitXml.fromfile(sys.argv[1])
bad = sum(suite.failures + suite.errors for suite in read)
print(*(suite.name for suite in read), sum(suite.tests for suite in read), bad, sep="|")
"""
    *suites, tests, bad = readers.python(code, user.project / "junit.xml", cwd=user.project).strip().split("|")
    assert suites[0] == "verdict"
    assert int(tests) > 3
    assert (int(bad) == 0) == (user.result(ran)["state"] == "passed")


def test_a_table_is_read_by_others(user: User, readers: Environment, ran: str) -> None:
    user.run("export", ran, "--csv", "tables")
    # Only who wants Parquet has to have what writes it, and is told how.
    ended = user.loadproof.run("loadproof", "export", ran, "--parquet", "tables", cwd=user.project)
    assert (ended.exit_code, "pip install 'loadproof[parquet]'" in ended.messages) == (1, True)
    user.loadproof.install(f"loadproof[parquet] @ {built_wheel().as_uri()}")
    user.run("export", ran, "--parquet", "tables")
    code = """
import sys, duckdb
for name in ("trials", "seconds"):
    for ending in ("csv", "parquet"):
        print(duckdb.sql(f"SELECT COUNT(*) FROM '{sys.argv[1]}/{name}.{ending}'").fetchall()[0][0])
"""
    counted = list(map(int, readers.python(code, user.project / "tables", cwd=user.project).split()))
    with (user.project / "tables/seconds.csv").open(encoding="utf-8", newline="") as file:
        seconds = len(list(csv.DictReader(file)))
    trials = len(user.result(ran)["trials"])
    assert counted == [trials, trials, seconds, seconds]
    assert seconds > trials > 0


def test_runs_are_found_shown_and_opened(user: User, ran: str, tmp_path: Path) -> None:
    rows = json.loads(user.run("runs", "--json"))["runs"]
    assert [row["name"] for row in rows if row["note"] == "first"] == [ran]
    assert "mine" in user.run("show", ran, codes=(*MAY_BE_UNDECIDED, 3))
    browser = tmp_path / "browser"
    browser.write_text(f'#!{sys.executable}\nimport sys\nopen("{tmp_path}/asked", "w").write(sys.argv[1])\n')
    browser.chmod(0o755)
    page = user.project / "runs" / ran / "report.html"
    assert user.run("open", ran, BROWSER=str(browser)) == f"opened {page}\n"
    assert (tmp_path / "asked").read_text() == page.as_uri()


@pytest.fixture(scope="module")
def described_service(user: User, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a service of FastAPI."""
    place = tmp_path_factory.mktemp("service")
    (place / "service.py").write_text(SERVICE, encoding="utf-8")
    served = Environment(place / "environment", *SERVED_BY)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    words = ("service:app", "--port", port, "--no-access-log", "--log-level", "warning")
    with served.started("uvicorn", *words, cwd=place):
        deadline_s = time.monotonic() + 30
        while True:
            try:
                urllib.request.urlopen(f"{url}/openapi.json", timeout=5).close()
                break
            except OSError:
                assert time.monotonic() < deadline_s, "the service did not start"
                time.sleep(0.05)
        yield url


@pytest.fixture(scope="module")
def openapi(described_service: str, user: User) -> Path:
    """The OpenAPI document that the service makes of itself."""
    document = user.project / "openapi.json"
    with urllib.request.urlopen(f"{described_service}/openapi.json", timeout=5) as reply:
        document.write_bytes(reply.read())
    assert json.loads(document.read_text())["openapi"].startswith("3.")
    return document


@pytest.fixture(scope="module")
def har(described_service: str, user: User) -> Path:
    """What Chromium wrote of a visit of its page."""
    recorded = user.project / "visit.har"
    tsx, script = ROOT / "web/node_modules/.bin/tsx", ROOT / "web/scripts/browsed-har.ts"
    subprocess.run([tsx, script, f"{described_service}/", recorded], check=True, timeout=60, cwd=ROOT / "web")
    requests = [entry["request"] for entry in json.loads(recorded.read_text(encoding="utf-8"))["log"]["entries"]]
    assert [request["method"] for request in requests if "/orders" in request["url"]] == ["GET", "POST"]
    return recorded


@pytest.mark.parametrize("option", ["--openapi", "--har"])
def test_a_study_is_made_of_what_the_user_has(
    user: User, described_service: str, option: str, request: pytest.FixtureRequest
) -> None:
    given = request.getfixturevalue(option.removeprefix("--"))
    study = given.with_suffix(".yaml")
    # A document of FastAPI does not say where it is served; what may change data is left out unless it is asked for.
    where = ("--target", described_service, "--all") if option == "--openapi" else ()
    user.run("init", option, given, *where, "--out", study)
    user.run("plan", study, codes=MAY_BE_UNDECIDED)
    text = study.read_text(encoding="utf-8")
    assert described_service in text
    assert "POST /orders" in text
    run = f"of-{given.stem}"
    user.run("run", study, "--preset", "smoke", "--out", f"runs/{run}", codes=MAY_BE_UNDECIDED)
    (trial,) = user.result(run)["trials"]
    assert trial["measurement"]["completed"] > 5
    assert trial["measurement"]["errors"] == 0
