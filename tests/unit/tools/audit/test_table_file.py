"""Tables as they come: any separator, encoding and mark of decimals, merged, ragged, endless."""

import codecs
import gzip

import pytest
from loadproof.errors import InputError
from loadproof.tools.audit.table_file import TextTable, table_of


def codes_of(table: TextTable) -> list[str]:
    return [note.code for note in table.notes]


@pytest.mark.parametrize(
    "written",
    [
        "operation,p95\nread,12\nwrite,15\n",
        "operation;p95\nread;12\nwrite;15\n",
        "operation\tp95\nread\t12\nwrite\t15\n",
        "| operation | p95 |\n|---|---:|\n| read | 12 |\n| write | 15 |\n",
        "operation | p95\n--- | ---\nread | 12\nwrite | 15\n",
        "\n\noperation,p95\n\nread,12\nwrite,15\n\n",
        '"operation","p95"\r\n"read","12"\r\n"write","15"\r\n',
    ],
    ids=["comma", "semicolon", "tab", "markdown", "markdown without frame", "blank lines", "quoted"],
)
def test_any_separator_gives_the_same_table(written: str) -> None:
    table = table_of(written.encode(), "t.csv")
    assert table.headers == ("operation", "p95")
    assert [row.cells for row in table.rows] == [("read", "12"), ("write", "15")]
    assert not table.notes


def test_rows_keep_their_lines_in_the_file() -> None:
    table = table_of(b'operation,p95\n\n"two\nlines",12\nread,15\n', "t.csv")
    assert [(row.line, row.cells[0]) for row in table.rows] == [(3, "two lines"), (5, "read")]


@pytest.mark.parametrize(
    ("encoding", "name", "is_said"),
    [
        ("utf-8", "Всего", False),
        ("utf-8-sig", "Всего", False),
        ("utf-16", "Всего", False),
        ("utf-16-le", "Всего", False),
        ("utf-16-be", "Grösse", False),
        ("shift_jis", "すべてのリクエスト", True),
        ("windows-1251", "Всего по всем", True),
        ("gb18030", "合计以上全部", True),
        ("windows-1252", "Größe", True),
    ],
)
def test_an_older_encoding_is_guessed_and_said(encoding: str, name: str, is_said: bool) -> None:
    written = f"operation,p95\n{name},12\n"
    content = codecs.BOM_UTF16_LE + written.encode("utf-16-le") if encoding == "utf-16" else written.encode(encoding)
    table = table_of(content, "t.csv")
    assert table.rows[0].cells == (name, "12")
    assert ("audit-not-utf-8" in codes_of(table)) == is_said


def test_a_file_of_gzip_is_unpacked() -> None:
    assert table_of(gzip.compress(b"operation,p95\nread,12\n"), "t.csv.gz").rows[0].cells == ("read", "12")


def test_a_gzip_bomb_is_refused() -> None:
    bomb = gzip.compress(b"0" * (300 * 2**20), compresslevel=1)
    with pytest.raises(InputError, match="unpacked it has more than 256 MiB"):
        table_of(bomb, "t.csv.gz")


def test_an_encoding_can_be_given_and_a_wrong_one_is_refused() -> None:
    content = "operation,p95\nВсего,12\n".encode("koi8-r")
    assert table_of(content, "t.csv", "koi8-r").rows[0].cells[0] == "Всего"
    with pytest.raises(InputError, match=r"--encoding: 'nonsense' is not known. Cure: give such as windows-1251"):
        table_of(content, "t.csv", "nonsense")
    with pytest.raises(InputError, match=r"this is not utf-8\. Cure: give another --encoding"):
        table_of(content, "t.csv", "utf-8")


def test_merged_headers_stand_for_all_columns_below_them() -> None:
    table = table_of("Наименование\tG1\t\tZGC\t\n\t95 %\t99 %\t95 %\t99 %\nчтение\t1\t2\t3\t4\n".encode(), "t.tsv")
    assert table.headers == ("Наименование", "G1 / 95 %", "G1 / 99 %", "ZGC / 95 %", "ZGC / 99 %")
    assert len(table.rows) == 1


def test_ragged_rows_and_formulas_count_as_unread_and_the_rest_is_read() -> None:
    table = table_of(b"operation,p95,p99\nread,12\nwrite,15,=C2*2\nlist,3,#DIV/0!\n", "t.csv")
    assert [(part.code, part.values["line"]) for part in table.unread] == [
        ("audit-ragged-rows", "2"),
        ("audit-formulas", "3"),
    ]
    assert [row.cells[0] for row in table.rows] == ["write", "list"]


def test_a_title_and_a_footnote_are_no_rows_of_figures() -> None:
    table = table_of(b"Results of May\noperation,p95,p99\nread,12,15\nSource: the team\n", "t.csv")
    assert table.headers == ("operation", "p95", "p99")
    assert len(table.rows) == 1
    assert (codes_of(table), table.unread) == (["audit-rows-of-words"], ())


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("operation,p95,p\n99\nread,12,15\n", "ragged-rows"),
        ("operation,p95,p\n x\nread,1,5\n", "ragged-headers"),
        ("operation,a,,b\n,p95,p\nread,1,2,3\n", "ragged-headers"),
    ],
)
def test_headers_that_were_broken_count_as_unread(written: str, code: str) -> None:
    assert f"audit-{code}" in [part.code for part in table_of(written.encode(), "t.csv").unread]


def test_a_row_of_few_numbers_is_no_row_of_headers() -> None:
    table = table_of(b"operation,p95,p99\nread,N/A,N/A\nlist,12,fast\nwrite,15,18\n", "t.csv")
    assert [row.cells[0] for row in table.rows] == ["read", "list", "write"]


def test_a_million_rows_are_samples_and_the_first_are_judged() -> None:
    table = table_of(b"operation,p95\n" + b"read,12\n" * 1_000_000, "t.csv")
    assert len(table.rows) == 10_000
    assert "audit-too-many-rows" in codes_of(table)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "there is no table"),
        (b"operation,p95\n", "there is no table"),
        (b"1,2\n3,4\n", "there is no table"),
        (b"operation,p95, ms\nread,12\n", "the headers are 3 and the cells of a row 2. Cure: quote cells"),
        (b"PK\x03\x04\0\0\0", r"the file is a ZIP archive or a spreadsheet \(XLSX, ODS\), and no text"),
        (b"%PDF-1.7\n", "the file is a PDF document"),
        (b"operation,p95\nread,\x0012\n", "the file has NUL bytes"),
        (b"operation,p95\\nread,12", r"line feeds are written as two characters"),
        (b"\xff\xfeo\0p\0,", "the file looks like UTF-16, and is cut or damaged"),
        (gzip.compress(b"operation,p95\nread,12\n")[:-9], r"\(gzip\), and cut"),
        (b"\x1f\x8bnonsense", r"\(gzip\), and damaged"),
        (b'operation,p95\n"' + b"x" * 200_000 + b'",12\n', "this is not CSV"),
    ],
    ids=[
        *("empty", "headers alone", "no headers", "unquoted", "spreadsheet", "pdf", "nul", "escaped", "utf-16 cut"),
        *("gzip cut", "gzip damaged", "endless cell"),
    ],
)
def test_what_is_no_table_is_refused_with_a_cure(content: bytes, told: str) -> None:
    with pytest.raises(InputError, match=told):
        table_of(content, "t.csv")
