"""Every report names the errors of a failed run with an example and a hint, and no busy resource in their place."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from loadproof.judge.verdict import State
from loadproof.render.content import report_document
from loadproof.render.junit import junit_report
from loadproof.render.markdown import markdown_document
from loadproof.render.screen import screen_document, summary_report
from loadproof.render.short import short_report
from loadproof.render.terminal import terminal_document
from loadproof.result.result import Result
from loadproof.result.result_json import result_of, to_json
from loadproof.words.catalogue import LANGUAGES, english, words_of
from rich.console import Console

from ..store.made_run import MadeReply
from .made_errors import failed_load, failed_search

HOSTILE = b"</script>]]><b>|`*\x00\x1b[2J\xff\n# head ${env:X}" + b"x" * 5_000


def terminal(result: Result) -> str:
    stream = io.StringIO()
    Console(file=stream, width=120, force_terminal=True, color_system=None).print(
        terminal_document(screen_document(result, words_of("en")))
    )
    return stream.getvalue()


def short(result: Result) -> str:
    return short_report(result, words_of("en"), "run/report.html")


def markdown(result: Result) -> str:
    return markdown_document(report_document(result, words_of("en")))


def summary(result: Result) -> str:
    return summary_report(result, words_of("en"), "run/report.html")


def written(result: Result) -> str:
    return json.dumps(to_json(result), ensure_ascii=False)


REPORTS = (terminal, short, markdown, summary, junit_report, written)


@pytest.mark.parametrize("report", REPORTS)
def test_every_report_names_the_error_kind_its_calls_and_an_example(
    tmp_path: Path, report: Callable[[Result], str]
) -> None:
    text = " ".join(report(failed_load(tmp_path)).replace("\\", "").split())
    assert "check-greeting 936" in text
    assert "hello" in text
    assert "HELLO" in text


@pytest.mark.parametrize("report", [terminal, short, markdown, summary])
def test_a_busy_machine_does_not_stop_what_failed_by_a_check(tmp_path: Path, report: Callable[[Result], str]) -> None:
    result = failed_load(tmp_path)
    assert [cause.cause for row in result.stopped_by for cause in row.causes] == ["failed-check"]
    text = report(result)
    assert "Stopped by: failed checks" in text
    assert "Stopped by: CPUs" not in text


def test_a_busy_machine_that_explains_the_failure_is_named(tmp_path: Path) -> None:
    result = failed_load(tmp_path, {"timeout": 936})
    assert [cause.cause for row in result.stopped_by for cause in row.causes] == ["timeouts", "host-cpu"]
    assert "CPUs were busy" in terminal(result)


def test_what_stands_beside_is_told_with_the_findings_alone(tmp_path: Path) -> None:
    result = failed_load(tmp_path)
    assert {finding.cause: finding.role for finding in result.findings} == {
        "failed-check": "main",
        "host-cpu": "beside",
    }
    assert "Also noticed" in markdown(result)
    assert "CPUs were busy" in markdown(result)
    assert "CPUs were busy" not in terminal(result)


def test_the_hint_of_an_error_stands_behind_it(tmp_path: Path) -> None:
    head = b"HTTP/1.1 301 Moved Permanently\r\nServer: x\r\nLocation: /new\r\n\r\n"
    result = failed_load(tmp_path, {"redirect": 607}, MadeReply(kind="redirect", head=head, body=b""))
    (error,) = result.answers[0].error_kinds
    assert (error.kind, error.calls, error.cause, error.hint.code) == (
        "redirect",
        607,
        "redirect",
        "error-hint-redirect",
    )
    for report in (terminal, markdown, summary, junit_report):
        text = " ".join(report(result).replace("\\", "").split())
        assert "301 Location: /new" in text
        assert "--expect 3xx" in text


@pytest.mark.parametrize("state", [State.INVALID, State.UNDECIDED])
def test_errors_of_a_trial_that_decides_nothing_are_shown_all_the_same(tmp_path: Path, state: State) -> None:
    result = failed_load(tmp_path, state=state)
    assert result.state == "undecided"
    assert [error.kind for error in result.answers[0].error_kinds] == ["check-greeting"]
    for report in REPORTS:
        assert "check-greeting 936" in report(result).replace("\\", "")


def test_the_answer_of_a_search_that_errors_ended_says_so(tmp_path: Path) -> None:
    result = failed_search(tmp_path, {"check-greeting": 900, "status-404": 36})
    (answer,) = result.answers
    assert [(error.trial, error.kind) for error in answer.error_kinds] == [(2, "check-greeting"), (2, "status-404")]
    assert "Errors at 50 requests/s: check-greeting 900" in english(answer.sentence)
    assert "status-404 36" in english(answer.sentence)


def test_a_pass_names_no_errors(tmp_path: Path) -> None:
    result = failed_load(tmp_path, {"check-greeting": 5}, state=State.PASSED)
    assert result.answers[0].error_kinds == ()
    assert "Errors:" not in english(result.sentence)


@pytest.mark.parametrize("report", REPORTS)
def test_a_hostile_reply_stays_one_bounded_line_of_text(tmp_path: Path, report: Callable[[Result], str]) -> None:
    result = failed_load(
        tmp_path, reply=MadeReply(kind="check-greeting", head=b"HTTP/1.1 200 OK\r\n\r\n", body=HOSTILE)
    )
    text = report(result)
    assert "\x00" not in text
    assert "\x1b" not in text
    (error,) = result.answers[0].error_kinds
    assert len(english(error.text)) < 300
    assert "\n" not in english(error.text)
    if report is junit_report:
        ElementTree.fromstring(text)  # noqa: S314
    if report in (markdown, summary):
        assert "</script>" not in text
        assert "\n# head" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_errors_are_named_in_every_language(tmp_path: Path, language: str) -> None:
    result = failed_load(tmp_path, {"check-greeting": 900, "status-404": 36})
    words = words_of(language)
    text = markdown_document(report_document(result, words))
    assert words("cause-failed-check") in text
    assert "status-404" in text.replace("\\", "")


def test_errors_are_read_back_from_a_written_result(tmp_path: Path) -> None:
    result = failed_load(tmp_path)
    again = result_of(json.loads(written(result)))
    assert again.answers[0].error_kinds == result.answers[0].error_kinds
    assert [finding.role for finding in again.findings] == [finding.role for finding in result.findings]
