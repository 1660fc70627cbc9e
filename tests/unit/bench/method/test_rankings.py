"""The tables of rankings in small: what they claim holds, and what the other methods are held against."""

import numpy as np
import pytest

from bench.method.effort import Effort
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
        beaten, _, wrong = leads_seen(SPREADS[between, 3], lead, 60, seed=24, effort=ONE)
        assert beaten >= least, (lead, between)
        assert wrong <= 0.12


def test_the_same_seed_gives_the_same_studies_on_any_number_of_processes() -> None:
    one, two = (studies(RankedVariants(), 300, seed=25, effort=Effort(processes=processes)) for processes in (1, 2))
    assert (one.different == two.different).all()
    assert np.array_equal(one.covered, two.covered)
