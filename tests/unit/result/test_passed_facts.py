"""The first sentence says what trials show though they passed, and never twice."""

from dataclasses import replace
from pathlib import Path

import pytest
from loadproof.model.message import Message
from loadproof.records.finding import Cause, Evidence, Finding, Unit, fact, hypothesis
from loadproof.result.build import build_result, with_findings
from loadproof.result.result import Result
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory
from loadproof.words.catalogue import english

from ..render import made_result

CONFIRMED, FAILED = 5, 4
FIGURE = Evidence(Message("evidence-memory-growth", service="api"), 60.0, Unit.MEBIBYTES_PER_HOUR)


@pytest.fixture
def searched(tmp_path: Path) -> Result:
    made_result.result_of(tmp_path, made_result.search(), made_result.FOUND)
    with RunReader(RunDirectory.open(tmp_path / "run")) as reader:
        return build_result(reader)


def shown(trial: int, cause: Cause, text: str) -> Finding:
    return fact(trial, cause, Message.said(text), FIGURE)


LEAK = shown(CONFIRMED, Cause.MEMORY_GROWTH, "Its memory grows.")
THREADS = shown(CONFIRMED, Cause.THREAD_GROWTH, "Its threads grow.")


def told(result: Result, *findings: Finding) -> str:
    """What stands behind the sentence of the answers."""
    before, found = english(result.sentence), english(with_findings(result, findings).sentence)
    assert found.startswith(before)
    return found.removeprefix(before).strip()


def test_the_sentence_says_both_and_the_verdict_stays(searched: Result) -> None:
    found = with_findings(searched, [LEAK])
    assert (found.state, found.tone, found.stopped_by[0].causes) == ("passed", "passed", ())
    assert told(searched, LEAK) == "Trial 5 passed, and yet: Its memory grows."


def test_the_strongest_is_told_and_the_others_are_named_once(searched: Result) -> None:
    assert told(searched, LEAK, THREADS, THREADS) == (
        "Trial 5 passed, and yet: Its memory grows. Besides: growing threads."
    )


def test_what_a_failed_trial_shows_a_death_and_what_is_supposed_are_told_elsewhere(searched: Result) -> None:
    supposed = hypothesis(LEAK, Message.said("It leaks."), Message.said("Hold it for longer."))
    failed = shown(FAILED, Cause.MEMORY_GROWTH, "Its memory grows.")
    died = shown(CONFIRMED, Cause.DIED, "It died.")
    assert told(searched, supposed, failed, died) == ""


def test_an_answer_that_did_not_pass_says_itself_that_memory_grows(searched: Result) -> None:
    (answer,) = searched.answers
    unsteady = replace(searched, answers=(replace(answer, outcome="not_steady"),))
    assert told(unsteady, LEAK) == ""
    assert told(unsteady, LEAK, THREADS) == "Trial 5 passed, and yet: Its threads grow."


def test_of_several_starts_their_causes_are_named(searched: Result) -> None:
    first, *others = searched.trials
    several = replace(searched, trials=(replace(first, start=first.start + 1), *others))
    again = replace(LEAK, trial=first.number)
    assert told(several, LEAK, again, THREADS) == (
        "In 2 starts trials passed and yet show: growing memory, growing threads."
    )
