"""`loadproof plan` by the command line: nothing is sent, started or written; faults and exit codes as of `run`."""

import json
import socket
from pathlib import Path

import pytest
from loadproof.records.json_form import of_json
from loadproof.result.forecast import PlanModel

from .command_line import loadproof

ROOT = Path(__file__).parents[2]
SHOP = ROOT / "studies/plan/shop.yaml"
STUDY = """\
name: s
stand:
  target: http://127.0.0.1:%d
  services:
    api: {command: "touch started"}
profile:
  operations:
    get: {weight: 99, request: GET /}
    pay: {weight: 1, request: POST /pay, slo: p99<100ms}
slo: p99<50ms
methods:
  load: {rate: 200, hold: %s}
"""


def written(directory: Path, hold: str, port: int = 9) -> Path:
    path = directory / "s.yaml"
    path.write_text(STUDY % (port, hold), encoding="utf-8")
    return path


def test_38_operations_are_planned_in_json(tmp_path: Path) -> None:
    ended = loadproof("plan", SHOP, "--preset", "short", "--json", cwd=tmp_path)
    assert ended.messages == ""
    plan = of_json(PlanModel, json.loads(ended.output))
    assert [len(plateau.operations) for plateau in plan.plateaus] == [38, 38]
    assert list(plan.study.variants) == ["before", "after"]
    assert ended.exit_code == 4
    assert not list(tmp_path.iterdir())


def test_nothing_is_sent_started_or_written(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0.2)
        written(tmp_path, "5m", listening.getsockname()[1])
        ended = loadproof("plan", "s.yaml", cwd=tmp_path)
        with pytest.raises(TimeoutError):
            listening.accept()
    assert (ended.exit_code, ended.messages) == (0, "")
    assert [path.name for path in tmp_path.iterdir()] == ["s.yaml"]
    assert "Nothing was sent and nothing was started" in ended.output


def test_an_slo_without_calls_enough_ends_with_4(tmp_path: Path) -> None:
    written(tmp_path, "30s")
    ended = loadproof("plan", "s.yaml", "--markdown", cwd=tmp_path)
    assert ended.exit_code == 4
    assert "# loadproof plan: s" in ended.output
    assert "needs 299 calls to be judged; it will bring about 60" in ended.output


def test_faults_are_those_of_run(tmp_path: Path) -> None:
    path = written(tmp_path, "30s")
    path.write_text(path.read_text(encoding="utf-8").replace("hold: 30s", "hold: 0.5s") + "conections: 5\n")
    planned, run = (loadproof(verb, "s.yaml", cwd=tmp_path) for verb in ("plan", "run"))
    assert (planned.exit_code, planned.output) == (2, "")
    assert planned.messages == run.messages
    assert planned.messages.count("error: ") == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--capacity", "-3"), "error: --capacity: -3 is not above 0"),
        (("--service-time", "60ms"), "error: --service-time: 60 ms is not below the tightest SLO, 50 ms"),
        (("--method", "soak"), "error: --method: 'soak' is not among the methods of the study"),
    ],
)
def test_options_that_cannot_be(tmp_path: Path, options: tuple[str, ...], message: str) -> None:
    written(tmp_path, "30s")
    ended = loadproof("plan", "s.yaml", *options, cwd=tmp_path)
    assert (ended.exit_code, ended.output) == (2, "")
    assert message in ended.messages
    assert "Cure: " in ended.messages
    assert "Traceback" not in ended.messages


def test_the_schema_of_a_plan(tmp_path: Path) -> None:
    ended = loadproof("schema", "plan", cwd=tmp_path)
    assert (ended.exit_code, ended.messages) == (0, "")
    assert ended.output == (ROOT / "schema/plan.schema.json").read_text(encoding="utf-8")
    assert "shortages" in json.loads(ended.output)["properties"]
