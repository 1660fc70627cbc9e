"""`--junit` and `--summary` of real runs: what a CI is given, where, and what is said of a place that is none."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from ..unit.api.short_study import study_file
from .command_line import FORGIVING, CommandLine, Ended, loadproof
from .stand import known_truth

FAILS = ("--slo", "p99<1ms", "--timeout", "2s")


def loaded(place: Path, *options: object, environment: dict[str, str] | None = None) -> Ended:
    """A load of a second or two on a service that answers in 20 ms."""
    clean = {"CI": "", "GITHUB_STEP_SUMMARY": "", **(environment or {})}
    with known_truth(place, "constant", "--delay-us", 20_000) as service:
        words = ("load", service.url, "--rate", 200, "--for", "3s", "--out", place / "run", *options)
        with CommandLine(*words, cwd=place, environment=clean) as command:
            return command.ended(within_s=60)


def counts(file: Path) -> tuple[int, int]:
    """(failures, errors) of a JUnit file."""
    root = ElementTree.parse(file).getroot()  # noqa: S314
    return int(root.attrib["failures"]), int(root.attrib["errors"])


def test_a_failed_slo_is_a_failure_in_both(tmp_path: Path) -> None:
    (tmp_path / "summary.md").write_text("before")
    ended = loaded(tmp_path, *FAILS, "--junit", "junit.xml", "--summary", "summary.md")
    assert ended.exit_code == 3, ended.messages
    failures, errors = counts(tmp_path / "junit.xml")
    assert (failures, errors) == (3, 0)
    root = ElementTree.parse(tmp_path / "junit.xml").getroot()  # noqa: S314
    told = {case.get("name"): "".join(case.itertext()).strip() for case in root.iter("testcase")}
    assert told["p99<1ms"].startswith("failed: 100 % of the calls broke it, allowed 1 %; trial 1: ")
    assert told["errors<1%"] == "passed: 0 % of the calls broke it, allowed 1 %; trial 1"
    assert "% off the rate due, allowed 5 %; trial 1" in told["rate±5%"]
    text = (tmp_path / "summary.md").read_text()
    assert text.startswith("before\n# loadproof load")
    assert "failed" in text.splitlines()[1]
    assert "run/report.html" in text
    assert text.count("Breaks p99") == 1
    # The report of the run says the same again, and adds to what is there.
    again = loadproof("report", "run", "--junit", "again.xml", "--summary", "summary.md", cwd=tmp_path)
    assert again.exit_code == 3
    assert (tmp_path / "again.xml").read_text() == (tmp_path / "junit.xml").read_text()
    assert (tmp_path / "summary.md").read_text().count("# loadproof load") == 2


def test_the_summary_of_a_ci_is_found_by_its_variable(tmp_path: Path) -> None:
    by_ci = tmp_path / "step.md"
    environment = {"CI": "true", "GITHUB_STEP_SUMMARY": str(by_ci)}
    ended = loaded(tmp_path, *FORGIVING, environment=environment)
    assert ended.exit_code in (0, 4), ended.messages
    assert by_ci.read_text().startswith("# loadproof load")
    gone = {"CI": "true", "GITHUB_STEP_SUMMARY": str(tmp_path / "gone/step.md")}
    with CommandLine("report", "run", cwd=tmp_path, environment=gone) as command:
        told = command.ended(within_s=30)
    assert told.exit_code == ended.exit_code
    assert "warning: GITHUB_STEP_SUMMARY: " in told.messages
    outside = {"CI": "", "GITHUB_STEP_SUMMARY": str(tmp_path / "outside.md")}
    with CommandLine("report", "run", cwd=tmp_path, environment=outside) as command:
        command.ended(within_s=30)
    assert not (tmp_path / "outside.md").exists()


@pytest.mark.parametrize("option", ["--junit", "--summary"])
def test_a_place_that_is_none_is_told_before_any_load(tmp_path: Path, option: str) -> None:
    ended = loadproof("load", "http://127.0.0.1:9/", option, "gone/file", cwd=tmp_path)
    assert (ended.exit_code, ended.output) == (2, "")
    assert ended.messages == (
        f"error: {option}: gone/file cannot be written (no such file or directory). "
        "Cure: name a file in a directory that is there and that you may write to\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_study_has_a_suite_for_each_start(tmp_path: Path) -> None:
    study_file(tmp_path, starts=2, variants="{plain: {}, large: {simulated: {workers: 4}}}")
    ended = loadproof("run", "study.yaml", "--junit", "j.xml", "--summary", "s.md", "--lang", "ru", cwd=tmp_path)
    assert ended.exit_code in (0, 4), ended.messages
    names = [suite.get("name") for suite in ElementTree.parse(tmp_path / "j.xml").getroot()]  # noqa: S314
    assert names[0] == "verdict"
    assert {f"{variant} start {start} load" for variant in ("plain", "large") for start in (1, 2)} <= set(names)
    assert (counts(tmp_path / "j.xml") == (0, 0)) == (ended.exit_code == 0)
    assert "Отчёт" in (tmp_path / "s.md").read_text(encoding="utf-8")


def test_a_file_that_takes_nothing_afterwards_is_no_success(tmp_path: Path) -> None:
    (tmp_path / "ci").mkdir()
    with known_truth(tmp_path, "constant", "--delay-us", 20_000) as service:
        words = (
            "load",
            service.url,
            "--rate",
            200,
            "--for",
            "3s",
            "--out",
            "run",
            *FORGIVING,
            "--junit",
            "ci/junit.xml",
        )
        with CommandLine(*words, cwd=tmp_path) as command:
            command.wait_for_second(tmp_path / "run", 0)
            (tmp_path / "ci").rmdir()
            ended = command.ended(within_s=60)
    assert ended.exit_code in (1, 4), ended.messages
    assert "error: --junit: ci/junit.xml cannot be written (no such file or directory). Cure: " in ended.messages


@pytest.mark.parametrize("option", ["--junit", "--summary"])
def test_a_link_is_told_before_any_load(tmp_path: Path, option: str) -> None:
    (tmp_path / "aim").write_text("as it was")
    (tmp_path / "link").symlink_to("aim")
    ended = loadproof("load", "http://127.0.0.1:9/", option, "link", cwd=tmp_path)
    assert (ended.exit_code, ended.output) == (2, "")
    assert ended.messages.startswith(f"error: {option}: link cannot be written (it is a symbolic link). Cure: ")
    assert (tmp_path / "aim").read_text() == "as it was"
