"""The populations of Apdex scores in small: their true scores, and the tables on them."""

import numpy as np
import pytest
from loadproof.stats.apdex_interval import apdex_interval

from bench.method.apdex_interval_candidates import CANDIDATES, TAKEN, apdex_interval_candidates, bounds
from bench.method.apdex_intervals import apdex_intervals
from bench.method.apdex_population import GROUPS, GroupedCounts, first_cells, grouped
from bench.method.effort import Effort
from bench.method.evenness_tests import LOADS, evenness_table
from bench.method.second_apdex_intervals import FAMILIES, SecondCell, second_cells, user_law


def score_of(counts: GroupedCounts) -> float:
    return float((counts.satisfied + 0.5 * counts.tolerating).sum() / counts.due.sum())


def test_a_user_is_in_the_group_of_its_number_modulo_32() -> None:
    sums = grouped(np.arange(70)[None, :])
    assert sums.shape == (1, GROUPS)
    assert (sums[0, 0], sums[0, 5], sums[0, 31]) == (0 + 32 + 64, 5 + 37 + 69, 31 + 63)


@pytest.mark.parametrize("cell", first_cells()[120::11], ids=lambda cell: " ".join(cell.labels))
def test_the_true_score_of_the_first_population_is_as_stated(cell: SecondCell) -> None:
    assert score_of(cell.draw(np.random.default_rng(1), 300)) == pytest.approx(cell.truth, abs=0.015)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_true_score_of_the_second_population_is_as_stated(family: str) -> None:
    cell = SecondCell(family, 0.7, 300)
    assert score_of(cell.draw(np.random.default_rng(1), 300)) == pytest.approx(cell.truth, abs=0.01)


def test_calls_of_a_user_have_the_correlation_of_its_law() -> None:
    first, second = user_law(0.7, 0.5).shares(np.random.default_rng(2).standard_normal(100_000))
    assert np.mean(first + second) / 2.0 == pytest.approx(0.7, abs=0.01)
    variance = np.mean(first) + 0.25 * np.mean(second - first) - 0.49
    assert np.var(0.5 * (first + second)) / variance == pytest.approx(0.5, abs=0.01)


def test_the_taken_candidate_is_the_rule_of_the_product() -> None:
    for cell in [cell for cell in first_cells() if cell.labels[1] != "open"][::13]:
        drawn = cell.draw(np.random.default_rng(3), 20)
        assert drawn.users is not None
        lows, highs = bounds(drawn)[TAKEN]
        for row, (low, high) in enumerate(zip(lows, highs, strict=True)):
            counts = (drawn.due[row].tolist(), drawn.satisfied[row].tolist(), drawn.tolerating[row].tolist())
            found = apdex_interval(*counts, int(drawn.users[row]))
            if found is not None:
                assert (found.low, found.high) == pytest.approx((low, high), abs=1e-9)


def test_the_tables_have_a_row_for_each_cell_and_do_not_hang_on_the_number_of_processes() -> None:
    tables = [apdex_intervals(Effort(0.005, processes, 5)) for processes in (1, 2)]
    assert tables[0].markdown() == tables[1].markdown()
    assert len(tables[0].rows) == len(first_cells())
    assert len(apdex_interval_candidates(Effort(0.005, 1, 5)).rows) == 4 * len(CANDIDATES)
    assert len(second_cells()) == 8 * len(FAMILIES)


def test_the_table_of_even_loads_has_a_row_for_each_load() -> None:
    table = evenness_table(Effort(0.005, 1, 5))
    assert [row[0] for row in table.rows] == list(LOADS)
    found = {str(row[0]): float(row[4]) for row in table.rows}
    assert found["Poisson, many starts"] == 100.0
