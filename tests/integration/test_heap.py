"""`loadproof heap` by the command line: text and JSON, all forms; exit codes; what is wrong is one line."""

import json
from pathlib import Path

import pytest
from loadproof.jvm.heap.report import HeapReport
from loadproof.records.json_form import of_json

from tests.unit.jvm.heaps import book_shop

from .command_line import loadproof


def test_all_forms_say_the_same(tmp_path: Path) -> None:
    (tmp_path / "shop.hprof").write_bytes(book_shop().written())
    ended = loadproof("heap", "shop.hprof", cwd=tmp_path)
    assert (ended.exit_code, ended.messages) == (0, "")
    assert "“oldBooksPrices” of book.BookService keeps" in " ".join(ended.output.split())
    held = of_json(HeapReport, json.loads(loadproof("heap", "shop.hprof", "--json", cwd=tmp_path).output))
    assert held.state == "kept"
    assert "oldBooksPrices" in {one.field for one in held.suspects}
    assert "## What keeps most" in loadproof("heap", "shop.hprof", "--markdown", cwd=tmp_path).output
    assert loadproof("heap", "shop.hprof", "--html", "h.html", cwd=tmp_path).exit_code == 0
    page = (tmp_path / "h.html").read_text(encoding="utf-8")
    assert ".oldBooksPrices → java.util.HashMap" in page
    assert "<script" not in page


def test_a_field_that_grows_ends_with_3(tmp_path: Path) -> None:
    for at in (1, 2, 3):
        (tmp_path / f"{at}.hprof").write_bytes(book_shop(1500 * at, taken_ms=at * 60_000).written())
    ended = loadproof("heap", "1.hprof", "2.hprof", "3.hprof", cwd=tmp_path)
    assert (ended.exit_code, ended.messages) == (3, "")
    assert "“oldBooksPrices” of book.BookService grows from dump to dump" in " ".join(ended.output.split())


def test_a_dump_that_is_cut_says_what_is_true_of_it(tmp_path: Path) -> None:
    (tmp_path / "d").write_bytes(book_shop().written()[:-2000])
    ended = loadproof("heap", "d", cwd=tmp_path)
    assert (ended.exit_code, ended.messages) == (4, "")
    assert "book.Price" in ended.output
    assert "is cut at" in " ".join(ended.output.split())


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"INFO started\n", "no heap dump of a JVM"),
        (b"JAVA PROFILE 1.0.3\0" + bytes(50), "of Android"),
        (None, "no such"),
    ],
    ids=["a log", "Android", "none"],
)
def test_bad_input_ends_with_2_and_one_line(tmp_path: Path, content: bytes | None, told: str) -> None:
    if content is not None:
        (tmp_path / "d").write_bytes(content)
    ended = loadproof("heap", "d", cwd=tmp_path)
    assert ended.exit_code == 2
    assert told in ended.messages
    assert ended.messages.count("\n") == 1
