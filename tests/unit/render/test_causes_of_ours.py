"""No cause of ours ends as exit code 3: docs/method/validity.md lists every doubt and error kind, and what is so."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loadproof.findings.error_causes import FAMILIES, KINDS
from loadproof.judge.own_errors import OWN_KINDS
from loadproof.judge.verdict import State
from loadproof.methods.trial import Purpose, Trial
from loadproof.model.message import Message
from loadproof.records.doubt import INVALIDATING, Doubt, DoubtCode

from .made_result import exit_code_of
from .test_one_verdict import CALM, Made, made, reported

PAGE = Path(__file__).parents[3] / "docs/method/validity.md"
OURS, OTHERS = "ours", {"machine", "service", "study"}
NOT_VALID, WITHOUT = "is not valid", "stands if it is one without"
UNTOUCHED = ("is not touched: ", "has no part in those seconds: ")
"""Causes that spoil no call that is judged."""
CUT = {"leaves the run undecided", "is undecided"}
LOAD = Trial(Purpose.LOAD, 500.0, 10.0, early_stop=False)
FAILED = replace(CALM, state=State.FAILED, slow=0.3, missing=0.3)


@dataclass(frozen=True)
class Row:
    """One row of a table of the page."""

    codes: tuple[str, ...]
    whose: str
    outcome: str


def rows(title: str) -> list[Row]:
    section = PAGE.read_text(encoding="utf-8").partition(f"\n### {title}\n")[2].partition("\n#")[0]
    lines = [line for line in section.splitlines() if line.startswith("| `")]
    found = []
    for line in lines:
        codes, _, whose, outcome = (cell.strip() for cell in line.strip("|").split("|"))
        found.append(Row(tuple(re.findall(r"`([^`]+)`", codes)), whose, outcome))
    return found


DOUBTS = rows("Doubts")
ERRORS = rows("Error kinds")


def of_ours(table: list[Row]) -> Iterator[tuple[str, str]]:
    return ((code, row.outcome) for row in table if row.whose == OURS for code in row.codes)


OWN_DOUBTS = [(DoubtCode(code), told) for code, told in of_ours(DOUBTS) if code in frozenset(DoubtCode)]
DENYING = [kind for kind, told in OWN_DOUBTS if told == NOT_VALID]
RECKONED = [kind for kind, told in OWN_DOUBTS if told.startswith(WITHOUT)]


def test_every_doubt_has_one_row() -> None:
    listed = [code for row in DOUBTS for code in row.codes]
    assert sorted(listed) == sorted(DoubtCode)


def test_every_error_kind_has_one_row() -> None:
    listed = [code for row in ERRORS for code in row.codes]
    assert sorted(listed) == sorted([*KINDS, *(f"{prefix}*" for prefix in FAMILIES)])
    assert {code for code, _ in of_ours(ERRORS)} == OWN_KINDS


def test_every_row_says_whose_it_is_and_what_it_does() -> None:
    for row in (*DOUBTS, *ERRORS):
        assert row.whose in {OURS, *OTHERS}, row
        if row.whose == OURS:
            known = row.outcome in {NOT_VALID, *CUT} or row.outcome.startswith((WITHOUT, *UNTOUCHED))
            assert known, f"{row} would let a cause of ours end as exit code 3"


@pytest.mark.parametrize(("kind", "told"), OWN_DOUBTS, ids=[kind for kind, _ in OWN_DOUBTS])
def test_the_code_invalidates_by_what_the_table_says(kind: DoubtCode, told: str) -> None:
    assert (kind in INVALIDATING) is (told == NOT_VALID or told.startswith(WITHOUT))


@pytest.mark.parametrize("kind", DENYING)
@given(trial=made([State.FAILED]), is_early=st.booleans())
@settings(max_examples=40, deadline=None)
def test_no_failure_stands_beside_it(kind: DoubtCode, trial: Made, is_early: bool) -> None:
    run = replace(trial, beside=(kind,), interrupted=False, early=is_early).run(LOAD)
    assert (run.verdict.state, run.measurement.valid) == (State.INVALID, False)


@pytest.mark.parametrize("kind", DENYING)
def test_a_failure_beside_it_is_reported_with_exit_code_4(kind: DoubtCode) -> None:
    run = replace(FAILED, beside=(kind,)).run(LOAD)
    result = reported("load", "load", [run], None, interrupted=False)
    assert (exit_code_of(result), result["valid"], result["state"]) == (4, False, "undecided")
    assert kind in {doubt["code"] for doubt in result["doubts"]}


@pytest.mark.parametrize("kind", sorted(OWN_KINDS))
def test_calls_that_failed_for_a_reason_of_ours_fail_no_service(kind: str) -> None:
    run = replace(FAILED, slow=0.0, error_kind=kind).run(LOAD)
    result = reported("load", "load", [run], None, interrupted=False)
    assert (exit_code_of(result), result["valid"]) == (4, False)
    assert "own-errors" in {doubt["code"] for doubt in result["doubts"]}


@given(trial=made([State.FAILED]))
@settings(max_examples=60, deadline=None)
def test_a_failure_beside_them_stands_if_it_is_one_without_them(trial: Made) -> None:
    alone = replace(trial, error_kind="too-large", beside=(), died=(), interrupted=False, late=0.0, cpu_share=0.2)
    run = replace(alone, descriptors=0, foreign_share=None).run(LOAD)
    limit = 0.01 * run.measurement.due
    slow = (
        run.measurement.response.count * run.measurement.response.share_over(50.0) if run.measurement.completed else 0
    )
    is_spoiled = bool(run.measurement.errors_by_kind)
    assert run.verdict.state is (State.INVALID if is_spoiled and slow <= limit else State.FAILED)


@pytest.mark.parametrize("kind", sorted(OWN_KINDS))
def test_a_pass_with_such_calls_stays_one(kind: str) -> None:
    run = replace(CALM, missing=0.005, error_kind=kind).run(LOAD)
    assert (run.verdict.state, run.measurement.valid) == (State.PASSED, True)


@pytest.mark.parametrize("kind", RECKONED)
def test_a_failure_that_a_cause_of_ours_explains_does_not_stand(kind: DoubtCode) -> None:
    waited = replace(FAILED, waited=True, error_kind="timeout", beside=(kind,))
    made_of = {
        **dict.fromkeys((DoubtCode.DESCRIPTORS, DoubtCode.PORTS, DoubtCode.CONNECTION_ROOM), waited),
        DoubtCode.LATE_SENDS: replace(FAILED, slow=0.3, missing=0.0, late=0.5),
        DoubtCode.GENERATOR_CPU: replace(FAILED, slow=0.02, missing=0.0, late=0.02, cpu_share=0.97),
        DoubtCode.OWN_ERRORS: replace(FAILED, slow=0.0, error_kind="too-large"),
    }[kind]
    run = made_of.run(LOAD)
    assert kind in {doubt.code for doubt in run.measurement.doubts}
    assert run.verdict.state is State.INVALID


@pytest.mark.parametrize("kind", [kind for kind, told in OWN_DOUBTS if told == "leaves the run undecided"])
def test_a_run_that_it_cut_is_undecided_whatever_failed_before(kind: DoubtCode) -> None:
    doubt = Doubt(kind, Message.said("as it was made"))
    result = reported("load", "load", [FAILED.run(LOAD)], None, interrupted=False, doubts=[doubt])
    assert (exit_code_of(result), result["state"]) == (4, "undecided")
