"""The studentized range against scipy and the published table (Harter 1960)."""

import pytest
from loadproof.stats.studentized_range import KNOWN, studentized_range_quantile, studentized_range_tail
from scipy import stats


@pytest.mark.parametrize("degrees", [2, 3, 12, 60])
@pytest.mark.parametrize("means", [2, 3, 6, 15])
def test_tails_are_those_of_scipy(means: int, degrees: int) -> None:
    for value in (0.5, 2.0, 4.0, 8.0, 20.0):
        expected = stats.studentized_range.sf(value, means, degrees)
        assert studentized_range_tail(value, means, degrees) == pytest.approx(expected, abs=2e-7)


@pytest.mark.parametrize(
    ("error", "means", "degrees", "published"),
    [(0.05, 2, 4, 3.927), (0.05, 3, 6, 4.339), (0.05, 6, 12, 4.751), (0.01, 4, 8, 6.204), (0.05, 6, 10**6, 4.030)],
)
def test_quantiles_are_those_of_the_published_table(error: float, means: int, degrees: int, published: float) -> None:
    assert studentized_range_quantile(error, means, degrees) == pytest.approx(published, abs=1.1e-3)


def test_a_variance_that_is_nearly_known_is_taken_as_known() -> None:
    nearly, known = (studentized_range_quantile(0.03, 6, degrees) for degrees in (KNOWN - 1, KNOWN))
    assert nearly == pytest.approx(known, rel=2e-3)
    assert nearly > known
