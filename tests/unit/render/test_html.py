"""What `html_report` promises: the page with the data in it, which can neither end early nor run."""

import json
import re
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from loadproof.judge.verdict import State
from loadproof.methods.trial import Purpose
from loadproof.model.message import Message, share
from loadproof.model.target import service_target
from loadproof.records.doubt import Doubt
from loadproof.records.injection import (
    Effect,
    EffectDecision,
    Injection,
    InjectionState,
    Occurrence,
    OccurrenceEffect,
    OperationPhases,
    PhaseCalls,
)
from loadproof.records.run import RunSlo
from loadproof.render import html
from loadproof.render.response_curves import NO_CURVES
from loadproof.result.result import Result
from loadproof.result.result_json import to_json
from loadproof.result.series import HeatMap, LoadSeries, ReadingSeries, Series, StartSpan
from loadproof.words.catalogue import LANGUAGES, english, words_of

from .made_result import result_of, tried, typed

PAGE = '<!doctype html>\n<html lang="en"><head><title>loadproof</title></head><body><!--loadproof:data--><p>end</body>'
DOUBT = Message("machine-stolen", share=share(0.06))
LOAD: dict[str, Any] = {field.name: () for field in fields(LoadSeries)}
SERIES = Series(
    starts=(StartSpan(variant=None, start=1, begin_s=4321.125, end_s=4561.0625),),
    load=LoadSeries(**{**LOAD, "step_s": 1.0, "at_s": (0.0, 1234.5678)}),
    failures=(),
    operations=(),
    heat=HeatMap(step_s=1.0, at_s=(), edges_ms=(), counts=()),
    curves=NO_CURVES,
    reading_times=((4321.5,),),
    readings=(ReadingSeries(probe="host", name="busy", unit="cores", times=0, value=(0.123456789, 2.0, float("nan"))),),
)


@pytest.fixture(autouse=True)
def _page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "report.html"
    page.write_text(PAGE, encoding="utf-8")
    monkeypatch.setattr(html, "_PAGE", page)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Result:
    return typed(result_of(tmp_path_factory.mktemp("made"), [tried(Purpose.LOAD, 100.0, State.PASSED, calls=900)]))


def named(result: Result, name: str) -> Result:
    """With a sentence and a target from outside."""
    return replace(
        result, sentence=Message.said(name), run=replace(result.run, target=name, subject=service_target(name))
    )


def embedded(page: str, id_: str) -> Mapping[str, Any]:
    found = re.findall(rf'<script type="application/json" id="{id_}">(.*?)</script>', page, flags=re.DOTALL)
    assert len(found) == 1
    data: Mapping[str, Any] = json.loads(found[0])
    return data


def test_the_result_is_in_the_page_as_it_was_given(made: Result) -> None:
    result = named(made, "http://127.0.0.1:8080 — «ё»")
    page = html.html_report(result, SERIES)
    shown, whole = embedded(page, "result"), json.loads(json.dumps(to_json(result)))
    # What no chart draws is in the document alone.
    assert whole.keys() == shown.keys()
    assert all(shown[key] == whole[key] for key in ("run", "state", "tone", "sentence", "decisive", "response_ms"))
    assert shown["sentence"] == "http://127.0.0.1:8080 — «ё»"
    assert "<title>http://127.0.0.1:8080 — «ё» · loadproof</title>" in page
    assert page.endswith("<p>end</body>")


def test_a_load_of_one_request_is_titled_by_its_path_and_rate(made: Result) -> None:
    operation = replace(made.run.profile.operations[0], request="GET /a</title><b>&x=1")
    profile = replace(made.run.profile, operations=(operation,))
    run = replace(made.run, profile=profile, method={**made.run.method, "rate": 1000.0})
    page = html.html_report(replace(made, run=run), SERIES)
    assert "<title>GET /a&lt;/title&gt;&lt;b&gt;&amp;x=1 · 1,000/s · loadproof</title>" in page


def test_the_charts_have_the_trials_and_the_document_their_operations(tmp_path: Path) -> None:
    trials = [tried(purpose, 100.0, State.PASSED, calls=900) for purpose in (Purpose.WARM_UP, Purpose.LOAD)]
    result = typed(result_of(tmp_path, trials))
    page = html.html_report(result, SERIES)
    shown = embedded(page, "result")["trials"]
    assert [trial["measurement"]["due"] for trial in shown] == [900, 900]
    assert [trial["measurement"]["operations"] for trial in shown] == [{}, {}]
    (operations,) = [one for one in embedded(page, "document")["sections"] if one["name"] == "operations"]
    (option,) = operations["blocks"][0]["options"]
    table = option["blocks"][0]
    assert [row[0] for row in table["rows"][:-1]] == ["get", "batch", "create", "update"]


def test_the_charts_have_the_times_of_injections_alone(made: Result) -> None:
    effect = Effect(
        metric="p95_ms",
        unit="ms",
        before=9.0,
        during=90.0,
        after=9.0,
        difference=81.0,
        low=70.0,
        high=92.0,
        decision=EffectDecision.WORSE,
    )
    occurrence = Occurrence(
        trial=1,
        number=1,
        begun_s=60.0,
        ended_s=90.0,
        undone_s=90.5,
        state=InjectionState.FAILED,
        fault=Message.said("a fault of the charts"),
        effect=OccurrenceEffect(block_s=10, effects=(effect,), recovery_s=20.0),
    )
    calls = PhaseCalls(calls=2, completed=1, errors_by_kind={"reset of the charts": 1}, dropped=0, cut=0)
    lag = Injection(
        name="lag",
        kind="network",
        problem=Message.said("a problem of the charts"),
        variant=None,
        occurrences=(occurrence, replace(occurrence, number=2, effect=None)),
        effects=(effect,),
        repetitions=2,
        recovery_s=20.0,
        operations=(OperationPhases(operation="failed of the charts", before=calls, during=calls, after=calls),),
        alarms=(),
    )
    page = html.html_report(replace(made, injections=(lag,)), SERIES)
    (drawn,) = embedded(page, "result")["injections"]
    first, second = drawn["occurrences"]
    assert (drawn["name"], drawn["kind"]) == ("lag", "network")
    assert (first["begun_s"], first["ended_s"], first["undone_s"]) == (60.0, 90.0, 90.5)
    assert (first["effect"], second["effect"]) == ({"block_s": 10, "effects": [], "recovery_s": 20.0}, None)
    assert "of the charts" not in json.dumps(drawn)
    assert drawn["effects"] == []


def test_a_target_of_a_study_is_called_by_its_service(made: Result) -> None:
    page = html.html_report(named(made, "http://127.0.0.1:${api.port}"), SERIES)
    assert "<title>api" in page


def test_series_are_rounded_to_what_a_chart_can_show(made: Result) -> None:
    series = embedded(html.html_report(made, SERIES), "series")
    assert [(start["begin_s"], start["end_s"]) for start in series["starts"]] == [(4321.125, 4561.062)]
    assert series["load"]["at_s"] == [0, 1234.568]
    assert series["reading_times"] == [[4321.5]]
    assert series["readings"][0]["value"] == [0.1235, 2, None]


@pytest.mark.parametrize(
    "name",
    [
        "</script><script>alert(1)</script>",
        "<!--",
        "]]>",
        "a\u2028b\u2029c",
        "&lt;",
        "</title><b>",
        "<!--loadproof:data-->",
    ],
)
def test_a_hostile_name_ends_nothing_early(made: Result, name: str) -> None:
    page = html.html_report(named(made, name), SERIES)
    assert embedded(page, "result")["sentence"] == name
    assert page.count("<script") == page.count("</script>") == 4
    assert page.count("<title>") == page.count("</title>") == 1
    assert not re.search("<!--|<b>|[\u2028\u2029]", page)


def test_the_language_is_that_of_the_page(made: Result) -> None:
    assert '<html lang="ru">' in html.html_report(made, SERIES, "ru")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_holds_the_texts_of_the_result_in_other_languages_whatever_its_own(
    made: Result, language: str
) -> None:
    doubt = Doubt(code="stolen", text=DOUBT, cure=Message.said("as it was written"))
    page = html.html_report(replace(made, doubts=(doubt,)), SERIES, language)
    document = embedded(page, "document")
    texts = document["texts"]
    assert list(texts) == list(LANGUAGES)
    place = texts["en"].index(english(DOUBT))
    assert [texts[code][place] for code in ("ru", "zh")] == [words_of(code).told(DOUBT) for code in ("ru", "zh")]
    assert texts["ru"][document["charts"]["units"]["cores"]] == "ядра"
    # A text of one language is where it stands, and in no list.
    assert all("as it was written" not in told for told in texts.values())
    assert "as it was written" in json.dumps(document["closing"])


def test_an_slo_is_told_as_a_reader_of_each_language_writes_it(made: Result) -> None:
    slo = RunSlo(text="get:errors<=1%", kind="errors", limit_percent=1.0, threshold_ms=None, operation="get")
    document = embedded(html.html_report(replace(made, run=replace(made.run, slos=(slo,))), SERIES), "document")
    (place,) = document["charts"]["slos"]
    assert [document["texts"][code][place] for code in ("en", "ru")] == ["get: errors ≤ 1 %", "get: ошибки ≤ 1 %"]


def test_the_page_holds_what_it_tells_in_every_language_and_nothing_else(made: Result) -> None:
    catalogues = embedded(html.html_report(made, SERIES), "catalogues")
    assert list(catalogues) == list(LANGUAGES)
    for catalogue in catalogues.values():
        assert re.search("^page-section-trials = ", catalogue, re.MULTILINE)
        assert re.search("^term-plateau-text = ", catalogue, re.MULTILINE)
        assert not re.search("^(#|said)", catalogue, re.MULTILINE)


def test_a_figure_that_json_does_not_have_is_null(made: Result) -> None:
    page = html.html_report(replace(made, run=replace(made.run, duration_s=float("inf"))), SERIES)
    assert embedded(page, "result")["run"]["duration_s"] is None


@pytest.mark.parametrize("page", [None, "<html><title>another page</title>"])
def test_without_the_built_page_the_error_says_how_to_build_it(
    made: Result, page: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "other.html"
    if page is not None:
        path.write_text(page, encoding="utf-8")
    monkeypatch.setattr(html, "_PAGE", path)
    with pytest.raises(html.ReportPageMissing, match=r"other\.html.*Cure: make web"):
        html.html_report(made, SERIES)
