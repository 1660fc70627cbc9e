"""Machines in a report: those of the trials that an answer rests on, in every medium."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from loadproof.judge.verdict import State
from loadproof.methods.trial import Purpose
from loadproof.records.machine_use import MachineResource, MachineRole, ResourceUse
from loadproof.render.document import Section, Table, text_of
from loadproof.render.machine_table import machine_sections
from loadproof.words.catalogue import LANGUAGES, words_of

from .made_result import markdown_report, result_of, tried, typed


def use(machine: str, role: MachineRole, resource: MachineResource, saturated_s: int, left_out_s: int) -> ResourceUse:
    return ResourceUse(
        machine=machine,
        role=role,
        resource=resource,
        mean_percent=61.5,
        highest_percent=99.5,
        judged_s=40,
        saturated_s=saturated_s,
        left_out_s=left_out_s,
    )


MACHINES = (
    use("host", MachineRole.UNDER_TEST, MachineResource.CPU, 20, 0),
    use("terminals", MachineRole.LOAD, MachineResource.DISK, 0, 7),
    use("[b]*terminals*", MachineRole.LOAD, MachineResource.NETWORK, 0, 0),
)


def table_of(result: dict[str, Any], language: str) -> Table:
    (section,) = machine_sections(typed(result), words_of(language))
    assert isinstance(section, Section)
    table = section.blocks[0]
    assert isinstance(table, Table)
    return table


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    held = tried(Purpose.LOAD, 500.0, State.PASSED)
    with_machines = replace(held, measurement=replace(held.measurement, machines=MACHINES))
    return result_of(tmp_path_factory.mktemp("run"), [with_machines])


def test_a_row_has_use_saturation_and_what_is_left_out(result: dict[str, Any]) -> None:
    table = table_of(result, "en")
    assert [text_of(cell) for cell in table.rows[0]] == [
        *("1", "This machine", "under test", "CPU", "61.5 %", "99.5 %", "50 %", "0 s"),
    ]
    assert [text_of(cell) for cell in table.rows[1]][1:4] == ["terminals", "makes load", "Disk"]
    assert text_of(table.rows[1][-1]) == "7 s"
    # Saturated, left out, neither.
    assert list(table.tones) == ["undecided", "undecided", ""]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_table_in_its_report(result: dict[str, Any], language: str) -> None:
    words, report = words_of(language), markdown_report(result, language)
    assert f"### {words('page-section-machines')}" in report
    assert words("page-machine-this") in report
    assert len(table_of(result, language).rows) == len(MACHINES)


def test_without_machines_there_is_no_table(tmp_path: Path) -> None:
    plain = result_of(tmp_path, [tried(Purpose.LOAD, 500.0, State.PASSED)])
    assert machine_sections(typed(plain), words_of("en")) == []
