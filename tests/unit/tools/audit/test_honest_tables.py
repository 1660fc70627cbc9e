"""No table that is honest is accused: ten of real runs, with right totals, which `bench.real.honest_tables` made."""

from pathlib import Path

import pytest
from loadproof.tools.audit.audit import audit_file

TABLES = sorted((Path(__file__).parent / "honest").iterdir())


def test_there_are_ten() -> None:
    assert len(TABLES) == 10


@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.stem)
def test_nothing_is_raised(table: Path) -> None:
    audit = audit_file(str(table))
    assert [(one.code, one.text) for one in audit.remarks if one.kind != "limit"] == []
    assert audit.state == "closes"
    assert len(audit.variants) == 2
    assert all(change.agrees for change in audit.changes)
    assert [note.code for note in audit.notes] == []
