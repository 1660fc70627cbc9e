"""Section of databases in a report: its figures, the trials that it shows, and texts that would break a medium."""

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from loadproof.model.message import count, milliseconds, number
from loadproof.postgres.lock_order import lock_holders, placed_sessions, waiting_below
from loadproof.postgres.sections import activity_lines, activity_sections, database_lines, databases_sections
from loadproof.postgres.statement_change import statement_changes
from loadproof.records.database_activity import LockTree, ProblemActivity, RunningStatement, SessionUse
from loadproof.render.content import report_document
from loadproof.render.document import (
    Block,
    Bullets,
    Choice,
    Document,
    Facts,
    Fold,
    Paragraph,
    Picture,
    Section,
    Table,
    text_of,
)
from loadproof.render.html import html_report
from loadproof.render.html_document import html_document
from loadproof.render.markdown import markdown_document, markdown_report
from loadproof.render.page_document import page_document
from loadproof.render.screen import screen_document
from loadproof.render.terminal import terminal_document
from loadproof.words.catalogue import LANGUAGES, words_of
from rich.console import Console

from tests.control_characters import hidden_in

from ..render.made_result import FOUND, result_of, search, typed
from ..render.test_html import SERIES
from .made_databases import ATTACK, BUSY, REPORT, SETTINGS, UPDATE, hostile_activity, of_trial, statement

EN = words_of("en")
LINES = [
    *("lock at once", "without a client", "tablespace", "allowed", "% of the time"),
    *("average waited", "JIT", "early", "file"),
]
"""A word of each line on trouble and costs, in their order."""


def parts_of(**changes: object) -> dict[str, Section]:
    sections = activity_sections(replace(BUSY, **changes), (BUSY, BUSY), None, EN)  # type: ignore[arg-type]
    return {section.title: section for section in sections}


def table_in(section: Section) -> Table:
    return next(block for block in section.blocks if isinstance(block, Table))


def texts(table: Table) -> list[list[str]]:
    return [[text_of(cell) for cell in row] for row in table.rows]


def all_blocks(blocks: Sequence[Block]) -> Iterator[Block]:
    for block in blocks:
        yield block
        match block:
            case Section() | Fold():
                yield from all_blocks(block.blocks)
            case Choice():
                yield from all_blocks(block.options)


def facts_of(section: Section) -> dict[str, str]:
    return {name: value for block in section.blocks if isinstance(block, Facts) for name, value in block.pairs}


def test_statements_by_time_have_the_share_of_all_and_figures_a_call() -> None:
    rows = texts(table_in(parts_of()[EN("databases-statements")]))
    assert rows[0][:8] == ["50 %", "1", "1,000", "25 %", "10", "90 %", "10 MiB", "0 MiB"]
    assert rows[1][:8] == ["30 %", "100", "6", "0 %", "1", "–", "0 MiB", "60 MiB"]
    assert [row[0] for row in rows] == ["50 %", "30 %", "10 %", "10 %"]
    assert rows[0][8] == REPORT.text
    assert rows[3][8] == EN("databases-other-statements")


def test_changes_name_what_grew_and_leave_out_what_did_not() -> None:
    before = replace(BUSY, statements=(replace(REPORT, execution_ms=12_000.0), UPDATE), other_statements=None)
    changes = statement_changes(BUSY, before)
    assert [one.statement.query_id for one in changes] == ["11", "13"]
    assert (changes[0].mean_before_ms, changes[0].mean_ms) == (200.0, 1000.0)
    assert (changes[0].share_before, changes[0].share) == (0.25, 0.5)
    # Four fifths of half of the time.
    assert changes[0].growth == pytest.approx(0.4)
    assert (changes[1].mean_before_ms, changes[1].share_before) == (None, 0.0)
    assert statement_changes(BUSY, BUSY) == []


@pytest.mark.parametrize(
    ("ratio", "is_named"),
    [(1.19, False), (1.21, True)],
)
def test_a_statement_is_slower_from_a_fifth_on(ratio: float, is_named: bool) -> None:
    now = replace(BUSY, statements=(statement("1", "a", 10, 100.0 * ratio),), other_statements=None)
    before = replace(BUSY, statements=(statement("1", "a", 10, 100.0),), other_statements=None)
    assert bool(statement_changes(now, before)) == is_named


def test_waits_are_shares_of_the_active_samples_with_the_statement_of_most() -> None:
    rows = texts(table_in(parts_of()[EN("databases-waits")]))
    # 240 samples of four active sessions, though 215 are listed.
    assert rows == [
        [EN("databases-working"), "1.83", "45.8 %", REPORT.text],
        ["Lock: transactionid", "1.5", "37.5 %", UPDATE.text],
        ["IO: DataFileWrite", "0.25", "6.25 %", "CREATE TEMPORARY TABLE tt1 AS SELECT ?"],
    ]


def test_sessions_of_a_lock_tree_stand_below_the_one_that_they_wait_for() -> None:
    assert BUSY.locks is not None
    placed = placed_sessions(BUSY.locks)
    assert [(one.session.process_id, one.depth, one.also_blocked_by) for one in placed] == [
        (700, 0, ()),
        (701, 1, ()),
        (702, 2, (700,)),
        (703, 3, ()),
    ]
    assert [waiting_below(BUSY.locks, process) for process in (700, 701, 703, 9)] == [3, 2, 0, 0]
    (section,) = [one for title, one in parts_of().items() if title.startswith("Lock waits: 3")]
    picture = section.blocks[0]
    assert isinstance(picture, Picture)
    lines = picture.text.splitlines()
    assert [len(line) - len(line.lstrip(" └─")) for line in lines] == [0, 3, 6, 9]
    assert "idle in transaction" in lines[0]
    assert "42 s" in lines[0]
    assert "holds up 3 sessions" in lines[0]
    assert "UPDATE document SET state = ?" in lines[0]
    assert "waits: transactionid, for up to 8.5 s" in lines[1]
    assert "waits also for 700" in lines[2]
    assert EN("databases-hidden-statement") in lines[3]


def test_a_lock_tree_that_lies_loses_no_session_and_ends() -> None:
    assert BUSY.locks is not None
    (first, *_) = BUSY.locks.sessions
    chain = [replace(first, process_id=number, blocked_by=(number - 1,)) for number in range(1, 3000)]
    cycle = [replace(first, process_id=5000 + number, blocked_by=(5000 + (number + 1) % 3,)) for number in range(3)]
    self_blocked = replace(first, process_id=9000, blocked_by=(9000,))
    twice = replace(first, process_id=1, blocked_by=())
    tree = LockTree(at_s=0.0, waiting=10**30, sessions=(*chain, *cycle, self_blocked, twice))
    placed = placed_sessions(tree)
    assert sorted(one.session.process_id for one in placed) == sorted({one.process_id for one in tree.sessions})
    assert {5000, 9000} <= {one.process_id for one in lock_holders(tree)}
    sections = activity_sections(replace(BUSY, locks=tree), (), None, EN)
    pictures = [block for block in all_blocks(sections) if isinstance(block, Picture)]
    assert max(len(line) for picture in pictures for line in picture.text.splitlines()) < 600
    assert len(pictures[0].text.splitlines()) == 50


def test_facts_have_their_units_and_their_rates() -> None:
    parts = parts_of()
    activity = facts_of(parts[EN("databases-activity")])
    assert activity[EN("databases-fact-commits")] == "10/s"
    assert activity[EN("databases-fact-statements")] == "131/s"
    assert activity[EN("databases-fact-most-sessions")] == "90 of 97"
    assert activity[EN("databases-fact-hits")] == "99 %"
    assert activity[EN("databases-fact-jit")] == "12.5 %"
    assert activity[EN("databases-fact-own-cpu")] == "0.4 %"
    temporary = facts_of(parts[EN("databases-temporary")])
    assert temporary[EN("databases-fact-created")] == "20/s"
    assert temporary[EN("databases-fact-created-per-commit")] == "2"
    assert temporary[EN("databases-fact-free")] == "8 MiB of 256 MiB"
    assert temporary[EN("databases-fact-temporary-written")] == "0.0833 MiB/s"
    wal = facts_of(parts[EN("databases-wal")])
    assert wal[EN("databases-fact-wal")] == "2 MiB/s"
    assert (wal[EN("databases-fact-timed")], wal[EN("databases-fact-requested")]) == ("1", "3")
    assert wal[EN("databases-fact-max-wal-size")] == "1 GiB"
    settings = facts_of(parts[EN("databases-settings")])
    assert (settings[EN("databases-fact-version")], settings[EN("databases-setting-jit")]) == ("15.7", "on")


def test_a_plan_shows_the_cost_that_the_limits_forbid_and_keeps_its_tree() -> None:
    (section,) = [one for title, one in parts_of().items() if title == EN("databases-plans", count="2")]
    folds = [block for block in section.blocks if isinstance(block, Fold)]
    assert [fold.title for fold in folds] == [REPORT.text, UPDATE.text]
    paragraph, picture = folds[0].blocks
    assert isinstance(paragraph, Paragraph)
    assert "1,240,000" in paragraph.text
    assert "31,000" in paragraph.text
    assert isinstance(picture, Picture)
    assert picture.text.splitlines()[2] == "        Filter: (value = ?)"


def test_a_plan_of_an_execution_says_how_long_it_took_and_whose_it_is() -> None:
    generic = replace(BUSY.plans[1], query_id=UPDATE.query_id)
    logged = replace(generic, query_id="404", text="SELECT ?", execution_ms=1234.0, lines=("Result",))
    section = parts_of(plans=(generic, logged))[EN("databases-plans", count="2")]
    folds = [block for block in section.blocks if isinstance(block, Fold)]
    assert [fold.title for fold in folds] == [UPDATE.text, "1,234 ms: SELECT ?"]
    kinds = [fold.blocks[0].text for fold in folds if isinstance(fold.blocks[0], Paragraph)]
    assert kinds[0] == EN("databases-plan-cost", cost=number(8.0), joined=count(1))
    assert kinds[1] == EN("databases-plan-executed", time=milliseconds(1234.0), cost=number(8.0), joined=count(1))


def test_a_table_of_minutes_has_a_row_each() -> None:
    (section,) = [one for title, one in parts_of().items() if title == EN("databases-minutes", count="2")]
    rows = texts(table_in(section))
    assert len(rows) == 2
    assert rows[0][:6] == ["1", "131", "4", "1.75", "22", "2"]


def test_the_lines_name_trouble_first() -> None:
    lines = activity_lines(BUSY, None, EN, 9)
    found = [next(word for word in LINES if word in line) for line in lines]
    assert found == LINES
    assert activity_lines(BUSY, None, EN, 5) == lines[:5]
    quiet = replace(
        BUSY, counts=type(BUSY.counts)(), levels=type(BUSY.levels)(), use=(), locks=None, abandoned=(),
        temporary_space=None, statements=(UPDATE,),
    )  # fmt: skip
    assert len(activity_lines(quiet, None, EN, 5)) == 1
    assert activity_lines(replace(quiet, statements=()), None, EN, 5) == []


def test_a_statement_that_has_not_ended_is_in_the_waits_and_has_a_line() -> None:
    use = (SessionUse(query_id="99", wait_type="IO", wait="DataFileRead", samples=120),)
    old = RunningStatement(query_id="99", text="SELECT sum(a) FROM t WHERE b = ?", longest_s=130.0)
    sections = parts_of(use=use, running=(old,))
    assert texts(table_in(sections[EN("databases-waits")]))[0][-1] == old.text
    quiet = replace(BUSY, locks=None, abandoned=(), temporary_space=None, use=use, running=(old,))
    assert any(old.text in line and "2 min 10 s" in line for line in activity_lines(quiet, None, EN, 1))
    young = replace(quiet, running=(replace(old, longest_s=9.0),))
    assert not any("sum(a)" in line for line in activity_lines(young, None, EN, 9))


def test_of_many_trials_those_that_matter_can_be_chosen(tmp_path: Path) -> None:
    result = typed(result_of(tmp_path, search(), FOUND))
    (trial, *_) = result.trials
    states = ["passed"] * 20 + ["failed", "passed", "failed", "passed"] + ["passed"] * 17
    trials = [replace(trial, number=number, state=state) for number, state in enumerate(states, start=1)]  # type: ignore[arg-type]
    databases = [of_trial(number) for number in range(1, len(states) + 1)]
    (section,) = databases_sections(databases, trials, {7}, EN)
    (choice,) = [block for block in all_blocks(section.blocks) if isinstance(block, Choice)]
    numbers = [int(re.findall(r"\d+", option.title)[0]) for option in choice.options]
    assert numbers == [7, 21, 23, 41]
    assert choice.chosen == 2
    # One of a failed search: the last failed ones only.
    failed = [replace(one, state="failed") for one in trials]
    (section,) = databases_sections(databases, failed, set(), EN)
    (choice,) = [block for block in all_blocks(section.blocks) if isinstance(block, Choice)]
    assert len(choice.options) == 4
    assert databases_sections([], trials, {7}, EN) == []
    assert database_lines([], trials, {7}, EN, 5) == []


def test_variants_have_parts_of_their_own() -> None:
    variants = ("jit", "no-jit", "jit", ATTACK)
    databases = [of_trial(number, variant=variant) for number, variant in enumerate(variants, start=1)]
    (section,) = databases_sections(databases, (), (), EN)
    titles = [part.title for part in section.blocks if isinstance(part, Section)]
    assert titles[:2] == ["db (jit)", "db (no-jit)"]
    assert len(titles) == 3
    assert hidden_in("".join(titles)) == []


def test_the_trial_before_and_the_first_minute_are_compared() -> None:
    slow = replace(BUSY, statements=(replace(REPORT, execution_ms=240_000.0), UPDATE))
    (section,) = databases_sections([of_trial(4), of_trial(6, slow)], (), {6}, EN)
    notes = [block.text for block in all_blocks(section.blocks) if isinstance(block, Paragraph)]
    assert EN("databases-changes-note", before=EN("databases-before-trial", number="4")) in notes
    assert any(
        "1,000 ms → 4,000 ms a call since trial 4" in line
        for line in activity_lines_of([of_trial(4), of_trial(6, slow)])
    )
    minutes = replace(of_trial(4), minutes=(BUSY, slow))
    (section,) = databases_sections([minutes], (), {4}, EN)
    notes = [block.text for block in all_blocks(section.blocks) if isinstance(block, Paragraph)]
    assert EN("databases-changes-note", before=EN("databases-before-minute")) in notes


def test_an_injection_has_the_statements_before_and_during_it() -> None:
    slow = replace(BUSY, statements=(replace(REPORT, execution_ms=240_000.0), UPDATE))
    problem = ProblemActivity(injection="queries", occurrences=3, before=BUSY, during=slow)
    (section,) = databases_sections([replace(of_trial(4), problems=(problem,))], (), {4}, EN)
    (part,) = [one for one in all_blocks(section.blocks) if isinstance(one, Section) and "queries" in one.title]
    assert part.title == "During queries (trial 4, 3 occurrences)"
    (lines,) = [one for one in part.blocks if isinstance(one, Bullets)]
    assert "700" in lines.items[0]
    folded = [one for one in part.blocks if isinstance(one, Section)]
    assert all(one.is_folded for one in folded)
    (changes,) = [one for one in folded if one.title == EN("databases-changes")]
    assert texts(table_in(changes))[0][:2] == ["1,000", "4,000"]


def activity_lines_of(databases: Sequence[object]) -> list[str]:
    blocks = database_lines(databases, (), {6}, EN, 9)  # type: ignore[arg-type]
    return [item for block in all_blocks(blocks) if isinstance(block, Bullets) for item in block.items]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text", [ATTACK, "x" * 100_000, "", " \n", "\x00" * 100_000], ids=["attack", "long", "empty", "blank", "nul"]
)
def test_hostile_texts_break_no_medium(text: str, language: str) -> None:
    words, activity = words_of(language), hostile_activity(text)
    problem = ProblemActivity(injection=text, occurrences=1, before=BUSY, during=activity)
    databases = [
        of_trial(1, activity),
        of_trial(2, replace(activity, service="db")),
        replace(of_trial(3, activity), problems=(problem,)),
    ]
    sections = databases_sections(databases, (), (), words)
    lines = database_lines(databases, (), (), words, 5)
    document = Document(title="t", verdict="v", tone="passed", blocks=lines, sections=sections)
    html, markdown = html_document(document, language), markdown_document(document)
    stream = io.StringIO()
    Console(file=stream, width=100, force_terminal=False).print(terminal_document(document))
    for drawn in (html, markdown, stream.getvalue()):
        assert hidden_in(drawn) == []
        assert len(drawn) < 400_000
    assert "<script" not in html
    # In a fence nothing is markup; the fence is longer than any in its text.
    unfenced = re.sub(r"^(`{3,})\n.*?^\1$", "", markdown, flags=re.MULTILINE | re.DOTALL)
    assert len(unfenced) < len(markdown)
    assert re.search(r"(?<!\\)<script", unfenced) is None
    assert "alert(1)" in unfenced or text != ATTACK
    # Every row of a table of Markdown has as many cells as its head.
    for block in re.findall(r"(?:^\|.*\n)+", markdown, re.MULTILINE):
        rows = [re.sub(r"\\\|", "", row) for row in block.splitlines()]
        assert {row.count("|") for row in rows} == {rows[0].count("|")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_of_a_run_has_the_section_in_every_medium(tmp_path: Path, language: str) -> None:
    words = words_of(language)
    result = replace(typed(result_of(tmp_path, search(), FOUND)), databases=(of_trial(2), of_trial(5)))
    assert "databases" in [section.name for section in report_document(result, words).closing]
    assert words("databases-statements") in markdown_report(result, words)
    screen = screen_document(result, words)
    bullets = [block for block in all_blocks(screen.blocks) if isinstance(block, Bullets)]
    assert [len(block.items) for block in bullets if any("700" in item for item in block.items)] == [5]
    assert page_document(result)["texts"].keys() == set(LANGUAGES)
    # The charts of the page draw nothing of databases: their statements are in its document alone.
    assert f'"text":"{REPORT.text}"' not in html_report(result, SERIES, language)


def test_nothing_is_said_of_settings_that_were_not_read() -> None:
    titles = parts_of(settings=None, scans=(), plans=(), shortfalls=(), statements=(), use=(), abandoned=(), locks=None)
    assert EN("databases-settings") not in titles
    assert EN("databases-fact-max-wal-size") not in facts_of(titles[EN("databases-wal")])
    assert SETTINGS.version == 150007
