"""What `html_report` promises: the page with the data in it, which can neither end early nor run."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from loadproof.report import html

PAGE = '<!doctype html>\n<html lang="en"><head><title>loadproof</title></head><body><!--loadproof:data--><p>end</body>'
DOUBT = "the hypervisor took 6 % of the processor time"
SERIES = {
    "starts": [{"begin_s": 4321.125, "end_s": 4561.0625}],
    "load": {"at_s": [0.0, 1234.5678]},
    "reading_times": [[4321.5]],
    "readings": [{"value": [0.123456789, 2.0, float("nan")]}],
}


@pytest.fixture(autouse=True)
def _page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "report.html"
    page.write_text(PAGE, encoding="utf-8")
    monkeypatch.setattr(html, "_PAGE", page)


def result_named(name: str) -> dict[str, Any]:
    return {"sentence": name, "run": {"target": name, "study": None}}


def embedded(page: str, id_: str) -> Mapping[str, Any]:
    found = re.findall(rf'<script type="application/json" id="{id_}">(.*?)</script>', page, flags=re.DOTALL)
    assert len(found) == 1
    data: Mapping[str, Any] = json.loads(found[0])
    return data


def test_the_result_is_in_the_page_as_it_was_given() -> None:
    result = result_named("http://127.0.0.1:8080 — «ё»")
    page = html.html_report(result, SERIES)
    assert embedded(page, "result") == result
    assert "<title>loadproof: http://127.0.0.1:8080 — «ё»</title>" in page
    assert page.endswith("<p>end</body>")


def test_series_are_rounded_to_what_a_chart_can_show() -> None:
    series = embedded(html.html_report(result_named("x"), SERIES), "series")
    assert series == {
        "starts": [{"begin_s": 4321.125, "end_s": 4561.062}],
        "load": {"at_s": [0, 1234.568]},
        "reading_times": [[4321.5]],
        "readings": [{"value": [0.1235, 2, None]}],
    }


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
def test_a_hostile_name_ends_nothing_early(name: str) -> None:
    page = html.html_report(result_named(name), SERIES)
    assert embedded(page, "result")["sentence"] == name
    assert page.count("<script") == page.count("</script>") == 3
    assert page.count("<title>") == page.count("</title>") == 1
    assert not re.search("<!--|<b>|[\u2028\u2029]", page)


def test_the_language_is_that_of_the_page() -> None:
    assert '<html lang="ru">' in html.html_report(result_named("x"), SERIES, "ru")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_page_holds_the_russian_of_its_texts_whatever_its_language(language: str) -> None:
    result = result_named("x") | {"doubts": [{"text": DOUBT}]}
    series = {"readings": [{"unit": "cores", "value": []}]}
    page = html.html_report(result, series, language)
    assert embedded(page, "result") == result
    assert embedded(page, "russian") == {DOUBT: "гипервизор забрал 6 % процессорного времени", "cores": "ядра"}


def test_a_figure_that_json_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        html.html_report({**result_named("x"), "rate": float("inf")}, SERIES)


@pytest.mark.parametrize("page", [None, "<html><title>another page</title>"])
def test_without_the_built_page_the_error_says_how_to_build_it(
    page: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "other.html"
    if page is not None:
        path.write_text(page, encoding="utf-8")
    monkeypatch.setattr(html, "_PAGE", path)
    with pytest.raises(html.ReportPageMissing, match=r"other\.html.*Cure: make web"):
        html.html_report(result_named("x"), SERIES)
