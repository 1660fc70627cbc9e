"""Tables as they come: any separator, encoding and mark of decimals, merged, ragged, endless."""

import codecs

import pytest
from loadproof.audit.table_file import TextTable, table_of
from loadproof.errors import InputError


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


def test_an_encoding_can_be_given_and_a_wrong_one_is_refused() -> None:
    content = "operation,p95\nВсего,12\n".encode("koi8-r")
    assert table_of(content, "t.csv", "koi8-r").rows[0].cells[0] == "Всего"
    with pytest.raises(InputError, match=r"--encoding: 'nonsense' is not known. Cure: give such as windows-1251"):
        table_of(content, "t.csv", "nonsense")
    with pytest.raises(InputError, match=r"this is not utf-8\. Cure: give another --encoding"):
        table_of(content, "t.csv", "utf-8")


@pytest.mark.parametrize(
    ("rows", "mark", "is_said"),
    [
        ("read;1,5\nwrite;0,25", ",", False),
        ("read;1.5\nwrite;0.25", ".", False),
        ("read;1,234\nwrite;12", ".", True),
        ("read;1.5\nwrite;0,25", ".", True),
        ("read;12\nwrite;15", ".", False),
    ],
    ids=["commas", "points", "thousands or decimals", "both", "neither"],
)
def test_the_mark_of_decimals_is_found_and_said_where_it_is_doubtful(rows: str, mark: str, is_said: bool) -> None:
    table = table_of(f"operation;p95\n{rows}\n".encode(), "t.csv")
    assert table.mark == mark
    assert ("audit-decimal-mark" in codes_of(table)) == is_said


def test_merged_headers_stand_for_all_columns_below_them() -> None:
    table = table_of("Наименование\tG1\t\tZGC\t\n\t95 %\t99 %\t95 %\t99 %\nчтение\t1\t2\t3\t4\n".encode(), "t.tsv")
    assert table.headers == ("Наименование", "G1 / 95 %", "G1 / 99 %", "ZGC / 95 %", "ZGC / 99 %")
    assert len(table.rows) == 1


def test_ragged_rows_and_formulas_are_said_and_the_rest_is_read() -> None:
    table = table_of(b"operation,p95,p99\nread,12\nwrite,15,=C2*2\nlist,3,#DIV/0!\n", "t.csv")
    assert sorted(codes_of(table)) == ["audit-formulas", "audit-ragged-rows"]
    assert [note.values["line"] for note in table.notes] == ["2", "3"]


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
        (b"PK\x03\x04\0\0\0", "this is no text but a binary file. Cure: export the table as CSV"),
        (b'operation,p95\n"' + b"x" * 200_000 + b'",12\n', "this is not CSV"),
    ],
    ids=["empty", "headers alone", "no headers", "unquoted", "spreadsheet", "endless cell"],
)
def test_what_is_no_table_is_refused_with_a_cure(content: bytes, told: str) -> None:
    with pytest.raises(InputError, match=told):
        table_of(content, "t.csv")
