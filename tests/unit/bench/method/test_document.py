"""Each page of docs/method quotes its tables as they are, and `make method` can write every one of them."""

from pathlib import Path

import pytest

from bench.document import filled
from bench.error import BenchError
from bench.method.document import PAGES, headline, marks_of, page_of, table_text, write_table
from bench.method.table import Claim, MethodTable
from bench.method.tables import TABLES

CLAIMS = (Claim("false alarms, %", 1.0, most=5.0), Claim("found, %", 80.0, least=90.0))


def table(claims: tuple[Claim, ...] = CLAIMS) -> MethodTable:
    return MethodTable("Verdicts", ("service", "passed %"), [("M/M/1", 1.0)], claims, {"seed": "1"})


def pages(folder: Path, text: str) -> Path:
    (folder / "tables").mkdir()
    (folder / "verdicts.md").write_text(text, encoding="utf-8")
    return folder


def test_every_table_has_its_file_and_no_file_lacks_its_table() -> None:
    assert {path.stem for path in (PAGES / "tables").iterdir()} == TABLES.keys()


@pytest.mark.parametrize("name", TABLES)
def test_a_page_quotes_its_table_as_it_is(name: str) -> None:
    page = page_of(name)
    table_file = (PAGES / "tables" / f"{name}.md").read_text(encoding="utf-8")
    begin, _, part = table_file.partition("\n\n**")
    assert table_file == table_text(name, f"**{part.rstrip()}", page.name), begin
    text = page.read_text(encoding="utf-8")
    assert filled(text, headline(name, table_file), f"python -m bench.method --only {name}") == text


def test_a_table_is_written_with_its_headline(tmp_path: Path) -> None:
    begin, end = marks_of("verdicts")
    pages(tmp_path, f"before\n\n{begin}\n\nold\n\n{end}\n\nafter\n")
    write_table("verdicts", table(), tmp_path)
    page = (tmp_path / "verdicts.md").read_text(encoding="utf-8")
    assert "old" not in page
    assert page.startswith("before\n")
    assert page.endswith("after\n")
    assert "**[Verdicts](tables/verdicts.md)**: 1 of 2 targets met." in page
    assert "| M/M/1 |" not in page
    written = (tmp_path / "tables/verdicts.md").read_text(encoding="utf-8")
    assert "| M/M/1 | 1 |" in written
    assert "[verdicts.md](../verdicts.md)" in written
    write_table("verdicts", table(), tmp_path)
    assert (tmp_path / "verdicts.md").read_text(encoding="utf-8") == page


def test_of_many_claims_a_page_tells_those_that_were_missed() -> None:
    many = (*(Claim(f"claim {number}", 1.0, most=2.0) for number in range(9)), Claim("found, %", 80.0, least=90.0))
    told = headline("verdicts", table(many).markdown())
    assert "9 of 10 targets met; missed are:" in told
    assert "| found, % | 80 | ≥ 90 | **MISSED by 10** |" in told
    assert "claim 3" not in told
    assert headline("verdicts", table(many[:9]).markdown()).endswith("9 of 9 targets met.")


def test_a_table_without_claims_is_linked() -> None:
    assert headline("verdicts", table(()).markdown()) == "**[Verdicts](tables/verdicts.md)**: figures without targets."


def test_a_table_that_no_page_or_more_than_one_has_a_place_for_is_not_written(tmp_path: Path) -> None:
    begin, end = marks_of("verdicts")
    pages(tmp_path, "no marks\n")
    with pytest.raises(BenchError, match="Cure: put it into one page"):
        write_table("verdicts", table(), tmp_path)
    for name in ("one.md", "two.md"):
        (tmp_path / name).write_text(f"{begin}\n{end}\n", encoding="utf-8")
    with pytest.raises(BenchError, match="2 pages"):
        write_table("verdicts", table(), tmp_path)
    assert list((tmp_path / "tables").iterdir()) == []
