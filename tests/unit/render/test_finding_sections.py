"""What stopped whom stands in one table; below it what repeats over the starts of a variant is said once."""

from dataclasses import replace

import pytest
from loadproof.judge.verdict import State
from loadproof.methods.trial import Purpose
from loadproof.model.message import Message, share
from loadproof.records.finding import Evidence, Finding
from loadproof.render.document import Document, Fold, Paragraph, Section, Statements, Table, statement_line, text_of
from loadproof.render.finding_sections import finding_sections
from loadproof.render.markdown import markdown_document
from loadproof.result.result import Result, StopCause, StoppedBy
from loadproof.words.catalogue import words_of

from .made_result import markdown_report, result_of, tried, typed
from .test_reports import on_terminal

ENGLISH = words_of("en")
STARTS = [(1, "go", 1), (2, "mvc", 1), (3, "mvc", 2), (4, "go", 2)]
EVIDENCE = Evidence(name=Message("evidence-throttled", service="api"), value=61.25, unit="%")


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory) -> Result:
    made = [tried(Purpose.SEARCH, 100.0, State.FAILED, calls=900) for _ in STARTS]
    return typed(result_of(tmp_path_factory.mktemp("made"), made))


def throttled(number: int, of_periods: float = 0.5, service: str = "api") -> Finding:
    return Finding(
        trial=number,
        kind="fact",
        cause="throttled",
        text=Message("was-throttled", service=service, share=share(of_periods), beside=""),
        evidence=(EVIDENCE,),
        test=None,
    )


SUPPOSED = Finding(
    trial=1,
    kind="hypothesis",
    cause="throttled",
    text=Message.said("the quota holds it up."),
    evidence=(),
    test=Message.said("Give it more."),
)


def of_starts(result: Result, *findings: Finding, stopped: tuple[StoppedBy, ...] = ()) -> Result:
    """With the trials of `STARTS`."""
    named = tuple(
        replace(trial, number=number, variant=variant, start=start)
        for trial, (number, variant, start) in zip(result.trials, STARTS, strict=True)
    )
    return replace(result, trials=named, findings=findings, stopped_by=stopped)


def lines(sections: list[Section]) -> list[str]:
    blocks = [block for section in sections for block in section.blocks]
    inner = [one for block in blocks for one in (block.blocks if isinstance(block, Fold) else (block,))]
    points = [block for block in inner if isinstance(block, Statements)]
    return [statement_line(point, block.hint_label) for block in points for point in block.statements]


def test_findings_that_differ_in_their_figures_alone_are_one_line_of_their_variant(trials: Result) -> None:
    found = [throttled(number, number / 10) for number in (1, 2, 3, 4)]
    shown = lines(finding_sections(of_starts(trials, *found), ENGLISH))
    assert [line.split(":")[0] for line in shown] == ["go, trial 1 (also in 4)", "mvc, trial 2 (also in 3)"]
    assert "10 %" in shown[0]
    assert shown[0].endswith("[throttled periods of api 61.3 %]")


def test_runs_of_earlier_versions_are_grouped_by_their_texts(trials: Result) -> None:
    found = [replace(throttled(number), text=Message.said(f"in {number}.5 % of the periods")) for number in (1, 4)]
    assert len(lines(finding_sections(of_starts(trials, *found), ENGLISH))) == 1


def test_what_is_said_of_another_service_stands_for_itself(trials: Result) -> None:
    found = [throttled(1), throttled(4, service="postgres"), throttled(4)]
    shown = lines(finding_sections(of_starts(trials, *found), ENGLISH))
    assert [line.split(":")[0] for line in shown] == ["go, trial 1 (also in 4)", "go, trial 4"]


def test_facts_and_hypotheses_are_apart_and_a_hypothesis_says_what_would_test_it(trials: Result) -> None:
    (section,) = finding_sections(of_starts(trials, throttled(1), SUPPOSED), ENGLISH)
    notes = [block.text.split(".")[0] for block in section.blocks if isinstance(block, Paragraph)]
    assert notes == ["Facts", "Hypotheses"]
    assert lines([section])[1].endswith("the quota holds it up. To test it: Give it more.")


def test_findings_of_one_start_are_named_by_their_trials_alone(trials: Result) -> None:
    alone = tuple(replace(trial, variant="base", start=1) for trial in trials.trials)
    found = replace(trials, trials=alone, findings=(throttled(1), throttled(2)), stopped_by=())
    assert [line.split(":")[0] for line in lines(finding_sections(found, ENGLISH))] == ["Trial 1 (also in 2)"]


def cause(code: str, *, is_fact: bool = True) -> StopCause:
    return StopCause(cause=code, kind="fact" if is_fact else "hypothesis", trials=(1,))


STOPPED = (
    StoppedBy(variant="go", start=1, causes=(cause("disk-busy"), cause("pool-queue"))),
    StoppedBy(variant="go", start=2, causes=(cause("disk-busy"),)),
    StoppedBy(variant="mvc", start=1, causes=(cause("throttled", is_fact=False),)),
    StoppedBy(variant="mvc", start=2, causes=()),
)


def matrix(result: Result) -> Table:
    (section,) = finding_sections(result, ENGLISH)
    table = section.blocks[0]
    assert isinstance(table, Table)
    return table


def test_what_stopped_whom_first_stands_first(trials: Result) -> None:
    table = matrix(of_starts(trials, throttled(1), stopped=STOPPED))
    titles = ["Variant", "Stopped first by", "Disk", "CPU quota", "Connection pool"]
    assert [column.title for column in table.columns] == titles
    assert [[text_of(cell) for cell in row] for row in table.rows] == [
        ["go", "disk", "2/2", "–", "1/2"],
        ["mvc", "CPU quota", "–", "1/2?", "–"],
    ]


def test_the_starts_of_one_variant_are_rows_of_their_own(trials: Result) -> None:
    table = matrix(of_starts(trials, throttled(1), stopped=STOPPED[:2]))
    assert [[text_of(cell) for cell in row] for row in table.rows] == [
        ["1", "disk", "1/1", "1/1"],
        ["2", "disk", "1/1", "–"],
    ]


def test_details_are_folded_below_the_matrix(trials: Result) -> None:
    (section,) = finding_sections(of_starts(trials, throttled(1), SUPPOSED, stopped=STOPPED), ENGLISH)
    (fold,) = [block for block in section.blocks if isinstance(block, Fold)]
    assert fold.title == "All 2 findings with their evidence"
    assert [type(block) for block in fold.blocks] == [Paragraph, Statements] * 2


def test_each_variant_has_a_fold_with_its_findings_and_the_range_of_their_figures(trials: Result) -> None:
    less = replace(throttled(4), evidence=(replace(EVIDENCE, value=40.0),))
    found = of_starts(trials, throttled(1), less, throttled(2), stopped=STOPPED)
    (section,) = finding_sections(found, ENGLISH)
    folds = [block for block in section.blocks if isinstance(block, Fold)]
    assert [fold.title.partition(":")[0] for fold in folds] == ["go", "mvc"]
    assert lines([Section("", folds[:1])])[0].endswith("[throttled periods of api 40 % to 61.3 %]")


def test_a_terminal_says_that_there_are_details_and_markdown_has_them(trials: Result) -> None:
    from loadproof.result.result_json import to_json

    # What a result decides by itself is that of one start: the matrix needs several.
    result = of_starts(trials, throttled(1), stopped=STOPPED)
    written = to_json(result)
    assert "<summary>All 1 findings with their evidence</summary>" in markdown_report(written)
    shown = on_terminal(written)
    assert "All 1 findings with their evidence" in shown
    assert "61.3 %" not in shown


SAID = Evidence(
    name=Message("evidence-last-lines", service="api"),
    value=None,
    unit="",
    text="\x1b[31mjava.lang.OutOfMemoryError: <b>Java</b> heap",
    artifact="artifacts/logs/api/api (1).log",
)


def test_a_text_of_the_target_is_quoted_and_its_file_is_a_link_where_there_are_links(trials: Result) -> None:
    died = replace(SUPPOSED, kind="fact", cause="died", text=Message.said("It died."), evidence=(SAID,), test=None)
    found = of_starts(trials, died)
    (line,) = [one for one in lines(finding_sections(found, ENGLISH)) if "It died." in one]
    assert line.endswith(
        "[last lines of api “\\x1b[31mjava.lang.OutOfMemoryError: <b>Java</b> heap” artifacts/logs/api/api (1).log]"
    )
    linked = markdown_document(Document("", "", "failed", sections=finding_sections(found, ENGLISH)))
    assert "[artifacts/logs/api/api (1).log](artifacts/logs/api/api%20%281%29.log)" in linked
    assert "<b>" not in linked


def test_what_passed_and_shows_a_cause_all_the_same_is_told_first(trials: Result) -> None:
    passed = replace(trials, trials=tuple(replace(trial, state="passed") for trial in trials.trials))
    (section,) = finding_sections(of_starts(passed, throttled(1)), ENGLISH)
    assert section.blocks[0] == Paragraph("Trials that passed show all the same: CPU quota")
