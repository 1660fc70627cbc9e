"""The table of leaks in small: the claims hold with room, and would not of a broken method."""

from collections.abc import Iterable

import pytest
from loadproof.judge.leak import MemoryShape

from bench.method.effort import Effort
from bench.method.leaks import Called, Soaks, called, leaks
from bench.method.memory_kinds import HEALTHY, LEAKING, UNTOLD, UNTOLD_LEAKS
from bench.method.tables import TABLES

RUNS = 12


def judged(group: str, kinds: Iterable[str], hours: int = 1, runs: int = RUNS) -> list[Called]:
    return [called(Soaks(group, kind, hours, runs, (909, number))) for number, kind in enumerate(kinds)]


def share(found: list[Called], shape: MemoryShape) -> float:
    return sum(one.shapes[shape] for one in found) / sum(one.soaks.runs for one in found)


def test_healthy_memories_are_hardly_ever_called_leaks() -> None:
    found = judged("healthy", HEALTHY)
    assert share(found, MemoryShape.LEAK) <= 0.021  # 3 of 144, where 1 % are 1.4
    assert share(found, MemoryShape.TOO_SHORT) <= 0.25


def test_leaks_that_fill_the_memory_within_ten_lengths_are_found() -> None:
    found = judged("leaks", LEAKING)
    assert share(found, MemoryShape.LEAK) >= 0.95
    detected = sum(one.shapes[MemoryShape.LEAK] for one in found)
    # 93 % and what chance may take of 72.
    assert sum(one.covered for one in found) >= 0.86 * detected


@pytest.mark.parametrize("kind", ["slow cache", "live set, slow cache", "warm-up growth"])
def test_what_levels_off_is_no_leak(kind: str) -> None:
    (found,) = judged("healthy", [kind], runs=30)
    assert found.shapes[MemoryShape.LEAK] == 0
    assert found.shapes[MemoryShape.LEVELLING_OFF] >= 15


def test_few_collections_are_not_read_as_what_stays() -> None:
    (found,) = judged("leaks, hardly told", ["leak, few collections"], runs=20)
    assert found.shapes[MemoryShape.NONE] == 0
    assert found.shapes[MemoryShape.TOO_SHORT] >= 10


def test_a_heap_that_was_never_collected_is_not_called_a_leak() -> None:
    (found,) = judged("healthy, cannot be told", ["collections rarer than the soak"], runs=60)
    assert found.shapes[MemoryShape.LEAK] == 0
    (found,) = judged("leaks, hardly told", ["leak, no collection seen"], runs=10)
    assert found.shapes[MemoryShape.TOO_SHORT] >= 9


def test_three_days_are_judged_as_an_hour_is() -> None:
    found = judged("healthy", ["level with noise", "daily wave"], 72, 3)
    assert share(found, MemoryShape.NONE) == 1.0


def test_every_kind_has_a_row_for_each_length_whatever_the_processes() -> None:
    table = leaks(Effort(0.001, 1, 5))
    assert len(table.rows) == 4 * sum(map(len, (HEALTHY, LEAKING, UNTOLD, UNTOLD_LEAKS)))
    assert all(sum(float(cell) for cell in row[3:]) == pytest.approx(100.0) for row in table.rows)
    assert TABLES["leaks"](Effort(0.001, 2, 5)).markdown() == table.markdown()
