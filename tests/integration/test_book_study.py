"""The study of the book shop, from its file to its report: a small heap with each fault, and with each mended."""

from pathlib import Path
from typing import Any

import pytest

from .closing_counts import assert_counts_close
from .command_line import CommandLine
from .study_file import processes_with

STUDY = Path(__file__).parents[2] / "studies/book/study.yaml"
LONGEST_S = 300
VARIANTS = {"faulty", "without-leak", "asynchronous-log"}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the study is run."""
    return tmp_path_factory.mktemp("book")


@pytest.fixture(scope="module")
def result(place: Path) -> dict[str, Any]:
    """The result of its preset `smoke`."""
    environment = {"XDG_STATE_HOME": str(place / "state")}
    words = ("run", STUDY, "--preset", "smoke", "--out", place / "run", "--json")
    with CommandLine(*words, cwd=place, environment=environment) as command:
        ended = command.ended(LONGEST_S)
    assert ended.exit_code == 0, ended.messages
    assert processes_with(str(place)) == []
    assert (place / "run/report.html").stat().st_size < 3_000_000
    return ended.result


def test_every_variant_is_started_and_answers_each_operation(result: dict[str, Any]) -> None:
    assert {answer["variant"] for answer in result["answers"]} == VARIANTS
    assert {trial["variant"] for trial in result["trials"]} == VARIANTS
    for trial in result["trials"]:
        assert_counts_close(trial["measurement"])
    for answer in result["answers"]:
        assert (answer["method"], answer["outcome"]) == ("smoke", "passed")
        assert {one["operation"] for one in answer["replies"]} == {"list", "get", "price", "buy", "search"}


def named(result: dict[str, Any], cause: str) -> dict[str, set[str]]:
    """By variant what the findings of a cause name first: the field, or the lock."""
    variant_of = {trial["number"]: trial["variant"] for trial in result["trials"]}
    told: dict[str, set[str]] = {variant: set() for variant in VARIANTS}
    for finding in result["findings"]:
        if finding["cause"] == cause:
            told[variant_of[finding["trial"]]].add(finding["evidence"][0]["text"])
    return told


def test_the_field_that_grows_is_named_and_nothing_where_it_is_mended(result: dict[str, Any]) -> None:
    field = {"loadproof.stand.book.BookService.oldBooksPrices"}
    assert named(result, "heap-holder") == {"faulty": field, "asynchronous-log": field, "without-leak": set()}
    assert "BookService.oldBooksPrices keeps the memory" in result["sentence"]


def test_the_lock_is_named_with_its_lines_and_nothing_where_it_is_mended(result: dict[str, Any]) -> None:
    lock = {"org.apache.logging.log4j.core.appender.OutputStreamManager"}
    assert named(result, "hot-lock") == {"faulty": lock, "without-leak": lock, "asynchronous-log": set()}
    (evidence,) = (
        {item["name"]: item["text"] for item in finding["evidence"] if item["text"]}
        for finding in result["findings"]
        if finding["cause"] == "hot-lock" and finding["trial"] == result["diagnoses"][0]["trial"]
    )
    assert evidence["they wait at"].startswith("OutputStreamManager.writeBytes:")
    assert evidence["it is held at"].startswith("OutputStreamManager.")


def test_each_variant_was_asked_between_its_trials_and_its_last_dump_is_kept(
    result: dict[str, Any], place: Path
) -> None:
    assert [(one["variant"], one["method"]) for one in result["diagnoses"]] == [
        (variant, "smoke") for variant in ("faulty", "without-leak", "asynchronous-log")
    ]
    for one in result["diagnoses"]:
        assert len(one["heap"]["dumps"]) == 3
        assert len(one["threads"]["dumps"]) >= 8
        heap, threads = one["files"]
        assert (heap.rpartition(".")[2], threads.rpartition(".")[2]) == ("hprof", "txt")
        for file in (heap, threads):
            assert (place / "run" / file).stat().st_mode & 0o777 == 0o600
    asked = [trial for trial in result["trials"] if trial["purpose"] == "diagnose"]
    assert len(asked) == 2 * len(VARIANTS)
    assert {trial["tone"] for trial in asked} == {"not_judged"}


def test_the_virtual_machines_have_the_small_heap(result: dict[str, Any]) -> None:
    told = {runtime["variant"]: runtime["facts"] for runtime in result["run"]["runtimes"]}
    assert told.keys() == VARIANTS
    facts = {(facts["collector"], facts["max_heap"], facts["processors"]) for facts in told.values()}
    assert facts == {("G1", "40 MiB", "1")}
