"""What a CI reads of a result: JUnit XML that a parser takes, and a short summary; both say what the result says."""

from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from loadproof.judge.verdict import State
from loadproof.methods.trial import Purpose
from loadproof.model.message import Message
from loadproof.records.doubt import Doubt
from loadproof.records.tone import Tone
from loadproof.render.junit import junit_report
from loadproof.render.screen import summary_report
from loadproof.result.result import Result
from loadproof.words.catalogue import LANGUAGES, words_of

from .made_ranking import THREE, ranked_result
from .made_result import FOUND, judged, renamed, result_of, search, tried, typed

PLACE = "runs/made/report.html"
HOSTILE = "x]]>&<b a='\"'>\x00\x1b[2J\ud800\uffff|`*\n# head"


def suites_of(result: Result) -> list[ElementTree.Element]:
    """The suites of its report, whose counts add up."""
    root = ElementTree.fromstring(junit_report(result).encode())  # noqa: S314
    assert root.tag == "testsuites"
    suites = list(root)
    for element in (root, *suites):
        cases = list(element.iter("testcase"))
        counted = {"failures": "failure", "errors": "error", "skipped": "skipped"}
        assert element.get("tests") == str(len(cases))
        for attribute, tag in counted.items():
            assert element.get(attribute) == str(sum(case.find(tag) is not None for case in cases))
        assert float(element.get("time", "-1")) >= 0
    for case in root.iter("testcase"):
        assert case.get("name")
        assert case.get("classname")
        assert len(list(case)) <= 1
    return suites


def kinds(suite: ElementTree.Element) -> dict[str, str]:
    """The kind of each case by its name."""
    return {
        str(case.get("name")): next((one.tag for one in case if one.tag != "system-out"), "passed")
        for case in suite.iter("testcase")
    }


def found(parent: Path, **options: Any) -> Result:
    """A search that found its answer, resting on its last trial."""
    result = typed(result_of(parent, search(), FOUND, **options))
    return replace(result, answers=(replace(result.answers[0], decisive=5, trials=(1, 2, 3, 4, 5)),))


def test_a_search_passes_though_trials_of_it_failed(tmp_path: Path) -> None:
    verdict, capacity = suites_of(found(tmp_path))
    assert kinds(verdict) == {"verdict": "passed"}
    assert [*kinds(capacity)][:3] == ["capacity", "p99<50ms", "errors<1%"]
    assert set(kinds(capacity).values()) == {"passed"}
    assert "replies of get" in kinds(capacity)


@pytest.mark.parametrize(
    ("state", "kind"), [(State.FAILED, "failure"), (State.UNDECIDED, "error"), (State.INVALID, "error")]
)
def test_what_did_not_pass_is_told(tmp_path: Path, state: State, kind: str) -> None:
    result = found(tmp_path)
    trials = typed(result_of(tmp_path / "x", [tried(Purpose.LOAD, 9300.0, state, verdict=judged(state, 0.02))])).trials
    tone: Tone = "failed" if state is State.FAILED else "undecided"
    answer = replace(result.answers[0], tone=tone, outcome=state.value, decisive=1, trials=(1,))
    told = replace(result, state=tone, tone=tone, trials=trials, answers=(answer,))
    verdict, method = suites_of(told)
    assert kinds(verdict) == {"verdict": kind}
    assert kinds(method)["capacity"] == kinds(method)["p99<50ms"] == kind
    assert kinds(method)["errors<1%"] == "passed"
    (slo,) = [case for case in method if case.get("name") == "p99<50ms"]
    assert "2 % of the calls broke it, allowed 1 %" in str(slo[0].text)


def test_nothing_is_worse_than_the_result(tmp_path: Path) -> None:
    ranked = typed(ranked_result(tmp_path, THREE))
    suites = suites_of(ranked)
    assert "ranking by capacity" in [suite.get("name") for suite in suites]
    told = {kind for suite in suites for kind in kinds(suite).values()}
    assert ("failure" in told) == (ranked.state == "failed")
    undecided = replace(ranked.answers[0], tone="failed", outcome="drifting")
    passed = replace(ranked, state="passed", answers=(undecided, *ranked.answers[1:]))
    told = {kind for suite in suites_of(passed) for kind in kinds(suite).values()}
    assert "skipped" in told
    assert not told & {"failure", "error"}


def test_an_interrupted_run_is_an_error(tmp_path: Path) -> None:
    result = found(tmp_path, interrupted=True)
    assert kinds(suites_of(result)[0]) == {"verdict": "error"}


def hostile(parent: Path) -> Result:
    """Everything from outside is hostile."""
    result = found(parent, description=replace(renamed("x"), target="http://x/\x1b[2J", verb="capacity"))
    answer = replace(result.answers[0], variant=HOSTILE, sentence=Message.said(HOSTILE))
    last = result.trials[-1]
    operations = {HOSTILE: next(iter(last.measurement.operations.values()))}
    trial = replace(last, measurement=replace(last.measurement, operations=operations), reason=Message.said(HOSTILE))
    doubts = tuple(Doubt(code=f"c{n}", text=Message.said(HOSTILE * 50), cure=Message.said("x")) for n in range(30))
    answers = tuple(replace(answer, start=n) for n in range(30))
    trials = (*result.trials[:-1], trial)
    return replace(result, answers=answers, trials=trials, sentence=Message.said(HOSTILE), doubts=doubts)


def test_nothing_from_outside_breaks_the_xml(tmp_path: Path) -> None:
    text = junit_report(hostile(tmp_path))
    assert all(letter.isprintable() or letter == "\n" for letter in text)
    suites = suites_of(hostile(tmp_path / "again"))
    assert any("x]]>&<b a=" in str(suite.get("name")) for suite in suites)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_summary_is_short_in_every_language(tmp_path: Path, language: str) -> None:
    for result in (found(tmp_path / "a"), typed(ranked_result(tmp_path / "b", THREE)), hostile(tmp_path / "c")):
        text = summary_report(result, words_of(language), PLACE)
        assert len(text.splitlines()) <= 50
        assert len(text) < 20_000
        assert text.startswith("# ")
        assert "report.html" in text
        assert all(letter.isprintable() or letter in "\n\u00a0\u202f" for letter in text)
        assert not any(line.startswith(("# head", "<b")) for line in text.splitlines())


def test_a_summary_says_verdict_answer_figures_and_doubts(tmp_path: Path) -> None:
    doubt = Doubt(code="late", text=Message.said("sends were late"), cure=Message.said("wait"))
    result = replace(found(tmp_path), doubts=(doubt,), decisive=5)
    text = summary_report(result, words_of("en"), PLACE)
    first, *rest = text.splitlines()
    assert first == "# loadproof capacity: http://127.0.0.1:8080: passed"
    assert any("between 9,300" in line for line in rest)
    assert any("┤╌" in line for line in rest)
    assert any("sends were late" in line for line in rest)
