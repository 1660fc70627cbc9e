"""What a ranking says in both languages, that nothing from outside can format it, and the exit code that follows."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from loadproof.cli.result import exit_code_of
from loadproof.report.markdown import markdown_report
from loadproof.report.ranking_sentence import ranking_sentence
from loadproof.report.translation import translations, untranslated

from .made_ranking import THREE, MadeStart, ranked_result, rows, starts_of, study_of
from .test_reports import cells, on_terminal


def worded(result: dict[str, Any]) -> list[str]:
    (ranking,) = result["rankings"]
    return [ranking["text"], *(row["unranked"] for row in ranking["variants"] if row["unranked"])]


STUDIES: dict[str, Sequence[MadeStart]] = {
    "ranked": THREE,
    "bounds": [
        *starts_of("a", 3000.0, 3000.0, 3000.0, outcome="at_least"),
        *starts_of("b", 1000.0, 1001.0, 1003.0),
        *[MadeStart("c", number, None, "none_passed") for number in (1, 2, 3)],
    ],
    "lost starts": [
        *starts_of("a", 1000.0, 1001.0, 1003.0),
        *starts_of("b", 900.0, 901.0, 903.0),
        MadeStart("c", 1, 500.0),
        MadeStart("c", 2, None, "undecided"),
        MadeStart("c", 3, None, "drifting"),
        *[MadeStart("d", number, None, "not_run") for number in (1, 2, 3)],
        MadeStart("e", 1, None, "none_passed"),
        *starts_of("e", 1.0, 5000.0, 5000.0, outcome="at_least")[1:],
    ],
    "one variant": starts_of("a", 1000.0, 1001.0, 1003.0),
    "too few": [*starts_of("a", 1000.0, 1001.0), *starts_of("b", 900.0)],
    "one with enough": [*starts_of("a", 1000.0, 1001.0, 1002.0), *starts_of("b", 900.0)],
}


@pytest.mark.parametrize("name", STUDIES)
def test_what_a_ranking_says_has_its_russian(tmp_path: Path, name: str) -> None:
    result = ranked_result(tmp_path, STUDIES[name])
    said = {"rankings": result["rankings"], "sentence": result["rankings"][0]["text"]}
    assert untranslated(said) == []
    russian = translations(said)
    for text in worded(result):
        shown = russian[text]
        assert re.search(r"[а-яё]", shown, re.IGNORECASE)
        assert not re.search(r"\b(with|and|then|which|starts?|least|less|ranked|Most)\b", shown), shown


def test_a_ranking_reads_as_an_engineer_writes_it(tmp_path: Path) -> None:
    result = ranked_result(tmp_path, STUDIES["bounds"])
    russian = translations(result)[result["sentence"]].replace("\N{NARROW NO-BREAK SPACE}", " ")
    low, high = (round(rows(result)["b"]["rate"][end]) for end in ("low", "high"))
    assert russian == (
        "Больше всех с соблюдением SLO p99 < 50 мс и ошибки < 1 % выдерживает a — не менее 3 000 запросов/с; "
        f"затем b — 1 001 запросов/с (от {low} до {high:,}); затем c — менее 100 запросов/с.".replace(",", " ")
    )


HOSTILE = "<b>x</b>|`y`\n# z\x1b[2J"


def test_nothing_from_outside_formats_a_ranking(tmp_path: Path) -> None:
    runtimes = [{"variant": HOSTILE, "start": 1, "service": "api", "facts": {HOSTILE: HOSTILE, "collector": HOSTILE}}]
    starts = [*starts_of(HOSTILE, 1000.0, 1001.0, 1002.0), *starts_of("b", 500.0, 501.0, 502.0)]
    study = study_of([HOSTILE, "b"]) | {"name": HOSTILE}
    result = ranked_result(tmp_path, starts, study, runtimes)
    markdown = markdown_report(result)
    assert re.search(r"(?<!\\)<b>", markdown) is None
    assert "\x1b" not in markdown
    widths = {len(row) for row in cells(markdown, "Ranking")}
    assert widths == {13}
    assert "\x1b" not in on_terminal(result)


@pytest.mark.parametrize(
    ("name", "code"),
    [("ranked", 0), ("bounds", 3), ("lost starts", 4), ("one variant", 0), ("too few", 0), ("one with enough", 4)],
)
def test_the_exit_code_says_whether_every_variant_has_its_answer(tmp_path: Path, name: str, code: int) -> None:
    assert exit_code_of(ranked_result(tmp_path, STUDIES[name])) == code


def test_a_start_that_was_not_run_fails_no_study_whose_other_starts_were(tmp_path: Path) -> None:
    lost = [*THREE, MadeStart("ktor", 4, None, "drifting"), MadeStart("webflux", 4, None, "not_run")]
    base = {**ranked_result(tmp_path, THREE)["answers"][0], "method": "soak", "trends": []}
    soaks = [{**base, "start": 1, "outcome": "steady"}, {**base, "start": 2, "outcome": "not_run"}]
    (tmp_path / "lost").mkdir()
    assert exit_code_of(ranked_result(tmp_path / "lost", lost, others=soaks)) == 0
    (tmp_path / "none").mkdir()
    assert exit_code_of(ranked_result(tmp_path / "none", lost, others=soaks[1:])) == 4
    (tmp_path / "failed").mkdir()
    failed = [{**base, "start": 1, "outcome": "not_steady"}, *soaks[1:]]
    result = ranked_result(tmp_path / "failed", lost, others=failed)
    assert exit_code_of(result) == 3
    assert [row[0] for row in cells(markdown_report(result), "Answers")[2:]] == ["1", "2"]


def test_a_result_with_rankings_is_json(tmp_path: Path) -> None:
    result = ranked_result(tmp_path, STUDIES["lost starts"])
    assert json.loads(json.dumps(result, allow_nan=False)) == result
    run = result["run"]
    assert ranking_sentence(result["rankings"][0], run) == result["rankings"][0]["text"]
