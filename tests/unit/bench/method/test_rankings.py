"""The tables of rankings in small: what they claim holds, and what the other methods are held against."""

import numpy as np
import pytest
from scipy import stats

from bench.method.effort import Effort
from bench.method.pairwise_tests import games_howell, tukey, welch_alone
from bench.method.ranked_variants import RankedVariants
from bench.method.ranking_power import SPREADS, leads_seen
from bench.method.rankings import VARIANTS, studies

ONE = Effort(processes=1)
STUDIES = 200
# 5 % of 200 studies, and three standard deviations more.
MOST_WRONG = 10 + 9


@pytest.mark.parametrize(
    "name",
    [
        "starts differ by 5 %",
        "one scatters three times as much",
        "starts do not differ, the search errs by 2 %",
        "plateaus of 1/2, 1 and 3/2 of the capacity",
        "the same, 3 variants",
    ],
)
def test_variants_that_are_the_same_seldom_differ_in_rank(name: str) -> None:
    same = studies(VARIANTS[name], STUDIES, seed=21, effort=ONE)
    assert same.different.sum() <= MOST_WRONG
    assert np.nanmean(same.covered) > 0.92


def test_each_pair_by_itself_would_be_wrong_in_every_third_study() -> None:
    same = studies(VARIANTS["starts differ by 2 %"], STUDIES, seed=22, effort=ONE)
    assert same.each_pair.mean() > 0.2
    assert same.different.mean() < 0.5 * same.each_pair.mean()


def test_one_pooled_variance_would_not_keep_the_error_where_variants_scatter_unequally() -> None:
    same = studies(RankedVariants(scatters=10.0), STUDIES, seed=23, effort=ONE)
    assert same.pooled.mean() > 0.12 > same.different.mean()


def test_a_fifth_more_is_seen_and_a_tenth_where_starts_agree() -> None:
    for lead, between, least in ((0.2, 0.02, 0.95), (0.1, 0.02, 0.6), (0.3, 0.05, 0.85)):
        found = leads_seen(SPREADS[between, 3], lead, 60, seed=24, effort=ONE)
        assert found.seen >= least, (lead, between)
        assert found.wrong <= 0.12
        # More than each pair's own variance would show, and a little less than one for all, which errs too often.
        assert found.by_games_howell <= found.seen <= found.by_tukey


def test_the_same_seed_gives_the_same_studies_on_any_number_of_processes() -> None:
    one, two = (studies(RankedVariants(), 300, seed=25, effort=Effort(processes=processes)) for processes in (1, 2))
    assert (one.different == two.different).all()
    assert np.array_equal(one.covered, two.covered)


def test_the_tests_of_pairs_are_those_of_scipy() -> None:
    random = np.random.default_rng(26)
    for _ in range(20):
        values = random.standard_normal((4, 3)) + 3.0 * np.arange(4.0)[:, None]
        first, second = np.triu_indices(4, 1)
        expected = stats.tukey_hsd(*values).pvalue[first, second] < 0.05
        assert (tukey(values) == expected).all()
        unequal = stats.tukey_hsd(*values, equal_var=False).pvalue[first, second]
        close = np.abs(unequal - 0.05) < 0.003
        assert ((games_howell(values) == (unequal < 0.05)) | close).all()
        pairs = zip(first, second, strict=True)
        welch = np.array([stats.ttest_ind(values[one], values[two], equal_var=False).pvalue for one, two in pairs])
        assert (welch_alone(values) == (welch < 0.05)).all()
