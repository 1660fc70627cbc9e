"""Which trial the errors of an answer are of, and how many calls broke its SLOs."""

from dataclasses import replace
from typing import Any

import pytest
from loadproof.model.message import Message
from loadproof.records.measurement import Measurement
from loadproof.records.trial import SloVerdict, Trial, Verdict
from loadproof.result.answer_errors import answer_errors, errors_sentence, failures_of
from loadproof.result.expected_replies import ExpectedReplies
from loadproof.words.catalogue import english

from .made_answer import SLOS, made_trial

EXPECTED = ExpectedReplies.of_plan({})


def measured(due: int = 1000, **errors: int) -> Measurement:
    kinds = {kind.replace("_", "-"): calls for kind, calls in errors.items()}
    failed = sum(kinds.values())
    made = made_trial().measurement
    return replace(made, due=due, errors=failed, missing=failed, errors_by_kind=kinds)


def tried(number: int, rate: float | None, state: Any, failures: int | None = None, **errors: int) -> Trial:
    own = measured(**errors)
    known = own.missing if failures is None else failures
    return made_trial(number=number, rate=rate, state=state, purpose="search", measurement=own, failures=known)


def broken(slo: str, percent: float, state: Any = "failed") -> SloVerdict:
    return SloVerdict(
        slo=slo,
        state=state,
        over_percent=percent,
        over_percent_low=percent,
        over_percent_high=percent,
        limit_percent=1.0,
    )


@pytest.mark.parametrize(
    ("slos", "failures"),
    [
        ([], 30),
        ([broken("errors<1%", 3.0)], 30),
        ([broken("p99<50ms", 20.0), broken("errors<1%", 3.0)], 200),
        ([broken("rate±5%", 12.0)], 120),
        ([broken("p99<50ms", 20.0, "passed"), broken("errors<1%", 3.0)], 30),
    ],
)
def test_slow_calls_are_those_beyond_the_ones_without_a_response(slos: list[SloVerdict], failures: int) -> None:
    verdict = Verdict(state="failed", reason=Message.said(""), early=False, slos=tuple(slos))
    assert failures_of(measured(status_404=30), verdict, SLOS) == failures


def test_the_lowest_failed_trial_comes_before_one_that_is_not_valid_and_one_that_is_undecided() -> None:
    trials = [
        tried(1, 100.0, "undecided", redirect=9),
        tried(2, 200.0, "invalid", redirect=9),
        tried(3, 900.0, "failed", redirect=9),
        tried(4, 800.0, "failed", redirect=8),
        tried(5, 50.0, "passed", redirect=7),
        replace(tried(6, 20.0, "failed", redirect=6), superseded=True),
    ]
    assert [error.trial for error in answer_errors(trials, trials, EXPECTED)] == [4]
    assert [error.trial for error in answer_errors(trials[:2], trials, EXPECTED)] == [2]
    assert [error.trial for error in answer_errors(trials[:1], trials, EXPECTED)] == [1]
    assert answer_errors(trials[4:], trials, EXPECTED) == ()


def test_a_start_that_only_warmed_up_has_the_errors_of_its_warm_up() -> None:
    warm_up = replace(tried(1, 10.0, "failed", tls_expired=50), purpose="warm-up")
    assert [error.kind for error in answer_errors([], [warm_up], EXPECTED)] == ["tls-expired"]


def test_few_errors_among_many_slow_calls_are_not_told_as_the_reason() -> None:
    of_slow = tried(1, 10.0, "failed", failures=900, timeout=40)
    assert answer_errors([of_slow], [of_slow], EXPECTED) == ()
    some = tried(1, 10.0, "failed", failures=900, timeout=100)
    (error,) = answer_errors([some], [some], EXPECTED)
    assert (error.kind, error.percent) == ("timeout", 10.0)
    assert errors_sentence([error], [some]) is None
    half = tried(1, 10.0, "failed", failures=900, timeout=450)
    told = errors_sentence(answer_errors([half], [half], EXPECTED), [half])
    assert told is not None
    assert english(told) == "Errors: timeout 450 (45 %)."


def test_the_most_frequent_kinds_come_first_and_their_number_is_limited() -> None:
    many = tried(1, 10.0, "failed", **{f"check_{number}": number for number in range(1, 9)})
    errors = answer_errors([many], [many], EXPECTED)
    assert [error.kind for error in errors] == [f"check-{number}" for number in (8, 7, 6, 5, 4)]


def test_what_a_check_expects_is_told_in_the_words_of_a_profile() -> None:
    checks = [
        {"name": "a", "subject": {"json": "$.id"}, "demand": {"equals": "7"}},
        {"name": "b", "subject": "size", "demand": {"between": [None, 5.0]}},
        {"name": "c", "subject": "time", "demand": {"between": [None, 200.0]}},
        {"name": "d", "subject": {"header": "X"}, "demand": "absent"},
    ]
    extracts = [{"variable": "token", "subject": {"regex": "t=(.*)"}, "otherwise": None}]
    scenario = {"operations": [{"name": "get", "checks": checks, "extracts": extracts}]}
    expected = ExpectedReplies.of_plan({"scenario": scenario})
    assert [expected.told(kind, "get") for kind in ("check-a", "check-b", "check-c", "check-d", "extract-token")] == [
        'json $.id equals "7"',
        "size <= 5 B",
        "time <= 200 ms",
        "header X absent",
        "regex t=(.*) present",
    ]
    assert expected.told("check-unknown", "get") is None
    assert expected.timed_checks == {"check-c"}
