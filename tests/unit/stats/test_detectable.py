"""What can be seen, against drawn starts and drawn calls."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.stats.detectable import Design, detectable_change, detectable_difference, log_normal_slope
from loadproof.stats.effect import effects_of
from scipy import stats

SLOPE = log_normal_slope(0.5, 0.99)


@pytest.mark.parametrize("rounds", [3, 8])
def test_a_single_row_has_the_power_of_the_t_test_within_rounds(rounds: int) -> None:
    design = Design(rounds=rounds, rows=10, prior_degrees=0.0)
    difference = detectable_difference(design, common=0.0, own=1.0)
    random = np.random.default_rng(5)
    a = random.standard_normal((20_000, rounds))
    b = random.standard_normal((20_000, rounds)) + difference
    seen = (stats.ttest_rel(b, a, axis=1).pvalue <= design.false_discovery / design.rows).mean()
    assert seen == pytest.approx(0.9, abs=0.01)


def test_an_operation_among_others_is_seen_as_the_formula_says() -> None:
    rounds, operations, own = 6, 20, 0.02
    design = Design(rounds=rounds, rows=operations, prior_degrees=20.0)
    change = detectable_difference(design, common=0.0, own=own**2)
    random, seen = np.random.default_rng(6), []
    for _ in range(400):
        differences = np.sqrt(2.0) * own * random.standard_normal((rounds, operations))
        differences[:, 0] += change
        p_value = effects_of(differences, np.zeros(operations)).p_values()[0]
        seen.append(p_value <= design.false_discovery / design.rows)
    assert 0.82 < np.mean(seen) < 0.97


@given(st.integers(10, 40), st.floats(1000.0, 1e6), st.floats(0.0, 0.05), st.floats(0.0, 1.0))
def test_more_rounds_and_more_calls_show_smaller_changes(
    rounds: int, calls: float, between: float, shared: float
) -> None:
    def seen(rounds: int, calls: float) -> float:
        design = Design(rounds=rounds, between=between, shared=shared)
        return detectable_change(design, calls, 0.99, SLOPE) or math.nan

    assert seen(rounds + 1, calls) < seen(rounds, calls)
    # A scatter of calls that is less is known with fewer degrees of freedom, too.
    assert seen(rounds, 2.0 * calls) < 1.01 * seen(rounds, calls)


def test_too_few_calls_in_a_round_are_not_judged() -> None:
    assert detectable_change(Design(), 999.0, 0.99, SLOPE) is None


@pytest.mark.parametrize(
    ("wrong", "named"),
    [({"rounds": 2}, "rounds"), ({"rows": 0}, "rows"), ({"shared": 1.1}, "shared"), ({"power": 1.0}, "power")],
)
def test_designs_that_cannot_be_are_refused(wrong: dict[str, float], named: str) -> None:
    with pytest.raises(ValueError, match=f"^{named}: "):
        Design(**wrong)  # type: ignore[arg-type]
