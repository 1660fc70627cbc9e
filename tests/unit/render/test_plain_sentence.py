"""First sentence of a report: it names a rate only where the result has one, and blames no variant for another one."""

from dataclasses import replace
from pathlib import Path

import pytest
from loadproof.judge.verdict import State
from loadproof.methods.trial import Purpose
from loadproof.render.plain_sentence import plain_sentence
from loadproof.result.result import Answer, Result
from loadproof.words.catalogue import LANGUAGES, words_of

from .made_ranking import THREE, ranked_result
from .made_result import FOUND, result_of, search, tried, typed


@pytest.fixture
def found(tmp_path: Path) -> Result:
    """A search that found its capacity."""
    return typed(result_of(tmp_path, search(), FOUND))


def soak(capacity: Answer, **changes: object) -> Answer:
    failed = replace(capacity, method="soak", outcome="not_steady", tone="failed", rate=7000.0, hold_s=3600.0)
    return replace(failed, **changes)  # type: ignore[arg-type]


def with_soak(result: Result, own: Answer) -> Result:
    return replace(result, state="failed", tone="failed", answers=(*result.answers, own), leading_answer=1)


def test_a_capacity_is_named_with_its_targets(found: Result) -> None:
    sentence = plain_sentence(found)
    assert sentence.code == "plain-carries"
    assert words_of("en").told(sentence) == (
        "The service can handle 9,300 requests per second and keep its targets: "
        "99 % of the calls within 50 ms and less than 1 % failures."
    )


def test_a_longer_hold_that_fails_at_a_carried_rate_is_said(found: Result) -> None:
    assert plain_sentence(with_soak(found, soak(found.answers[0]))).code == "plain-carries-but"


@pytest.mark.parametrize(
    "changes", [{"rate": 20_000.0}, {"rate": None}, {"hold_s": 0.5}, {"variant": "other"}, {"start": 9}]
)
def test_a_failure_of_something_else_is_no_lack_of_endurance(found: Result, changes: dict[str, object]) -> None:
    assert plain_sentence(with_soak(found, soak(found.answers[0], **changes))).code == "plain-broke"


@pytest.mark.parametrize(
    ("state", "code"),
    [(State.PASSED, "plain-met"), (State.FAILED, "plain-broke"), (State.UNDECIDED, "plain-unknown")],
)
def test_a_load_is_said_by_its_state(tmp_path: Path, state: State, code: str) -> None:
    assert plain_sentence(typed(result_of(tmp_path, [tried(Purpose.LOAD, 100.0, state, calls=900)]))).code == code


def test_nothing_measured_has_no_sentence(tmp_path: Path) -> None:
    assert not plain_sentence(typed(result_of(tmp_path, [], None, ended=False)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ranking_names_who_carries_most(tmp_path: Path, language: str) -> None:
    sentence = plain_sentence(typed(ranked_result(tmp_path, THREE)))
    assert sentence.code == "plain-ranking"
    assert "go-pgx" in words_of(language).told(sentence)
