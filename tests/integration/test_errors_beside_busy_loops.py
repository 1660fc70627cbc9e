"""Calls that fail by an error while others keep every processor busy: reports name the error, not the processors."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.strangers import strangers

from .command_line import CommandLine, Ended, loadproof
from .recording_server import Answer, Recorded, RecordingServer
from .stand import known_truth

pytestmark = pytest.mark.alone

_CORES = os.cpu_count() or 1
PROFILE = """\
operations:
  greeting:
    request: GET /
    check: {greeting: {contains: HELLO}}
"""


@contextmanager
def busy() -> Iterator[None]:
    """Loops on every processor."""
    with strangers(_CORES, for_s=20.0):
        yield


def failing(place: Path, profile: str, answer_of: Callable[[Recorded], int | Answer], *options: object) -> Ended:
    """A load of three seconds beside the loops, with its summary and JUnit file."""
    (place / "p.yaml").write_text(profile, encoding="utf-8")
    with RecordingServer(answer_of) as server, busy():
        words = ("load", server.url, "--profile", "p.yaml", "--rate", 100, "--for", "3s", *options, "--out", "run")
        with CommandLine(*words, "--junit", "junit.xml", "--summary", "summary.md", cwd=place) as command:
            return command.ended(60)


def told(text: str) -> str:
    """A text of a report on one line, without the escapes of Markdown and XML."""
    plain = text.replace("\\", "").replace("&quot;", '"').replace("│", "")
    return " ".join(plain.split())


def test_a_failed_check_is_named_in_every_report_and_the_processors_are_not(tmp_path: Path) -> None:
    ended = failing(tmp_path, PROFILE, lambda _: Answer(200, b"hello, world"))
    assert ended.exit_code == 3, ended.messages
    run = tmp_path / "run"
    result = json.loads((run / "result.json").read_text(encoding="utf-8"))
    causes = [cause["cause"] for row in result["stopped_by"] for cause in row["causes"]]
    assert causes == ["failed-check"], result["findings"]
    (trial,) = result["trials"]
    calls = trial["measurement"]["errors_by_kind"]["check-greeting"]
    assert trial["failures"] == trial["measurement"]["due"] == calls
    (error,) = result["answers"][0]["error_kinds"]
    assert (error["kind"], error["calls"], error["cause"]) == ("check-greeting", calls, "failed-check")
    assert f"check-greeting {calls}" in told(ended.messages), "the line of the trial"
    short = loadproof("report", "run", "--short", cwd=tmp_path)
    reports = {
        "terminal": ended.output,
        "short": short.output,
        "markdown": (run / "report.md").read_text(encoding="utf-8"),
        "summary": (tmp_path / "summary.md").read_text(encoding="utf-8"),
        "junit": (tmp_path / "junit.xml").read_text(encoding="utf-8"),
        "page": (run / "report.html").read_text(encoding="utf-8").replace('\\"', '"'),
    }
    for name, text in reports.items():
        assert "check-greeting" in told(text), name
        assert str(calls) in told(text), name
        assert '200 "hello, world"' in told(text), name
        assert 'body contains "HELLO"' in told(text), name
        assert "Stopped by: CPUs" not in told(text), name
    for name in ("terminal", "short", "markdown", "summary"):
        assert "Stopped by: failed checks" in told(reports[name]), name


def test_a_rejected_request_is_a_failure_however_disturbed_the_machine_is(tmp_path: Path) -> None:
    profile = "operations:\n  item: {request: GET /}\n"
    ended = failing(tmp_path, profile, lambda _: 404)
    # Others cannot make a service answer 404.
    assert ended.exit_code == 3, ended.messages
    assert "status-404" in told(ended.output)
    assert "Stopped by: error statuses" in told(ended.output)


def test_a_service_that_is_short_of_processors_is_still_blamed_for_them(tmp_path: Path) -> None:
    def loaded() -> dict[str, Any]:
        with (
            known_truth(tmp_path, "burn", "--cpu-us", 4_000 * _CORES) as service,
            strangers(_CORES, for_s=20.0),
            CommandLine(
                *("load", service.url, "--rate", 400, "--for", "6s", "--slo", "p99<30ms", "--json", "--out", "run"),
                # No other process is an excuse.
                *("--shared-machine",),
                cwd=tmp_path,
            ) as command,
        ):
            ended = command.ended(60)
        assert ended.exit_code == 3, ended.messages
        return ended.result

    result = loaded()
    causes = [cause["cause"] for row in result["stopped_by"] for cause in row["causes"]]
    assert "host-cpu" in causes, result["findings"]
    assert not any(finding["role"] == "beside" for finding in result["findings"])
