import numpy as np
import pytest
from loadproof.stats.share_error import FEWEST_BATCHES, missed_by_frequencies, share_error

from .made_series import autoregressive

CALLS = [1000] * 60


def test_independent_calls_have_a_dispersion_of_one() -> None:
    rng = np.random.default_rng(4)
    errors = [share_error(rng.binomial(1000, 0.05, 60).tolist(), CALLS) for _ in range(300)]
    assert np.mean([error.dispersion for error in errors]) == pytest.approx(1.0, abs=0.1)
    assert np.mean([error.usual for error in errors]) == pytest.approx(1.0, abs=0.1)
    assert np.mean([error.memory > 0.0 for error in errors]) < 0.05


def test_bursts_widen_it_by_their_size() -> None:
    rng = np.random.default_rng(4)
    errors = [share_error((20 * rng.poisson(2.5, 60)).tolist(), CALLS) for _ in range(300)]
    assert np.mean([error.dispersion for error in errors]) == pytest.approx(20.0 / 0.95, rel=0.1)


def test_a_pause_with_whole_periods_is_no_noise() -> None:
    rng = np.random.default_rng(4)
    pauses = np.where(np.arange(60) % 10 == 3, 0.5, 0.0)
    errors = [share_error(rng.binomial(1000, pauses).tolist(), CALLS) for _ in range(100)]
    assert np.mean([error.dispersion for error in errors]) < 1.1
    assert np.mean([error.usual for error in errors]) < 1.1


def test_a_load_that_swings_does_not_look_like_bursts() -> None:
    rng = np.random.default_rng(4)
    calls = (1000 + 900 * np.sin(np.arange(60) / 5.0)).astype(int)
    errors = [share_error(rng.binomial(calls, 0.05).tolist(), calls.tolist()) for _ in range(100)]
    assert np.mean([error.dispersion for error in errors]) == pytest.approx(1.0, abs=0.2)


def test_batches_that_remember_are_seen_and_allowed_for() -> None:
    rng = np.random.default_rng(4)
    errors = [share_error((500 + 50 * autoregressive(rng, 60, 0.8)).astype(int).tolist(), CALLS) for _ in range(100)]
    assert np.mean([error.memory for error in errors]) == pytest.approx(0.75, abs=0.05)
    assert missed_by_frequencies(0.8, 60, 1.0) > missed_by_frequencies(0.8, 60, 0.0) > 1.5
    assert missed_by_frequencies(0.0, 60, 5.0) == 1.0


def test_nothing_over_the_level_is_taken_as_independent() -> None:
    assert share_error([0] * 30, [100] * 30).dispersion == 1.0


def test_too_few_batches_are_refused() -> None:
    with pytest.raises(ValueError, match="19 batches do not show"):
        share_error([1] * (FEWEST_BATCHES - 1), [10] * (FEWEST_BATCHES - 1))
