"""`loadproof load`: what it prints, how it ends, and how many calls it makes."""

import json
import math
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from .closing_counts import assert_counts_close
from .command_line import FORGIVING, CommandLine, Ended, loadproof
from .stand import known_truth
from .undisturbed import undisturbed

TIMES = ("response_ms", "wait_ms", "lateness_ms", "service_ms")
QUANTILES = {"min", "p50", "p90", "p95", "p99", "p99_9", "max", "mean"}
MEASUREMENT = {
    "rate",
    "due",
    "sent",
    "completed",
    "dropped",
    "cut",
    "errors",
    "errors_by_kind",
    "error_percent",
    "operations",
    "valid",
    "doubts",
    *TIMES,
}


@pytest.fixture(scope="module")
def passed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Ended, Path]:
    """A load that the service keeps easily, and its run directory."""
    options = ("--rate", 300, "--for", "3s", *FORGIVING, "--json", "--out", "run")

    def attempt(directory: Path) -> tuple[Ended, Path]:
        with known_truth(directory, "constant", "--delay-us", 2000) as service:
            return loadproof("load", service.url, *options, cwd=directory), directory / "run"

    return undisturbed(tmp_path_factory.mktemp("passed"), attempt)


def load_on(place: Path, truth: tuple[object, ...], *options: object) -> Ended:
    """One load on a known-truth server in the mode `truth`."""

    def attempt(directory: Path) -> Ended:
        mode, *settings = truth
        with known_truth(directory, str(mode), *settings) as service:
            return loadproof("load", service.url, *options, cwd=directory)

    return undisturbed(place, attempt)


def test_a_load_that_keeps_the_slo_exits_with_0(passed: tuple[Ended, Path]) -> None:
    ended, _ = passed
    assert ended.exit_code == 0, ended.messages
    assert ended.result["verdict"]["state"] == "passed"
    assert ended.result["valid"] is True


def test_from_the_start_on_it_is_told_how_long_it_takes(passed: tuple[Ended, Path]) -> None:
    ended, _ = passed
    told = ended.messages.splitlines()
    assert told.index("up to 3 s of load ahead") < next(at for at, line in enumerate(told) if "trial 1" in line)


def test_the_result_has_every_key_that_scripts_may_rely_on(passed: tuple[Ended, Path]) -> None:
    result = passed[0].result
    (operation,) = result["operations"].values()
    for measurement in (result, operation):
        assert measurement.keys() >= MEASUREMENT
        assert all(measurement[times].keys() == QUANTILES for times in TIMES)
    assert result.keys() >= {"schema_version", "sentence", "verdict", "run"}


def test_counts_close_and_times_add_up(passed: tuple[Ended, Path]) -> None:
    result = passed[0].result
    assert_counts_close(result)
    assert result["completed"] == result["due"] > 0
    means = {times: result[times]["mean"] for times in TIMES}
    assert means["response_ms"] == pytest.approx(
        means["wait_ms"] + means["lateness_ms"] + means["service_ms"], rel=0.02
    )
    assert result["service_ms"]["p50"] >= 2.0


def test_the_run_directory_holds_what_was_printed(passed: tuple[Ended, Path]) -> None:
    ended, run = passed
    assert json.loads((run / "result.json").read_text(encoding="utf-8")) == ended.result
    assert ended.result["sentence"] in (run / "report.md").read_text(encoding="utf-8").replace("\\", "")


def test_a_report_of_the_run_says_the_same(passed: tuple[Ended, Path], tmp_path: Path) -> None:
    ended, run = passed
    again = loadproof("report", run, "--json", cwd=tmp_path)
    assert (again.exit_code, again.result) == (ended.exit_code, ended.result)
    shown = loadproof("report", run, cwd=tmp_path)
    assert shown.exit_code == ended.exit_code
    assert ended.result["sentence"][:40] in first_words(shown)


def test_without_json_the_verdict_comes_first(tmp_path: Path) -> None:
    ended = load_on(tmp_path, ("constant", "--delay-us", 0), "--rate", 500, "--for", "2s", *FORGIVING)
    assert ended.exit_code == 0, ended.messages
    assert "Keeps p99 < 1 s" in first_words(ended)
    run = max(tmp_path.glob("attempt-*/runs/*"))
    assert f"run directory: runs/{run.name}\nreport:        runs/{run.name}/report.html\n" in ended.output
    assert "oha -q 500 -z 2s -c " in ended.output
    assert len(ended.output.splitlines()) <= 40
    full = loadproof("report", run, "--full", cwd=tmp_path)
    assert "Where the response time comes from" in full.output
    assert "Where the response time comes from" not in ended.output


def test_a_broken_slo_exits_with_3(tmp_path: Path) -> None:
    options = ("--rate", 300, "--for", "2s", "--slo", "p99<20ms", "--json")
    ended = load_on(tmp_path, ("constant", "--delay-us", 30_000), *options)
    assert ended.exit_code == 3, ended.messages
    assert ended.result["verdict"]["state"] == "failed"
    assert "p99" in ended.result["sentence"]
    assert ended.result["errors"] == 0


def test_too_few_calls_to_judge_exit_with_4(tmp_path: Path) -> None:
    ended = load_on(tmp_path, ("constant", "--delay-us", 0), "--rate", 20, "--for", "2s", *FORGIVING, "--json")
    assert ended.exit_code == 4, ended.messages
    doubts = [doubt for doubt in ended.result["doubts"] if doubt["code"] == "too-few-samples"]
    assert doubts
    assert all("at least 299 are needed" in doubt["text"] for doubt in doubts)


@pytest.mark.quiet_machine
def test_rate_max_saturates_with_64_connections(tmp_path: Path) -> None:
    ended = load_on(
        tmp_path, ("workers", "--count", 1, "--service-us", 2000), "--rate", "max", "--for", "3s", *FORGIVING, "--json"
    )
    result = ended.result
    assert ended.exit_code == 0, ended.messages
    assert result["run"]["arrivals"] == "closed"
    assert result["rate"] == pytest.approx(500, rel=0.05)
    assert result["response_ms"]["p50"] == pytest.approx(64 * 2.0, rel=0.1)
    assert_counts_close(result)


@pytest.mark.quiet_machine
def test_constant_arrivals_are_exactly_rate_times_seconds(tmp_path: Path) -> None:
    with known_truth(tmp_path, "constant", "--delay-us", 500) as service:
        results = loads(
            service.url, tmp_path, [("--rate", rate, "--arrivals", "constant") for rate in (100, 333, 400.5)]
        )
    assert [result["due"] for result in results] == [200, 666, 801]
    assert [result["completed"] for result in results] == [200, 666, 801]


@pytest.mark.quiet_machine
def test_poisson_arrivals_scatter_and_repeat_by_their_seed(tmp_path: Path) -> None:
    with known_truth(tmp_path, "constant", "--delay-us", 500) as service:
        seeds = (5, 5, 6, 7)
        results = loads(service.url, tmp_path, [("--rate", 600, "--seed", seed) for seed in seeds])
    due = [result["due"] for result in results]
    assert due[0] == due[1]
    assert len(set(due)) > 1
    assert all(abs(calls - 1200) <= 5 * math.sqrt(1200) for calls in due)
    assert [result["run"]["seed"] for result in results] == list(seeds)


def test_a_path_and_its_query_reach_the_service(tmp_path: Path) -> None:
    with known_truth(tmp_path, "constant", "--delay-us", 0) as service:
        options = ("--rate", 500, "--for", "1s", *FORGIVING, "--json")
        result = loadproof("load", f"{service.url}/status?ids=1,2", *options, cwd=tmp_path).result
    assert result["run"]["profile"]["operations"][0]["request"] == "GET /status?ids=1,2"


def first_words(ended: Ended) -> str:
    """The first line of text; around it there may be a frame."""
    return next(line for line in ended.output.splitlines()[1:] if line.strip("│ "))


def loads(url: str, place: Path, options: list[tuple[object, ...]]) -> list[dict[str, Any]]:
    """The results of loads of 2 s side by side, in the order of their options."""
    with ExitStack() as stack:
        running = [
            stack.enter_context(
                CommandLine("load", url, "--for", "2s", *chosen, "--json", "--out", f"run-{number}", cwd=place)
            )
            for number, chosen in enumerate(options)
        ]
        return [command.ended(within_s=30).result for command in running]
