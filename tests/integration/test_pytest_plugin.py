"""The fixture `loadproof`, in a pytest of its own: loads in tests, what a failure shows, and what it costs others."""

import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from .recording_server import RecordingServer

ROOT = Path(__file__).parents[2]
# Whether or not it is installed as an entry point here, it is loaded once.
PLUGIN = ("-p", "loadproof.pytest_plugin")
ENVIRONMENT = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}
# In a CI pytest tells a failure whole a second time, in its summary.
OF_A_CI = ("CI", "BUILD_NUMBER")
FORGIVING = '["p99<2s", "rate±50%"]'


def started(place: Path, *words: object) -> subprocess.Popen[str]:
    environment = {name: value for name, value in os.environ.items() if name not in OF_A_CI}
    return subprocess.Popen(
        [sys.executable, *map(str, words)],
        cwd=place,
        env={**environment, **ENVIRONMENT},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )


def run_of(place: Path, tests: str, *options: object) -> tuple[int, str]:
    """The exit code of `pytest OPTIONS` on a file of `tests` in `place`, and what it said."""
    (place / "test_it.py").write_text(tests, encoding="utf-8")
    with started(place, "-m", "pytest", *PLUGIN, "--basetemp", place / "temporary", *options, "test_it.py") as process:
        told, _ = process.communicate(timeout=120)
    return process.returncode, told


def test_the_example_of_the_guide(tmp_path: Path) -> None:
    guide = (ROOT / "docs/guides/ci.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    with RecordingServer() as target:
        assert example.count("http://127.0.0.1:8000/") == example.count('"p99<50ms"') == 1
        tests = example.replace("http://127.0.0.1:8000", target.url).replace('"p99<50ms"', FORGIVING)
        code, told = run_of(tmp_path, tests, "--loadproof-runs", "kept/runs")
    assert code == 0, told
    assert "1 passed" in told
    assert len(target.requests) > 1500
    assert (tmp_path / "kept/runs/test_holds_200/report.html").is_file()


def test_a_failure_shows_the_verdict_and_the_report(tmp_path: Path) -> None:
    tests = """
import pytest

@pytest.mark.parametrize("limit", ["errors<1%", "errors<2%"])
def test_it(loadproof, limit):
    result = loadproof.load("URL", rate=100, for_s=2, slos=[limit, "rate±50%"])
    assert result.state == "passed", result.state
"""
    with RecordingServer(lambda _: 503) as target:
        code, told = run_of(tmp_path, tests.replace("URL", target.url))
    assert code == 1, told
    for limit in (1, 2):
        shown = rf"- loadproof -+\nloadproof load: .*: failed\nBreaks errors < {limit} % and .*\n"
        assert re.search(shown, told) is not None, told
        (page,) = re.findall(rf"Report: (.*/loadproof-test_it-errors-{limit}0/report\.html)", told)
        assert Path(page).is_file()
        assert Path(page).is_relative_to(tmp_path / "temporary")


def test_an_assertion_of_its_own_tells_it_once(tmp_path: Path) -> None:
    tests = f"""
import pytest

def test_fails(loadproof):
    loadproof.assert_passed(loadproof.load("URL/fails", rate=100, for_s=2, slos={FORGIVING}))

def test_is_undecided(loadproof):
    result = loadproof.load("URL", rate=5, for_s=1, slos={FORGIVING})
    with pytest.raises(AssertionError, match="undecided"):
        loadproof.assert_passed(result)

def test_passes(loadproof):
    result = loadproof.load("URL", rate=200, for_s=3, slos={FORGIVING})
    loadproof.assert_passed(result)
"""
    with RecordingServer(lambda request: 503 if request.path == "/fails" else 200) as target:
        code, told = run_of(tmp_path, tests.replace("URL", target.url), "--loadproof-runs", tmp_path / "runs")
    assert code == 1, told
    assert "1 failed, 2 passed" in told
    assert told.count("Breaks p99 < 2 s") == 1
    assert "E       Report: " in told
    assert "pytest_plugin.py" not in told
    assert {path.name for path in (tmp_path / "runs").iterdir()} == {"test_fails", "test_is_undecided", "test_passes"}


def test_a_run_of_a_study_and_a_place_of_ones_own(tmp_path: Path) -> None:
    tests = """
from pathlib import Path

STUDY = '''name: model
stand: {driver: simulate, simulated: {workers: 2, service_time: {exponential: 5ms}}}
profile: {operations: {get: {request: GET /}}, slo: p99<200ms}
methods: {load: {rate: 50, hold: 20s}}
'''

def test_it(loadproof, tmp_path):
    (tmp_path / "study.yaml").write_text(STUDY)
    for _ in range(2):
        loadproof.assert_passed(loadproof.run(tmp_path / "study.yaml"))
    result = loadproof.run(tmp_path / "study.yaml", methods="load", out="mine")
    assert result.directory == Path("mine")
"""
    code, told = run_of(tmp_path, tests, "--loadproof-runs", "runs")
    assert code == 0, told
    assert {path.name for path in (tmp_path / "runs").iterdir()} == {"test_it", "test_it-2"}
    assert (tmp_path / "mine/report.html").is_file()


def test_a_mistake_is_told_at_the_line_of_the_test(tmp_path: Path) -> None:
    tests = """
import pytest
from loadproof import InputError, TargetError

def test_slo(loadproof):
    loadproof.load("http://127.0.0.1:9/", slos="p99<fast")

def test_it_has_its_type(loadproof):
    with pytest.raises(TargetError):
        loadproof.capacity("http://127.0.0.1:9/", slos="p99<1s")
"""
    code, told = run_of(tmp_path, tests, "--loadproof-runs", "runs")
    assert code == 1, told
    assert "1 failed, 1 passed" in told
    assert "slos: 'p99<fast'" in told
    assert "Cure: " in told
    places = set(re.findall(r"^(\S+\.py):\d+: ", told, re.MULTILINE))
    assert places == {"test_it.py"}
    # Nothing was run, and nothing of it is left.
    assert list((tmp_path / "runs").iterdir()) == []


def test_an_interruption_ends_the_session(tmp_path: Path) -> None:
    tests = """
def test_first(loadproof):
    loadproof.load("URL", rate=100, for_s=60)

def test_second():
    pass
"""
    with RecordingServer() as target:
        (tmp_path / "test_it.py").write_text(tests.replace("URL", target.url), encoding="utf-8")
        words = ("-m", "pytest", "-v", *PLUGIN, "--loadproof-runs", "runs", "test_it.py")
        with started(tmp_path, *words) as process:
            try:
                while not target.requests:
                    assert process.poll() is None
                    time.sleep(0.01)
                process.send_signal(signal.SIGINT)
                told, _ = process.communicate(timeout=60)
            finally:
                process.kill()
    assert process.returncode == pytest.ExitCode.INTERRUPTED, told
    assert "test_second PASSED" not in told
    assert (tmp_path / "runs/test_first/result.json").is_file()


def test_it_costs_other_projects_nothing(tmp_path: Path) -> None:
    tests = """
import sys

def test_it():
    print("loaded:", *sys.modules)
"""
    code, told = run_of(tmp_path, tests, "-s")
    assert code == 0, told
    (loaded,) = re.findall(r"loaded: (.*)", told)
    found = set(loaded.split())
    assert {name for name in found if name.startswith("loadproof")} == {
        "loadproof",
        "loadproof.errors",
        "loadproof.pytest_plugin",
    }
    assert not {"numpy", "scipy", "pydantic", "rich", "typer", "fluent", "babel"} & found


def test_it_is_found_where_the_package_is_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"loadproof": "loadproof.pytest_plugin"}
    # Who uses no pytest has none.
    assert not [name for name in project["dependencies"] if name.startswith("pytest")]
