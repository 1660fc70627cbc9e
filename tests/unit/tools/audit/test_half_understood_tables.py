"""No table that was read in part is called clean: every honest and falsified table, under every kind of damage."""

import json
from pathlib import Path

import pytest
import typer
from loadproof.errors import InputError
from loadproof.tools.audit.command import audit

from tests.mutilations import CUTS, MUTILATIONS, Reading, assert_never_half_clean

PLACE = Path(__file__).parent
HONEST = sorted([*(PLACE / "honest").iterdir(), *(PLACE / "tools/honest").iterdir()])
FALSIFIED = sorted((PLACE / "tools/falsified").iterdir())
# One falsified report of each format: damage does not depend on what was falsified.
DAMAGED = list({path.name.split(".")[0] + path.suffix: path for path in FALSIFIED}.values())
BY_PEOPLE = {*(PLACE / "honest").iterdir(), PLACE / "tools/honest/metrics-as-rows.csv"}


class Command:
    """`loadproof audit FILE --json`, as the command line runs it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.file = folder / "table"
        self.capsys = capsys
        self.exit_codes = list[int]()

    def __call__(self, content: bytes) -> Reading:
        reading = self._reading(content)
        self.exit_codes.append(reading.exit_code)
        return reading

    def _reading(self, content: bytes) -> Reading:
        self.file.write_bytes(content)
        try:
            audit(str(self.file), json=True)
        except InputError:
            return Reading(2, 0)
        except typer.Exit as ended:
            told = json.loads(self.capsys.readouterr().out)
            return Reading(ended.exit_code, told["figures_read"])
        raise AssertionError("the command always ends with an exit code")


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(tmp_path, capsys)


def telling(whole: bytes, *, is_by_people: bool) -> list[str]:
    """The kinds of damage that leave a trace: a table that people made may end in any cell, and in any digit of it."""
    separators = b",;\t|"
    cuts = {name: cut(whole) for name, cut in CUTS.items()} if is_by_people else {}
    ends = {name: whole[len(cut) :].partition(b"\n")[0] for name, cut in cuts.items()}
    return [name for name in MUTILATIONS if name not in ends or any(mark in separators for mark in ends[name])]


@pytest.mark.parametrize("table", HONEST, ids=lambda path: path.name)
def test_an_honest_table_is_never_half_clean_nor_accused_for_its_damage(table: Path, command: Command) -> None:
    whole = table.read_bytes()
    kinds = telling(whole, is_by_people=table in BY_PEOPLE)
    assert_never_half_clean(command, whole, kinds)
    clean, *damaged = command.exit_codes
    assert clean == 0
    # A number that is cut is another number.
    accused = [name for name, code in zip(kinds, damaged, strict=True) if code == 3]
    assert [name for name in accused if name not in CUTS and "cut at" not in name] == []


@pytest.mark.parametrize("table", FALSIFIED, ids=lambda path: path.name)
def test_a_falsified_table_is_found(table: Path, command: Command) -> None:
    assert command(table.read_bytes()).exit_code == 3


@pytest.mark.parametrize("table", DAMAGED, ids=lambda path: path.name)
def test_a_falsified_table_is_never_clean(table: Path, command: Command) -> None:
    whole = table.read_bytes()
    kinds = telling(whole, is_by_people=table.name.startswith("metrics-as-rows"))
    assert [name for name in kinds if command(MUTILATIONS[name](whole)).exit_code == 0] == []
