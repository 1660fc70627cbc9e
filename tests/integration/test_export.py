"""`loadproof export`: files that say what the tables say, harmless to spreadsheets, of documented columns."""

import csv
import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import loadproof as package
import pytest
from loadproof import PackageMissing, Result, RunDirectoryError
from loadproof.result.result_json import result_of, to_json
from loadproof.result.table import TableName
from loadproof.result.table_files import write_csv, write_parquet
from ruamel.yaml import YAML

from ..unit.api.short_study import study_file
from .command_line import CommandLine, loadproof
from .stand import known_truth

PAGE = Path(__file__).parents[2] / "docs/guides/ci.md"
NAMES: tuple[TableName, ...] = get_args(TableName)


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """A simulated search of two variants."""
    place = tmp_path_factory.mktemp("ran")
    search = "{capacity: {start_rate: 50, max_rate: 800, hold: 20s, precision: 10%}}"
    file = study_file(place, search, variants="{plain: {}, slow: {simulated: {workers: 1}}}")
    return package.run(file, out=place / "run")


def as_text(cell: Any) -> str:
    """What stands in CSV."""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return "" if cell is None else str(cell)


def test_csv_says_what_the_tables_say(ran: Result, tmp_path: Path) -> None:
    ended = loadproof("export", ran.directory, "--csv", "out", cwd=tmp_path)
    assert (ended.exit_code, ended.messages) == (0, "")
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == sorted(f"{name}.csv" for name in NAMES)
    for name in NAMES:
        table = ran.table(name)
        with (tmp_path / "out" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            names, *rows = csv.reader(file)
        assert tuple(names) == table.names
        assert rows == [[as_text(cell) for cell in row] for row in table], name
        assert f"{name}.csv: {len(table)} row" in ended.output
    assert len(ran.table("readings")) > 10


def test_parquet_has_types_units_and_nulls(ran: Result, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    ended = loadproof("export", ran.directory, "--parquet", tmp_path, cwd=tmp_path)
    assert (ended.exit_code, ended.messages) == (0, "")
    for name in NAMES:
        table, read = ran.table(name), parquet.read_table(tmp_path / f"{name}.parquet")
        assert read.column_names == list(table.names)
        assert [tuple(row.values()) for row in read.to_pylist()] == list(table.rows), name
        units = {field.name: field.metadata[b"unit"].decode() for field in read.schema}
        assert units == table.units


def hostile(ran: Result, name: str) -> Result:
    """The result with one operation of that name."""
    first, *others = ran.trials
    measurement = replace(first.measurement, operations={name: next(iter(first.measurement.operations.values()))})
    return replace(ran, trials=(replace(first, measurement=measurement), *others))


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "x\n=1", '=HYPERLINK("http://x","\n")']
)
def test_no_cell_from_outside_is_a_formula(ran: Result, tmp_path: Path, name: str) -> None:
    assert len(list(write_csv(hostile(ran, name), tmp_path))) == len(NAMES)
    with (tmp_path / "operations.csv").open(encoding="utf-8", newline="") as file:
        _, *rows = csv.reader(file)
    assert len(rows) == len(hostile(ran, name).table("operations"))
    escaped = name.replace("\t", "\\t").replace("\r", "\\r").replace("\n", "\\n")
    assert rows[0][5] == (f"'{escaped}" if name[0] in "=+-@" else escaped)
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "@", "\t", "\r"))]


def test_what_is_no_text_can_be_written(ran: Result, tmp_path: Path) -> None:
    odd = hostile(ran, "a\ud800,\x00")
    assert dict(write_csv(odd, tmp_path))[tmp_path / "operations.csv"] == len(odd.table("operations"))
    assert "a\\ud800" in (tmp_path / "operations.csv").read_text(encoding="utf-8")
    pytest.importorskip("pyarrow")
    assert len(dict(write_parquet(odd, tmp_path))) == len(NAMES)


def test_what_cannot_be_done_is_told(ran: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = loadproof("export", ran.directory, cwd=tmp_path)
    assert (ended.exit_code, ended.messages) == (
        2,
        "error: there is no place to export to. Cure: give --csv DIR, --parquet DIR or both\n",
    )
    (tmp_path / "file").write_text("")
    ended = loadproof("export", ran.directory, "--csv", "file", cwd=tmp_path)
    assert (ended.exit_code, ended.output) == (2, "")
    assert ended.messages.startswith("error: file: cannot be written (file exists). Cure: ")
    assert loadproof("export", "nothing", "--csv", "out", cwd=tmp_path).exit_code == 2
    written = write_csv(result_of(to_json(ran)), tmp_path / "half")
    with pytest.raises(RunDirectoryError, match="this result has none"):
        list(written)
    assert not list((tmp_path / "half").glob(".*"))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(PackageMissing, match=r"pyarrow is not installed.* Cure: pip install 'loadproof\[parquet\]'"):
        write_parquet(ran, tmp_path)


def documented() -> dict[str, list[tuple[str, str]]]:
    """(column, unit) of each table that the page shows, in its order."""
    tables: dict[str, list[tuple[str, str]]] = {}
    for section in PAGE.read_text(encoding="utf-8").split("\n### ")[1:]:
        name, _, body = section.partition("\n")
        rows = [line.split("|") for line in body.splitlines() if line.startswith("| `")]
        tables[name] = [(column, row[2].strip()) for row in rows for column in re.findall("`(.*?)`", row[1])]
    return tables


def test_the_page_names_every_column_with_its_unit(ran: Result) -> None:
    shown = documented()
    assert tuple(shown) == NAMES
    for name in NAMES:
        assert shown[name] == list(ran.table(name).units.items()), name


def steps() -> Iterator[list[str]]:
    """The words of the `loadproof` commands of the page's workflow."""
    (workflow,) = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    read = YAML(typ="safe").load(workflow)
    for step in read["jobs"]["load"]["steps"]:
        for line in step.get("run", "").splitlines():
            if line.startswith("loadproof "):
                yield shlex.split(line)[1:]


def test_the_workflow_of_the_page_runs(tmp_path: Path) -> None:
    commands = list(steps())
    assert [words[0] for words in commands] == ["load", "export"]
    environment = {"CI": "true", "GITHUB_STEP_SUMMARY": str(tmp_path / "step.md")}
    with known_truth(tmp_path, "constant", "--delay-us", 200) as service:
        for words in commands:
            # Its own port, and not half a minute of it.
            given = [service.url if "8080" in word else "3s" if word == "30s" else word for word in words]
            assert given != words or words[0] == "export"
            with CommandLine(*given, cwd=tmp_path, environment=environment) as command:
                ended = command.ended(within_s=60)
            # A busy machine may make the load undecided.
            assert ended.exit_code in ((0, 4) if words[0] == "load" else (0,)), ended.messages
    assert (tmp_path / "junit.xml").is_file()
    assert (tmp_path / "step.md").read_text().startswith("# loadproof load")
    assert len(list((tmp_path / "tables").iterdir())) == len(NAMES)
