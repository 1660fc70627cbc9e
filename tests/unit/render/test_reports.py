"""Reports in Markdown and on a terminal: what they hold, and that nothing from outside can format them."""

import io
import itertools
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.trial import Purpose
from loadproof.model.message import Message, rate
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.render.content import report_document
from loadproof.render.document import Bullets, Document, Facts, Paragraph
from loadproof.render.terminal import terminal_document
from loadproof.store.window import Window, WindowTally
from loadproof.words.catalogue import words_of
from rich.console import Console

from ..store.made_run import description_of
from .made_result import FOUND, markdown_report, measured, renamed, result_of, search, tried, typed

HOSTILE = "<script>alert(1)</script>[bold red]x[/]|y`z`\n# head\r\x1b[2J\u202eevil **b** $x$ &lt; [l](http://e)"
TITLES = [
    "Operations",
    "Where the response time comes from",
    "Findings",
    "Trials",
    "Validity and doubts",
    "Method, study",
    "Poisson arrivals: calls",
    "Environment",
    "Repeat it",
]


def on_terminal(result: dict[str, Any], width: int = 120, color: bool = False, language: str = "en") -> str:
    stream = io.StringIO()
    console = Console(file=stream, width=width, force_terminal=True, color_system="standard" if color else None)
    console.print(terminal_document(report_document(typed(result), words_of(language))))
    return stream.getvalue()


def cells(markdown: str, title: str) -> list[list[str]]:
    """The first table below a heading that begins so."""
    section = next(part for part in re.split(r"\n##+ ", markdown) if part.startswith(title))
    lines = itertools.dropwhile(lambda line: not line.startswith("|"), section.splitlines())
    rows = itertools.takewhile(lambda line: line.startswith("|"), lines)
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in rows]


@pytest.mark.parametrize("render", [markdown_report, on_terminal])
def test_the_verdict_comes_first_and_every_part_follows(tmp_path: Path, render: Any) -> None:
    report = render(result_of(tmp_path, search(), FOUND))
    flat = re.sub(r"[\s│\\]+", " ", report)
    places = [flat.index(words) for words in ["The service can handle 9,300", "Holds 9,300 requests/s", *TITLES]]
    assert places == sorted(places)
    assert "Estimate: 9,400/s, between 9,300/s and 9,560/s, 2.72 % apart." in flat
    assert "The interval is 2.7 % wide." in flat
    assert "Trial 2 (coarse search, 10,000/s) failed: 3.4 % of the calls were over" in flat
    assert "27,900 due = 27,900 sent + 0 dropped; 27,900 sent = 27,900 completed + 0 errors + 0 cut." in flat
    assert "loadproof capacity http://127.0.0.1:8080 --slo 'p99<50ms'" in report


def test_the_tables_hold_what_was_measured(tmp_path: Path) -> None:
    markdown = markdown_report(result_of(tmp_path, search(), FOUND))
    trials = {row[0]: row for row in cells(markdown, "Trials")}
    assert trials["2"][1:4] == ["coarse search", "10,000", "10,000"]
    assert trials["2"][7:] == ["3.4 % (1.7–6.8)", "0 % (0–0.1)", "40", "0", "–", "failed (stopped early)"]
    assert trials["3"][6] == "too few"
    assert [row[0] for row in cells(markdown, "trial 5")[2:]] == [
        "get",
        "batch",
        "create",
        "update",
        "all",
    ]
    assert [row[0] for row in cells(markdown, "Where")[2:]] == ["wait", "lateness", "service", "response"]
    widths = [len(row) for title in ("Trials", "trial 5", "Where", "Method\n") for row in cells(markdown, title)]
    assert set(widths) == {13, 15, 7, 2}


def test_errors_are_told_by_kind(tmp_path: Path) -> None:
    result = result_of(tmp_path, [tried(Purpose.LOAD, 1000.0, State.FAILED, errors=300)])
    operations = {row[0]: row for row in cells(markdown_report(result), "trial 1")}
    assert operations["get"][12] == operations["all"][12] == "timeout 200, status-503 100"
    assert operations["get"][11] == "2.1 %"
    assert operations["batch"][12] == "0"


def test_doubts_stand_with_their_cures(tmp_path: Path) -> None:
    late = measured(1000.0, doubts=[Doubt(DoubtCode.LATE_SENDS, Message.said("p99 of the lateness is 7 ms"))])
    trial = replace(tried(Purpose.LOAD, 1000.0, State.INVALID), measurement=replace(late, valid=False))
    report = on_terminal(result_of(tmp_path, [trial]))
    assert "Not valid (trial 1): no verdict can rest on the measurement." in report
    assert "late-sends: p99 of the lateness is 7 ms. Cure: run the generator on a core of its own" in report


def test_nothing_from_outside_formats_markdown(tmp_path: Path) -> None:
    trial = tried(Purpose.LOAD, 1000.0, State.FAILED, verdict=Verdict(State.FAILED, Message.said(HOSTILE)))
    window = Window(0)
    window.add(HOSTILE, WindowTally(due=5, sent=5, errors={HOSTILE: 5}))
    trial = replace(trial, measurement=window.measurement(1.0, [Doubt(DoubtCode.SHORT_PROBE, Message.said(HOSTILE))]))
    command = ("loadproof", "load", "http://x", "--header", "```\n# out\n" + HOSTILE)
    description = replace(renamed(HOSTILE), command=command, target=HOSTILE, environment={HOSTILE: HOSTILE})
    result = result_of(tmp_path, [trial], None, description)
    markdown = markdown_report(result)
    body, _, repeat = markdown.partition("## Repeat it")
    assert re.search(r"(?<!\\)<", body) is None
    assert re.search(r"(?<!\\)\[", body) is None
    assert re.search(r"(?<!\\)`", body) is None
    assert all(len(row) == 13 for row in cells(markdown, "trial 1"))
    assert [line for line in markdown.splitlines() if line.startswith("#")] == [
        line
        for line in markdown.splitlines()
        if re.match(r"#{1,3} (loadproof load|Trials|Op|trial 1|Resp|Where|Find|Val|Meth|Prof|Env|Rep)", line)
    ]
    fenced = repeat.strip().split("\n\n")[0].splitlines()
    assert fenced[0] == fenced[-1] + "sh" == "````sh"
    assert len(fenced) == 3
    assert all(character.isprintable() or character == "\n" for character in markdown)


def test_nothing_from_outside_drives_the_terminal(tmp_path: Path) -> None:
    trial = tried(Purpose.LOAD, 1000.0, State.FAILED, verdict=Verdict(State.FAILED, Message.said(HOSTILE)))
    description = replace(renamed(HOSTILE), target=HOSTILE, environment={HOSTILE: HOSTILE})
    report = on_terminal(result_of(tmp_path, [trial], None, description))
    assert all(character.isprintable() or character == "\n" for character in report)
    assert "[bold red]x[/]" in report
    colored = on_terminal(result_of(_fresh(tmp_path), [trial], None, description), color=True)
    assert "\x1b[2J" not in colored


def _fresh(parent: Path) -> Path:
    (parent / "fresh").mkdir()
    return parent / "fresh"


@pytest.mark.parametrize("render", [markdown_report, on_terminal])
@pytest.mark.parametrize("verb", ["load", "capacity"])
def test_an_empty_run_can_be_reported(tmp_path: Path, render: Any, verb: str) -> None:
    report = render(result_of(tmp_path, [], None, description_of(verb), ended=False))
    assert "Nothing was measured." in report
    assert "No trial was begun: nothing was measured." in report
    assert "interrupted: the run has no end" in " ".join(report.split())


@pytest.mark.parametrize("render", [markdown_report, on_terminal])
def test_a_killed_run_can_be_reported(tmp_path: Path, render: Any) -> None:
    report = render(result_of(tmp_path, search(), None, description_of("capacity"), ended=False))
    assert "Trial 5 (confirm, 9,300/s) cut short" in report
    assert "24 due = 24 sent" in report


@pytest.mark.parametrize("width", [80, 100, 120])
def test_no_line_is_wider_than_the_terminal_and_no_figure_is_broken(tmp_path: Path, width: int) -> None:
    report = on_terminal(result_of(tmp_path, search(), FOUND), width)
    assert max(map(len, report.splitlines())) <= width
    assert re.search(r"9,560 +9,560 .* 125 ", report)
    assert "(1.7–6.8)" in report
    confirmed = next(line for line in report.splitlines() if re.match(r" +5 +confirm ", line))
    assert "passed" in confirmed


@pytest.mark.parametrize("text", ["1. one", "- dash", "# head", "+ plus", "===", "12) x", "3.5", "-5 %", "a - b"])
def test_text_at_the_start_of_a_line_begins_no_block(text: str, tmp_path: Path) -> None:
    result = result_of(tmp_path, [tried(Purpose.LOAD, 10.0, State.PASSED)])
    result["run"]["time_note"] = text
    result["run"].get("messages", {}).pop("time_note", None)
    line = markdown_report(result).splitlines()[2]
    assert line.replace("\\", "") == text
    assert re.match(r"\d+[.)]\s|[-+#]+\s|=+$", line) is None
    assert ("\\" in line) == (text not in ("3.5", "-5 %", "a - b"))


@pytest.mark.parametrize("width", range(24, 60))
def test_a_number_of_any_language_is_never_broken(width: int) -> None:
    carried = words_of("ru")("report-short-between", low=rate(12345.0), high=rate(1234567.0))
    document = Document("RPS", carried, "passed", blocks=[Bullets([carried] * 3), Facts([("RPS", carried)])])
    stream = io.StringIO()
    Console(file=stream, width=width, force_terminal=True, color_system=None).print(terminal_document(document))
    assert stream.getvalue().count("12\N{NO-BREAK SPACE}345/") == 5
    assert stream.getvalue().count("1\N{NO-BREAK SPACE}234\N{NO-BREAK SPACE}567/") == 5


@pytest.mark.parametrize("width", range(40, 160, 7))
def test_no_end_of_a_chinese_line_is_left_out(width: int) -> None:
    text = "服务 sample 中等待线程的请求 162 个请求；已通过的试次 5 中的服务 sample 中等待线程的请求 1.75 个请求；" * 4
    document = Document("RPS", text, "passed", blocks=[Bullets([text]), Paragraph(text), Facts([("RPS", text)])])
    stream = io.StringIO()
    Console(file=stream, width=width, force_terminal=True, color_system=None).print(terminal_document(document))
    assert "…" not in stream.getvalue()
