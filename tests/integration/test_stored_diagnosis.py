"""A run with stored dumps of a book shop: its report names the field and the lock, in every form and language."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from loadproof.jvm.heap.dumps import report_of_heap_dumps
from loadproof.jvm.threads.dump_files import read_dumps
from loadproof.jvm.threads.dumps import report_on
from loadproof.model.message import Message
from loadproof.result.diagnosis import Diagnosis, keep_diagnosis
from loadproof.store.run_directory import RunDirectory

from tests.unit.jvm.heaps import book_shop

from .command_line import loadproof

DUMPS = Path(__file__).parents[1] / "unit/jvm/dumps"
MANAGER = "org.apache.logging.log4j.core.appender.OutputStreamManager"
STUDY = """\
name: shop
stand: {driver: simulate, simulated: {workers: 4, service_time: 5ms}}
profile: {operations: {get: {request: GET /}}, slo: p99<500ms}
methods: {soak: {rate: 50, ramp: 0s, settle: 5s, hold: 1m}}
"""


def diagnosis(place: Path, *, heap: bool = True, threads: bool = True) -> Diagnosis:
    files = []
    for at in (1, 2, 3):
        file = place / f"{at}.hprof"
        file.write_bytes(book_shop(1500 * at, taken_ms=at * 60_000).written())
        files.append(str(file))
    (dump,) = read_dumps(str(DUMPS / "book-1.txt"))
    return Diagnosis(
        variant="base",
        start=1,
        service="shop<b>",
        method="soak",
        trial=1,
        why=Message("diagnosis-asked"),
        threads=report_on([replace(dump, name=str(at)) for at in range(3)]) if threads else None,
        heap=report_of_heap_dumps(files) if heap else None,
        filled_share=0.6,
        files=("artifacts/diagnosis/base/start-1/heap.hprof", "artifacts/diagnosis/base/start-1/threads.txt"),
        remarks=(Message.said("said of <script>"),),
    )


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A soak of a model, beside which a diagnosis is stored."""
    (tmp_path / "study.yaml").write_text(STUDY, encoding="utf-8")
    loadproof("run", tmp_path / "study.yaml", "--out", tmp_path / "run", cwd=tmp_path)
    keep_diagnosis(RunDirectory.open(tmp_path / "run"), diagnosis(tmp_path))
    return tmp_path / "run"


def test_the_first_sentence_names_the_field_and_the_lock(run: Path) -> None:
    result = loadproof("report", run, "--json", cwd=run.parent).result
    first = result["sentence"].partition(". ")[0]
    assert first.startswith("book.BookService.oldBooksPrices keeps the memory")
    assert f"threads wait for {MANAGER}" in first
    (lock,) = (
        one["evidence"] for one in result["findings"] if one["evidence"] and one["evidence"][0]["text"] == MANAGER
    )
    assert {item["text"] for item in lock if item["text"]} == {
        MANAGER,
        "OutputStreamManager.writeBytes:352",
        "OutputStreamManager.flush:294",
    }
    (kept,) = result["diagnoses"]
    assert (kept["service"], kept["method"], kept["heap"]["state"]) == ("shop<b>", "soak", "grows")


def test_the_page_has_the_tree_and_the_flame_graph_and_none_of_it_runs(run: Path) -> None:
    loadproof("report", run, cwd=run.parent)
    page = (run / "report.html").read_text(encoding="utf-8")
    data = page.partition('id="document">')[2].partition("</script>")[0]
    drawn = json.loads(data)
    assert drawn["texts"].keys() == {"en", "ru", "zh"}
    (section,) = [one for one in drawn["closing"] if one["name"] == "diagnoses"]
    (diagnosis,) = section["blocks"]
    kinds = {block["kind"] for one in diagnosis["blocks"] for block in one.get("blocks", [])}
    assert {"Fold", "Flame", "Table"} <= kinds
    assert all("shop<b>" in texts[diagnosis["title"]] for texts in drawn["texts"].values())
    assert "<script" not in data
    assert "s3cr3t" not in data
    assert len(page) < 3_000_000
    markdown = (run / "report.md").read_text(encoding="utf-8")
    assert "BookThread-2" in markdown
    assert "The dumps of threads are [artifacts/diagnosis/base/start-1/threads.txt](" in markdown
    assert r"said of \<script\>" in markdown


def test_a_diagnosis_that_cannot_be_read_any_more_takes_nothing_else_away(run: Path) -> None:
    (file,) = (run / "artifacts/diagnosis/base/start-1").glob("*.json")
    file.write_text("{", encoding="utf-8")
    result = loadproof("report", run, "--json", cwd=run.parent).result
    assert result["diagnoses"] == []
    assert [answer["method"] for answer in result["answers"]] == ["soak"]
