"""The study of an artifact repository asks for the operations and the rates of its source."""

import csv
from pathlib import Path

import pytest
from loadproof.study.load_study import load_study

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "docs/results/audits/artifactory.csv"
NAMED = {"11": "Role change", "13": "Password change"}
"""Operations without a name in the source."""


def test_the_profile_is_the_table_of_the_source() -> None:
    with SOURCE.open(encoding="utf-8") as table:
        rows = [row for row in csv.DictReader(table) if row["number"] != "0"]
    printed = {NAMED.get(row["number"]) or row["operation"]: float(row["g1_rps"]) for row in rows}
    profile = load_study(ROOT / "studies/artifactory/study.yaml").profile
    own = {one.name: one.weight for one in profile.operations if one.weight}
    (session,) = profile.flows
    # A logout is of a session that was logged in to.
    own |= dict.fromkeys(("/login", "/logout"), session.weight)
    assert own == pytest.approx(printed)
    assert len(own) == 38
    assert profile.base_rate == pytest.approx(sum(printed.values()) - session.weight)


@pytest.mark.parametrize("preset", [None, "quick", "methods", "smoke"])
def test_each_preset_loads(preset: str | None) -> None:
    study = load_study(ROOT / "studies/artifactory/study.yaml", preset=preset)
    compare = study.methods.compare
    assert (compare is None) == (preset in ("methods", "smoke"))
    assert compare is None or len(compare.primary) == 7
