"""Numbers of users by kind: shares of a total, and counts that are scaled to it."""

import itertools
import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.model.scenario import Users
from loadproof.model.user_counts import fewest_users, most_users, users_by_kind, users_in_total


def kinds_with(shares: Sequence[float] = (), counts: Sequence[int] = ()) -> list[Users]:
    by_share = [Users(f"s{place}", "f", 0, 0.0, 0.0, None, None, share) for place, share in enumerate(shares)]
    return [*by_share, *(Users(f"c{place}", "f", count, 0.0, 0.0, None, None) for place, count in enumerate(counts))]


@st.composite
def whole_shares(draw: st.DrawFn) -> list[float]:
    """Shares in whole per mille that add up to one."""
    cuts = sorted(draw(st.sets(st.integers(1, 999), max_size=6)))
    ends = [0, *cuts, 1000]
    return [(stop - start) / 1000 for start, stop in itertools.pairwise(ends)]


@given(whole_shares(), st.integers(1, 5000))
def test_every_user_is_of_a_kind_and_each_kind_has_its_quota(shares: list[float], total: int) -> None:
    counts = users_by_kind(kinds_with(shares), total)
    assert sum(counts) == total
    for share, count in zip(shares, counts, strict=True):
        assert math.floor(share * total + 1e-9) <= count <= math.ceil(share * total - 1e-9)


@given(st.lists(st.integers(1, 400), min_size=1, max_size=6), st.integers(1, 5000))
def test_counts_are_shares_of_their_sum_where_a_trial_states_a_total(counts: list[int], total: int) -> None:
    kinds = kinds_with(counts=counts)
    assert users_by_kind(kinds, sum(counts)) == users_by_kind(kinds, None) == tuple(counts)
    scaled = users_by_kind(kinds, total)
    assert sum(scaled) == total
    assert all(abs(have - count * total / sum(counts)) < 1 for have, count in zip(scaled, counts, strict=True))


@pytest.mark.parametrize(
    ("total", "counts"),
    [
        (3000, (1500, 1200, 300)),
        (1000, (500, 400, 100)),
        (300, (150, 120, 30)),
        (33, (17, 13, 3)),  # Quotas 16.5, 13.2, 3.3.
        (1, (1, 0, 0)),
    ],
)
def test_every_total_keeps_the_mix(total: int, counts: tuple[int, ...]) -> None:
    assert users_by_kind(kinds_with((0.5, 0.4, 0.1)), total) == counts


@given(whole_shares(), st.lists(st.integers(1, 3000), min_size=1, max_size=5))
def test_no_trial_has_more_users_of_a_kind_than_the_most(shares: list[float], totals: list[int]) -> None:
    kinds = kinds_with(shares)
    most = most_users(kinds, totals)
    for total in totals:
        assert all(have <= top for have, top in zip(users_by_kind(kinds, total), most, strict=True))


@given(whole_shares())
def test_the_fewest_users_are_the_first_total_with_one_of_each_kind(shares: list[float]) -> None:
    kinds = kinds_with(shares)
    fewest = fewest_users(kinds)
    assert min(users_by_kind(kinds, fewest)) >= 1
    assert fewest == 1 or fewest == len(kinds) or min(users_by_kind(kinds, fewest - 1)) == 0


def test_shares_have_no_total_of_their_own() -> None:
    assert users_in_total(kinds_with((0.5, 0.5))) is None
    assert users_in_total(kinds_with(counts=(5, 7))) == 12
    assert (users_in_total([]), users_by_kind([], None)) == (0, ())
