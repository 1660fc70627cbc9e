"""The trends of a soak and the settings of a run as the reports for terminals and files write them."""

from typing import Any

import pytest
from loadproof.report.document import Facts, Table
from loadproof.report.facts import facts_block
from loadproof.report.study_sections import answer_sections


def trend_cells(**figures: Any) -> list[str]:
    """The cells of one trend."""
    trend = {"name": "response_p50_ms", "unit": "ms", "begin": 3.934, "end": 3.934, "text": "it says so", **figures}
    (section,) = answer_sections([{"variant": None, "trends": [trend]}])
    (table,) = section.blocks
    assert isinstance(table, Table)
    (row,) = table.rows
    return list(row)


def test_a_figure_that_did_not_move_has_no_slope_of_zero() -> None:
    cells = trend_cells(per_hour=0.0, per_hour_low=0.0, per_hour_high=-1e-13)
    assert cells == ["response_p50_ms", "3.93 ms", "3.93 ms", "no change seen", "–", "it says so"]


def test_a_memory_that_cannot_be_told_has_no_slope() -> None:
    cells = trend_cells(shape="cannot_tell", per_hour=0.0, per_hour_low=0.0, per_hour_high=0.0)
    assert cells[3:5] == ["–", "–"]


def test_a_small_slope_keeps_its_digits() -> None:
    cells = trend_cells(per_hour=0.0000123, per_hour_low=-0.00004, per_hour_high=0.00521)
    assert cells[3:5] == ["0.0000123 ms", "-0.00004 to 0.00521"]


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("soak_hold_s", 259200.0, ("soak hold", "72 h")),
        ("confirm_hold_s", 90.0, ("confirm hold", "1 min 30 s")),
        ("soak_hold_s", 5000.0, ("soak hold", "5,000 s")),
        ("soak_hold_s", 62.5, ("soak hold", "62.5 s")),
        ("settle_s", 10.0, ("settle", "10 s")),
        ("wait_ms", 120.0, ("wait", "120 ms")),
    ],
)
def test_a_setting_has_the_units_of_its_size_where_they_lose_nothing(
    name: str, value: float, shown: tuple[str, str]
) -> None:
    block = facts_block({name: value})
    assert isinstance(block, Facts)
    assert list(block.pairs) == [shown]
