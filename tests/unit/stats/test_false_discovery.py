"""The bound against scipy's adjusted p-values."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.stats.false_discovery import Dependence, allowed_error
from scipy import stats

P_VALUES = st.lists(st.floats(1e-12, 1.0), min_size=1, max_size=40)


@pytest.mark.parametrize(("dependence", "method"), [(Dependence.POSITIVE, "bh"), (Dependence.ANY, "by")])
@given(P_VALUES, st.sampled_from([0.01, 0.05, 0.2]))
def test_what_is_reported_is_what_scipys_adjusted_p_values_report(
    dependence: Dependence, method: Literal["bh", "by"], p_values: list[float], rate: float
) -> None:
    allowed = allowed_error(p_values, rate, dependence)
    adjusted = stats.false_discovery_control(p_values, method=method)
    for p_value, at_rate in zip(p_values, adjusted, strict=True):
        if abs(at_rate - rate) > 1e-9:
            assert (p_value <= allowed) == (at_rate <= rate)


def test_nothing_to_compare_leaves_the_rate() -> None:
    assert allowed_error([], 0.05) == 0.05
