"""Every text for people that the code makes has its Russian, which loses no figure."""

import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.judge.doubt import Doubt, DoubtCode
from loadproof.judge.plateau import PlateauSettings, Standard
from loadproof.judge.pressure import pressure_doubts
from loadproof.judge.validity import HostReading, doubts_of, judged_valid
from loadproof.judge.verdict import State, Verdict
from loadproof.method.capacity import Capacity
from loadproof.method.capacity_settings import CapacitySettings
from loadproof.method.method import Answer, Observed
from loadproof.method.plateaus import Plateaus, PlateausSettings
from loadproof.method.trial import Purpose, Trial, TrialResult
from loadproof.report.answer_sentences import answer_sentence
from loadproof.report.answers import why_unanswered
from loadproof.report.sentence import arrivals_note
from loadproof.report.texts.message_template import gaps_in
from loadproof.report.translation import catalogue, translations, untranslated
from loadproof.store.journal import _WORDS, StorageFailure

from ..judge import test_plateau, test_pressure, test_validity
from ..judge.simulated_service import ERRORS, RATE, QueueService, p99_under
from ..method.made_results import result_of, searched
from ..method.simulated_search import run_search

CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)
FIGURE = re.compile(r"\d+(?:\.\d+)?")


def russian(english: str) -> str:
    """The Russian of a reason; nothing of it is missed, and it has every figure of the English."""
    result = {"reason": english}
    assert untranslated(result) == []
    text = translations(result)[english]
    assert CYRILLIC.search(text), text
    assert figures(text.replace("\N{NARROW NO-BREAK SPACE}", "").replace(",", ".")) == figures(english.replace(",", ""))
    return text


def figures(text: str) -> Counter[float]:
    return Counter(float(figure) for figure in FIGURE.findall(text))


RUN: dict[str, Any] = {
    "interrupted": False,
    "arrivals": "poisson",
    "slos": [
        {"text": "p99<50ms", "kind": "percentile"},
        {"text": "p95<20ms", "kind": "percentile"},
        {"text": "errors<1%", "kind": "errors"},
    ],
}
TRIAL: dict[str, Any] = {
    "number": 3,
    "rate": 1234.0,
    "purpose": "confirm",
    "state": "passed",
    "measurement": {
        "duration_s": 252.0, "rate": 1230.5, "completed": 5000, "error_percent": 0.127,
        "response_ms": {"p99": 12.3, "mean": 1503.2},
    },
    "verdict": {"state": "passed", "reason": "the service did not recover: there was no SLO to keep", "slos": [{}]},
}  # fmt: skip
REASON = "0.3 % of get calls took longer than 50 ms or failed (limit 1 %): too near the limit to tell after 30 s"
ANSWER: dict[str, Any] = {
    "method": "capacity", "outcome": "found", "reason": REASON, "rate": 12345.0, "n": 26.0, "low": 12345.0,
    "high": 12600.0, "estimate": 12400.0, "decisive": 3, "hold_s": 30.0, "trials": [TRIAL], "run": RUN,
}  # fmt: skip
NOTHING_KNOWN = {"rate": None, "estimate": None, "low": None, "high": None, "n": None}


def views() -> Iterator[dict[str, Any]]:
    """Every way in which an answer can be told."""
    outcomes = {
        "plateaus": ["found", "at_least", "none_passed", "undecided"],
        "capacity": ["found", "coarse", "at_least", "none_passed", "drifting", "undecided"],
        "confirm": ["passed", "failed", "undecided", "invalid"],
        "soak": ["steady", "not_steady", "never_steady", "failed", "undecided", "invalid"],
        "load": [],
    }
    for method, known in outcomes.items():
        for outcome, arrivals, interrupted in product([*known, "not_run"], ["poisson", "closed"], [False, True]):
            run = RUN | {"arrivals": arrivals, "interrupted": interrupted}
            view = ANSWER | {"method": method, "outcome": outcome, "run": run}
            yield view
            yield view | {"reason": "", "n": None, "trials": []}
            if outcome == "coarse":
                yield view | {"rate": None, "n": None}
            if outcome in {"none_passed", "drifting", "undecided", "invalid"}:
                yield view | NOTHING_KNOWN
    yield from load_views()


def load_views() -> Iterator[dict[str, Any]]:
    slos = [{"slo": "p99<50ms", "state": "failed"}, {"slo": "errors<1%", "state": "failed"}]
    for state, rate, completed, given_slos in product(State, [1234.0, None], [5000, 900, 0], [slos, []]):
        verdict = {"state": state.value, "reason": REASON, "slos": given_slos}
        measurement = TRIAL["measurement"] | {"completed": completed}
        trial = TRIAL | {"rate": rate, "verdict": verdict, "measurement": measurement}
        yield ANSWER | {"method": "load", "trials": [trial]}
        yield ANSWER | {"method": "load", "trials": [trial | {"verdict": None}]}


def test_every_answer_has_its_russian_sentence() -> None:
    sentences = {answer_sentence(view) for view in views()}
    assert len(sentences) > 60
    for sentence in sentences:
        russian(sentence)


def test_a_capacity_reads_as_an_engineer_writes_it() -> None:
    assert russian(answer_sentence(ANSWER)).replace("\N{NARROW NO-BREAK SPACE}", " ") == (
        "Сервис выдерживает 12 345 запросов/с (N = 26) с соблюдением SLO p99 < 50 мс, p95 < 20 мс и ошибки < 1 % "
        "(оценка максимальной производительности — 12 400 запросов/с, от 12 345 до 12 600; пуассоновский поток "
        "запросов; подтверждено полкой 4 мин 12 с в пределах одного запуска сервиса)."
    )
    former = russian(answer_sentence(ANSWER | {"estimate": None})).replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert "(между 12 345 и 12 600 запросов/с; пуассоновский поток" in former


def staircases() -> Iterator[Answer]:
    """What staircases say, of every way in which three plateaus may end; the service dies in the last or not."""
    settings = PlateausSettings((900.0, 1500.0, 4500.5), hold_s=300.0)
    for states in product(State, repeat=3):
        for died, lost in ((None, False), ("api", False), (None, True)):
            method, history = Plateaus(settings), list[TrialResult]()
            step = method.next(history)
            while isinstance(step, Trial):
                state = states[len(history)] if step.purpose is Purpose.PLATEAU else State.PASSED
                result = result_of(step, state, share=0.9 if lost and state is State.FAILED else None)
                history.append(replace(result, verdict=replace(result.verdict, reason=REASON)))
                step = method.next(history, Observed(died if len(history) == 2 else None))
            assert isinstance(step, Answer)
            yield step


def test_every_staircase_has_its_russian_reason() -> None:
    answers = list(staircases())
    assert {answer.outcome.value for answer in answers} == {"found", "at_least", "none_passed", "undecided"}
    reasons = {answer.reason for answer in answers if answer.reason}
    assert len(reasons) > 30
    for reason in reasons:
        russian(reason)
        russian(answer_sentence(ANSWER | {"method": "plateaus", "outcome": "found", "reason": reason}))
        russian(answer_sentence(ANSWER | {"method": "plateaus", "outcome": "at_least", "reason": reason}))


@pytest.mark.parametrize("arrivals", ["poisson", "constant", "closed"])
def test_arrivals_are_explained(arrivals: str) -> None:
    assert len(russian(arrivals_note(arrivals))) > 100


def verdicts() -> Iterator[Verdict]:
    """What the judge says of plateaus of every kind."""
    second, judged = test_plateau.Second, test_plateau.judged
    held = PlateauSettings(30.0, early_pass=False, standard=Standard.HELD)
    yield judged(lambda _: second(500))[0]
    yield judged(lambda at: second(500, slow=400, in_flight=100 * at))[0]
    yield judged(lambda _: second(500, errors=500), slos=(ERRORS,))[0]
    yield judged(lambda at: second(500, slow=500 if at == 1 else 0))[0]
    yield judged(lambda _: second(1000, slow=40))[0]
    yield judged(lambda at: second(100, open=10, in_flight=10 * at), slos=(RATE,))[0]
    yield judged(lambda _: second(500), slos=(RATE,))[0]
    yield judged(lambda at: second(500, in_flight=2 + 4 * at))[0]
    yield judged(lambda _: second(3))[0]
    yield judged(lambda _: second(500), slos=())[0]
    yield test_plateau.confirmed(0.008)
    yield judged(lambda at: second(1000, slow=60 if at % 5 == 0 else 0), settings=held)[0]


def test_every_verdict_on_a_plateau_has_its_russian_reason() -> None:
    reasons = {verdict.reason for verdict in verdicts()}
    assert len(reasons) >= 11
    for reason in reasons:
        russian(reason)


@pytest.mark.parametrize(
    "reason",
    [
        "0.213 % of the basket calls failed (limit 1 %), shown with 95 % confidence after 6 s",
        "done differs from due by 11 % of get calls (limit 5 %) over 30 s; the service fell behind",
        "get:p99<50ms: 90 get calls came due, at least 368 are needed",
        "back at the baseline after 3 s",
        "not back at the baseline after 20 s of low load",
        "interrupted before its end",
        "it has no end: nothing is judged",
        "there was nothing to confirm: no capacity was searched for",
        "the service got slower during the search: its capacity fell from about 1234 to 980 calls/s",
        "the service got slower during the search: at 20.2 calls/s its median went from 142 to 191 ms, "
        "and did not come back",
        *(why_unanswered(*known) for known in ((False, True), (True, True), (True, False))),
    ],
)
def test_other_reasons(reason: str) -> None:
    russian(reason)


@pytest.mark.parametrize(
    "text",
    [
        "the service api ended with exit code 3 before it was ready; its last lines: port 80 | FATAL: too many clients",
        "the service api ended with exit code 3 before it was ready (it wrote nothing)",
        "the service api was killed by SIGKILL before it was ready (it wrote nothing)",
        "the service api was killed by SIGKILL, as its control group had no memory left (1 process killed for that) "
        "before it was ready; its last lines: heap 512 MiB",
        "the service api was killed by SIGKILL, as its control group had no memory left (2 processes killed for that) "
        "before it was ready (it wrote nothing)",
        "the service api was not ready within 5 s (Connection refused); its last lines: waiting",
        "the service api cannot be started (/bin/none: No such file or directory) (it wrote nothing)",
        "the service api cannot be started: something listens on its port 8080 already: nginx (process 42). Cure: "
        "end that, or leave the port out of the study to be given a free one",
        "the command reset --database bench of the service api ended with exit code 2; its last lines: no database",
        "the command reset --all of the stand did not end within 600 s (it wrote nothing)",
        "the last lines of the service api: one | two 3",
        "no more starts of bad: given up after 2 failed starts in a row: the service api ended with exit code 3 before "
        "it was ready (it wrote nothing)",
        "the run was continued after it had stood for 2 min 5 s",
    ],
)
def test_what_happens_to_starts_has_its_russian(text: str) -> None:
    russian(text)
    sentence = answer_sentence(ANSWER | {"method": "load", "outcome": "not_run", "reason": text})
    russian(sentence)


def test_every_answer_of_a_search_has_its_russian_reason() -> None:
    service, slos, rng = QueueService(4, 0.005), (p99_under(50.0), ERRORS, RATE), np.random.default_rng(1)
    limits: list[dict[str, Any]] = [
        {},
        {"max_trials": 3},
        {"budget_s": 60.0},
        {"max_rate": 400.0},
        {"start_rate": 5000.0},
    ]
    found = [run_search(service, slos, CapacitySettings(**limit), rng).answer for limit in limits]
    for state, share in ((State.INVALID, None), (State.FAILED, None), (State.UNDECIDED, 0.02)):
        found.append(searched(Capacity(CapacitySettings()), lambda trial, _: result_of(trial, state, share))[0])  # noqa: B023
    reasons = {
        answer.reason.replace("made to be ", "the service did not recover: there was no SLO to keep ")
        for answer in found
    }
    assert len({answer.outcome for answer in found}) == 5
    assert len(reasons) == len(found)
    for reason in reasons:
        russian(re.sub(r"there was no SLO to keep \w+", "there was no SLO to keep", reason))


def doubts() -> Iterator[Doubt]:
    """What the gates of a measurement and the store raise."""
    late = test_validity.measured(test_validity.FAST, test_validity.LATE)
    reading = test_validity.generator(0.97, descriptors=1, ports=22, connections=5)
    found = doubts_of(late, (p99_under(50.0),), reading, HostReading(0.06, 0.2))
    assert len(found) == 7
    yield from found
    yield from test_plateau.judged(lambda _: test_plateau.Second(3))[2].doubts()
    yield from pressure_doubts(test_pressure.DISK)
    yield from pressure_doubts(test_pressure.MEMORY)
    yield from pressure_doubts(replace(test_pressure.DISK, ours_disk_waited_s=2.0))
    yield from pressure_doubts(replace(test_pressure.MEMORY, ours_memory_waited_s=2.0))
    yield Doubt(DoubtCode.INTERRUPTED, "the trial was interrupted after 12 s")
    for reached in ("", ", before its span began: ramp and settling are counted"):
        counted = "3 open calls count as cut, 1 waiting ones as dropped"
        yield Doubt(DoubtCode.INTERRUPTED, f"trial 2 was cut short after 7 s{reached}; {counted}")
        yield Doubt(DoubtCode.NOT_STORED, f"trial 2 is stored no further than 7 s{reached}; {counted}")
    for why in [*_WORDS.values(), "the run directory is gone", "the database failed (out of memory)"]:
        yield Doubt(DoubtCode.NOT_STORED, str(StorageFailure(12.0, why, 4)))
    not_back = "not back at the baseline after 20 s of low load of 500 calls/s, which it kept before"
    yield Doubt(DoubtCode.NOT_RECOVERED, not_back)


def test_every_doubt_has_its_russian_text() -> None:
    for doubt in doubts():
        russian(doubt.text)


@pytest.mark.parametrize("kind", DoubtCode, ids=lambda kind: kind.code)
def test_every_cure_has_its_russian(kind: DoubtCode) -> None:
    russian(kind.cure)


def test_a_doubt_within_a_reason_is_translated_too() -> None:
    doubt = next(doubts())
    measurement = test_validity.measured(test_validity.FAST, test_validity.LATE)
    reading = test_validity.generator()
    measurement = replace(measurement, doubts=(doubt,))
    verdict, _ = judged_valid(Verdict(State.PASSED, "kept"), measurement, (p99_under(50.0),), reading)
    assert russian(f"the service did not recover: {verdict.reason}") == (
        "сервис не восстановился: 1 % запросов отправлены генератором с опозданием более 20 мс (допустимо: 5 мс)"
    )


def whole_result() -> dict[str, Any]:
    doubt = Doubt(DoubtCode.STEAL, "the hypervisor took 6 % of the processor time").as_dict()
    sentence = answer_sentence(ANSWER)
    return {
        "schema_version": 2,
        "sentence": f"no SLO: {sentence} b: {sentence}",
        "doubts": [doubt],
        "findings": [],
        "answers": [{"variant": name, "sentence": sentence, "reason": "", "trends": []} for name in ("no SLO", "b")],
        "trials": [TRIAL | {"measurement": {"doubts": [doubt], "operations": {"reason": {"doubts": [doubt]}}}}],
        "run": {
            "arrivals": "poisson",
            "arrivals_note": arrivals_note("poisson"),
            "slos": [{"text": "p99<50ms"}],
            "command": ["repeat the run to its end"],
            "environment": {"reason": "see the text"},
            "events": [{"kind": "ready", "text": "the stand of a is ready at http://127.0.0.1:8080"}],
        },
    }


def test_only_texts_for_people_are_translated() -> None:
    result = whole_result()
    found = translations(result)
    assert untranslated(result) == []
    assert result == whole_result()
    assert found[result["answers"][0]["sentence"]].startswith("Сервис выдерживает")
    assert found["use a machine whose cores are its own"] == "возьмите машину с выделенными ядрами"
    stand = "the stand of a is ready at http://127.0.0.1:8080"
    assert found[stand] == "стенд варианта «a» готов по адресу http://127.0.0.1:8080"
    assert not {"steal", "poisson", "p99<50ms", "see the text", "repeat the run to its end"} & set(found)
    assert all(russian != english for english, russian in found.items())


def test_the_sentence_of_the_whole_is_translated_where_no_answer_says_it() -> None:
    sentence = "Nothing was measured: the run ended before its load began (Poisson arrivals)."
    assert list(translations({"sentence": sentence, "answers": []})) == [sentence]
    assert translations({"sentence": sentence, "answers": [{"sentence": "", "trends": []}]}) == {}


def test_what_is_not_known_stays_and_is_told() -> None:
    result = {"reason": "the service did not recover: the moon stood high", "text": "never heard of"}
    assert translations(result) == {
        "the service did not recover: the moon stood high": "сервис не восстановился: the moon stood high"
    }
    assert untranslated(result) == ["the moon stood high", "never heard of"]


KNOWN_WORDS = st.sampled_from(
    [
        "the service did not recover: ",
        " of calls failed (limit 1 %)",
        "5 %",
        " over 30 s",
        ": ",
        "; ",
        " calls/s, which it kept before",
        "1e+06",
    ]
)


@given(st.lists(st.one_of(st.text(max_size=20), KNOWN_WORDS), max_size=12).map("".join))
def test_any_text_is_translated_or_stays(text: str) -> None:
    result = {"reason": text, "sentence": text}
    shown = translations(result)
    assert set(shown) <= {text}
    if text in untranslated(result):
        assert text not in shown


@pytest.mark.parametrize(
    "text",
    [
        "the service did not recover: " * 360,
        "The service holds 1 requests/s with " + " (between 1 and 2/s; " * 180,
        "1 % of " * 570,
        "1," * 2000,
        ": 1 calls came due, at least " * 130,
        "x" * 5_000_000,
        "; ".join(str(number) for number in range(700)),
    ],
)
def test_hostile_texts_cost_little(text: str) -> None:
    begin_s = time.process_time()
    translations({"reason": text})
    assert time.process_time() - begin_s < 1.0


def test_both_sides_of_the_catalogue_have_the_same_gaps() -> None:
    templates = catalogue()
    assert len(templates) > 100
    for template in templates:
        assert gaps_in(template.english) == gaps_in(template.russian), template.english
        assert CYRILLIC.search(template.russian) or template.russian == "{probe}: {why}"
