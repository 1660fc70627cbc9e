"""Reports in Markdown and on a terminal: what they hold, and that nothing from outside can format them."""

import io
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from loadproof.judge.doubt import Doubt, DoubtCode
from loadproof.judge.verdict import State, Verdict
from loadproof.method.trial import Purpose
from loadproof.report.markdown import markdown_report
from loadproof.report.terminal import terminal_report
from loadproof.store.window import Window, WindowTally
from rich.console import Console

from ..store.made_run import description_of
from .made_result import FOUND, measured, renamed, result_of, search, tried

HOSTILE = "<script>alert(1)</script>[bold red]x[/]|y`z`\n# head\r\x1b[2J\u202eevil **b** $x$ &lt; [l](http://e)"
TITLES = [
    "Trials",
    "Operations",
    "Where the response time comes from",
    "Validity",
    "Method",
    "Environment",
    "Repeat it",
]


def on_terminal(result: dict[str, Any], width: int = 120, color: bool = False) -> str:
    stream = io.StringIO()
    Console(file=stream, width=width, force_terminal=color).print(terminal_report(result))
    return stream.getvalue()


def cells(markdown: str, title: str) -> list[list[str]]:
    section = next(part for part in markdown.split("\n## ") if part.startswith(title))
    rows = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in rows]


@pytest.mark.parametrize("render", [markdown_report, on_terminal])
def test_the_verdict_comes_first_and_every_part_follows(tmp_path: Path, render: Any) -> None:
    report = render(result_of(tmp_path, search(), FOUND))
    flat = re.sub(r"[\s│\\]+", " ", report)
    places = [flat.index(words) for words in ["The service holds 9,300 requests/s", "Poisson arrivals: calls", *TITLES]]
    assert places == sorted(places)
    assert "Estimate: 9,400/s, between 9,300/s and 9,560/s, 2.72 % apart." in flat
    assert "The interval is 2.7 % wide." in flat
    assert "Trial 2 (bracket, 10,000/s) failed: 3.4 % of the calls were over" in flat
    assert "27,900 due = 27,900 sent + 0 dropped; 27,900 sent = 27,900 completed + 0 errors + 0 cut." in flat
    assert "loadproof capacity http://127.0.0.1:8080 --slo 'p99<50ms'" in report


def test_the_tables_hold_what_was_measured(tmp_path: Path) -> None:
    markdown = markdown_report(result_of(tmp_path, search(), FOUND))
    trials = {row[0]: row for row in cells(markdown, "Trials")}
    assert trials["2"][1:4] == ["bracket", "10,000", "10,000"]
    assert trials["2"][7:] == ["3.4 % (1.7–6.8)", "0 % (0–0.1)", "40", "0", "–", "failed (early)"]
    assert trials["3"][6] == "too few"
    assert [row[0] for row in cells(markdown, "Operations")[2:]] == [
        "get",
        "batch",
        "create",
        "update",
        "all",
    ]
    assert [row[0] for row in cells(markdown, "Where")[2:]] == ["wait", "lateness", "service", "response"]
    widths = [len(row) for title in ("Trials", "Operations", "Where", "Method") for row in cells(markdown, title)]
    assert set(widths) == {13, 11, 7, 2}


def test_errors_are_told_by_kind(tmp_path: Path) -> None:
    result = result_of(tmp_path, [tried(Purpose.LOAD, 1000.0, State.FAILED, errors=300)])
    operations = {row[0]: row for row in cells(markdown_report(result), "Operations")}
    assert operations["get"][8] == operations["all"][8] == "timeout 200, status-503 100"
    assert operations["get"][7] == "2.1 %"
    assert operations["batch"][8] == "0"


def test_doubts_stand_with_their_cures(tmp_path: Path) -> None:
    late = measured(1000.0, doubts=[Doubt(DoubtCode.LATE_SENDS, "p99 of the lateness is 7 ms")])
    trial = replace(tried(Purpose.LOAD, 1000.0, State.INVALID), measurement=replace(late, valid=False))
    report = on_terminal(result_of(tmp_path, [trial]))
    assert "Not valid: no verdict can rest on the measurement." in report
    assert "late-sends: p99 of the lateness is 7 ms. Cure: run the generator on a core of its own" in report


def test_nothing_from_outside_formats_markdown(tmp_path: Path) -> None:
    trial = tried(Purpose.LOAD, 1000.0, State.FAILED, verdict=Verdict(State.FAILED, HOSTILE))
    window = Window(0)
    window.add(HOSTILE, WindowTally(due=5, sent=5, errors={HOSTILE: 5}))
    trial = replace(trial, measurement=window.measurement(1.0, [Doubt(DoubtCode.SHORT_PROBE, HOSTILE)]))
    command = ("loadproof", "load", "http://x", "--header", "```\n# out\n" + HOSTILE)
    description = replace(renamed(HOSTILE), command=command, target=HOSTILE, environment={HOSTILE: HOSTILE})
    result = result_of(tmp_path, [trial], None, description)
    markdown = markdown_report(result)
    body, _, repeat = markdown.partition("## Repeat it")
    assert re.search(r"(?<!\\)<", body) is None
    assert re.search(r"(?<!\\)\[", body) is None
    assert re.search(r"(?<!\\)`", body) is None
    assert all(len(row) == 11 for row in cells(markdown, "Operations"))
    assert [line for line in markdown.splitlines() if line.startswith("#")] == [
        line
        for line in markdown.splitlines()
        if re.match(r"##? (loadproof load|Trials|Op|Resp|Where|Val|Meth|Env|Rep)", line)
    ]
    assert repeat.strip().splitlines()[0] == repeat.strip().splitlines()[-1] + "sh" == "````sh"
    assert len(repeat.strip().splitlines()) == 3
    assert all(character.isprintable() or character == "\n" for character in markdown)


def test_nothing_from_outside_drives_the_terminal(tmp_path: Path) -> None:
    trial = tried(Purpose.LOAD, 1000.0, State.FAILED, verdict=Verdict(State.FAILED, HOSTILE))
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
    assert "None was begun." in report
    assert "interrupted: the run has no end" in " ".join(report.split())


@pytest.mark.parametrize("render", [markdown_report, on_terminal])
def test_a_killed_run_can_be_reported(tmp_path: Path, render: Any) -> None:
    report = render(result_of(tmp_path, search(), None, description_of("capacity"), ended=False))
    assert "Trial 5 (confirm, 9,300/s) cut-short" in report
    assert "24 due = 24 sent" in report


@pytest.mark.parametrize("width", [80, 100, 120])
def test_no_line_is_wider_than_the_terminal_and_no_figure_is_broken(tmp_path: Path, width: int) -> None:
    report = on_terminal(result_of(tmp_path, search(), FOUND), width)
    assert max(map(len, report.splitlines())) <= width
    assert re.search(r"9,560 +9,560 .* 125 ", report)
    assert "(1.7–6.8)" in report
    assert "passed" in report.split("5 confirm" if width < 110 else "5  confirm")[1].splitlines()[0]


@pytest.mark.parametrize("text", ["1. one", "- dash", "# head", "+ plus", "===", "12) x", "3.5", "-5 %", "a - b"])
def test_text_at_the_start_of_a_line_begins_no_block(text: str, tmp_path: Path) -> None:
    result = result_of(tmp_path, [tried(Purpose.LOAD, 10.0, State.PASSED)])
    result["run"]["arrivals_note"] = text
    line = markdown_report(result).splitlines()[4]
    assert line.replace("\\", "") == text
    assert re.match(r"\d+[.)]\s|[-+#]+\s|=+$", line) is None
    assert ("\\" in line) == (text not in ("3.5", "-5 %", "a - b"))
