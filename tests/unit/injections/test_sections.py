"""Section of injections in a report: effects, resources and occurrences; what was not undone comes first."""

from dataclasses import replace
from pathlib import Path

import pytest
from loadproof.injections.sections import injection_lines, injections_sections
from loadproof.model.message import Message
from loadproof.records.injection import (
    Effect,
    EffectDecision,
    Injection,
    InjectionAlarm,
    InjectionState,
    Occurrence,
    OccurrenceEffect,
    OperationPhases,
    PhaseCalls,
)
from loadproof.render.answer_sections import answer_sections
from loadproof.render.content import report_document
from loadproof.render.document import Bullets, Column, Fold, Paragraph, Section, Table, TableCell, text_of
from loadproof.render.junit import junit_report
from loadproof.render.markdown import markdown_report
from loadproof.words.catalogue import LANGUAGES, words_of

from ..render.made_result import FOUND, result_of, search, typed

HOSTILE = "\x1b[2J | <b>x</b>"


def effect(metric: str, unit: str, before: float, during: float, decision: EffectDecision) -> Effect:
    difference = during - before
    return Effect(
        metric=metric,
        unit=unit,
        before=before,
        during=during,
        after=before,
        difference=difference,
        low=0.5 * difference,
        high=1.5 * difference,
        decision=decision,
    )


P95 = effect("p95_ms", "ms", 212.0, 412.0, EffectDecision.WORSE)
EFFECTS = (
    P95,
    effect("apdex", "", 0.95, 0.55, EffectDecision.WORSE),
    effect("error_share", "share", 0.0, 0.02, EffectDecision.NOT_SEEN),
    effect("rate_per_s", "1/s", 50.0, 48.0, EffectDecision.NOT_SEEN),
    effect("process:api cpu_cores", "cores", 0.5, 1.5, EffectDecision.CHANGED),
    effect("process:api pss_mib", "MiB", 100.0, 90.0, EffectDecision.NOT_SEEN),
    effect(f"host {HOSTILE}", "share", 0.4, 0.9, EffectDecision.CHANGED),
)


def occurrence(trial: int, number: int, state: InjectionState = InjectionState.UNDONE) -> Occurrence:
    is_left = state is InjectionState.NOT_UNDONE
    is_made = state is not InjectionState.FAILED
    begun_s = 60.0 * number
    return Occurrence(
        trial=trial,
        number=number,
        begun_s=begun_s,
        ended_s=begun_s + 30.0,
        undone_s=None if is_left else begun_s + 31.0,
        state=state,
        fault=None if state is InjectionState.UNDONE else Message.said(f"why {HOSTILE}"),
        effect=OccurrenceEffect(block_s=10, effects=EFFECTS, recovery_s=None if is_left else 20.0) if is_made else None,
    )


def phase(calls: int, dropped: int = 0, cut: int = 0, **errors: int) -> PhaseCalls:
    """Calls of a phase: those that did not fail completed."""
    kinds = {kind.replace("_", "-"): failed for kind, failed in errors.items()}
    completed = calls - dropped - cut - sum(kinds.values())
    return PhaseCalls(calls=calls, completed=completed, errors_by_kind=kinds, dropped=dropped, cut=cut)


OPERATIONS = (
    OperationPhases(operation="open form", before=phase(1200), during=phase(400), after=phase(900)),
    OperationPhases(
        operation=f"report {HOSTILE}",
        before=phase(1300, reset=1),
        during=phase(60, dropped=2, cut=1, timeout=3, status_500=44),
        after=phase(95),
    ),
)
BACKLOG = Injection(
    name=f"backlog{HOSTILE}",
    kind="sql",
    problem=Message.said(f"50 sessions {HOSTILE}"),
    variant="a",
    occurrences=(occurrence(3, 1), occurrence(3, 2), occurrence(3, 3)),
    effects=EFFECTS,
    repetitions=3,
    recovery_s=24.0,
    operations=OPERATIONS,
    alarms=(
        InjectionAlarm(name="slow", occurrences=3, detected=2, delay_s=21.0),
        InjectionAlarm(name="errors", occurrences=3, detected=0, delay_s=None),
    ),
)
LEFT = replace(
    BACKLOG,
    name="lag",
    occurrences=(occurrence(2, 1, InjectionState.NOT_UNDONE),),
    effects=(replace(P95, after=None, difference=None, low=None, high=None, decision=EffectDecision.UNKNOWN),),
    repetitions=1,
    recovery_s=None,
    operations=(),
    alarms=(),
)
FAILED = replace(LEFT, name="flag", occurrences=(occurrence(1, 1, InjectionState.FAILED),), effects=(), repetitions=0)


def blocks_of(injections: list[Injection]) -> tuple[Table, Table, Table]:
    (section,) = injections_sections(injections, words_of("en"))
    effects = next(block for block in section.blocks if isinstance(block, Table))
    named = {block.name: block for block in section.blocks if isinstance(block, Section)}
    resources = named["resources"].blocks[0]
    fold = section.blocks[-1]
    assert isinstance(fold, Fold)
    occurrences = fold.blocks[0]
    assert isinstance(resources, Table)
    assert isinstance(occurrences, Table)
    return effects, resources, occurrences


def texts(table: Table) -> list[list[str]]:
    return [[text_of(cell) for cell in row] for row in table.rows]


def test_a_row_tells_the_effect_the_recovery_and_the_alarms() -> None:
    effects, _, _ = blocks_of([BACKLOG])
    (row,) = texts(effects)
    name, made, p95, apdex, failed, recovery, alarms = row
    assert "\x1b" not in name
    assert made == "3 of 3 made and undone; effects over 3 repetitions"
    assert p95 == "212 ms → 412 ms: +200 ms (+100 ms to +300 ms), worse"
    assert apdex == "0.95 → 0.55: \N{MINUS SIGN}0.4 (\N{MINUS SIGN}0.2 to \N{MINUS SIGN}0.6), worse"
    assert failed == "0 % → 2 %: +2 points (+1 point to +3 points), no effect seen"
    assert recovery == "24 s"
    assert alarms == "slow: 2 of 3, 21 s after the start; errors: 0 of 3"
    values = [cell.value for cell in effects.rows[0][2:6] if isinstance(cell, TableCell)]
    assert values == [200.0, pytest.approx(-0.4), 0.02, 24.0]


def failed_operations(injections: list[Injection], language: str = "en") -> Table | None:
    """The table of operations with failed calls; None: the section has none."""
    (section,) = injections_sections(injections, words_of(language))
    for block in section.blocks:
        if isinstance(block, Section) and block.name == "failed-operations":
            table = block.blocks[0]
            assert isinstance(table, Table)
            return table
    return None


def test_operations_with_failures_have_a_row_with_kinds_and_survivors() -> None:
    table = failed_operations([BACKLOG, LEFT])
    assert table is not None
    (row,) = texts(table)
    assert "\x1b" not in "".join(row)
    assert row[2:] == ["1 of 1,300: reset 1", "50 of 60: status-500 44, timeout 3, dropped 2, cut 1", "0 of 95", "10"]
    assert [cell.value for cell in table.rows[0][2:] if isinstance(cell, TableCell)] == [1, 50, 0, 10]


def test_without_a_failed_call_there_is_no_table_of_failures() -> None:
    assert failed_operations([replace(BACKLOG, operations=OPERATIONS[:1])]) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_failures_of_variants_stand_apart_and_many_are_cut(language: str) -> None:
    many = tuple(replace(OPERATIONS[1], operation=f"report {number}") for number in range(40))
    table = failed_operations([replace(BACKLOG, operations=many, variant=one) for one in ("a", "b")], language)
    assert table is not None
    assert [len(row) for row in table.rows] == [len(table.columns)] * 60
    assert [text_of(table.rows[place][1]) for place in (0, 59)] == ["a", "b"]


def test_resources_with_an_effect_come_first_each_in_its_unit() -> None:
    _, resources, _ = blocks_of([BACKLOG])
    rows = texts(resources)
    assert [row[-1] for row in rows] == ["changed", "changed"]
    assert rows[0][1:6] == [
        "process:api cpu_cores",
        "0.5 cores",
        "1.5 cores",
        "0.5 cores",
        "+1 core (+0.5 cores to +1.5 cores)",
    ]
    assert rows[1][5] == "+50 points (+25 points to +75 points)"
    assert "\x1b" not in rows[1][1]


def test_resources_without_a_sure_effect_are_those_that_differ_most() -> None:
    unsure = tuple(one for one in BACKLOG.effects if one.decision is EffectDecision.NOT_SEEN)
    _, resources, _ = blocks_of([replace(BACKLOG, effects=unsure)])
    rows = {row[1]: row for row in texts(resources)}
    assert rows["completed calls"][2:4] == ["50/s", "48/s"]
    assert any(row[5].startswith("\N{MINUS SIGN}10 MiB") for row in rows.values())


def test_what_was_not_undone_comes_first_and_is_loud() -> None:
    (section,) = injections_sections([BACKLOG, LEFT, FAILED], words_of("en"))
    first = section.blocks[0]
    assert isinstance(first, Bullets)
    assert first.items[0].startswith("NOT UNDONE: something of the injection lag was left in trial 2: why ")
    effects, _, occurrences = blocks_of([BACKLOG, LEFT, FAILED])
    assert effects.tones == ["", "failed", "undecided"]
    assert texts(effects)[1][1] == "0 of 1 made and undone, 1 NOT UNDONE; one repetition: the next may differ"
    assert texts(effects)[1][2] == "212 ms → 412 ms: too short to tell"
    assert texts(effects)[2][1:] == ["0 of 1 made and undone, 1 failed", *["–"] * 5]
    assert [row[0] for row in texts(occurrences)] == ["1", "2", "3", "3", "3"]
    assert texts(occurrences)[1][5:7] == ["–", "NOT UNDONE"]


def test_two_repetitions_rest_on_the_first() -> None:
    effects, _, _ = blocks_of([replace(BACKLOG, occurrences=BACKLOG.occurrences[:2], repetitions=2)])
    assert texts(effects)[0][1].endswith("effects of the first of two repetitions")


def test_several_variants_have_a_column_in_each_table() -> None:
    for table, place in zip(blocks_of([BACKLOG, replace(BACKLOG, variant=HOSTILE)]), (1, 1, 2), strict=True):
        assert table.columns[place] == Column("Variant", figures=False)
        assert {len(row) for row in table.rows} == {len(table.columns)}
        assert "\x1b" not in "".join(text_of(row[place]) for row in table.rows)


def test_many_occurrences_are_cut_with_a_note() -> None:
    many = replace(BACKLOG, occurrences=tuple(occurrence(trial, 1) for trial in range(1, 101)))
    (section,) = injections_sections([many], words_of("en"))
    fold = section.blocks[-1]
    assert isinstance(fold, Fold)
    table, note = fold.blocks
    assert isinstance(table, Table)
    assert isinstance(note, Paragraph)
    assert len(table.rows) == 60
    assert "40" in note.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_has_the_section_after_the_answers(tmp_path: Path, language: str) -> None:
    words = words_of(language)
    result = replace(typed(result_of(tmp_path, search(), FOUND)), injections=(BACKLOG, LEFT, FAILED))
    names = [section.name for section in report_document(result, words).closing]
    assert names.index("injections") == len(answer_sections(result, words))
    written = markdown_report(result, words)
    assert words("section-injections") in written
    assert words("injections-state-not-undone") in written
    assert "\x1b" not in written


def test_the_report_of_a_ci_has_the_section(tmp_path: Path) -> None:
    written = junit_report(replace(typed(result_of(tmp_path, search(), FOUND)), injections=(LEFT,)))
    assert "NOT UNDONE" in written


def test_one_screen_has_a_line_for_each_injection_and_that_of_what_was_left_first() -> None:
    (section,) = injection_lines([BACKLOG, FAILED, LEFT, *[replace(BACKLOG, name="more")] * 3], words_of("en"), most=4)
    assert isinstance(section, Section)
    lines = section.blocks[0]
    assert isinstance(lines, Bullets)
    assert [line.split(":")[0] for line in lines.items[:2]] == ["lag", "flag"]
    assert "p95 212 ms → 412 ms: +200 ms (+100 ms to +300 ms), worse" in lines.items[2]
    assert "Failed calls" not in lines.items[2]
    assert lines.items[2].endswith("recovery 24 s after the undo")
    assert isinstance(section.blocks[1], Paragraph)
    assert injection_lines([], words_of("en"), most=4) == []
    assert injections_sections([], words_of("en")) == []
