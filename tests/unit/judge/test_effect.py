"""Effects against what scipy and drawn starts say of them."""

import numpy as np
import pytest
from loadproof.judge.effect import Effects, effects_of
from loadproof.judge.variance_shrinkage import Floats, expected_variances, independent_operations, shrunken
from scipy import stats

STARTS, OPERATIONS = 5, 38


def drawn(random: np.random.Generator, common: float, own: float) -> Effects:
    """Two variants that are the same, from the deviations of a start's common and own effect."""
    values = common * random.standard_normal((2 * STARTS, 1)) + own * random.standard_normal((2 * STARTS, OPERATIONS))
    return effects_of(values[:STARTS], values[STARTS:], np.zeros(OPERATIONS))


def test_one_operation_alone_is_welchs_test() -> None:
    random = np.random.default_rng(1)
    a, b = random.standard_normal((4, 1)), 3.0 * random.standard_normal((6, 1)) + 1.0
    effects = effects_of(a, b, np.zeros(1))
    expected = stats.ttest_ind(b, a, equal_var=False)
    assert effects.p_values() == pytest.approx(np.asarray(expected.pvalue), rel=1e-9)
    interval = expected.confidence_interval(0.95)
    assert effects.difference - effects.half_width(0.05) == pytest.approx(np.asarray(interval.low), rel=1e-9)


def test_a_common_effect_keeps_the_few_degrees_of_the_starts() -> None:
    effects = [drawn(np.random.default_rng(seed), common=0.02, own=0.001) for seed in range(50)]
    assert np.median([effect.degrees.max() for effect in effects]) < 2 * STARTS
    # Without it the operations would all be called different together.
    wrong = np.mean([(effect.p_values() < 0.05).any() for effect in effects])
    assert wrong < 0.2


def test_operations_of_their_own_gain_degrees_from_each_other() -> None:
    effects = [drawn(np.random.default_rng(seed), common=0.0, own=0.02) for seed in range(50)]
    assert np.median([np.median(effect.degrees) for effect in effects]) > 5 * STARTS
    p_values = np.concatenate([effect.p_values() for effect in effects])
    assert 0.03 < (p_values < 0.05).mean() < 0.07
    assert (p_values < 0.001).mean() < 0.004


def test_the_scatter_of_calls_is_the_least_that_a_variance_can_be() -> None:
    same = np.zeros((3, 5))
    effects = effects_of(same, same + 0.01, np.full(5, 0.0004))
    assert (effects.deviation >= np.sqrt(0.0004 * 2.0 / 3.0) * 0.999).all()
    assert (effects.p_values() > 0.05).all()


def test_what_drifts_evenly_takes_from_neither_variant_in_blocks_that_turn() -> None:
    drift = np.arange(8.0)[:, None] * np.ones(5)
    in_turn = [0, 3, 4, 7], [1, 2, 5, 6]
    effects = effects_of(drift[in_turn[0]], drift[in_turn[1]], np.zeros(5))
    assert effects.difference == pytest.approx(np.zeros(5))


def test_identical_operations_count_as_one_and_independent_ones_as_many() -> None:
    random = np.random.default_rng(2)
    one = random.standard_normal((2 * STARTS, 1))
    assert independent_operations(one * np.ones(OPERATIONS), 2 * STARTS - 2) < 2.0
    assert independent_operations(random.standard_normal((60, OPERATIONS)), 60) > 25.0


def variances_drawn(random: np.random.Generator, truth: Floats) -> Floats:
    residuals: Floats = random.standard_normal((8, len(truth))) * np.sqrt(truth)
    return np.asarray(residuals - residuals.mean(axis=0))


def test_shrinking_makes_variances_more_right() -> None:
    random = np.random.default_rng(3)
    sampling = np.geomspace(1e-5, 1e-3, OPERATIONS)
    truth = 1e-4 + 2.0 * sampling
    errors = []
    for _ in range(30):
        residuals = variances_drawn(random, truth)
        degrees = np.full(OPERATIONS, 7.0)
        found = shrunken(residuals, sampling, 7.0, degrees).variances
        alone = (residuals**2).sum(axis=0) / 7.0
        errors.append((np.log(found / truth).std(), np.log(alone / truth).std()))
    found_error, alone_error = np.mean(errors, axis=0)
    assert found_error < 0.6 * alone_error


def test_variances_that_nothing_explains_are_left_alone() -> None:
    random = np.random.default_rng(4)
    truth = np.exp(3.0 * random.standard_normal(OPERATIONS))
    residuals = variances_drawn(random, truth)
    alone = (residuals**2).sum(axis=0) / 7.0
    found = shrunken(residuals, np.zeros(OPERATIONS), 7.0, np.full(OPERATIONS, 7.0))
    assert np.median(found.degrees) < 12.0
    assert np.corrcoef(np.log(found.variances), np.log(alone))[0, 1] > 0.7


def test_no_variance_at_all_is_no_fault() -> None:
    assert (expected_variances(np.zeros(3), np.zeros(3)) > 0.0).all()
