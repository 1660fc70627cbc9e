"""What a ranking says in every language, that nothing from outside can format it, and the exit code that follows."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from loadproof.model.message import Message
from loadproof.result.ranking_sentence import ranking_sentence
from loadproof.result.result_json import result_of
from loadproof.words.catalogue import LANGUAGES, english, words_of

from .made_ranking import THREE, MadeStart, ranked_result, rows, starts_of, study_of
from .made_result import exit_code_of, markdown_report
from .test_reports import cells, on_terminal


def messages_of(result: dict[str, Any]) -> list[Message]:
    """What the ranking says, and why variants have no rank."""
    (ranking,) = result["rankings"]
    unranked = (row["messages"]["unranked"] for row in ranking["variants"] if row["unranked"])
    return [Message.of_json(held) for held in (ranking["messages"]["text"], *unranked)]


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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", STUDIES)
def test_a_ranking_is_reported_in_every_language(tmp_path: Path, name: str, language: str) -> None:
    words = words_of(language)
    report = markdown_report(ranked_result(tmp_path, STUDIES[name]), language)
    table = cells(report, words("page-section-ranking"))
    assert len(table) == 2 + len({start.variant for start in STUDIES[name]})
    assert words("page-column-carried") in table[0]


@pytest.mark.parametrize("name", STUDIES)
def test_what_a_ranking_says_is_said_in_every_language(tmp_path: Path, name: str) -> None:
    result = ranked_result(tmp_path, STUDIES[name])
    (ranking,) = result["rankings"]
    for language, letters in (("ru", "[а-яё]"), ("zh", "[一-鿿]")):
        for message in messages_of(result):
            shown = words_of(language).told(message)
            assert re.search(letters, shown, re.IGNORECASE), shown
            assert not re.search(r"\b(with|and|then|which|starts?|least|less|ranked|Most)\b", shown), shown
    assert english(Message.of_json(ranking["messages"]["text"])) == ranking["text"]
    assert result["sentence"] == ranking["text"]


def test_a_ranking_reads_as_an_engineer_writes_it(tmp_path: Path) -> None:
    result = ranked_result(tmp_path, STUDIES["bounds"])
    told, *_ = messages_of(result)
    low, high = (rows(result)["b"]["rate"][end] for end in ("low", "high"))
    russian, chinese = (words_of(language) for language in ("ru", "zh"))
    assert russian.told(told).replace("\N{NO-BREAK SPACE}", " ") == (
        "Больше всех с соблюдением SLO p99 < 50 мс и ошибки < 1 % выдерживает a — не менее 3 000 запросов/с; затем "
        f"b — 1 001 запросов/с (от {round(low)} до {round(high):,}); затем c — менее 100 запросов/с.".replace(",", " ")
    )
    assert chinese.told(told) == (
        "满足 p99 < 50 ms 和错误率 < 1% 时承受速率最高的是 a：至少 3,000 请求/秒；其次是 b：1,001 请求/秒"
        f"（{round(low)} 至 {round(high):,}）；其次是 c：低于 100 请求/秒。"
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
    assert widths == {11}
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
    read = result_of(result)
    assert ranking_sentence(read.rankings[0], read.run) == read.rankings[0].text
