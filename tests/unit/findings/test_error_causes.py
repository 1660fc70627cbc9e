"""The table of error kinds and their causes, compared with the kinds of the engine."""

from typing import Any

import pytest
from loadproof import _engine
from loadproof.findings.causes import causes_of
from loadproof.findings.error_causes import FAMILIES, KINDS, error_cause
from loadproof.records.finding import Cause
from loadproof.words.catalogue import LANGUAGES, english, words_of

from .made_evidence import codes, measured, trial

STATUSES = ("200", "301", "401", "404", "408", "422", "429", "500", "503")
EVERY_KIND = (*KINDS, *(f"status-{status}" for status in STATUSES), "check-greeting", "extract-token", "unheard-of")


def errors(*kinds: str) -> dict[str, Any]:
    """900 calls of each kind."""
    return {kind.replace("-", "_"): 900 for kind in kinds}


def test_every_error_kind_of_the_engine_has_a_cause_and_the_table_has_no_other() -> None:
    names, prefixes = _engine.error_kinds()
    assert set(KINDS) == set(names)
    assert set(FAMILIES) == set(prefixes)


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_every_error_kind_is_a_fact_that_names_it(kind: str) -> None:
    found = trial(measurement=measured(**errors(kind)))
    (fact,) = [finding for finding in causes_of(found) if finding.kind == "fact"]
    assert fact.cause == error_cause(kind).cause
    assert "9 % of the calls due" in english(fact.text)
    if fact.cause not in (Cause.REFUSED, Cause.RESET, Cause.TIMEOUTS):
        assert kind.removeprefix("status-") in english(fact.text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", EVERY_KIND)
def test_every_error_kind_has_a_hint_in_every_language(language: str, kind: str) -> None:
    told = words_of(language).told(error_cause(kind).cure)
    assert told
    # The sentence around it ends it.
    assert told[-1] not in ".。"


def test_fewer_errors_than_a_thousandth_of_the_calls_are_not_named() -> None:
    assert codes(trial(measurement=measured(check_greeting=9)), "fact") == []
    assert codes(trial(measurement=measured(check_greeting=10)), "fact") == ["failed-check"]


def test_the_evidence_has_the_calls_of_each_kind_and_an_example_reply() -> None:
    replies = {"check-a": '200 "hello"', "check-b": '200 "bye"'}
    (fact,) = causes_of(trial(measurement=measured(check_a=300, check_b=600), replies=replies))
    assert [(item.value, item.text) for item in fact.evidence] == [
        (9.0, None),
        (600.0, None),
        (None, '200 "bye"'),
        (300.0, None),
        (None, '200 "hello"'),
    ]


def test_many_checks_are_listed_to_a_limit() -> None:
    (fact,) = causes_of(
        trial(measurement=measured(due=100_000, **errors(*(f"check-{number}" for number in range(40)))))
    )
    assert english(fact.text).count("check-") == 5
    assert "…" in english(fact.text)
    assert len(fact.evidence) == 6
