"""What a percentile of a whole can be: no calls of any shape lie outside the bounds."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loadproof.tools.audit.mixture import Part, likely_quantile, quantile_bounds
from loadproof.tools.audit.printed import PrintedSpan

QUANTILES = (0.5, 0.95, 0.99)


def part_of(times: np.ndarray) -> Part:
    """Its quantiles by the definition that the bounds have: the least time that so many take no longer than."""
    ordered = np.sort(times)
    held = {share: float(ordered[math.ceil(share * len(ordered)) - 1]) for share in QUANTILES}
    return Part(PrintedSpan(len(times), len(times)), {share: PrintedSpan(at, at) for share, at in held.items()})


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(1, 400), st.floats(0.1, 1e4), st.floats(0.01, 2.0)),
        min_size=1,
        max_size=6,
    ),
    st.sampled_from(QUANTILES),
    st.integers(0, 2**32 - 1),
)
def test_real_calls_lie_within_the_bounds(shapes: list[tuple[int, float, float]], quantile: float, seed: int) -> None:
    drawn = np.random.default_rng(seed)
    parts = [middle * np.exp(spread * drawn.standard_normal(calls)) for calls, middle, spread in shapes]
    whole = np.sort(np.concatenate(parts))
    truth = float(whole[math.ceil(quantile * len(whole) - 1e-9) - 1])
    bounds = quantile_bounds([part_of(times) for times in parts], quantile)
    assert bounds.low <= truth * (1 + 1e-12)
    assert truth <= bounds.high * (1 + 1e-12)


def test_both_bounds_can_be_reached() -> None:
    """Else they would accuse less than they could."""
    quick, slow = (
        Part(PrintedSpan(50, 50), {0.9: PrintedSpan(10, 10)}),
        Part(PrintedSpan(50, 50), {0.9: PrintedSpan(100, 100)}),
    )
    # All of the quick below 10, nine tenths of the slow at 100: 0.9 of the whole is 100.
    assert quantile_bounds([quick, slow], 0.9).high == 100
    # All but a tenth of the quick at 10; of the slow nine tenths may lie below 10, too.
    assert quantile_bounds([quick, slow], 0.9).low == 10


def test_calls_of_no_part_widen_the_bounds() -> None:
    parts = [
        Part(PrintedSpan(1000, 1000), {0.9: PrintedSpan(10, 10), 0.95: PrintedSpan(20, 20), 0.99: PrintedSpan(50, 50)})
    ]
    known = quantile_bounds(parts, 0.95)
    unknown = quantile_bounds(parts, 0.95, unknown_share=0.03)
    assert known == PrintedSpan(20, 20)
    assert (unknown.low, unknown.high) == (10, 50)
    assert quantile_bounds(parts, 0.95, unknown_share=0.06).high == math.inf


def test_without_calls_nothing_is_known() -> None:
    assert quantile_bounds([], 0.95) == PrintedSpan(0.0, math.inf)
    assert likely_quantile([], 0.95) is None


def test_the_likely_one_is_near_where_shapes_are_alike() -> None:
    drawn = np.random.default_rng(7)
    parts = [middle * np.exp(0.5 * drawn.standard_normal(20_000)) for middle in (10.0, 20.0, 40.0)]
    truth = float(np.quantile(np.concatenate(parts), 0.95))
    assert likely_quantile([part_of(times) for times in parts], 0.95) == pytest.approx(truth, rel=0.1)
