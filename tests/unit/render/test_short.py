"""What one pastes into a chat: six lines at most, of plain text, in the language asked."""

from dataclasses import replace
from pathlib import Path

import pytest
from loadproof.model.message import Message
from loadproof.model.target import service_target
from loadproof.records.doubt import Doubt
from loadproof.records.finding import Finding
from loadproof.render.names import operation_title
from loadproof.render.short import short_report
from loadproof.result.result import StopCause, StoppedBy
from loadproof.words.catalogue import LANGUAGES, words_of

from ..store.made_run import description_of
from .made_ranking import THREE, ranked_result
from .made_result import FOUND, markdown_report, renamed, result_of, search, typed

PLACE = "runs/made/report.html"
DOUBT = Doubt(code="late", text=Message.said("late"), cure=Message.said("wait"))
STOPPED = StoppedBy(variant=None, start=1, causes=(StopCause(cause="disk-busy", kind="fact", trials=(2,)),))

LEAK = Finding(trial=5, kind="fact", cause="memory-growth", text=Message.said("It grows."), evidence=(), test=None)


def test_a_search_says_what_it_found_and_what_stopped_it(tmp_path: Path) -> None:
    result = replace(typed(result_of(tmp_path, search(), FOUND)), doubts=(DOUBT,), stopped_by=(STOPPED,))
    assert short_report(result, words_of("en"), PLACE).splitlines() == [
        "loadproof capacity: http://127.0.0.1:8080: passed",
        "Holds 9,300/s; the capacity is about 9,400/s, between 9,300/s and 9,560/s",
        "SLO: p99 < 50 ms, errors < 1 %",
        "Stopped by: disk",
        "1 doubt: see the report",
        "Report: runs/made/report.html",
    ]


def test_what_a_confirmation_shows_though_it_passed_stands_beside_what_stopped_the_search(tmp_path: Path) -> None:
    result = replace(typed(result_of(tmp_path, search(), FOUND)), stopped_by=(STOPPED,), findings=(LEAK,))
    lines = short_report(result, words_of("en"), PLACE).splitlines()
    assert lines[3] == "Stopped by: disk; Trials that passed show all the same: growing memory"


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_short_in_every_language(tmp_path: Path, language: str) -> None:
    result = replace(typed(ranked_result(tmp_path, THREE)), doubts=(DOUBT, DOUBT), stopped_by=(STOPPED,))
    lines = short_report(result, words_of(language), PLACE).splitlines()
    assert len(lines) == 6
    assert max(map(len, lines)) <= 120
    assert "go-pgx" in lines[1]
    assert PLACE in lines[-1]


def test_nothing_from_outside_drives_a_terminal(tmp_path: Path) -> None:
    result = typed(result_of(tmp_path, [], None, replace(renamed("x"), target="http://x/\x1b[2J\n\u202e"), ended=False))
    shown = short_report(result, words_of("en"), "a\x1b[2Jb")
    assert all(character.isprintable() or character == "\n" for character in shown)


def test_a_service_of_a_study_is_called_by_its_name(tmp_path: Path) -> None:
    described = replace(description_of("load"), target="http://127.0.0.1:${api.port}")
    report = markdown_report(result_of(tmp_path, search(), None, described))
    assert report.startswith("# loadproof load: api\n")
    assert service_target("unix:/run/app.sock") == "unix:/run/app.sock"


def test_an_operation_that_nobody_named_is_called_by_its_request(tmp_path: Path) -> None:
    run = typed(result_of(tmp_path, [])).run
    (first, *_) = run.profile.operations
    alone = replace(run, profile=replace(run.profile, operations=(replace(first, request="GET /status/1"),)))
    assert operation_title(alone, "get") == "GET /status/1"
    assert operation_title(replace(alone, command=("loadproof", "load", "--profile", "a.yaml")), "get") == "get"
    assert operation_title(run, "get") == "get"
