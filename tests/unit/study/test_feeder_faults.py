import csv
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from loadproof.model.profile import CsvFeeder, Profile

FaultsOf = Callable[..., list[tuple[str, int, str]]]

USES = "feeders:\n  ids:\n    csv: x.csv\noperations:\n  get:\n    request: GET /${ids.id}\n"


@pytest.mark.parametrize(
    ("content", "place", "message"),
    [
        (b"", ("x.csv", 1), "the feeder is empty"),
        (b"id\n", ("x.csv", 1), "the feeder is empty"),
        (b"id\n\n\n", ("x.csv", 1), "the feeder is empty"),
        (b"id,b\n1,2\n3\n", ("x.csv", 3), "the number of values is 1, where the first row names 2"),
        (b"id,b\n1,2\n3,4,5\n", ("x.csv", 3), "the number of values is 3"),
        (b'id,b\n1,"2\n2"\n3\n', ("x.csv", 4), "the number of values is 1"),
        (b"id\n1\n\xff\n", ("x.csv", 3), "not UTF-8"),
        (b"\xff\xfe\n", ("x.csv", 1), "UTF-16"),
        (b"i\0d\0\n\0001\0\n\0", ("x.csv", 1), "UTF-16"),
        (b"\x1f\x8b\x08\0\0", ("x.csv", 1), "gzip"),
        (b"PK\x03\x04\n", ("x.csv", 1), "Excel"),
        (b"idx:name\n1:a\n", ("p.yaml", 6), "with the separator ',' its first row has 'idx:name'"),
        (b'id\n1\n"2\n', ("x.csv", 3), "not CSV"),
        (b'id\n"1"x\n', ("x.csv", 2), "not CSV"),
        (b"id,id\n1,2\n", ("x.csv", 1), "'id' is there twice"),
        (b'id\n1\n""\n', ("x.csv", 3), "id is '', which cannot stand in a path"),
        (b"id\n" + b"1" * 2**20 + b"\n", ("x.csv", 2), "longer than 1 MiB"),
        (b"idd\n1\n", ("p.yaml", 6), "has no column 'id'. Cure: did you mean idd?"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_what_is_wrong_in_a_csv_file(
    faults_of: FaultsOf, tmp_path: Path, content: bytes, place: tuple[str, int], message: str
) -> None:
    (tmp_path / "x.csv").write_bytes(content)
    (fault,) = faults_of(USES)
    assert fault[:2] == place
    assert message in fault[2]


def test_a_csv_file_that_cannot_be_opened_is_a_fault_of_the_line_that_names_it(
    faults_of: FaultsOf, tmp_path: Path
) -> None:
    (fault,) = faults_of(USES)
    assert fault[:2] == ("p.yaml", 3)
    assert "no such file" in fault[2]
    (tmp_path / "x.csv").mkdir()
    (fault,) = faults_of(USES)
    assert fault[:2] == ("p.yaml", 3)
    assert "a directory" in fault[2]


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_csv_file_without_rights(faults_of: FaultsOf, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("id\n1\n")
    (tmp_path / "x.csv").chmod(0)
    (fault,) = faults_of(USES)
    assert fault[:2] == ("p.yaml", 3)
    assert "permission denied" in fault[2]


def test_a_csv_file_over_the_bound_is_not_read(faults_of: FaultsOf, tmp_path: Path) -> None:
    with (tmp_path / "x.csv").open("wb") as file:
        file.truncate(256 * 2**20 + 1)
    (fault,) = faults_of(USES)
    assert fault[:2] == ("p.yaml", 3)
    assert "more than 256 MiB" in fault[2]


def test_faults_of_one_csv_file_are_bounded(faults_of: FaultsOf, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("id\n" + "1,2\n" * 100)
    assert [line for _, line, _ in faults_of(USES)] == [2, 3, 4, 5, 6]


def test_values_for_a_header_are_ascii(faults_of: FaultsOf, tmp_path: Path) -> None:
    """A line break is no fault of the file: the engine refuses that call alone, as `bad-request-data`."""
    (tmp_path / "x.csv").write_bytes('id\n"a\nb"\nё\nc d\n'.encode())
    told = faults_of("feeders: {ids: {csv: x.csv}}\noperations: {get: {request: GET /, headers: {X: '${ids.id}'}}}")
    assert [(file, line) for file, line, _ in told] == [("x.csv", 4)]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("feeders:\n  ids: {}\n", 2, "the feeder has no kind"),
        ("feeders:\n  ids: {csv: ids.csv, uuid: v4}\n", 2, "csv and uuid are more than one kind"),
        (
            "feeders:\n  ids: {cvs: ids.csv}\n",
            2,
            "feeders.ids.cvs: this key is not known. Cure: did you mean csv?",
        ),
        ("feeders:\n  ids: {csv: 3}\n", 2, "feeders.ids.csv: 3 is a number"),
        ("feeders:\n  ids: ids.csv\n", 2, "feeders.ids: 'ids.csv' is text"),
        ("feeders: [ids]\n", 1, "feeders: a list cannot stand here"),
        (
            "feeders:\n  ids: {csv: ids.csv, order: rnd}\n",
            2,
            "order: 'rnd' is not known. Cure: give sequential, random, shuffled or unique",
        ),
        ("feeders:\n  ids: {uuid: v4, order: random}\n", 2, "no rows to order"),
        ("feeders:\n  'a b': {uuid: v4}\n", 2, "'a b' cannot name a feeder"),
        ('feeders:\n  ids: {csv: "a\\0b"}\n', 2, "a NUL character"),
    ],
)  # fmt: skip
def test_wrong_feeders(faults_of: FaultsOf, text: str, line: int, message: str) -> None:
    (fault,) = faults_of(text + "operations: {get: {request: GET /}}")
    assert fault[:2] == ("p.yaml", line)
    assert message in fault[2]


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("${idz.id}", "the template names 'idz', which is not declared. Cure: did you mean ids?"),
        ("${ids.nmae}", "has no column 'nmae'. Cure: did you mean name?"),
        ("${ids}", "names ids without a column. Cure: use ${ids.id}, ${ids.name}"),
        ("${new.id}", "new has no column 'id', as it has no rows. Cure: write ${new}"),
        ("${ids.id*0}", "asks for 0 rows"),
        ("${ids id}", "not template syntax"),
        ("${ids.id", "no closing }"),
    ],
)
@pytest.mark.parametrize(
    ("line", "request_"),
    [
        (5, "request: 'GET /{}'"),
        (6, "request: GET /\n    body: '{}'"),
        (7, "request: GET /\n    headers:\n      X: '{}'"),
    ],
)
def test_wrong_templates_in_every_place(
    faults_of: FaultsOf, template: str, message: str, line: int, request_: str
) -> None:
    feeders = "feeders: {ids: {csv: ids.csv}, new: {uuid: v4}}\n"
    (fault,) = faults_of(f"{feeders}\noperations:\n  get:\n    {request_.format(template)}\n")
    assert fault[:2] == ("p.yaml", line)
    assert message in fault[2]


def test_without_feeders_the_cure_is_to_declare_one(faults_of: FaultsOf) -> None:
    (fault,) = faults_of("operations: {get: {request: 'GET /${ids.id}'}}")
    assert fault[2].endswith("Cure: declare it under feeders or variables")


def test_a_broken_feeder_is_told_once(faults_of: FaultsOf) -> None:
    told = faults_of("feeders:\n  ids: {uuid: v9}\noperations: {get: {request: 'GET /${ids.id}${ids}'}}")
    assert [line for _, line, _ in told] == [2]


@pytest.mark.parametrize(
    ("content", "separator", "columns", "second"),
    [
        ("id;name\n1;a\n2;b\n", None, ("id", "name"), ["2", "b"]),
        ("id\tname\n1\ta\n2\tb, c\n", None, ("id", "name"), ["2", "b, c"]),
        ("id|name\n1|a\n2|b\n", None, ("id", "name"), ["2", "b"]),
        ('"id";"price"\n"1";"1,50"\n"2";"2,50"\n', None, ("id", "price"), ["2", "2,50"]),
        ("id;price\n1;1,50\n2;2,50\n", None, ("id", "price"), ["2", "2,50"]),
        ("id,name\n1,a;b\n2,c;d\n", None, ("id", "name"), ["2", "c;d"]),
        ("id\n1;a\n2;b\n", None, ("id",), ["2;b"]),
        ("id;a,b\n1;x,y\n2;z,w\n", None, ("id;a", "b"), ["2;z", "w"]),
        ("id;a,b\n1;x,y\n2;z,w\n", ";", ("id", "a,b"), ["2", "z,w"]),
        ("id,name\n1,a\n2,b\n", "|", ("id,name",), ["2,b"]),
    ],
)
def test_the_separator_of_a_file_is_found_or_given(
    load: Callable[[str], Profile],
    tmp_path: Path,
    content: str,
    separator: str | None,
    columns: tuple[str, ...],
    second: list[str],
) -> None:
    (tmp_path / "x.csv").write_text(content)
    given = "" if separator is None else f", separator: '{separator}'"
    (feeder,) = load(f"feeders: {{x: {{csv: x.csv{given}}}}}\noperations: {{get: {{request: GET /}}}}").feeders
    assert isinstance(feeder, CsvFeeder)
    assert feeder.columns == columns
    assert list(csv.reader(content.splitlines(), delimiter=feeder.separator or ""))[2] == second


def test_only_a_file_has_a_separator(faults_of: FaultsOf) -> None:
    (fault,) = faults_of("feeders: {x: {uuid: v4, separator: ;}}\noperations: {get: {request: GET /}}")
    assert fault[1] == 1
    assert "reads no file" in fault[2]
    (fault,) = faults_of("feeders: {x: {csv: ids.csv, separator: ab}}\noperations: {get: {request: GET /}}")
    assert "separator" in fault[2]
