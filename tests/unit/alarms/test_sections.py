"""Section of alarms in a report: how often and how early each fired, and each firing."""

from dataclasses import replace
from pathlib import Path

import pytest
from loadproof.alarms.sections import alarm_lines, alarms_sections
from loadproof.model.message import Message, share
from loadproof.records.alarm import Alarm, AlarmFiring
from loadproof.render.answer_sections import answer_sections
from loadproof.render.content import report_document
from loadproof.render.document import Bullets, Column, Paragraph, Section, Table, TableCell, text_of
from loadproof.render.junit import junit_report
from loadproof.render.markdown import markdown_report
from loadproof.words.catalogue import LANGUAGES, words_of

from ..render.made_result import FOUND, result_of, search, typed

BUSY = Message("clauses", clauses=share(0.97))


def firing(trial: int, fired_s: float, lead_s: float | None, *, ended_s: float | None = None) -> AlarmFiring:
    return AlarmFiring(
        trial=trial,
        pending_s=fired_s - 20.0,
        fired_s=fired_s,
        known_s=fired_s + 1.0,
        ended_s=ended_s,
        value=BUSY,
        lead_s=lead_s,
        is_false=lead_s is None,
        stopped=ended_s is None,
    )


CPU = Alarm(
    name="cpu \x1b[31m",
    rule="host cpu_busy_share > 0.95 for 20s",
    variant="g1",
    stops=True,
    firings=(firing(3, 80.0, 40.0, ended_s=95.0), firing(3, 120.0, 5.0), firing(4, 70.0, -12.0), firing(5, 30.0, None)),
    fired=4,
    fired_trials=3,
    trials=4,
    no_data_s=72,
    falls=3,
    detected=2,
    undisturbed_minutes=12.5,
    false_firings=1,
)
QUIET = replace(
    CPU,
    name="disk",
    firings=(),
    fired=0,
    fired_trials=0,
    no_data_s=0,
    falls=0,
    detected=0,
    undisturbed_minutes=None,
    false_firings=0,
)


def tables_of(alarms: list[Alarm]) -> tuple[Table, Table]:
    (section,) = alarms_sections(alarms, words_of("en"))
    summary, note, firings = section.blocks
    assert isinstance(summary, Table)
    assert isinstance(note, Paragraph)
    assert isinstance(firings, Section)
    table = firings.blocks[0]
    assert isinstance(table, Table)
    return summary, table


def value_of(cell: TableCell | str) -> float | None:
    assert isinstance(cell, TableCell)
    return cell.value


def test_a_row_says_how_often_and_how_early_an_alarm_fired() -> None:
    summary, _ = tables_of([CPU, QUIET])
    assert [text_of(cell) for cell in summary.rows[0]] == [
        "cpu \\x1b[31m",
        "host cpu_busy_share > 0.95 for 20s",
        "3 of 4",
        "1 min 20 s, trial 3",
        "14 s before users noticed (\N{MINUS SIGN}12 s to 40 s)",
        "1 in 12 min 30 s",
        "2 of 3",
        "1 min 12 s",
    ]
    assert [value_of(cell) for cell in summary.rows[0][2:]] == [3, 80.0, 14.0, 1, 2, 72.0]
    assert [text_of(cell) for cell in summary.rows[1][2:]] == ["0 of 4", "–", "–", "–", "–", "0 s"]


def test_firings_are_in_the_order_of_trials() -> None:
    _, firings = tables_of([replace(QUIET, firings=(firing(4, 10.0, 0.2, ended_s=11.0),)), CPU])
    rows = [[text_of(cell) for cell in row] for row in firings.rows]
    assert rows[0] == [
        *("3", "cpu \\x1b[31m", "1 min", "1 min 20 s", "1 min 35 s", "97 %", "40 s before users noticed", "–"),
    ]
    assert rows[1][4:] == ["end of the trial", "97 %", "5 s before users noticed", "ended the trial"]
    assert [row[:2] for row in rows[2:]] == [["4", "disk"], ["4", "cpu \\x1b[31m"], ["5", "cpu \\x1b[31m"]]
    assert rows[2][6] == "as users noticed"
    assert rows[4][6:] == ["–", "false firing, ended the trial"]
    assert [value_of(cell) for cell in firings.rows[0][2:5]] == [60.0, 80.0, 95.0]


def test_several_variants_have_a_column() -> None:
    summary, firings = tables_of([CPU, replace(CPU, variant="z\x1b[2J"), QUIET])
    for table, place in ((summary, 2), (firings, 2)):
        assert table.columns[place] == Column("Variant", figures=False)
        assert {len(row) for row in table.rows} == {len(table.columns)}
        assert {text_of(row[place]) for row in table.rows} == {"g1", "z\\x1b[2J"}


def test_many_firings_are_cut_with_a_note() -> None:
    many = replace(CPU, firings=tuple(firing(number, 40.0, 3.0) for number in range(1, 101)), fired=100)
    (section,) = alarms_sections([many], words_of("en"))
    firings = section.blocks[-1]
    assert isinstance(firings, Section)
    table, note = firings.blocks
    assert isinstance(table, Table)
    assert isinstance(note, Paragraph)
    assert len(table.rows) == 60
    assert "40" in note.text


def test_without_alarms_there_is_no_section_and_without_firings_a_sentence() -> None:
    assert alarms_sections([], words_of("en")) == []
    (section,) = alarms_sections([QUIET], words_of("en"))
    assert section.blocks[-1] == Paragraph("No alarm fired.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_has_the_section_after_the_answers(tmp_path: Path, language: str) -> None:
    words = words_of(language)
    result = replace(typed(result_of(tmp_path, search(), FOUND)), alarms=(CPU, QUIET))
    names = [section.name for section in report_document(result, words).closing]
    assert names.index("alarms") == len(answer_sections(result, words))
    assert names.index("alarms") < names.index("validity")
    written = markdown_report(result, words)
    assert words("section-alarms") in written
    assert "\x1b" not in written
    assert words("alarms-remark-false") in written


def test_the_report_of_a_ci_has_the_section(tmp_path: Path) -> None:
    result = replace(typed(result_of(tmp_path, search(), FOUND)), alarms=(CPU, QUIET))
    written = junit_report(result)
    assert "Alarms" in written
    assert "cpu \\x1b[31m" in written
    assert "1 in 12 min 30 s" in " ".join(written.split())


def test_one_screen_has_a_line_for_each_alarm_that_fired() -> None:
    many = [replace(CPU, name=f"alarm{number}") for number in range(6)]
    (section,) = alarm_lines([QUIET, *many], words_of("en"), most=4)
    assert isinstance(section, Section)
    lines = section.blocks[0]
    assert isinstance(lines, Bullets)
    assert len(lines.items) == 4
    assert lines.items[0].startswith("alarm0 fired 1 min 20 s into trial 3 (")
    # Leads of three trials: 40 s, none, and 12 s too late.
    assert "in 3 of 4 trials; lead time: 14 s before users noticed" in lines.items[0]
    assert alarm_lines([QUIET], words_of("en"), most=4) == []
