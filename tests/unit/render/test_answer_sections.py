"""The trends of a soak and the settings of a run as the reports for terminals and files write them."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from loadproof.judge.verdict import State
from loadproof.methods.trial import Purpose
from loadproof.model.message import Message
from loadproof.records.trend import Trend
from loadproof.render.answer_sections import answer_sections
from loadproof.render.document import Facts, Section, Table, text_of
from loadproof.render.facts import facts_block
from loadproof.result.result import Answer
from loadproof.result.trend_figure import trend_figure
from loadproof.words.catalogue import words_of

from .made_result import result_of, tried, typed

ENGLISH = words_of("en")
ANSWER = Answer(
    variant=None,
    start=1,
    method="soak",
    outcome="steady",
    sentence=Message.said("It was steady."),
    reason=Message.said(""),
    rate=100.0,
    n=None,
    users=0,
    estimate=None,
    low=None,
    high=None,
    n_low=None,
    n_high=None,
    hold_s=60.0,
    trials=(),
    decisive=None,
    trends=(),
    doubts=(),
)


def trend_cells(tmp_path: Path, language: str = "en", **figures: Any) -> list[str]:
    """The cells of one trend."""
    made: dict[str, Any] = {
        "name": "response_p50_ms",
        "unit": "ms",
        "begin": 3.934,
        "end": 3.934,
        "rises": False,
        "text": Message.said("it says so"),
        "shape": None,
        "exhaustion_s": None,
        "exhaustion_low_s": None,
        "exhaustion_high_s": None,
    }
    made |= figures
    trend = Trend(figure=trend_figure(made["name"]), **made)
    result = result_of(tmp_path, [tried(Purpose.LOAD, 100.0, State.PASSED, calls=900)])
    made_of = replace(typed(result), answers=(replace(ANSWER, trends=(trend,)),), leading_ranking=None, rankings=())
    (section,) = answer_sections(made_of, words_of(language))
    (part,) = section.blocks
    assert isinstance(part, Section)
    (table,) = part.blocks
    assert isinstance(table, Table)
    (row,) = table.rows
    return [text_of(cell) for cell in row]


def test_a_figure_that_did_not_move_has_no_slope_of_zero(tmp_path: Path) -> None:
    cells = trend_cells(tmp_path, per_hour=0.0, per_hour_low=0.0, per_hour_high=-1e-13)
    assert cells == ["the median response time", "3.93 ms", "3.93 ms", "no change seen", "–", "it says so"]


def test_a_memory_that_cannot_be_told_has_no_slope(tmp_path: Path) -> None:
    cells = trend_cells(tmp_path, shape="cannot_tell", per_hour=0.0, per_hour_low=0.0, per_hour_high=0.0)
    assert cells[3:5] == ["–", "–"]


def test_a_small_slope_keeps_its_digits(tmp_path: Path) -> None:
    cells = trend_cells(tmp_path, per_hour=0.0000123, per_hour_low=-0.00004, per_hour_high=0.00521)
    assert cells[3:5] == ["0.0000123 ms", "−0.00004 to 0.00521"]


def test_memory_has_the_digits_of_its_size(tmp_path: Path) -> None:
    memory: dict[str, Any] = {"name": "memory_mib of api", "unit": "MiB", "begin": 24_110.0, "end": 980.0}
    moved: dict[str, Any] = {"per_hour": 1.0, "per_hour_low": 0.5, "per_hour_high": 2.0}
    assert trend_cells(tmp_path / "en", **memory, **moved)[:3] == ["the memory of api", "23.5 GiB", "980 MiB"]
    assert trend_cells(tmp_path / "ru", "ru", **memory, **moved)[:3] == ["память сервиса api", "23,5 ГиБ", "980 МиБ"]


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("soak_hold_s", 259200.0, ("soak: hold", "72 h")),
        ("confirm_hold_s", 90.0, ("hold of the confirmation", "1 min 30 s")),
        ("soak_hold_s", 5000.0, ("soak: hold", "5,000 s")),
        ("soak_hold_s", 62.5, ("soak: hold", "62.5 s")),
        ("settle_s", 10.0, ("settle", "10 s")),
        ("wait_ms", 120.0, ("wait", "120 ms")),
    ],
)
def test_a_setting_has_the_units_of_its_size_where_they_lose_nothing(
    name: str, value: float, shown: tuple[str, str]
) -> None:
    block = facts_block({name: value}, ENGLISH)
    assert isinstance(block, Facts)
    assert list(block.pairs) == [shown]
