"""What is said of logs can be shown in every medium, and read back from its JSON."""

import json
from pathlib import Path

import pytest
from loadproof.jvm.gc.document import gc_document
from loadproof.jvm.gc.logs import report_of_logs
from loadproof.jvm.gc.report import GcReport
from loadproof.records.json_form import of_json, plain
from loadproof.render.html_document import html_document
from loadproof.render.markdown import markdown_document
from loadproof.words.catalogue import words_of

LOGS = Path(__file__).parent / "logs"


@pytest.mark.parametrize("name", ["g1", "serial", "parallel", "z", "generational-z", "shenandoah"])
def test_each_collector_is_told(name: str) -> None:
    report = report_of_logs([str(LOGS / f"{name}.log")])
    text = markdown_document(gc_document(report, words_of("en")))
    assert report.logs[0].collector is not None
    assert report.logs[0].collector in text
    assert all(one.cause in text for one in report.logs[0].groups)


def test_json_holds_all_of_it() -> None:
    report = report_of_logs([str(LOGS / "g1.log"), str(LOGS / "shenandoah.log")])
    held = json.loads(json.dumps(plain(report), allow_nan=False))
    assert held["comparison"]["figures"][0]["figure"] == "stopped_share"
    assert plain(of_json(GcReport, held)) == plain(report)


def test_what_a_log_holds_is_text_in_the_page(tmp_path: Path) -> None:
    evil = "<script>alert</script>"
    (tmp_path / "gc.log").write_text(
        f"[1.0s] GC(1) Pause Young ({evil}) 2M->1M(4M) 1.0ms\n[2.0s] GC(2) Pause Full (\x1b[31m) 2M->1M(4M) 1.0ms\n",
        encoding="utf-8",
    )
    document = gc_document(report_of_logs([str(tmp_path / "gc.log")]), words_of("en"))
    page = html_document(document, "en")
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "\x1b" not in page + markdown_document(document)


def test_the_sentence_says_what_a_service_waited_for() -> None:
    words = words_of("en")
    report = report_of_logs([str(LOGS / "g1.log")])
    assert words.told(report.sentence) == "G1 stopped the service for 0.727 % of 6 s: 9 pauses, the longest 20 ms."
