"""One document: a section appears in every medium, and a figure has one value wherever it is shown."""

import io
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from loadproof.judge.verdict import State
from loadproof.methods.row import MethodRow
from loadproof.methods.trial import Purpose, TrialResult
from loadproof.render import content, screen
from loadproof.render.content import report_document
from loadproof.render.document import CellKind, Column, Document, Section, Table, TableCell
from loadproof.render.junit import junit_report
from loadproof.render.markdown import markdown_report
from loadproof.render.page_document import page_document
from loadproof.render.screen import screen_document, summary_report
from loadproof.render.terminal import terminal_document
from loadproof.result.result import Result
from loadproof.words.catalogue import LANGUAGES, words_of
from rich.console import Console

from .made_result import FOUND, result_of, search, tried, typed

ADDED = Section(
    "Tea leaves",
    [
        Table(
            [Column("Leaf", figures=False), Column("Grams"), Column("State", figures=False, toned=True)],
            [["oolong", TableCell("12.3", 12.34), TableCell("steeped", None, CellKind.STATE, "passed")]],
            ["passed"],
        )
    ],
    name="tea",
)


class _TeaRow(MethodRow):
    name = "tea"

    def sections(self, _result: Any, _words: Any, /) -> list[Section]:
        return [ADDED]


def terminal(result: Result) -> str:
    stream = io.StringIO()
    Console(file=stream, width=120, force_terminal=True).print(
        terminal_document(report_document(result, words_of("en")))
    )
    return stream.getvalue()


def output_of_junit(result: Result) -> str:
    return ElementTree.fromstring(junit_report(result)).findtext("testsuite/system-out") or ""  # noqa: S314


MEDIA: dict[str, Callable[[Result], str]] = {
    "terminal": terminal,
    "markdown": lambda result: markdown_report(result, words_of("en")),
    "page": lambda result: json.dumps(page_document(result)),
    "junit": output_of_junit,
    "summary of a CI": lambda result: summary_report(result, words_of("en"), "report.html"),
}


@pytest.fixture
def loaded(tmp_path: Path) -> Result:
    return typed(result_of(tmp_path, [tried(Purpose.LOAD, 100.0, State.PASSED, calls=900)]))


@pytest.mark.parametrize("medium", MEDIA)
def test_a_section_of_a_method_appears_in_every_medium(
    loaded: Result, medium: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = MEDIA[medium](loaded)
    assert "oolong" not in shown
    for module in (content, screen):
        monkeypatch.setattr(module, "METHODS", (*module.METHODS, _TeaRow()))
    shown = MEDIA[medium](loaded)
    for text in ("Tea leaves", "oolong", "12.3", "steeped"):
        assert text in shown


def tables(value: Any) -> Iterator[Table]:
    if isinstance(value, Table):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from tables(getattr(value, field.name))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from tables(inner)


def cells_by_place(document: Document) -> dict[tuple[str, ...], set[tuple[str, float]]]:
    """Texts and values of figures, by the titles of their tables' columns, their column and the first cell."""
    found: dict[tuple[str, ...], set[tuple[str, float]]] = {}
    for table in tables(document):
        for row in table.rows:
            key = f"{table.columns[0].title}: {row[0] if isinstance(row[0], str) else row[0].text}"
            for column, cell in zip(table.columns, row, strict=True):
                if isinstance(cell, TableCell) and cell.value is not None:
                    found.setdefault((key, column.title), set()).add((cell.text, cell.value))
    return found


@pytest.mark.parametrize("trials", [search(), [tried(Purpose.LOAD, 100.0, State.PASSED, calls=900)]])
def test_a_figure_on_the_screen_and_in_the_report_has_one_value(tmp_path: Path, trials: list[TrialResult]) -> None:
    result = typed(result_of(tmp_path, trials, FOUND if len(trials) > 1 else None))
    words = words_of("en")
    on_screen = cells_by_place(screen_document(result, words))
    in_report = cells_by_place(report_document(result, words))
    shared = {place: texts for place, texts in on_screen.items() if place in in_report}
    assert len(shared) >= 2
    for place, texts in shared.items():
        by_value = {value: text for text, value in in_report[place]}
        assert {text for text, value in texts if value in by_value} <= set(by_value.values()), place
        assert {value for _, value in texts} <= by_value.keys(), place


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_the_cells_of_the_other_media(tmp_path: Path, language: str) -> None:
    result = typed(result_of(tmp_path, search(), FOUND))
    page = page_document(result)
    texts = page["texts"][language]

    def told(cell: Any) -> str:
        text = cell[0] if isinstance(cell, list) else cell
        return str(texts[text] if isinstance(text, int) else text)

    trials = next(one for one in page["sections"] if one["name"] == "trials")
    (table,) = [block for block in trials["blocks"] if block["kind"] == "Table"]
    document = report_document(result, words_of(language))
    (made,) = [one for section in document.sections if section.name == "trials" for one in tables(section)]
    assert [[told(cell) for cell in row] for row in table["rows"]] == [
        [cell if isinstance(cell, str) else cell.text for cell in row] for row in made.rows
    ]
    written = re.sub(r"\\", "", markdown_report(result, words_of(language)))
    for row in table["rows"]:
        assert f"| {' | '.join(map(told, row))} |" in written
