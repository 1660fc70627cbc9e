"""The verdict in one sentence, honest for every end of a run."""

from pathlib import Path
from typing import Any, Literal

import pytest
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.trial import Purpose
from loadproof.model.message import Message
from loadproof.records.trend import Trend
from loadproof.result.answer_sentences import answer_sentence
from loadproof.result.sentence import arrivals_note
from loadproof.words.catalogue import LANGUAGES, english, words_of

from ..result.made_answer import made_run, made_trial, made_verdict, told
from ..store.made_run import description_of
from .made_result import FOUND, markdown_report, result_of, search, tried

SLOS = "p99 < 50 ms and errors < 1 %"


def memory_trend(service: str, shape: Literal["none", "cannot_tell"]) -> Trend:
    """Of a memory that does not move."""
    return Trend(
        name=f"memory_mib of {service}",
        figure=Message("figure-memory", service=service),
        unit="MiB",
        begin=100.0,
        end=100.0,
        per_hour=0.0,
        per_hour_low=0.0,
        per_hour_high=0.0,
        rises=False,
        text=Message.said("it says so"),
        shape=shape,
        exhaustion_s=None,
        exhaustion_low_s=None,
        exhaustion_high_s=None,
    )


def test_a_capacity_that_was_found(tmp_path: Path) -> None:
    assert result_of(tmp_path, search(), FOUND)["sentence"] == (
        f"Holds 9,300 requests/s within {SLOS}. Capacity estimated at 9,400/s, between 9,300 and 9,560/s "
        "(Poisson arrivals; confirmed for 3 s within one start)."
    )


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            FOUND | {"outcome": "at_least", "high": None},
            ["Holds at least 9,300 requests/s", "may be higher", "Poisson"],
        ),
        (
            {
                "outcome": "none_passed",
                "rate": None,
                "low": None,
                "high": 50.0,
                "reason": "even 500/s failed.",
            },
            [
                f"Keeps {SLOS} at none of the rates tried, down to 5,000 requests/s: even 500/s failed (",
                "Poisson",
            ],
        ),
        (
            FOUND | {"outcome": "undecided", "rate": None, "reason": "the generator was late"},
            [
                "undecided: the generator was late. The highest rate that passed is 9,300/s, not confirmed",
                "Poisson",
            ],
        ),
    ],
)
def test_other_outcomes_do_not_claim_more_than_they_know(
    tmp_path: Path, answer: dict[str, Any], words: list[str]
) -> None:
    sentence = result_of(tmp_path, search(), answer)["sentence"]
    assert all(word in sentence for word in words), sentence
    assert sentence.count(". ") <= 1


def test_an_interrupted_search_says_what_is_known(tmp_path: Path) -> None:
    sentence = result_of(tmp_path, search(), None, description_of("capacity", "constant"), ended=False)["sentence"]
    assert (
        "cut short. The highest rate that passed is 5,000/s, not confirmed; the lowest that did not is 9,560/s"
        in sentence
    )
    assert "constant arrivals" in sentence


def test_a_rate_that_passed_above_the_confirmed_one_is_not_called_confirmed(tmp_path: Path) -> None:
    answer = FOUND | {"outcome": "undecided", "rate": 9000.0, "reason": ""}
    assert "passed is 9,300/s, not confirmed" in result_of(tmp_path, search(), answer)["sentence"]


def test_an_estimate_is_no_rate_that_was_observed(tmp_path: Path) -> None:
    result = result_of(tmp_path, search(), FOUND | {"low": 9200.0, "high": 9700.0})
    text = markdown_report(result)
    assert "Estimate: 9,400/s, between 9,200/s and 9,700/s, 5.15 % apart." in text
    assert "Highest rate that passed" not in text
    judged = [trial for trial in result["trials"] if trial["purpose"] in ("bracket", "search", "confirm")]
    for trial in judged:
        assert f"{trial['rate']:,.0f}/s" in text.split("Estimate: ")[1].split("\n\n")[0]


@pytest.mark.parametrize(
    ("state", "reason", "begin"),
    [
        (State.PASSED, "", f"Keeps {SLOS} at 1,000 requests/s. Completed 1,000/s, p99 "),
        (
            State.FAILED,
            "3 % over",
            "Breaks p99 < 50 ms at 1,000 requests/s: 3 % over. Completed 1,000/s, p99 ",
        ),
        (
            State.UNDECIDED,
            "too near",
            f"Whether {SLOS} are kept at 1,000 requests/s cannot be told: too near. Completed ",
        ),
        (
            State.INVALID,
            "late sends",
            "The measurement at 1,000 requests/s is not valid: late sends (",
        ),
    ],
)
def test_a_load(tmp_path: Path, state: State, reason: str, begin: str) -> None:
    trial = tried(Purpose.LOAD, 1000.0, state)
    verdict = Verdict(state, Message.said(reason), trial.verdict.results)
    sentence = result_of(tmp_path, [tried(Purpose.LOAD, 1000.0, state, verdict=verdict)])["sentence"]
    assert sentence.startswith(begin), sentence
    assert "Poisson arrivals" in sentence


def test_a_load_without_an_slo_is_not_judged(tmp_path: Path) -> None:
    trial = tried(Purpose.LOAD, None, State.PASSED, verdict=Verdict(State.PASSED, Message.said("")))
    sentence = result_of(tmp_path, [trial], None, description_of("load", "closed"))["sentence"]
    assert sentence.startswith("Without an SLO nothing is judged at the highest rate it gives. Completed 41,000/s")
    assert "closed loop" in sentence


def test_few_calls_give_no_percentile(tmp_path: Path) -> None:
    sentence = result_of(tmp_path, [tried(Purpose.LOAD, 1000.0, State.PASSED, calls=900)])["sentence"]
    assert "p99 < 50 ms" in sentence
    assert "mean " in sentence
    assert ", p99 " not in sentence


def test_a_load_that_was_cut_short_or_never_began(tmp_path: Path) -> None:
    for name in ("killed", "interrupted", "empty"):
        (tmp_path / name).mkdir()
    trial = tried(Purpose.LOAD, 1000.0, State.PASSED)
    killed = result_of(tmp_path / "killed", [trial], ended=False)["sentence"]
    interrupted = result_of(tmp_path / "interrupted", [trial], interrupted=True)["sentence"]
    empty = result_of(tmp_path / "empty", [], ended=False)["sentence"]
    assert killed.startswith("The load was cut short at 1,000 requests/s, so nothing is judged. Completed 12/s")
    assert interrupted.startswith("The load was cut short at 1,000 requests/s, so nothing is judged. Completed 1,000/s")
    assert empty == "Nothing was measured: the run ended before its load began (Poisson arrivals)."


def test_the_two_kinds_of_arrivals_are_told_apart() -> None:
    poisson, constant = english(arrivals_note("poisson")), english(arrivals_note("constant"))
    assert "constant (evenly spaced) arrivals of the same mean rate they queue less" in poisson
    assert "capacity is higher there" in poisson
    assert "Under Poisson arrivals of the same mean rate" in constant
    assert "this figure is higher than independent users would find" in constant


def test_a_soak_that_could_not_tell_of_a_memory_says_so_in_its_sentence() -> None:
    shapes: dict[str, Any] = {"api": "cannot_tell", "db": "none", "job": "cannot_tell"}
    trends = tuple(memory_trend(service, shape) for service, shape in shapes.items())
    sentence = answer_sentence(
        told([made_trial(held_s=60.0)], method="soak", outcome="steady", rate=1040.0, trends=trends)
    )
    assert english(sentence) == (
        "The soak at 1,040 requests/s (N = 26) was steady over 1 min, but cannot rule out a leak in "
        "the memory of api and the memory of job."
    )


def test_a_hostile_reason_stays_on_one_line() -> None:
    trial = made_trial(verdict=made_verdict("failed", "\x1b[31m\nred\u202e"))
    sentence = answer_sentence(told([trial], made_run(arrivals="\x07bell"), method="load"))
    for language in LANGUAGES:
        text = words_of(language).told(sentence)
        assert text.replace("\N{NO-BREAK SPACE}", " ").isprintable()
        assert "\\x1b[31m\\nred\\u202e" in text
        assert "\\x07bell" in text


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (
            {"method": "confirm", "outcome": "passed"},
            "The confirmation held 1,040 requests/s (N = 26) for 1 min: every SLO was kept.",
        ),
        (
            {"method": "confirm", "outcome": "failed"},
            "The confirmation of 1,040 requests/s (N = 26) failed: it broke.",
        ),
        (
            {"method": "soak", "outcome": "steady"},
            "The soak at 1,040 requests/s (N = 26) was steady over 1 min.",
        ),
        (
            {"method": "soak", "outcome": "never_steady"},
            "The soak at 1,040 requests/s (N = 26) never became steady: it broke.",
        ),
        (
            {"method": "soak", "outcome": "undecided"},
            "Whether the soak at 1,040 requests/s (N = 26) is steady cannot be told: it broke.",
        ),
        ({"method": "soak", "outcome": "not_run", "rate": None}, "The soak was not run: it broke."),
    ],
)
def test_confirmations_and_soaks_say_what_was_held(answer: dict[str, Any], sentence: str) -> None:
    rest = {"rate": 1040.0, "reason": Message.said("it broke.")}
    assert english(answer_sentence(told([made_trial(held_s=60.0)], **{**rest, **answer}))) == sentence
