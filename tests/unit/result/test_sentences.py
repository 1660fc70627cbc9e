"""Every way in which an answer can be told reads well in every language, and loses no figure."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any, get_args

import pytest
from loadproof.methods.capacity.sentence import sentence as capacity_sentence
from loadproof.methods.trial import Purpose
from loadproof.model.message import Message, count, duration, rate, share
from loadproof.records.ranking import Spread
from loadproof.records.run import Arrivals
from loadproof.records.trend import Trend
from loadproof.result.answer_sentences import answer_sentence
from loadproof.result.ranking_sentence import carried_told
from loadproof.result.sentence import ToldAnswer, arrivals_note, arrivals_told, nothing_measured, slos_told
from loadproof.result.trend_figure import trend_figure
from loadproof.result.unanswered import why_unanswered
from loadproof.words.catalogue import LANGUAGES, english, words_of

from .made_answer import SLOS, made_run, made_trial, made_verdict, told

OF_THE_LANGUAGE = {"ru": re.compile("[а-яё]", re.IGNORECASE), "zh": re.compile("[一-鿿]")}
BREAKS_A_SENTENCE = re.compile(r"\.\.|: *:|; *;|: *\.|: *\(|\( *\)|  | [.,;:]|：：|。。|（）|：（")
DIGITS = re.compile(r"\d+(?:\.\d+)?")
REASON = Message(
    "slo-near-limit",
    counted=Message(
        "slo-counted-errors",
        share=share(0.003),
        calls=Message("calls-of-operation", operation="get"),
        limit=share(0.01),
    ),
    held=duration(30.0),
)
OUTCOMES = {
    "plateaus": ["found", "at_least", "none_passed", "undecided"],
    "capacity": ["found", "coarse", "at_least", "none_passed", "drifting", "undecided"],
    "confirm": ["passed", "failed", "undecided", "invalid"],
    "soak": ["steady", "not_steady", "never_steady", "failed", "undecided", "invalid"],
    "load": ["passed"],
}
NOTHING_KNOWN: dict[str, None] = dict.fromkeys(("rate", "estimate", "low", "high", "n"))


def all_told() -> Iterator[ToldAnswer]:
    """Every way in which an answer can be told."""
    for method, known in OUTCOMES.items():
        for outcome, arrivals, interrupted in product([*known, "not_run"], ["poisson", "users"], [False, True]):
            run = made_run(arrivals=arrivals, interrupted=interrupted)
            facts: dict[str, Any] = {"method": method, "outcome": outcome, "reason": REASON}
            yield told(run=run, **facts)
            yield told(run=run, users=3000, **facts)
            yield told([], run=run, **facts | {"reason": Message.said(""), "n": None})
            if outcome in {"coarse", "none_passed", "drifting", "undecided", "invalid"}:
                yield told(run=run, **facts, **NOTHING_KNOWN)
            if outcome == "coarse":
                yield told(run=run, **facts | {"rate": None})
    yield from loads()


def loads() -> Iterator[ToldAnswer]:
    slos = [("p99<50ms", "failed"), ("errors<1%", "failed")]
    states = ["passed", "failed", "undecided", "invalid"]
    for state, due, users, calls, judged in product(states, [1234.0, None, 0.0], [0, 3], [5000, 900, 0], [slos, []]):
        verdict = replace(made_verdict(state, slos=judged), reason=REASON)
        trial = made_trial(calls, rate=due, users=users, verdict=verdict)
        yield told([trial], method="load")
        yield told([replace(trial, verdict=None)], method="load")


def figures(language: str, text: str) -> Counter[float]:
    """The numbers of a text; Russian parts thousands by spaces and begins decimals with a comma."""
    bare = re.sub("[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}](?=[0-9]{3})", "", text)
    plain = bare.replace(",", ".") if language == "ru" else bare.replace(",", "")
    return Counter(float(figure) for figure in DIGITS.findall(plain))


def test_every_answer_has_its_sentence_in_every_language() -> None:
    sentences = dict.fromkeys(answer_sentence(one) for one in all_told())
    assert len(sentences) > 100
    for sentence, (language, letters) in product(sentences, OF_THE_LANGUAGE.items()):
        text = words_of(language).told(sentence)
        assert letters.search(text), text
        assert figures(language, text) == figures("en", english(sentence)), text
        assert BREAKS_A_SENTENCE.search(text.replace("\N{NO-BREAK SPACE}", " ")) is None, text


def test_every_english_sentence_is_short_and_whole() -> None:
    for sentence in dict.fromkeys(english(answer_sentence(one)) for one in all_told()):
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert sentence.count(". ") <= 1, sentence
        assert BREAKS_A_SENTENCE.search(sentence) is None, sentence


def test_a_capacity_reads_as_an_engineer_writes_it() -> None:
    sentence = answer_sentence(told())
    assert [words_of(language).told(sentence) for language in LANGUAGES if language != "en"] == [
        "Сервис выдерживает 12\N{NO-BREAK SPACE}345 запросов/с (N = 26) с соблюдением SLO p99 < 50 мс, p95 < 20 мс и "
        "ошибки < 1 %. Оценка максимальной производительности — 12\N{NO-BREAK SPACE}400 запросов/с, от "
        "12\N{NO-BREAK SPACE}345 до 12\N{NO-BREAK SPACE}600 (пуассоновский поток запросов; подтверждено полкой "
        "4 мин 12 с в пределах одного запуска сервиса).",
        "服务可承受 12,345 请求/秒（N = 26），满足 p99 < 50 ms、p95 < 20 ms 和错误率 < 1%。"
        "容量估计为 12,400 请求/秒，介于 12,345 和 12,600 之间（泊松到达；在同一次启动内持续 4 分钟 12 秒得到确认）。",
    ]


def test_a_run_of_an_earlier_version_has_no_estimate() -> None:
    assert "Capacity between 12,345 and 12,600/s (" in english(answer_sentence(told(estimate=None)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_arrivals_is_named_and_explained(language: str) -> None:
    words = words_of(language)
    kinds = get_args(Arrivals)
    assert len({words.told(arrivals_told(kind)) for kind in kinds}) == len(kinds)
    assert len({words.told(arrivals_note(kind)) for kind in kinds}) == len(kinds)
    assert "bursty" in words.told(arrivals_told("bursty"))
    assert words.told(arrivals_note("bursty")) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_has_no_answer_says_why(language: str) -> None:
    words = words_of(language)
    whys = {words.told(why_unanswered(*known)) for known in ((False, True), (True, True), (True, False))}
    assert len(whys) == 3
    assert words.told(arrivals_told("closed")) in words.told(nothing_measured(made_run(arrivals="closed")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bound_is_not_told_as_a_rate(language: str) -> None:
    known = Spread(value=2100.0, low=1980.0, high=2230.0, least=2000.0, most=2200.0)
    bare = replace(known, low=None, high=None)
    carried = [("exact", known), ("exact", bare), ("at_least", bare), ("below", bare)]
    assert len({words_of(language).told(carried_told(*one)) for one in carried}) == 4


def test_the_slo_of_the_rate_is_no_promise_of_the_service() -> None:
    assert english(slos_told(SLOS)) == "p99 < 50 ms, p95 < 20 ms and errors < 1 %"
    assert english(slos_told(SLOS[2:3])) == "no SLO"


def test_a_recovery_or_a_warm_up_is_no_rate_that_was_tried() -> None:
    tried = [made_trial(purpose=Purpose.SEARCH.value, rate=80.0), made_trial(purpose=Purpose.WARM_UP.value, rate=9.0)]
    sentence = capacity_sentence(told(tried, outcome="none_passed"))
    assert sentence.values["lowest"] == rate(80.0)


def test_users_beside_a_rate_are_counted() -> None:
    (sentence,) = [one for one in answer_sentence(told(users=3)).within() if one.code == "load-beside-users"]
    assert sentence.values["users"] == count(3)


def test_a_steady_soak_names_the_memory_that_may_leak() -> None:
    measured: dict[str, Any] = dict.fromkeys(("begin", "end", "per_hour", "per_hour_low", "per_hour_high"), 0.0)
    untold = Trend(
        name="memory_mib of api", unit="MiB", rises=False, text=Message.said(""), shape="cannot_tell", **measured
    )
    sentence = answer_sentence(told(method="soak", outcome="steady", trends=(untold, replace(untold, shape="none"))))
    assert sentence.code == "sentence-soak-steady-but-memory"
    assert english(sentence).endswith("but cannot rule out a leak in the memory of api.")


def test_the_figures_of_trends_are_named_and_what_is_not_known_stays() -> None:
    names = ["response_p50_ms", "response_p95_ms", "error_percent", "memory_mib of api", "live_set_mib of api"]
    assert len({english(trend_figure(name)) for name in names}) == 5
    assert english(trend_figure("memory_mib of a of b")) == "the memory of a of b"
    assert [english(trend_figure(name)) for name in ("threads of api", "memory_mib")] == [
        "threads of api",
        "memory_mib",
    ]
