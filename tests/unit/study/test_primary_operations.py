"""`primary` of a comparison: operations by name, and what is wrong with them, all faults at once."""

from pathlib import Path

import pytest
from loadproof.errors import StudyFaults
from loadproof.methods.compare.machine import MOST_PRIMARY
from loadproof.study.load_study import load_study

_STUDY = """\
name: repository
stand: {{driver: simulate, simulated: {{workers: 8, service_time: 5ms}}}}
variants: {{g1: {{}}, zgc: {{}}}}
profile:
  operations:
{operations}
methods:
  compare:
    rate: 100
    primary:
{primary}
"""


def study_file(place: Path, primary: list[str], operations: tuple[str, ...] = ("maven", "npm", "search")) -> Path:
    file = place / "study.yaml"
    named = "\n".join(f"    {name}: {{request: GET /{name}}}" for name in operations)
    listed = "\n".join(f"      - {name}" for name in primary)
    file.write_text(_STUDY.format(operations=named, primary=listed), encoding="utf-8")
    return file


def faults_of(file: Path) -> list[tuple[int, str, str]]:
    with pytest.raises(StudyFaults) as raised:
        load_study(file)
    assert {fault.file for fault in raised.value.faults} == {str(file)}
    return [(fault.line, fault.message, fault.cure) for fault in raised.value.faults]


def test_the_operations_that_are_named_are_primary_in_their_order(tmp_path: Path) -> None:
    study = load_study(study_file(tmp_path, ["search", "maven"]))
    assert study.methods.compare is not None
    assert study.methods.compare.primary == ("search", "maven")
    assert study.methods_shown()["compare_primary"] == ["search", "maven"]


def test_all_faults_are_told_at_once_with_their_lines_and_cures(tmp_path: Path) -> None:
    file = study_file(tmp_path, ["maven", "serch", "npm", "npm", "qqq"])
    assert faults_of(file) == [
        (
            14,
            "methods.compare.primary[1]: the profile has no operation 'serch'",
            "did you mean search?",
        ),
        (16, "methods.compare.primary[3]: 'npm' is there twice", "keep it once"),
        (
            17,
            "methods.compare.primary[4]: the profile has no operation 'qqq'",
            "use maven, npm, search",
        ),
    ]


def test_more_than_may_be_are_a_fault_and_so_is_an_empty_list(tmp_path: Path) -> None:
    names = tuple(f"get{number}" for number in range(MOST_PRIMARY + 1))
    cure = f"name 1 to {MOST_PRIMARY}: all of them share the error of the comparison, and each takes from the others"
    assert faults_of(study_file(tmp_path, list(names), names)) == [
        (30, f"methods.compare.primary: the number of primary operations is {MOST_PRIMARY + 1}", cure)
    ]
    load_study(study_file(tmp_path, list(names[:MOST_PRIMARY]), names))
    text = study_file(tmp_path, []).read_text(encoding="utf-8").replace("primary:\n", "primary: []")
    (tmp_path / "study.yaml").write_text(text, encoding="utf-8")
    assert faults_of(tmp_path / "study.yaml") == [
        (12, "methods.compare.primary: the number of primary operations is 0", cure)
    ]


def test_a_flow_may_be_primary_too(tmp_path: Path) -> None:
    file = study_file(tmp_path, ["visit"])
    text = file.read_text(encoding="utf-8").replace("methods:", "  flows: {visit: {steps: [maven, npm]}}\nmethods:")
    file.write_text(text, encoding="utf-8")
    study = load_study(file)
    assert study.methods.compare is not None
    assert study.methods.compare.primary == ("visit",)
